//! Wagers before the first card: placing, altering, lifting, refusing, reducing; and the one way after it.

use punto_coup::{
    Became, BoxId, PersonalLimits, Stake, Wager, WagerReason, check_beside, check_wager, reduce, settle,
};
use punto_lines::{Event, Happening, Hindrance, Reason, Refused};
use punto_rulebook::known::{Choice, LateApprovalOfBothHands};
use punto_rulebook::{BetKind, MainBets, Rule};
use punto_vocab::{BetId, Citation, Money, PersonId, Seat, Side};

use super::found::{as_settled, not_taken_off};
use super::{Ctx, Decision, event};
use punto_state::{Betting, Open, Phase, Placed, Spot};
use punto_vocab::ledger::{Account, Coin};

/// The betting phase with wagers still open, or the refusal by the document's own closing.
fn betting<'o>(ctx: &Ctx<'_>, open: &'o Open) -> Result<&'o Betting, Refused> {
    let closed = &ctx.book.closing.by;
    match &open.phase {
        Phase::Preparing => {
            let by = closed.and(&super::shoe::not_ready_by(ctx, open));
            ctx.refuse(&by, Reason::CardsNotReady(Hindrance::ShoeInPreparation))
        }
        // Wagers may be taken back after a reconstruction, but none put down or changed.
        Phase::Dealing(dealing)
            if dealing.may_withdraw
                && let Some(ruling) = &dealing.withdrawal =>
        {
            ctx.refuse(&ruling.by.and(closed), Reason::WagersClosed)
        }
        Phase::Dealing(_) => ctx.refuse(closed, Reason::WagersClosed),
        Phase::Betting(betting) => {
            // A coup that needs no wager bars none; one that an irregularity brings on does.
            let free = ctx.book.procedure.get(Rule::FreeCoups).is_some() && betting.waiting.is_empty();
            if let Some(by) = betting.no_bet.as_ref().filter(|_| !free) {
                return ctx.refuse(by, Reason::NoBetCoup);
            }
            if let Some(rule) = ctx.book.procedure.get(Rule::PlaceBets).filter(|_| betting.opened.is_none()) {
                return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::WagersNotOpenYet));
            }
            let over = super::coup::deadline(open, betting).is_some_and(|end| end <= ctx.at);
            // A call closes wagers only where the document says so; elsewhere the first card does.
            if over || betting.closed && super::coup::call_closes(ctx, open) {
                return ctx.refuse(&super::coup::closed_by(ctx, open), Reason::WagersClosed);
            }
            Ok(betting)
        }
    }
}

pub(super) fn placed<'b>(
    ctx: &Ctx<'_>,
    wagers: &'b [Placed],
    (patron, at, bet): Spot,
) -> Result<&'b Placed, Refused> {
    let found =
        wagers.iter().find(|p| p.wager.patron == patron && p.wager.at == BoxId(at) && p.wager.bet == bet);
    found.ok_or_else(|| ctx.refusal(&ctx.book.stakes.by, Reason::NoSuchWager { patron, bet, at }))
}

pub(super) fn bet(ctx: &Ctx<'_>, open: &Open, spot: Spot, stake: Money, tokens: bool) -> Decision {
    // A side bet has its own clause that wants it down before the coup.
    if let Phase::Dealing(dealing) = &open.phase
        && let Some(side) = ctx.book.bet(spot.2).filter(|_| !is_main(ctx, spot.2) && !dealing.may_withdraw)
    {
        return ctx.refuse(&side.by.and(&ctx.book.closing.by), Reason::WagersClosed);
    }
    let betting = betting(ctx, open)?;
    let stake = if tokens { Stake { tokens: stake, ..Stake::default() } } else { Stake::chips(stake) };
    let (patron, at, bet) = spot;
    beside(ctx, open, &betting.wagers, spot, stake)?;
    if tokens {
        super::tokens::staked(ctx, patron, bet, stake.tokens)?;
    }
    let mine =
        betting.wagers.iter().filter(|placed| placed.wager.patron == patron).map(|placed| placed.wager.bet);
    let held = mine.chain([bet]).filter_map(|bet| open.terms.offer(bet));
    let held = held.fold(MainBets::default(), |held, offer| held.with(offer.kind));
    let hand = |bet: BetId| {
        ctx.book.bet(bet).is_some_and(|bet| matches!(bet.kind, BetKind::Player | BetKind::Banker))
    };
    let backs_hand =
        || hand(bet) || betting.wagers.iter().any(|p| p.wager.patron == patron && hand(p.wager.bet));
    let alone = ctx.book.procedure.get(Rule::NoMainNeeded).filter(|_| !backs_hand());
    let more = [
        ctx.book.combinations.of(held).map(|row| &row.by),
        alone.map(|rule| &rule.by),
        own_limits_by(ctx, open, spot, stake.total()),
    ];
    let more = more.into_iter().flatten();
    let by = match ctx.book.bet(bet) {
        Some(bet) => bet.by.and_all([&ctx.book.stakes.by].into_iter().chain(more)),
        None => ctx.order().and_all(more),
    };
    let total = stake.total();
    Ok(vec![if tokens {
        event(Happening::WageredTokens { patron, at, bet, stake: total }, &by)
    } else {
        event(Happening::Wagered { patron, at, bet, stake: total }, &by)
    }])
}

