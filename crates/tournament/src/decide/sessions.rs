//! Tables and seats, and sessions from their beginning to their end.

use std::collections::BTreeSet;

use punto_rulebook::{Item, TournamentRule as R};
use punto_vocab::{Actor, Citation, Money, Names, PersonId, Seed, Time};

use super::{Ctx, Decision, coups, entry, event, winners};
use crate::conditions::{Length, Plan, Seating};
use crate::event::{Event, Happening};
use crate::lots::{Lot, NoDraw, verify};
use crate::order::marker;
use crate::reason::{Reason, Refused};
use crate::state::{Entrant, Phase, Stage, Standing, Venue};
use crate::tables::seats;

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

/// A table is used for something else again, but not while a session is played there or somebody has a seat at it.
pub(super) fn release(ctx: &Ctx<'_>, table: u8) -> Decision {
    let designate = ctx.entitled(R::Designate)?;
    let venue = ctx.venue(table)?;
    if let Some(entrant) = venue.disputes.first() {
        return ctx.refuse(&ctx.by_rule(R::Dispute), Reason::InDispute { entrant: *entrant });
    }
    match venue.phase {
        Phase::Idle | Phase::Declared if !ctx.own.at(table).is_empty() => {
            ctx.refuse(&designate.by, Reason::PeopleThere { table })
        }
        Phase::Idle => Ok(vec![event(Happening::Released { table }, &designate.by)]),
        // Who has won there may be taken back as long as the table is there.
        Phase::Declared => {
            undisputed(ctx)?;
            ctx.nobody_must_go(|_| true)?;
            Ok(vec![event(Happening::Released { table }, &designate.by)])
        }
        Phase::Betting | Phase::Closed | Phase::Dealing | Phase::Over => {
            ctx.refuse(&ctx.by_rule(R::Exclusive), Reason::InSession { table })
        }
    }
}

/// Everybody's seat, from the seed that was promised before anybody entered. A draw is made once: nobody who knows the seeds
/// to come can draw again until they like what they see.
pub(super) fn draw(ctx: &Ctx<'_>, seed: Seed) -> Decision {
    let allocate = ctx.entitled(R::Allocate)?;
    let plan = ctx.running()?;
    if plan.seating != Seating::Draw {
        return ctx.refuse(&allocate.by, Reason::NotByDraw);
    }
    let Some(promise) = ctx.own.promise else { return ctx.refuse(&allocate.by, Reason::NoPromise) };
    if ctx.own.drawn {
        return ctx.refuse(&allocate.by, Reason::DrawnAlready);
    }
    idle(ctx)?;
    let most = if ctx.own.is_final() { 1 } else { usize::MAX };
    let tables: Vec<u8> = ctx.own.venues.keys().copied().take(most).collect();
    if tables.is_empty() || to_be_seated(ctx).next().is_none() {
        return ctx.refuse(&ctx.order(), Reason::NotBegun);
    }
    let lots = verify(promise, seed, ctx.own.round, to_be_seated(ctx), (&tables, seats(ctx.book)));
    let lots = lots.map_err(|why| match why {
        NoDraw::OtherSeed => ctx.refusal(&allocate.by, Reason::OtherSeed),
        NoDraw::TooFewSeats { seats, entrants } => {
            ctx.refusal(&seated_by(ctx), Reason::TooFewSeats { seats, entrants })
        }
    })?;
    let names = Names(lots.iter().map(|lot| lot.entrant).collect());
    let given = lots.into_iter().map(|Lot { entrant, table, seat }| {
        event(Happening::Allotted { entrant, table, seat }, &allocate.by)
    });
    let drawn = event(Happening::Drawn { seed, names }, &allocate.by);
    Ok([drawn].into_iter().chain(given).collect())
}

/// What says how many seats a table has.
pub(super) fn seated_by(ctx: &Ctx<'_>) -> Citation {
    let allocate = ctx.by_rule(R::Allocate);
    allocate.and_all(ctx.book.seats.as_ref().map(|seats| &seats.by))
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
    let own = ctx.entrant(entrant)?;
    ctx.venue(table)?;
    if own.through {
        return ctx.refuse(&ctx.by_rule(R::Advance), Reason::Through { entrant });
    }
    if plan.seating == Seating::Draw {
        return ctx.refuse(&allocate.by, Reason::ByDraw);
    }
    idle(ctx)?;
    let seats = seats(ctx.book);
    if !(1..=seats).contains(&seat) {
        return ctx.refuse(&seated_by(ctx), Reason::NoSuchSeat { seat, seats });
    }
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
    if ctx.own.stage != Stage::Entering {
        ctx.running()?;
    }
    notice(ctx, at, &reschedule.by)?;
    Ok(vec![event(Happening::Rescheduled { at }, &reschedule.by)])
}

