//! Every single byte that can be wrong: found, or without any effect on a record.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use punto_journal::check::verify;
use punto_journal::{Checkpoint, Journal, Record, SqliteJournal};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::{entry, fill, folder, open_at, signer};

/// A small journal in pages of 512 bytes, so that few bytes are unused, in the files of a crash: the database, its log
/// and the mark; or, once it is closed, the database and the mark.
struct Sample {
    files: Vec<(&'static str, Vec<u8>)>,
    records: Vec<Record>,
    checkpoints: Vec<Checkpoint>,
}

impl Sample {
    fn make(closed: bool) -> Sample {
        let folder = folder();
        let database = folder.path().join("journal.sqlite3");
        Connection::open(&database)
            .unwrap()
            .execute_batch("PRAGMA page_size = 512; PRAGMA journal_mode = WAL;")
            .unwrap();
        let journal = SqliteJournal::open(folder.path()).unwrap();
        let mut records = Vec::new();
        records.extend(fill(&journal, "site", 4));
        records.extend(journal.append((1..=66).map(|seq| tiny("patron/a", seq)).collect()).wait().unwrap());
        journal.put("setting", "limit", b"5000").unwrap();
        let first = journal.checkpoint(&signer(), 1).unwrap();
        records.extend(fill(&journal, "table/t", 4));
        let second = journal.checkpoint(&signer(), 2).unwrap();
        records.extend(fill(&journal, "site", 2));
        let names: &[&'static str] = match closed {
            true => {
                journal.close();
                &["journal.sqlite3", "mark"]
            }
            false => &["journal.sqlite3", "journal.sqlite3-wal", "mark"],
        };
        let files = names.iter().map(|name| (*name, fs::read(folder.path().join(name)).unwrap())).collect();
        Sample { files, records, checkpoints: vec![first, second] }
    }

    fn file(&self, name: &str) -> &[u8] {
        &self.files.iter().find(|(other, _)| *other == name).unwrap().1
    }

    /// A folder with the files, one of them replaced.
    fn place(&self, folder: &Path, name: &str, bytes: &[u8]) {
        for old in fs::read_dir(folder).unwrap() {
            fs::remove_file(old.unwrap().path()).unwrap();
        }
        for (other, good) in &self.files {
            fs::write(folder.join(other), if *other == name { bytes } else { good }).unwrap();
        }
    }

    /// Whether the damage is found by a full check. If not, everything must be as it was.
    fn found(&self, folder: &Path, what: &str) -> bool {
        let mut visited = Vec::new();
        let Ok(report) = verify(folder, &[], &mut |record| visited.push(record.clone()), &mut |_| {}) else {
            return true;
        };
        if report.passed() {
            assert!(visited == self.records, "{what}: a check passes over other records");
            assert_eq!(report.checkpoints, 2, "{what}");
        }
        !report.passed()
    }

    /// A journal that opens over the damage gives the same records, or says that it cannot.
    fn opens_the_same(&self, folder: &Path, what: &str) {
        let Ok(journal) = SqliteJournal::open(folder) else { return };
        for head in journal.heads().unwrap() {
            let good: Vec<_> =
                self.records.iter().filter(|record| record.entry.stream == head.stream).cloned().collect();
            if let Ok(read) = journal.read(&head.stream, 0, usize::MAX) {
                assert!(read == good, "{what}: {} reads otherwise", head.stream);
            }
            for record in &good {
                let key = record.entry.key.as_deref().unwrap();
                if let Ok(Some(found)) = journal.find(&head.stream, key) {
                    assert!(found == *record, "{what}: {key} of {} is another", head.stream);
                }
            }
        }
        if let Ok(checkpoints) = journal.checkpoints(0) {
            assert!(checkpoints == self.checkpoints, "{what}");
        }
        if let Ok(value) = journal.get("setting", "limit") {
            assert!(value.is_none_or(|value| value == b"5000"), "{what}");
        }
    }
}

fn tiny(name: &str, seq: u64) -> punto_journal::Entry {
    let mut entry = entry(name, seq);
    (entry.actor, entry.body, entry.key) = ("a".into(), "{}".into(), Some(format!("{seq}")));
    entry
}

/// Flips one bit of each `stride`th byte of a file in turn, on two threads, and counts what is found.
fn flip_all(sample: &Sample, name: &'static str, stride: usize) -> (usize, usize) {
    let good = sample.file(name);
    let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let flip_some = || {
        let folder: TempDir = folder();
        sample.place(folder.path(), "", &[]);
        let file = OpenOptions::new().write(true).open(folder.path().join(name)).unwrap();
        let elsewhere: TempDir = crate::folder();
        let mut bytes = good.to_vec();
        loop {
            let n = next.fetch_add(1, Relaxed);
            let place = n * stride;
            if place >= good.len() {
                return;
            }
            let what = format!("{name} byte {place}");
            bytes[place] ^= 1 << (place % 8);
            // A check changes nothing, so one byte is all that has to be put right after it.
            file.write_all_at(&bytes[place..=place], place as u64).unwrap();
            found.fetch_add(sample.found(folder.path(), &what).into(), Relaxed);
            file.write_all_at(&good[place..=place], place as u64).unwrap();
            // Opening takes longer and leaves more behind: every fifth will do.
            if n.is_multiple_of(5) {
                sample.place(elsewhere.path(), name, &bytes);
                sample.opens_the_same(elsewhere.path(), &what);
            }
            bytes[place] = good[place];
        }
    };
    thread::scope(|scope| {
        scope.spawn(flip_some);
        flip_some();
    });
    (found.into_inner(), good.len().div_ceil(stride))
}

/// One byte in so many is tried; all of them in `./test --full`.
fn stride(usual: usize) -> usize {
    if std::env::var_os("PUNTO_FULL").is_some() { 1 } else { usual }
}

#[test]
fn every_flipped_byte_of_the_database_is_found_or_harmless() {
    let sample = Sample::make(true);
    let (found, all) = flip_all(&sample, "journal.sqlite3", stride(13));
    println!("{found} of {all} flips found, the rest without effect");
    // The rest lies between and behind the records of a page, where nothing is.
    assert!(found * 2 > all, "{found} of {all}");
}

#[test]
fn every_flipped_byte_of_the_log_is_found_or_harmless() {
    let sample = Sample::make(false);
    let (found, all) = flip_all(&sample, "journal.sqlite3-wal", stride(61));
    println!("{found} of {all} flips found, the rest without effect");
    assert!(found * 10 > all * 9, "{found} of {all}");
}

#[test]
fn a_log_cut_off_anywhere_is_found_or_harmless() {
    let sample = Sample::make(false);
    let good = sample.file("journal.sqlite3-wal");
    let folder = folder();
    let mut found = 0;
    for length in (0..good.len()).step_by(stride(331)) {
        sample.place(folder.path(), "journal.sqlite3-wal", &good[..length]);
        found += usize::from(sample.found(folder.path(), &format!("log of {length} bytes")));
        assert!(
            sample.found(folder.path(), ""),
            "a log of {length} of {} bytes has lost a commit",
            good.len()
        );
    }
    assert!(found > 0);
}

#[test]
fn a_sample_without_damage_passes() {
    for closed in [true, false] {
        let (sample, folder) = (Sample::make(closed), folder());
        sample.place(folder.path(), "", &[]);
        assert!(!sample.found(folder.path(), "no damage"));
        sample.place(folder.path(), "", &[]);
        sample.opens_the_same(folder.path(), "no damage");
        open_at(folder.path());
    }
}
