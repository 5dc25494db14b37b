//! Coups as tables tell them: when cards may come, and what follows once a coup is settled.

use punto_rulebook::{TournamentRule as R, Way, Winner};
use punto_vocab::{Actor, Citation, Money, Names, PersonId};

use super::{Ctx, Decision, event, hidden, people, sessions, wagers, winners};
use crate::command::Offence;
use crate::conditions::Length;
use crate::event::{Event, Happening};
use crate::order::marker;
use crate::reason::{Reason, Refused};
use crate::score::Gains;
use crate::state::{Phase, Place, Venue, Wager};

/// No more bets. A form that nobody has examined is examined first.
pub(super) fn close(ctx: &Ctx<'_>, table: u8) -> Decision {
    let session = ctx.told_by_table(R::Session)?;
    let venue = ctx.undisturbed(table)?;
    in_phase(ctx, venue, Phase::Betting)?;
    sessions::has_coups_left(ctx, venue)?;
    match venue.forms.iter().find(|(_, form)| !form.examined) {
        Some((entrant, _)) => ctx.refuse(&ctx.by_rule(R::Examine), Reason::NotExamined { entrant: *entrant }),
        None => Ok(vec![event(Happening::BetsClosed { table }, &session.by)]),
    }
}

fn in_phase(ctx: &Ctx<'_>, venue: &Venue, phase: Phase) -> Result<(), Refused> {
    let wrong = |by: &Citation, phase| ctx.refuse(by, Reason::WrongPhase { phase });
    match venue.phase {
        own if own == phase => Ok(()),
        Phase::Betting => wrong(&ctx.order(), "wagers are open"),
        Phase::Closed => wrong(&ctx.order(), "wagers are closed"),
        Phase::Dealing => wrong(&ctx.order(), "a coup is dealt"),
        Phase::Idle | Phase::Over | Phase::Declared => {
            wrong(&ctx.by_rule(R::Session), "no session is played")
        }
    }
}

/// The first card may come: everybody who is there has wagered, and every form has been read out that must have been.
pub(super) fn deal(ctx: &Ctx<'_>, table: u8) -> Decision {
    let session = ctx.told_by_table(R::Session)?;
    let venue = ctx.undisturbed(table)?;
    in_phase(ctx, venue, Phase::Closed)?;
    let mut events = Vec::new();
    for (entrant, place) in ctx.own.at(table) {
        events.extend(if place.present {
            wagered(ctx, venue, entrant)?
        } else {
            missing(ctx, entrant, place)
        });
    }
    let first = ctx.book.tournament.get(R::Announce).filter(|rule| rule.value == Some(Way::BeforeCards));
    let first = first.map(|rule| rule.by.clone()).or_else(|| hidden::last_coup(ctx, table));
    let unread = venue.forms.iter().find(|(_, form)| !form.announced);
    if let (Some(by), Some((entrant, _))) = (first, unread) {
        return ctx.refuse(&by, Reason::NotAnnounced { entrant: *entrant });
    }
    let by = hidden::last_coup(ctx, table).map_or_else(|| session.by.clone(), |last| session.by.and(&last));
    events.push(event(Happening::Dealt { table }, &by));
    Ok(events)
}

/// Somebody who is there and has not wagered is disqualified, or waited for, as the document says.
fn wagered(ctx: &Ctx<'_>, venue: &Venue, entrant: PersonId) -> Result<Vec<Event>, Refused> {
    let every = ctx.rule(R::EveryCoup)?;
    match every.value {
        _ if venue.has_acted(entrant) => Ok(Vec::new()),
        Some(Way::Disqualified) => Ok(people::gone(ctx, entrant, Offence::NoWager, &every.by, None)),
        _ => ctx.refuse(&every.by, Reason::NotWagered { entrant }),
    }
}

