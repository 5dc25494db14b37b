//! Folds events into the tournament. Decides nothing.

#![deny(clippy::wildcard_enum_match_arm)] // an event that nobody folds must not compile

mod winners;

use std::collections::BTreeSet;

use punto_rulebook::Range;
use punto_vocab::{Actor, Money, PersonId, Time};

use crate::cards::CoupCards;
use crate::conditions::Plan;
use crate::event::{Event, Happening};
use crate::state::{
    Entrant, Exit, Goods, Handed, Indicator, Phase, Place, Stage, Standing, TimeLimit, Tournament, Venue,
    Wager,
};
use crate::undo::{keep, undo};

punto_vocab::groups! {
    Happening:
    /// The conditions, the pool and entry.
    of_entry: Drafted Published ValueAdded GoodsAdded Retained ToppedUp Cancelled Refunded FeeKept ChipsRefunded Applied Informed Endorsed FeePaid
        Accepted EntryRefused Withdrew Started;
    /// Rounds, sessions and seats.
    of_sessions: Designated Released Drawn Allotted Attending Departed Rescheduled SeatTaken SeatLeft BoughtIn SessionBegan
        Issued PassCardsIssued MarkerAt ShoeOver Agreed SessionOver RoundBegan GivenSecondChance BoughtBack BuyBackForgone;
    /// Wagers in chips, and their limits.
    of_wagers: Wagered OutOfTurn Altered Passed Corrected WagerVoid TakenOff TimeLimited Restricted IndicatorIn IndicatorOut
        LimitsRaised;
    /// Hidden wagers.
    of_hidden: Sealed Examined FormReturned Announced Laid Deemed Unclear FaultFound FormShown HiddenUsed;
    /// Coups.
    of_coups: Opened BetsClosed Dealt OutcomeTold CoupOver CoupVoid Unsettled LastCoup WrongHolder Won Lost Stays PassCollected Deducted AbsenceCounted Missed Eliminated AllOut;
    /// People.
    of_people: PlaceLost SubstituteNamed Substituted Reported Dismissed Disqualified Reinstated Disputed Ruled;
    /// Counts, winners and prizes.
    of_winners: CountOrdered Counted Short ChipsIn ChipsKept ChipsReturned PlayOffBegan PlayOffOver Advanced KnockedOut
        Placed Declared Undeclared Awarded GoodsAwarded HandedOver PrizePaid;
}

/// Folds one event into the tournament. Whoever of staff acted in it is remembered: they do not enter.
pub fn apply(tournament: &mut Tournament, at: Time, by: Actor, event: &Event) {
    tournament.now = tournament.now.max(at);
    if let Actor::Staff(_, name) = by {
        tournament.officials.insert(name);
    }
    match &event.what {
        what @ of_entry!() => entry(tournament, what),
        what @ of_sessions!() => sessions(tournament, at, what),
        what @ of_wagers!() => wagers(tournament, (at, by), what),
        what @ of_hidden!() => hidden(tournament, at, what),
        what @ of_coups!() => coups(tournament, at, what),
        what @ of_people!() => people(tournament, what),
        what @ of_winners!() => winners::fold(tournament, (at, by), what),
    }
}

