//! The chips a table pays with, and which amounts they can make.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Amount, Money, MoneyError};

/// The denominations of a table's float tray, smallest first.
///
/// An amount is payable when some number of chips adds up to it. With 1 and 2.50 chips that is not just
/// every multiple of the smallest: 3.50 is payable, 1.50 is not.
///
/// ```
/// use punto_vocab::{Chips, Money};
/// let chips: Chips = "1 2.50".parse().unwrap();
/// let money = |text: &str| text.parse::<Money>().unwrap();
/// assert!(chips.can_make(money("3.50")) && !chips.can_make(money("1.50")));
/// assert_eq!(chips.at_least(money("1.50").into()), Some(money("2")));
/// assert_eq!(chips.in_chips(money("3")).unwrap()[0].to_string(), "3 x 1");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<Money>", try_from = "Vec<Money>")]
pub struct Chips(Arc<[Denomination]>);

/// A denomination, and what it can make together with all smaller ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Denomination {
    value: i64,
    /// For each remainder modulo the smallest chip, in steps of `step`: the least payable amount that leaves it.
    least: Box<[i64]>,
    /// The greatest common divisor of this and all smaller denominations.
    step: i64,
}

/// A number of chips of one denomination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct ChipCount {
    pub chip: Money,
    pub count: i64,
}

impl fmt::Display for ChipCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.count, self.chip)
    }
}

/// A list of denominations no table could use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChipsError {
    /// A word of the list is not an amount.
    #[error(transparent)]
    Money(#[from] MoneyError),
    /// No denomination at all.
    #[error("a table needs at least one chip denomination, like 5 25 100")]
    None,
    /// A chip worth nothing.
    #[error("a chip of {0} has no value")]
    Worthless(Money),
    /// The same chip twice.
    #[error("the {0} chip is listed twice")]
    Twice(Money),
    /// More than a float tray holds.
    #[error("{0} denominations are too many; a float tray has at most {max}", max = Chips::MOST)]
    TooMany(usize),
    /// Denominations so odd that no one could pay with them.
    #[error("the chips {0} and {1} have so little in common that payouts could not be worked out")]
    TooOdd(Money, Money),
}

impl From<Chips> for Vec<Money> {
    fn from(chips: Chips) -> Vec<Money> {
        chips.denominations().collect()
    }
}

impl TryFrom<Vec<Money>> for Chips {
    type Error = ChipsError;

    fn try_from(denominations: Vec<Money>) -> Result<Chips, ChipsError> {
        Chips::new(denominations)
    }
}

impl Chips {
    /// The most denominations a table has.
    pub const MOST: usize = 24;
    /// The most remainders to keep track of; real chip sets need a handful.
    const MOST_REMAINDERS: i64 = 100_000;

    /// The chips of these denominations, in any order.
    pub fn new(denominations: impl IntoIterator<Item = Money>) -> Result<Chips, ChipsError> {
        let mut values: Vec<Money> = denominations.into_iter().collect();
        values.sort();
        if values.len() > Chips::MOST {
            return Err(ChipsError::TooMany(values.len()));
        }
        if let Some(worthless) = values.iter().find(|v| !v.is_positive()) {
            return Err(ChipsError::Worthless(*worthless));
        }
        if let Some(twice) = values.windows(2).find(|w| w[0] == w[1]) {
            return Err(ChipsError::Twice(twice[0]));
        }
        let smallest = values.first().ok_or(ChipsError::None)?.minor();
        let mut denominations: Vec<Denomination> = Vec::with_capacity(values.len());
        for value in &values {
            let value = value.minor();
            let next = match denominations.last() {
                None => Denomination { value, least: Box::new([0]), step: value },
                Some(smaller) => {
                    let step = gcd(smaller.step, value);
                    if smallest / step > Chips::MOST_REMAINDERS {
                        return Err(ChipsError::TooOdd(values[0], Money::from_minor(value)));
                    }
                    Denomination { value, least: smaller.joined_by(value, step, smallest), step }
                }
            };
            denominations.push(next);
        }
        Ok(Chips(denominations.into()))
    }

    /// The denominations, smallest first.
    pub fn denominations(&self) -> impl ExactSizeIterator<Item = Money> + '_ {
        self.0.iter().map(|d| Money::from_minor(d.value))
    }

    /// The smallest chip.
    pub fn smallest(&self) -> Money {
        Money::from_minor(self.0[0].value)
    }

    /// The greatest amount that every payable amount is a multiple of.
    pub fn step(&self) -> Money {
        Money::from_minor(self.all().step)
    }

    /// Whether some number of chips adds up to the amount.
    pub fn can_make(&self, amount: Money) -> bool {
        self.all().can_make(amount.minor(), self.0[0].value)
    }

    /// The least payable amount that is not below an exact one; `None` only for an amount no tray could hold.
    pub fn at_least(&self, exact: Amount) -> Option<Money> {
        let all = self.all();
        let from = exact.ceil().minor().max(0);
        let mut candidate = from.div_euclid(all.step).checked_mul(all.step)?;
        if candidate < from {
            candidate = candidate.checked_add(all.step)?;
        }
        // Every remainder recurs within one smallest chip, so this many steps always suffice.
        let ceiling = candidate.checked_add(self.reach())?;
        while candidate <= ceiling {
            if all.can_make(candidate, self.0[0].value) {
                return Some(Money::from_minor(candidate));
            }
            candidate += all.step;
        }
        None
    }

    /// The most payable amount that is not above an exact one; nought is always payable.
    pub fn at_most(&self, exact: Amount) -> Money {
        let all = self.all();
        let mut candidate = exact.floor().minor().div_euclid(all.step) * all.step;
        while candidate > 0 {
            if all.can_make(candidate, self.0[0].value) {
                return Money::from_minor(candidate);
            }
            candidate -= all.step;
        }
        Money::ZERO
    }

    /// The chips that make an amount, largest first and as many of each as leave the rest payable.
    pub fn in_chips(&self, amount: Money) -> Option<Vec<ChipCount>> {
        let smallest = self.0[0].value;
        let mut rest = amount.minor();
        if !self.can_make(amount) {
            return None;
        }
        let mut counts = Vec::new();
        for (place, denomination) in self.0.iter().enumerate().rev() {
            let count = match place.checked_sub(1).map(|below| &self.0[below]) {
                None => rest / denomination.value,
                Some(smaller) => {
                    let most = rest / denomination.value;
                    (0..=most).rev().find(|n| smaller.can_make(rest - n * denomination.value, smallest))?
                }
            };
            if count > 0 {
                rest -= count * denomination.value;
                counts.push(ChipCount { chip: Money::from_minor(denomination.value), count });
            }
        }
        Some(counts)
    }

    /// All denominations together.
    fn all(&self) -> &Denomination {
        &self.0[self.0.len() - 1]
    }

    /// Beyond this every multiple of the step is payable.
    fn reach(&self) -> i64 {
        self.all().least.iter().copied().max().unwrap_or(0) + self.0[0].value
    }
}