/// Somebody who is not there loses the place once enough coups were missed, or at once where chips are money.
fn missing(ctx: &Ctx<'_>, entrant: PersonId, place: &Place) -> Vec<Event> {
    let rules = &ctx.book.tournament;
    let live = ctx.own.plan.as_ref().is_some_and(|plan| plan.live);
    let most =
        rules.get(R::Late).filter(|rule| rule.value == Some(Way::EachCoup)).and_then(|rule| rule.number);
    match (rules.get(R::LateLost), rules.get(R::AbsentLive)) {
        (_, Some(rule)) if live && place.came => people::gone(ctx, entrant, Offence::Absence, &rule.by, None),
        (Some(rule), _) if !place.came && most.is_some_and(|most| place.missed >= most) => {
            let second = rules.get(R::LateSecondChance).map(|own| &own.by);
            let lost = event(Happening::PlaceLost { entrant }, &rule.by.and_all(second));
            let left = place.stack.is_positive();
            let left = left.then(|| winners::chips_left(ctx, entrant, place.stack, R::ChipsAtEnd));
            [lost].into_iter().chain(left).collect()
        }
        _ => Vec::new(),
    }
}

/// This is the last coup: of the shoe, as the table tells, or of a session by the clock, as the officer calls who answers
/// for it.
pub(super) fn last_coup(ctx: &Ctx<'_>, table: u8) -> Decision {
    let session = match ctx.running()?.session {
        Length::Minutes(_) if ctx.by != Actor::System => ctx.entitled(R::Session)?,
        Length::Minutes(_) | Length::Coups(_) | Length::Shoes(_) => ctx.told_by_table(R::Session)?,
    };
    if matches!(ctx.venue(table)?.phase, Phase::Idle | Phase::Over | Phase::Declared) {
        return ctx.refuse(&session.by, Reason::NotInSession { table });
    }
    Ok(vec![event(Happening::LastCoup { table }, &session.by)])
}

/// Cards went to the wrong entrant, who has turned them: the coup is not void for it.
pub(super) fn wrong_holder(ctx: &Ctx<'_>, table: u8) -> Decision {
    let wrong = ctx.told_by_table(R::WrongHolder)?;
    in_phase(ctx, ctx.venue(table)?, Phase::Dealing)?;
    Ok(vec![event(Happening::WrongHolder { table }, &wrong.by)])
}

/// A coup is void: every wager comes back, and no form is used up.
pub(super) fn void(ctx: &Ctx<'_>, table: u8) -> Decision {
    let session = ctx.told_by_table(R::Session)?;
    let venue = ctx.venue(table)?;
    in_phase(ctx, venue, Phase::Dealing)?;
    if venue.played_on {
        return ctx
            .refuse(&ctx.by_rule(R::WrongHolder), Reason::WrongPhase { phase: "the coup is played on" });
    }
    Ok(vec![event(Happening::CoupVoid { table }, &session.by)])
}

/// The table has settled a coup: chips move, and who cannot go on is out.
pub(super) fn result(ctx: &Ctx<'_>, table: u8, winner: Winner, gains: &Gains) -> Decision {
    let session = ctx.told_by_table(R::Session)?;
    let venue = ctx.venue(table)?;
    in_phase(ctx, venue, Phase::Dealing)?;
    if let Some((entrant, _)) = venue.forms.iter().find(|(_, form)| !form.announced) {
        return ctx.refuse(&ctx.by_rule(R::Announce), Reason::NotAnnounced { entrant: *entrant });
    }
    fits(ctx, venue, gains)?;
    let coup = venue.coups + 1;
    let mut events = vec![event(Happening::CoupOver { table, coup, winner }, &session.by)];
    // Who was sent away before the coup was settled again has no chips that could be won or lost.
    let in_play = gains.iter().filter(|(entrant, _)| ctx.own.place(*entrant).is_some());
    events.extend(in_play.filter_map(|(entrant, gain)| moved(entrant, gain, &ctx.by_rule(R::Chips))));
    events.extend(used_up(ctx, venue, winner));
    events.extend(absent(ctx, table));
    let after = ctx.after(&events);
    events.extend(consequences(&ctx.with(&after), table, venue, gains));
    let after = ctx.after(&events);
    events.extend(left_lying(&ctx.with(&after), table, venue, winner));
    Ok(events)
}

