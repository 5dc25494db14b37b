//! What each cashier took in and paid out over the counter in a period, to be compared with the count of the drawer.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use punto_accounts::Happening;
use punto_journal::{Fault, Journal, Record};
use punto_records::AccountRecord;
use punto_vocab::{Money, PersonId};
use punto_wire::{CashierReport, CashierRow, Counted};

use crate::events::account::*;
use crate::sheet::{Sheet, money, or_nothing};
use crate::stream::{first_at, unreadable, walk};

/// Goes through every account's records of a period.
pub fn cashiers(journal: &dyn Journal, period: (Option<i64>, Option<i64>)) -> Result<CashierReport, Fault> {
    let (from, to) = (period.0.unwrap_or(i64::MIN), period.1.unwrap_or(i64::MAX));
    let mut rows: BTreeMap<PersonId, CashierRow> = BTreeMap::new();
    for head in journal.heads()?.iter().filter(|head| head.stream.kind() == "patron") {
        let first = first_at(journal, &head.stream, head.seq, from)?;
        walk(journal, &head.stream, first - 1, |record| match record.entry.at < to {
            true => read(&mut rows, record).map(|()| ControlFlow::Continue(())),
            false => Ok(ControlFlow::Break(())),
        })?;
    }
    let mut rows: Vec<CashierRow> = rows.into_values().collect();
    if !rows.is_empty() {
        rows.push(rows.iter().fold(CashierRow::default(), together));
    }
    Ok(CashierReport { from: period.0, to: period.1, rows })
}

fn read(rows: &mut BTreeMap<PersonId, CashierRow>, record: &Record) -> Result<(), Fault> {
    let entry = &record.entry;
    let read = AccountRecord::of(entry).map_err(|error| unreadable(entry, error))?;
    let Some(cashier) = read.by.staff() else { return Ok(()) };
    for event in read.events() {
        let mut row = CashierRow { cashier: Some(cashier.to_string()), ..CashierRow::default() };
        let Some((column, amount)) = counted(&mut row, &event.what) else { continue };
        add(column, Counted { count: 1, sum: amount.minor() });
        row.cash = row.deposits.sum - row.payouts.sum;
        let own = rows.entry(cashier).or_default();
        *own = CashierRow { cashier: row.cashier.clone(), ..together(std::mem::take(own), &row) };
    }
    Ok(())
}

/// The column that counts an event, and its amount; none for what does not go over the counter.
fn counted<'r>(row: &'r mut CashierRow, what: &Happening) -> Option<(&'r mut Counted, Money)> {
    match what {
        // Money of another currency goes into no drawer.
        Happening::Deposited { exchanged: Some(_), .. } => None,
        Happening::Deposited { amount, exchanged: None, .. } => Some((&mut row.deposits, *amount)),
        Happening::Withdrawn { amount, .. } => Some((&mut row.payouts, *amount)),
        Happening::VoucherIssued { amount, .. } => Some((&mut row.vouchers_made, *amount)),
        Happening::VoucherRedeemed { amount, .. } => Some((&mut row.vouchers_redeemed, *amount)),
        // The other side of one that was redeemed.
        Happening::VoucherSpent { .. } => None,
        // No cash moves by these.
        Happening::PayoutOrdered { .. }
        | Happening::PayoutMissed { .. }
        | Happening::Awarded { .. }
        | Happening::Lapsed { .. }
        | Happening::Held { .. }
        | Happening::Released { .. }
        | Happening::AdjustedUp { .. }
        | Happening::AdjustedDown { .. } => None,
        of_account!() | of_tables!() | of_play!() => None,
    }
}

fn add(to: &mut Counted, more: Counted) {
    to.count += more.count;
    to.sum = to.sum.saturating_add(more.sum);
}

/// Two rows as one of nobody's.
fn together(mut sum: CashierRow, row: &CashierRow) -> CashierRow {
    add(&mut sum.deposits, row.deposits);
    add(&mut sum.payouts, row.payouts);
    add(&mut sum.vouchers_made, row.vouchers_made);
    add(&mut sum.vouchers_redeemed, row.vouchers_redeemed);
    sum.cash = sum.cash.saturating_add(row.cash);
    CashierRow { cashier: None, ..sum }
}

impl Sheet for CashierReport {
    const FILE: &'static str = "cashiers";
    const HEAD: &'static [&'static str] = &[
        "cashier",
        "deposits",
        "deposited",
        "payouts",
        "paid_out",
        "vouchers_made",
        "made",
        "vouchers_redeemed",
        "redeemed",
        "cash",
    ];

    fn rows(&self) -> Vec<Vec<String>> {
        let row = |row: &CashierRow| {
            let columns = [row.deposits, row.payouts, row.vouchers_made, row.vouchers_redeemed];
            let figures = columns.iter().flat_map(|column| [column.count.to_string(), money(column.sum)]);
            let first = std::iter::once(or_nothing(row.cashier.as_ref()));
            first.chain(figures).chain([money(row.cash)]).collect()
        };
        self.rows.iter().map(row).collect()
    }
}
