//! What the house is, once and for ever, and who has read what.

use punto_vocab::{Day, Money, PersonId};

use super::{Ctx, Decision, event};
use crate::event::Happening;
use crate::ground::Ground;
use crate::house::{Mode, Reading};
use crate::reason::Reason;
use crate::right::Right;

/// A day, in microseconds.
const DAY: i64 = 24 * 3_600 * 1_000_000;

/// Binds the house to what it is, at its first start.
pub(super) fn bind(ctx: &Ctx<'_>, mode: Mode) -> Decision {
    ctx.only_system()?;
    if let Some(bound) = ctx.site.mode {
        return Ground::Mode.refuse(Reason::Bound { mode: bound });
    }
    Ok(vec![event(Happening::Bound { mode }, Ground::Mode)])
}

pub(super) fn log_read(ctx: &Ctx<'_>, who: PersonId, what: Reading, of: Option<PersonId>) -> Decision {
    ctx.only_system()?;
    Ok(vec![event(Happening::ReadLogged { who, what, of }, Ground::ReadsRecorded)])
}

/// Closes a gaming day, behind the last one that was: what is recorded from then on is of the next.
pub(super) fn close_day(ctx: &Ctx<'_>, day: Day) -> Decision {
    let who = ctx.person(Right::CloseDay)?;
    if let Some((last, _)) = ctx.site.day_closed.filter(|(last, _)| day <= *last) {
        return Ground::GamingDay.refuse(Reason::DayClosed { day, last });
    }
    // East of Greenwich the day has come before the clock of the records says so.
    if day.since_1970() > ctx.at.0.div_euclid(DAY) + 1 {
        return Ground::GamingDay.refuse(Reason::DayToCome { day });
    }
    Ok(vec![event(Happening::DayClosed { day, who }, Ground::GamingDay)])
}

/// Cash that somebody takes in alone, as long as it does not come to more in a day than one person takes in.
pub(super) fn count_cash(
    ctx: &Ctx<'_>,
    (who, patron): (PersonId, PersonId),
    amount: Money,
    (patron_most, cashier_most): (Money, Money),
) -> Decision {
    ctx.only_system()?;
    let sum = |counted: Money| i128::from(counted.minor()) + i128::from(amount.minor());
    let room = |most: Money, counted: Money| sum(counted) <= i128::from(most.minor());
    let cash = &ctx.site.cash;
    if !amount.is_positive()
        || !room(patron_most, cash.of(patron, ctx.at))
        || !room(cashier_most, cash.by(who, ctx.at))
    {
        return Ground::TwoPersons.refuse(Reason::CashAlone { who, patron });
    }
    Ok(vec![event(Happening::CashCounted { who, patron, amount }, Ground::TwoPersons)])
}
