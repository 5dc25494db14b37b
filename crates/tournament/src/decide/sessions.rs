//! Tables and seats, and sessions from their beginning to their end.

use std::collections::BTreeSet;

use punto_rulebook::{Item, TournamentRule as R};
use punto_vocab::{Actor, Money, Names, PersonId, Seed, Time};

use super::{Ctx, Decision, event, winners};
use crate::conditions::{Length, Seating};
use crate::event::{Event, Happening};
use crate::order::marker;
use crate::reason::{Reason, Refused};
use crate::state::{Phase, Standing, Venue};

pub(super) fn designate(ctx: &Ctx<'_>, table: u8) -> Decision {
    let designate = ctx.entitled(R::Designate)?;
    let plan = ctx.running()?;
    let most = if ctx.own.is_final() { 1 } else { plan.tables };
    match ctx.own.venues.contains_key(&table) {
        true => ctx.refuse(&designate.by, Reason::TableKnown { table }),
        false if ctx.own.venues.len() as u32 >= most => {
            ctx.refuse(&ctx.by_item(Item::Tables), Reason::TooManyTables { most })
        }
        false => Ok(vec![event(Happening::Designated { table }, &designate.by)]),
    }
}

/// A table is used for something else again, but not while a session is played there.
pub(super) fn release(ctx: &Ctx<'_>, table: u8) -> Decision {
    let designate = ctx.entitled(R::Designate)?;
    match ctx.venue(table)?.phase {
        Phase::Idle | Phase::Declared => Ok(vec![event(Happening::Released { table }, &designate.by)]),
        Phase::Betting | Phase::Closed | Phase::Dealing | Phase::Over => {
            ctx.refuse(&ctx.by_rule(R::Exclusive), Reason::InSession { table })
        }
    }
}

/// Everybody's seat, from the seed that was promised before anybody entered: round the tables, then to the next seat.
pub(super) fn draw(ctx: &Ctx<'_>, seed: Seed) -> Decision {
    let allocate = ctx.entitled(R::Allocate)?;
    let plan = ctx.running()?;
    if plan.seating != Seating::Draw {
        return ctx.refuse(&allocate.by, Reason::NotByDraw);
    }
    match ctx.own.promise {
        None => return ctx.refuse(&allocate.by, Reason::NoPromise),
        Some(promise) if promise != seed.promise() => return ctx.refuse(&allocate.by, Reason::OtherSeed),
        Some(_) => {}
    }
    idle(ctx)?;
    let order = seed.order(format_args!("round {}", ctx.own.round), to_be_seated(ctx));
    let most = if ctx.own.is_final() { 1 } else { usize::MAX };
    let tables: Vec<u8> = ctx.own.venues.keys().copied().take(most).collect();
    if tables.is_empty() || order.is_empty() {
        return ctx.refuse(&ctx.order(), Reason::NotBegun);
    }
    let seats = order.iter().enumerate().map(|(place, entrant)| {
        let (table, seat) = (tables[place % tables.len()], (place / tables.len() + 1) as u8);
        event(Happening::Allotted { entrant: *entrant, table, seat }, &allocate.by)
    });
    let drawn = event(Happening::Drawn { seed, names: Names(order.clone()) }, &allocate.by);
    Ok([drawn].into_iter().chain(seats).collect())
}

/// Those who play in the session to come: everybody who is in and not through already.
fn to_be_seated<'a>(ctx: &'a Ctx<'_>) -> impl Iterator<Item = PersonId> + 'a {
    ctx.own.playing().filter(|(_, own)| !own.through).map(|(name, _)| name)
}

fn idle(ctx: &Ctx<'_>) -> Result<(), Refused> {
    let playing = |venue: &Venue| !matches!(venue.phase, Phase::Idle | Phase::Declared);
    match ctx.own.venues.iter().find(|(_, venue)| playing(venue)) {
        Some((table, _)) => ctx.refuse(&ctx.order(), Reason::InSession { table: *table }),
        None => Ok(()),
    }
}

