//! What a tournament adds to a table: limits that are switched off, an order of wagering, sealed wagers.
//!
//! The table only keeps to them; which clauses of a tournament ask for them is the tournament's business.

use punto_coup::Stake;
use punto_lines::{Command, Happening, Hindrance, PatronOrder, Reason, Refused};
use punto_rulebook::{BetKind, Breach, Method, Opening, TournamentRule, Way};
use punto_vocab::{Actor, BetId, Citation, Money, PersonId, Role};

use super::wagers;
use super::{Ctx, Decision, event};
use punto_state::{Open, Phase, Placed, Spot};

/// What a document says of a limit at ordinary tables is off at a tournament's: what it says for tournaments takes its place,
/// and where it says nothing else, nothing is off.
pub(super) fn switch_off(ctx: &Ctx<'_>, open: &Open, breach: Breach) -> Decision {
    if open.in_coup() {
        return ctx.refuse(&ctx.order(), Reason::InCoup);
    }
    let limits = &ctx.book.limits;
    if limits.found_late_in_tournament(breach) == limits.found_late(breach) {
        let by = open.terms.found_late.get(&breach).map_or_else(|| ctx.order(), |cure| cure.by.clone());
        return ctx.refuse(&by, Reason::NotNow(Hindrance::NoSuchPower));
    }
    Ok(vec![event(Happening::LimitOff { breach }, &ctx.order())])
}

/// Refuses the method of tournaments at other tables, and other methods at a tournament's, where the document has one.
pub(super) fn fits_tournament(ctx: &Ctx<'_>, opening: &Opening, method: &Method) -> Result<(), Refused> {
    let own = ctx.book.methods.iter().find(|method| method.tournament);
    match own.filter(|_| method.tournament != opening.is_tournament()) {
        Some(own) => ctx.refuse(&own.by, Reason::NotNow(Hindrance::NoSuchMethod)),
        None => Ok(()),
    }
}

/// The clauses by which wagers at this table are in whole units of the minimum.
pub(super) fn units_by<'c>(ctx: &'c Ctx<'_>, open: &Open) -> Option<&'c Citation> {
    ctx.book.limits.units_in_tournament.as_ref().filter(|_| open.opening.is_tournament())
}

/// As much of a stake as is in whole units of its minimum.
pub(super) fn in_units(stake: Money, minimum: Money) -> Money {
    let unit = minimum.minor().max(1);
    Money::from_minor(stake.minor() - stake.minor() % unit)
}

/// Refuses to change what may be wagered in the course of a tournament, where the document has its limits stay.
pub(super) fn limits_stay(ctx: &Ctx<'_>, open: &Open, said: &Command) -> Result<(), Refused> {
    use Command as C;
    let changes = matches!(
        said,
        C::PostLimits { .. } | C::PostStakes { .. } | C::PostOldMinimumEnds { .. } | C::EndOldMinimum
    ) || matches!(said, C::ChangeLimits { .. } | C::ChangeStakes { .. } | C::ChangeArea { .. })
        || matches!(said, C::ChangeDifferential { .. } | C::RaiseAtOnce { .. } | C::Personal { .. });
    match &ctx.book.limits.fixed_in_tournament {
        Some(by) if changes && open.opening.is_tournament() => {
            ctx.refuse(by, Reason::NotNow(Hindrance::NoSuchPower))
        }
        Some(_) | None => Ok(()),
    }
}

/// From here on patrons wager in this order, each once the one before has.
pub(super) fn set_order(ctx: &Ctx<'_>, open: &Open, names: &PatronOrder) -> Decision {
    if let Some(stranger) = names.0.iter().find(|patron| !open.patrons.has(**patron)) {
        return ctx.refuse(&ctx.order(), Reason::NotHere(*stranger));
    }
    if !open.wagers().is_empty() {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::WagersLie));
    }
    Ok(vec![event(Happening::WagerOrder { names: names.clone() }, &ctx.order())])
}

/// Refuses a patron who wagers before somebody whose turn comes first.
pub(super) fn in_turn(ctx: &Ctx<'_>, open: &Open, lie: &[Placed], patron: PersonId) -> Result<(), Refused> {
    // The tournament itself has seen to the order before it tells a wager.
    if ctx.by == Actor::System {
        return Ok(());
    }
    let Some(place) = open.hooks.order.iter().position(|own| *own == patron) else { return Ok(()) };
    let waits = |own: &&PersonId| !lie.iter().any(|placed| placed.wager.patron == **own);
    match open.hooks.order[..place].iter().find(waits) {
        Some(first) => ctx.refuse(&ctx.order(), Reason::NotNext(patron, *first)),
        None => Ok(()),
    }
}

/// A wager whose stake nobody else may know before it is revealed.
pub(super) fn seal(ctx: &Ctx<'_>, open: &Open, spot: Spot, stake: Money) -> Decision {
    let (patron, at, bet) = spot;
    no_other_hand_sealed(ctx, open.wagers(), (patron, bet), true)?;
    let wagered = wagers::bet(ctx, open, spot, stake, false)?;
    // Sealed first, so that there is no moment at which the stake lies open.
    let sealed = event(Happening::Sealed { patron, at, bet }, &ctx.order());
    Ok([sealed].into_iter().chain(wagered).collect())
}