/// Refuses a result that does not go with the wagers: everybody who wagered is in it, and nobody lost more than they laid.
fn fits(ctx: &Ctx<'_>, venue: &Venue, gains: &Gains) -> Result<(), Refused> {
    let wrong = |entrant| ctx.refuse(&ctx.by_rule(R::Chips), Reason::OtherGains { entrant });
    if let Some(own) = venue.wagers.iter().find(|own| gains.of(own.entrant).is_none()) {
        return wrong(own.entrant);
    }
    let impossible = |(name, gain): &(PersonId, Money)| {
        let staked = venue.staked(*name);
        !venue.sent_away.contains(name) && (staked.is_zero() || -*gain > staked)
    };
    gains.iter().find(impossible).map_or(Ok(()), |(entrant, _)| wrong(entrant))
}

fn moved(entrant: PersonId, gain: Money, by: &Citation) -> Option<Event> {
    match gain.minor() {
        0 => None,
        1.. => Some(event(Happening::Won { entrant, amount: gain }, by)),
        _ => Some(event(Happening::Lost { entrant, amount: -gain }, by)),
    }
}

/// Pass cards are collected, and hidden wagers counted.
fn used_up(ctx: &Ctx<'_>, venue: &Venue, winner: Winner) -> Vec<Event> {
    let passed = venue
        .passed
        .iter()
        .map(|entrant| event(Happening::PassCollected { entrant: *entrant }, &ctx.by_rule(R::PassCard)));
    let tie = ctx.book.tournament.get(R::HiddenTie).filter(|_| winner == Winner::Tie);
    let by = tie.map_or_else(|| ctx.by_rule(R::Hidden), |rule| rule.by.clone());
    let back =
        winner == Winner::Tie && ctx.own.plan.as_ref().is_some_and(|plan| plan.tie_gives_back == Some(true));
    let hidden = venue.forms.keys().filter(|_| !back || tie.is_some()).filter_map(|entrant| {
        let left = ctx.own.place(*entrant)?.hidden.saturating_sub(1);
        Some(event(Happening::HiddenUsed { entrant: *entrant, left }, &by))
    });
    passed.chain(hidden).collect()
}

/// Those who were not there: the coup is counted, and where the document says so the minimum is deducted by itself.
fn absent(ctx: &Ctx<'_>, table: u8) -> Vec<Event> {
    let live = ctx.own.plan.as_ref().is_some_and(|plan| plan.live);
    let minimum = ctx.own.venues.get(&table).map_or(Money::ZERO, |venue| wagers::limits(ctx, venue).min);
    let mut events = Vec::new();
    // Who wagered and went away has not missed the coup.
    let acted = |name: PersonId| ctx.own.venues.get(&table).is_some_and(|venue| venue.has_acted(name));
    let here = ctx.own.at(table).into_iter();
    for (entrant, place) in here.filter(|(name, place)| !place.present && !acted(*name)) {
        let rule = ctx.book.tournament.get(if place.came { R::Absent } else { R::Late });
        events.push(event(
            Happening::Missed { entrant },
            &rule.map_or_else(|| ctx.order(), |rule| rule.by.clone()),
        ));
        let each = rule.filter(|rule| rule.value == Some(Way::EachCoup) && !live);
        if let Some(rule) = each.filter(|rule| rule.number.is_none_or(|most| place.deducted < most)) {
            let amount = minimum.min(place.stack);
            let coups = place.deducted + 1;
            events.push(event(Happening::Deducted { entrant, amount }, &rule.by));
            events.push(event(Happening::AbsenceCounted { entrant, coups }, &rule.by));
        }
    }
    events
}

/// After a tie wagers on the hands stay where the document has them stay, of those who play on.
fn left_lying(ctx: &Ctx<'_>, table: u8, venue: &Venue, winner: Winner) -> Vec<Event> {
    let rule = ctx.book.tournament.get(R::AfterTie).filter(|_| winner == Winner::Tie);
    let goes_on = ctx.own.venues.get(&table).is_some_and(|venue| venue.phase == Phase::Betting);
    let Some(rule) = rule.filter(|_| goes_on) else { return Vec::new() };
    let here = ctx.own.at(table);
    let plays_on = |entrant: PersonId| here.iter().any(|(name, _)| *name == entrant);
    let stays = |own: &&Wager| !own.hidden && wagers::is_hand(ctx, own.bet) && plays_on(own.entrant);
    let lie = venue.wagers.iter().filter(stays);
    lie.map(|own| event(Happening::Stays { entrant: own.entrant, bet: own.bet, stake: own.stake }, &rule.by))
        .collect()
}