pub(super) fn allot(ctx: &Ctx<'_>, entrant: PersonId, table: u8, seat: u8) -> Decision {
    let allocate = ctx.entitled(R::Allocate)?;
    let plan = ctx.running()?;
    ctx.entrant(entrant)?;
    ctx.venue(table)?;
    if plan.seating == Seating::Draw {
        return ctx.refuse(&allocate.by, Reason::ByDraw);
    }
    idle(ctx)?;
    if ctx.own.place(entrant).is_some_and(|place| !place.stack.is_zero() || place.present) {
        return ctx.refuse(&allocate.by, Reason::HasSeat { entrant });
    }
    let mut taken = ctx.own.playing().filter_map(|(name, own)| Some((name, own.place.as_ref()?)));
    match taken.find(|(name, place)| *name != entrant && (place.table, place.seat) == (table, seat)) {
        Some((other, _)) => ctx.refuse(&allocate.by, Reason::SeatGiven { seat, entrant: other }),
        None => Ok(vec![event(Happening::Allotted { entrant, table, seat }, &allocate.by)]),
    }
}

/// The officer who answers for the tournament comes or goes.
pub(super) fn attend(ctx: &Ctx<'_>, comes: bool) -> Decision {
    let present = ctx.entitled(R::Present)?;
    let Actor::Staff(_, who) = ctx.by else { return ctx.refuse(&present.by, Reason::NobodyAttends) };
    let what = if comes { Happening::Attending { who } } else { Happening::Departed { who } };
    Ok(vec![event(what, &present.by)])
}

/// Moves the next start, on the notice that the conditions call reasonable.
pub(super) fn reschedule(ctx: &Ctx<'_>, at: Time) -> Decision {
    let reschedule = ctx.entitled(R::Reschedule)?;
    notice(ctx, at, &reschedule.by)?;
    Ok(vec![event(Happening::Rescheduled { at }, &reschedule.by)])
}

fn notice(ctx: &Ctx<'_>, at: Time, by: &punto_vocab::Citation) -> Result<(), Refused> {
    let plan = ctx.own.plan.as_ref();
    match plan.and_then(|plan| plan.notice) {
        None => ctx.refuse(by, Reason::NoNotice),
        Some(minutes) if at < ctx.at.plus_minutes(minutes) => {
            ctx.refuse(by, Reason::TooShortNotice { minutes })
        }
        Some(_) => Ok(()),
    }
}

pub(super) fn take_seat(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    // Who comes back takes the seat from a substitute.
    if ctx.by != Actor::Patron(entrant) {
        ctx.own_word(entrant, &ctx.by_rule(R::OwnPlace))?;
    }
    ctx.running()?;
    ctx.entrant(entrant)?;
    ctx.seat(entrant)?;
    Ok(vec![event(Happening::SeatTaken { entrant }, &ctx.by_rule(R::OwnPlace))])
}

pub(super) fn leave_seat(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    ctx.own_word(entrant, &ctx.by_rule(R::Absent))?;
    let place = ctx.seat(entrant)?;
    match place.present {
        true => Ok(vec![event(Happening::SeatLeft { entrant }, &ctx.by_rule(R::Absent))]),
        false => ctx.refuse(&ctx.order(), Reason::NotPresent { entrant }),
    }
}

/// Chips are bought before the session, by everybody for the same amount.
pub(super) fn buy_in(ctx: &Ctx<'_>, entrant: PersonId, amount: Money) -> Decision {
    let allotment = ctx.rule(R::Allotment)?;
    ctx.own_word(entrant, &allotment.by)?;
    let plan = ctx.running()?;
    let place = ctx.seat(entrant)?;
    idle(ctx)?;
    match place.bought {
        true => ctx.refuse(&allotment.by, Reason::BoughtAlready { entrant }),
        false if amount != plan.chips => {
            ctx.refuse(&allotment.by, Reason::OtherAmount { asked: amount, amount: plan.chips })
        }
        false => {
            let by = allotment.by.and_all(ctx.book.tournament.get(R::BuyIn).map(|rule| &rule.by));
            Ok(vec![event(Happening::BoughtIn { entrant, amount }, &by)])
        }
    }
}

