//! What a tournament's events ask of its tables.
//!
//! Neither writes the other's events. What a tournament asks is said to the table as the house's own word and decided there;
//! what a table did is told to the tournament as a command ([`crate::tells`]). The table deals and settles; wagers reach it
//! only from here. At an open table everybody sits who plays for the tournament there.

#![deny(clippy::wildcard_enum_match_arm)] // a new event asks whether a table must know of it

use punto_rulebook::{Breach, Item, Opening, Range, Rulebook, Span, Terms};
use punto_table::{Command as Ask, Names};
use punto_vocab::line::Words;
use punto_vocab::{Money, PersonId};

use crate::conditions::Plan;
use crate::event::Happening;
use crate::order::sequence;
use crate::state::{Phase, Standing, Tournament, Wager};

punto_vocab::groups! {
    Happening:
    /// What asks nothing of a table, or nothing besides wagers that have changed.
    of_no_table: Drafted Published ValueAdded Retained ToppedUp Refunded FeeKept Applied Informed Endorsed FeePaid Accepted
        EntryRefused Withdrew Started Designated Released Drawn Allotted Attending Departed Rescheduled SeatTaken SeatLeft BoughtIn
        Issued PassCardsIssued ShoeOver Agreed SessionOver RoundBegan GivenSecondChance Wagered OutOfTurn Altered Passed Corrected
        WagerVoid TimeLimited Restricted IndicatorIn IndicatorOut LimitsRaised Sealed Examined FormReturned Announced Laid Deemed
        FormShown HiddenUsed BetsClosed Dealt CoupOver CoupVoid LastCoup WrongHolder Won Lost Stays PassCollected Deducted Missed
        AllOut SubstituteNamed Substituted Reported Disputed Ruled CountOrdered Counted Short ChipsIn ChipsKept ChipsReturned
        PlayOffOver Advanced Placed Awarded PrizePaid;
}

/// What an event asks of tables: which table, and what is said to it. The tournament is given as it was and as it is.
pub fn asks(book: &Rulebook, before: &Tournament, own: &Tournament, what: &Happening) -> Vec<(u8, Ask)> {
    let asked = match what {
        Happening::SessionBegan { .. } => {
            let played = own.venues.iter().filter(|(_, venue)| venue.phase == Phase::Betting);
            played.flat_map(|(table, _)| opened(book, own, *table)).collect()
        }
        Happening::MarkerAt { table, .. } => {
            let names = sequence(book, own, *table);
            let ask = |names| (*table, Ask::WagerOrder { names: Names(names) });
            Some(names).filter(|names| !names.is_empty()).map(ask).into_iter().collect()
        }
        Happening::Laid { entrant, bet, stake } | Happening::Deemed { entrant, bet, stake }
            if stake.is_positive() =>
        {
            let ask = |at| Ask::Reveal { patron: *entrant, at, bet: *bet, stake: Some(*stake) };
            at(own, *entrant, ask)
        }
        Happening::Corrected { entrant, bet, stake } if dealt(own, *entrant) => {
            at(own, *entrant, |at| Ask::Found { patron: *entrant, at, bet: *bet, stake: *stake })
        }
        // Before the cards the wager is lifted like any other that is gone.
        Happening::WagerVoid { entrant, bet } if dealt(own, *entrant) => {
            let stake = Money::ZERO;
            at(own, *entrant, |at| Ask::Found { patron: *entrant, at, bet: *bet, stake })
        }
        Happening::Eliminated { entrant, .. }
        | Happening::PlaceLost { entrant }
        | Happening::Disqualified { entrant, .. }
        | Happening::KnockedOut { entrant } => {
            let sits = before.place(*entrant).is_some() && is_open(own, *entrant);
            let gone = Ask::Leave { patron: *entrant };
            at(own, *entrant, |_| gone.clone()).into_iter().filter(|_| sits).collect()
        }
        Happening::BoughtBack { entrant, .. } => {
            at(own, *entrant, |seat| Ask::Sit { patron: *entrant, at: seat })
        }
        Happening::PlayOffBegan { names, .. } => {
            let back = names.0.iter().filter(|name| before.place(**name).is_none());
            back.flat_map(|name| at(own, *name, |seat| Ask::Sit { patron: *name, at: seat })).collect()
        }
        Happening::Declared { table } => left(before, *table),
        Happening::Cancelled { .. } => {
            let open = before.venues.iter().filter(|(_, venue)| has_table(venue.phase));
            open.flat_map(|(table, _)| left(before, *table)).collect()
        }
        Happening::Unsettled { .. } => {
            let gone = before.entrants.keys().filter(|name| before.place(**name).is_none());
            let back = gone.filter(|name| own.place(**name).is_some());
            back.flat_map(|name| at(own, *name, |seat| Ask::Sit { patron: *name, at: seat })).collect()
        }
        // The table has told of it.
        Happening::TakenOff { .. } => return Vec::new(),
        of_no_table!() => Vec::new(),
    };
    moved(before, own).into_iter().chain(asked).collect()
}

