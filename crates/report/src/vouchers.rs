//! Vouchers of an account as screens show them, from its records; the numbers on the paper are in none of them.

use punto_accounts::Happening;
use punto_journal::{Fault, Journal, Record, StreamName};
use punto_records::AccountRecord;
use punto_site::Principal;
use punto_wire::VoucherView;

use crate::events::account::*;
use crate::stream::unreadable;

/// All vouchers as an account's stream tells them, the newest first.
pub fn vouchers(journal: &dyn Journal, stream: &StreamName) -> Result<Vec<VoucherView>, Fault> {
    let (mut list, mut after) = (Vec::<VoucherView>::new(), 0);
    loop {
        let records = journal.read(stream, after, 1_000)?;
        let Some(last) = records.last() else { break };
        after = last.entry.seq;
        records.iter().try_for_each(|record| read(&mut list, record))?;
    }
    list.reverse();
    Ok(list)
}

/// What one record of an account tells of vouchers.
pub fn issued_voucher(
    journal: &dyn Journal,
    stream: &StreamName,
    seq: u64,
) -> Result<Vec<VoucherView>, Fault> {
    let mut list = Vec::new();
    journal.read(stream, seq.saturating_sub(1), 1)?.iter().try_for_each(|record| read(&mut list, record))?;
    Ok(list)
}

fn read(list: &mut Vec<VoucherView>, record: &Record) -> Result<(), Fault> {
    let entry = &record.entry;
    let read = AccountRecord::of(entry).map_err(|error| unreadable(entry, error))?;
    for event in read.events() {
        note(list, (entry.at, read.by), &event.what);
    }
    Ok(())
}

fn note(list: &mut Vec<VoucherView>, (at, by): (i64, Principal), what: &Happening) {
    match what {
        Happening::VoucherIssued { voucher, amount, sequence, on, .. } => list.push(VoucherView {
            number: None,
            voucher: voucher.to_string(),
            amount: amount.minor(),
            sequence: *sequence,
            at,
            on: on.0.map(|device| device.to_string()),
            by: by.to_string(),
            site: String::new(),
            redeemed: None,
            into: None,
        }),
        Happening::VoucherSpent { voucher, into, .. } => {
            let voucher = voucher.to_string();
            if let Some(own) = list.iter_mut().rev().find(|own| own.voucher == voucher) {
                (own.redeemed, own.into) = (Some(at), Some(into.to_string()));
            }
        }
        // A voucher of another's account, whose own stream tells of it.
        Happening::VoucherRedeemed { .. } => {}
        of_account!() | of_cage!() | of_tables!() | of_play!() => {}
    }
}