fn notice(ctx: &Ctx<'_>, at: Time, by: &Citation) -> Result<(), Refused> {
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
    // Who comes back takes the seat from a substitute, who has it already.
    if ctx.by != Actor::Patron(entrant) {
        ctx.own_word(entrant, &ctx.by_rule(R::OwnPlace))?;
    }
    ctx.running()?;
    ctx.entrant(entrant)?;
    if let (Actor::Patron(own), Some(other)) = (ctx.by, ctx.seat(entrant)?.substitute)
        && own == other
    {
        return ctx.refuse(&ctx.by_rule(R::OwnPlace), Reason::SpeaksForAnother { own, entrant });
    }
    Ok(vec![event(Happening::SeatTaken { entrant }, &ctx.by_rule(R::OwnPlace))])
}

pub(super) fn leave_seat(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let by = ctx.by_absence();
    ctx.own_word(entrant, &by)?;
    let place = ctx.seat(entrant)?;
    match place.present {
        true => Ok(vec![event(Happening::SeatLeft { entrant }, &by)]),
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
        false if !plan.bought => ctx.refuse(&allotment.by, Reason::NotReserved { item: Item::Bought }),
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
    undisputed(ctx)?;
    idle(ctx)?;
    if ctx.at < ctx.own.scheduled {
        return ctx.refuse(&ctx.by_rule(R::Reschedule), Reason::TooEarly { at: ctx.own.scheduled });
    }
    let until = entry::refunds_until(ctx, plan).filter(|_| !ctx.own.began && ctx.at < plan.start);
    if let Some(until) = until.filter(|until| ctx.at <= *until) {
        return ctx.refuse(&ctx.by_rule(R::Withdraw), Reason::MayWithdraw { until });
    }
    // Some may have withdrawn since entries were closed.
    if !ctx.own.began {
        entry::enough(ctx, plan)?;
    }
    let names: Vec<PersonId> = to_be_seated(ctx).collect();
    if names.is_empty() || ctx.own.venues.is_empty() {
        return ctx.refuse(&ctx.order(), Reason::NotBegun);
    }
    let tables: BTreeSet<u8> =
        ctx.own.playing().filter_map(|(_, own)| Some(own.place.as_ref()?.table)).collect();
    let out = ctx.book.tournament.get(R::ReturnChips).zip(tables.intersection(&ctx.own.chips_out).next());
    if let Some((rule, table)) = out {
        return ctx.refuse(&rule.by, Reason::ChipsOut { table: *table });
    }
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
            (Some(rule), _) => {
                events.push(event(Happening::PlaceLost { entrant }, &rule.by));
                let bought = Happening::ChipsKept { entrant, amount: plan.chips };
                events.extend((plan.bought && place.bought).then(|| event(bought, &rule.by)));
            }
            (None, None) if unbought && place.present => {
                return ctx.refuse(&ctx.by_rule(R::Allotment), Reason::NotBought { entrant });
            }
            // Nobody waits for who is away: they have no chips for a session that begins, nor for what a latecomer pays.
            (None, no_buy_in) if unbought => {
                let by = no_buy_in.map_or_else(
                    || ctx.by_rule(R::Allotment).and(&ctx.by_rule(R::Eliminated)),
                    |rule| rule.by.clone(),
                );
                let (residual, wager, taken) = (Money::ZERO, Money::ZERO, 0);
                let out = Happening::Eliminated { entrant, residual, wager, taken, before: Some(1) };
                events.push(event(out, &by));
            }
            (None, _) => {
                events.push(event(
                    Happening::Issued { entrant, amount: plan.chips },
                    &ctx.by_rule(R::Allotment),
                ));
            }
        }
    }
    next_fits(ctx, plan, tables.len() as u32, to_be_seated(ctx).count() as u32)?;
    if let Some(rule) = ctx.book.tournament.get(R::PassCard).filter(|_| plan.pass_cards > 0) {
        events.push(event(Happening::PassCardsIssued { number: plan.pass_cards }, &rule.by));
    }
    let after = ctx.after(&events);
    events.extend(ctx.own.venues.keys().filter_map(|table| first_marker(&ctx.with(&after), *table)));
    Ok(events)
}

