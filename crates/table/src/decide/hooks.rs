//! What a tournament adds to a table: limits that are switched off, an order of wagering, sealed wagers.
//!
//! The table only keeps to them; which clauses of a tournament ask for them is the tournament's business.

use punto_rulebook::Breach;
use punto_vocab::line::Words;
use punto_vocab::{Money, PersonId};

use super::wagers::{self, Spot};
use super::{Ctx, Decision, event};
use crate::event::Happening;
use crate::reason::{Hindrance, Reason, Refused};
use crate::state::{Open, Phase, Placed};

/// A limit stops being enforced after wagers closed.
pub(super) fn switch_off(ctx: &Ctx<'_>, open: &Open, breach: Breach) -> Decision {
    if open.in_coup() {
        return ctx.refuse(&ctx.order(), Reason::InCoup);
    }
    Ok(vec![event(Happening::LimitOff { breach }, &ctx.order())])
}

/// From here on patrons wager in this order, each once the one before has.
pub(super) fn set_order(ctx: &Ctx<'_>, open: &Open, names: &Words) -> Decision {
    let wrong = |why| ctx.refusal(&ctx.order(), Reason::NotNow(why));
    let patrons: Vec<PersonId> = names
        .as_str()
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()
        .map_err(|_| wrong(Hindrance::OrderIsPatrons))?;
    if let Some(stranger) = patrons.iter().find(|patron| !open.patrons.has(**patron)) {
        return ctx.refuse(&ctx.order(), Reason::NotHere(*stranger));
    }
    if !open.wagers().is_empty() {
        return Err(wrong(Hindrance::WagersLie));
    }
    Ok(vec![event(Happening::WagerOrder { names: names.clone() }, &ctx.order())])
}

/// Refuses a patron who wagers before somebody whose turn comes first.
pub(super) fn in_turn(ctx: &Ctx<'_>, open: &Open, lie: &[Placed], patron: PersonId) -> Result<(), Refused> {
    let Some(place) = open.hooks.order.iter().position(|own| *own == patron) else { return Ok(()) };
    let waits = |own: &&PersonId| !lie.iter().any(|placed| placed.wager.patron == **own);
    match open.hooks.order[..place].iter().find(waits) {
        Some(first) => ctx.refuse(&ctx.order(), Reason::NotNext(patron, *first)),
        None => Ok(()),
    }
}

/// A wager whose stake nobody else may know before it is revealed.
pub(super) fn seal(ctx: &Ctx<'_>, open: &Open, spot: Spot, stake: Money) -> Decision {
    let wagered = wagers::bet(ctx, open, spot, stake, false)?;
    let (patron, at, bet) = spot;
    // Sealed first, so that there is no moment at which the stake lies open.
    let sealed = event(Happening::Sealed { patron, at, bet }, &ctx.order());
    Ok([sealed].into_iter().chain(wagered).collect())
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
