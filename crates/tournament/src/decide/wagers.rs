//! Wagers in chips: who may make one when, and what it may be.

use punto_rulebook::{BetKind, MainBets, Procedure, Range, Span, TournamentRule as R, Way};
use punto_vocab::{Actor, BetId, Citation, Money, PersonId};

use super::coups::{self, Last};
use super::{Ctx, Decision, event, sessions, undone};
use crate::command::Unable;
use crate::event::Happening;
use crate::order::sequence;
use crate::reason::{Reason, Refused};
use crate::state::{Indicator, Phase, Place, TimeLimit, Venue, Wager};

pub(super) fn wager(ctx: &Ctx<'_>, entrant: PersonId, seat: u8, bet: BetId, stake: Money) -> Decision {
    let (place, venue, by) = may_wager(ctx, entrant)?;
    let own_place = ctx.rule(R::OwnPlace)?;
    if seat != place.seat {
        return ctx.refuse(&own_place.by, Reason::NotOwnSeat { seat, own: place.seat });
    }
    allowed_bet(ctx, venue, entrant, bet)?;
    let again = venue.passed.contains(&entrant)
        || venue.wagers.iter().any(|own| own.entrant == entrant && own.bet == bet);
    if again && ctx.wagering_order().is_none() {
        return ctx.refuse(&ctx.order(), Reason::ActedAlready { entrant });
    }
    if again {
        return ctx.refuse(&ctx.by_rule(R::FinalWager), Reason::Final);
    }
    let early = turn(ctx, entrant, place, venue)?;
    within(ctx, place, venue, (entrant, stake), Money::ZERO)?;
    let wagered = event(Happening::Wagered { entrant, bet, stake }, &by.and(&own_place.by));
    let early = early.map(|by| event(Happening::OutOfTurn { entrant }, &by));
    Ok(early.into_iter().chain([wagered]).collect())
}

/// Somebody who sits at a table that takes wagers, and what a wager there rests on.
pub(super) fn may_wager<'a>(
    ctx: &'a Ctx<'_>,
    entrant: PersonId,
) -> Result<(&'a Place, &'a Venue, Citation), Refused> {
    let plan = ctx.running()?;
    let chips = ctx.rule(if plan.live { R::LiveChips } else { R::Chips })?;
    ctx.own_word(entrant, &ctx.by_rule(R::OwnPlace))?;
    let place = ctx.seat(entrant)?;
    let venue = ctx.undisturbed(place.table)?;
    let open = |by: &Citation, phase| ctx.refuse(by, Reason::WrongPhase { phase });
    let read_out = venue.forms.values().any(|form| form.announced);
    match venue.phase {
        Phase::Betting if !place.present => ctx.refuse(&ctx.by_absence(), Reason::NotPresent { entrant }),
        Phase::Betting if !ctx.own.at(place.table).iter().any(|(name, _)| *name == entrant) => {
            ctx.refuse(&ctx.by_rule(R::PlayOff), Reason::NotAnEntrant { entrant })
        }
        Phase::Betting => {
            sessions::has_coups_left(ctx, venue)?;
            Ok((place, venue, chips.by.clone()))
        }
        Phase::Closed if read_out => open(&ctx.by_rule(R::AnnounceLocks), "hidden wagers are read out"),
        Phase::Closed | Phase::Dealing => open(&ctx.by_rule(R::FinalWager), "wagers are closed"),
        Phase::Idle | Phase::Over | Phase::Declared => {
            ctx.refuse(&ctx.by_rule(R::Session), Reason::NotInSession { table: place.table })
        }
    }
}

/// Refuses a bet that is not made in tournaments, both hands, and the tie alone.
fn allowed_bet(ctx: &Ctx<'_>, venue: &Venue, entrant: PersonId, bet: BetId) -> Result<(), Refused> {
    let Some(kind) = ctx.book.bet(bet).map(|own| own.kind) else {
        return ctx.refuse(&ctx.order(), Reason::NotABet { bet });
    };
    let hand = |own: &Wager| own.entrant == entrant && is_hand(ctx, own.bet);
    let other_hand = is_hand(ctx, bet) && venue.wagers.iter().any(|own| hand(own) && own.bet != bet);
    let Some(rule) = ctx.book.tournament.get(R::Bets) else {
        return if other_hand { ctx.refuse(&one_hand(ctx), Reason::BothHands) } else { Ok(()) };
    };
    match kind {
        BetKind::Side => ctx.refuse(&rule.by, Reason::NotABet { bet }),
        BetKind::Tie if !venue.wagers.iter().any(hand) && !venue.forms.contains_key(&entrant) => {
            ctx.refuse(&rule.by, Reason::HandFirst { entrant })
        }
        BetKind::Player | BetKind::Banker if other_hand => ctx.refuse(&one_hand(ctx), Reason::BothHands),
        BetKind::Tie | BetKind::Player | BetKind::Banker => Ok(()),
    }
}