/// Something that is asked of the table where somebody has a seat.
fn at(own: &Tournament, entrant: PersonId, ask: impl Fn(u8) -> Ask) -> Vec<(u8, Ask)> {
    let place = own.entrants.get(&entrant).and_then(|own| own.place.as_ref());
    place.map(|place| (place.table, ask(place.seat))).into_iter().collect()
}

/// Whether the table is open at which somebody has a seat.
fn is_open(own: &Tournament, entrant: PersonId) -> bool {
    phase_of(own, entrant).is_some_and(has_table)
}

/// Whether cards of a coup are out where somebody has a seat.
fn dealt(own: &Tournament, entrant: PersonId) -> bool {
    phase_of(own, entrant) == Some(Phase::Dealing)
}

fn phase_of(own: &Tournament, entrant: PersonId) -> Option<Phase> {
    let place = own.entrants.get(&entrant)?.place.as_ref()?;
    own.venues.get(&place.table).map(|venue| venue.phase)
}

/// Whether a table is open in this phase of its session.
fn has_table(phase: Phase) -> bool {
    match phase {
        Phase::Betting | Phase::Closed | Phase::Dealing | Phase::Over => true,
        Phase::Idle | Phase::Declared => false,
    }
}

/// Wagers in chips that were put down, changed or taken off before the cards.
fn moved(before: &Tournament, own: &Tournament) -> Vec<(u8, Ask)> {
    let mut asked = Vec::new();
    for (table, venue) in &own.venues {
        let Some(was) = before.venues.get(table).filter(|was| was.wagers != venue.wagers) else { continue };
        if was.phase == Phase::Dealing || venue.phase == Phase::Dealing {
            continue;
        }
        let lies = |list: &[Wager], one: &Wager| {
            list.iter().any(|own| (own.entrant, own.bet, own.stake) == (one.entrant, one.bet, one.stake))
        };
        let seat = |one: &Wager| before.entrants.get(&one.entrant)?.place.as_ref().map(|place| place.seat);
        let chips = |list: &'_ [Wager]| list.iter().filter(|own| !own.hidden).cloned().collect::<Vec<_>>();
        for one in chips(&was.wagers).iter().filter(|one| !lies(&venue.wagers, one)) {
            let lift = seat(one).map(|at| Ask::Lift { patron: one.entrant, at, bet: one.bet });
            asked.extend(lift.map(|ask| (*table, ask)));
        }
        for one in chips(&venue.wagers).iter().filter(|one| !lies(&was.wagers, one)) {
            let bet =
                seat(one).map(|at| Ask::Bet { patron: one.entrant, at, bet: one.bet, stake: one.stake });
            asked.extend(bet.map(|ask| (*table, ask)));
        }
    }
    asked
}

/// A table of the tournament, which its staff have closed after the session before, opens without what is switched off in tournaments, and with everybody in their seats.
fn opened(book: &Rulebook, own: &Tournament, table: u8) -> Vec<(u8, Ask)> {
    let Some(plan) = &own.plan else { return Vec::new() };
    let off = Breach::ALL
        .iter()
        .filter(|breach| book.limits.found_late_in_tournament(**breach) != book.limits.found_late(**breach));
    let off = off.map(|breach| Ask::LimitOff { breach: *breach });
    let here = own.entrants.iter().filter(|(_, one)| one.standing == Standing::In);
    let seats = here.filter_map(|(name, one)| Some((*name, one.place.as_ref()?)));
    let sit = seats
        .filter(|(_, place)| place.table == table)
        .map(|(patron, place)| Ask::Sit { patron, at: place.seat });
    let opening = opening(book, own, plan);
    [Ask::Open { opening }].into_iter().chain(off).chain(sit).map(|ask| (table, ask)).collect()
}

/// What a table of the tournament opens with: its method, and the widest limits that its sessions have. Which of them hold
/// when is the tournament's to say, before a wager comes to the table.
fn opening(book: &Rulebook, own: &Tournament, plan: &Plan) -> Opening {
    let widest = plan.rise.map_or(plan.limits, |rise| Span {
        min: plan.limits.min.min(rise.min),
        max: plan.limits.max.max(rise.max),
    });
    let mut opening = Opening::usual();
    opening.parts.tournament = Some(true);
    opening.parts.limits = Some(Range(widest));
    let method = own.form.item(Item::Method).filter(|method| book.method(method).is_some());
    opening.parts.method = method.and_then(|method| Words::new(method).ok());
    opening
}

/// Everybody leaves a table. To close it is for its staff, who check its cards before they do.
fn left(before: &Tournament, table: u8) -> Vec<(u8, Ask)> {
    let here = before.playing().filter(|(_, own)| own.place.as_ref().is_some_and(|own| own.table == table));
    here.map(|(patron, _)| (table, Ask::Leave { patron })).collect()
}

/// How many seats a tournament's table has under a document: those that such a table opens with.
pub fn seats(book: &Rulebook) -> u8 {
    let mut opening = Opening::usual();
    opening.parts.tournament = Some(true);
    let mut draft = opening.draft(book);
    draft.posted = true;
    let terms = Terms::under(book, draft).ok();
    terms.and_then(|terms| terms.seats).and_then(|seats| u8::try_from(seats).ok()).unwrap_or(u8::MAX)
}
