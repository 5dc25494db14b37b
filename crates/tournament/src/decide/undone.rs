//! What tables tell of wagers and coups that do not stay as they were: taken off, forfeited, settled again.

use punto_rulebook::TournamentRule as R;
use punto_vocab::{BetId, Money, PersonId};

use super::{Ctx, Decision, event};
use crate::event::Happening;
use crate::reason::{Reason, Refused};
use crate::state::{Phase, Wager};

/// The table has taken the settlement of its last coup back: chips, places and the marker are as they were before it, and the
/// coup is settled again or void. Once winners are declared they stay so.
pub(super) fn unsettle(ctx: &Ctx<'_>, table: u8) -> Decision {
    let session = ctx.the_tables_own(R::Session, table)?;
    let venue = ctx.venue(table)?;
    match venue.phase {
        Phase::Betting | Phase::Closed | Phase::Over if venue.undo.is_some() => {
            Ok(vec![event(Happening::Unsettled { table }, &session.by)])
        }
        Phase::Declared => ctx.refuse(&ctx.by_rule(R::Winners), Reason::NotInSession { table }),
        Phase::Idle | Phase::Betting | Phase::Closed | Phase::Dealing | Phase::Over => {
            ctx.refuse(&session.by, Reason::NothingToUndo { table })
        }
    }
}

/// A wager is off the layout by a ruling at the table: it is none of this coup.
pub(super) fn wager_off(ctx: &Ctx<'_>, entrant: PersonId, bet: BetId) -> Decision {
    let (table, lie) = lying(ctx, entrant)?;
    ctx.the_tables_own(R::Chips, table)?;
    let chips = ctx.by_chips();
    match lie.iter().any(|own| own.bet == bet) {
        true => Ok(vec![event(Happening::TakenOff { entrant, bet }, &chips)]),
        false => ctx.refuse(&chips, Reason::NoSuchWager { entrant, bet }),
    }
}

/// All that somebody has on the layout is the house's by a ruling at the table.
pub(super) fn forfeit(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let (table, lie) = lying(ctx, entrant)?;
    ctx.the_tables_own(R::Chips, table)?;
    let chips = ctx.by_chips();
    let amount: Money = lie.iter().map(|own| own.stake).sum();
    let off = lie.iter().map(|own| event(Happening::TakenOff { entrant, bet: own.bet }, &chips));
    let lost = amount.is_positive().then(|| event(Happening::Lost { entrant, amount }, &chips));
    Ok(off.chain(lost).collect())
}

fn lying<'a>(ctx: &'a Ctx<'_>, entrant: PersonId) -> Result<(u8, Vec<&'a Wager>), Refused> {
    let table = ctx.seat(entrant)?.table;
    let lie = ctx.venue(table)?.wagers.iter().filter(|own| own.entrant == entrant);
    Ok((table, lie.collect()))
}
