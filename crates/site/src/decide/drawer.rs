//! A cashier's drawer, from the cash that a shift begins with to the count at its end.

use punto_vocab::{Money, PersonId};

use super::{Ctx, Decision, event};
use crate::event::Happening;
use crate::ground::Ground;
use crate::reason::{Reason, Refused};

/// The cashier has counted what the drawer begins with.
pub(super) fn begin(ctx: &Ctx<'_>, who: PersonId, float: Money) -> Decision {
    ctx.only_system()?;
    if let Some(drawer) = ctx.site.drawers.get(&who) {
        return Ground::CashierShifts.refuse(Reason::ShiftOpen { who, since: drawer.since });
    }
    is_count(float)?;
    Ok(vec![event(Happening::ShiftBegan { who, float }, Ground::CashierShifts)])
}

/// What the journal says was taken in and paid out since, against what was counted.
pub(super) fn end(ctx: &Ctx<'_>, who: PersonId, (took, paid): (Money, Money), counted: Money) -> Decision {
    ctx.only_system()?;
    let Some(drawer) = ctx.site.drawers.get(&who) else {
        return Ground::CashierShifts.refuse(Reason::NoShift { who });
    };
    [took, paid, counted].into_iter().try_for_each(is_count)?;
    let (since, float) = (drawer.since, drawer.float);
    let what = Happening::ShiftEnded { who, since, float, took, paid, counted };
    Ok(vec![event(what, Ground::CashierShifts)])
}

fn is_count(amount: Money) -> Result<(), Refused> {
    if amount < Money::ZERO || amount > Money::LARGEST {
        return Ground::CashierShifts.refuse(Reason::NoCount { most: Money::LARGEST });
    }
    Ok(())
}
