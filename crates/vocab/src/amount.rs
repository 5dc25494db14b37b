//! Money in integer minor units, and the exact amounts that odds make of it before any rounding.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An amount of money, counted in minor units (cents); prints as `100` or `23.75`.
///
/// ```
/// use punto_vocab::Money;
/// assert_eq!("23.75".parse::<Money>().unwrap().minor(), 2375);
/// assert_eq!(Money::from_minor(10_000).to_string(), "100");
/// assert!("1e30".parse::<Money>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Money(i64);

impl Money {
    /// Nothing.
    pub const ZERO: Money = Money(0);

    /// The largest amount a person can enter, a hundred thousand million of the currency.
    ///
    /// It leaves room: the best odds times this, summed over a full table, stay far from any overflow and
    /// within what a web page can count exactly.
    pub const LARGEST: Money = Money(10_000_000_000_000);

    /// An amount of minor units.
    pub const fn from_minor(minor: i64) -> Money {
        Money(minor)
    }

    /// The amount in minor units.
    pub const fn minor(self) -> i64 {
        self.0
    }

    /// Whether there is more than nothing.
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// Whether this is nothing at all.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The difference of two amounts, whichever is larger.
    pub const fn distance(self, other: Money) -> Money {
        Money((self.0 - other.0).abs())
    }
}

impl Add for Money {
    type Output = Money;

    fn add(self, other: Money) -> Money {
        Money(self.0 + other.0)
    }
}

impl Sub for Money {
    type Output = Money;

    fn sub(self, other: Money) -> Money {
        Money(self.0 - other.0)
    }
}

impl Neg for Money {
    type Output = Money;

    fn neg(self) -> Money {
        Money(-self.0)
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Money) {
        *self = *self + other;
    }
}

impl SubAssign for Money {
    fn sub_assign(&mut self, other: Money) {
        *self = *self - other;
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, Add::add)
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, minor) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let text = match minor % 100 {
            0 => format!("{sign}{}", minor / 100),
            cents => format!("{sign}{}.{cents:02}", minor / 100),
        };
        f.pad(&text)
    }
}

/// A text that is no amount of money a person may enter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Not written as an amount.
    #[error("`{0}` is not an amount; write it in figures with at most two decimals, like 100 or 2.50")]
    Unreadable(String),
    /// Negative amounts are never entered.
    #[error("`{0}` is negative; an amount is nought or more")]
    Negative(String),
    /// More than the software counts.
    #[error("`{0}` is too large; the largest amount is {max}", max = Money::LARGEST)]
    TooLarge(String),
}

impl FromStr for Money {
    type Err = MoneyError;

    fn from_str(text: &str) -> Result<Money, MoneyError> {
        let shown = || text.chars().take(40).collect::<String>();
        let figures = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (major, cents) = rest.split_once('.').unwrap_or((rest, "00"));
        if !figures(major) || !figures(cents) || cents.len() > 2 {
            return Err(MoneyError::Unreadable(shown()));
        }
        if sign < 0 {
            return Err(MoneyError::Negative(shown()));
        }
        let cents = cents.parse::<i64>().unwrap_or(0) * if cents.len() == 1 { 10 } else { 1 };
        let minor =
            major.parse::<i64>().ok().and_then(|m| m.checked_mul(100)).and_then(|m| m.checked_add(cents));
        match minor {
            Some(minor) if minor <= Money::LARGEST.0 => Ok(Money(minor)),
            _ => Err(MoneyError::TooLarge(shown())),
        }
    }
}

/// An exact amount of minor units as a fraction: what odds make of a stake before a clause rounds it.
///
/// Equality is of the written fraction; compare amounts with [`Amount::at_most`] and [`Amount::whole`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amount {
    numerator: i128,
    denominator: i128,
}

impl Amount {
    /// `numerator / denominator` minor units; the denominator is positive by construction of [`crate::Odds`].
    pub(crate) const fn new(numerator: i128, denominator: i128) -> Amount {
        Amount { numerator, denominator }
    }

    /// The amount as money, if it is a whole number of minor units.
    pub fn whole(self) -> Option<Money> {
        (self.numerator % self.denominator == 0).then(|| self.floor())
    }

    /// The most money that is not above the amount.
    pub fn floor(self) -> Money {
        Money(self.numerator.div_euclid(self.denominator) as i64)
    }

    /// The least money that is not below the amount.
    pub fn ceil(self) -> Money {
        Money(-((-self.numerator).div_euclid(self.denominator)) as i64)
    }

    /// Whether the amount is not above this money.
    pub fn at_most(self, money: Money) -> bool {
        self.numerator <= i128::from(money.0) * self.denominator
    }

    /// Twice the distance to `money`, in units of one denominator: compares which of two amounts is nearer.
    pub(crate) fn distance(self, money: Money) -> i128 {
        (self.numerator - i128::from(money.0) * self.denominator).abs()
    }
}

impl From<Money> for Amount {
    fn from(money: Money) -> Amount {
        Amount::new(money.0.into(), 1)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.whole() {
            Some(money) => money.fmt(f),
            None => write!(f, "{}/{}", self.numerator, self.denominator * 100),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_print_as_people_write_them() {
        for (minor, text) in [(0, "0"), (5, "0.05"), (250, "2.50"), (10_000, "100"), (-75, "-0.75")] {
            assert_eq!(Money(minor).to_string(), text);
        }
    }

    #[test]
    fn what_is_no_amount_is_refused_with_a_reason() {
        use MoneyError::*;
        for text in ["", ".", "1.", ".5", "1.234", "1,000", "+5", "1e30", "ten", "１", "0x10", "--1", "1.-5"]
        {
            assert_eq!(text.parse::<Money>(), Err(Unreadable(text.into())), "{text}");
        }
        assert_eq!("-5".parse::<Money>(), Err(Negative("-5".into())));
        let nines = "9".repeat(39);
        assert_eq!(nines.parse::<Money>(), Err(TooLarge(nines)));
        assert!("100000000000".parse::<Money>().is_ok());
        assert!("100000000000.01".parse::<Money>().is_err());
    }

    proptest::proptest! {
        #[test]
        fn printing_and_reading_round_trip(minor in 0..=Money::LARGEST.0) {
            proptest::prop_assert_eq!(Money(minor).to_string().parse(), Ok(Money(minor)));
        }

        #[test]
        fn floor_and_ceil_enclose(n in -1_000_000i64..1_000_000, d in 1i64..500) {
            let amount = Amount::new(n.into(), d.into());
            proptest::prop_assert!(amount.floor().0 * d <= n && n <= amount.ceil().0 * d);
            proptest::prop_assert!((amount.ceil().0 - amount.floor().0) <= 1);
            proptest::prop_assert_eq!(amount.whole().is_some(), n % d == 0);
        }
    }
}
