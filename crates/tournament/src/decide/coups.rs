//! Coups as tables tell them: when cards may come, and what follows once a coup is settled.

use punto_rulebook::{Opening, TournamentRule as R, Way, Winner};
use punto_vocab::{Actor, Citation, Money, Names, PersonId};

use super::gains::{self, Gains};
use super::{Ctx, Decision, event, hidden, people, sessions, wagers, winners};
use crate::cards::CoupCards;
use crate::command::Offence;
use crate::conditions::Length;
use crate::event::{Event, Happening};
use crate::order::marker;
use crate::reason::{Reason, Refused};
use crate::state::{Phase, Place, Standing, Venue, Wager};

/// The table tells what it was opened with.
pub(super) fn opened(ctx: &Ctx<'_>, table: u8, opening: &Opening) -> Decision {
    let designate = ctx.the_tables_own(R::Designate, table)?;
    ctx.venue(table)?;
    Ok(vec![event(Happening::Opened { table, opening: opening.clone() }, &designate.by)])
}

/// No more bets. A form that nobody has examined is examined first, and everybody who is there wagers first: to close over
/// somebody who has not is for the officer alone, where the document sends such an entrant away.
pub(super) fn close(ctx: &Ctx<'_>, table: u8) -> Decision {
    let officer = ctx.entitled(R::Session).is_ok();
    let session = if officer { ctx.entitled(R::Session)? } else { ctx.told_by_table(R::Session)? };
    ctx.running()?;
    let venue = ctx.undisturbed(table)?;
    in_phase(ctx, venue, Phase::Betting)?;
    sessions::has_coups_left(ctx, venue)?;
    // Where everybody is out, no coup is played before somebody has bought back.
    if ctx.own.at(table).is_empty()
        && let Some(entrant) = sessions::may_buy_back(ctx, table)
    {
        return ctx.refuse(&ctx.by_rule(R::BuyBack), Reason::BuyBackOpen { entrant });
    }
    if let Some((entrant, _)) = venue.forms.iter().find(|(_, form)| !form.examined) {
        return ctx.refuse(&ctx.by_rule(R::Examine), Reason::NotExamined { entrant: *entrant });
    }
    approved(ctx, table, venue)?;
    let every = ctx.rule(R::EveryCoup)?;
    let waits = |(name, place): &(PersonId, &Place)| place.present && !venue.has_acted(*name);
    let over = officer && every.value == Some(Way::Disqualified);
    match ctx.own.at(table).into_iter().find(waits).filter(|_| !over) {
        Some((entrant, _)) => ctx.refuse(&every.by, Reason::NotWagered { entrant }),
        None => Ok(vec![event(Happening::BetsClosed { table }, &session.by)]),
    }
}