/// What a patron says is a wager once the dealer has the chips for it and puts them down in time. Some documents say so
/// of spoken wagers, others of what the dealer is told to place.
pub(super) fn spoken(ctx: &Ctx<'_>, open: &Open, spot: Spot, stake: Money, chips: Option<Money>) -> Decision {
    let stakes = &ctx.book.stakes.by;
    let rules = [Rule::OralWager, Rule::InstructedWager];
    let Some(rule) = rules.into_iter().find_map(|rule| ctx.book.procedure.get(rule)) else {
        return ctx.refuse(stakes, Reason::NoSuchRule { rule: Rule::OralWager });
    };
    let own = ctx.book.procedure.get(Rule::OralWager);
    if !matches!(&open.phase, Phase::Betting(_)) || betting(ctx, open).is_err() {
        let by = own.map_or_else(|| ctx.book.closing.by.clone(), |rule| rule.by.and(&ctx.book.closing.by));
        return ctx.refuse(&by, Reason::WagersClosed);
    }
    if chips.is_none_or(|chips| chips < stake) {
        let by = own.map_or(stakes, |rule| &rule.by);
        return ctx.refuse(by, Reason::NotNow(Hindrance::NoChipsWithIt));
    }
    let placed = bet(ctx, open, spot, stake, false)?;
    Ok(placed.into_iter().map(|own| event(own.what, &rule.by.and(&own.by))).collect())
}

/// Checks a stake beside what lies already: chips and tokens in one area are one wager.
fn beside(ctx: &Ctx<'_>, open: &Open, lie: &[Placed], spot: Spot, stake: Stake) -> Result<(), Refused> {
    let own = lie.iter().find(|placed| placed.spot() == spot).map(|placed| placed.wager.stake);
    let joins = |own: &Stake| {
        own.chips.is_zero() != own.tokens.is_zero() && own.tokens.is_zero() != stake.tokens.is_zero()
    };
    match own.filter(joins) {
        Some(own) => {
            let both = Stake { chips: own.chips + stake.chips, tokens: own.tokens + stake.tokens, ..stake };
            check(ctx, open, &without(lie, spot), spot, both)
        }
        None => check(ctx, open, lie, spot, stake),
    }
}

/// The wagers that lie, but for the one in this place.
pub(super) fn without(lie: &[Placed], spot: Spot) -> Vec<Placed> {
    lie.iter().filter(|placed| placed.spot() != spot).cloned().collect()
}

