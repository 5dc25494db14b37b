//! Chips as somebody has counted them, by denomination.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::line::Field;
use crate::{ChipCount, Chips, Money, Value, Valued};

/// What was counted in a float tray: how many chips of each denomination, the smallest first.
///
/// ```
/// use punto_vocab::Tray;
/// let tray: Tray = "20x100+4x25".parse().unwrap();
/// assert_eq!((tray.to_string().as_str(), tray.total().to_string().as_str()), ("4x25+20x100", "2100"));
/// assert_eq!("empty".parse::<Tray>().unwrap().total().minor(), 0);
/// assert!("2100".parse::<Tray>().is_err() && "4x25+1x25".parse::<Tray>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Tray(Vec<ChipCount>);

impl Tray {
    /// A tray without chips.
    pub const EMPTY: Tray = Tray(Vec::new());
    /// The most chips of one denomination that a count has.
    const MOST: i64 = 1_000_000;

    /// The chips of a count. Each denomination is named once, and what they come to can be counted.
    pub fn new(counts: impl IntoIterator<Item = ChipCount>) -> Result<Tray, String> {
        let mut counts: Vec<ChipCount> = counts.into_iter().collect();
        counts.sort_by_key(|own| own.chip);
        for own in &counts {
            if !own.chip.is_positive() || own.chip > Money::LARGEST {
                return Err(format!("a chip of {} cannot be counted", own.chip));
            }
            if !(0..=Tray::MOST).contains(&own.count) {
                return Err(format!("{} chips of {} cannot be counted", own.count, own.chip));
            }
        }
        if let Some(twice) = counts.windows(2).find(|two| two[0].chip == two[1].chip) {
            return Err(format!("the {} chip is counted twice", twice[0].chip));
        }
        if counts.len() > Chips::MOST {
            return Err(format!("a float tray has at most {} denominations", Chips::MOST));
        }
        let total: i128 = counts.iter().map(|own| i128::from(own.chip.minor()) * i128::from(own.count)).sum();
        match total <= i128::from(Money::LARGEST.minor()) {
            true => Ok(Tray(counts.into_iter().filter(|own| own.count > 0).collect())),
            false => Err(format!("no float tray holds more than {}", Money::LARGEST)),
        }
    }

    /// What the chips come to.
    pub fn total(&self) -> Money {
        self.0.iter().map(|own| Money::from_minor(own.chip.minor() * own.count)).sum()
    }

    /// How many there are of each denomination, the smallest first; those of which there are none are left out.
    pub fn counts(&self) -> &[ChipCount] {
        &self.0
    }
}

impl fmt::Display for Tray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("empty");
        }
        for (place, own) in self.0.iter().enumerate() {
            let plus = if place > 0 { "+" } else { "" };
            write!(f, "{plus}{}x{}", own.count, own.chip)?;
        }
        Ok(())
    }
}

impl FromStr for Tray {
    type Err = String;

    fn from_str(text: &str) -> Result<Tray, String> {
        if text == "empty" {
            return Ok(Tray::EMPTY);
        }
        let part = |part: &str| -> Option<ChipCount> {
            let (count, chip) = part.split_once('x')?;
            Some(ChipCount { chip: chip.parse().ok()?, count: count.parse().ok()? })
        };
        let counts: Option<Vec<ChipCount>> = text.split('+').map(part).collect();
        let short = || text.chars().take(40).collect::<String>();
        Tray::new(counts.ok_or_else(|| format!("`{}` is not {}", short(), Tray::EXPECTED))?)
    }
}

impl From<Tray> for String {
    fn from(tray: Tray) -> String {
        tray.to_string()
    }
}

impl TryFrom<String> for Tray {
    type Error = String;

    fn try_from(text: String) -> Result<Tray, String> {
        text.parse()
    }
}

impl Field for Tray {
    const EXPECTED: &'static str = "a count of chips, like 4x25+20x100, or empty";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Tray, String> {
        text.parse()
    }
}

impl Valued for Tray {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

crate::stored_as_text!(Tray);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_chips_of_known_denominations_each_named_once() {
        for (text, comes_to) in [("1x5", 500), ("3x0.50+2x100", 20_150), ("0x5", 0), ("empty", 0)] {
            assert_eq!(text.parse::<Tray>().map(|tray| tray.total().minor()), Ok(comes_to), "{text}");
        }
        for wrong in ["", "5", "1x", "x5", "-1x5", "1x-5", "1x5+", "1x5+2x5", "9999999x5", "1x0", "1 x 5"] {
            assert!(wrong.parse::<Tray>().is_err(), "{wrong}");
        }
        let large = format!("1000000x{}", Money::LARGEST);
        assert_eq!(large.parse::<Tray>(), Err(format!("no float tray holds more than {}", Money::LARGEST)));
    }
}