fn entry(tournament: &mut Tournament, what: &Happening) {
    match what {
        Happening::Drafted { conditions } => {
            tournament.plan = Plan::of(conditions).ok();
            tournament.form = conditions.clone();
        }
        Happening::Published { draw } => {
            tournament.stage = Stage::Entering;
            tournament.promise = *draw;
            tournament.scheduled = tournament.plan.as_ref().map_or(Time(0), |plan| plan.start);
        }
        Happening::ValueAdded { amount, .. } | Happening::ToppedUp { amount } => tournament.added += *amount,
        Happening::GoodsAdded { place, amount, what } => {
            tournament.goods.push(Goods { place: *place, what: what.clone(), worth: *amount });
        }
        Happening::Retained { amount } => tournament.retained = *amount,
        Happening::Cancelled { .. } => {
            tournament.stage = Stage::Cancelled;
            for (table, venue) in &mut tournament.venues {
                if !matches!(venue.phase, Phase::Idle | Phase::Declared) {
                    tournament.chips_out.insert(*table);
                }
                cleared(venue);
                (venue.phase, venue.undo) = (Phase::Idle, None);
            }
        }
        Happening::Refunded { entrant, .. } => of(tournament, *entrant).fee = None,
        // For the record only: the fee stays in the pool.
        Happening::FeeKept { .. } => {}
        // What a buy-back cost that is undone comes back, too, and takes nothing from the chips of the session.
        Happening::ChipsRefunded { entrant, .. } => seated(tournament, *entrant, |place| {
            place.bought &= !place.stack.is_zero();
        }),
        Happening::Applied { entrant } => {
            tournament.entrants.insert(*entrant, Entrant::default());
        }
        Happening::Informed { entrant } => of(tournament, *entrant).informed = true,
        Happening::Endorsed { entrant } => of(tournament, *entrant).endorsed = true,
        Happening::FeePaid { entrant, amount } => of(tournament, *entrant).fee = Some(*amount),
        Happening::Accepted { entrant } => of(tournament, *entrant).standing = Standing::In,
        Happening::EntryRefused { entrant, .. } => of(tournament, *entrant).standing = Standing::Refused,
        Happening::Withdrew { entrant } => {
            let own = of(tournament, *entrant);
            (own.standing, own.place) = (Standing::Withdrawn, None);
        }
        Happening::Started { .. } => (tournament.stage, tournament.round) = (Stage::Running, 1),
        of_sessions!() | of_wagers!() | of_hidden!() | of_coups!() | of_people!() | of_winners!() => {}
    }
}

fn sessions(tournament: &mut Tournament, at: Time, what: &Happening) {
    match what {
        Happening::Designated { table } => {
            tournament.venues.insert(*table, Venue::default());
        }
        Happening::Released { table } => {
            tournament.venues.remove(table);
        }
        // The seats that it gives follow, one by one.
        Happening::Drawn { seed, .. } => {
            (tournament.promise, tournament.drawn) = (Some(seed.promises_next()), true);
            tournament.draws += 1;
        }
        Happening::Allotted { entrant, table, seat } => {
            let own = of(tournament, *entrant);
            // Another seat takes nobody's chips away that are bought for the session.
            let bought = own.place.as_ref().is_some_and(|place| place.bought);
            own.place = Some(Place { table: *table, seat: *seat, bought, ..Place::default() });
        }
        Happening::Attending { who } => {
            tournament.attending.insert(*who);
        }
        Happening::Departed { who } => {
            tournament.attending.remove(who);
        }
        Happening::Rescheduled { at } => tournament.scheduled = *at,
        Happening::SeatTaken { entrant } => {
            seated(tournament, *entrant, |place| {
                (place.present, place.came, place.substitute) = (true, true, None);
            });
        }
        Happening::SeatLeft { entrant } => {
            seated(tournament, *entrant, |place| (place.present, place.substitute) = (false, None));
        }
        Happening::BoughtIn { entrant, .. } => seated(tournament, *entrant, |place| place.bought = true),
        Happening::SessionBegan { .. } => {
            tournament.began = true;
            let limits = tournament.plan.as_ref().map(|plan| plan.limits);
            let played: BTreeSet<u8> =
                tournament.playing().filter_map(|(_, own)| Some(own.place.as_ref()?.table)).collect();
            for own in tournament.entrants.values_mut() {
                own.was = own.was.take().filter(|was| !played.contains(&was.table));
            }
            for (_, venue) in tournament.venues.iter_mut().filter(|(table, _)| played.contains(table)) {
                // A card that was put in for this session, and not one of the shoe before.
                let indicator = if venue.shoe_begun { Indicator::None } else { venue.indicator };
                let opening = venue.opening.take();
                let phase = Phase::Betting;
                let waits_since = at;
                *venue =
                    Venue { phase, limits, since: at, waits_since, indicator, opening, ..Venue::default() };
            }
        }
        Happening::Issued { entrant, amount } => {
            let hidden = tournament.plan.as_ref().map_or(0, |plan| plan.hidden);
            let table = tournament.place(*entrant).and_then(|place| tournament.venues.get(&place.table));
            let play_off = table.is_some_and(|venue| venue.play_off.is_some());
            seated(tournament, *entrant, |place| {
                (place.stack, place.short, place.hidden) = (*amount, Money::ZERO, hidden);
                place.for_play_off = play_off;
            });
        }
        Happening::PassCardsIssued { number } => {
            let places = tournament.entrants.values_mut().filter_map(|own| own.place.as_mut());
            places.for_each(|place| place.pass_cards = *number);
        }
        Happening::MarkerAt { table, seat } => venue(tournament, *table, |venue| venue.marker = *seat),
        Happening::ShoeOver { table } => venue(tournament, *table, |venue| {
            venue.shoes += 1;
            if std::mem::take(&mut venue.shoe_begun) {
                venue.indicator = Indicator::None;
            }
            (venue.last_coup, venue.last_played) = (false, false);
        }),
        Happening::Agreed { entrant } => at_table(tournament, *entrant, |venue| {
            venue.agreed.insert(*entrant);
        }),
        Happening::SessionOver { table, order } => {
            // What was counted in the course of the session is counted again at its end.
            if tournament.venues.get(table).is_some_and(|venue| venue.phase != Phase::Over) {
                uncounted(tournament, *table);
            }
            venue(tournament, *table, |venue| {
                (venue.phase, venue.order, venue.count_ordered) = (Phase::Over, order.clone(), false);
                cleared(venue);
            });
        }
        Happening::RoundBegan { round } => next_round(tournament, *round),
        Happening::GivenSecondChance { entrant } => {
            let own = of(tournament, *entrant);
            (own.standing, own.place) = (Standing::In, None);
            (own.second_chance, own.came_back) = (false, true);
            tournament.drawn = false;
        }
        Happening::BoughtBack { entrant, amount } => {
            let own = of(tournament, *entrant);
            (own.standing, own.buy_backs) = (Standing::In, own.buy_backs + 1);
            seated(tournament, *entrant, |place| {
                (place.stack, place.short, place.present) = (*amount, Money::ZERO, true);
                (place.bought_back, place.forgone) = (place.bought_back + 1, false);
            });
            at_table(tournament, *entrant, |venue| venue.exits.retain(|exit| exit.entrant != *entrant));
        }
        Happening::BuyBackForgone { entrant } => seated(tournament, *entrant, |place| place.forgone = true),
        of_entry!() | of_wagers!() | of_hidden!() | of_coups!() | of_people!() | of_winners!() => {}
    }
}

