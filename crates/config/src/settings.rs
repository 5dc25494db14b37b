//! Settings of the house that two persons can change while it runs; until they do, the operator's file decides.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use punto_access::Idle;
use punto_journal::{Fault, Journal};
use punto_site::RunningSetting;

use crate::Config;

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

/// Where a value that was approved is kept.
fn shelf_name(setting: RunningSetting) -> String {
    format!("approved/{setting}")
}

impl Settings {
    /// The settings of the file, with what two persons have approved since over them.
    pub fn start(config: &Config, journal: &dyn Journal) -> Result<Settings, Fault> {
        let values = Values { idle: config.idle, guests: config.limits.guests };
        let settings = Settings(Mutex::new(values));
        for setting in RunningSetting::ALL {
            let kept = journal.get(SHELF, &shelf_name(*setting))?;
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
    pub fn get(&self, setting: RunningSetting) -> u64 {
        let Values { idle, guests } = *self.lock();
        match setting {
            RunningSetting::TableStaffMinutes => idle.tables.as_secs() / MINUTE,
            RunningSetting::OfficeStaffMinutes => idle.offices.as_secs() / MINUTE,
            RunningSetting::PatronMinutes => idle.patrons.as_secs() / MINUTE,
            RunningSetting::GuestMinutes => idle.guests.as_secs() / MINUTE,
            RunningSetting::LongestHours => idle.longest.as_secs() / HOUR,
            RunningSetting::Guests => guests as u64,
        }
    }

    /// Changes a setting from now on, also over a restart.
    pub fn change(&self, journal: &dyn Journal, setting: RunningSetting, value: u64) -> Result<(), Fault> {
        journal.put(SHELF, &shelf_name(setting), value.to_string().as_bytes())?;
        self.put(setting, value);
        Ok(())
    }

    fn put(&self, setting: RunningSetting, value: u64) {
        let Values { idle, guests } = &mut *self.lock();
        match setting {
            RunningSetting::TableStaffMinutes => idle.tables = Duration::from_secs(value * MINUTE),
            RunningSetting::OfficeStaffMinutes => idle.offices = Duration::from_secs(value * MINUTE),
            RunningSetting::PatronMinutes => idle.patrons = Duration::from_secs(value * MINUTE),
            RunningSetting::GuestMinutes => idle.guests = Duration::from_secs(value * MINUTE),
            RunningSetting::LongestHours => idle.longest = Duration::from_secs(value * HOUR),
            RunningSetting::Guests => *guests = value as usize,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Values> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
