//! Money between the account and the tables.

use punto_site::{Principal, TableId};
use punto_vocab::Money;

use super::limits::room;
use super::sessions::may_play;
use super::{Ctx, Decision, event};
use crate::command::{Purse, SpendOrder};
use crate::event::Happening;
use crate::ground::AccountRule;
use crate::limit::LimitKind;
use crate::reason::Reason;

/// Money goes to a table: from one purse, or from both in the order of spending.
pub(super) fn go(ctx: &Ctx<'_>, table: TableId, amount: Money, purse: Option<Purse>) -> Decision {
    match ctx.by {
        Principal::Patron(_) => ctx.own()?,
        Principal::Staff(_) | Principal::Device(_) | Principal::Table(_) | Principal::System => {
            ctx.table(table)?;
        }
    }
    may_play(ctx.account, ctx.at)?;
    let purses = &ctx.account.purses;
    let has = |purse| match purse {
        Purse::Cashable => purses.cashable,
        Purse::Promotional => purses.promotional,
    };
    let order = match (purse, ctx.account.spend_order()) {
        (Some(purse), _) => vec![purse],
        (None, SpendOrder::PromotionalFirst) => vec![Purse::Promotional, Purse::Cashable],
        (None, SpendOrder::CashableFirst) => vec![Purse::Cashable, Purse::Promotional],
    };
    ctx.goes_out(amount, order.iter().map(|purse| has(*purse)).sum())?;
    let mut events = Vec::new();
    let mut left = amount;
    for purse in order {
        let part = left.min(has(purse));
        left -= part;
        if !part.is_positive() {
            continue;
        }
        // Only the patron's own money can be lost by the patron.
        if purse == Purse::Cashable {
            room(ctx.account, ctx.at, LimitKind::Loss, part)?;
        }
        let ground = if purse == Purse::Cashable { AccountRule::Balance } else { AccountRule::Promotions };
        events.push(event(Happening::WentToTable { table, amount: part, purse }, ground));
    }
    Ok(events)
}

/// Money comes back from a table, always and in full: stake or win, excluded or not.
pub(super) fn come(ctx: &Ctx<'_>, table: TableId, amount: Money, purse: Purse) -> Decision {
    ctx.table(table)?;
    ctx.comes_in(amount)?;
    if purse == Purse::Promotional {
        // What is won with promotional money is cash, so no more than went there comes back as such.
        let out = ctx.account.visits.get(&table).map_or(Money::ZERO, |visit| visit.promotional);
        if amount > out {
            return AccountRule::Promotions.refuse(Reason::NotPromotional { table, out, asked: amount });
        }
    }
    let ground = if purse == Purse::Cashable { AccountRule::Balance } else { AccountRule::Promotions };
    Ok(vec![event(Happening::CameFromTable { table, amount, purse }, ground)])
}

/// The patron has left the table, and what has not come back is lost.
pub(super) fn leave(ctx: &Ctx<'_>, table: TableId) -> Decision {
    ctx.table(table)?;
    if !ctx.account.visits.contains_key(&table) {
        return AccountRule::Balance.refuse(Reason::NotAtTable { table });
    }
    Ok(vec![event(Happening::LeftTable { table }, AccountRule::Balance)])
}

pub(super) fn spend(ctx: &Ctx<'_>, order: SpendOrder) -> Decision {
    ctx.staff()?;
    if ctx.account.spend_order() == order {
        return AccountRule::Promotions.refuse(Reason::SameOrder { order });
    }
    Ok(vec![event(Happening::Spends { order }, AccountRule::Promotions)])
}
