//! Promotional vouchers: issued by two persons, and exchanged at one table.

use punto_vocab::{Money, PersonId, TokenVoucher};

use super::{Ctx, Decision, event};
use crate::event::{Event, Happening};
use crate::ground::Ground;
use crate::measure::Measure;
use crate::name::TableId;
use crate::reason::{Reason, Refused};

/// What becomes of the register of vouchers once two have agreed; nothing of other measures.
pub(super) fn agreed(ctx: &Ctx<'_>, what: &Measure) -> Result<Option<Event>, Refused> {
    let refuse = |reason| Ground::PromotionalVouchers.refuse(reason);
    let what = match what {
        Measure::IssueTokenVoucher { voucher, amount, patron } => {
            let number = voucher.number;
            if !amount.is_positive() || *amount > Money::LARGEST {
                return refuse(Reason::NoCount { most: Money::LARGEST });
            }
            if ctx.site.token_vouchers.knows(number) {
                return refuse(Reason::TokenVoucherKnown { number });
            }
            if voucher.until.is_some_and(|until| until.since_1970() < ctx.at.earliest_day()) {
                return refuse(Reason::TokenVoucherOverdue { number });
            }
            Happening::TokenVoucherIssued { voucher: voucher.clone(), amount: *amount, patron: *patron }
        }
        Measure::WithdrawTokenVoucher { number, .. } => {
            if !ctx.site.token_vouchers.is_out(*number) {
                return refuse(Reason::TokenVoucherNotOut { number: *number });
            }
            Happening::TokenVoucherWithdrawn { number: *number }
        }
        _ => return Ok(None),
    };
    Ok(Some(event(what, Ground::PromotionalVouchers)))
}

/// A table exchanges a voucher for tokens. Its own record and this one are one append.
pub(super) fn take(
    ctx: &Ctx<'_>,
    voucher: &TokenVoucher,
    amount: Money,
    patron: PersonId,
    table: TableId,
) -> Decision {
    ctx.only_system()?;
    match ctx.site.token_vouchers.refuses(voucher, amount, patron) {
        Some(reason) => Ground::PromotionalVouchers.refuse(reason),
        None => {
            let what = Happening::TokenVoucherTaken { voucher: voucher.clone(), amount, patron, table };
            Ok(vec![event(what, Ground::PromotionalVouchers)])
        }
    }
}
