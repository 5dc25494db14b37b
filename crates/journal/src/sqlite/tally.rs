//! Counts of what the writer did, for metrics and benchmarks.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::batch::Counts;

/// What a journal has written since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommitTally {
    /// Transactions that reached the disk, each with one sync.
    pub commits: u64,
    /// Appends that were made.
    pub appends: u64,
    /// Records in them.
    pub records: u64,
    /// Appends that were refused.
    pub refusals: u64,
    /// Transactions that failed.
    pub failures: u64,
    /// The time spent in commits.
    pub busy: Duration,
    /// The longest commit.
    pub longest: Duration,
}

/// The same as the writer counts it.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    commits: AtomicU64,
    appends: AtomicU64,
    records: AtomicU64,
    refusals: AtomicU64,
    failures: AtomicU64,
    busy: AtomicU64,
    longest: AtomicU64,
}

impl Counters {
    pub(crate) fn committed(&self, counts: &Counts, took: Duration) {
        let took = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.commits.fetch_add(1, Relaxed);
        self.appends.fetch_add(counts.appends, Relaxed);
        self.records.fetch_add(counts.records, Relaxed);
        self.refusals.fetch_add(counts.refusals, Relaxed);
        self.busy.fetch_add(took, Relaxed);
        self.longest.fetch_max(took, Relaxed);
    }

    pub(crate) fn failed(&self) {
        self.failures.fetch_add(1, Relaxed);
    }

    pub(crate) fn tally(&self) -> CommitTally {
        CommitTally {
            commits: self.commits.load(Relaxed),
            appends: self.appends.load(Relaxed),
            records: self.records.load(Relaxed),
            refusals: self.refusals.load(Relaxed),
            failures: self.failures.load(Relaxed),
            busy: Duration::from_nanos(self.busy.load(Relaxed)),
            longest: Duration::from_nanos(self.longest.load(Relaxed)),
        }
    }
}