/// Refuses a session of so many entrants from which more would go on than the next round has seats for.
fn next_fits(ctx: &Ctx<'_>, plan: &Plan, tables: u32, entrants: u32) -> Result<(), Refused> {
    if ctx.own.is_final() {
        return Ok(());
    }
    let next = if ctx.own.round + 1 == plan.rounds { 1 } else { plan.tables };
    let seats = next * u32::from(seats(ctx.book));
    let through = ctx.own.playing().filter(|(_, own)| own.through).count() as u32;
    let entrants = through + (tables * plan.advance).min(entrants);
    match entrants > seats {
        true => ctx.refuse(&ctx.by_rule(R::Advance), Reason::TooFewSeats { seats, entrants }),
        false => Ok(()),
    }
}

/// With how many entrants the tournament can be played as its conditions have it: all of the first round have seats, and with as
/// few tables as will do no more go on from any round than the next has seats for.
pub(super) fn capacity(ctx: &Ctx<'_>, plan: &Plan) -> u32 {
    let seats = u32::from(seats(ctx.book)).max(1);
    let fits = |entrants: u32| {
        let mut left = entrants;
        (1..=plan.rounds).all(|round| {
            let tables = if round == plan.rounds { 1 } else { plan.tables };
            let seated = left <= tables * seats;
            left = left.min(left.div_ceil(seats) * plan.advance);
            seated
        })
    };
    // Where more enter, no fewer go on.
    let (mut fit, mut most) = (0, plan.most.min(plan.tables * seats));
    while fit < most {
        let middle = (fit + most).div_ceil(2);
        if fits(middle) { fit = middle } else { most = middle - 1 }
    }
    fit
}

/// What says how many can play: the numbers of entrants, of tables with their seats, and of those who go on.
pub(super) fn capacity_by(ctx: &Ctx<'_>) -> Citation {
    ctx.by_rule(R::Capacity)
        .and(&ctx.by_item(Item::Tables))
        .and(&seated_by(ctx))
        .and(&ctx.by_rule(R::Advance))
}

/// The marker where the document first puts it.
pub(super) fn first_marker(ctx: &Ctx<'_>, table: u8) -> Option<Event> {
    let order = ctx.wagering_order()?;
    let seat = marker(ctx.book, ctx.own, table, None)?;
    let by = order.by.and_all(ctx.book.tournament.get(R::Marker).map(|rule| &rule.by));
    Some(event(Happening::MarkerAt { table, seat }, &by))
}

/// The time of a session is up, as the clock tells, the dealer or the officer who answers for it.
pub(super) fn time_up(ctx: &Ctx<'_>, table: u8) -> Decision {
    let officer = ctx.entitled(R::Session);
    let session = officer.or_else(|_| ctx.told_by_table(R::Session))?;
    let plan = ctx.running()?;
    let venue = ctx.between_coups(table)?;
    // A coup for which somebody has wagered in time is played: nobody chooses by when they say this whether it is.
    match is_time_up(ctx, plan, venue) && !venue.has_begun() {
        true => Ok(winners::over(ctx, table, &session.by)),
        false => ctx.refuse(&session.by, Reason::SessionGoesOn { table }),
    }
}

fn is_time_up(ctx: &Ctx<'_>, plan: &Plan, venue: &Venue) -> bool {
    matches!(plan.session, Length::Minutes(minutes) if ctx.at >= venue.since.plus_minutes(minutes))
        && venue.play_off.is_none()
}

/// Refuses a coup after the one that was called the last, and one for which nobody has wagered when the time is up: what a
/// session comes to does not hang on when somebody says that it is over.
pub(super) fn has_coups_left(ctx: &Ctx<'_>, venue: &Venue) -> Result<(), Refused> {
    let plan = ctx.running()?;
    let by = ctx.by_rule(R::Session);
    match () {
        () if venue.last_played => ctx.refuse(&by, Reason::WrongPhase { phase: "the last coup is played" }),
        () if is_time_up(ctx, plan, venue) && !venue.has_begun() => {
            ctx.refuse(&by, Reason::WrongPhase { phase: "the time of the session is up" })
        }
        () => Ok(()),
    }
}

