//! Who enters, until entries close.

use punto_rulebook::{PromotionItem as Item, PromotionRule as R};
use punto_vocab::{Actor, Money, Names, PersonId};

use super::{Ctx, Decision, event};
use crate::command::EntryProof;
use crate::conditions::Plan;
use crate::event::Happening;
use crate::reason::{Reason, Refused};

/// What of the conditions may keep somebody out.
const KEEPS_OUT: [Item; 2] = [Item::Eligible, Item::Staff];

/// Says who may not enter, and by which of the conditions. Whoever has entered stays on the list.
pub(super) fn bar(ctx: &Ctx<'_>, ground: Option<Item>, names: &Names) -> Decision {
    ctx.entitled(R::Offer)?;
    let plan = ctx.running()?;
    open(ctx, plan)?;
    let by = ctx.ground(ground, &KEEPS_OUT, &ctx.by_item(Item::Eligible))?;
    let barred = |person: &PersonId| match ctx.own.entries_of(*person) {
        0 => Ok(event(Happening::Barred { person: *person, ground }, &by)),
        1.. => ctx.refuse(&by, Reason::EnteredAlready { person: *person }),
    };
    names.0.iter().map(barred).collect()
}

/// Takes an entry, in time and by somebody who may enter. That somebody has wagered enough is not theirs to say.
pub(super) fn enter(
    ctx: &Ctx<'_>,
    entrant: PersonId,
    wager: Option<Money>,
    proof: Option<EntryProof>,
) -> Decision {
    let eligible = ctx.by_item(Item::Eligible);
    ctx.at_desk(entrant, proof, &eligible)?;
    let plan = ctx.not_cancelled()?;
    if plan.play && ctx.by != Actor::System {
        return ctx.refuse(&ctx.by_item(Item::Play), Reason::EnteredByPlay);
    }
    open(ctx, plan)?;
    may_enter(ctx, plan, entrant)?;
    let by_wager = ctx.by_item(Item::Wager);
    if wager.is_some() {
        ctx.staff_word(&by_wager)?;
    }
    let least = plan.wager;
    let laid = wager.unwrap_or_default();
    if laid < least {
        return ctx.refuse(&by_wager, Reason::WagerTooLow { wager: laid, least });
    }
    if ctx.own.entries_of(entrant) >= plan.entries {
        return ctx.refuse(&ctx.by_item(Item::Entries), Reason::TooManyEntries { most: plan.entries });
    }
    let entry = u32::try_from(ctx.own.entries.len()).unwrap_or(u32::MAX).saturating_add(1);
    let by = if least.is_positive() { eligible.and(&by_wager) } else { eligible };
    Ok(vec![event(Happening::Entered { entry, entrant, wager, proof }, &by)])
}

/// Refuses an entry once entries have closed.
fn open(ctx: &Ctx<'_>, plan: &Plan) -> Result<(), Refused> {
    match ctx.at < plan.closes {
        true => Ok(()),
        false => ctx.refuse(&ctx.by_item(Item::Closes), Reason::EntriesClosed { closes: plan.closes }),
    }
}

/// Refuses those whom the conditions keep out, and whoever acts for the house in this promotion.
fn may_enter(ctx: &Ctx<'_>, plan: &Plan, person: PersonId) -> Result<(), Refused> {
    let itself = matches!(ctx.by, Actor::Staff(_, own) if own == person);
    if ctx.own.barred.contains_key(&person) || itself && !plan.staff {
        return ctx.refuse(&ctx.by_item(Item::Eligible), Reason::Barred { person });
    }
    let acts = ctx.own.officials.contains(&person) || ctx.own.scrutineer == Some(person);
    match acts || itself {
        true => ctx.refuse(&ctx.order(), Reason::ActsForHouse { person }),
        false => Ok(()),
    }
}
