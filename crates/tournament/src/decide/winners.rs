//! Who wins: counts, those who are level, play-offs, places and prizes.

use punto_rulebook::{Item, TournamentRule as R, Way};
use punto_vocab::line::Words;
use punto_vocab::{Actor, Card, Citation, Money, Names, PersonId, Role};

use super::{Ctx, Decision, coups, event, sessions, wagers};
use crate::command::Payment;
use crate::event::{Event, Happening};
use crate::reason::{Reason, Refused};
use crate::score::Ranking;
use crate::state::{Entrant, Exit, Phase, Place, PlayOff, Stage, Standing, Venue};

/// The session at a table is over, with everybody in their order. What is wagered for a coup that is not played comes back.
pub(super) fn over(ctx: &Ctx<'_>, table: u8, by: &Citation) -> Vec<Event> {
    let rules = [R::Winners, R::SameCoup].into_iter().filter_map(|rule| ctx.book.tournament.get(rule));
    let order = rank(ctx, table);
    let mut events = cleared(ctx, table, by, |_| true);
    events.push(event(Happening::SessionOver { table, order }, &by.and_all(rules.map(|rule| &rule.by))));
    events
}

/// What lies for a coup that has no card yet comes back to these: wagers, and forms that are not read out.
pub(super) fn cleared(ctx: &Ctx<'_>, table: u8, by: &Citation, of: impl Fn(PersonId) -> bool) -> Vec<Event> {
    let lies = |venue: &&Venue| matches!(venue.phase, Phase::Betting | Phase::Closed);
    let Some(venue) = ctx.own.venues.get(&table).filter(lies) else { return Vec::new() };
    let wagers = venue.wagers.iter().filter(|own| of(own.entrant));
    let wagers = wagers.map(|own| Happening::WagerVoid { entrant: own.entrant, bet: own.bet });
    let forms = venue.forms.keys().copied().filter(|name| of(*name));
    let forms = forms.map(|entrant| Happening::FormReturned { entrant, why: None });
    wagers.chain(forms).map(|what| event(what, by)).collect()
}

/// The session or the play-off is over with these in one place, whatever chips they have left: none has enough for a wager.
pub(super) fn over_level(ctx: &Ctx<'_>, table: u8, names: &Names, by: &Citation) -> Event {
    let play_off = ctx.own.venues.get(&table).and_then(|venue| venue.play_off.as_ref());
    let others = match play_off {
        Some(play_off) => rank_of(ctx, table, play_off),
        None => rank(ctx, table),
    };
    let others = others.0.into_iter().filter(|group| group.iter().all(|name| !names.0.contains(name)));
    let order = Ranking([names.0.clone()].into_iter().chain(others).collect());
    match play_off {
        Some(_) => event(Happening::PlayOffOver { table, order }, &by.and(&ctx.by_rule(R::PlayOff))),
        None => event(Happening::SessionOver { table, order }, &by.and(&ctx.by_rule(R::Winners))),
    }
}

/// Those who are in by their chips, then those who are out, the last first.
fn rank(ctx: &Ctx<'_>, table: u8) -> Ranking {
    let Some(venue) = ctx.own.venues.get(&table) else { return Ranking::default() };
    Ranking(among(ctx, venue, &ctx.own.at(table), None))
}

/// The same of those who have played a place off, or of everybody. Those who have keep together where they were level, whatever
/// chips it has left them; so do those of them who were level again and played that off.
fn among(
    ctx: &Ctx<'_>,
    venue: &Venue,
    here: &[(PersonId, &Place)],
    of: Option<&[PersonId]>,
) -> Vec<Vec<PersonId>> {
    let within = |names: &[PersonId]| of.is_none_or(|of| is_part(names, of));
    let inner = || venue.played_off.iter().filter(|(_, names)| within(names));
    let outermost = |names: &[PersonId]| inner().all(|(_, other)| !is_part(names, other));
    let blocks: Vec<_> = inner().filter(|(_, names)| outermost(names)).collect();
    let alone = |name| {
        of.is_none_or(|of| of.contains(&name)) && blocks.iter().all(|(_, names)| !names.contains(&name))
    };
    let played_off = blocks.iter().map(|(level, names)| (*level, among(ctx, venue, here, Some(names))));
    let by_chips = by_chips(here, &alone).into_iter().map(|(chips, group)| (chips, vec![group]));
    let mut ranked: Vec<(Money, Vec<Vec<PersonId>>)> = played_off.chain(by_chips).collect();
    ranked.sort_by_key(|(chips, _)| std::cmp::Reverse(*chips));
    let out = by_exit(ctx, &venue.exits, &alone);
    ranked.into_iter().flat_map(|(_, groups)| groups).chain(out).collect()
}

