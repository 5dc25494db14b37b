//! What is found of a wager once it lies: badly placed, late, another stake than the record has, or right after all.

use punto_coup::{BoxId, Found, PersonalLimits, Stake, Wager, WagerReason, check_wager, find_late};
use punto_lines::{Fault, Happening, Hindrance, Reason, Refused};
use punto_rulebook::{Breach, Closing, Rule};
use punto_vocab::{Actor, Citation, Money, Time};

use super::wagers::{may_have, placed, without};
use super::{Ctx, Decision, event};
use punto_state::{Dealing, Open, Phase, Placed, Spot};

/// The dealer, or who answers for the game, finds a wager badly placed, or put down late.
pub(super) fn mark(ctx: &Ctx<'_>, open: &Open, spot: Spot, fault: Fault) -> Decision {
    let Some(breach) = breach(fault) else { return mark_right(ctx, open, spot) };
    let Some(cure) = open.terms.found_late.get(&breach) else {
        return ctx.refuse(&ctx.book.stakes.by, Reason::NotNow(Hindrance::NoSuchTest));
    };
    if ctx.only_the_dealer().is_err() {
        ctx.one_of(&ctx.rule(Rule::FoundStake)?.roles, &cure.by)?;
    }
    as_settled(ctx, open)?;
    let lies = placed(ctx, open.wagers(), spot)?;
    let part = match fault {
        Fault::BadlyPlaced => lies_badly(ctx, open, &cure.by)?,
        Fault::Late | Fault::Right => came_late(ctx, open, lies, &cure.by)?,
    };
    let (patron, at, bet) = spot;
    Ok(vec![event(Happening::Marked { patron, at, bet, fault, part }, &cure.by)])
}

/// Who finds stakes finds that nothing is wrong with one that somebody marked. Of a coup that was settled so, that puts an
/// error right while the document leaves time.
fn mark_right(ctx: &Ctx<'_>, open: &Open, spot: Spot) -> Decision {
    let rule = ctx.entitled(Rule::FoundStake)?;
    let marked =
        |lie: &[Placed]| lie.iter().find(|own| own.spot() == spot).and_then(|own| breach(own.fault?));
    let settled = open.last_coup().and_then(|last| Some((last, marked(&last.dealing.wagers)?)));
    let (breach, mut events) = match (marked(open.wagers()), settled) {
        (Some(breach), _) => (breach, Vec::new()),
        (None, Some((last, breach))) => (breach, super::corrections::opened_again(ctx, open, last)?),
        (None, None) => {
            placed(ctx, open.wagers(), spot)?;
            return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::LiesAsRecorded));
        }
    };
    let ((patron, at, bet), fault) = (spot, Fault::Right);
    let by = open.terms.found_late.get(&breach).map_or(rule.by.clone(), |cure| cure.by.and(&rule.by));
    events.push(event(Happening::Marked { patron, at, bet, fault, part: None }, &by));
    Ok(events)
}

/// What a wager breaks that was marked so.
fn breach(fault: Fault) -> Option<Breach> {
    match fault {
        Fault::BadlyPlaced => Some(Breach::BadlyPlaced),
        Fault::Late => Some(Breach::PlacedLate),
        Fault::Right => None,
    }
}

/// A wager that went down as wagers closed is found at once; before and later the record says that it was in time, and
/// so do the times at which its parts went down and the terminal that took it. How much of it is late, where that is not all.
fn came_late(ctx: &Ctx<'_>, open: &Open, lies: &Placed, by: &Citation) -> Result<Option<Money>, Refused> {
    let (closed, begun) = match &open.phase {
        Phase::Preparing => (None, false),
        Phase::Betting(betting) => {
            (betting.closed_at.filter(|_| ctx.book.closing.value != Closing::FirstCard), false)
        }
        Phase::Dealing(dealing) => (dealing.closed_at, dealing.given.len() > 1),
    };
    let closed = closed.filter(|_| !begun && !open.terms.credits);
    let late = closed.map(|closed| lies.in_doubt(closed)).unwrap_or_default();
    match closed.filter(|_| late.is_positive()) {
        Some(closed) => at_once_or_officer(ctx, Some(closed), false, by)?,
        None => return ctx.refuse(by, Reason::TooLate(Hindrance::InTime)),
    }
    Ok((late < lies.wager.stake.total()).then_some(late))
}

/// That a wager lies badly is seen as long as nobody knows who has won; after the start the dealer's word alone does not take
/// it away. Before the first card its patron can still put it straight. A terminal lays nothing badly.
fn lies_badly(ctx: &Ctx<'_>, open: &Open, by: &Citation) -> Result<Option<Money>, Refused> {
    let known = |dealing: &Dealing| dealing.coup.due(ctx.book).side().is_none() && dealing.all_turned();
    match &open.phase {
        _ if open.terms.credits => ctx.refuse(by, Reason::NotNow(Hindrance::LiesAsRecorded)),
        Phase::Preparing | Phase::Betting(_) => Ok(None),
        Phase::Dealing(dealing) if known(dealing) => {
            ctx.refuse(by, Reason::TooLate(Hindrance::LiesAsRecorded))
        }
        Phase::Dealing(dealing) => {
            at_once_or_officer(ctx, dealing.closed_at, dealing.given.len() > 1, by).map(|()| None)
        }
    }
}

/// Once the coup goes on, or a minute after wagers closed, it is who finds stakes who finds something wrong with one.
fn at_once_or_officer(
    ctx: &Ctx<'_>,
    closed: Option<Time>,
    begun: bool,
    by: &Citation,
) -> Result<(), Refused> {
    let late = closed.is_some_and(|closed| ctx.at > closed.plus_minutes(1));
    if begun || late { ctx.one_of(&ctx.rule(Rule::FoundStake)?.roles, by) } else { Ok(()) }
}