/// Nobody's chips are counted any more of those who play at a table.
fn uncounted(tournament: &mut Tournament, table: u8) {
    let here: Vec<PersonId> = tournament.at(table).into_iter().map(|(name, _)| name).collect();
    for name in here {
        seated(tournament, name, |place| (place.counted, place.found) = (false, None));
    }
}

/// Nothing lies any more for a coup that is not played.
fn cleared(venue: &mut Venue) {
    venue.wagers.clear();
    venue.found.clear();
    venue.forms.clear();
    venue.passed.clear();
}

fn next_round(tournament: &mut Tournament, round: u32) {
    (tournament.round, tournament.drawn, tournament.declared) = (round, false, false);
    for venue in tournament.venues.values_mut() {
        *venue = Venue { opening: venue.opening.take(), ..Venue::default() };
    }
    for own in tournament.entrants.values_mut() {
        (own.place, own.was, own.through) = (None, None, false);
        (own.second_chance, own.came_back) = (false, false);
    }
}

fn wagers(tournament: &mut Tournament, (at, by): (Time, Actor), what: &Happening) {
    match what {
        Happening::Wagered { entrant, bet, stake } => at_table(tournament, *entrant, |venue| {
            let wager = Wager { entrant: *entrant, bet: *bet, stake: *stake, hidden: false, stays: false };
            venue.wagers.push(wager);
            venue.waits_since = at;
        }),
        // For the record only: the wager follows.
        Happening::OutOfTurn { .. } => {}
        Happening::Altered { entrant, bet, stake } => at_table(tournament, *entrant, |venue| {
            venue.wagers.retain(|own| own.entrant != *entrant || !own.stays && own.bet != *bet);
            let wager = Wager { entrant: *entrant, bet: *bet, stake: *stake, hidden: false, stays: false };
            venue.wagers.push(wager);
        }),
        Happening::Passed { entrant } => {
            at_table(tournament, *entrant, |venue| {
                venue.passed.insert(*entrant);
                venue.waits_since = at;
            });
            seated(tournament, *entrant, |place| place.pass_cards = place.pass_cards.saturating_sub(1));
        }
        Happening::Corrected { entrant, bet, stake } => at_table(tournament, *entrant, |venue| {
            let own = venue.wagers.iter_mut().filter(|own| own.entrant == *entrant && own.bet == *bet);
            own.filter(|own| !own.hidden).for_each(|own| own.stake = *stake);
            // What the table itself cuts is no officer's finding.
            if matches!(by, Actor::Staff(..)) && venue.phase != Phase::Betting {
                venue.found.insert((*entrant, *bet));
            }
        }),
        Happening::WagerVoid { entrant, bet } | Happening::TakenOff { entrant, bet } => {
            at_table(tournament, *entrant, |venue| {
                venue.wagers.retain(|own| own.entrant != *entrant || own.bet != *bet);
            });
        }
        Happening::TimeLimited { seconds, from } => {
            tournament.time_limit = Some(TimeLimit { seconds: *seconds, from: *from });
        }
        Happening::Restricted { entrant } => {
            let table = tournament.place(*entrant).and_then(|place| tournament.venues.get(&place.table));
            let lies = table.map_or(Money::ZERO, |venue| venue.staked(*entrant));
            seated(tournament, *entrant, |place| (place.restricted, place.before_restricted) = (true, lies));
        }
        Happening::IndicatorIn { table, .. } => {
            venue(tournament, *table, |venue| venue.indicator = Indicator::In);
        }
        Happening::IndicatorOut { table } => {
            venue(tournament, *table, |venue| venue.indicator = Indicator::Out);
        }
        Happening::LimitsRaised { table, limits: Range(limits) } => {
            venue(tournament, *table, |venue| {
                (venue.limits, venue.indicator) = (Some(*limits), Indicator::None);
            });
        }
        of_entry!() | of_sessions!() | of_hidden!() | of_coups!() | of_people!() | of_winners!() => {}
    }
}

