//! A time as scripts write it.

use std::fmt;

use crate::line::Field;
use crate::{Time, Value, Valued};

/// A time as scripts write it, counted from their first moment: `+90s`, `+20m`.
///
/// ```
/// use punto_vocab::line::Field;
/// use punto_vocab::{ScriptTime, Time};
/// assert_eq!(ScriptTime::read("+90s"), Ok(ScriptTime(Time(90_000_000))));
/// assert_eq!(ScriptTime(Time(120_000_000)).write(), "+2m");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptTime(pub Time);

impl fmt::Display for ScriptTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.0 {
            micros if micros % 60_000_000 == 0 => write!(f, "+{}m", micros / 60_000_000),
            micros if micros % 1_000_000 == 0 => write!(f, "+{}s", micros / 1_000_000),
            micros => write!(f, "+{micros}us"),
        }
    }
}

impl Valued for ScriptTime {
    fn value(&self) -> Value {
        self.0.value()
    }
}

crate::stored! {
    newtype ScriptTime;
}

impl Field for ScriptTime {
    const EXPECTED: &'static str = "a time like +20m, +90s or +5us";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<ScriptTime, String> {
        let wrong = || {
            format!(
                "`{}` is not a time; expected {}",
                text.chars().take(20).collect::<String>(),
                Self::EXPECTED
            )
        };
        let rest = text.strip_prefix('+').ok_or_else(wrong)?;
        let (figures, unit) = match rest {
            _ if rest.ends_with("us") => (&rest[..rest.len() - 2], 1),
            _ if rest.ends_with('s') => (&rest[..rest.len() - 1], 1_000_000),
            _ if rest.ends_with('m') => (&rest[..rest.len() - 1], 60_000_000),
            _ if rest.ends_with('h') => (&rest[..rest.len() - 1], 3_600_000_000),
            _ => return Err(wrong()),
        };
        let plain = !figures.is_empty() && figures.bytes().all(|b| b.is_ascii_digit());
        let count: i64 = figures.parse().ok().filter(|_| plain).ok_or_else(wrong)?;
        count.checked_mul(unit).map(|micros| ScriptTime(Time(micros))).ok_or_else(wrong)
    }
}