/// All the checks a wager must pass beside those that lie already.
pub(super) fn check(
    ctx: &Ctx<'_>,
    open: &Open,
    lie: &[Placed],
    spot: Spot,
    stake: Stake,
) -> Result<(), Refused> {
    let (patron, at, bet) = spot;
    if !open.patrons.has(patron) {
        return ctx.refuse(&ctx.order(), Reason::NotHere(patron));
    }
    ctx.not_excluded(patron)?;
    let any_area = ctx.book.procedure.get(Rule::AnyArea).is_some() && !is_main(ctx, bet) && is_box(open, at);
    stands_with_somebody(ctx, open, patron, at)?;
    if !open.patrons.plays(patron, at) && !any_area {
        let by =
            ctx.book.procedure.get(Rule::OnePatronPerBox).map_or_else(|| ctx.order(), |rule| rule.by.clone());
        return ctx.refuse(&by, Reason::NotTheirBox { patron, at });
    }
    super::hooks::in_turn(ctx, open, lie, patron)?;
    super::hooks::no_other_hand_sealed(ctx, lie, (patron, bet), false)?;
    let wager = Wager { patron, at: BoxId(at), bet, stake };
    // Only the patron's own others count: limits of all together are for the whole layout.
    let own = lie.iter().filter(|placed| placed.wager.patron == patron);
    let own: Vec<Wager> = own.map(|placed| placed.wager).collect();
    let approved = open.patrons.both_approved.contains(&patron);
    let personal = open.own_limits(spot).map(PersonalLimits);
    check_wager(ctx.book, &open.terms, &own, &wager, personal, approved).map_err(|refusal| {
        let by = match (&refusal.reason, open.terms.offer(bet)) {
            (WagerReason::BelowMinimum { .. }, _) => minimum_by(ctx, open, patron, &refusal.by),
            // Who keeps an old minimum has the maximum of all.
            (WagerReason::AboveMaximum { .. }, Some(offer))
                if !open.patrons.personal.contains_key(&patron) =>
            {
                offer.span_by.clone()
            }
            _ => refusal.by,
        };
        ctx.refusal(&by, Reason::Wager(refusal.reason))
    })?;
    if let Some(by) = super::hooks::units_by(ctx, open) {
        let (stake, minimum) = (stake.total(), open.limits_of(spot).min);
        if super::hooks::in_units(stake, minimum) != stake {
            return ctx.refuse(by, Reason::Wager(WagerReason::NotInUnits { stake, minimum, unit: minimum }));
        }
    }
    confined(ctx, open, &own, bet)?;
    if open.terms.credits {
        // What lies in the same place already is part of what is asked.
        let lies = open.wagers().iter().find(|placed| placed.spot() == spot);
        let lies = lies.map(|placed| placed.wager.stake.total()).unwrap_or_default();
        let balance = ctx.table.ledger.on(Coin::Credits, Account::Balance(patron)) + lies;
        if stake.total() > balance {
            return ctx
                .refuse(&open.terms.stakes.by, Reason::NotEnough { patron, balance, asked: stake.total() });
        }
    }
    Ok(())
}

/// Refuses a patron a bet beside those of theirs that lie, whatever its stake.
pub(super) fn may_have(ctx: &Ctx<'_>, open: &Open, lie: &[Placed], wager: &Wager) -> Result<(), Refused> {
    let own = lie.iter().map(|placed| placed.wager).filter(|own| own.patron == wager.patron);
    let own: Vec<Wager> = own.collect();
    let approved = open.patrons.both_approved.contains(&wager.patron);
    check_beside(ctx.book, &open.terms, &own, wager, approved)
        .map_err(|refusal| ctx.refusal(&refusal.by, Reason::Wager(refusal.reason)))?;
    confined(ctx, open, &own, wager.bet)
}

/// Refuses a side bet that is confined to those with a main wager to who has none.
fn confined(ctx: &Ctx<'_>, open: &Open, own: &[Wager], bet: BetId) -> Result<(), Refused> {
    let main = own.iter().any(|wager| is_main(ctx, wager.bet));
    let by = ctx.book.bet(bet).and_then(|bet| bet.restriction.as_ref()).map(|restriction| &restriction.by);
    match by.filter(|_| open.restricted.contains(&bet) && !main) {
        Some(by) => ctx.refuse(by, Reason::Restricted { bet }),
        None => Ok(()),
    }
}

/// Whether the table has a box of this number.
fn is_box(open: &Open, at: u8) -> bool {
    open.terms.seats.is_some_and(|seats| at > 0 && u32::from(at) <= seats)
}

/// Where standing patrons wager with a seated one, they do so while somebody sits there.
fn stands_with_somebody(ctx: &Ctx<'_>, open: &Open, patron: PersonId, at: u8) -> Result<(), Refused> {
    let beside = ctx.book.procedure.get(Rule::Standing).filter(|rule| rule.number.is_some());
    let stands = open.patrons.standing.contains(&(at, patron));
    let alone = Seat::new(at).is_none_or(|seat| !open.patrons.seated.contains_key(&seat));
    match beside.filter(|_| stands && alone) {
        Some(rule) => ctx.refuse(&rule.by, Reason::NotNow(Hindrance::NobodySitsThere)),
        None => Ok(()),
    }
}