/// Refuses to look again at the wagers of a coup that was settled and is put right: they are what they were then.
pub(super) fn as_settled(ctx: &Ctx<'_>, open: &Open) -> Result<(), Refused> {
    let by = ctx.book.limits.earlier_coups.as_ref().unwrap_or(&ctx.book.closing.by);
    match &open.phase {
        Phase::Dealing(dealing) if dealing.reopened => ctx.refuse(by, Reason::TooLate(Hindrance::CoupIsOver)),
        Phase::Dealing(_) | Phase::Betting(_) | Phase::Preparing => Ok(()),
    }
}

/// The officer counts a wager after the first card, and finds that it should not have been taken as it lies.
pub(super) fn found(ctx: &Ctx<'_>, open: &Open, spot: Spot, stake: Money) -> Decision {
    let (patron, at, bet) = spot;
    if ctx.by == Actor::System && open.opening.is_tournament() {
        return super::hooks::corrected(ctx, open, spot, stake);
    }
    let closing = &ctx.book.closing.by;
    // Once wagers are closed it is the coup to come that they lie for.
    let coming = matches!(&open.phase, Phase::Betting(own) if own.closed && !own.wagers.is_empty());
    if let Some(last) = open.last_coup().filter(|_| !coming) {
        return super::corrections::found_after(ctx, open, (&last.dealing, Some(last)), spot, stake);
    }
    let dealing = match &open.phase {
        Phase::Dealing(dealing) if !open.terms.credits && open.terms.offer(bet).is_some() => dealing,
        _ => return ctx.refuse(closing, Reason::NotNow(Hindrance::NoWagerInCoup)),
    };
    if dealing.reopened {
        return super::corrections::found_after(ctx, open, (dealing, None), spot, stake);
    }
    let rule = ctx.entitled(Rule::FoundStake)?;
    // What was found is taken back: the record had it right.
    if placed(ctx, &dealing.wagers, spot).is_ok_and(|placed| placed.recorded == Some(stake)) {
        return Ok(vec![event(Happening::Found { patron, at, bet, stake }, &rule.by)]);
    }
    if let Some(by) = &dealing.no_bet {
        return ctx.refuse(by, Reason::NoBetCoup);
    }
    if !open.patrons.plays(patron, at) || open.patrons.too_late.contains(&(at, patron)) {
        return ctx.refuse(closing, Reason::NotTheirBox { patron, at });
    }
    if !open.terms.chips.can_make(stake) {
        return ctx.refuse(&open.terms.stakes.by, Reason::NotNow(Hindrance::ChipsCannotMake));
    }
    not_taken_off(ctx, dealing, spot)?;
    let lies = placed(ctx, &dealing.wagers, spot).ok().map(|placed| placed.wager.stake).unwrap_or_default();
    let counted = Wager {
        patron,
        at: BoxId(at),
        bet,
        stake: Stake { chips: (stake - lies.tokens).max(Money::ZERO), ..lies },
    };
    // What the patron may not have there is no wager when it is found either.
    may_have(ctx, open, &without(&dealing.wagers, spot), &counted)?;
    let accepted = placed(ctx, &dealing.wagers, spot).ok().map(|placed| placed.limits);
    let facts = |_| Found { accepted: accepted.or(Some(open.limits_of(spot))), ..Found::default() };
    match find_late(ctx.book, &open.held_to(dealing.kept.as_ref()), &[counted], facts).into_iter().next() {
        Some(finding) if stake.is_positive() && counted.stake.total() == stake => {
            Ok(vec![event(Happening::Found { patron, at, bet, stake }, &finding.by)])
        }
        _ => match unpayable(ctx, open, &counted) {
            Some(by) => Ok(vec![event(Happening::Found { patron, at, bet, stake }, &by)]),
            None => ctx.refuse(closing, Reason::NotNow(Hindrance::BreaksNoLimit)),
        },
    }
}

/// Refuses chips that are found where a wager was taken off since the first card: it does not come back.
pub(super) fn not_taken_off(ctx: &Ctx<'_>, dealing: &Dealing, spot: Spot) -> Result<(), Refused> {
    let (patron, at, bet) = spot;
    let closing = &ctx.book.closing.by;
    let by = dealing.withdrawal.as_ref().map_or_else(|| closing.clone(), |ruling| ruling.by.and(closing));
    match dealing.taken_off.contains(&spot) {
        true => ctx.refuse(&by, Reason::NoSuchWager { patron, bet, at }),
        false => Ok(()),
    }
}

/// What voids a part of a wager that is not in whole units, or whose win could not be paid exactly, if it is one.
fn unpayable(ctx: &Ctx<'_>, open: &Open, wager: &Wager) -> Option<Citation> {
    let minimum = open.limits_of((wager.patron, wager.at.0, wager.bet)).min;
    let stake = wager.stake.total();
    if let Some(by) =
        super::hooks::units_by(ctx, open).filter(|_| stake != super::hooks::in_units(stake, minimum))
    {
        return Some(by.clone());
    }
    let personal = open.own_limits((wager.patron, wager.at.0, wager.bet)).map(PersonalLimits);
    let refusal = check_wager(ctx.book, &open.terms, &[], wager, personal, true).err()?;
    let void = open.terms.void_part.as_ref()?;
    matches!(refusal.reason, WagerReason::NotPayable { .. }).then(|| void.and(&refusal.by))
}
