//! The space that is left for the journal: a warning first, then wagering is closed while it can still be recorded.

use std::path::Path;

use punto_config::Disk;
use punto_site::{Kind, Place};

use crate::state::App;

/// What a start needs on the disk, in bytes: the journal's log takes this much before the first wager.
pub(crate) const LEAST: u64 = 1 << 20;

/// What is left on the disk of a folder, in bytes.
pub fn free(folder: &Path) -> std::io::Result<u64> {
    let facts = rustix::fs::statvfs(folder)?;
    Ok(facts.f_bavail.saturating_mul(facts.f_frsize))
}

/// Looks after the disk, and remembers what it has said.
#[derive(Debug, Default)]
pub(crate) struct Guard {
    warned: bool,
}

impl Guard {
    /// Looks once. Closing is a fault of the whole house, and a person of staff has to clear it.
    pub(crate) async fn look(&mut self, app: &App) {
        let left = match free(&app.config().data) {
            Ok(left) => left,
            Err(error) => {
                tracing::warn!(%error, "what is left on the disk is not known");
                return;
            }
        };
        metrics::gauge!("punto_disk_free_bytes").set(left as f64);
        let closed = app.site().notices.values().any(|notice| notice.kind == Kind::DiskFull);
        if let Some(kind) = self.judge(app.config().disk, left, closed) {
            app.note(kind, Place::Site, &said(kind, left)).await;
        }
    }

    fn judge(&mut self, disk: Disk, left: u64, closed: bool) -> Option<Kind> {
        let low = left < disk.warn;
        let before = std::mem::replace(&mut self.warned, low);
        if left < disk.close {
            return (!closed).then_some(Kind::DiskFull);
        }
        (low && !before).then_some(Kind::DiskLow)
    }
}

fn said(kind: Kind, left: u64) -> String {
    let mib = left >> 20;
    match kind {
        Kind::DiskFull => {
            format!("{mib} MiB are left for the journal; wagering is closed until there is more room")
        }
        _ => format!("{mib} MiB are left for the journal"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_is_given_once_and_closing_until_it_is_known() {
        let disk = Disk { warn: 100, close: 10 };
        let mut guard = Guard::default();
        assert_eq!(guard.judge(disk, 200, false), None);
        assert_eq!(guard.judge(disk, 50, false), Some(Kind::DiskLow));
        assert_eq!(guard.judge(disk, 40, false), None);
        assert_eq!(guard.judge(disk, 5, false), Some(Kind::DiskFull));
        assert_eq!(guard.judge(disk, 5, true), None);
        assert_eq!(guard.judge(disk, 200, true), None);
        assert_eq!(guard.judge(disk, 50, true), Some(Kind::DiskLow), "it was better in between");
    }

    #[test]
    fn this_machine_knows_its_disk() {
        assert!(free(Path::new(".")).unwrap() > 0);
        assert!(free(Path::new("no such folder")).is_err());
    }
}