/// The session of a round begins at every table, with the same chips for everybody.
pub(super) fn begin(ctx: &Ctx<'_>) -> Decision {
    let session = ctx.entitled(R::Session)?;
    let plan = ctx.running()?;
    ctx.attended()?;
    idle(ctx)?;
    if ctx.at < ctx.own.scheduled {
        return ctx.refuse(&ctx.by_rule(R::Reschedule), Reason::TooEarly { at: ctx.own.scheduled });
    }
    let names: Vec<PersonId> = to_be_seated(ctx).collect();
    if names.is_empty() || ctx.own.venues.is_empty() {
        return ctx.refuse(&ctx.order(), Reason::NotBegun);
    }
    let tables: BTreeSet<u8> =
        ctx.own.playing().filter_map(|(_, own)| Some(own.place.as_ref()?.table)).collect();
    if ctx.own.is_final() && tables.len() > 1 {
        return ctx.refuse(&ctx.by_rule(R::Advance), Reason::TooManyTables { most: 1 });
    }
    let mut events = vec![event(Happening::SessionBegan { round: ctx.own.round }, &session.by)];
    for entrant in names {
        let place = ctx
            .own
            .place(entrant)
            .ok_or_else(|| ctx.refusal(&ctx.by_rule(R::Allocate), Reason::NoSeat { entrant }))?;
        let late = ctx.book.tournament.get(R::LateLive).filter(|_| plan.live && !place.present);
        let unbought = plan.bought && !place.bought;
        match (late, ctx.book.tournament.get(R::NoBuyIn)) {
            (Some(rule), _) => events.push(event(Happening::PlaceLost { entrant }, &rule.by)),
            (None, Some(rule)) if unbought => {
                let (residual, wager, taken) = (Money::ZERO, Money::ZERO, 0);
                events.push(event(Happening::Eliminated { entrant, residual, wager, taken }, &rule.by));
            }
            (None, None) if unbought => {
                return ctx.refuse(&ctx.by_rule(R::Allotment), Reason::NotBought { entrant });
            }
            (None, _) => {
                events.push(event(
                    Happening::Issued { entrant, amount: plan.chips },
                    &ctx.by_rule(R::Allotment),
                ));
            }
        }
    }
    if let Some(rule) = ctx.book.tournament.get(R::PassCard).filter(|_| plan.pass_cards > 0) {
        events.push(event(Happening::PassCardsIssued { number: plan.pass_cards }, &rule.by));
    }
    let after = ctx.after(&events);
    events.extend(ctx.own.venues.keys().filter_map(|table| first_marker(&ctx.with(&after), *table)));
    Ok(events)
}

/// The marker where the document first puts it.
pub(super) fn first_marker(ctx: &Ctx<'_>, table: u8) -> Option<Event> {
    let order = ctx.wagering_order()?;
    let seat = marker(ctx.book, ctx.own, table, None)?;
    let by = order.by.and_all(ctx.book.tournament.get(R::Marker).map(|rule| &rule.by));
    Some(event(Happening::MarkerAt { table, seat }, &by))
}

/// The time of a session is up.
pub(super) fn time_up(ctx: &Ctx<'_>, table: u8) -> Decision {
    let session = ctx.told_by_table(R::Session)?;
    let plan = ctx.running()?;
    let venue = ctx.between_coups(table)?;
    let over = matches!(plan.session, Length::Minutes(minutes) if ctx.at >= venue.since.plus_minutes(minutes))
        && venue.play_off.is_none();
    match over {
        true => Ok(vec![winners::over(ctx, table, &session.by)]),
        false => ctx.refuse(&session.by, Reason::SessionGoesOn { table }),
    }
}

/// A shoe is over; with the last one the session is.
pub(super) fn shoe_ended(ctx: &Ctx<'_>, table: u8) -> Decision {
    let session = ctx.told_by_table(R::Session)?;
    let plan = ctx.running()?;
    let venue = ctx.between_coups(table)?;
    let ended = event(Happening::ShoeOver { table }, &session.by);
    let last =
        matches!(plan.session, Length::Shoes(shoes) if venue.shoes + 1 >= shoes) && venue.play_off.is_none();
    Ok([ended].into_iter().chain(last.then(|| winners::over(ctx, table, &session.by))).collect())
}

