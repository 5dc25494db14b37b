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

use punto_journal::{Entry, Journal, OpenError, Record, Signer, SqliteJournal, StreamName};
use tempfile::TempDir;

/// A folder in memory where there is one: these tests are not about the disk's speed.
fn folder() -> TempDir {
    let shared_memory = Path::new("/dev/shm");
    match shared_memory.is_dir() {
        true => tempfile::tempdir_in(shared_memory).unwrap(),
        false => tempfile::tempdir().unwrap(),
    }
}

fn stream(name: &str) -> StreamName {
    name.parse().unwrap()
}

fn entry(name: &str, seq: u64) -> Entry {
    Entry {
        stream: stream(name),
        seq,
        at: 1_800_000_000_000_000 + seq as i64,
        actor: "dealer/mia".into(),
        schema: 1,
        engine: 1,
        key: Some(format!("k-{seq}")),
        body: format!(
            r#"{{"said":"card Ks","events":[{{"what":"dealt Ks to player {seq}","by":["9.1"]}}]}}"#
        ),
    }
}

/// Appends one record after the other.
fn fill(journal: &dyn Journal, name: &str, count: u64) -> Vec<Record> {
    let first =
        journal.heads().unwrap().iter().find(|head| head.stream.as_str() == name).map_or(1, |h| h.seq + 1);
    let entries = (first..first + count).map(|seq| entry(name, seq));
    entries.flat_map(|entry| journal.append(vec![entry]).wait().unwrap()).collect()
}

/// All records of a stream.
fn all(journal: &dyn Journal, name: &str) -> Vec<Record> {
    journal.read(&stream(name), 0, usize::MAX).unwrap()
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

fn signer() -> Signer {
    Signer::new(&[7; 32])
}
