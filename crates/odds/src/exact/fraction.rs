//! Exact ratios for reports.

use std::fmt;

use serde::{Serialize, Serializer};

/// A ratio in lowest terms; prints as `N/D`.
///
/// ```
/// use punto_odds::Fraction;
/// let edge = Fraction::new(-2, 6).unwrap();
/// assert_eq!(edge.to_string(), "-1/3");
/// assert_eq!(edge.decimal(4), "-0.3333");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: i128,
    denominator: u128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };
    /// The largest denominator, which leaves room for the long division of [`Fraction::decimal`].
    pub const LARGEST: u128 = u128::MAX / 16;
    /// The most places [`Fraction::decimal`] gives.
    pub const PLACES: u32 = 30;

    /// `numerator / denominator` in lowest terms; `None` if the denominator is nought or above [`Fraction::LARGEST`].
    pub fn new(numerator: i128, denominator: u128) -> Option<Fraction> {
        if !(1..=Fraction::LARGEST).contains(&denominator) {
            return None;
        }
        let common = gcd(numerator.unsigned_abs(), denominator);
        // The divisor is at most the denominator, so it fits the signed type.
        Some(Fraction { numerator: numerator / common as i128, denominator: denominator / common })
    }

    /// The number above the line.
    pub fn numerator(&self) -> i128 {
        self.numerator
    }

    /// The number below the line, never nought.
    pub fn denominator(&self) -> u128 {
        self.denominator
    }

    /// The double, to within a unit of its last place.
    pub fn to_f64(&self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The decimal to so many places, at most [`Fraction::PLACES`], rounded half away from nought.
    ///
    /// It comes from a long division of the integers, so every digit is right.
    pub fn decimal(&self, places: u32) -> String {
        let places = places.min(Fraction::PLACES);
        let size = self.numerator.unsigned_abs();
        let (mut whole, mut rest) = (size / self.denominator, size % self.denominator);
        let mut digits: u128 = 0;
        for _ in 0..places {
            digits = digits * 10 + rest * 10 / self.denominator;
            rest = rest * 10 % self.denominator;
        }
        if rest * 2 >= self.denominator {
            digits += 1;
        }
        if digits == 10u128.pow(places) {
            (whole, digits) = (whole + 1, 0);
        }
        let sign = if self.numerator < 0 && (whole, digits) != (0, 0) { "-" } else { "" };
        match places {
            0 => format!("{sign}{whole}"),
            _ => format!("{sign}{whole}.{digits:0width$}", width = places as usize),
        }
    }
}

/// The greatest common divisor, of which one number may be nought.
fn gcd(mut a: u128, mut b: u128) -> u128 {
    // Division of 128-bit numbers is slow; real figures fit 64 bits after a step or two.
    while b != 0 {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return gcd_of_small(a, b).into();
        }
        (a, b) = (b, a % b);
    }
    a
}

fn gcd_of_small(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.numerator, self.denominator))
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms() {
        for (n, d, text) in [(0, 7, "0/1"), (4, 8, "1/2"), (-6, 4, "-3/2"), (5, 1, "5/1")] {
            assert_eq!(Fraction::new(n, d).map(|f| f.to_string()).as_deref(), Some(text));
        }
        assert_eq!(Fraction::new(1, 0), None);
        assert_eq!(Fraction::new(1, u128::MAX), None);
        let extreme = Fraction::new(i128::MIN, Fraction::LARGEST).map(|f| f.decimal(30));
        assert!(extreme.is_some_and(|text| text.starts_with("-8.0000000000")));
    }

    #[test]
    fn decimals_are_rounded_by_long_division() {
        for (n, d, places, text) in [
            (1, 3, 15, "0.333333333333333"),
            (2, 3, 4, "0.6667"),
            (-1, 2, 0, "-1"),
            (999, 1000, 2, "1.00"),
            (-1, 1000, 2, "0.00"),
            (1, 8, 3, "0.125"),
            (22, 7, 99, "3.142857142857142857142857142857"),
        ] {
            assert_eq!(Fraction::new(n, d).map(|f| f.decimal(places)).as_deref(), Some(text), "{n}/{d}");
        }
    }
}
