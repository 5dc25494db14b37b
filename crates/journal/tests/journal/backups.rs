use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use punto_journal::check::verify;
use punto_journal::{BackupError, CopyStage, Journal, OpenError, SqliteReader, restore};

use crate::{all, fill, folder, open, open_at, signer, stream};

#[test]
fn a_backup_made_under_load_is_a_whole_journal_of_one_moment() {
    let (folder, elsewhere) = (folder(), folder());
    let journal = Arc::new(open(&folder));
    fill(&*journal, "table/nsw-1", 500);
    journal.checkpoint(&signer(), 1).unwrap();
    journal.put("setting", "a", b"1").unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let load = thread::spawn({
        let (journal, stop) = (journal.clone(), stop.clone());
        move || {
            while !stop.load(Relaxed) {
                fill(&*journal, "table/nsw-2", 5);
            }
        }
    });
    let file = elsewhere.path().join("night.backup");
    let mut stages = Vec::new();
    let report = journal.backup(&file, &mut |stage| stages.push(stage)).unwrap();
    stop.store(true, Relaxed);
    load.join().unwrap();
    assert!(report.passed() && report.records >= 500);
    assert!(matches!(stages.first(), Some(CopyStage::Copying { .. })));
    assert!(matches!(stages.last(), Some(CopyStage::Checking { done, of }) if done == of));
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 1, "one file and nothing beside it");

    // Nothing is overwritten.
    assert_eq!(journal.backup(&file, &mut |_| {}), Err(BackupError::Exists(file.clone())));

    let back = elsewhere.path().join("data");
    let restored = restore(&file, &back, &mut |_| {}).unwrap();
    assert_eq!(restored, report);
    let restored = open_at(&back);
    assert_eq!(restored.heads().unwrap(), report.heads);
    assert_eq!(all(&restored, "table/nsw-1"), all(&*journal, "table/nsw-1"));
    assert_eq!(restored.get("setting", "a").unwrap().unwrap(), b"1");
    fill(&restored, "table/nsw-1", 1);
    restored.checkpoint(&signer(), 2).unwrap();
    assert!(verify(&back, &[], &mut |_| {}, &mut |_| {}).unwrap().passed());
}

#[test]
fn another_process_can_back_up_a_running_journal() {
    let (folder, elsewhere) = (folder(), folder());
    let journal = open(&folder);
    let written = fill(&journal, "site", 20);
    let file = elsewhere.path().join("backup");
    let report = SqliteReader::open(folder.path()).unwrap().backup(&file, &mut |_| {}).unwrap();
    assert_eq!(report.heads, [written[19].head()]);
    assert_eq!(SqliteReader::open(&file).unwrap().read(&stream("site"), 0, 100).unwrap(), written);
}

#[test]
fn a_restore_overwrites_nothing() {
    let (folder, elsewhere) = (folder(), folder());
    let journal = open(&folder);
    fill(&journal, "site", 3);
    let file = elsewhere.path().join("backup");
    journal.backup(&file, &mut |_| {}).unwrap();
    let running = restore(&file, folder.path(), &mut |_| {}).unwrap_err();
    assert!(matches!(running, BackupError::Open(OpenError::InUse { .. })), "{running}");
    fill(&journal, "site", 1);
    drop(journal);
    let there = restore(&file, folder.path(), &mut |_| {}).unwrap_err();
    assert!(
        there.to_string().contains("journal.sqlite3 is there already, and nothing is overwritten"),
        "{there}"
    );
    assert_eq!(all(&open(&folder), "site").len(), 4);
}

#[test]
fn a_damaged_backup_is_not_restored() {
    let (folder, elsewhere) = (folder(), folder());
    let journal = open(&folder);
    fill(&journal, "site", 50);
    let file = elsewhere.path().join("backup");
    journal.backup(&file, &mut |_| {}).unwrap();
    let mut bytes = fs::read(&file).unwrap();
    let place = bytes.windows(9).position(|window| window == b"player 33").unwrap();
    bytes[place + 7] = b'4';
    fs::write(&file, bytes).unwrap();
    let data = elsewhere.path().join("data");
    let refused = restore(&file, &data, &mut |_| {}).unwrap_err().to_string();
    assert!(refused.contains("record 33 of site was changed"), "{refused}");
    assert!(!data.join("journal.sqlite3").exists());
    fs::write(&file, "no database").unwrap();
    assert!(restore(&file, &data, &mut |_| {}).is_err());
    assert!(restore(&elsewhere.path().join("nothing"), &data, &mut |_| {}).is_err());
}