fn hidden(tournament: &mut Tournament, at: Time, what: &Happening) {
    match what {
        Happening::Sealed { entrant, form } => {
            let held = tournament.place(*entrant).map_or(Money::ZERO, |place| place.stack);
            at_table(tournament, *entrant, |venue| {
                venue.forms.insert(*entrant, Handed { seal: *form, held, ..Handed::default() });
                venue.waits_since = at;
            });
        }
        Happening::Examined { entrant } => form(tournament, *entrant, |form| form.examined = true),
        Happening::FormReturned { entrant, .. } => at_table(tournament, *entrant, |venue| {
            venue.forms.remove(entrant);
        }),
        Happening::Announced { entrant, .. } => form(tournament, *entrant, |form| form.announced = true),
        // What a form is taken for is on the layout from then on; after the coup its table settles it again.
        Happening::Laid { entrant, bet, stake } | Happening::Deemed { entrant, bet, stake } => {
            at_table(tournament, *entrant, |venue| {
                let wager = Wager { entrant: *entrant, bet: *bet, stake: *stake, hidden: true, stays: false };
                let wagers =
                    if venue.phase == Phase::Betting { &mut venue.before } else { &mut venue.wagers };
                wagers.retain(|own| own.entrant != *entrant || !own.hidden);
                wagers.push(wager);
            });
            let table = tournament.place(*entrant).and_then(|place| tournament.venues.get(&place.table));
            let found = matches!(what, Happening::Deemed { .. });
            if found && table.is_some_and(|venue| venue.phase != Phase::Betting) {
                form(tournament, *entrant, |form| form.faulty = true);
            }
        }
        Happening::Unclear { entrant } => {
            form(tournament, *entrant, |form| (form.faulty, form.costs) = (true, true));
        }
        Happening::FaultFound { entrant } => at_table(tournament, *entrant, |venue| {
            venue.shown.entry(*entrant).and_modify(|form| form.faulty = true);
        }),
        // For the record only.
        Happening::FormShown { .. } => {}
        Happening::HiddenUsed { entrant, left } => seated(tournament, *entrant, |place| place.hidden = *left),
        of_entry!() | of_sessions!() | of_wagers!() | of_coups!() | of_people!() | of_winners!() => {}
    }
}

