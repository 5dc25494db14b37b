//! How often an address or a session may do something: a bucket each, which fills again with time.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};

use punto_vocab::Time;

/// A token bucket per client, with a bound on their number.
pub struct Rate<K> {
    /// How much a bucket holds.
    burst: f64,
    /// How much comes back in a second.
    per_second: f64,
    buckets: Mutex<HashMap<K, (f64, Time)>>,
}

/// So many are watched at once; if more come, those whose buckets are full are forgotten first.
const WATCHED: usize = 20_000;

impl<K: Hash + Eq + Clone> Rate<K> {
    /// So many a minute, and as many at once.
    pub fn per_minute(count: u32) -> Rate<K> {
        let count = f64::from(count.max(1));
        Rate { burst: count, per_second: count / 60.0, buckets: Mutex::default() }
    }

    /// So many a second, and three seconds' worth at once.
    pub fn per_second(count: u32) -> Rate<K> {
        let count = f64::from(count.max(1));
        Rate { burst: 3.0 * count, per_second: count, buckets: Mutex::default() }
    }

    /// Takes one out of the bucket; or says after how many seconds there will be one again.
    pub fn take(&self, who: &K, now: Time) -> Result<(), u64> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= WATCHED && !buckets.contains_key(who) {
            self.forget(&mut buckets, now);
        }
        let (left, since) = buckets.get(who).copied().unwrap_or((self.burst, now));
        let left = self.filled(left, since, now);
        let after = if left >= 1.0 { left - 1.0 } else { left };
        buckets.insert(who.clone(), (after, now));
        if left >= 1.0 { Ok(()) } else { Err(((1.0 - left) / self.per_second).ceil() as u64) }
    }

    fn filled(&self, left: f64, since: Time, now: Time) -> f64 {
        let seconds = now.0.saturating_sub(since.0).max(0) as f64 / 1e6;
        (left + seconds * self.per_second).min(self.burst)
    }

    fn forget(&self, buckets: &mut HashMap<K, (f64, Time)>, now: Time) {
        buckets.retain(|_, (left, since)| self.filled(*left, *since, now) < self.burst);
        if buckets.len() >= WATCHED {
            // So many at work at once is an attack, and starting afresh costs less than remembering it.
            buckets.clear();
        }
    }
}

/// An address as it is counted: of IPv6 the network, since one household has all of it.
pub fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let rate = Rate::per_minute(6);
        for _ in 0..6 {
            assert_eq!(rate.take(&1, Time(0)), Ok(()));
        }
        assert_eq!(rate.take(&1, Time(0)), Err(10));
        assert_eq!(rate.take(&2, Time(0)), Ok(()), "others are not held up");
        assert_eq!(rate.take(&1, Time(9 * SECOND)), Err(1));
        assert_eq!(rate.take(&1, Time(10 * SECOND)), Ok(()));
        assert_eq!(rate.take(&1, Time(0)), Err(10), "a clock that was put back gives nothing away");
    }

    #[test]
    fn a_second_brings_so_many_and_three_seconds_are_the_most_at_once() {
        let rate = Rate::per_second(2);
        let at = |micros| (0..20).filter(|_| rate.take(&1, Time(micros)).is_ok()).count();
        assert_eq!((at(0), at(0), at(SECOND), at(60 * SECOND)), (6, 0, 2, 6));
        assert_eq!(rate.take(&1, Time(60 * SECOND)), Err(1), "a whole second is the least to wait for");
    }

    #[test]
    fn memory_is_bounded() {
        let rate = Rate::per_minute(1);
        for who in 0..3 * WATCHED {
            let _ = rate.take(&who, Time(0));
        }
        assert!(rate.buckets.lock().unwrap().len() <= WATCHED);
    }

    #[test]
    fn one_household_of_ipv6_is_one() {
        let counted = |text: &str| counted(text.parse().unwrap());
        assert_eq!(counted("2001:db8:1:2:3::4"), counted("2001:db8:1:2:ffff::1"));
        assert_ne!(counted("2001:db8:1:2::"), counted("2001:db8:1:3::"));
        assert_eq!(counted("::ffff:192.0.2.1"), counted("192.0.2.1"));
    }
}