/// What keeps wagers to one hand: a rule of its own, or what the document says of both at any table.
pub(super) fn one_hand(ctx: &Ctx<'_>) -> Citation {
    let both = MainBets::default().with(BetKind::Player).with(BetKind::Banker);
    let at_any = || ctx.book.combinations.of(both).map_or_else(|| ctx.order(), |row| row.by.clone());
    ctx.book.tournament.get(R::OneHand).map_or_else(at_any, |rule| rule.by.clone())
}

pub(super) fn is_hand(ctx: &Ctx<'_>, bet: BetId) -> bool {
    ctx.book.bet(bet).is_some_and(|own| matches!(own.kind, BetKind::Player | BetKind::Banker))
}

/// Whose turn it is: who comes first in the order and has not acted. A wager before that, or after somebody later has
/// wagered, is taken back, or stands and is noted, as the document says.
pub(super) fn turn(
    ctx: &Ctx<'_>,
    entrant: PersonId,
    place: &Place,
    venue: &Venue,
) -> Result<Option<Citation>, Refused> {
    let Some(order) = ctx.wagering_order() else { return Ok(None) };
    let sequence = sequence(ctx.book, ctx.own, place.table);
    let before = sequence.iter().take_while(|name| **name != entrant);
    let next = before.copied().find(|name| !venue.has_acted(*name));
    let passed = turn_passed(ctx, entrant, place, venue);
    let why = match (next, passed) {
        (Some(next), _) => Reason::OutOfTurn { entrant, next },
        (None, Some(other)) => Reason::TurnPassed { entrant, other },
        (None, None) => return Ok(None),
    };
    let rule = ctx.rule(R::OutOfTurn)?;
    let by = rule.by.and(&order.by).and_all(ctx.book.tournament.get(R::Sequence).map(|own| &own.by));
    match rule.value {
        Some(Way::Stands) => Ok(Some(rule.by.clone())),
        _ => ctx.refuse(&by, why),
    }
}

/// Who has wagered since, if somebody who has acted comes before them in the order: the turn is over. What lies from a tied
/// coup is nobody's turn in this one.
pub(super) fn turn_passed(
    ctx: &Ctx<'_>,
    entrant: PersonId,
    place: &Place,
    venue: &Venue,
) -> Option<PersonId> {
    ctx.wagering_order()?;
    let sequence = sequence(ctx.book, ctx.own, place.table);
    let mut after = sequence.into_iter().skip_while(|name| *name != entrant).skip(1);
    after.find(|name| venue.acts_anew(*name)).filter(|_| venue.acts_anew(entrant))
}

/// Refuses a stake outside the limits, the units or the chips. What lies there and is altered by it is none of what it lies beside.
pub(super) fn within(
    ctx: &Ctx<'_>,
    place: &Place,
    venue: &Venue,
    (entrant, stake): (PersonId, Money),
    altered: Money,
) -> Result<(), Refused> {
    let Span { min, max } = limits(ctx, venue);
    let units = ctx.rule(R::Units)?;
    let unit = unit(ctx, units, min);
    let chips = place.stack - venue.staked(entrant);
    // All that is laid since then counts, whatever it is on.
    let since = venue.staked(entrant) - place.before_restricted - altered;
    match () {
        () if place.restricted && stake + since != min => {
            ctx.refuse(&ctx.by_rule(R::Overrun), Reason::HeldToMinimum { minimum: min })
        }
        () if stake < min => {
            ctx.refuse(&ctx.by_rule(R::Minimum), Reason::BelowMinimum { stake, minimum: min })
        }
        () if stake > max => {
            ctx.refuse(&ctx.by_rule(R::Maximum), Reason::AboveMaximum { stake, maximum: max })
        }
        () if stake.minor() % unit.minor().max(1) != 0 => {
            ctx.refuse(&units.by, Reason::NotInUnits { stake, unit })
        }
        () if stake > chips => ctx.refuse(&ctx.by_chips(), Reason::NotEnough { stake, chips }),
        () => Ok(()),
    }
}

