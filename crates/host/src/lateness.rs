//! How late timers are: over the last minute, so that a good hour does not hide a bad moment, nor an old one last.

use std::collections::VecDeque;
use std::sync::Mutex;

use punto_vocab::Time;

use crate::locked;

/// How late the timers of all tables were in the last minute, in microseconds, to an eighth of each figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimerReport {
    /// How many have fired since the start.
    pub fired: u64,
    /// Half of those of the last minute were no later; nought where there were none.
    pub p50: i64,
    /// 99 of 100 were no later.
    pub p99: i64,
    /// None was later.
    pub max: i64,
}

/// How late timers were, counted in buckets that are an eighth of their value wide, for each ten seconds.
#[derive(Debug, Default)]
pub struct Lateness(Mutex<Counted>);

#[derive(Debug, Default)]
struct Counted {
    fired: u64,
    slices: VecDeque<Slice>,
}

/// What fired in ten seconds.
#[derive(Debug)]
struct Slice {
    number: i64,
    counts: Box<[u32; BUCKETS]>,
    latest: i64,
}

const BUCKETS: usize = 8 * 40;
const SLICE: i64 = 10_000_000;
/// The slice that is being filled, and six before it.
const SLICES: usize = 7;

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
    /// A timer fired now, so many microseconds after it was due.
    pub fn note(&self, now: Time, micros: i64) {
        let mut counted = locked(&self.0);
        counted.fired += 1;
        let number = now.0.div_euclid(SLICE);
        if counted.slices.back().is_none_or(|slice| slice.number != number) {
            counted.slices.push_back(Slice { number, counts: Box::new([0; BUCKETS]), latest: 0 });
        }
        if counted.slices.len() > SLICES {
            counted.slices.pop_front();
        }
        if let Some(slice) = counted.slices.back_mut() {
            slice.latest = slice.latest.max(micros);
            slice.counts[bucket(micros.max(0).unsigned_abs())] += 1;
        }
    }

    /// What there is to report now.
    pub fn report(&self, now: Time) -> TimerReport {
        let counted = locked(&self.0);
        let first = now.0.div_euclid(SLICE) - SLICES as i64;
        let mut counts = [0u64; BUCKETS];
        let mut max = 0;
        for slice in counted.slices.iter().filter(|slice| slice.number > first) {
            max = max.max(slice.latest);
            counts.iter_mut().zip(slice.counts.iter()).for_each(|(sum, count)| *sum += u64::from(*count));
        }
        let recent: u64 = counts.iter().sum();
        let within = |share: u64| {
            let mut left = (recent * share).div_ceil(100);
            let bucket = counts.iter().position(|count| {
                left = left.saturating_sub(*count);
                left == 0
            });
            bucket.map_or(0, upper_end).min(max)
        };
        TimerReport { fired: counted.fired, p50: within(50), p99: within(99), max }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000_000;

    #[test]
    fn lateness_is_told_by_upper_ends() {
        let late = Lateness::default();
        assert_eq!(late.report(Time(0)), TimerReport::default());
        for micros in [-5, 0, 1, 2, 3, 900, 900, 900, 900, 70_000] {
            late.note(Time(0), micros);
        }
        assert_eq!(late.report(Time(0)), TimerReport { fired: 10, p50: 3, p99: 70_000, max: 70_000 });
    }

    #[test]
    fn what_was_late_is_forgotten_after_a_minute() {
        let late = Lateness::default();
        late.note(Time(0), 5_000_000);
        late.note(Time(MINUTE / 2), 7);
        let seconds = |seconds: i64| late.report(Time(seconds * 1_000_000));
        assert_eq!((seconds(59).p99, seconds(59).p50), (5_000_000, 7));
        assert_eq!((seconds(75).p99, seconds(75).max), (7, 7));
        assert_eq!(seconds(3_600), TimerReport { fired: 2, ..TimerReport::default() });
        // One that fires an hour later is alone.
        late.note(Time(60 * MINUTE), 900);
        assert_eq!((seconds(3_601).p99, seconds(3_601).fired), (900, 3));
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
