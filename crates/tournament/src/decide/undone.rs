//! What tables tell of wagers and coups that do not stay as they were: taken off, forfeited, settled again.

use punto_rulebook::TournamentRule as R;
use punto_vocab::{BetId, Money, PersonId};

use super::{Ctx, Decision, coups, event};
use crate::event::Happening;
use crate::reason::Reason;
use crate::score::Gains;
use crate::state::{Phase, Wager};

/// The table has taken the settlement of its last coup back: chips, places and the marker are as they were before it, and the
/// coup is settled again or void. Once winners are declared they stay so.
pub(super) fn unsettle(ctx: &Ctx<'_>, table: u8) -> Decision {
    let session = ctx.told_by_table(R::Session)?;
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

/// Payments of the last coup were put right, and this is what became different for those who wagered in it.
pub(super) fn resettled(ctx: &Ctx<'_>, table: u8, gains: &Gains) -> Decision {
    let faulty = ctx.told_by_table(R::Faulty)?;
    let venue = ctx.between_coups(table)?;
    let wager = |name: PersonId| venue.before.iter().find(|own| own.entrant == name);
    let moved = |(entrant, gain): (PersonId, Money)| {
        let Some(wager) = wager(entrant) else {
            return ctx.refuse(&faulty.by, Reason::OtherGains { entrant });
        };
        let chips = ctx.own.place(entrant).map_or(Money::ZERO, |place| place.stack);
        let by = if wager.hidden { faulty.by.clone() } else { ctx.by_rule(R::Chips) };
        match gain.minor() {
            ..0 if -gain > chips => ctx.refuse(&by, Reason::NotEnough { stake: -gain, chips }),
            ..0 => Ok(event(Happening::Lost { entrant, amount: -gain }, &by)),
            0.. => Ok(event(Happening::Won { entrant, amount: gain }, &by)),
        }
    };
    // Who is out has no chips in play that could be put right; a coup that was dealt wrong is settled again instead.
    let in_play = |entrant: &PersonId| ctx.own.place(*entrant).is_some() || wager(*entrant).is_none();
    let events = gains.iter().filter(|(name, _)| in_play(name)).map(moved).collect::<Result<Vec<_>, _>>()?;
    Ok(coups::and_who_is_short(ctx, table, events))
}

/// A wager is off the layout by a ruling at the table: it is none of this coup.
pub(super) fn wager_off(ctx: &Ctx<'_>, entrant: PersonId, bet: BetId) -> Decision {
    let chips = ctx.told_by_table(R::Chips)?;
    match lying(ctx, entrant)?.iter().any(|own| own.bet == bet) {
        true => Ok(vec![event(Happening::TakenOff { entrant, bet }, &chips.by)]),
        false => ctx.refuse(&chips.by, Reason::NoSuchWager { entrant, bet }),
    }
}

/// All that somebody has on the layout is the house's by a ruling at the table.
pub(super) fn forfeit(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let chips = ctx.told_by_table(R::Chips)?;
    let lie = lying(ctx, entrant)?;
    let amount: Money = lie.iter().map(|own| own.stake).sum();
    let off = lie.iter().map(|own| event(Happening::TakenOff { entrant, bet: own.bet }, &chips.by));
    let lost = amount.is_positive().then(|| event(Happening::Lost { entrant, amount }, &chips.by));
    Ok(off.chain(lost).collect())
}

fn lying<'a>(ctx: &'a Ctx<'_>, entrant: PersonId) -> Result<Vec<&'a Wager>, crate::Refused> {
    let table = ctx.seat(entrant)?.table;
    Ok(ctx.venue(table)?.wagers.iter().filter(|own| own.entrant == entrant).collect())
}
