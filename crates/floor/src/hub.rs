//! What all tasks of one floor share. No lock in here is held over an await or a decision.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};

use punto_journal::Journal;
use punto_site::{Kind, Place, Severity, Site};
use tokio::sync::{mpsc, watch};

use crate::accounts::Accounts;
use crate::books::Books;
use crate::counter::Counter;
use crate::own_shoe::House;
use crate::plan::{Pace, TableName};
use crate::table::TableHandle;
use crate::time::Clock;

pub(crate) struct Core {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) house: House,
    pub(crate) books: Books,
    pub(crate) pace: Pace,
    /// Whether the whole site plays for nothing.
    pub(crate) demo: bool,
    pub(crate) site: Counter<Site>,
    pub(crate) accounts: Accounts,
    pub(crate) notices: mpsc::Sender<Notice>,
    /// How many significant events are not recorded yet.
    pub(crate) unrecorded: AtomicUsize,
    pub(crate) locks: watch::Sender<Arc<Locks>>,
    pub(crate) lateness: Lateness,
    pub(crate) stopping: AtomicBool,
    pub(crate) tables: RwLock<BTreeMap<TableName, TableHandle>>,
}

impl Core {
    /// Has a significant event recorded as soon as it can be.
    pub(crate) fn raise(&self, kind: Kind, place: Place, text: String) {
        tracing::warn!(%kind, %place, text, "significant event");
        self.unrecorded.fetch_add(1, Ordering::AcqRel);
        if self.notices.try_send(Notice { kind, place, text }).is_err() {
            self.unrecorded.fetch_sub(1, Ordering::AcqRel);
            tracing::error!(%kind, %place, "a significant event could not be recorded: too many wait");
        }
    }

    pub(crate) fn stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }
}

/// A significant event that is to be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) kind: Kind,
    pub(crate) place: Place,
    pub(crate) text: String,
}

/// Where no play goes on until somebody has cleared a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Locks {
    everywhere: bool,
    tables: BTreeSet<TableName>,
}

impl Locks {
    pub(crate) fn of(site: &Site) -> Locks {
        let faults = || site.notices.values().filter(|notice| notice.severity == Severity::Fault);
        Locks {
            everywhere: faults().any(|notice| notice.place.table().is_none()),
            tables: faults().filter_map(|notice| notice.place.table()).collect(),
        }
    }

    pub(crate) fn hold(&self, table: TableName) -> bool {
        self.everywhere || self.tables.contains(&table)
    }
}

/// How late timers were, counted in buckets that are an eighth of their value wide.
#[derive(Debug)]
pub(crate) struct Lateness {
    counts: [AtomicU64; BUCKETS],
    latest: AtomicI64,
}

const BUCKETS: usize = 8 * 40;

impl Default for Lateness {
    fn default() -> Lateness {
        Lateness { counts: std::array::from_fn(|_| AtomicU64::new(0)), latest: AtomicI64::new(0) }
    }
}

/// The bucket of a value: the first eight have one each, then eight for each doubling.
fn bucket(micros: u64) -> usize {
    let doublings = (64 - micros.leading_zeros()).saturating_sub(4);
    let place = 8 * doublings as usize + (micros >> doublings) as usize;
    place.min(BUCKETS - 1)
}

/// The largest value in a bucket.
fn upper_end(bucket: usize) -> i64 {
    let doublings = (bucket / 8).saturating_sub(1);
    (((bucket - 8 * doublings + 1) as i64) << doublings) - 1
}

impl Lateness {
    pub(crate) fn note(&self, micros: i64) {
        self.latest.fetch_max(micros, Ordering::Relaxed);
        self.counts[bucket(micros.max(0).unsigned_abs())].fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn report(&self) -> TimerReport {
        let counts: Vec<u64> = self.counts.iter().map(|count| count.load(Ordering::Relaxed)).collect();
        let fired: u64 = counts.iter().sum();
        let within = |share: u64| {
            let mut left = (fired * share).div_ceil(100);
            let bucket = counts.iter().position(|count| {
                left = left.saturating_sub(*count);
                left == 0
            });
            bucket.map_or(0, upper_end)
        };
        let max = self.latest.load(Ordering::Relaxed);
        TimerReport { fired, p50: within(50).min(max), p99: within(99).min(max), max }
    }
}

/// How late the timers of all tables were since the start, in microseconds, to an eighth of each figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimerReport {
    /// How many have fired.
    pub fired: u64,
    /// Half of them were no later.
    pub p50: i64,
    /// 99 of 100 were no later.
    pub p99: i64,
    /// None was later.
    pub max: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lateness_is_told_by_upper_ends() {
        let late = Lateness::default();
        assert_eq!(late.report(), TimerReport::default());
        for micros in [-5, 0, 1, 2, 3, 900, 900, 900, 900, 70_000] {
            late.note(micros);
        }
        let report = late.report();
        assert_eq!((report.fired, report.p50, report.p99, report.max), (10, 3, 70_000, 70_000));
    }

    #[test]
    fn buckets_lie_side_by_side_and_are_narrow() {
        let mut last = -1;
        for place in 0..BUCKETS - 1 {
            let end = upper_end(place);
            assert!(end > last, "bucket {place}");
            assert_eq!(bucket(end.unsigned_abs()), place);
            assert_eq!(bucket((last + 1).unsigned_abs()), place);
            assert!(end - last <= 1 + (last + 1) / 8, "bucket {place} is {} wide", end - last);
            last = end;
        }
        assert_eq!(bucket(u64::MAX), BUCKETS - 1);
    }
}
