//! Calls, no-bet coups and settlement.

use punto_coup::{Found, Stake, Wager, find_late, settle as settle_wager};
use punto_rulebook::{BetKind, Closing, Device, LateCure, Outcome, Rule};
use punto_vocab::{Citation, Money, Point};

use super::{Ctx, Decision, event, session, wagers};
use crate::command::{Call, Fault, Matter};
use crate::event::{Event, Happening};
use crate::reason::{Reason, Refused};
use crate::state::{Dealing, Open, Phase, Topic};

pub(super) fn call(ctx: &Ctx<'_>, open: &Open, call: Call) -> Decision {
    let said = |by: &Citation| event(Happening::Called { call }, by);
    let book = ctx.book;
    let calls = || {
        let rules = [Rule::MustCall, Rule::Calls].into_iter().find_map(|rule| book.procedure.get(rule));
        rules.map_or_else(|| book.closing.by.clone(), |rule| rule.by.clone())
    };
    match (call, &open.phase) {
        (Call::PlaceYourBets, Phase::Betting(betting)) if !betting.closed => Ok(vec![said(&calls())]),
        (Call::NoMoreBets, Phase::Betting(betting)) if !betting.closed => {
            let mut events = vec![said(&calls())];
            if book.closing.value != Closing::FirstCard {
                events.push(event(Happening::WagersClosed, &book.closing.by));
            }
            Ok(events)
        }
        (Call::SideBets, Phase::Betting(_)) => Ok(vec![said(&ctx.rule(Rule::SideBetChance)?.by)]),
        (Call::Points, Phase::Dealing(dealing)) => points(ctx, open, dealing),
        (Call::Result, Phase::Dealing(dealing)) => result(ctx, open, dealing),
        (Call::LastCoup, _) => {
            let by = book.procedure.get(Rule::CallLastCoup).map(|rule| &rule.by);
            let by = by.unwrap_or(&open.terms.marker_in_coup.by);
            if super::shoe::is_last_coup(open) || super::shoe::next_is_last(open) {
                Ok(vec![said(by)])
            } else {
                ctx.refuse(by, Reason::NotNow("the marker is not out"))
            }
        }
        (Call::PlaceYourBets | Call::NoMoreBets | Call::SideBets, _) => {
            ctx.refuse(&calls(), Reason::NotNow("wagers are not open"))
        }
        (Call::Points | Call::Result, _) => ctx.refuse(&book.drawing.opening, Reason::NoCoup),
    }
}

fn points(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing) -> Decision {
    let by = ctx
        .book
        .procedure
        .get(Rule::CallPoints)
        .map_or_else(|| ctx.book.drawing.opening.clone(), |r| r.by.clone());
    let hands = dealing.coup.hands();
    let (Some(player), Some(banker)) = (hands.player.opening_point(), hands.banker.opening_point()) else {
        return ctx.refuse(&by, Reason::NotNow("the opening four are not all dealt"));
    };
    super::hands::all_turned(ctx, open, dealing)?;
    Ok(vec![event(Happening::Points { player, banker }, &by.and(&ctx.book.card_values))])
}

fn complete(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing) -> Result<Outcome, Refused> {
    if let Some(trouble) = &dealing.trouble {
        let why = format!("{} waits to be ordered", trouble.ruling.cure);
        return ctx.refuse(&trouble.ruling.by, Reason::InTrouble(why));
    }
    super::hands::all_turned(ctx, open, dealing)?;
    dealing.coup.outcome(ctx.book).ok_or_else(|| {
        ctx.refusal(&ctx.book.drawing.opening, Reason::NotDue("the coup is not complete".into()))
    })
}

fn result(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing) -> Decision {
    let outcome = complete(ctx, open, dealing)?;
    let call = ctx.book.procedure.get(Rule::CallResult).map(|rule| &rule.by);
    let tie = ctx.book.procedure.get(Rule::CallTie).map(|rule| &rule.by);
    let by = match outcome.winning_side() {
        None => tie.or(call),
        Some(_) => call,
    };
    let by = by.unwrap_or(&ctx.book.drawing.opening);
    Ok(vec![event(Happening::Called { call: Call::Result }, by), told_outcome(ctx, &outcome)])
}

fn told_outcome(ctx: &Ctx<'_>, outcome: &Outcome) -> Event {
    let values = &ctx.book.card_values;
    let by = &ctx.book.drawing.ranking.as_ref().map_or_else(|| values.clone(), |ranking| ranking.and(values));
    let (high, low) = (outcome.winning_point(), outcome.points.player.min(outcome.points.banker));
    event(Happening::Outcome { winner: outcome.winner, high, low: Point::min(low, high) }, by)
}

/// A coup without wagers, by whichever rule of the document allows it now.
pub(super) fn free_coup(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let Phase::Betting(betting) = &open.phase else {
        return ctx.refuse(&ctx.order(), Reason::NotNow("wagers are not open"));
    };
    let procedures = &ctx.book.procedure;
    if !betting.wagers.is_empty() {
        return ctx.refuse(&ctx.book.closing.by, Reason::NotNow("wagers lie on the layout"));
    }
    if let Some(rule) = procedures.get(Rule::FreeCoups) {
        ctx.one_of(&rule.roles, &rule.by)?;
        if let Some(most) = rule.number.filter(|most| open.free_coups >= *most) {
            return ctx.refuse(&rule.by, Reason::NoMoreFreeCoups(most));
        }
        return Ok(vec![event(Happening::NoBetCoup, &rule.by)]);
    }
    let empty = open.patrons.arrived.is_empty();
    let rule = if empty { Rule::FreeCoupsEmpty } else { Rule::FreeCoupsAgreed };
    let procedure = ctx.entitled(rule)?;
    if empty {
        let told = open.told.iter().any(|(_, topic)| *topic == Topic::Rule(Rule::FreeCoupsEmpty));
        let marked = open.acts.iter().any(|(act, _)| *act == Rule::FreeCoupsEmpty);
        if open.terms.device.value == Device::ShufflingDevice {
            return ctx.refuse(&procedure.by, Reason::NotNow("only a shoe allows it"));
        }
        if !told && !marked {
            return ctx.refuse(&procedure.by, Reason::NotTold(punto_vocab::Role::Surveillance));
        }
    } else {
        session::all_agree(ctx, open, Matter::NoBetCoups, &procedure.by)?;
    }
    Ok(vec![event(Happening::NoBetCoup, &procedure.by)])
}

