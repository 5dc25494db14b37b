//! Estimates with their errors, from counts that are exact integers to the end.

use std::fmt;

/// How often something happened in a number of trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frequency {
    /// How often it happened.
    pub count: u64,
    /// In how many trials.
    pub of: u64,
}

/// A figure with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

/// A range that holds the true figure with a given confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// How many standard errors either side of a figure make an interval of 95 % confidence.
pub const NINETY_FIVE: f64 = 1.959_963_984_540_054;

impl Frequency {
    /// The share as a figure; of no trials, nought with no error.
    pub fn estimate(self) -> Estimate {
        if self.of == 0 {
            return Estimate { value: 0.0, error: 0.0 };
        }
        let value = self.count as f64 / self.of as f64;
        Estimate { value, error: (value * (1.0 - value) / self.of as f64).sqrt() }
    }

    /// How many standard errors the share lies above an exact probability; the error is that of the exact one.
    ///
    /// Where that error is nought, any difference at all is infinitely far off.
    pub fn z(self, probability: f64) -> f64 {
        let expected = self.of as f64 * probability;
        let error = (expected * (1.0 - probability)).sqrt();
        let difference = self.count as f64 - expected;
        if error > 0.0 {
            difference / error
        } else if difference == 0.0 {
            0.0
        } else {
            difference.signum() * f64::INFINITY
        }
    }

    /// Wilson's interval for the true share, good for rare events too; `z` standard errors either side.
    pub fn interval(self, z: f64) -> Interval {
        if self.of == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let (n, p) = (self.of as f64, self.count as f64 / self.of as f64);
        let (square, scale) = (z * z, 1.0 + z * z / n);
        let middle = (p + square / (2.0 * n)) / scale;
        let reach = z / scale * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt();
        // At the ends the interval is exact, and rounding must not put the share outside it.
        let low = if self.count == 0 { 0.0 } else { (middle - reach).clamp(0.0, p) };
        let high = if self.count == self.of { 1.0 } else { (middle + reach).clamp(p, 1.0) };
        Interval { low, high }
    }
}

impl Estimate {
    /// The range of `z` standard errors either side.
    pub fn interval(self, z: f64) -> Interval {
        Interval { low: self.value - z * self.error, high: self.value + z * self.error }
    }

    /// How many standard errors the figure lies above an exact one.
    pub fn z(self, exact: f64) -> f64 {
        let difference = self.value - exact;
        if difference == 0.0 { 0.0 } else { difference / self.error }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = f.precision().unwrap_or(6);
        write!(f, "{:.places$} to {:.places$}", self.low, self.high)
    }
}

/// A mean and its error from exact sums, so that no order of adding can change a digit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many values.
    pub values: u64,
    /// Their sum.
    pub sum: i128,
    /// The sum of their squares.
    pub squares: i128,
}

impl Sums {
    /// Adds a value that came up so many times.
    pub fn add(&mut self, value: i64, times: u64) {
        let (value, times) = (i128::from(value), i128::from(times));
        self.values = self.values.saturating_add(times as u64);
        self.sum = self.sum.saturating_add(value * times);
        self.squares = self.squares.saturating_add((value * value).saturating_mul(times));
    }

    /// Adds the values of another.
    pub fn merge(&mut self, other: &Sums) {
        self.values = self.values.saturating_add(other.values);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The variance of the values, as of a sample; nought for fewer than two.
    pub fn variance(&self) -> f64 {
        if self.values < 2 {
            return 0.0;
        }
        // n Σx² - (Σx)² is taken in integers where it fits, since that is where doubles lose everything.
        let n = i128::from(self.values);
        let spread = n.checked_mul(self.squares).zip(self.sum.checked_mul(self.sum));
        let spread = match spread.and_then(|(squares, square)| squares.checked_sub(square)) {
            Some(exact) => exact as f64,
            None => n as f64 * self.squares as f64 - self.sum as f64 * self.sum as f64,
        };
        spread.max(0.0) / (n as f64 * (n - 1) as f64)
    }

    /// The mean with its standard error.
    pub fn mean(&self) -> Estimate {
        if self.values == 0 {
            return Estimate { value: 0.0, error: 0.0 };
        }
        let n = self.values as f64;
        Estimate { value: self.sum as f64 / n, error: (self.variance() / n).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_fair_coin_is_judged_by_its_exact_error() {
        let heads = Frequency { count: 5_100, of: 10_000 };
        assert_eq!(heads.z(0.5), 2.0);
        assert_eq!(heads.estimate().value, 0.51);
        assert_eq!(Frequency { count: 0, of: 10 }.z(0.0), 0.0);
        assert_eq!(Frequency { count: 1, of: 10 }.z(0.0), f64::INFINITY);
        assert_eq!(Frequency { count: 0, of: 0 }.estimate().error, 0.0);
    }

    #[test]
    fn means_stay_exact_where_doubles_would_not() {
        // A billion values near 10^9 that differ by one: their squares cancel in every digit of a double.
        let mut sums = Sums::default();
        sums.add(1_000_000_000, 500_000_000);
        sums.add(1_000_000_001, 500_000_000);
        assert!((sums.variance() - 0.25).abs() < 1e-9);
        assert_eq!(sums.mean().value, 1_000_000_000.5);
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_share(of in 1u64..1_000_000_000, part in 0.0..=1.0f64, z in 0.1..6.0f64) {
            let share = Frequency { count: ((of as f64 * part) as u64).min(of), of };
            let interval = share.interval(z);
            let value = share.estimate().value;
            prop_assert!(0.0 <= interval.low && interval.low <= value);
            prop_assert!(value <= interval.high && interval.high <= 1.0);
        }

        #[test]
        fn sums_do_not_depend_on_the_order(values in prop::collection::vec((-1_000_000i64..1_000_000, 1u64..1000), 0..20)) {
            let (mut one, mut other) = (Sums::default(), Sums::default());
            values.iter().for_each(|(value, times)| one.add(*value, *times));
            values.iter().rev().for_each(|(value, times)| other.add(*value, *times));
            prop_assert_eq!(one, other);
        }
    }
}