/// What follows at a table once chips have moved: who is out, where the marker goes, whether the session or the play-off
/// is over.
fn consequences(ctx: &Ctx<'_>, table: u8, played: &Venue, gains: &Gains) -> Vec<Event> {
    let minimum = wagers::limits(ctx, played).min;
    let here = ctx.own.at(table);
    let short: Vec<_> = here.iter().filter(|(_, place)| place.stack < minimum).collect();
    let by = ctx.by_rule(R::Eliminated);
    let everybody =
        ctx.book.tournament.get(R::AllOut).filter(|_| short.len() > 1 && short.len() == here.len());
    if let Some(rule) = everybody {
        let names = Names(short.iter().map(|(name, _)| *name).collect());
        let level = winners::over_level(ctx, table, &names, &rule.by);
        return vec![event(Happening::AllOut { table, names }, &rule.by), level];
    }
    let mut events = Vec::new();
    for (name, place) in short {
        let last = (played.staked(*name), gains.place(*name));
        events.extend(eliminate(ctx, *name, place, last, &by));
    }
    let after = ctx.after(&events);
    events.extend(goes_on(&ctx.with(&after), table));
    events
}

/// Between two coups: who has not enough chips any more after these events is out.
pub(super) fn and_who_is_short(ctx: &Ctx<'_>, table: u8, mut events: Vec<Event>) -> Vec<Event> {
    let after = ctx.after(&events);
    let then = ctx.with(&after);
    let Some(venue) = after.venues.get(&table).filter(|venue| venue.phase == Phase::Betting) else {
        return events;
    };
    let minimum = wagers::limits(&then, venue).min;
    let by = ctx.by_rule(R::Eliminated);
    for (name, place) in after.at(table).iter().filter(|(_, place)| place.stack < minimum) {
        events.extend(eliminate(&then, *name, place, (venue.staked(*name), 0), &by));
    }
    events
}

fn goes_on(ctx: &Ctx<'_>, table: u8) -> Vec<Event> {
    let (Some(venue), Some(plan)) = (ctx.own.venues.get(&table), &ctx.own.plan) else { return Vec::new() };
    let session = ctx.by_rule(R::Session);
    match &venue.play_off {
        Some(play_off) => winners::play_off_goes_on(ctx, table, play_off),
        None if matches!(plan.session, Length::Coups(coups) if venue.coups >= coups)
            || ctx.own.at(table).is_empty() =>
        {
            vec![winners::over(ctx, table, &session)]
        }
        None => next_marker(ctx, table, venue).into_iter().collect(),
    }
}

/// The marker moves on to the next seat that is played.
pub(super) fn next_marker(ctx: &Ctx<'_>, table: u8, venue: &Venue) -> Option<Event> {
    ctx.wagering_order()?;
    let seat = marker(ctx.book, ctx.own, table, Some(venue.marker))?;
    Some(event(Happening::MarkerAt { table, seat }, &ctx.by_rule(R::Marker)))
}

/// Somebody is out of the session: the chips that are left, and the place, are dealt with as the document says.
pub(super) fn eliminate(
    ctx: &Ctx<'_>,
    entrant: PersonId,
    place: &Place,
    (wager, taken): (Money, u32),
    by: &Citation,
) -> Vec<Event> {
    let by = by.and_all(ctx.book.tournament.get(R::DeadPlace).map(|rule| &rule.by));
    let out = event(Happening::Eliminated { entrant, residual: place.stack, wager, taken }, &by);
    let left = place.stack.is_positive().then(|| winners::chips_left(ctx, entrant, place.stack, R::LeftOver));
    [out].into_iter().chain(left).collect()
}