/// The step in which wagers rise: the minimum, or what the sign says.
fn unit(ctx: &Ctx<'_>, units: &Procedure, minimum: Money) -> Money {
    match units.value {
        Some(Way::Minimum) => minimum,
        _ => ctx.own.plan.as_ref().and_then(|plan| plan.unit).unwrap_or(Money::from_minor(1)),
    }
}

/// As much of a stake as is whole steps.
pub(super) fn whole(ctx: &Ctx<'_>, minimum: Money, stake: Money) -> Money {
    let step = ctx.book.tournament.get(R::Units).map_or(1, |units| unit(ctx, units, minimum).minor().max(1));
    Money::from_minor(stake.minor() - stake.minor() % step)
}

pub(super) fn limits(ctx: &Ctx<'_>, venue: &Venue) -> Span {
    let plan = || ctx.own.plan.as_ref().map(|plan| plan.limits);
    venue.limits.or_else(plan).unwrap_or(Span { min: Money::ZERO, max: Money::LARGEST })
}

/// A wager that lies from a tied coup is altered, in the new order. One who is before their turn is noted, as with any wager,
/// and takes nobody else's opportunity away.
pub(super) fn alter(ctx: &Ctx<'_>, entrant: PersonId, bet: BetId, stake: Money) -> Decision {
    let (place, venue, by) = may_wager(ctx, entrant)?;
    if ctx.wagering_order().is_none() {
        return change(ctx, (place, venue), (entrant, bet, stake), &by);
    }
    let own = venue.wagers.iter().find(|own| own.entrant == entrant && own.stays);
    let (Some(rule), Some(own)) = (ctx.book.tournament.get(R::AfterTie), own) else {
        return ctx.refuse(&ctx.by_rule(R::FinalWager), Reason::Final);
    };
    if !is_hand(ctx, bet) {
        return ctx.refuse(&rule.by, Reason::NotABet { bet });
    }
    let without = Place { stack: place.stack + own.stake, ..place.clone() };
    within(ctx, &without, venue, (entrant, stake), own.stake)?;
    let sequence = sequence(ctx.book, ctx.own, place.table);
    let mut before = sequence.iter().take_while(|name| **name != entrant);
    let early = before.any(|name| !venue.acts_anew(*name)).then(|| ctx.by_rule(R::OutOfTurn));
    let early = early.map(|by| event(Happening::OutOfTurn { entrant }, &by));
    let altered = event(Happening::Altered { entrant, bet, stake }, &rule.by);
    Ok(early.into_iter().chain([altered]).collect())
}

/// Without an order of wagering a wager can be changed until wagers are closed.
fn change(
    ctx: &Ctx<'_>,
    (place, venue): (&Place, &Venue),
    (entrant, bet, stake): (PersonId, BetId, Money),
    by: &Citation,
) -> Decision {
    let Some(own) = venue.wagers.iter().find(|own| own.entrant == entrant && own.bet == bet) else {
        return ctx.refuse(by, Reason::NoSuchWager { entrant, bet });
    };
    let without = Place { stack: place.stack + own.stake, ..place.clone() };
    within(ctx, &without, venue, (entrant, stake), own.stake)?;
    Ok(vec![event(Happening::Altered { entrant, bet, stake }, by)])
}

/// A pass card stands in for a wager.
pub(super) fn pass(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let card = ctx.rule(R::PassCard)?;
    let (place, venue, _) = may_wager(ctx, entrant)?;
    if venue.has_acted(entrant) {
        return ctx.refuse(&card.by, Reason::ActedAlready { entrant });
    }
    turn(ctx, entrant, place, venue)?;
    match place.pass_cards {
        0 => ctx.refuse(&card.by, Reason::NoPassCards { entrant }),
        _ => Ok(vec![event(Happening::Passed { entrant }, &card.by)]),
    }
}

