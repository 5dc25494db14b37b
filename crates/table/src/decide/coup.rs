//! Calls, no-bet coups and settlement.

use punto_coup::{Due, Found, Stake, Wager, find_late, settle as settle_wager};
use punto_lines::{Blocked, Call, Event, Fault, Happening, Hindrance, Matter, NotDue, Reason, Refused};
use punto_rulebook::{BetKind, Closing, Device, LateCure, Outcome, Rule, Terms, Way};
use punto_vocab::{Citation, Money, Point, Role, Time};

use super::duties::nothing_owed;
use super::{Ctx, Decision, event, session, wagers};
use punto_state::{Betting, Dealing, Open, Phase, Placed, Topic};

pub(super) fn call(ctx: &Ctx<'_>, open: &Open, call: Call) -> Decision {
    ctx.not_a_patron()?;
    let said = |by: &Citation| event(Happening::Called { call }, by);
    let book = ctx.book;
    let calls = || {
        let rules = [Rule::MustCall, Rule::Calls].into_iter().find_map(|rule| book.procedure.get(rule));
        rules.map_or_else(|| book.closing.by.clone(), |rule| rule.by.clone())
    };
    let display = book.procedure.get(Rule::PlaceBets);
    let shown = call == Call::PlaceYourBets && display.is_some();
    ctx.no_trouble(open.trouble.as_ref().filter(|_| shown))?;
    if shown {
        nothing_owed(ctx, Blocked::Betting)?;
    }
    match (call, &open.phase) {
        // Closed with nothing on the layout and no card out, wagers are simply opened again.
        (Call::PlaceYourBets, Phase::Betting(betting))
            if !betting.closed || betting.wagers.is_empty() && betting.no_bet.is_none() =>
        {
            let running = betting.opened.is_some() && !betting.closed && demonstration_clock(open);
            match display {
                None if running => {
                    ctx.refuse(&Terms::demonstration_by(), Reason::NotNow(Hindrance::WagersOpenAlready))
                }
                Some(rule) if betting.opened.is_some() && !betting.closed => {
                    ctx.refuse(&rule.by, Reason::NotNow(Hindrance::WagersOpenAlready))
                }
                Some(rule) => Ok(vec![said(&rule.by)]),
                None => Ok(vec![said(&calls())]),
            }
        }
        (Call::NoMoreBets, Phase::Betting(betting)) if !betting.closed => {
            if let Some(rule) = display.filter(|_| betting.opened.is_none() && betting.no_bet.is_none()) {
                return ctx.refuse(&rule.by, Reason::MustCall(Call::PlaceYourBets));
            }
            if !call_closes(ctx, open) {
                return Ok(vec![said(&calls())]);
            }
            let by = closed_by(ctx, open);
            let called = if demonstration_clock(open) { calls().and(&by) } else { calls() };
            Ok(vec![said(&called), event(Happening::WagersClosed, &by)])
        }
        (Call::SideBets, Phase::Betting(_)) => Ok(vec![said(&ctx.rule(Rule::SideBetChance)?.by)]),
        (Call::NoBets, Phase::Betting(betting))
            if betting.no_bet.is_some() && !betting.waiting.is_empty() =>
        {
            Ok(vec![said(&ctx.rule(Rule::CallNoBets)?.by)])
        }
        (Call::NoBets, _) => {
            ctx.refuse(&ctx.rule(Rule::CallNoBets)?.by, Reason::NotNow(Hindrance::NoVoidHand))
        }
        (Call::PlayerPoint, Phase::Dealing(dealing)) => super::hands::player_point(ctx, open, dealing),
        (Call::Points, Phase::Dealing(dealing)) => points(ctx, open, dealing),
        (Call::Result, Phase::Dealing(dealing)) => result(ctx, open, dealing),
        (Call::LastCoup, _) => {
            let by = &crate::duty::last_coup_by(book, open);
            if super::shoe::is_last_coup(open) {
                Ok(vec![said(by)])
            } else {
                ctx.refuse(by, Reason::NotNow(Hindrance::MarkerNotOut))
            }
        }
        (Call::PlaceYourBets | Call::NoMoreBets | Call::SideBets, _) => {
            let by =
                display.filter(|_| call == Call::PlaceYourBets).map_or_else(calls, |rule| rule.by.clone());
            ctx.refuse(&by, Reason::NotNow(Hindrance::WagersNotOpen))
        }
        (Call::PlayerPoint | Call::Points | Call::Result, _) => {
            ctx.refuse(&book.drawing.opening, Reason::NoCoup)
        }
    }
}