fn coups(tournament: &mut Tournament, at: Time, what: &Happening) {
    match what {
        Happening::Opened { table, opening } => {
            venue(tournament, *table, |venue| {
                (venue.opening, venue.shoe_begun) = (Some(opening.clone()), false);
            });
        }
        Happening::BetsClosed { table } => {
            let (absent, idle) = (tournament.away(*table), tournament.idle(*table));
            venue(tournament, *table, |venue| {
                (venue.phase, venue.absent, venue.idle) = (Phase::Closed, absent, idle);
            });
        }
        Happening::Dealt { table } => venue(tournament, *table, |venue| {
            (venue.phase, venue.shoe_begun) = (Phase::Dealing, true);
            // Limits rise after the coup in which it came out, or not at all.
            if venue.indicator == Indicator::Out {
                venue.indicator = Indicator::None;
            }
            venue.shown.clear();
            venue.before.clear();
        }),
        Happening::OutcomeTold { table } => venue(tournament, *table, |venue| {
            (venue.outcome, venue.undo) = (true, None);
        }),
        Happening::CoupOver { table, coup, cards } => {
            keep(tournament, *table);
            venue(tournament, *table, |venue| venue.coups = *coup);
            coup_ends(tournament, *table, at, Some(cards.clone()));
        }
        // For the record only: the coup is played on.
        Happening::WrongHolder { .. } => {}
        Happening::LastCoup { table } => venue(tournament, *table, |venue| venue.last_coup = true),
        Happening::Unsettled { table } => undo(tournament, *table),
        Happening::CoupVoid { table } => {
            let passed = tournament.venues.get(table).map(|venue| venue.passed.clone());
            for name in passed.into_iter().flatten() {
                seated(tournament, name, |place| place.pass_cards += 1);
            }
            coup_ends(tournament, *table, at, None);
        }
        Happening::Won { entrant, amount } => seated(tournament, *entrant, |place| place.stack += *amount),
        Happening::Lost { entrant, amount } => seated(tournament, *entrant, |place| place.stack -= *amount),
        Happening::Stays { entrant, bet, stake } => at_table(tournament, *entrant, |venue| {
            let wager = Wager { entrant: *entrant, bet: *bet, stake: *stake, hidden: false, stays: true };
            venue.wagers.push(wager);
        }),
        // For the record only: it was counted when it was played.
        Happening::PassCollected { .. } => {}
        Happening::Deducted { entrant, amount } => {
            seated(tournament, *entrant, |place| place.stack -= *amount);
        }
        Happening::AbsenceCounted { entrant, coups } => {
            seated(tournament, *entrant, |place| place.deducted = *coups);
        }
        Happening::Missed { entrant } => {
            let table = tournament.place(*entrant).map(|place| place.table);
            let coup = table.and_then(|table| tournament.venues.get(&table)).map(|venue| venue.coups);
            seated(tournament, *entrant, |place| {
                (place.missed, place.missed_last) = (place.missed + 1, coup);
            });
        }
        Happening::Eliminated { entrant, residual, wager, taken, before } => {
            let own = of(tournament, *entrant);
            (own.standing, own.second_chance) = (Standing::Out, !own.came_back);
            at_table(tournament, *entrant, |venue| {
                taken_off(venue, *entrant);
                let (entrant, residual, wager, taken) = (*entrant, *residual, *wager, *taken);
                let (coup, between) = (venue.coups, before.is_some());
                venue.exits.push(Exit { entrant, coup, between, residual, wager, taken });
            });
        }
        // They stay in: chips are given out again before they play on.
        Happening::AllOut { .. } => {}
        of_entry!() | of_sessions!() | of_wagers!() | of_hidden!() | of_people!() | of_winners!() => {}
    }
}

/// The layout is cleared for the next coup; forms of this one may be seen until its first card.
fn coup_ends(tournament: &mut Tournament, table: u8, at: Time, cards: Option<CoupCards>) {
    venue(tournament, table, |venue| {
        let counts = cards.is_some();
        (venue.phase, venue.waits_since, venue.last) = (Phase::Betting, at, cards);
        venue.shown = std::mem::take(&mut venue.forms);
        venue.before = std::mem::take(&mut venue.wagers);
        venue.found.clear();
        venue.passed.clear();
        venue.absent.clear();
        venue.idle.clear();
        venue.outcome = false;
        venue.last_played |= venue.last_coup && counts;
        if let Some(coups) = venue.play_off.as_mut().and_then(|own| own.coups.as_mut()).filter(|_| counts) {
            *coups = coups.saturating_sub(1);
        }
    });
    for own in tournament.entrants.values_mut().filter_map(|own| own.place.as_mut()) {
        own.restricted &= own.table != table;
    }
}

