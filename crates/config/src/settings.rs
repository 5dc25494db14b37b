//! Settings of the house that two persons can change while it runs; until they do, the operator's file decides.

use std::ops::RangeInclusive;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use punto_access::Idle;
use punto_journal::{Fault, Journal};
use punto_vocab::Word;

use crate::Config;

punto_vocab::words! {
    /// A setting that can be changed while the house runs; its name is that in the file.
    pub enum Setting: "a setting that can be changed" {
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

impl Setting {
    /// The values that it may have.
    pub const fn range(self) -> RangeInclusive<u64> {
        match self {
            Setting::TableStaffMinutes
            | Setting::OfficeStaffMinutes
            | Setting::PatronMinutes
            | Setting::GuestMinutes => 1..=24 * 60,
            Setting::LongestHours => 1..=48,
            Setting::Guests => 0..=100_000,
        }
    }

    /// Where a value that was approved is kept.
    fn shelf_name(self) -> String {
        format!("approved/{self}")
    }
}

/// The settings as they are now.
#[derive(Debug)]
pub struct Settings(Mutex<Values>);

#[derive(Clone, Copy, Debug)]
struct Values {
    idle: Idle,
    guests: usize,
}

/// The shelf that approved values lie on, so that they hold over a restart.
const SHELF: &str = "setting";
const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

impl Settings {
    /// The settings of the file, with what two persons have approved since over them.
    pub fn start(config: &Config, journal: &dyn Journal) -> Result<Settings, Fault> {
        let values = Values { idle: config.idle, guests: config.limits.guests };
        let settings = Settings(Mutex::new(values));
        for setting in Setting::ALL {
            let kept = journal.get(SHELF, &setting.shelf_name())?;
            let value = kept.and_then(|bytes| String::from_utf8(bytes).ok()?.parse().ok());
            if let Some(value) = value.filter(|value| setting.range().contains(value)) {
                settings.put(*setting, value);
            }
        }
        Ok(settings)
    }

    /// After how long a silent session ends.
    pub fn idle(&self) -> Idle {
        self.lock().idle
    }

    /// How many guests there may be.
    pub fn guests(&self) -> usize {
        self.lock().guests
    }

    /// What a setting is.
    pub fn get(&self, setting: Setting) -> u64 {
        let Values { idle, guests } = *self.lock();
        match setting {
            Setting::TableStaffMinutes => idle.tables.as_secs() / MINUTE,
            Setting::OfficeStaffMinutes => idle.offices.as_secs() / MINUTE,
            Setting::PatronMinutes => idle.patrons.as_secs() / MINUTE,
            Setting::GuestMinutes => idle.guests.as_secs() / MINUTE,
            Setting::LongestHours => idle.longest.as_secs() / HOUR,
            Setting::Guests => guests as u64,
        }
    }

    /// Changes a setting from now on, also over a restart.
    pub fn change(&self, journal: &dyn Journal, setting: Setting, value: u64) -> Result<(), Fault> {
        journal.put(SHELF, &setting.shelf_name(), value.to_string().as_bytes())?;
        self.put(setting, value);
        Ok(())
    }

    fn put(&self, setting: Setting, value: u64) {
        let Values { idle, guests } = &mut *self.lock();
        match setting {
            Setting::TableStaffMinutes => idle.tables = Duration::from_secs(value * MINUTE),
            Setting::OfficeStaffMinutes => idle.offices = Duration::from_secs(value * MINUTE),
            Setting::PatronMinutes => idle.patrons = Duration::from_secs(value * MINUTE),
            Setting::GuestMinutes => idle.guests = Duration::from_secs(value * MINUTE),
            Setting::LongestHours => idle.longest = Duration::from_secs(value * HOUR),
            Setting::Guests => *guests = value as usize,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Values> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Setting {
    /// `patron-minutes 20`, and why.
    pub fn read(text: &str) -> Result<(Setting, u64), String> {
        let mut words = text.splitn(3, ' ');
        let (name, value) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let setting = Setting::from_word(name).map_err(|error| error.to_string())?;
        let (value, range): (Option<u64>, _) = (value.parse().ok(), setting.range());
        let value = value.filter(|value| range.contains(value));
        value
            .map(|value| (setting, value))
            .ok_or_else(|| format!("{setting} takes a number from {} to {}", range.start(), range.end()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn a_change_names_a_setting_and_a_value_it_may_have() {
        assert_eq!(Setting::read("patron-minutes 20"), Ok((Setting::PatronMinutes, 20)));
        assert_eq!(Setting::read("guests 0 for the night"), Ok((Setting::Guests, 0)));
        for wrong in ["", "patron-minutes", "patron-minutes 0", "patron-minutes 1441", "luck 7", "guests -1"]
        {
            assert!(Setting::read(wrong).is_err(), "{wrong}");
        }
    }
}