/// A shoe is over; with the last one the session is. Its cards are also checked and put away when no session is played, and taken
/// out by an officer's order before a coup that was let out: it is not dealt from them.
pub(super) fn shoe_ended(ctx: &Ctx<'_>, table: u8) -> Decision {
    let session = ctx.the_tables_own(R::Session, table)?;
    let plan = ctx.running()?;
    let venue = ctx.venue(table)?;
    let played = match venue.phase {
        Phase::Idle | Phase::Over | Phase::Declared => false,
        Phase::Betting | Phase::Closed => true,
        Phase::Dealing if !venue.outcome => true,
        Phase::Dealing => ctx.between_coups(table).map(|_| true)?,
    };
    let let_out = matches!(venue.phase, Phase::Closed | Phase::Dealing);
    let undealt = if let_out { coups::undealt(venue, table, &session.by) } else { Vec::new() };
    let (before, after) = (ctx, ctx.after(&undealt));
    let ctx = &ctx.with(&after);
    let ended = event(Happening::ShoeOver { table }, &session.by);
    let last = played
        && matches!(plan.session, Length::Shoes(shoes) if venue.shoes + 1 >= shoes)
        && venue.play_off.is_none();
    let over = if last { winners::over(ctx, table, &session.by) } else { Vec::new() };
    let events = undealt.into_iter().chain([ended]).chain(over).collect();
    match let_out {
        true => Ok(coups::and_who_is_short(before, table, events, &ctx.by_rule(R::Eliminated))),
        false => Ok(events),
    }
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
    // In the final the places are what is played for: they are known once one is left.
    let advance = if ctx.own.is_final() { 1 } else { plan.advance };
    if left > advance {
        return ctx.refuse(&early.by, Reason::NotDetermined { left, advance });
    }
    // Nor are they known as long as somebody may come back.
    if let Some(entrant) = may_buy_back(ctx, table) {
        return ctx.refuse(&early.by.and(&ctx.by_rule(R::BuyBack)), Reason::BuyBackOpen { entrant });
    }
    let agreed = ctx.book.tournament.get(R::EndEarlyAgreed).filter(|_| ctx.own.form.says(Item::CashOut));
    let venue = ctx.venue(table)?;
    match (agreed, here.iter().find(|(name, _)| !venue.agreed.contains(name))) {
        (Some(rule), Some((entrant, _))) => ctx.refuse(&rule.by, Reason::NotAgreed { entrant: *entrant }),
        (rule, _) => Ok(winners::over(ctx, table, &early.by.and_all(rule.map(|rule| &rule.by)))),
    }
}

pub(super) fn agree(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let agreed = ctx.rule(R::EndEarlyAgreed)?;
    ctx.own_consent(entrant, &agreed.by)?;
    ctx.seat(entrant)?;
    Ok(vec![event(Happening::Agreed { entrant }, &agreed.by)])
}

/// Those who go on play the next round; its seats are given anew.
pub(super) fn next_round(ctx: &Ctx<'_>) -> Decision {
    let advance = ctx.entitled(R::Advance)?;
    let plan = ctx.running()?;
    all_declared(ctx)?;
    undisputed(ctx)?;
    ctx.nobody_must_go(|_| true)?;
    // Who has a second chance plays for it first, and nobody who should have one is passed over.
    let waits = to_be_seated(ctx).next().is_some();
    let chances: Vec<PersonId> = has_second_chance(ctx).collect();
    let passed_over = chances.first().filter(|_| room_for(ctx, plan, chances.len()).is_ok());
    match (ctx.own.is_final(), passed_over) {
        (true, _) => ctx.refuse(&advance.by, Reason::NoMoreRounds),
        (false, _) if waits => ctx.refuse(&ctx.by_rule(R::SecondChance), Reason::SessionsNotOver),
        (false, Some(entrant)) => {
            ctx.refuse(&ctx.by_rule(R::SecondChance), Reason::OpenToAll { entrant: *entrant })
        }
        (false, None) => Ok(vec![event(Happening::RoundBegan { round: ctx.own.round + 1 }, &advance.by)]),
    }
}

/// Those who are out and may play for a second chance, where the conditions have one.
fn has_second_chance<'a>(ctx: &'a Ctx<'_>) -> impl Iterator<Item = PersonId> + 'a {
    let may = |own: &Entrant| own.standing == Standing::Out && own.second_chance;
    let offered = ctx.own.form.says(Item::SecondChance);
    ctx.own.entrants.iter().filter(move |(_, own)| offered && may(own)).map(|(name, _)| *name)
}

/// Refuses a second chance for so many when the next round has no seats for those who would go on.
fn room_for(ctx: &Ctx<'_>, plan: &Plan, more: usize) -> Result<(), Refused> {
    // They sit at one table at least.
    let (all, seats) = ((to_be_seated(ctx).count() + more) as u32, u32::from(seats(ctx.book)));
    next_fits(ctx, plan, all.div_ceil(seats.max(1)), all)
}

