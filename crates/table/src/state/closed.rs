//! What outlasts a closing until the gaming day is over.

use punto_vocab::{Day, Time};
use serde::{Deserialize, Serialize};

use super::{SharedTerms, Table};

/// What a table was closed with: an opening on the same gaming day goes on from there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClosedWith {
    /// Its terms, as they stood at the end.
    pub terms: SharedTerms,
    /// The dealing method.
    pub method: String,
    /// Whether its cards had been played from.
    #[serde(default)]
    pub played: bool,
}

impl Table {
    /// Whether an opening goes on with the gaming day that the table was last open on: it names no other, or the first name
    /// for a day that the clock has not left.
    pub fn same_day(&self, date: Option<Day>, at: Time) -> bool {
        match (date, self.day) {
            (None, _) => true,
            (Some(date), Some(last)) => date == last,
            (Some(_), None) => self.day_since.is_some_and(|since| at.latest_day() <= since.latest_day()),
        }
    }
}
