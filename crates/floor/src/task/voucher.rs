//! Promotional vouchers at a table of a house that plays for money: tokens go out for one that the house has issued, as it
//! was issued, and the register of them gives it up in the same append.
//!
//! A table by itself, in a script or a demonstration, knows no register and takes whatever its dealer says.

use punto_site::{Cause, Command as SiteCommand, Concerned, Ground, Kind, Place};
use punto_table::{Command, Event, Happening, Reason, Refused, Time, With};
use punto_vocab::{Money, PersonId, TokenVoucher};

use super::deed::Deed;
use super::{Made, Task, second};
use crate::refusal::{FloorReason, of_site};
use crate::table::{Job, What};

/// A voucher was exchanged somewhere else between two looks at the register.
pub(super) struct TakenElsewhere;

/// Refuses a voucher that is not out in this house as it is said.
pub(super) fn is_out(task: &Task, events: &[Event]) -> Result<(), Refused> {
    if !task.core.for_money() {
        return Ok(());
    }
    let site = task.core.site.now();
    for (patron, amount, voucher) in exchanged(events) {
        let (currency, own) = (&task.shared.plan.currency, task.core.currency.as_ref());
        if let Some(own) = own.filter(|own| *own != currency) {
            let reason = FloorReason::OtherCurrency { currency: currency.clone(), own: own.clone() };
            return Err(reason.refused_by(&FloorReason::by_currency()));
        }
        if let Some(reason) = site.token_vouchers.refuses(voucher, amount, patron) {
            return Err(of_site(Ground::PromotionalVouchers.refusal(reason)));
        }
    }
    Ok(())
}

/// What the register records of vouchers that are exchanged.
pub(super) fn taken(task: &Task, made: &[Made]) -> Vec<(Time, SiteCommand)> {
    // Nearly every write has none.
    if !made.iter().any(|one| exchanged(&one.events).next().is_some()) || !task.core.for_money() {
        return Vec::new();
    }
    let table = task.shared.name;
    let each = |one: &Made| {
        let at = one.at;
        let take = move |(patron, amount, voucher): (PersonId, Money, &TokenVoucher)| {
            (at, SiteCommand::TakeTokenVoucher { voucher: voucher.clone(), amount, patron, table })
        };
        exchanged(&one.events).map(take).collect::<Vec<_>>()
    };
    made.iter().flat_map(each).collect()
}

/// A voucher that was refused is told, about whoever brought it in: numbers are not tried out in silence.
pub(super) fn tell_refusal(task: &Task, job: &Job, refused: &Refused) {
    let What::Say(Command::BuyIn { with: With::Voucher, voucher: Some(voucher), .. }) = &job.what else {
        return;
    };
    let Reason::House(reason) = &refused.reason else { return };
    if reason.code.starts_with("token-voucher-") {
        let what = Cause::TokenVoucherRefused { by: job.by, number: voucher.number };
        let about: Option<Concerned> = second::people(job);
        task.core.raise_about(Kind::VoucherTries, Place::Table(task.shared.name), about, what);
    }
}

/// The vouchers that events exchange: for whom, for how much, and which.
fn exchanged(events: &[Event]) -> impl Iterator<Item = (PersonId, Money, &TokenVoucher)> {
    let voucher = |event: &Event| Deed::of(&event.what) == Deed::TakesVoucher;
    events.iter().filter(move |event| voucher(event)).filter_map(|event| match &event.what {
        Happening::Bought { patron, amount, voucher: Some(voucher), .. } => Some((*patron, *amount, voucher)),
        _ => None,
    })
}