/// Refuses to go on while somebody disputes who goes on.
fn undisputed(ctx: &Ctx<'_>) -> Result<(), Refused> {
    match ctx.own.disputed.first() {
        Some(entrant) => ctx.refuse(&ctx.by_rule(R::Dispute), Reason::InDispute { entrant: *entrant }),
        None => Ok(()),
    }
}

/// Refuses as long as a session is played, or none of the round was; a table that was given back since has had its winners.
fn all_declared(ctx: &Ctx<'_>) -> Result<(), Refused> {
    let mut phases = ctx.own.venues.values().map(|venue| venue.phase);
    let waits = phases.any(|phase| !matches!(phase, Phase::Declared | Phase::Idle));
    match !waits && ctx.own.declared {
        true => Ok(()),
        false => ctx.refuse(&ctx.by_rule(R::Winners), Reason::SessionsNotOver),
    }
}

/// Those who are out play a further session of the round, where the conditions have one.
pub(super) fn second_chance(ctx: &Ctx<'_>, names: &Names) -> Decision {
    let chance = ctx.entitled(R::SecondChance)?;
    let plan = ctx.running()?;
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
    let events = names.0.iter().map(given).collect::<Result<Vec<_>, _>>()?;
    if let Some(entrant) = has_second_chance(ctx).find(|name| !names.0.contains(name)) {
        return ctx.refuse(&chance.by, Reason::OpenToAll { entrant });
    }
    room_for(ctx, plan, events.len())?;
    Ok(events)
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
    let venue = ctx.between_coups(place.table)?;
    if venue.play_off.is_some() {
        return ctx.refuse(&ctx.by_rule(R::PlayOff), Reason::SessionGoesOn { table: place.table });
    }
    // Nobody pays for chips with which no coup is played any more.
    has_coups_left(ctx, venue)?;
    match own.buy_backs < plan.buy_backs {
        true => Ok(vec![event(Happening::BoughtBack { entrant, amount: plan.chips }, &back.by)]),
        false => ctx.refuse(&back.by, Reason::NoBuyBacks { entrant }),
    }
}

/// Somebody who is out says that they do not buy back, or staff see that they are gone: the session waits for them no longer.
pub(super) fn forgo_buy_back(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let back = ctx.rule(R::BuyBack)?;
    ctx.own_word(entrant, &back.by)?;
    ctx.running()?;
    let own = ctx.applicant(entrant)?;
    let Some(place) = own.place.as_ref().filter(|_| own.standing == Standing::Out) else {
        return ctx.refuse(&back.by, Reason::NotOut { entrant });
    };
    ctx.between_coups(place.table)?;
    if !buys_back(ctx, own) {
        return ctx.refuse(&back.by, Reason::NoBuyBacks { entrant });
    }
    let mut events = vec![event(Happening::BuyBackForgone { entrant }, &back.by)];
    let after = ctx.after(&events);
    events.extend(coups::ended(&ctx.with(&after), place.table));
    Ok(events)
}

/// Whether somebody who is out has a buy-back left, and has not said that they do not use it.
fn buys_back(ctx: &Ctx<'_>, own: &Entrant) -> bool {
    let left = ctx.own.plan.as_ref().is_some_and(|plan| own.buy_backs < plan.buy_backs);
    left && own.standing == Standing::Out && own.place.as_ref().is_some_and(|place| !place.forgone)
}

/// Somebody who is out at a table and may still buy back there: not in a play-off, and not once no coup opens any more.
pub(super) fn may_buy_back(ctx: &Ctx<'_>, table: u8) -> Option<PersonId> {
    ctx.book.tournament.get(R::BuyBack)?;
    let (plan, venue) = (ctx.own.plan.as_ref()?, ctx.own.venues.get(&table)?);
    let over = match plan.session {
        Length::Minutes(_) => is_time_up(ctx, plan, venue),
        Length::Coups(coups) => venue.coups >= coups,
        Length::Shoes(shoes) => venue.last_played && venue.shoes + 1 >= shoes,
    };
    let here = |own: &Entrant| own.place.as_ref().is_some_and(|place| place.table == table);
    let mut out = ctx.own.entrants.iter().filter(|(_, own)| here(own) && buys_back(ctx, own));
    out.find(|_| !over && venue.play_off.is_none()).map(|(name, _)| *name)
}
