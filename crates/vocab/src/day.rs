//! A day of the calendar.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};

use crate::{Value, Valued};

/// A day of the calendar, such as a gaming day.
///
/// ```
/// use punto_vocab::Day;
/// let day: Day = "1970-01-02".parse().unwrap();
/// assert_eq!((day.since_1970(), day.to_string().as_str()), (1, "1970-01-02"));
/// assert!("2021-02-29".parse::<Day>().is_err() && "20210208".parse::<Day>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Day(Date);

impl Day {
    /// How many days after 1970-01-01 it is.
    pub fn since_1970(self) -> i64 {
        self.0.since(date(1970, 1, 1)).map_or(0, |span| i64::from(span.get_days()))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Day, String> {
        let plain = text.len() == 10 && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
        let day = text.parse().ok().filter(|_| plain).map(Day);
        let short = || text.chars().take(20).collect::<String>();
        day.ok_or_else(|| format!("`{}` is not a date; expected one like 2021-07-08", short()))
    }
}

impl From<Day> for String {
    fn from(day: Day) -> String {
        day.to_string()
    }
}

impl TryFrom<String> for Day {
    type Error = String;

    fn try_from(text: String) -> Result<Day, String> {
        text.parse()
    }
}

impl Valued for Day {
    fn value(&self) -> Value {
        Value::name(self)
    }
}