pub(super) fn settle(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let Phase::Dealing(dealing) = &open.phase else {
        return ctx.refuse(&ctx.book.collect, Reason::NoCoup);
    };
    let outcome = complete(ctx, open, dealing)?;
    let mut events = Vec::new();
    if !dealing.result_called {
        if let Some(rule) = ctx.book.procedure.get(Rule::CallResult) {
            return ctx.refuse(&rule.by, Reason::MustCall(Call::Result));
        }
        events.push(told_outcome(ctx, &outcome));
    }
    let stakes = good_stakes(ctx, open, dealing, &mut events);
    let mut collected = Vec::new();
    let mut paid = Vec::new();
    for (placed, (good, excess_by)) in dealing.wagers.iter().zip(stakes) {
        let (losers, winners) = settle_one(ctx, open, &outcome, placed.wager, good, excess_by);
        collected.extend(losers);
        paid.extend(winners);
    }
    events.extend(collected);
    events.extend(paid);
    events.push(event(Happening::Concluded, &ctx.book.collect));
    events.extend(super::hands::after_coup(ctx, open, dealing, &outcome));
    Ok(events)
}

/// What counts of each stake once limits are checked again, with the authority for what does not.
fn good_stakes(
    ctx: &Ctx<'_>,
    open: &Open,
    dealing: &Dealing,
    events: &mut Vec<Event>,
) -> Vec<(Money, Option<Citation>)> {
    let all: Vec<Wager> = dealing.wagers.iter().map(|placed| placed.wager).collect();
    let facts = |place: usize| {
        let placed = &dealing.wagers[place];
        Found {
            personal: wagers::personal(open, placed.wager.patron, placed.wager.bet),
            warned: open.patrons.warned.contains(&placed.wager.patron),
            badly_placed: placed.fault == Some(Fault::BadlyPlaced),
            late: placed.fault == Some(Fault::Late),
            reduced: placed.reduced,
        }
    };
    let mut good: Vec<(Money, Option<Citation>)> =
        all.iter().map(|wager| (wager.stake.total(), None)).collect();
    for finding in find_late(ctx.book, &open.terms, &all, facts) {
        if finding.warn {
            events.push(event(Happening::Warned { patron: all[finding.wager].patron }, &finding.by));
        }
        let stands = finding.cure == LateCure::Stands || finding.cure == LateCure::Officer;
        if !stands && finding.good < good[finding.wager].0 {
            good[finding.wager] = (finding.good, Some(finding.by));
        }
    }
    good
}

/// One wager's events: what is collected, and what is paid or goes back.
fn settle_one(
    ctx: &Ctx<'_>,
    open: &Open,
    outcome: &Outcome,
    wager: Wager,
    good: Money,
    excess_by: Option<Citation>,
) -> (Vec<Event>, Vec<Event>) {
    let (patron, at, bet) = (wager.patron, wager.at.0, wager.bet);
    let (mut losers, mut winners) = (Vec::new(), Vec::new());
    let excess = wager.stake.total() - good;
    if let Some(by) = excess_by.filter(|_| excess.is_positive()) {
        winners.push(event(Happening::StakeBack { patron, at, bet, amount: excess }, &by));
    }
    if good.is_zero() {
        return (losers, winners);
    }
    let tokens = wager.stake.tokens.min(good);
    let counted = Wager { stake: Stake { chips: good - tokens, tokens, ..wager.stake }, ..wager };
    let settled = settle_wager(&open.terms, outcome, &counted);
    let by = &settled.by;
    let stays = settled.became == punto_coup::Became::StandOff
        && ctx.book.procedure.get(Rule::AfterTie).is_some()
        && ctx.book.bet(bet).is_some_and(|bet| matches!(bet.kind, BetKind::Player | BetKind::Banker));
    if settled.collected.is_positive() {
        losers.push(event(Happening::Collected { patron, at, bet, amount: settled.collected }, by));
    }
    if settled.became == punto_coup::Became::Won {
        winners.push(event(Happening::Paid { patron, at, bet, amount: settled.paid }, by));
    }
    if settled.commission.is_positive() {
        winners.push(event(Happening::Commission { patron, at, bet, amount: settled.commission }, by));
    }
    if settled.back.is_positive() {
        let amount = settled.back;
        winners.push(event(
            match settled.became {
                punto_coup::Became::StandOff if stays => Happening::Stays { patron, at, bet, amount },
                punto_coup::Became::StandOff => Happening::StoodOff { patron, at, bet, amount },
                _ => Happening::StakeBack { patron, at, bet, amount },
            },
            by,
        ));
    }
    if settled.tokens_back.is_positive() {
        winners.push(event(Happening::TokensBack { patron, at, bet, amount: settled.tokens_back }, by));
    }
    (losers, winners)
}
