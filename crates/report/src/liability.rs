//! The cage's meters: what went over the counter, onto paper and to tables, from the records of all accounts.

#![deny(clippy::wildcard_enum_match_arm)] // an event that moves money must not pass uncounted

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use punto_accounts::Happening;
use punto_journal::{Fault, Head, Journal, Record};
use punto_records::{AccountRecord, StreamOf};
use punto_site::TableId;
use punto_vocab::{Exchange, Money};
use punto_wire::{CageMeters, Counted, ExchangedSum};

use crate::events::account::*;
use crate::stream::{first_at, unreadable, walk};

/// What the records of all accounts come to in a period.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Liability {
    /// The meters.
    pub meters: CageMeters,
    /// What vouchers took from the accounts they came from when they were redeemed.
    pub spent: Money,
    /// What went to each table or tournament, less what came back.
    pub tables: BTreeMap<TableId, Money>,
    /// The names by which accounts know promotions: what comes from one is a prize, and from no table.
    promotions: BTreeSet<TableId>,
}

impl Liability {
    /// Goes through every account's records of a period.
    pub fn of(journal: &dyn Journal, period: (Option<i64>, Option<i64>)) -> Result<Liability, Fault> {
        let (from, to) = (period.0.unwrap_or(i64::MIN), period.1.unwrap_or(i64::MAX));
        let meters = CageMeters { from: period.0, to: period.1, ..CageMeters::default() };
        let heads = journal.heads()?;
        let promotion = |head: &Head| match StreamOf::read(&head.stream) {
            Ok(Some(StreamOf::Promotion(name))) => name.as_str().parse().ok(),
            Ok(Some(_) | None) | Err(_) => None,
        };
        let promotions = heads.iter().filter_map(promotion).collect();
        let mut own = Liability { meters, promotions, ..Liability::default() };
        for head in heads.iter().filter(|head| head.stream.kind() == "patron") {
            let house = StreamOf::patron(&head.stream).is_some_and(|patron| patron.is_house_player());
            let first = first_at(journal, &head.stream, head.seq, from)?;
            walk(journal, &head.stream, first - 1, |record| match record.entry.at < to {
                true => own.read(record, house).map(|()| ControlFlow::Continue(())),
                false => Ok(ControlFlow::Break(())),
            })?;
        }
        Ok(own)
    }

    /// What came into all accounts less what went out of them.
    pub fn accounts(&self) -> i64 {
        let meters = &self.meters;
        let came = [
            meters.deposits,
            meters.vouchers_in,
            meters.awarded,
            meters.adjusted_up,
            meters.from_tables,
            meters.prizes,
        ];
        let went =
            [meters.payouts, meters.vouchers_out, meters.lapsed, meters.adjusted_down, meters.to_tables];
        let sum = |list: &[Counted]| list.iter().map(|one| one.sum).sum::<i64>();
        // What went into accounts for money of other currencies is in theirs.
        let exchanged: i64 = meters.exchanged.iter().map(|own| own.sum).sum();
        sum(&came) + exchanged - sum(&went)
    }

    /// House players of a demonstration are on no meter; what a table has of them is compared with the table all the same.
    fn read(&mut self, record: &Record, house: bool) -> Result<(), Fault> {
        let entry = &record.entry;
        let read = AccountRecord::of(entry).map_err(|error| unreadable(entry, error))?;
        let meters = house.then(|| self.meters.clone());
        read.events().iter().for_each(|event| self.note(&event.what));
        self.meters = meters.unwrap_or_else(|| std::mem::take(&mut self.meters));
        Ok(())
    }

    fn note(&mut self, what: &Happening) {
        let meters = &mut self.meters;
        let (meter, amount) = match what {
            Happening::Deposited { amount, exchanged: None, .. } => (&mut meters.deposits, *amount),
            Happening::Deposited { amount, exchanged: Some(brought), .. } => {
                return exchanged(&mut meters.exchanged, brought, *amount);
            }
            Happening::Withdrawn { amount, .. } => (&mut meters.payouts, *amount),
            Happening::VoucherIssued { amount, .. } => (&mut meters.vouchers_out, *amount),
            Happening::VoucherRedeemed { amount, .. } => (&mut meters.vouchers_in, *amount),
            Happening::VoucherSpent { amount, .. } => return self.spent += *amount,
            Happening::Released { amount, .. } => (&mut meters.attendant_paid, *amount),
            Happening::Awarded { amount, .. } => (&mut meters.awarded, *amount),
            Happening::Lapsed { amount, .. } => (&mut meters.lapsed, *amount),
            Happening::AdjustedUp { amount, .. } => (&mut meters.adjusted_up, *amount),
            Happening::AdjustedDown { amount, .. } => (&mut meters.adjusted_down, *amount),
            Happening::WentToTable { table, amount, .. } => {
                *self.tables.entry(*table).or_default() += *amount;
                (&mut meters.to_tables, *amount)
            }
            Happening::CameFromTable { table, amount, .. } if self.promotions.contains(table) => {
                (&mut meters.prizes, *amount)
            }
            Happening::CameFromTable { table, amount, .. } => {
                *self.tables.entry(*table).or_default() -= *amount;
                (&mut meters.from_tables, *amount)
            }
            // Nothing leaves the account by these.
            Happening::Held { .. }
            | Happening::PayoutOrdered { .. }
            | Happening::PayoutMissed { .. }
            | Happening::LeftTable { .. } => return,
            of_account!() | of_play!() => return,
        };
        meter.count += 1;
        meter.sum = meter.sum.saturating_add(amount.minor());
    }
}

/// Counts money of another currency with what else came of that one, and with nothing of any other.
fn exchanged(sums: &mut Vec<ExchangedSum>, brought: &Exchange, amount: Money) {
    let place = sums.iter().position(|own| own.currency == brought.currency.as_str()).unwrap_or_else(|| {
        let currency = brought.currency.to_string();
        sums.push(ExchangedSum { currency, count: 0, given: 0, sum: 0 });
        sums.len() - 1
    });
    let own = &mut sums[place];
    own.count += 1;
    own.given = own.given.saturating_add(brought.given.minor());
    own.sum = own.sum.saturating_add(amount.minor());
}
