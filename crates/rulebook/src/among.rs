//! A few small numbers of which any will do, as a bet's condition names them.

use std::fmt;

use punto_vocab::stored::{Json, Stored};
use serde::{Deserialize, Serialize};

use crate::reader::Field;

/// Small numbers of which any will do: `margin = 9`, or `margin = [4, 5]`.
///
/// A condition is copied for every wager that it decides, so the numbers are bits and not a list.
///
/// ```
/// use punto_rulebook::Among;
/// let few = Among::of([4, 5]).unwrap();
/// assert!(few.has(5) && !few.has(6));
/// assert_eq!(few.to_string(), "4 or 5");
/// assert_eq!(Among::of([]), None);
/// assert_eq!(Among::of([Among::MOST + 1]), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct Among(u32);

impl Among {
    /// The largest number: more than the points of two hands come to.
    pub const MOST: u8 = 31;

    /// These numbers; `None` if there are none, or one is above [`Among::MOST`].
    pub fn of(numbers: impl IntoIterator<Item = u8>) -> Option<Among> {
        let bits =
            numbers.into_iter().try_fold(0, |bits, number| Some(bits | 1u32.checked_shl(number.into())?))?;
        (bits != 0).then_some(Among(bits))
    }

    /// Whether this number is one of them.
    pub const fn has(self, number: u8) -> bool {
        number <= Among::MOST && self.0 >> number & 1 == 1
    }

    /// The numbers, the least first.
    pub fn numbers(self) -> impl Iterator<Item = u8> {
        (0..=Among::MOST).filter(move |number| self.has(*number))
    }

    /// Whether no number is among both.
    pub(crate) const fn excludes(self, other: Among) -> bool {
        self.0 & other.0 == 0
    }

    /// Reads a number within the range, or a list of them.
    pub(crate) fn read(field: &Field<'_, '_>, range: std::ops::RangeInclusive<u32>) -> Option<Among> {
        let numbers = match field.is_list() {
            true => field.some(|field| field.number(range.clone()))?,
            false => vec![field.number(range)?],
        };
        Among::of(numbers.into_iter().filter_map(|number| u8::try_from(number).ok()))
    }
}

impl fmt::Display for Among {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, number) in self.numbers().enumerate() {
            write!(f, "{}{number}", if place == 0 { "" } else { " or " })?;
        }
        Ok(())
    }
}

impl From<Among> for Vec<u8> {
    fn from(among: Among) -> Vec<u8> {
        among.numbers().collect()
    }
}

impl TryFrom<Vec<u8>> for Among {
    type Error = String;

    fn try_from(numbers: Vec<u8>) -> Result<Among, String> {
        Among::of(numbers).ok_or_else(|| format!("expected one or more numbers up to {}", Among::MOST))
    }
}

impl Stored for Among {
    fn keep<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.numbers())
    }

    fn restore(json: &Json<'_>) -> Result<Among, String> {
        Vec::<u8>::restore(json)?.try_into()
    }
}
