//! Failed sign-ins: the third locks for a minute, each further one for twice as long, an hour at most.

use punto_vocab::Time;
use serde::{Deserialize, Serialize};

/// How often somebody has failed since they last succeeded, and until when they are locked.
///
/// ```
/// use punto_site::{Attempts, Time};
/// let mut attempts = Attempts::default();
/// assert_eq!(attempts.lock_after_failure(Time(0)), None);
/// attempts.failed();
/// attempts.failed();
/// assert_eq!(attempts.lock_after_failure(Time(0)), Some(Time(0).plus_minutes(1)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempts {
    /// Failures since the last success.
    pub failures: u32,
    /// Until when nobody gets in.
    pub locked_until: Option<Time>,
}

impl Attempts {
    /// The failure that locks.
    pub const LOCKS_AT: u32 = 3;
    /// The longest lock, in minutes.
    pub const LONGEST: u32 = 60;

    /// How many minutes this many failures lock for.
    pub const fn minutes(failures: u32) -> Option<u32> {
        if failures < Attempts::LOCKS_AT {
            return None;
        }
        let doublings = failures - Attempts::LOCKS_AT;
        let minutes = if doublings < 6 { 1 << doublings } else { Attempts::LONGEST };
        Some(if minutes < Attempts::LONGEST { minutes } else { Attempts::LONGEST })
    }

    /// Until when one more failure would lock.
    pub fn lock_after_failure(&self, at: Time) -> Option<Time> {
        Attempts::minutes(self.failures.saturating_add(1)).map(|minutes| at.plus_minutes(minutes))
    }

    /// Until when it is locked, if it is locked at this moment.
    pub fn locked(&self, at: Time) -> Option<Time> {
        self.locked_until.filter(|until| at < *until)
    }

    /// Counts a failure.
    pub fn failed(&mut self) {
        self.failures = self.failures.saturating_add(1);
    }

    /// Ends the lock. The failures are not forgotten: the next one locks again at once, and for longer, so that whoever
    /// unlocks cannot have every number tried.
    pub fn unlock(&mut self) {
        self.locked_until = None;
    }

    /// Locks.
    pub fn lock(&mut self, until: Time) {
        self.locked_until = Some(until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_double_from_a_minute_to_an_hour() {
        let minutes: Vec<_> = (0..12).map(Attempts::minutes).collect();
        let locks = [1, 2, 4, 8, 16, 32, 60, 60, 60].map(Some);
        assert_eq!(minutes, [&[None, None, None][..], &locks].concat());
    }

    #[test]
    fn a_lock_ends_at_its_moment_and_not_before() {
        let attempts = Attempts { failures: 3, locked_until: Some(Time(10)) };
        assert_eq!((attempts.locked(Time(9)), attempts.locked(Time(10))), (Some(Time(10)), None));
    }

    proptest::proptest! {
        #[test]
        fn a_further_failure_never_locks_for_less(failures: u32, at in 0i64..1_000_000_000_000_000) {
            let more = failures.saturating_add(1);
            proptest::prop_assert!(Attempts::minutes(failures) <= Attempts::minutes(more));
            let (one, two) = (Attempts { failures, locked_until: None }, Attempts { failures: more, locked_until: None });
            proptest::prop_assert!(one.lock_after_failure(Time(at)) <= two.lock_after_failure(Time(at)));
        }
    }
}
