//! Money on paper: out of one account, and once into another or the same.
//!
//! The account that a voucher came from knows whether it is still out, so that no voucher is spent twice: its
//! `spend-voucher` and the `redeem-voucher` of its bearer are recorded atomically.

use punto_site::{On, Principal};
use punto_vocab::{Money, PersonId};

use super::cage::real;
use super::limits::room;
use super::{Ctx, Decision, event};
use crate::event::Happening;
use crate::ground::Ground;
use crate::limit::LimitKind;
use crate::reason::{Party, Reason};
use crate::voucher::VoucherId;

/// A patron gets out what is theirs at any time: at the cage, or alone at a terminal.
pub(super) fn issue(ctx: &Ctx<'_>, voucher: VoucherId, amount: Money, on: On) -> Decision {
    match ctx.by {
        Principal::Patron(_) => ctx.own()?,
        Principal::System => ctx.not_yours(&[Party::Patron, Party::Staff])?,
        Principal::Staff(_) | Principal::Device(_) | Principal::Table(_) => ctx.staff()?,
    }
    real(ctx)?;
    if ctx.account.vouchers.contains_key(&voucher) {
        return Ground::Vouchers.refuse(Reason::VoucherKnown { voucher });
    }
    ctx.goes_out(amount, ctx.account.purses.cashable)?;
    let sequence = ctx.account.vouchers_ever.saturating_add(1);
    Ok(vec![event(Happening::VoucherIssued { voucher, amount, sequence, on }, Ground::Vouchers)])
}

/// The voucher comes back, and the money goes to its bearer.
pub(super) fn spend(ctx: &Ctx<'_>, voucher: VoucherId, into: PersonId) -> Decision {
    ctx.system()?;
    match ctx.account.vouchers.get(&voucher) {
        Some(amount) => {
            let amount = *amount;
            Ok(vec![event(Happening::VoucherSpent { voucher, amount, into }, Ground::Vouchers)])
        }
        None => Ground::Vouchers.refuse(Reason::VoucherNotOut { voucher }),
    }
}

/// Money that comes in on paper counts as paid in. Who may not pay in gets it out at the cage, whose people pay it out.
pub(super) fn redeem(ctx: &Ctx<'_>, voucher: VoucherId, amount: Money, from: PersonId) -> Decision {
    match ctx.by {
        Principal::Patron(_) => ctx.own()?,
        Principal::System => ctx.not_yours(&[Party::Patron, Party::Staff])?,
        Principal::Staff(_) | Principal::Device(_) | Principal::Table(_) => ctx.staff()?,
    }
    real(ctx)?;
    let alone = ctx.by.staff().is_none();
    if alone {
        ctx.not_excluded()?;
    }
    ctx.comes_in(amount)?;
    if alone {
        room(ctx.account, ctx.at, LimitKind::Deposit, amount)?;
    }
    Ok(vec![event(Happening::VoucherRedeemed { voucher, amount, from }, Ground::Vouchers)])
}