/// Refuses a patron both hands when a wager on one of them is secret: this one, or the one that lies.
pub(super) fn no_other_hand_sealed(
    ctx: &Ctx<'_>,
    lie: &[Placed],
    (patron, bet): (PersonId, BetId),
    sealed: bool,
) -> Result<(), Refused> {
    let hand = |bet: BetId| {
        let kind = ctx.book.bet(bet).map(|bet| bet.kind);
        kind.filter(|kind| matches!(kind, BetKind::Player | BetKind::Banker))
    };
    let Some(own) = hand(bet) else { return Ok(()) };
    let other = |placed: &Placed| {
        let theirs = placed.wager.patron == patron && (sealed || placed.sealed);
        theirs && hand(placed.wager.bet).is_some_and(|lies| lies != own)
    };
    match lie.iter().any(other) {
        true => ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::OneHandSealed)),
        false => Ok(()),
    }
}

pub(super) fn reveal(ctx: &Ctx<'_>, open: &Open, (patron, at, bet): Spot) -> Decision {
    let sealed =
        |p: &&Placed| p.sealed && p.wager.patron == patron && p.wager.at.0 == at && p.wager.bet == bet;
    if !open.wagers().iter().any(|placed| sealed(&placed)) {
        return ctx.refuse(&ctx.order(), Reason::NoSuchWager { patron, bet, at });
    }
    if let Phase::Betting(betting) = &open.phase
        && !betting.closed
    {
        return ctx.refuse(&ctx.order(), Reason::WagersOpen);
    }
    Ok(vec![event(Happening::Revealed { patron, at, bet }, &ctx.order())])
}

/// Whether a coup of a tournament may be dealt to an empty layout: wagers lie under seal with the tournament until the cards
/// are out, or everybody has passed, which takes no order of wagering. The tournament has seen to it that everybody has acted.
pub(super) fn may_hide(ctx: &Ctx<'_>, open: &Open) -> bool {
    let announce = ctx.book.tournament.get(TournamentRule::Announce);
    let after = announce.is_some_and(|rule| rule.value == Some(Way::AfterCards));
    let pass = ctx.book.tournament.get(TournamentRule::PassCard).is_some();
    open.opening.is_tournament() && (pass || after && !open.hooks.order.is_empty())
}

/// A wager that its tournament kept sealed is read out and lies from now on, also when cards are out already: it was made
/// before them. Only the tournament can know that.
pub(super) fn lay(ctx: &Ctx<'_>, open: &Open, spot: Spot, stake: Money) -> Decision {
    if ctx.by != Actor::System {
        let needed = [Role::TournamentManager, Role::CompetitionDirector].into();
        return ctx.refuse(&ctx.order(), Reason::WrongRole { actor: ctx.by, needed });
    }
    let (patron, at, bet) = spot;
    let (lie, dealing) = match &open.phase {
        Phase::Preparing => {
            return ctx.refuse(&ctx.order(), Reason::CardsNotReady(Hindrance::ShoeInPreparation));
        }
        Phase::Betting(betting) => (&betting.wagers, false),
        Phase::Dealing(dealing) if dealing.no_bet.is_some() => {
            return ctx.refuse(&ctx.order(), Reason::NoBetCoup);
        }
        Phase::Dealing(dealing) => (&dealing.wagers, true),
    };
    let lies = lie.iter().find(|placed| placed.spot() == spot).map(|placed| placed.wager.stake);
    let whole = Stake { chips: lies.unwrap_or_default().chips + stake, ..lies.unwrap_or_default() };
    wagers::check(ctx, open, &wagers::without(lie, spot), spot, whole)?;
    let what = match (lies, dealing) {
        (Some(_), _) => Happening::Altered { patron, at, bet, stake: whole.total() },
        (None, true) => Happening::Relaxed { patron, at, bet, stake },
        (None, false) => Happening::Wagered { patron, at, bet, stake },
    };
    Ok(vec![event(what, &ctx.order()), event(Happening::Revealed { patron, at, bet }, &ctx.order())])
}

/// Its tournament has ruled what a wager counts for that lies while cards are out: so much, or nothing.
pub(super) fn corrected(ctx: &Ctx<'_>, open: &Open, spot: Spot, stake: Money) -> Decision {
    let (patron, at, bet) = spot;
    let dealing = match &open.phase {
        Phase::Dealing(dealing) => dealing,
        Phase::Betting(_) | Phase::Preparing => {
            return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::NoWagerInCoup));
        }
    };
    let Some(placed) = dealing.wagers.iter().find(|placed| placed.spot() == spot) else {
        return ctx.refuse(&ctx.order(), Reason::NoSuchWager { patron, bet, at });
    };
    let what = match stake.is_positive() {
        true => Happening::Altered { patron, at, bet, stake },
        false => Happening::Lifted { patron, at, bet, stake: placed.wager.stake.total() },
    };
    Ok(vec![event(what, &ctx.order())])
}
