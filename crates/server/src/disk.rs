//! The space that is left for the journal: a warning first, then wagering is closed while it can still be recorded.

use punto_host::{Room, RoomGuard, free};
use punto_site::{Cause, Kind, Place};

use crate::state::App;

/// What a start needs on the disk, in bytes: the journal's log takes this much before the first wager.
pub(crate) const LEAST: u64 = 1 << 20;

/// Looks once. Closing is a fault of the whole house, and a person of staff has to clear it.
pub(crate) async fn look(app: &App, guard: &mut RoomGuard) {
    let left = match free(&app.config().data) {
        Ok(left) => left,
        Err(error) => {
            tracing::warn!(%error, "what is left on the disk is not known");
            return;
        }
    };
    metrics::gauge!("punto_disk_free_bytes").set(left as f64);
    let closed = app.site().notices.values().any(|notice| notice.kind == Kind::DiskFull);
    let (disk, mib) = (app.config().disk, u32::try_from(left >> 20).unwrap_or(u32::MAX));
    match guard.judge((disk.warn, disk.close), left, closed) {
        Some(Room::Full) => {
            app.note(Kind::DiskFull, Place::Site, Cause::DiskClosed { mib }).await;
        }
        Some(Room::Low) => {
            app.note(Kind::DiskLow, Place::Site, Cause::DiskLow { mib }).await;
        }
        None => {}
    }
}