/// Ends a session before its time, once it is known who goes on; where chips become cash, everybody there agrees.
pub(super) fn end_early(ctx: &Ctx<'_>, table: u8) -> Decision {
    let early = ctx.entitled(R::EndEarly)?;
    let plan = ctx.running()?;
    if ctx.between_coups(table)?.play_off.is_some() {
        return ctx.refuse(&ctx.by_rule(R::PlayOff), Reason::SessionGoesOn { table });
    }
    let here = ctx.own.at(table);
    let left = here.len() as u32;
    if left > plan.advance {
        return ctx.refuse(&early.by, Reason::NotDetermined { left, advance: plan.advance });
    }
    let agreed = ctx.book.tournament.get(R::EndEarlyAgreed).filter(|_| ctx.own.form.says(Item::CashOut));
    let venue = ctx.venue(table)?;
    match (agreed, here.iter().find(|(name, _)| !venue.agreed.contains(name))) {
        (Some(rule), Some((entrant, _))) => ctx.refuse(&rule.by, Reason::NotAgreed { entrant: *entrant }),
        (rule, _) => Ok(vec![winners::over(ctx, table, &early.by.and_all(rule.map(|rule| &rule.by)))]),
    }
}

pub(super) fn agree(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let agreed = ctx.rule(R::EndEarlyAgreed)?;
    ctx.own_word(entrant, &agreed.by)?;
    ctx.seat(entrant)?;
    Ok(vec![event(Happening::Agreed { entrant }, &agreed.by)])
}

/// Those who go on play the next round; its seats are given anew.
pub(super) fn next_round(ctx: &Ctx<'_>) -> Decision {
    let advance = ctx.entitled(R::Advance)?;
    ctx.running()?;
    all_declared(ctx)?;
    match ctx.own.is_final() {
        true => ctx.refuse(&advance.by, Reason::NoMoreRounds),
        false => Ok(vec![event(Happening::RoundBegan { round: ctx.own.round + 1 }, &advance.by)]),
    }
}

fn all_declared(ctx: &Ctx<'_>) -> Result<(), Refused> {
    let mut phases = ctx.own.venues.values().map(|venue| venue.phase);
    let waits = phases.clone().any(|phase| !matches!(phase, Phase::Declared | Phase::Idle));
    match !waits && phases.any(|phase| phase == Phase::Declared) {
        true => Ok(()),
        false => ctx.refuse(&ctx.by_rule(R::Winners), Reason::SessionsNotOver),
    }
}

/// Those who are out play a further session of the round, where the conditions have one.
pub(super) fn second_chance(ctx: &Ctx<'_>, names: &Names) -> Decision {
    let chance = ctx.entitled(R::SecondChance)?;
    ctx.running()?;
    all_declared(ctx)?;
    if !ctx.own.form.says(Item::SecondChance) {
        return ctx.refuse(&chance.by, Reason::NotReserved { item: Item::SecondChance });
    }
    let given = |entrant: &PersonId| match ctx.own.entrants.get(entrant) {
        Some(own) if own.standing == Standing::Out && own.second_chance => {
            Ok(event(Happening::GivenSecondChance { entrant: *entrant }, &chance.by))
        }
        _ => ctx.refuse(&chance.by, Reason::NoSecondChance { entrant: *entrant }),
    };
    names.0.iter().map(given).collect()
}

/// Somebody who is out in a session buys back into it, as often as the conditions say.
pub(super) fn buy_back(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let back = ctx.rule(R::BuyBack)?;
    ctx.own_word(entrant, &back.by)?;
    let plan = ctx.running()?;
    let own = ctx.applicant(entrant)?;
    let Some(place) = own.place.as_ref().filter(|_| own.standing == Standing::Out) else {
        return ctx.refuse(&back.by, Reason::NotOut { entrant });
    };
    ctx.between_coups(place.table)?;
    match own.buy_backs < plan.buy_backs {
        true => Ok(vec![event(Happening::BoughtBack { entrant, amount: plan.chips }, &back.by)]),
        false => ctx.refuse(&back.by, Reason::NoBuyBacks { entrant }),
    }
}
