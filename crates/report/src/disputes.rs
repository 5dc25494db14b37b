//! The disputes of a table, and where the records about each begin.

use std::ops::ControlFlow;

use punto_journal::{Fault, Journal, Record};
use punto_records::{TableBody, mentions};
use punto_site::TableId;
use punto_table::Happening;
use punto_wire::DisputeRecord;

use crate::events::table::*;
use crate::stream::{table_stream, unreadable, walk};

/// A dispute, and where the records about it begin.
pub struct Dispute {
    /// What is told of it.
    pub told: DisputeRecord,
    /// The record that opened the table.
    pub opening: u64,
    /// The first record of the coup that was over last, or of the one in progress if none was.
    pub begins: u64,
}

/// The disputes of a table as its events tell them.
#[derive(Default)]
pub struct Disputes {
    /// The oldest first.
    pub list: Vec<Dispute>,
    opening: u64,
    /// The last records of the last two coups.
    ends: (u64, u64),
}

impl Disputes {
    /// Reads the disputes of a table.
    pub fn of(journal: &dyn Journal, table: TableId) -> Result<Disputes, Fault> {
        let mut found = Disputes::default();
        walk(journal, &table_stream(table)?, 0, |record| {
            found.take(table, record)?;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(found)
    }

    fn meant(&mut self, number: Option<u32>, waits: impl Fn(&Dispute) -> bool) -> Option<&mut Dispute> {
        let named = |one: &Dispute| number.is_none_or(|number| one.told.number == number);
        self.list.iter_mut().find(|one| named(one) && waits(one))
    }

    fn take(&mut self, table: TableId, record: &Record) -> Result<(), Fault> {
        let entry = &record.entry;
        if !mentions(entry, &["opened", "concluded", "coup-void", "disputed", "decided", "reviewed"]) {
            return Ok(());
        }
        let body = TableBody::of(entry).map_err(|error| unreadable(entry, error))?;
        for event in body.said().iter().flat_map(|said| &said.events) {
            match &event.what {
                Happening::Opened { .. } => {
                    (self.opening, self.ends) = (entry.seq, (entry.seq, entry.seq));
                }
                Happening::Concluded | Happening::CoupVoid { .. } => self.ends = (self.ends.1, entry.seq),
                Happening::Disputed { patron, what } => {
                    let told = DisputeRecord {
                        table: table.to_string(),
                        number: self.list.len() as u32 + 1,
                        patron: patron.to_string(),
                        what: what.to_string(),
                        record: entry.seq,
                        at: entry.at,
                        decided: None,
                        reviewed: None,
                    };
                    let (opening, begins) = (self.opening, self.ends.0 + 1);
                    self.list.push(Dispute { told, opening, begins });
                }
                // Without a number the only one that waits, or the oldest, is meant, as at the table.
                Happening::Decided { number, what, who } => {
                    let open = |one: &Dispute| one.told.decided.is_none();
                    if let Some(dispute) = self.meant(*number, open) {
                        dispute.told.decided = Some(format!("{what} by-officer {who}"));
                    }
                }
                Happening::Reviewed { number, what, who } => {
                    let waits = |one: &Dispute| one.told.decided.is_some() && one.told.reviewed.is_none();
                    if let Some(dispute) = self.meant(*number, waits) {
                        dispute.told.reviewed = Some(format!("{what} by-officer {who}"));
                    }
                }
                // A coup that is undone has ended all the same: its records are those that a dispute is about.
                Happening::StaysOpen | Happening::Reversed | Happening::ReversedCoups { .. } => {}
                Happening::ShoeReady | of_session!() | of_duty!() | of_terms!() | of_patrons!() => {}
                of_money!() | of_stakes!() | of_wagers!() | of_settlement!() | of_corrections!() => {}
                of_shoe!() | of_coup!() | of_hands!() | of_findings!() | of_trouble!() => {}
            }
        }
        Ok(())
    }
}
