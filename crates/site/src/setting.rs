//! Settings that two persons can change while the house runs.

use std::ops::RangeInclusive;

punto_vocab::words! {
    /// A setting that two persons can change while the house runs; its name is that in the operator's file.
    pub enum RunningSetting: "a setting that can be changed" {
        /// After how long without a word staff at tables are signed out.
        TableStaffMinutes = "table-staff-minutes",
        /// The same for staff with an office.
        OfficeStaffMinutes = "office-staff-minutes",
        /// The same for patrons.
        PatronMinutes = "patron-minutes",
        /// The same for guests of a demonstration.
        GuestMinutes = "guest-minutes",
        /// The longest that any session of a person lasts.
        LongestHours = "longest-hours",
        /// Guests of a demonstration at a time.
        Guests = "guests",
    }
}

impl RunningSetting {
    /// The values that it may have.
    pub const fn range(self) -> RangeInclusive<u64> {
        match self {
            RunningSetting::TableStaffMinutes
            | RunningSetting::OfficeStaffMinutes
            | RunningSetting::PatronMinutes
            | RunningSetting::GuestMinutes => 1..=24 * 60,
            RunningSetting::LongestHours => 1..=48,
            RunningSetting::Guests => 0..=100_000,
        }
    }

    /// The value, if it may have it.
    pub fn checked(self, value: u64) -> Result<u64, String> {
        let range = self.range();
        match range.contains(&value) {
            true => Ok(value),
            false => Err(format!("{self} takes a number from {} to {}", range.start(), range.end())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_has_bounds() {
        assert_eq!(RunningSetting::PatronMinutes.checked(1440), Ok(1440));
        let refused = RunningSetting::PatronMinutes.checked(1441);
        assert_eq!(refused, Err("patron-minutes takes a number from 1 to 1440".into()));
        assert_eq!(RunningSetting::Guests.checked(0), Ok(0));
        assert!(RunningSetting::LongestHours.checked(0).is_err());
    }
}