/// Whether a demonstration closes wagers by a clock that its document does not know.
pub(super) fn demonstration_clock(open: &Open) -> bool {
    open.terms.demonstration && open.opening.parts.bet_seconds.is_some()
}

/// Whether wagers are closed by a call: where the document says so, or the clock of a demonstration calls.
pub(super) fn call_closes(ctx: &Ctx<'_>, open: &Open) -> bool {
    ctx.book.closing.value != Closing::FirstCard || demonstration_clock(open)
}

/// What wagers that are closed before the first card are closed by.
pub(super) fn closed_by(ctx: &Ctx<'_>, open: &Open) -> Citation {
    let own = &ctx.book.closing;
    match own.value {
        Closing::FirstCard if demonstration_clock(open) && !open.in_coup() => Terms::demonstration_by(),
        Closing::Call if demonstration_clock(open) => own.by.and(&Terms::demonstration_by()),
        Closing::FirstCard | Closing::Call | Closing::Display => own.by.clone(),
    }
}

/// The moment at which the clock closes wagers, where the table was opened with one.
pub fn deadline(open: &Open, betting: &Betting) -> Option<Time> {
    let seconds = open.opening.parts.bet_seconds?;
    betting.opened.map(|opened| opened.plus_seconds(i64::from(seconds)))
}

/// The clock has come to a moment: wagers whose time is up are closed, as if it had been called.
pub(super) fn tick(ctx: &Ctx<'_>, until: Time) -> Decision {
    if ctx.by.is_patron() {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::TablesOwnClock));
    }
    if until > ctx.at {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::MomentToCome));
    }
    let Some(open) = &ctx.table.open else { return Ok(Vec::new()) };
    match &open.phase {
        Phase::Betting(betting)
            if !betting.closed && deadline(open, betting).is_some_and(|end| end <= until) =>
        {
            call(ctx, open, Call::NoMoreBets)
        }
        Phase::Preparing | Phase::Betting(_) | Phase::Dealing(_) => Ok(Vec::new()),
    }
}

fn points(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing) -> Decision {
    let asked = super::hands::points_by(ctx, open, dealing);
    let wanted = asked.is_some() && !dealing.points_called;
    let by = asked.unwrap_or_else(|| ctx.book.drawing.opening.clone());
    let hands = dealing.coup.hands();
    let (Some(player), Some(banker)) = (hands.player.opening_point(), hands.banker.opening_point()) else {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::OpeningFourToCome));
    };
    super::hands::all_turned(ctx, open, dealing)?;
    if dealing.result_called && dealing.coup.due(ctx.book).side().is_none() {
        return ctx.refuse(&by, Reason::TooLate(Hindrance::CoupIsOver));
    }
    // They are those of the opening hands, and a hand with a third card has another count.
    if !wanted && hands.player.len().max(hands.banker.len()) > 2 {
        return ctx.refuse(&by, Reason::TooLate(Hindrance::OpeningCountsCalled));
    }
    Ok(vec![event(Happening::Points { player, banker }, &by.and(&ctx.book.card_values))])
}

fn complete(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing) -> Result<Outcome, Refused> {
    ctx.no_trouble(dealing.trouble.as_ref())?;
    super::hands::all_turned(ctx, open, dealing)?;
    dealing.coup.outcome(ctx.book).ok_or_else(|| {
        let (Due::Card { by, .. } | Due::Nothing { by, .. }) = dealing.coup.due(ctx.book);
        let side = dealing.wagers.iter().any(|placed| is_side(ctx, placed.wager.bet));
        let after = ctx.book.procedure.get(Rule::SideBetsAfterCoup).filter(|_| side);
        let by = after.map_or_else(|| by.clone(), |rule| by.and(&rule.by));
        let by = ctx.book.procedure.get(Rule::CallResult).map_or(by.clone(), |rule| by.and(&rule.by));
        ctx.refusal(&by, NotDue::Incomplete.into())
    })
}

