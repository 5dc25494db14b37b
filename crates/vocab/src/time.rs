//! A moment, as it stands in a line: `2026-11-16T00:13:05Z`.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use serde::{Deserialize, Serialize};

use crate::line::Field;
use crate::{Value, Valued};

/// A moment: microseconds of UTC since 1970. It only ever comes in with a command.
///
/// ```
/// use punto_vocab::Time;
/// use punto_vocab::line::Field;
/// let time = Time::read("2026-03-31T12:00:00Z").unwrap();
/// assert_eq!(time.plus_minutes(90).write(), "2026-03-31T13:30:00Z");
/// // A month back from a day that month does not have is its last day.
/// assert_eq!(time.a_month_before().write(), "2026-02-28T12:00:00Z");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Time(pub i64);

impl Time {
    /// This many minutes later.
    pub const fn plus_minutes(self, minutes: u32) -> Time {
        Time(self.0.saturating_add(minutes as i64 * 60_000_000))
    }

    /// This many seconds later.
    pub const fn plus_seconds(self, seconds: i64) -> Time {
        Time(self.0.saturating_add(seconds.saturating_mul(1_000_000)))
    }

    /// This many hours later.
    pub const fn plus_hours(self, hours: u32) -> Time {
        Time(self.0.saturating_add(hours as i64 * 3_600_000_000))
    }

    /// This many hours earlier.
    pub const fn minus_hours(self, hours: u32) -> Time {
        Time(self.0.saturating_sub(hours as i64 * 3_600_000_000))
    }

    /// The same time of day a month earlier, by the calendar of UTC; 31 days where there is no calendar.
    pub fn a_month_before(self) -> Time {
        let by_calendar = || -> Option<Time> {
            let date = self.utc()?;
            let earlier = date.checked_sub(jiff::Span::new().months(1)).ok()?;
            let stamp = Offset::UTC.to_timestamp(earlier).ok()?;
            Some(Time(stamp.as_microsecond()))
        };
        by_calendar().unwrap_or_else(|| self.minus_hours(31 * 24))
    }

    /// The calendar day, counted from 1970-01-01, that it is by now somewhere on earth: clocks run up to 14 hours ahead of UTC.
    ///
    /// ```
    /// use punto_vocab::Time;
    /// assert_eq!(Time(0).latest_day(), 0);
    /// assert_eq!(Time(0).plus_hours(10).latest_day(), 1);
    /// ```
    pub const fn latest_day(self) -> i64 {
        self.plus_hours(14).0.div_euclid(24 * 3_600_000_000)
    }

    /// The earliest day that it is anywhere: behind the clock by as much as a zone can be, twelve hours.
    ///
    /// ```
    /// use punto_vocab::Time;
    /// assert_eq!(Time(0).earliest_day(), -1);
    /// assert_eq!(Time(0).plus_hours(12).earliest_day(), 0);
    /// ```
    pub const fn earliest_day(self) -> i64 {
        (self.0 - 12 * 3_600_000_000).div_euclid(24 * 3_600_000_000)
    }

    /// The whole minutes from an earlier moment to this one; nought if it is not earlier.
    pub const fn minutes_since(self, earlier: Time) -> u32 {
        let minutes = self.0.saturating_sub(earlier.0) / 60_000_000;
        if minutes < 0 {
            0
        } else if minutes > u32::MAX as i64 {
            u32::MAX
        } else {
            minutes as u32
        }
    }

    fn utc(self) -> Option<DateTime> {
        Timestamp::from_microsecond(self.0).ok().map(|stamp| Offset::UTC.to_datetime(stamp))
    }
}

impl fmt::Display for Time {
    /// The date and time of UTC; a moment outside the calendar prints as its microseconds, such as `@-5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Timestamp::from_microsecond(self.0) {
            Ok(stamp) => write!(f, "{stamp}"),
            Err(_) => write!(f, "@{}", self.0),
        }
    }
}

impl Valued for Time {
    fn value(&self) -> Value {
        Value::Time(self.0)
    }
}

crate::stored! {
    newtype Time;
}

impl Field for Time {
    const EXPECTED: &'static str = "a time of UTC like 2026-11-16T00:13:05Z";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Time, String> {
        let plain = text.strip_prefix('@').and_then(|micros| micros.parse().ok());
        let stamp = || text.ends_with('Z').then(|| text.parse::<Timestamp>().ok()).flatten();
        plain.or_else(|| stamp().map(|stamp| stamp.as_microsecond())).map(Time).ok_or_else(|| {
            format!(
                "`{}` is not a time; expected {}",
                text.chars().take(40).collect::<String>(),
                Self::EXPECTED
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Time {
        Time::read(text).unwrap()
    }

    #[test]
    fn a_month_back_keeps_to_the_calendar() {
        for (from, to) in [
            ("2026-03-31T23:59:59Z", "2026-02-28T23:59:59Z"),
            ("2024-03-30T00:00:00Z", "2024-02-29T00:00:00Z"),
            ("2026-01-15T08:00:00Z", "2025-12-15T08:00:00Z"),
            ("2026-05-31T08:00:00Z", "2026-04-30T08:00:00Z"),
        ] {
            assert_eq!(time(from).a_month_before(), time(to));
        }
        assert_eq!(Time(i64::MAX).a_month_before(), Time(i64::MAX).minus_hours(744));
    }

    #[test]
    fn what_is_no_time_of_utc_is_refused() {
        for text in ["", "now", "2026-13-01T00:00:00Z", "2026-01-01", "2026-01-01T00:00:00+01:00", "@x"] {
            assert!(Time::read(text).unwrap_err().contains("expected a time of UTC"), "{text}");
        }
    }

    #[test]
    fn minutes_are_whole_and_never_below_nought() {
        assert_eq!(Time(119_999_999).minutes_since(Time(0)), 1);
        assert_eq!(Time(0).minutes_since(Time(1)), 0);
        assert_eq!(Time(i64::MAX).minutes_since(Time(i64::MIN)), u32::MAX);
    }

    proptest::proptest! {
        #[test]
        fn printing_and_reading_round_trip(micros: i64) {
            proptest::prop_assert_eq!(Time::read(&Time(micros).write()), Ok(Time(micros)));
        }
    }
}