/// What lies on the layout once wagers are closed is over or under a limit, as the officer finds: it counts as the document
/// says. What breaks none stays as it is on record. The table tells of wagers that its own officers have cut (`undone::cut`).
pub(super) fn found(
    ctx: &Ctx<'_>,
    entrant: PersonId,
    bet: BetId,
    stake: Money,
    unable: Option<Unable>,
) -> Decision {
    if ctx.by == Actor::System && unable.is_none() {
        return undone::cut(ctx, entrant, bet, stake);
    }
    let place = ctx.seat(entrant)?;
    let over = ctx.entitled(R::FoundOver)?;
    ctx.running()?;
    let staff = &over.by;
    let venue = ctx.venue(place.table)?;
    if !matches!(venue.phase, Phase::Closed | Phase::Dealing) {
        return ctx.refuse(staff, Reason::WrongPhase { phase: "wagers are not closed" });
    }
    let in_chips = |own: &&Wager| own.entrant == entrant && own.bet == bet && !own.hidden;
    let Some(own) = venue.wagers.iter().find(in_chips) else {
        return ctx.refuse(staff, Reason::NoSuchWager { entrant, bet });
    };
    if venue.found.contains(&(entrant, bet)) {
        return ctx.refuse(&staff.and(&ctx.by_rule(R::FoundUnder)), Reason::FoundAlready { entrant, bet });
    }
    let Span { min, max } = limits(ctx, venue);
    let held = place.restricted && place.before_restricted.is_zero();
    let chips = place.stack - (venue.staked(entrant) - own.stake);
    let under = ctx.rule(R::FoundUnder)?;
    let corrected =
        |stake: Money, by: &Citation| Ok(vec![event(Happening::Corrected { entrant, bet, stake }, by)]);
    let units = ctx.rule(R::Units)?;
    let whole = |amount: Money| whole(ctx, min, amount);
    match () {
        () if unable.is_some() && (stake >= min || under.value != Some(Way::VoidIfUnable)) => {
            ctx.refuse(&under.by, Reason::BelowMinimum { stake, minimum: min })
        }
        // What is on record and does not lie there is in the entrant's hand.
        () if unable.is_some() && chips >= min => ctx.refuse(&under.by, Reason::Able { entrant, chips }),
        () if unable.is_some() => {
            // Before the first card they come back with everything else that is the entrant's.
            let dealt = venue.phase == Phase::Dealing;
            let lie = venue.wagers.iter().filter(|own| dealt && own.entrant == entrant);
            let void = lie.map(|own| event(Happening::WagerVoid { entrant, bet: own.bet }, &under.by));
            let last = Last { between: true, ..Last::default() };
            let out = coups::eliminate(ctx, entrant, place, last, &under.by);
            Ok(void.chain(out).collect())
        }
        () if stake < min => corrected(min.min(chips), &under.by),
        () if held && stake > min => corrected(min.min(chips), &ctx.by_rule(R::Overrun)),
        () if stake > max => corrected(whole(max.min(chips)), staff),
        () if whole(stake) < stake => corrected(whole(stake.min(chips)), &units.by),
        () => ctx.refuse(staff, Reason::BreaksNoLimit { stake }),
    }
}

/// Limits the time to wager, from when everybody has had notice of it.
pub(super) fn limit_time(ctx: &Ctx<'_>, seconds: u32) -> Decision {
    let limit = ctx.entitled(R::TimeLimit)?;
    let plan = ctx.running()?;
    match plan.notice {
        None => ctx.refuse(&limit.by, Reason::NoNotice),
        Some(minutes) => {
            Ok(vec![event(Happening::TimeLimited { seconds, from: ctx.at.plus_minutes(minutes) }, &limit.by)])
        }
    }
}

/// Holds somebody who has overrun the time to the minimum.
pub(super) fn restrict(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let overrun = ctx.entitled(R::Overrun)?;
    ctx.running()?;
    let place = ctx.seat(entrant)?;
    let venue = ctx.venue(place.table)?;
    let Some(TimeLimit { seconds, from }) = ctx.own.time_limit.filter(|limit| ctx.at >= limit.from) else {
        return ctx.refuse(&ctx.by_rule(R::TimeLimit), Reason::NoTimeLimit);
    };
    // The time runs from when wagers are taken, the turn has come and the limit holds, whichever is the last.
    let overdue = ctx.at > venue.waits_since.max(from).plus_seconds(i64::from(seconds));
    let sequence = sequence(ctx.book, ctx.own, place.table);
    let mut before = sequence.iter().take_while(|name| **name != entrant);
    let in_turn = ctx.wagering_order().is_none() || before.all(|name| venue.has_acted(*name));
    match overdue && in_turn && venue.phase == Phase::Betting && !venue.has_acted(entrant) {
        true => Ok(vec![event(Happening::Restricted { entrant }, &overrun.by)]),
        false => ctx.refuse(&overrun.by, Reason::InTime { entrant }),
    }
}