/// Refuses a coup with a restricted side bet whose patron has no main wager any more.
pub(super) fn none_alone(ctx: &Ctx<'_>, open: &Open, lie: &[Placed]) -> Result<(), Refused> {
    let has_main = |patron| lie.iter().any(|p| p.wager.patron == patron && is_main(ctx, p.wager.bet));
    let alone = |p: &&Placed| open.restricted.contains(&p.wager.bet) && !has_main(p.wager.patron);
    let Some(bet) = lie.iter().find(alone).map(|p| p.wager.bet) else { return Ok(()) };
    let by = ctx.book.bet(bet).and_then(|bet| bet.restriction.as_ref()).map(|restriction| &restriction.by);
    ctx.refuse(by.unwrap_or(&ctx.book.stakes.by), Reason::Restricted { bet })
}

pub(super) fn is_main(ctx: &Ctx<'_>, bet: BetId) -> bool {
    ctx.book.bet(bet).is_some_and(|bet| bet.kind != punto_rulebook::BetKind::Side)
}

/// A patron's own limits decide for a wager that the posted ones would not take.
fn own_limits_by<'c>(
    ctx: &'c Ctx<'_>,
    open: &Open,
    (patron, _, bet): Spot,
    stake: Money,
) -> Option<&'c Citation> {
    let posted = open.terms.limits.of(bet);
    if stake >= posted.min && stake <= posted.max {
        return None;
    }
    match open.patrons.personal.contains_key(&patron) {
        true => ctx.book.limits.personal.as_ref(),
        false => ctx.book.procedure.get(Rule::RaiseAtOnce).map(|rule| &rule.by),
    }
}

/// Whose minimum it is: the old one of those who keep it, or the new one of those who came later.
fn minimum_by(ctx: &Ctx<'_>, open: &Open, patron: PersonId, by: &Citation) -> Citation {
    let rules = &ctx.book.procedure;
    let kept = open.patrons.old_minimum.contains_key(&patron) && !open.patrons.personal.contains_key(&patron);
    let raised = !open.patrons.old_minimum.is_empty() && !open.patrons.old_minimum.contains_key(&patron);
    match (rules.get(Rule::RaiseAtOnce), rules.get(Rule::NewcomersMinimum)) {
        (Some(rule), _) if kept => ctx.book.limits.posted.and(&rule.by),
        (_, Some(rule)) if raised => by.and(&rule.by),
        _ => by.clone(),
    }
}

pub(super) fn alter(ctx: &Ctx<'_>, open: &Open, spot: Spot, stake: Money) -> Decision {
    not_locked(ctx, open, spot)?;
    let betting = betting(ctx, open)?;
    let lies = placed(ctx, &betting.wagers, spot)?.wager.stake;
    if stake < lies.tokens {
        return ctx.refuse(&ctx.book.stakes.by, Reason::NotNow(Hindrance::TokensNotCut));
    }
    let (patron, at, bet) = spot;
    check(ctx, open, &without(&betting.wagers, spot), spot, Stake { chips: stake - lies.tokens, ..lies })?;
    Ok(vec![event(Happening::Altered { patron, at, bet, stake }, &changed_by(ctx, betting))])
}

/// Wagers that lie may be changed until they close, and after a tie by a clause of its own.
fn changed_by(ctx: &Ctx<'_>, betting: &Betting) -> Citation {
    match ctx.book.procedure.get(Rule::AfterTie) {
        Some(rule) if betting.after_tie => rule.by.clone(),
        _ => ctx.book.closing.by.clone(),
    }
}

/// Refuses to touch a wager that is locked, by the document's own clause: one that has lost has another.
fn not_locked(ctx: &Ctx<'_>, open: &Open, spot: Spot) -> Result<(), Refused> {
    let closed = match &open.phase {
        Phase::Preparing => false,
        Phase::Betting(betting) => betting.closed && super::coup::call_closes(ctx, open),
        // The ruling that lets wagers be taken back answers for itself.
        Phase::Dealing(dealing) => !dealing.may_withdraw,
    };
    if !closed {
        return Ok(());
    }
    let wager = placed(ctx, open.wagers(), spot)?.wager;
    let outcome = match &open.phase {
        Phase::Dealing(dealing) if dealing.result_called => dealing.coup.outcome(ctx.book),
        Phase::Preparing | Phase::Betting(_) | Phase::Dealing(_) => None,
    };
    let lost = outcome.is_some_and(|outcome| settle(&open.terms, &outcome, &wager).became == Became::Lost);
    let losing = ctx.book.procedure.get(Rule::LosingWagers).filter(|_| lost);
    // What only the clock of a demonstration has closed is locked by that, until the document's own time comes.
    let locked = ctx.book.procedure.get(Rule::LockedUntilPaid);
    let locked = locked.filter(|_| open.in_coup() || !super::coup::demonstration_clock(open));
    let by = losing.or(locked).map_or_else(|| super::coup::closed_by(ctx, open), |rule| rule.by.clone());
    ctx.refuse(&by, Reason::WagersClosed)
}

