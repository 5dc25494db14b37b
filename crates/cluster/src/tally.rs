//! Counts of what this process wrote, for metrics and benchmarks.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use punto_journal::CommitTally;

/// What was written since the journal was opened.
#[derive(Default)]
pub(crate) struct Counters(Mutex<CommitTally>);

/// What is in a batch.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) appends: u64,
    pub(crate) records: u64,
    pub(crate) refusals: u64,
}

impl Counters {
    pub(crate) fn committed(&self, counts: Counts, took: Duration) {
        self.change(|tally| {
            tally.commits += 1;
            tally.appends += counts.appends;
            tally.records += counts.records;
            tally.refusals += counts.refusals;
            tally.busy += took;
            tally.longest = tally.longest.max(took);
        });
    }

    pub(crate) fn failed(&self) {
        self.change(|tally| tally.failures += 1);
    }

    pub(crate) fn tally(&self) -> CommitTally {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut CommitTally)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
