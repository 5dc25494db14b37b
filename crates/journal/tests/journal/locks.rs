//! SQLite's locks on a running journal. Without them another program that looks at the database takes itself for its last
//! user when it leaves, and clears the log away with everything in it that the journal goes on to write.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use punto_journal::SqliteReader;
use punto_journal::check::verify;

use crate::{fill, folder, open, stream};

/// The locks of this process on the database, as the kernel tells them.
fn held(dir: &Path) -> Vec<String> {
    let file = format!(":{} ", fs::metadata(dir.join("journal.sqlite3")).unwrap().ino());
    let process = format!(" {} ", std::process::id());
    let locks = fs::read_to_string("/proc/locks").unwrap();
    let ours = locks.lines().filter(|lock| lock.contains(&file) && lock.contains(&process));
    // The number in front is only the place in the list.
    ours.filter_map(|lock| Some(lock.split_once(": ")?.1.to_owned())).collect()
}

#[test]
fn reading_a_journal_that_runs_in_the_same_process_leaves_its_locks() {
    let (folder, elsewhere) = (folder(), folder());
    let journal = open(&folder);
    fill(&journal, "site", 5);
    let before = held(folder.path());
    assert!(!before.is_empty(), "a running journal has a lock");
    assert!(verify(folder.path(), &[], &mut |_| {}, &mut |_| {}).unwrap().passed());
    assert_eq!(held(folder.path()), before);
    let reader = SqliteReader::open(folder.path()).unwrap();
    assert_eq!(reader.read(&stream("site"), 0, 10).unwrap().len(), 5);
    drop(reader);
    assert_eq!(held(folder.path()), before);
    journal.backup(&elsewhere.path().join("backup"), &mut |_| {}).unwrap();
    assert_eq!(held(folder.path()), before);
    drop(journal);
    assert!(held(folder.path()).is_empty());
}