/// The indicator card goes into the shoe, about where the document has it, once, and before any card of the shoe is dealt:
/// nobody chooses in the course of play where limits rise.
pub(super) fn insert_indicator(ctx: &Ctx<'_>, table: u8, behind: u32) -> Decision {
    let rule = ctx.entitled(R::Indicator)?;
    let venue = ctx.venue(table)?;
    let usual = rule.number.unwrap_or(0);
    let not_now = |phase| ctx.refuse(&rule.by, Reason::WrongPhase { phase });
    match venue.phase {
        Phase::Closed | Phase::Dealing => not_now("a coup is played"),
        _ if venue.shoe_begun => not_now("cards of this shoe are dealt"),
        _ if venue.indicator != Indicator::None => not_now("the indicator card is in the shoe"),
        // About means within a quarter of a deck.
        _ if behind.abs_diff(usual) > 13 => {
            ctx.refuse(&rule.by, Reason::IndicatorPlace { asked: behind, usual })
        }
        _ => Ok(vec![event(Happening::IndicatorIn { table, behind }, &rule.by)]),
    }
}

pub(super) fn indicator(ctx: &Ctx<'_>, table: u8) -> Decision {
    let rule = ctx.told_by_table(R::IndicatorOut)?;
    let venue = ctx.venue(table)?;
    match (venue.indicator, venue.phase) {
        (Indicator::In, Phase::Dealing) => Ok(vec![event(Happening::IndicatorOut { table }, &rule.by)]),
        (Indicator::In, _) => ctx.refuse(&rule.by, Reason::WrongPhase { phase: "no coup is played" }),
        (Indicator::None | Indicator::Out, _) => ctx.refuse(&rule.by, Reason::NoIndicator),
    }
}

/// Limits change to what was announced, at the point that was announced and not later: with it somebody may be out, so that
/// nobody waits for whom it would be. Who cannot make the new minimum is out.
pub(super) fn raise_limits(ctx: &Ctx<'_>, table: u8) -> Decision {
    let rise = ctx.entitled(R::LimitsRise)?;
    let plan = ctx.running()?;
    let venue = ctx.between_coups(table)?;
    let Some(limits) = plan.rise else { return ctx.refuse(&rise.by, Reason::NoRise) };
    let reached = match rise.value {
        Some(Way::AfterIndicator) => venue.indicator == Indicator::Out,
        _ => plan.rise_after == Some(venue.coups),
    };
    if !reached || venue.limits == Some(limits) {
        return ctx.refuse(&rise.by, Reason::NotAtThatPoint);
    }
    // Nobody wagers under the old limits for a coup under the new ones, but with what a tied coup has left; and nobody keeps
    // limits where they are by wagering first.
    let wagered = venue.wagers.iter().filter(|own| !own.stays);
    let wagered = wagered.map(|own| Happening::WagerVoid { entrant: own.entrant, bet: own.bet });
    let forms = venue.forms.keys().map(|entrant| Happening::FormReturned { entrant: *entrant, why: None });
    let anew = wagered.chain(forms).map(|what| event(what, &rise.by));
    let raised = event(Happening::LimitsRaised { table, limits: Range(limits) }, &rise.by);
    let here = ctx.own.at(table);
    let made_up = |own: &&Wager| {
        let chips = here.iter().find(|(name, _)| *name == own.entrant).map(|(_, place)| place.stack);
        own.stake < limits.min && chips.is_some_and(|chips| chips >= limits.min)
    };
    let under = ctx.by_rule(R::FoundUnder).and(&rise.by);
    let made_up = venue.wagers.iter().filter(|own| own.stays).filter(made_up).map(|own| {
        let (entrant, bet, stake) = (own.entrant, own.bet, limits.min);
        event(Happening::Corrected { entrant, bet, stake }, &under)
    });
    let events = anew.chain([raised]).chain(made_up).collect();
    Ok(coups::and_who_is_short(ctx, table, events, &ctx.by_rule(R::Eliminated).and(&rise.by)))
}
