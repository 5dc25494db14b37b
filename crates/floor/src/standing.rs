//! Everything that a table's records fold into, the same way while it runs and when it is read again.

use std::sync::Arc;

use punto_journal::Hash;
use punto_records::ShoeStep;
use punto_report::{Attendance, Meters, Recall};
use punto_table::{Actor, Event, Happening, Table, Time, apply};
use serde::{Deserialize, Serialize};

use crate::dealer::Memory;
use crate::shoe_track::ShoeTrack;

/// A table with all that is kept beside it, at one record of its stream.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The table's name.
    pub name: String,
    /// The digest of the document in force, once the table has been opened.
    pub digest: Option<String>,
    /// The table.
    pub table: Arc<Table>,
    /// Its meters.
    pub meters: Meters,
    /// Its last coups.
    pub recall: Recall,
    /// What the dealer remembers.
    pub memory: Memory,
    /// What the records say of its own shoe.
    pub shoe: ShoeTrack,
    /// Who of staff is on and since when, and who opened it.
    #[serde(default)]
    pub staff: Attendance,
    /// The number of the last record.
    pub seq: u64,
    /// The hash of the last record.
    pub hash: Hash,
    /// The time of the last record.
    pub at: i64,
}

impl Standing {
    /// A table without records.
    pub fn new(name: &str) -> Standing {
        Standing { name: name.to_owned(), staff: Attendance::new(), ..Standing::default() }
    }

    /// Folds the events of one record, the next one.
    pub(crate) fn fold(&mut self, at: Time, by: Actor, events: &[Event]) {
        let record = self.seq + 1;
        // What day it is takes longer to say than a wager to fold, and matters to two events.
        let opens = |event: &Event| matches!(event.what, Happening::Opened { .. } | Happening::Closed);
        let day = if events.iter().any(opens) { self.day(at) } else { Default::default() };
        let table = Arc::make_mut(&mut self.table);
        for event in events {
            if let Happening::Opened { terms, .. } = &event.what {
                self.digest = Some(terms.digest.clone());
            }
            self.meters.note(table, event);
            self.shoe.note(table, event);
            self.memory.note(at, event);
            self.staff.note(at, by, &day, &event.what);
            self.recall.note(&self.name, record, table, at, event);
            apply(table, at, by, event);
            self.recall.end(record, table, at, event);
        }
        // A command that caused nothing has told the time all the same.
        table.now = table.now.max(at);
        self.at = self.at.max(at.0);
    }

    /// Folds a step of the table's own shoe.
    pub(crate) fn step(&mut self, at: Time, step: &ShoeStep) -> Result<(), String> {
        let day = self.day(at);
        self.shoe.step(at, &day, step)?;
        self.memory.shoe_step(at);
        self.at = self.at.max(at.0);
        Ok(())
    }

    /// The gaming day; where nobody said which it is, it is that of the calendar.
    fn day(&self, at: Time) -> String {
        self.table.day.map_or_else(|| at.to_string().chars().take(10).collect(), |day| day.to_string())
    }

    /// Takes the place of a record.
    pub(crate) fn stands_at(&mut self, seq: u64, hash: Hash) {
        (self.seq, self.hash) = (seq, hash);
    }

    /// Whether every coin of the table adds up to nought.
    pub fn balances(&self) -> bool {
        punto_table::Coin::ALL.iter().all(|coin| self.table.ledger.total(*coin).is_zero())
    }
}
