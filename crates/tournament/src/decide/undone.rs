//! What tables tell of wagers and coups that do not stay as they were: taken off, forfeited, settled again.

use punto_rulebook::TournamentRule as R;
use punto_vocab::{BetId, Money, PersonId};

use super::{Ctx, Decision, event};
use crate::event::{Event, Happening};
use crate::reason::{Reason, Refused};
use crate::state::{Phase, Standing, Undo, Wager};

/// The table has taken the settlement of its last coup back: chips, places and the marker are as they were before it, and the
/// coup is settled again or void. The next may be let out by then, but no card of it is dealt. Once winners are declared they stay so.
pub(super) fn unsettle(ctx: &Ctx<'_>, table: u8) -> Decision {
    let session = ctx.the_tables_own(R::Session, table)?;
    let venue = ctx.venue(table)?;
    match venue.phase {
        Phase::Betting | Phase::Closed | Phase::Dealing | Phase::Over if venue.undo.is_some() => {
            let undone = event(Happening::Unsettled { table }, &session.by);
            let put_right = venue.undo.iter().flat_map(|undo| put_right(ctx, undo));
            Ok([undone].into_iter().chain(put_right).collect())
        }
        Phase::Declared => ctx.refuse(&ctx.by_rule(R::Winners), Reason::NotInSession { table }),
        Phase::Idle | Phase::Betting | Phase::Closed | Phase::Dealing | Phase::Over => {
            ctx.refuse(&session.by, Reason::NothingToUndo { table })
        }
    }
}

/// What was done because of a settlement that is taken back, and would stay: who went with the coup for want of a wager is in
/// again until it is settled, and chips that somebody has bought back since are not there any more.
fn put_right(ctx: &Ctx<'_>, undo: &Undo) -> Vec<Event> {
    let plan = ctx.own.plan.as_ref();
    let mut events = Vec::new();
    for (entrant, was) in &undo.entrants {
        let (Some(own), Some(then)) = (ctx.own.entrants.get(entrant), was.place.as_ref()) else { continue };
        let went = own.standing == Standing::Disqualified && was.standing == Standing::In;
        if went && undo.venue.idle.contains(entrant) {
            let back = Happening::Reinstated { entrant: *entrant, amount: then.stack };
            events.push(event(back, &ctx.by_rule(R::EveryCoup)));
        }
        let again = own.buy_backs.saturating_sub(was.buy_backs);
        if let Some(plan) = plan.filter(|plan| plan.bought && again > 0) {
            let amount = Money::from_minor(plan.chips.minor() * i64::from(again));
            let back = Happening::ChipsRefunded { entrant: *entrant, amount };
            events.push(event(back, &ctx.by_rule(R::BuyBack)));
        }
    }
    events
}

/// A wager is off the layout by a ruling at the table: it is none of this coup. The table may have ruled before it knew that the
/// wager is none any more, and is heard all the same: then nothing is left to take off.
pub(super) fn wager_off(ctx: &Ctx<'_>, entrant: PersonId, bet: BetId) -> Decision {
    let (table, lie) = lying(ctx, entrant)?;
    ctx.the_tables_own(R::Chips, table)?;
    let off = lie.iter().any(|own| own.bet == bet).then(|| Happening::TakenOff { entrant, bet });
    Ok(off.into_iter().map(|what| event(what, &ctx.by_chips())).collect())
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

/// The table's own officers have cut a wager: it counts for what is left of it, if it is still one.
pub(super) fn cut(ctx: &Ctx<'_>, entrant: PersonId, bet: BetId, stake: Money) -> Decision {
    let (table, lie) = lying(ctx, entrant)?;
    let over = ctx.the_tables_own(R::FoundOver, table)?;
    let own = lie.into_iter().find(|own| own.bet == bet && !own.hidden);
    match (own, ctx.venue(table)?.phase) {
        (None, _) => Ok(Vec::new()),
        (Some(own), Phase::Closed | Phase::Dealing) => {
            let stake = stake.min(own.stake);
            Ok(vec![event(Happening::Corrected { entrant, bet, stake }, &over.by)])
        }
        (Some(_), Phase::Betting | Phase::Idle | Phase::Over | Phase::Declared) => {
            ctx.refuse(&over.by, Reason::WrongPhase { phase: "wagers are not closed" })
        }
    }
}

/// What somebody has on the layout where they have or had a seat: who was sent away may have a part in a coup that is settled
/// again.
fn lying<'a>(ctx: &'a Ctx<'_>, entrant: PersonId) -> Result<(u8, Vec<&'a Wager>), Refused> {
    let place = ctx.applicant(entrant)?.place.as_ref();
    let table = place.map_or_else(|| ctx.seat(entrant).map(|place| place.table), |place| Ok(place.table))?;
    let lie = ctx.venue(table)?.wagers.iter().filter(|own| own.entrant == entrant);
    Ok((table, lie.collect()))
}