/// Refuses to close over somebody away who has named a substitute, where that keeps the place: the officer approves them first,
/// or sends the entrant away.
fn approved(ctx: &Ctx<'_>, table: u8, venue: &Venue) -> Result<(), Refused> {
    let live = ctx.own.plan.as_ref().is_some_and(|plan| plan.live);
    let Some(rule) = ctx.book.tournament.get(R::AbsentLive).filter(|_| live) else { return Ok(()) };
    let waits = |(name, place): &(PersonId, &Place)| {
        !place.present && place.named.is_some() && !venue.has_acted(*name)
    };
    match ctx.own.at(table).into_iter().find(waits) {
        Some((entrant, _)) => {
            ctx.refuse(&rule.by.and(&ctx.by_rule(R::Substitute)), Reason::NotPresent { entrant })
        }
        None => Ok(()),
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
    if let Some((entrant, _)) = venue.forms.iter().find(|(_, form)| !form.examined) {
        return ctx.refuse(&ctx.by_rule(R::Examine), Reason::NotExamined { entrant: *entrant });
    }
    let mut events = Vec::new();
    for (entrant, place) in ctx.own.at(table) {
        // Who was away at the close is away for the coup: nobody is held up by who sits down when it is too late to wager.
        match venue.absent.get(&entrant) {
            Some(came) => events.extend(missing(ctx, entrant, place, *came)),
            None => wagered(ctx, venue, entrant)?,
        }
    }
    // Where nobody has wagered there is no coup with which they would go.
    let idle = failed(ctx, table, venue);
    if idle.len() == ctx.own.at(table).len() {
        events.extend(idle.into_iter().flatten());
    }
    let first = ctx.book.tournament.get(R::Announce).filter(|rule| rule.value == Some(Way::BeforeCards));
    let first = first.map(|rule| rule.by.clone()).or_else(|| hidden::last_coup(ctx, table));
    let unread = venue.forms.iter().find(|(_, form)| !form.announced);
    if let (Some(by), Some((entrant, _))) = (first, unread) {
        return ctx.refuse(&by, Reason::NotAnnounced { entrant: *entrant });
    }
    // With nobody left to deal to, the session is over instead.
    let after = ctx.after(&events);
    let over = ended(&ctx.with(&after), table);
    if !over.is_empty() {
        return Ok(events.into_iter().chain(over).collect());
    }
    let by = hidden::last_coup(ctx, table).map_or_else(|| session.by.clone(), |last| session.by.and(&last));
    events.push(event(Happening::Dealt { table }, &by));
    Ok(events)
}

/// Refuses to deal over somebody who is there and has not wagered, unless the document has them go with the coup.
fn wagered(ctx: &Ctx<'_>, venue: &Venue, entrant: PersonId) -> Result<(), Refused> {
    let every = ctx.rule(R::EveryCoup)?;
    match !venue.idle.contains(&entrant) || every.value == Some(Way::Disqualified) {
        true => Ok(()),
        false => ctx.refuse(&every.by, Reason::NotWagered { entrant }),
    }
}

/// Those who were there and have not wagered are disqualified once the coup is settled, each with what follows: a coup that is
/// void is none that they should have wagered on.
fn failed(ctx: &Ctx<'_>, table: u8, venue: &Venue) -> Vec<Vec<Event>> {
    let rule = ctx.book.tournament.get(R::EveryCoup);
    let Some(every) = rule.filter(|rule| rule.value == Some(Way::Disqualified)) else { return Vec::new() };
    let here = ctx.own.at(table).into_iter().map(|(name, _)| name).filter(|name| venue.idle.contains(name));
    here.map(|entrant| people::gone(ctx, entrant, Offence::NoWager, &every.by, None)).collect()
}

/// Somebody who was not there when wagers were closed loses the place once enough coups were missed, whatever seat they take then,
/// or at once where chips are money.
fn missing(ctx: &Ctx<'_>, entrant: PersonId, place: &Place, came: bool) -> Vec<Event> {
    let rules = &ctx.book.tournament;
    let live = ctx.own.plan.as_ref().is_some_and(|plan| plan.live);
    let most =
        rules.get(R::Late).filter(|rule| rule.value == Some(Way::EachCoup)).and_then(|rule| rule.number);
    match (rules.get(R::LateLost), rules.get(R::AbsentLive)) {
        // Who was there before and is back before the first card has no need of a substitute.
        (_, Some(_)) if live && place.present => Vec::new(),
        (_, Some(rule)) if live && came => people::gone(ctx, entrant, Offence::Absence, &rule.by, None),
        (Some(rule), _) if !came && most.is_some_and(|most| place.missed >= most) => {
            let second = rules.get(R::LateSecondChance).map(|own| &own.by);
            let lost = event(Happening::PlaceLost { entrant }, &rule.by.and_all(second));
            let left = place.stack.is_positive();
            let left = left.then(|| winners::chips_left(ctx, entrant, place.stack, R::ChipsAtEnd));
            [lost].into_iter().chain(left).collect()
        }
        _ => Vec::new(),
    }
}

/// This is the last coup of the shoe. A table that tells so once its session is over is heard, and it is of no consequence.
pub(super) fn last_coup(ctx: &Ctx<'_>, table: u8) -> Decision {
    let session = ctx.told_by_table(R::Session)?;
    match ctx.venue(table)?.phase {
        Phase::Betting | Phase::Closed | Phase::Dealing => {
            Ok(vec![event(Happening::LastCoup { table }, &session.by)])
        }
        Phase::Idle | Phase::Over | Phase::Declared if ctx.by == Actor::System => Ok(Vec::new()),
        Phase::Idle | Phase::Over | Phase::Declared => {
            ctx.refuse(&session.by, Reason::NotInSession { table })
        }
    }
}

/// Cards went to the wrong entrant, who has turned them: the coup is not void for it, and its table voids none for it.
pub(super) fn wrong_holder(ctx: &Ctx<'_>, table: u8) -> Decision {
    let wrong = ctx.told_by_table(R::WrongHolder)?;
    in_phase(ctx, ctx.venue(table)?, Phase::Dealing)?;
    Ok(vec![event(Happening::WrongHolder { table }, &wrong.by)])
}

/// A coup is void: every wager comes back, and neither form nor pass card is used up.
pub(super) fn void(ctx: &Ctx<'_>, table: u8) -> Decision {
    let session = ctx.the_tables_own(R::Session, table)?;
    let venue = ctx.venue(table)?;
    let by = ctx.by_rule(R::Eliminated);
    match venue.phase {
        Phase::Betting => return Ok(undealt(venue, table, &session.by)),
        Phase::Closed => {
            return Ok(and_who_is_short(ctx, table, undealt(venue, table, &session.by), &by));
        }
        _ => in_phase(ctx, venue, Phase::Dealing)?,
    }
    let mut events = vec![event(Happening::CoupVoid { table }, &session.by)];
    let after = ctx.after(&events);
    events.extend(left_before(&ctx.with(&after), table));
    // A minimum for a coup that was missed before may have been taken since wagers were closed.
    Ok(and_who_is_short(ctx, table, events, &by))
}

/// A coup that is not dealt: its table has given back what lies there, and forms that say what nobody has read come back, too.
pub(super) fn undealt(venue: &Venue, table: u8, by: &Citation) -> Vec<Event> {
    let wagers = venue.wagers.iter();
    let wagers = wagers.map(|own| Happening::TakenOff { entrant: own.entrant, bet: own.bet });
    let forms = venue.forms.keys().map(|entrant| Happening::FormReturned { entrant: *entrant, why: None });
    // Where no coup was let out, there is none that is void.
    let void = (venue.phase != Phase::Betting).then_some(Happening::CoupVoid { table });
    let back = wagers.chain(forms).chain(void);
    back.map(|what| event(what, by)).collect()
}

/// The table tells that the cards of a coup are out and its outcome is called.
pub(super) fn outcome(ctx: &Ctx<'_>, table: u8) -> Decision {
    let session = ctx.the_tables_own(R::Session, table)?;
    in_phase(ctx, ctx.venue(table)?, Phase::Dealing)?;
    Ok(vec![event(Happening::OutcomeTold { table }, &session.by)])
}

/// The table has settled a coup and tells its cards: chips move as the wagers have it, and who cannot go on is out.
pub(super) fn result(ctx: &Ctx<'_>, table: u8, cards: &CoupCards, taken: Option<&Names>) -> Decision {
    let session = ctx.the_tables_own(R::Session, table)?;
    let venue = ctx.venue(table)?;
    in_phase(ctx, venue, Phase::Dealing)?;
    if let Some((entrant, _)) = venue.forms.iter().find(|(_, form)| !form.announced) {
        return ctx.refuse(&ctx.by_rule(R::Announce), Reason::NotAnnounced { entrant: *entrant });
    }
    let order = taken.map_or(&[][..], |names| &names.0);
    let gains = gains::of(ctx, (table, venue), &venue.wagers, cards, order)?;
    let (coup, winner) = (venue.coups + 1, cards.outcome().winner);
    let mut events = vec![event(Happening::CoupOver { table, coup, cards: cards.clone() }, &session.by)];
    events.extend(gains.moves(&ctx.by_chips()));
    let after = ctx.after(&events);
    events.extend(hidden::costs(&ctx.with(&after), venue));
    events.extend(used_up(ctx, venue, winner));
    events.extend(absent(ctx, table));
    events.extend(failed(ctx, table, venue).into_iter().flatten());
    let after = ctx.after(&events);
    events.extend(consequences(&ctx.with(&after), table, venue, &gains));
    let after = ctx.after(&events);
    events.extend(left_before(&ctx.with(&after), table));
    events.extend(left_lying(&ctx.with(&after), table, venue, winner));
    Ok(events)
}

/// Pass cards are collected, and hidden wagers counted.
fn used_up(ctx: &Ctx<'_>, venue: &Venue, winner: Winner) -> Vec<Event> {
    let passed = venue
        .passed
        .iter()
        .map(|entrant| event(Happening::PassCollected { entrant: *entrant }, &ctx.by_rule(R::PassCard)));
    let tie = ctx.book.tournament.get(R::HiddenTie).filter(|_| winner == Winner::Tie);
    let by = tie.map_or_else(|| ctx.by_rule(R::Hidden), |rule| rule.by.clone());
    let gives_back = ctx.own.plan.as_ref().is_some_and(|plan| plan.tie_gives_back == Some(true));
    // Only what stood off comes back: neither a form on the tie, which was paid, nor one that was no wager.
    let stood_off = |entrant: &PersonId| {
        let laid = venue.wagers.iter().filter(|own| own.entrant == *entrant && own.hidden);
        winner == Winner::Tie && laid.into_iter().any(|own| wagers::is_hand(ctx, own.bet))
    };
    let back = |entrant: &PersonId| gives_back && tie.is_none() && stood_off(entrant);
    let hidden = venue.forms.keys().filter(|entrant| !back(entrant)).filter_map(|entrant| {
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
    // Who sits down once wagers are closed has missed the coup, and who wagered and went away has not.
    let away = ctx.own.venues.get(&table).map(|venue| venue.absent.clone()).unwrap_or_default();
    for (entrant, came) in away {
        let Some(place) = ctx.own.place(entrant) else { continue };
        let rule = ctx.book.tournament.get(match (came, live) {
            (true, true) => R::AbsentLive,
            (true, false) => R::Absent,
            (false, _) => R::Late,
        });
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

/// Who was sent away after a coup whose settlement was then taken back has their part in it all the same: what it comes to now
/// goes where their chips went. Of chips that they kept it is what they have not had yet.
fn left_before(ctx: &Ctx<'_>, table: u8) -> Vec<Event> {
    let gone = ctx.own.entrants.iter().filter(|(_, own)| own.standing == Standing::Disqualified);
    let there = gone.filter_map(|(name, own)| Some((*name, own.place.as_ref()?)));
    let with_chips = there.filter(|(_, place)| place.table == table && place.stack.is_positive());
    let left = with_chips.filter_map(|(entrant, place)| {
        let amount = if place.kept { place.stack - place.home } else { place.stack };
        let (what, by) = match place.kept {
            true => (Happening::ChipsKept { entrant, amount }, ctx.by_chips()),
            false => (Happening::ChipsIn { entrant, amount }, ctx.by_rule(R::ChipsAtEnd)),
        };
        amount.is_positive().then(|| event(what, &by))
    });
    left.collect()
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

/// What follows at a table once a coup has moved chips: who is out, where the marker goes, whether the session or the
/// play-off is over.
fn consequences(ctx: &Ctx<'_>, table: u8, played: &Venue, gains: &Gains) -> Vec<Event> {
    if let Some(all_out) = all_out(ctx, table) {
        return all_out;
    }
    let last = |name| Last { wager: played.staked(name), taken: gains.taken(name), between: false };
    let mut events = short(ctx, table, &ctx.by_rule(R::Eliminated), last);
    let after = ctx.after(&events);
    events.extend(goes_on(&ctx.with(&after), table));
    events
}

/// The same when chips have moved or limits have risen between two coups.
pub(super) fn and_who_is_short(
    ctx: &Ctx<'_>,
    table: u8,
    mut events: Vec<Event>,
    by: &Citation,
) -> Vec<Event> {
    let after = ctx.after(&events);
    let then = ctx.with(&after);
    let between = after.venues.get(&table).is_some_and(|venue| venue.phase == Phase::Betting);
    if !between {
        return events;
    }
    if let Some(all_out) = all_out(&then, table) {
        events.extend(all_out);
        return events;
    }
    let staked = |name| after.venues.get(&table).map_or(Money::ZERO, |venue| venue.staked(name));
    let last = |name| Last { wager: staked(name), taken: 0, between: true };
    events.extend(short(&then, table, by, last));
    let after = ctx.after(&events);
    events.extend(ended(&ctx.with(&after), table));
    events
}

/// Nobody at a table has enough for a wager: where the document has it, they are level, whatever each has left.
fn all_out(ctx: &Ctx<'_>, table: u8) -> Option<Vec<Event>> {
    let rule = ctx.book.tournament.get(R::AllOut)?;
    let venue = ctx.own.venues.get(&table)?;
    let minimum = wagers::limits(ctx, venue).min;
    let here = ctx.own.at(table);
    let everybody = here.len() > 1 && here.iter().all(|(_, place)| place.stack < minimum);
    let names = Names(here.iter().map(|(name, _)| *name).filter(|_| everybody).collect());
    everybody.then(|| {
        let level = winners::over_level(ctx, table, &names, &rule.by);
        let lies = winners::cleared(ctx, table, &rule.by, |_| true).into_iter();
        lies.chain([event(Happening::AllOut { table, names }, &rule.by), level]).collect()
    })
}

/// Everybody who has not enough for a wager is out.
fn short(ctx: &Ctx<'_>, table: u8, by: &Citation, last: impl Fn(PersonId) -> Last) -> Vec<Event> {
    let Some(venue) = ctx.own.venues.get(&table) else { return Vec::new() };
    let minimum = wagers::limits(ctx, venue).min;
    let here = ctx.own.at(table).into_iter().filter(|(_, place)| place.stack < minimum);
    here.flat_map(|(name, place)| eliminate(ctx, name, place, last(name), by)).collect()
}

/// Whether a session or a play-off is over because people have gone between two coups.
pub(super) fn ended(ctx: &Ctx<'_>, table: u8) -> Vec<Event> {
    let Some(venue) = ctx.own.venues.get(&table) else { return Vec::new() };
    let left = ctx.own.at(table).len();
    match (venue.phase, &venue.play_off) {
        (Phase::Betting | Phase::Closed, Some(play_off))
            if left < 2 || winners::is_decided(ctx, table, play_off) =>
        {
            let by = ctx.by_rule(R::PlayOff);
            let over = winners::play_off_over(ctx, table, play_off);
            winners::cleared(ctx, table, &by, |_| true).into_iter().chain([over]).collect()
        }
        (Phase::Betting | Phase::Closed, None)
            if left == 0 && sessions::may_buy_back(ctx, table).is_none() =>
        {
            winners::over(ctx, table, &ctx.by_rule(R::Session))
        }
        (
            Phase::Idle | Phase::Betting | Phase::Closed | Phase::Dealing | Phase::Over | Phase::Declared,
            _,
        ) => Vec::new(),
    }
}

fn goes_on(ctx: &Ctx<'_>, table: u8) -> Vec<Event> {
    let (Some(venue), Some(plan)) = (ctx.own.venues.get(&table), &ctx.own.plan) else { return Vec::new() };
    let session = ctx.by_rule(R::Session);
    match &venue.play_off {
        Some(play_off) => winners::play_off_goes_on(ctx, table, play_off),
        None if matches!(plan.session, Length::Coups(coups) if venue.coups >= coups)
            || ctx.own.at(table).is_empty() && sessions::may_buy_back(ctx, table).is_none() =>
        {
            winners::over(ctx, table, &session)
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

/// How somebody went out, as far as it tells those apart who go out together.
#[derive(Clone, Copy, Default)]
pub(super) struct Last {
    /// The wagers of the coup.
    pub(super) wager: Money,
    /// When the chips were taken, counted within the coup.
    pub(super) taken: u32,
    /// Whether it was between two coups, and so after those who went out in the last.
    pub(super) between: bool,
}

/// Somebody is out of the session: the chips that are left, and the place, are dealt with as the document says.
pub(super) fn eliminate(
    ctx: &Ctx<'_>,
    entrant: PersonId,
    place: &Place,
    Last { wager, taken, between }: Last,
    by: &Citation,
) -> Vec<Event> {
    let by = by.and_all(ctx.book.tournament.get(R::DeadPlace).map(|rule| &rule.by));
    let before = ctx.own.venues.get(&place.table).map(|venue| venue.coups + 1).filter(|_| between);
    let lies = winners::cleared(ctx, place.table, &by, |name| name == entrant);
    let out = event(Happening::Eliminated { entrant, residual: place.stack, wager, taken, before }, &by);
    let left = place.stack.is_positive().then(|| winners::chips_left(ctx, entrant, place.stack, R::LeftOver));
    lies.into_iter().chain([out]).chain(left).collect()
}