fn people(tournament: &mut Tournament, what: &Happening) {
    match what {
        Happening::PlaceLost { entrant } => lose(tournament, *entrant, Standing::Out),
        Happening::SubstituteNamed { entrant, other } => {
            seated(tournament, *entrant, |place| place.named = Some(*other));
        }
        Happening::Substituted { entrant, other } => seated(tournament, *entrant, |place| {
            (place.substitute, place.named) = (Some(*other), None);
            (place.present, place.came) = (true, true);
        }),
        Happening::Reported { entrant, offence } => {
            if offence.is_grave() {
                tournament.must_go.entry(*entrant).or_default().insert(*offence);
            }
        }
        Happening::Dismissed { entrant, offence } => {
            if let Some(reported) = tournament.must_go.get_mut(entrant) {
                reported.remove(offence);
            }
            tournament.must_go.retain(|_, reported| !reported.is_empty());
        }
        Happening::Disqualified { entrant, .. } => lose(tournament, *entrant, Standing::Disqualified),
        // The chips that they have again are theirs to wager with.
        Happening::Reinstated { entrant, amount } => {
            let own = of(tournament, *entrant);
            let out = own.standing == Standing::Out;
            (own.standing, own.second_chance) = (Standing::In, false);
            seated(tournament, *entrant, |place| {
                // Of chips that are money, what went home with them when they went out stays there.
                place.home += if out && place.kept { place.ended } else { Money::ZERO };
                place.stack = *amount;
            });
            at_table(tournament, *entrant, |venue| venue.exits.retain(|exit| exit.entrant != *entrant));
        }
        Happening::Disputed { entrant, .. } => match of(tournament, *entrant).place.is_some() {
            true => at_table(tournament, *entrant, |venue| {
                venue.disputes.insert(*entrant);
            }),
            false => {
                tournament.disputed.insert(*entrant);
            }
        },
        Happening::Ruled { entrant, .. } => {
            tournament.disputed.remove(entrant);
            // Wherever it was raised: who raised it may sit elsewhere by now.
            for venue in tournament.venues.values_mut() {
                venue.disputes.remove(entrant);
            }
        }
        of_entry!() | of_sessions!() | of_wagers!() | of_hidden!() | of_coups!() | of_winners!() => {}
    }
}

/// Takes somebody out of the game with everything that lies there for them.
fn lose(tournament: &mut Tournament, entrant: PersonId, standing: Standing) {
    at_table(tournament, entrant, |venue| {
        taken_off(venue, entrant);
        venue.disputes.remove(&entrant);
        venue.exits.retain(|exit| exit.entrant != entrant);
        venue.order.0.iter_mut().for_each(|group| group.retain(|name| *name != entrant));
        venue.order.0.retain(|group| !group.is_empty());
    });
    tournament.must_go.remove(&entrant);
    let own = of(tournament, entrant);
    (own.second_chance, own.through) = (standing == Standing::Out && !own.came_back, false);
    own.standing = standing;
}

/// Takes what somebody has on the layout off it; once cards are out what lies is settled.
fn taken_off(venue: &mut Venue, entrant: PersonId) {
    if venue.phase != Phase::Dealing {
        venue.wagers.retain(|own| own.entrant != entrant);
        venue.forms.remove(&entrant);
        venue.passed.remove(&entrant);
    }
}

/// The entrant; somebody who has not applied has no events but the first.
pub(crate) fn of(tournament: &mut Tournament, entrant: PersonId) -> &mut Entrant {
    tournament.entrants.entry(entrant).or_default()
}

fn seated(tournament: &mut Tournament, entrant: PersonId, change: impl FnOnce(&mut Place)) {
    if let Some(place) = of(tournament, entrant).place.as_mut() {
        change(place);
    }
}

pub(crate) fn venue(tournament: &mut Tournament, table: u8, change: impl FnOnce(&mut Venue)) {
    if let Some(venue) = tournament.venues.get_mut(&table) {
        change(venue);
    }
}

fn at_table(tournament: &mut Tournament, entrant: PersonId, change: impl FnOnce(&mut Venue)) {
    if let Some(table) = of(tournament, entrant).place.as_ref().map(|place| place.table) {
        venue(tournament, table, change);
    }
}

fn form(tournament: &mut Tournament, entrant: PersonId, change: impl FnOnce(&mut Handed)) {
    at_table(tournament, entrant, |venue| {
        if let Some(form) = venue.forms.get_mut(&entrant) {
            change(form);
        }
    });
}