pub(super) fn lift(ctx: &Ctx<'_>, open: &Open, spot: Spot) -> Decision {
    not_locked(ctx, open, spot)?;
    let betting = betting(ctx, open)?;
    let stake = placed(ctx, &betting.wagers, spot)?.wager.stake.total();
    let (patron, at, bet) = spot;
    Ok(vec![event(Happening::Lifted { patron, at, bet, stake }, &changed_by(ctx, betting))])
}

pub(super) fn approve_both(ctx: &Ctx<'_>, open: &Open, patron: PersonId) -> Decision {
    let both = MainBets::default().with(BetKind::Player).with(BetKind::Banker);
    let by = ctx.book.combinations.of(both).map_or_else(|| ctx.order(), |row| row.by.clone());
    let Some(role) = ctx.book.combination_approval else {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::NoApprovalNeeded));
    };
    ctx.one_of(&[role], &by)?;
    let late = open.in_coup();
    if late && open.terms.choice() == Some(LateApprovalOfBothHands::Refuse) {
        return ctx.refuse(&LateApprovalOfBothHands::SETTING.citation(), Reason::WagersClosed);
    }
    if !late {
        betting(ctx, open)?;
    }
    if !open.patrons.has(patron) {
        return ctx.refuse(&by, Reason::NotHere(patron));
    }
    Ok(vec![event(Happening::BothApproved { patron }, &by)])
}

pub(super) fn refuse(ctx: &Ctx<'_>, open: &Open, spot: Spot) -> Decision {
    // Without a power to refuse any wager, those of a partnership that was found out can still be refused.
    let partners = ctx.book.procedure.get(Rule::Partnership).is_some()
        && ctx.book.procedure.get(Rule::RefuseWager).is_none();
    let rule = ctx.entitled(if partners { Rule::Partnership } else { Rule::RefuseWager })?;
    if partners && !ctx.table.found_out(Rule::Partnership, spot.0) {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::NoPartnership));
    }
    let Phase::Betting(betting) = &open.phase else {
        return ctx.refuse(&rule.by, Reason::TooLate(Hindrance::FirstCardIsOut));
    };
    let stake = placed(ctx, &betting.wagers, spot)?.wager.stake.total();
    let (patron, at, bet) = spot;
    Ok(vec![event(Happening::WagerRefused { patron, at, bet, stake }, &rule.by)])
}

/// A stake, or a part of one, goes back: chips and tokens each by themselves.
pub(super) fn goes_back(wager: Wager, part: Stake, by: &Citation) -> impl Iterator<Item = Event> {
    let (patron, at, bet) = (wager.patron, wager.at.0, wager.bet);
    let chips = Happening::StakeReturned { patron, at, bet, amount: part.chips };
    let tokens = Happening::TokensReturned { patron, at, bet, amount: part.tokens };
    let moved = [(chips, part.chips), (tokens, part.tokens)].into_iter();
    moved.filter(|(_, amount)| amount.is_positive()).map(|(what, _)| event(what, by))
}

