//! A folder that another process has, that is of another time, or that is not what was written: said clearly, and left alone.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::house::{House, QUICK, data, punto};
use super::load::{Fate, Patron};

/// A folder with some play in it, and its last record's number at the table; the server was killed or stopped.
fn played(killed: bool) -> (tempfile::TempDir, PathBuf, u64) {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let house = House::open(&folder, QUICK);
    let mut patron = Patron::arrive(house.client(), "ada", "slow", 1);
    let mut last = 0;
    for _ in 0..50 {
        if let Fate::Acknowledged(seq) = patron.post_one() {
            last = seq;
        }
    }
    if killed {
        house.kill();
    } else {
        house.stop();
        // Whatever the log still has goes into the database, so that what is done to the one is done to all there is.
        let db = Connection::open(database(&folder)).unwrap();
        db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    }
    (holder, folder, last)
}

fn database(folder: &Path) -> PathBuf {
    data(folder).join("journal.sqlite3")
}

/// Everything that lies in the journal's folder, byte for byte.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = fs::read_dir(data(folder)).unwrap().flatten().map(|entry| entry.path());
    let kept = |path: &PathBuf| path.is_file() && !path.to_string_lossy().ends_with("-shm");
    let mut all: Vec<_> = files.filter(kept).map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    all.sort();
    all
}

/// Neither a start nor a check takes it, both say so with these words, and nothing is changed by either.
#[track_caller]
fn refused(folder: &Path, by_start: &str, by_check: &str) {
    let before = contents(folder);
    let said = House::try_open(folder, QUICK).err().expect("it must not open");
    assert!(said.contains(by_start) && said.contains("punto: "), "{said}");
    let output = punto(&["verify"], folder);
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    assert!(!output.status.success() && text.contains(by_check), "{text}");
    let after = contents(folder);
    for (name, bytes) in before {
        let now = after.iter().find(|(other, _)| *other == name);
        assert!(now.is_some_and(|(_, now)| *now == bytes), "{} was changed", name.display());
    }
}

#[test]
fn a_second_process_is_kept_out_and_the_first_goes_on() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let house = House::open(&folder, QUICK);
    let mut patron = Patron::arrive(house.client(), "ada", "slow", 1);
    let said = House::try_open(&folder, QUICK).err().unwrap();
    assert!(said.contains("is in use by another process; stop that one first"), "{said}");
    for _ in 0..10 {
        assert_ne!(patron.post_one(), Fate::Unknown);
    }
    patron.repeat_since(0);
    // A check reads beside the process that writes.
    super::house::verify(&folder);
    house.stop();
    House::open(&folder, QUICK).stop();
}

#[test]
fn a_journal_of_a_newer_version_is_left_to_a_newer_program() {
    let (_holder, folder, _) = played(false);
    let db = Connection::open(database(&folder)).unwrap();
    db.pragma_update(None, "user_version", 99).unwrap();
    drop(db);
    refused(&folder, "is a journal of version 99", "use a newer program");
}

#[test]
fn a_flipped_bit_is_found_and_its_record_named() {
    let (_holder, folder, last) = played(false);
    let file = database(&folder);
    let bytes = fs::read(&file).unwrap();
    let pattern = br#""said":{"bet":{"patron":"ada","at":1,"bet":"player","stake":500"#;
    let place = bytes.windows(pattern.len()).rposition(|window| window == pattern).unwrap();
    let mut flipped = bytes.clone();
    flipped[place + pattern.len() - 2] ^= 1;
    fs::write(&file, flipped).unwrap();
    refused(&folder, " of table/slow does not match its hash", " of table/slow was changed");
    let said = String::from_utf8(punto(&["verify"], &folder).stdout).unwrap();
    let named = said.split("\nrecord ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
    assert!(named.is_some_and(|seq| (1..=last).contains(&seq)), "{said}");
    // With the bit put back, everything goes on.
    fs::write(&file, bytes).unwrap();
    House::open(&folder, QUICK).stop();
}

#[test]
fn a_torn_log_is_found_by_the_mark_of_the_last_commit() {
    let (_holder, folder, _) = played(true);
    let wal = data(&folder).join("journal.sqlite3-wal");
    let bytes = fs::read(&wal).unwrap();
    assert!(!bytes.is_empty(), "a server that was killed leaves its log");
    for cut in [1, 5_000] {
        fs::write(&wal, &bytes[..bytes.len().saturating_sub(cut)]).unwrap();
        refused(&folder, "was committed and is not there", "its end cut off");
    }
    fs::write(&wal, &bytes).unwrap();
    House::open(&folder, QUICK).stop();
    super::house::verify(&folder);
}

#[test]
fn a_torn_database_is_left_as_it_is() {
    let (_holder, folder, _) = played(false);
    let file = database(&folder);
    let bytes = fs::read(&file).unwrap();
    for left in [bytes.len() - 1, bytes.len() - 4096, bytes.len() / 2, 4096, 100] {
        fs::write(&file, &bytes[..left]).unwrap();
        let said = House::try_open(&folder, QUICK).err().expect("it must not open");
        assert!(said.contains("was left as it is") || said.contains("is not a journal"), "{left}: {said}");
        assert_eq!(fs::read(&file).unwrap().len(), left, "it was left as it is");
    }
    fs::remove_file(&file).unwrap();
    let said = House::try_open(&folder, QUICK).err().expect("a journal that is gone is not made anew");
    assert!(said.contains("punto: "), "{said}");
    fs::write(&file, bytes).unwrap();
    House::open(&folder, QUICK).stop();
}
