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
use crate::ground::AccountRule;
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
        return AccountRule::Vouchers.refuse(Reason::VoucherKnown { voucher });
    }
    ctx.goes_out(amount, ctx.account.purses.cashable)?;
    let (sequence, staff) = (ctx.account.vouchers_ever.saturating_add(1), ctx.by.staff());
    Ok(vec![event(Happening::VoucherIssued { voucher, amount, sequence, on, staff }, AccountRule::Vouchers)])
}

/// The voucher comes back, and the money goes to its bearer. One that staff had made goes into another account by two
/// of staff only, whoever brings it: else one of them moves money of a patron who knows nothing of it.
pub(super) fn spend(
    ctx: &Ctx<'_>,
    voucher: VoucherId,
    into: PersonId,
    seconded: Option<PersonId>,
) -> Decision {
    ctx.system()?;
    match ctx.account.vouchers.get(&voucher) {
        Some(amount) => {
            if into != ctx.holder.patron && ctx.account.staff_vouchers.contains(&voucher) {
                ctx.seconded(seconded)?;
            }
            let amount = *amount;
            Ok(vec![event(Happening::VoucherSpent { voucher, amount, into }, AccountRule::Vouchers)])
        }
        None => AccountRule::Vouchers.refuse(Reason::VoucherNotOut { voucher }),
    }
}

/// Money that comes in on paper counts as paid in. A patron who may not deposit redeems it at the cage.
/// Staff put a voucher into another account than it came from by two: who brought it is their word alone.
pub(super) fn redeem(
    ctx: &Ctx<'_>,
    voucher: VoucherId,
    amount: Money,
    (from, seconded): (PersonId, Option<PersonId>),
) -> Decision {
    match ctx.by {
        Principal::Patron(_) => ctx.own()?,
        Principal::System => ctx.not_yours(&[Party::Patron, Party::Staff])?,
        Principal::Staff(_) | Principal::Device(_) | Principal::Table(_) => ctx.staff()?,
    }
    real(ctx)?;
    let alone = ctx.by.staff().is_none();
    if alone {
        ctx.not_excluded()?;
    } else if from != ctx.holder.patron {
        ctx.seconded(seconded)?;
    }
    ctx.comes_in(amount)?;
    if alone {
        room(ctx.account, ctx.at, LimitKind::Deposit, amount)?;
    }
    Ok(vec![event(Happening::VoucherRedeemed { voucher, amount, from, seconded }, AccountRule::Vouchers)])
}