fn is_side(ctx: &Ctx<'_>, bet: punto_vocab::BetId) -> bool {
    ctx.book.bet(bet).is_some_and(|bet| bet.kind == BetKind::Side)
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
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::WagersNotOpen));
    };
    let procedures = &ctx.book.procedure;
    if !betting.wagers.is_empty() {
        return ctx.refuse(&ctx.book.closing.by, Reason::NotNow(Hindrance::WagersLie));
    }
    if let Some(by) = &betting.no_bet {
        return ctx.refuse(by, Reason::NoBetCoup);
    }
    if let Some(rule) = procedures.get(Rule::FreeCoups) {
        ctx.one_of(&rule.roles, &rule.by)?;
        // A request is for the number of coups that the document allows, while who made it is here.
        let asked = open.consents.iter().any(|own| own.asks_free_coups(ctx.at) && own.serves(ctx.by));
        if rule.value == Some(Way::OnRequest) && !asked {
            return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::NotAskedFor));
        }
        if let Some(most) = rule.number.filter(|most| open.free_coups >= *most) {
            return ctx.refuse(&rule.by, Reason::NoMoreFreeCoups(most));
        }
        return Ok(vec![event(Happening::NoBetCoup, &rule.by)]);
    }
    let empty = open.patrons.arrived.is_empty();
    let rule = if empty { Rule::FreeCoupsEmpty } else { Rule::FreeCoupsAgreed };
    let procedure = ctx.entitled(rule)?;
    if empty {
        let told = open.told.contains(&(Role::Surveillance, Topic::Rule(Rule::FreeCoupsEmpty)));
        let marked = open.acts.iter().any(|(act, _)| *act == Rule::FreeCoupsEmpty);
        if open.terms.device.value == Device::ShufflingDevice {
            return ctx.refuse(&procedure.by, Reason::NotNow(Hindrance::ShoeOnly));
        }
        if !told && !marked {
            return ctx.refuse(&procedure.by, Reason::NotTold(Role::Surveillance));
        }
    } else {
        session::all_agree(ctx, open, Matter::NoBetCoups, None, &procedure.by)?;
    }
    Ok(vec![event(Happening::NoBetCoup, &procedure.by)])
}