/// All wagers of somebody who used a prohibited device are void.
pub(super) fn void_persons(ctx: &Ctx<'_>, open: &Open, patron: PersonId) -> Decision {
    let (mishap, case) = (punto_rulebook::Mishap::ProhibitedDevice, punto_rulebook::Case::Found);
    let Some(remedy) = ctx.book.irregularities.remedy(mishap, case) else {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::NoSuchPower));
    };
    ctx.one_of(remedy.ordered_by.as_slice(), &remedy.by)?;
    if !ctx.table.found_out(Rule::ProhibitedDevices, patron) {
        return ctx.refuse(&remedy.by, Reason::NotNow(Hindrance::NoBreach));
    }
    as_settled(ctx, open)?;
    let void = |placed: &Placed| {
        let (wager, stake) = (placed.wager, placed.wager.stake.total());
        event(Happening::WagerVoid { patron, at: wager.at.0, bet: wager.bet, stake }, &remedy.by)
    };
    let events: Vec<_> =
        open.wagers().iter().filter(|placed| placed.wager.patron == patron).map(void).collect();
    match events.is_empty() {
        true => ctx.refuse(&remedy.by, Reason::NotNow(Hindrance::PersonHasNoWager)),
        false => Ok(events),
    }
}

pub(super) fn reduce_all(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let Phase::Betting(betting) = &open.phase else {
        let by =
            ctx.book.limits.reduction.as_ref().map_or(&ctx.book.limits.posted, |reduction| &reduction.by);
        return ctx.refuse(by, Reason::TooLate(Hindrance::FirstCardIsOut));
    };
    if let Some(reduction) = &ctx.book.limits.reduction
        && betting.closed
        && super::coup::call_closes(ctx, open)
    {
        return ctx.refuse(&reduction.by.and(&ctx.book.closing.by), Reason::WagersClosed);
    }
    let wagers: Vec<Wager> = betting.wagers.iter().map(|placed| placed.wager).collect();
    let shares = reduce(ctx.book, &open.held_to(betting.kept.as_ref()), &wagers)
        .map_err(|refusal| ctx.refusal(&refusal.by, Reason::Wager(refusal.reason)))?;
    let reduced = |share: punto_coup::ReducedWager| {
        let wager = wagers[share.wager];
        event(
            Happening::Reduced { patron: wager.patron, at: wager.at.0, bet: wager.bet, to: share.to },
            &share.by,
        )
    };
    Ok(shares.into_iter().map(reduced).collect())
}

/// The lock is relaxed for one wager, which is made, changed or taken off, where its strictness would be unfair and nothing has been seen yet.
pub(super) fn relax(ctx: &Ctx<'_>, open: &Open, spot: Spot, stake: Money) -> Decision {
    let rule = ctx.entitled(Rule::RelaxLock)?;
    let Phase::Dealing(dealing) = &open.phase else {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::WagersNotLocked));
    };
    // Where wagers may come off, none is put back, added to or reduced, also when play has resumed.
    if let Some(ruling) = &dealing.withdrawal {
        return ctx.refuse(&ruling.by.and(&rule.by), Reason::WagersClosed);
    }
    let method = super::hands::in_force(ctx, open, dealing.no_bet.is_some());
    let by_dealer = method.is_none_or(|method| method.holders == punto_rulebook::Holders::Dealer);
    // A hand that was passed has been seen by its holder.
    let passed = |side: Side| dealing.holders[side].designated.is_some();
    if by_dealer || dealing.dealt.iter().any(|card| card.exposed) || Side::ALL.into_iter().any(passed) {
        return ctx.refuse(&rule.by, Reason::TooLate(Hindrance::CardsHeldOrSeen));
    }
    if dealing.no_bet.is_some() {
        return ctx.refuse(&rule.by, Reason::NoBetCoup);
    }
    let (patron, at, bet) = spot;
    let Ok(lies) = placed(ctx, &dealing.wagers, spot).map(|placed| placed.wager.stake) else {
        not_taken_off(ctx, dealing, spot)?;
        check(ctx, open, &dealing.wagers, spot, Stake::chips(stake))?;
        return Ok(vec![event(Happening::Relaxed { patron, at, bet, stake }, &rule.by)]);
    };
    // One that lies is raised or lowered; down to nothing, it is taken off.
    if stake.is_zero() {
        none_alone(ctx, open, &without(&dealing.wagers, spot))?;
        let stake = lies.total();
        return Ok(vec![event(Happening::Lifted { patron, at, bet, stake }, &rule.by)]);
    }
    if stake < lies.tokens {
        return ctx.refuse(&ctx.book.stakes.by, Reason::NotNow(Hindrance::TokensNotCut));
    }
    let wanted = Stake { chips: stake - lies.tokens, ..lies };
    check(ctx, open, &without(&dealing.wagers, spot), spot, wanted)?;
    Ok(vec![event(Happening::Altered { patron, at, bet, stake }, &rule.by)])
}
