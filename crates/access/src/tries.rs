//! Wrong passwords that were entered at the machine itself, where no house runs that could count them: a file beside the key
//! of the chain, which outlasts the program and is told of when the house opens.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use punto_site::{Attempts, Time};
use serde::{Deserialize, Serialize};

/// The tries so far.
#[derive(Debug)]
pub struct Tries {
    file: PathBuf,
    kept: Kept,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Kept {
    attempts: Attempts,
    /// Wrong ones that nobody has been told of yet.
    untold: u32,
}

impl Tries {
    /// Those beside a key. What cannot be read is a fault and not a fresh start.
    pub fn beside(key_file: &Path) -> io::Result<Tries> {
        let mut name = key_file.file_name().unwrap_or_default().to_owned();
        name.push(".tries");
        let file = key_file.with_file_name(name);
        let kept = match std::fs::read(&file) {
            Ok(bytes) => serde_json::from_slice(&bytes)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Kept::default(),
            Err(error) => return Err(error),
        };
        Ok(Tries { file, kept })
    }

    /// Until when nobody gets in.
    pub fn locked(&self, at: Time) -> Option<Time> {
        self.kept.attempts.locked(at)
    }

    /// Checks one password. It counts as wrong on the disk before it is looked at, so that whoever ends the program in
    /// between has not tried for nothing; with the third wrong one nobody gets in for a minute, then longer.
    pub fn check(&mut self, at: Time, fits: impl FnOnce() -> bool) -> io::Result<bool> {
        let before = self.kept;
        let until = self.kept.attempts.lock_after_failure(at);
        self.kept.attempts.failed();
        self.kept.untold = self.kept.untold.saturating_add(1);
        if let Some(until) = until {
            self.kept.attempts.lock(until);
        }
        self.write()?;
        let fits = fits();
        if fits {
            self.kept = before;
            self.write()?;
        }
        Ok(fits)
    }

    /// Both have proved who they are: the next begins anew. What was wrong before is still to be told.
    pub fn done(&mut self) -> io::Result<()> {
        self.kept.attempts = Attempts::default();
        self.write()
    }

    /// How many wrong ones nobody has been told of yet.
    pub fn untold(&self) -> u32 {
        self.kept.untold
    }

    /// They are on record.
    pub fn told(&mut self) -> io::Result<()> {
        self.kept.untold = 0;
        self.write()
    }

    fn write(&self) -> io::Result<()> {
        let part = self.file.with_extension("tries.part");
        // Made anew, so that nothing is written through a link that somebody has laid there.
        match std::fs::remove_file(&part) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(&part)?;
        file.write_all(&serde_json::to_vec(&self.kept)?)?;
        file.sync_all()?;
        std::fs::rename(&part, &self.file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_ones_lock_for_longer_each_time_whoever_starts_the_program_again() {
        let folder = tempfile::tempdir().unwrap();
        let key = folder.path().join("chain.key");
        let again = || Tries::beside(&key).unwrap();
        for _ in 0..2 {
            assert!(!again().check(Time(0), || false).unwrap());
            assert_eq!(again().locked(Time(0)), None);
        }
        assert!(again().check(Time(0), || true).unwrap(), "a right one costs nothing");
        assert_eq!(again().locked(Time(0)), None);
        again().check(Time(0), || false).unwrap();
        assert_eq!(again().locked(Time(0)), Some(Time(0).plus_minutes(1)));
        let later = Time(0).plus_minutes(1);
        again().check(later, || false).unwrap();
        assert_eq!(again().locked(later), Some(later.plus_minutes(2)));
        again().done().unwrap();
        assert_eq!((again().locked(later), again().untold()), (None, 4));
        again().told().unwrap();
        assert_eq!(again().untold(), 0);
    }

    #[test]
    fn a_try_counts_before_it_is_looked_at_and_what_cannot_be_read_lets_nobody_in() {
        let folder = tempfile::tempdir().unwrap();
        let key = folder.path().join("chain.key");
        let mut tries = Tries::beside(&key).unwrap();
        tries.check(Time(0), || Tries::beside(&key).unwrap().untold() == 1).unwrap();
        assert_eq!(Tries::beside(&key).unwrap().untold(), 0, "it was right");
        std::fs::write(folder.path().join("chain.key.tries"), "{").unwrap();
        assert!(Tries::beside(&key).is_err());
    }
}