pub(super) fn settle(ctx: &Ctx<'_>, open: &Open) -> Decision {
    ctx.not_a_patron()?;
    let Phase::Dealing(dealing) = &open.phase else {
        return ctx.refuse(&ctx.book.collect, Reason::NoCoup);
    };
    session::officer(ctx, open.terms.demonstration)?;
    let outcome = complete(ctx, open, dealing)?;
    nothing_owed(ctx, Blocked::Settle)?;
    let mut events = Vec::new();
    if !dealing.result_called {
        match ctx.book.procedure.get(Rule::CallResult) {
            // Here settling is itself the call, made first.
            Some(rule) if rule.value == Some(Way::WithSettlement) => {
                events.push(event(Happening::Called { call: Call::Result }, &rule.by));
            }
            Some(rule) => return ctx.refuse(&rule.by, Reason::MustCall(Call::Result)),
            None => {}
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

/// What is known of a wager when limits are checked again.
pub(super) fn found_of(ctx: &Ctx<'_>, placed: &Placed) -> Found {
    Found {
        accepted: Some(placed.limits),
        warned: ctx.table.warned.contains(&placed.wager.patron),
        badly_placed: placed.fault == Some(Fault::BadlyPlaced),
        late: placed.fault == Some(Fault::Late),
        in_time: placed.in_time(),
        reduced: placed.reduced,
    }
}

/// What counts of each stake once limits are checked again, with the authority for what does not.
fn good_stakes(
    ctx: &Ctx<'_>,
    open: &Open,
    dealing: &Dealing,
    events: &mut Vec<Event>,
) -> Vec<(Money, Option<Citation>)> {
    let all: Vec<Wager> = dealing.wagers.iter().map(|placed| placed.wager).collect();
    let facts = |place: usize| found_of(ctx, &dealing.wagers[place]);
    let mut good: Vec<(Money, Option<Citation>)> =
        all.iter().map(|wager| (wager.stake.total(), None)).collect();
    let findings = find_late(ctx.book, &open.held_to(dealing.kept.as_ref()), &all, facts).into_iter();
    for finding in findings {
        if finding.warn {
            events.push(event(Happening::Warned { patron: all[finding.wager].patron }, &finding.by));
        }
        let Wager { patron, at, bet, .. } = all[finding.wager];
        let (at, breach, cure) = (at.0, finding.breach, finding.cure);
        events.push(event(Happening::FoundLate { patron, at, bet, breach, cure }, &finding.by));
        let stands = finding.cure == LateCure::Stands || finding.cure == LateCure::Officer;
        if !stands && finding.good < good[finding.wager].0 {
            good[finding.wager] = (finding.good, Some(finding.by));
        }
    }
    // At a tournament's table what is over the last whole unit goes back, whatever the maximum is.
    if let Some(by) = super::hooks::units_by(ctx, open) {
        for ((good, goes_back_by), placed) in good.iter_mut().zip(&dealing.wagers) {
            let whole = super::hooks::in_units(*good, placed.limits.min);
            // One below the minimum is not cut but made up.
            if whole.is_positive() && whole < *good {
                (*good, *goes_back_by) = (whole, Some(by.clone()));
            }
        }
    }
    none_beside_void(ctx, open, &all, &mut good);
    good
}

/// A side bet that is confined to those with a main wager goes back with it, where that was found not to be one.
fn none_beside_void(ctx: &Ctx<'_>, open: &Open, all: &[Wager], good: &mut [(Money, Option<Citation>)]) {
    for (place, wager) in all.iter().enumerate().filter(|(_, wager)| open.restricted.contains(&wager.bet)) {
        let main = |other: &usize| all[*other].patron == wager.patron && !is_side(ctx, all[*other].bet);
        let mains: Vec<usize> = (0..all.len()).filter(main).collect();
        let void = mains.iter().find_map(|main| good[*main].1.clone().filter(|_| good[*main].0.is_zero()));
        let restriction = ctx.book.bet(wager.bet).and_then(|bet| bet.restriction.as_ref());
        if let (Some(void), Some(restriction)) = (void, restriction)
            && mains.iter().all(|main| good[*main].0.is_zero())
        {
            good[place] = (Money::ZERO, Some(restriction.by.and(&void)));
        }
    }
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
        // Chips are cut before tokens, as everywhere.
        let chips = excess.min(wager.stake.chips);
        winners.extend(wagers::goes_back(wager, Stake { chips, tokens: excess - chips, ..wager.stake }, &by));
    }
    if good.is_zero() {
        return (losers, winners);
    }
    let tokens = wager.stake.tokens.min(good);
    let counted = Wager { stake: Stake { chips: good - tokens, tokens, ..wager.stake }, ..wager };
    let settled = settle_wager(&open.terms, outcome, &counted);
    let by = &settled.by.clone();
    // Side bets wait for the end of the coup by clauses of their own.
    let also = |rule: Rule| {
        let rules = [Rule::SideBetsAfterCoup, rule].into_iter().filter(|_| is_side(ctx, bet));
        rules.filter_map(|rule| ctx.book.procedure.get(rule)).fold(by.clone(), |by, rule| by.and(&rule.by))
    };
    let stays = settled.became == punto_coup::Became::StandOff
        && ctx.book.procedure.get(Rule::AfterTie).is_some()
        && open.goes_on_with_wagers()
        // Who has left, plays another place now or may play no more has no part in the next coup.
        && open.patrons.plays(patron, at)
        && ctx.not_excluded(patron).is_ok()
        && ctx.book.bet(bet).is_some_and(|bet| matches!(bet.kind, BetKind::Player | BetKind::Banker));
    if settled.collected.is_positive() {
        losers.push(event(
            Happening::Collected { patron, at, bet, amount: settled.collected },
            &also(Rule::SideBetsCollected),
        ));
    }
    if settled.became == punto_coup::Became::Won {
        winners.push(event(
            Happening::Paid { patron, at, bet, amount: settled.paid },
            &also(Rule::SideBetsPaid),
        ));
    }
    if settled.commission.is_positive() {
        winners.push(event(Happening::Commission { patron, at, bet, amount: settled.commission }, by));
    }
    // A part that could not be paid is no wager in the next coup either.
    let void = settled.void_part.min(settled.back);
    if stays && void.is_positive() {
        winners.push(event(Happening::StakeReturned { patron, at, bet, amount: void }, by));
    }
    let amount = if stays { settled.back - void } else { settled.back };
    if amount.is_positive() {
        winners.push(event(
            match settled.became {
                punto_coup::Became::StandOff if stays => Happening::Stays { patron, at, bet, amount },
                punto_coup::Became::StandOff => Happening::StoodOff { patron, at, bet, amount },
                _ => Happening::StakeReturned { patron, at, bet, amount },
            },
            by,
        ));
    }
    if settled.tokens_back.is_positive() {
        winners.push(event(Happening::TokensReturned { patron, at, bet, amount: settled.tokens_back }, by));
    }
    (losers, winners)
}