/// Whether these are some of the others, and not all of them.
fn is_part(names: &[PersonId], of: &[PersonId]) -> bool {
    names.len() < of.len() && names.iter().all(|name| of.contains(name))
}

/// These by their chips, the most first; those who have as many are level.
fn by_chips(here: &[(PersonId, &Place)], of: &dyn Fn(PersonId) -> bool) -> Vec<(Money, Vec<PersonId>)> {
    let mut here: Vec<_> = here.iter().filter(|(name, _)| of(*name)).collect();
    here.sort_by_key(|(_, place)| std::cmp::Reverse(place.stack));
    let level = here.chunk_by(|one, other| one.1.stack == other.1.stack);
    level.map(|chunk| (chunk[0].1.stack, chunk.iter().map(|(name, _)| *name).collect())).collect()
}

/// These who are out, the last first. Those out in the same coup are told apart as the document says, or not at all.
fn by_exit(ctx: &Ctx<'_>, exits: &[Exit], of: &dyn Fn(PersonId) -> bool) -> Vec<Vec<PersonId>> {
    let shared = ctx.book.tournament.get(R::SameCoup).is_some_and(|rule| rule.value == Some(Way::Shared));
    let better =
        |exit: &&Exit| std::cmp::Reverse((exit.coup, exit.between, exit.residual, exit.wager, exit.taken));
    // Who was out before the first coup, for want of the buy-in, has no place in the session.
    let played = |exit: &&Exit| exit.coup > 0 || exit.residual.is_positive() || exit.wager.is_positive();
    let mut exits: Vec<&Exit> = exits.iter().filter(|exit| of(exit.entrant)).filter(played).collect();
    exits.sort_by_key(better);
    let together = |one: &Exit, other: &Exit| (one.coup, one.between) == (other.coup, other.between);
    let mut groups = Vec::new();
    for chunk in exits.chunk_by(|one, other| shared && together(one, other)) {
        let mut group: Vec<PersonId> = chunk.iter().map(|exit| exit.entrant).collect();
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

/// What becomes of the chips of somebody who has played on to the end: where the conditions turn chips into cash, they are
/// the entrant's.
pub(super) fn chips_left(ctx: &Ctx<'_>, entrant: PersonId, amount: Money, rule: R) -> Event {
    match ctx.book.tournament.get(R::EndEarlyAgreed).filter(|_| ctx.own.form.says(Item::CashOut)) {
        Some(cash) => kept(ctx, entrant, amount, &cash.by),
        None => chips_of(ctx, entrant, amount, rule),
    }
}

/// Whose chips are: the house's, or where they are money the entrant's.
pub(super) fn chips_of(ctx: &Ctx<'_>, entrant: PersonId, amount: Money, rule: R) -> Event {
    let live = ctx.own.plan.as_ref().is_some_and(|plan| plan.live);
    let by = ctx.book.tournament.get(rule).map_or_else(|| ctx.by_rule(R::ChipsAtEnd), |own| own.by.clone());
    let place = ctx.own.entrants.get(&entrant).and_then(|own| own.place.as_ref());
    // Chips that were given out for a play-off decide who has a place, and are nobody's money.
    match live && place.is_none_or(|place| !place.for_play_off) {
        true => kept(ctx, entrant, amount, &by),
        false => event(Happening::ChipsIn { entrant, amount }, &by),
    }
}

/// These chips are the entrant's: they have what they have not had yet.
pub(super) fn kept(ctx: &Ctx<'_>, entrant: PersonId, amount: Money, by: &Citation) -> Event {
    let place = ctx.own.entrants.get(&entrant).and_then(|own| own.place.as_ref());
    let home = place.map_or(Money::ZERO, |place| place.home);
    event(Happening::ChipsKept { entrant, amount: (amount - home).max(Money::ZERO) }, by)
}

pub(super) fn count_all(ctx: &Ctx<'_>, table: u8) -> Decision {
    let count = ctx.entitled(R::CountAll)?;
    ctx.between_coups(table)?;
    Ok(vec![event(Happening::CountOrdered { table }, &count.by)])
}

/// Somebody's chips are counted. More than is accounted for can only have been added. Less is missing, which nobody finds
/// alone, and a dealer not at all: it counts once somebody else has counted the same. A count that found too little is made
/// again until the winners are declared.
pub(super) fn count(ctx: &Ctx<'_>, entrant: PersonId, amount: Money) -> Decision {
    let count = ctx.entitled(R::Count)?;
    ctx.running()?;
    if let Some(place) = out_by_count(ctx, entrant) {
        return count_again(ctx, entrant, place, amount, &count.by);
    }
    let place = ctx.seat(entrant)?;
    let venue = ctx.venue(place.table)?;
    if venue.phase != Phase::Over && !venue.count_ordered {
        return ctx.refuse(
            &count.by,
            Reason::WrongPhase { phase: "the session is not over and no count was ordered" },
        );
    }
    let known = place.stack + place.short;
    if amount > known {
        let by = ctx.by_rule(R::AddingChips);
        return ctx.refuse(&by, Reason::CountedMore { counted: amount, known });
    }
    let lies = venue.staked(entrant);
    if amount < lies {
        return ctx.refuse(&count.by, Reason::CountedLess { counted: amount, lies });
    }
    let missing = known - amount;
    let short = event(Happening::Short { entrant, amount: missing }, &ctx.by_rule(R::ReturnChips));
    if amount < place.stack && !found_by_another(ctx, place, amount, &count.by)? {
        return Ok(vec![short]);
    }
    let counted = event(Happening::Counted { entrant, amount }, &count.by);
    let mut events: Vec<Event> =
        missing.is_positive().then_some(short).into_iter().chain([counted]).collect();
    // What was counted decides, also where it is less than was accounted for.
    if amount != place.stack && venue.phase == Phase::Over {
        let after = ctx.after(&events);
        events.extend(over(&ctx.with(&after), place.table, &count.by));
        return Ok(events);
    }
    let mut events = coups::and_who_is_short(ctx, place.table, events, &ctx.by_rule(R::Eliminated));
    let after = ctx.after(&events);
    events.extend(decided_by_count(&ctx.with(&after), place.table));
    Ok(events)
}

/// Somebody who is out since chips were counted before this coup, as long as wagers for it are taken.
fn out_by_count<'a>(ctx: &'a Ctx<'_>, entrant: PersonId) -> Option<&'a Place> {
    let own = ctx.own.entrants.get(&entrant).filter(|own| own.standing == Standing::Out)?;
    let place = own.place.as_ref().filter(|place| place.short.is_positive())?;
    let venue = ctx.own.venues.get(&place.table).filter(|venue| venue.phase == Phase::Betting)?;
    let here = |exit: &&Exit| exit.entrant == entrant && exit.between && exit.coup == venue.coups;
    venue.exits.iter().find(here).map(|_| place)
}

/// A count that put somebody out is made again: with enough for a wager they are in as before it. Wagers that were made
/// meanwhile come back, so that everybody's turn comes again.
fn count_again(ctx: &Ctx<'_>, entrant: PersonId, place: &Place, amount: Money, by: &Citation) -> Decision {
    let (known, venue) = (place.ended + place.short, ctx.venue(place.table)?);
    let minimum = wagers::limits(ctx, venue).min;
    match () {
        () if amount > known => {
            ctx.refuse(&ctx.by_rule(R::AddingChips), Reason::CountedMore { counted: amount, known })
        }
        () if amount < minimum => {
            ctx.refuse(&ctx.by_rule(R::Eliminated), Reason::BelowMinimum { stake: amount, minimum })
        }
        () => {
            let mut events = cleared(ctx, place.table, by, |_| true);
            events.push(event(Happening::Reinstated { entrant, amount: place.ended }, by));
            events.push(event(Happening::Counted { entrant, amount }, by));
            Ok(events)
        }
    }
}

/// Whether somebody else has counted as little; refuses a dealer, and whoever counts it once more.
fn found_by_another(ctx: &Ctx<'_>, place: &Place, amount: Money, by: &Citation) -> Result<bool, Refused> {
    let known = place.stack + place.short;
    match (ctx.by, place.found) {
        (Actor::Staff(Role::Dealer, _), _) => ctx.refuse(by, Reason::CountedShort { counted: amount, known }),
        (Actor::Staff(_, who), Some((found, other))) if found == known - amount => match who == other {
            true => ctx.refuse(by, Reason::CountedAlone { counted: amount, known }),
            false => Ok(true),
        },
        (Actor::Staff(..) | Actor::Patron(_) | Actor::System, _) => Ok(false),
    }
}

/// A play-off that goes on until it is decided is over once a count has shown an order.
fn decided_by_count(ctx: &Ctx<'_>, table: u8) -> Option<Event> {
    let venue = ctx.own.venues.get(&table).filter(|venue| venue.phase == Phase::Betting)?;
    let play_off = venue.play_off.as_ref()?;
    is_decided(ctx, table, play_off).then(|| play_off_over(ctx, table, play_off))
}

/// Whether chips are counted in a play-off that goes on until it is decided, and no two of those who are left are level.
pub(super) fn is_decided(ctx: &Ctx<'_>, table: u8, play_off: &PlayOff) -> bool {
    let counted = || ctx.own.at(table).iter().all(|(_, place)| place.counted);
    let apart = || rank_of(ctx, table, play_off).0.iter().all(|group| group.len() == 1);
    play_off.coups.is_none() && counted() && apart()
}

/// The chips of a session are back in the inventory, or some are not.
pub(super) fn return_chips(ctx: &Ctx<'_>, table: u8, missing: Option<Money>) -> Decision {
    let back = ctx.entitled(R::ReturnChips)?;
    if ctx.own.chips_out.contains(&table) {
        return Ok(vec![event(Happening::ChipsReturned { table, missing }, &back.by)]);
    }
    match ctx.venue(table)?.phase {
        Phase::Idle | Phase::Declared => ctx.refuse(&back.by, Reason::NoChipsOut { table }),
        Phase::Betting | Phase::Closed | Phase::Dealing => ctx.refuse(&back.by, Reason::InSession { table }),
        Phase::Over => ctx.refuse(&back.by, Reason::WrongPhase { phase: "the winners are not declared" }),
    }
}

/// Who is level for a place that only some of them can have. In the final those who went out in the same coup share where
/// the document says so.
fn level<'v>(ctx: &Ctx<'_>, venue: &'v Venue) -> Option<&'v [PersonId]> {
    let plan = ctx.own.plan.as_ref()?;
    if !ctx.own.is_final() {
        return venue.order.level_at(plan.advance as usize);
    }
    let in_play = |group: &&[PersonId]| group.iter().all(|name| ctx.own.place(*name).is_some());
    (1..=plan.prizes.len()).find_map(|cut| venue.order.level_at(cut).filter(in_play))
}

/// Those who are level play on, with the chips and for the coups that the document gives them.
pub(super) fn play_off(ctx: &Ctx<'_>, table: u8, chips: Option<Money>, card: Option<Card>) -> Decision {
    let rule = ctx.entitled(R::PlayOff)?;
    ctx.attended()?;
    let venue = ctx.venue(table)?;
    let Some(names) = level(ctx, venue).filter(|_| venue.phase == Phase::Over) else {
        return ctx.refuse(&rule.by, Reason::NobodyLevel);
    };
    // Who is level is known once chips are counted.
    counted(ctx, table)?;
    let drawn = rule.value == Some(Way::DrawnCoups);
    let (coups, by) = match (drawn, chips.zip(card)) {
        (false, None) => (None, rule.by.clone()),
        (false, Some(_)) => return ctx.refuse(&rule.by, Reason::PlainPlayOff),
        (true, None) => return ctx.refuse(&rule.by, Reason::ChipsAndCard),
        (true, Some((_, card))) => (Some(face_value(card)), rule.by.and(&ctx.by_rule(R::PlayOffDraw))),
    };
    let minimum = wagers::limits(ctx, venue).min;
    if let Some(stake) = chips.filter(|chips| *chips < minimum) {
        return ctx.refuse(&rule.by, Reason::BelowMinimum { stake, minimum });
    }
    let nobody = names.iter().filter_map(|name| ctx.own.place(*name)).all(|place| place.stack < minimum);
    let by = by.and_all(ctx.book.tournament.get(R::AllOut).filter(|_| nobody).map(|own| &own.by));
    let began = event(Happening::PlayOffBegan { table, coups, card, names: Names(names.to_vec()) }, &by);
    // Chips that are given out anew take the place of those that are there.
    let anew = |name: &PersonId, amount: Money| {
        let left = ctx.own.place(*name).map_or(Money::ZERO, |place| place.stack);
        let left = left.is_positive().then(|| chips_left(ctx, *name, left, R::ChipsAtEnd));
        left.into_iter().chain([event(Happening::Issued { entrant: *name, amount }, &by)])
    };
    let issued = chips.into_iter().flat_map(|chips| names.iter().flat_map(move |name| anew(name, chips)));
    let mut events: Vec<Event> = [began].into_iter().chain(issued).collect();
    let after = ctx.after(&events);
    events.extend(sessions::first_marker(&ctx.with(&after), table));
    Ok(events)
}

/// How many coups a drawn card gives: an ace one, pictures ten.
fn face_value(card: Card) -> u32 {
    match u8::from(card.point()) {
        0 => 10,
        point => u32::from(point),
    }
}

/// How those of a play-off stand.
fn rank_of(ctx: &Ctx<'_>, table: u8, play_off: &PlayOff) -> Ranking {
    let between = |group: Vec<PersonId>| {
        let own: Vec<PersonId> = group.into_iter().filter(|name| play_off.names.contains(name)).collect();
        (!own.is_empty()).then_some(own)
    };
    Ranking(rank(ctx, table).0.into_iter().filter_map(between).collect())
}

/// A play-off is over, with those whom it is between in their order.
pub(super) fn play_off_over(ctx: &Ctx<'_>, table: u8, play_off: &PlayOff) -> Event {
    let order = rank_of(ctx, table, play_off);
    event(Happening::PlayOffOver { table, order }, &ctx.by_rule(R::PlayOff))
}

/// After a coup of a play-off: it is over once its coups are played. One that goes on until it is decided has everybody's
/// chips counted first.
pub(super) fn play_off_goes_on(ctx: &Ctx<'_>, table: u8, play_off: &PlayOff) -> Vec<Event> {
    let left = ctx.own.at(table).len();
    let done = match play_off.coups {
        Some(coups) => coups == 0 || left < 2,
        None => left == 0,
    };
    if done {
        return vec![play_off_over(ctx, table, play_off)];
    }
    let venue = ctx.own.venues.get(&table);
    let count = play_off.coups.is_none().then(|| ctx.by_rule(R::PlayOff).and(&ctx.by_rule(R::Count)));
    let count = count.map(|by| event(Happening::CountOrdered { table }, &by));
    count.into_iter().chain(venue.and_then(|venue| coups::next_marker(ctx, table, venue))).collect()
}

/// The officer declares who has won a session: in a round those who go on, in the final the places.
pub(super) fn declare(ctx: &Ctx<'_>, table: u8) -> Decision {
    let winners = ctx.entitled(R::Winners)?;
    let plan = ctx.running()?;
    let venue = ctx.venue(table)?;
    if venue.phase != Phase::Over {
        return ctx.refuse(&winners.by, Reason::SessionGoesOn { table });
    }
    settled(ctx, venue.disputes.first())?;
    ctx.nobody_must_go(|entrant| venue.order.0.iter().flatten().any(|name| *name == entrant))?;
    counted(ctx, table)?;
    if let Some(names) = level(ctx, venue) {
        return ctx.refuse(&ctx.by_rule(R::PlayOff), Reason::Level { names: Names(names.to_vec()) });
    }
    // Without anybody to give a prize to there is nothing to declare; the house can still cancel.
    if ctx.own.is_final() && venue.order.0.is_empty() {
        return ctx.refuse(&winners.by, Reason::NobodyPlaced);
    }
    let mut events = if ctx.own.is_final() {
        places(ctx, venue, &winners.by)
    } else {
        through(ctx, venue, plan.advance, &winners.by)
    };
    let kept = ctx.own.at(table).into_iter().filter(|(_, place)| place.stack.is_positive());
    events.extend(kept.map(|(name, place)| chips_left(ctx, name, place.stack, R::ChipsAtEnd)));
    events.push(event(Happening::Declared { table }, &winners.by));
    Ok(events)
}

/// The officer takes back who has won a session, while it is disputed or somebody of it must go, and neither the next round
/// nor a prize rests on it: then chips are counted, places played off and winners declared as after any session.
pub(super) fn undeclare(ctx: &Ctx<'_>, table: u8) -> Decision {
    let winners = ctx.entitled(R::Winners)?;
    ctx.unawarded()?;
    let venue = ctx.venue(table)?;
    let plays_again = play_again(ctx, table);
    match venue.phase {
        // What was left of chips that are money has gone home with their owners; only for somebody who must go is it played
        // on without them.
        Phase::Declared if ctx.own.must_go.is_empty() && ctx.own.are_money() => ctx.refuse(
            &ctx.by_rule(R::ChipsAtEnd),
            Reason::WrongPhase { phase: "chips that are money are given back" },
        ),
        Phase::Declared if plays_again => ctx.refuse(&ctx.by_rule(R::SecondChance), Reason::SessionsNotOver),
        Phase::Declared if ctx.own.disputes().next().is_none() && ctx.own.must_go.is_empty() => {
            ctx.refuse(&ctx.by_rule(R::Dispute), Reason::Undisputed { table })
        }
        Phase::Declared => {
            let by = winners.by.and_all(ctx.book.tournament.get(R::Dispute).map(|rule| &rule.by));
            Ok(vec![event(Happening::Undeclared { table }, &by)])
        }
        Phase::Idle | Phase::Betting | Phase::Closed | Phase::Dealing | Phase::Over => {
            ctx.refuse(&winners.by, Reason::WrongPhase { phase: "no winners are declared" })
        }
    }
}

/// Whether somebody whose session at a table is declared has a seat again.
pub(super) fn play_again(ctx: &Ctx<'_>, table: u8) -> bool {
    let here = |own: &&Entrant| own.was.as_ref().is_some_and(|place| place.table == table);
    ctx.own.entrants.values().filter(here).any(|own| own.place.is_some())
}

/// Refuses while a dispute waits: it may change who has won.
fn settled(ctx: &Ctx<'_>, dispute: Option<&PersonId>) -> Result<(), Refused> {
    match dispute {
        Some(entrant) => ctx.refuse(&ctx.by_rule(R::Dispute), Reason::InDispute { entrant: *entrant }),
        None => Ok(()),
    }
}

fn counted(ctx: &Ctx<'_>, table: u8) -> Result<(), Refused> {
    let Some(rule) = ctx.book.tournament.get(R::Count) else { return Ok(()) };
    match ctx.own.at(table).iter().find(|(_, place)| !place.counted) {
        Some((entrant, _)) => ctx.refuse(&rule.by, Reason::NotCounted { entrant: *entrant }),
        None => Ok(()),
    }
}

fn through(ctx: &Ctx<'_>, venue: &Venue, advance: u32, by: &Citation) -> Vec<Event> {
    let by = by.and(&ctx.by_rule(R::Advance));
    let order: Vec<PersonId> = venue.order.0.iter().flatten().copied().collect();
    let (on, off) = order.split_at(order.len().min(advance as usize));
    let on = on.iter().map(|entrant| event(Happening::Advanced { entrant: *entrant }, &by));
    let off =
        off.iter().filter(|name| ctx.own.entrants.get(name).is_some_and(|own| own.standing == Standing::In));
    on.chain(off.map(|entrant| event(Happening::KnockedOut { entrant: *entrant }, &by))).collect()
}

fn places(ctx: &Ctx<'_>, venue: &Venue, by: &Citation) -> Vec<Event> {
    let mut before = 0;
    let placed = |group: &Vec<PersonId>| {
        let place = before + 1;
        before += group.len() as u32;
        let shared = ctx.book.tournament.get(R::SameCoup).filter(|_| group.len() > 1).map(|rule| &rule.by);
        event(Happening::Placed { place, names: Names(group.clone()) }, &by.and_all(shared))
    };
    venue.order.0.iter().map(placed).collect()
}

/// The pool is shared out to the last cent: each place has its part, and those who share a place share what its places have.
pub(super) fn award(ctx: &Ctx<'_>) -> Decision {
    let prizes = ctx.entitled(R::Prizes)?;
    let Some(plan) = ctx.own.plan.as_ref().filter(|_| ctx.own.stage == Stage::Over) else {
        return ctx.refuse(&prizes.by, Reason::SessionsNotOver);
    };
    if ctx.own.is_awarded() {
        return ctx.refuse(&prizes.by, Reason::AwardedAlready);
    }
    settled(ctx, ctx.own.disputes().next().as_ref())?;
    ctx.nobody_must_go(|_| true)?;
    if ctx.own.places.0.is_empty() {
        return ctx.refuse(&prizes.by, Reason::NobodyPlaced);
    }
    let placed: usize = ctx.own.places.0.iter().map(Vec::len).sum();
    let all: i64 = plan.prizes.iter().take(placed).map(|share| i64::from(*share)).sum();
    let pool = ctx.own.pool().minor();
    // Each part is what all places down to it have, less what those before it have: no cent is lost by rounding.
    let down_to = |place: usize| {
        let shares: i64 = plan.prizes.iter().take(place).map(|share| i64::from(*share)).sum();
        i64::try_from(i128::from(pool) * i128::from(shares) / i128::from(all.max(1))).unwrap_or(pool)
    };
    let (mut events, mut before) = (Vec::new(), 0);
    for group in &ctx.own.places.0 {
        let (part, count) = (down_to(before + group.len()) - down_to(before), group.len() as i64);
        let shared = ctx.book.tournament.get(R::SameCoup).filter(|_| count > 1).map(|rule| &rule.by);
        let by = prizes.by.and_all(shared);
        events.extend(group.iter().zip(0..).filter_map(|(entrant, place)| {
            let amount = Money::from_minor(part / count + i64::from(place < part % count));
            amount.is_positive().then(|| event(Happening::Awarded { entrant: *entrant, amount }, &by))
        }));
        before += group.len();
    }
    events.extend(goods(ctx, &prizes.by));
    Ok(events)
}

/// Goods and services go to whoever has their place, those who share it together; without anybody there they stay the house's.
fn goods(ctx: &Ctx<'_>, by: &Citation) -> Vec<Event> {
    let by = by.and(&ctx.by_rule(R::Fee));
    let mut before = 0;
    let mut events = Vec::new();
    for group in &ctx.own.places.0 {
        let has = before + 1..=before + group.len() as u32;
        for own in ctx.own.goods.iter().filter(|own| has.contains(&own.place)) {
            let what = || own.what.clone();
            let to = |entrant: &PersonId| Happening::GoodsAwarded { entrant: *entrant, what: what() };
            events.extend(group.iter().map(|entrant| event(to(entrant), &by)));
        }
        before += group.len() as u32;
    }
    events
}

/// A prize that is no sum is handed over.
pub(super) fn hand_over(ctx: &Ctx<'_>, entrant: PersonId, what: &Words) -> Decision {
    let prizes = ctx.entitled(R::Prizes)?;
    let waits = ctx.applicant(entrant)?.goods.iter().any(|(own, handed)| own == what && !handed);
    match waits {
        true => Ok(vec![event(Happening::HandedOver { entrant, what: what.clone() }, &prizes.by)]),
        false => ctx.refuse(&prizes.by, Reason::NoPrize { entrant }),
    }
}

/// A prize is handed over, in the way that the conditions have.
pub(super) fn pay_prize(ctx: &Ctx<'_>, entrant: PersonId, how: Payment) -> Decision {
    let prizes = ctx.entitled(R::Prizes)?;
    let own = ctx.applicant(entrant)?;
    let Some(amount) = own.prize.filter(|_| !own.paid) else {
        return ctx.refuse(&prizes.by, Reason::NoPrize { entrant });
    };
    let said = ctx.own.form.item(Item::Paid).unwrap_or_default();
    match said.split(' ').any(|word| word == how.word()) {
        true => Ok(vec![event(Happening::PrizePaid { entrant, amount, how }, &ctx.by_item(Item::Paid))]),
        false => ctx.refuse(&ctx.by_item(Item::Paid), Reason::OtherPayment { how }),
    }
}
