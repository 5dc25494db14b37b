//! Shoes that were promised and given up before a coup: how many in a row, and how many on a gaming day.
//!
//! Nothing in the documents has an electronic table give up shoes again and again. Who can see an order, and can have the
//! shoe given up, could try orders until one pleases; so beyond a few of them somebody is told.

use punto_site::{Cause, plain};
use serde::{Deserialize, Serialize};

/// So many in a row are a significant event.
const IN_A_ROW: u32 = 2;
/// And so many on one gaming day.
const ON_A_DAY: u32 = 3;

/// The count of shoes given up at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discards {
    count: u64,
    in_a_row: u32,
    day: String,
    on_day: u32,
}

impl Discards {
    /// Another shoe was given up, or opened without a coup.
    pub fn another(&mut self, day: &str) {
        if self.day != day {
            (self.day, self.on_day) = (day.to_owned(), 0);
        }
        self.count += 1;
        self.in_a_row = self.in_a_row.saturating_add(1);
        self.on_day = self.on_day.saturating_add(1);
    }

    /// A card went into a coup: the row is over.
    pub fn played(&mut self) {
        self.in_a_row = 0;
    }

    /// How many there have been at the table.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// What is told of them, if there are more than few.
    pub fn too_many(&self) -> Option<Cause> {
        let (in_a_row, on_day) = (self.in_a_row, self.on_day);
        let many = in_a_row >= IN_A_ROW || on_day >= ON_A_DAY;
        many.then(|| Cause::ShoesGivenUp { in_a_row, on_day, day: plain(&self.day) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_in_a_row_or_three_a_day_are_too_many() {
        let mut discards = Discards::default();
        discards.another("monday");
        assert_eq!(discards.too_many(), None);
        discards.played();
        discards.another("monday");
        assert_eq!(discards.too_many(), None, "a coup was played between the two");
        discards.played();
        discards.another("monday");
        let told = |discards: &Discards| discards.too_many().map(|what| what.to_string()).unwrap_or_default();
        assert!(told(&discards).contains("3 on the gaming day monday"));
        discards.played();
        discards.another("tuesday");
        assert_eq!(discards.too_many(), None, "another day");
        discards.another("wednesday");
        assert!(told(&discards).starts_with("2 shoes in a row"));
    }
}
