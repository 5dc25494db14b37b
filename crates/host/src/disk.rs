//! The space that is left on a disk: a warning first, and then nothing more is begun while it can still be recorded.

use std::io;
use std::path::Path;

/// What is left on the disk of a folder, in bytes.
pub fn free(folder: &Path) -> io::Result<u64> {
    let facts = rustix::fs::statvfs(folder)?;
    Ok(facts.f_bavail.saturating_mul(facts.f_frsize))
}

/// How little is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Little enough for a warning.
    Low,
    /// So little that nothing new is begun.
    Full,
}

/// Judges what is left, and remembers what it has said.
#[derive(Debug, Default)]
pub struct RoomGuard {
    warned: bool,
}

impl RoomGuard {
    /// What is new about the bytes that are left: below `warn` once, below `close` until it is `closed` for it.
    pub fn judge(&mut self, (warn, close): (u64, u64), left: u64, closed: bool) -> Option<Room> {
        let low = left < warn;
        let before = std::mem::replace(&mut self.warned, low);
        if left < close {
            return (!closed).then_some(Room::Full);
        }
        (low && !before).then_some(Room::Low)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn a_warning_is_given_once_and_closing_until_it_is_known() {
        let disk = (100, 10);
        let mut guard = RoomGuard::default();
        assert_eq!(guard.judge(disk, 200, false), None);
        assert_eq!(guard.judge(disk, 50, false), Some(Room::Low));
        assert_eq!(guard.judge(disk, 40, false), None);
        assert_eq!(guard.judge(disk, 5, false), Some(Room::Full));
        assert_eq!(guard.judge(disk, 5, true), None);
        assert_eq!(guard.judge(disk, 200, true), None);
        assert_eq!(guard.judge(disk, 50, true), Some(Room::Low), "it was better in between");
    }

    #[test]
    fn this_machine_knows_its_disk() {
        assert!(free(Path::new(".")).unwrap() > 0);
        assert!(free(Path::new("no such folder")).is_err());
    }
}
