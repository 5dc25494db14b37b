//! The journal as its users meet it: real files, real threads, real crashes.
#![allow(missing_docs, clippy::unwrap_used)]

mod anchored;
mod appends;
mod backups;
mod checks;
mod crash;
mod exports;
mod faults;
mod flips;
mod full;
mod keys;
mod locks;
#[cfg(feature = "parquet")]
mod parquet;
mod projections;
mod properties;

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use punto_journal::{OpenError, SqliteJournal};
use punto_testkit::journal::{all, entry, fill, signer, stream};
use tempfile::TempDir;

/// A folder in memory where there is one: these tests are not about the disk's speed.
fn folder() -> TempDir {
    let shared_memory = Path::new("/dev/shm");
    match shared_memory.is_dir() {
        true => tempfile::tempdir_in(shared_memory).unwrap(),
        false => tempfile::tempdir().unwrap(),
    }
}

fn open(folder: &TempDir) -> SqliteJournal {
    open_at(folder.path())
}

/// Opens what nobody has any more. A child that another test is starting at this moment has all files of this process for an
/// instant, and with a file its lock.
fn open_at(dir: &Path) -> SqliteJournal {
    let end = Instant::now() + Duration::from_secs(120);
    loop {
        match SqliteJournal::open(dir) {
            Err(OpenError::InUse { .. }) if Instant::now() < end => thread::sleep(Duration::from_millis(10)),
            opened => return opened.unwrap(),
        }
    }
}