impl Denomination {
    fn can_make(&self, minor: i64, smallest: i64) -> bool {
        minor >= 0 && minor % self.step == 0 && {
            let remainder = (minor % smallest / self.step) as usize;
            self.least.get(remainder).is_some_and(|least| *least <= minor)
        }
    }

    /// What these chips can make once a larger denomination joins them.
    ///
    /// Adding the new chip walks round the remainders in circles; two rounds of each
    /// circle carry its cheapest amount to all the others.
    fn joined_by(&self, value: i64, step: i64, smallest: i64) -> Box<[i64]> {
        let remainders = (smallest / step) as usize;
        let spread = (self.step / step) as usize;
        let mut least = vec![i64::MAX; remainders];
        for (remainder, amount) in self.least.iter().enumerate() {
            least[remainder * spread] = *amount;
        }
        let stride = (value % smallest / step) as usize;
        let circles = gcd(stride as i64, remainders as i64) as usize;
        for first in 0..circles {
            let mut at = first;
            for _ in 0..2 * remainders / circles {
                let next = (at + stride) % remainders;
                least[next] = least[next].min(least[at].saturating_add(value));
                at = next;
            }
        }
        least.into()
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Debug for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chips({self})")
    }
}

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, chip) in self.denominations().enumerate() {
            write!(f, "{}{chip}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl FromStr for Chips {
    type Err = ChipsError;

    fn from_str(text: &str) -> Result<Chips, ChipsError> {
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        Chips::new(words.map(str::parse).collect::<Result<Vec<Money>, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn minor(minor: i64) -> Money {
        Money::from_minor(minor)
    }

    /// Which amounts up to `top` can be made, by trying every way.
    fn payable_by_trying(chips: &[i64], top: usize) -> Vec<bool> {
        let mut payable = vec![false; top + 1];
        payable[0] = true;
        for amount in 1..=top {
            payable[amount] = chips.iter().any(|c| *c as usize <= amount && payable[amount - *c as usize]);
        }
        payable
    }

    #[test]
    fn bad_lists_are_refused() {
        assert_eq!("".parse::<Chips>(), Err(ChipsError::None));
        assert_eq!("0 5".parse::<Chips>(), Err(ChipsError::Worthless(Money::ZERO)));
        assert_eq!("5 25 5".parse::<Chips>(), Err(ChipsError::Twice(minor(500))));
        assert!(matches!("5 x".parse::<Chips>(), Err(ChipsError::Money(_))));
        assert_eq!(
            "99999.99 100000".parse::<Chips>(),
            Err(ChipsError::TooOdd(minor(9_999_999), minor(10_000_000)))
        );
        assert_eq!("1, 5,25".parse::<Chips>().unwrap().to_string(), "1 5 25");
    }

    #[test]
    fn odd_sets_pay_with_the_chips_that_fit() {
        let chips: Chips = "1 2.50".parse().unwrap();
        let counts: Vec<String> = chips.in_chips(minor(800)).unwrap().iter().map(|c| c.to_string()).collect();
        assert_eq!(counts, ["2 x 2.50", "3 x 1"]);
        assert_eq!(chips.in_chips(minor(150)), None);
    }

    proptest! {
        #[test]
        fn agrees_with_trying_every_way(chips in prop::collection::btree_set(1i64..60, 1..5)) {
            let list: Vec<i64> = chips.iter().copied().collect();
            let tray = Chips::new(list.iter().map(|c| minor(*c))).unwrap();
            let payable = payable_by_trying(&list, 600);
            for amount in 0..300i64 {
                prop_assert_eq!(tray.can_make(minor(amount)), payable[amount as usize], "{}", amount);
                let below = (0..=amount).rev().find(|a| payable[*a as usize]).unwrap();
                prop_assert_eq!(tray.at_most(minor(amount).into()), minor(below));
                if let Some(above) = (amount..600).find(|a| payable[*a as usize]) {
                    prop_assert_eq!(tray.at_least(minor(amount).into()), Some(minor(above)));
                }
                if let Some(counts) = tray.in_chips(minor(amount)) {
                    let total: i64 = counts.iter().map(|c| c.chip.minor() * c.count).sum();
                    prop_assert_eq!(total, amount);
                } else {
                    prop_assert!(!payable[amount as usize]);
                }
            }
        }
    }
}
