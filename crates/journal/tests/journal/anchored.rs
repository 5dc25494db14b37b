//! A journal with the key of its chain: what somebody who can write the database does to it is found.

use std::fs;
use std::path::{Path, PathBuf};

use punto_journal::check::{CheckReport, Coded, Keyed, verify, verify_keyed};
use punto_journal::{
    Anchoring, Entry, Fault, Hash, Journal, OpenError, OpeningReport, Signer, SqliteJournal, SqliteReader,
    accept,
};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::{entry, fill, folder, open};

fn key_file(folder: &TempDir) -> PathBuf {
    folder.path().join("keys/chain.key")
}

fn open_anchored(folder: &TempDir) -> Result<SqliteJournal, OpenError> {
    let key_file = key_file(folder);
    SqliteJournal::open_anchored(folder.path(), &Anchoring { key_file: &key_file, derivable: &["snapshot"] })
}

fn check(folder: &TempDir) -> CheckReport {
    let keyed = Keyed::load(&key_file(folder)).unwrap().unwrap();
    verify_keyed(folder.path(), Some(&keyed), &[], &mut |_| {}, &mut |_| {}).unwrap()
}

/// The first thing that a check finds, and why the journal does not open, if it does not.
fn found(folder: &TempDir) -> (Option<String>, Option<String>) {
    let finding = check(folder).findings.first().map(ToString::to_string);
    (finding, open_anchored(folder).err().map(|error| error.to_string()))
}

fn signer() -> Signer {
    Signer::new(&[5; 32])
}

/// 100 records, signed up to the 60th, and a few things on shelves.
fn journal() -> TempDir {
    let folder = folder();
    let journal = open_anchored(&folder).unwrap();
    fill(&journal, "site", 30);
    fill(&journal, "patron/ada", 30);
    journal.checkpoint(&signer(), 1).unwrap();
    fill(&journal, "table/nsw-1", 40);
    journal.put("credential", "staff/mia", b"old hash").unwrap();
    journal.put("credential", "staff/mia", b"new hash").unwrap();
    journal.put("snapshot", "site", b"{}").unwrap();
    drop(journal);
    folder
}

/// Lets somebody write the database who can write nothing else, triggers or not.
fn tamper(folder: &TempDir, change: impl FnOnce(&Connection)) {
    let db = Connection::open(folder.path().join("journal.sqlite3")).unwrap();
    let triggers: Vec<(String, String)> = {
        let mut select = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").unwrap();
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    triggers.iter().for_each(|(name, _)| db.execute_batch(&format!("DROP TRIGGER {name}")).unwrap());
    change(&db);
    triggers.iter().for_each(|(_, sql)| db.execute_batch(sql).unwrap());
    drop(db);
    // The mark lies in the same folder as the database.
    let _ = fs::remove_file(folder.path().join("mark"));
}

fn copy(from: &Path, to: &Path) {
    fs::copy(from.join("journal.sqlite3"), to).unwrap();
}

#[test]
fn an_anchored_journal_goes_on_and_checks_out() {
    let folder = journal();
    assert_eq!(found(&folder), (None, None));
    let report = check(&folder);
    assert_eq!((report.records, report.codes), (100, Coded::From(0)));
    let journal = open_anchored(&folder).unwrap();
    assert_eq!(*journal.opening(), OpeningReport::default());
    fill(&journal, "site", 5);
    assert_eq!(journal.get("credential", "staff/mia").unwrap().unwrap(), b"new hash");
    drop(journal);
    assert_eq!(check(&folder).records, 105);
    let without = verify(folder.path(), &[], &mut |_| {}, &mut |_| {}).unwrap();
    assert!(without.passed() && without.codes == Coded::Unchecked);
}

#[test]
fn nobody_writes_it_without_its_key() {
    let folder = journal();
    assert!(matches!(SqliteJournal::open(folder.path()), Err(OpenError::Anchored { .. })));
    let (key, aside) = (key_file(&folder), folder.path().join("aside"));
    fs::rename(&key, &aside).unwrap();
    assert!(matches!(open_anchored(&folder), Err(OpenError::NoKey { .. })));
    fs::rename(&aside, &key).unwrap();
    open_anchored(&folder).unwrap();
}

#[test]
fn a_cut_tail_is_found_by_the_anchor() {
    let folder = journal();
    tamper(&folder, |db| {
        db.execute_batch(
            "DELETE FROM record WHERE position > 70; DELETE FROM milestone;
             UPDATE stream SET seq = 10, position = 70 WHERE name = 'table/nsw-1';",
        )
        .unwrap();
    });
    let (finding, refused) = found(&folder);
    assert!(finding.unwrap().contains("the anchor knows 100 records, and there are 70"));
    let refused = refused.unwrap();
    assert!(refused.contains("behind its anchor") && refused.contains("two persons"), "{refused}");
}

/// A record as somebody without the key would append it.
fn forge(db: &Connection, entry: Entry) {
    let (id, before): (i64, i64) = db
        .query_row("SELECT id, position FROM stream WHERE name = ?1", [entry.stream.as_str()], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .unwrap();
    let prev: [u8; 32] =
        db.query_row("SELECT hash FROM record WHERE position = ?1", [before], |row| row.get(0)).unwrap();
    let last: (i64, Option<Vec<u8>>) = db
        .query_row("SELECT position, code FROM record ORDER BY position DESC LIMIT 1", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .unwrap();
    let record = entry.seal(Hash::new(prev));
    let e = &record.entry;
    db.execute(
        "INSERT INTO record VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        rusqlite::params![
            last.0 + 1,
            id,
            e.seq as i64,
            before,
            e.at,
            e.actor,
            e.schema,
            e.engine,
            e.key,
            e.body,
            prev,
            record.hash.as_bytes(),
            last.1
        ],
    )
    .unwrap();
    let update = "UPDATE stream SET seq = ?1, position = ?2 WHERE id = ?3";
    db.execute(update, (e.seq as i64, last.0 + 1, id)).unwrap();
}

#[test]
fn a_forged_record_behind_the_last_signature_is_found() {
    let folder = journal();
    tamper(&folder, |db| forge(db, Entry { engine: 1, ..entry("patron/ada", 31) }));
    let (finding, refused) = found(&folder);
    assert_eq!(
        finding.unwrap(),
        "record 31 of patron/ada was not written with the key of this chain, or not in this place"
    );
    assert!(refused.unwrap().contains("the record at position 101 was not written with the key"));
}

#[test]
fn records_of_two_streams_cannot_change_places() {
    let folder = folder();
    let journal = open_anchored(&folder).unwrap();
    fill(&journal, "site", 1);
    fill(&journal, "patron/ada", 1);
    drop(journal);
    tamper(&folder, |db| {
        db.execute_batch(
            "UPDATE record SET position = 9 WHERE position = 1; UPDATE record SET position = 1 WHERE position = 2;
             UPDATE record SET position = 2 WHERE position = 9; UPDATE stream SET position = 3 - position;",
        )
        .unwrap();
    });
    let (finding, refused) = found(&folder);
    assert!(finding.unwrap().contains("not in this place"));
    assert!(refused.is_some());
}

#[test]
fn an_old_value_put_back_on_a_shelf_is_found() {
    let folder = folder();
    let journal = open_anchored(&folder).unwrap();
    journal.put("credential", "staff/mia", b"old hash").unwrap();
    drop(journal);
    let old: (Vec<u8>, Vec<u8>) = Connection::open(folder.path().join("journal.sqlite3"))
        .unwrap()
        .query_row("SELECT bytes, sum FROM shelf WHERE name = 'staff/mia'", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .unwrap();
    let journal = open_anchored(&folder).unwrap();
    journal.put("credential", "staff/mia", b"new hash").unwrap();
    drop(journal);
    tamper(&folder, |db| {
        let update = "UPDATE shelf SET bytes = ?1, sum = ?2 WHERE name = 'staff/mia'";
        db.execute(update, old).unwrap();
    });
    let (finding, refused) = found(&folder);
    let what = "something was added to the shelf \"credential\", taken from it or put back";
    assert!(finding.unwrap().contains(what) && refused.unwrap().contains(what));
}

#[test]
fn the_whole_database_as_it_was_yesterday_is_found() {
    let folder = journal();
    let yesterday = folder.path().join("yesterday");
    copy(folder.path(), &yesterday);
    let journal = open_anchored(&folder).unwrap();
    journal.put("credential", "staff/mia", b"newest hash").unwrap();
    drop(journal);
    fs::copy(&yesterday, folder.path().join("journal.sqlite3")).unwrap();
    let (finding, refused) = found(&folder);
    assert!(finding.unwrap().contains("the anchor knows a later one"));
    let refused = refused.unwrap();
    assert!(refused.contains("behind its anchor: its shelves are those of version"), "{refused}");

    let accepted = accept(folder.path(), &key_file(&folder), &[], "mia and ben").unwrap();
    assert_eq!((accepted.before, accepted.now), (Some(100), 100));
    let journal = open_anchored(&folder).unwrap();
    let accepted = journal.opening().accepted.clone().unwrap();
    assert!(accepted.starts_with("mia and ben; with the keys chain "), "{accepted}");
    journal.acceptance_recorded().unwrap();
    drop(journal);
    assert_eq!(open_anchored(&folder).unwrap().opening().accepted, None);
}

#[test]
fn a_journal_without_its_anchor_or_with_forged_records_is_not_taken_as_it_is() {
    let folder = journal();
    fs::remove_file(folder.path().join("keys/chain.key.anchor")).unwrap();
    assert!(matches!(open_anchored(&folder), Err(OpenError::NoAnchor { .. })));
    tamper(&folder, |db| forge(db, entry("site", 31)));
    let refused = accept(folder.path(), &key_file(&folder), &[], "mia and ben").unwrap_err().to_string();
    assert!(refused.contains("record 31 of site was not written with the key"), "{refused}");
}

#[test]
fn a_changed_snapshot_is_thrown_away_and_a_changed_credential_stops_the_house() {
    let folder = journal();
    tamper(&folder, |db| {
        db.execute("UPDATE shelf SET bytes = x'7b20' WHERE shelf = 'snapshot'", []).unwrap();
    });
    assert!(check(&folder).findings[0].to_string().contains("\"site\" on the shelf \"snapshot\""));
    let journal = open_anchored(&folder).unwrap();
    assert_eq!(journal.opening().emptied, ["\"site\" on the shelf \"snapshot\" is not what was put there"]);
    assert_eq!(journal.get("snapshot", "site"), Ok(None));
    drop(journal);
    assert_eq!(found(&folder), (None, None));

    for change in [
        "UPDATE shelf SET bytes = x'41' WHERE shelf = 'credential'",
        "DELETE FROM shelf WHERE shelf = 'credential'",
        "INSERT INTO shelf VALUES ('credential', 'staff/eve', x'41', zeroblob(32))",
        "UPDATE shelf SET name = 'staff/eve' WHERE shelf = 'credential'",
        "UPDATE shelf_code SET version = version + 1 WHERE shelf = 'credential'",
        "DELETE FROM shelf_code",
        "UPDATE shelf_code SET code = zeroblob(32) WHERE shelf = ''",
        "DELETE FROM checkpoint",
        "UPDATE start SET position = -1",
        "UPDATE start SET position = 1",
        "UPDATE start SET position = 1000",
    ] {
        let folder = self::journal();
        tamper(&folder, |db| db.execute_batch(change).unwrap());
        assert!(found(&folder).0.is_some(), "{change}");
    }
}

#[test]
fn stripping_all_codes_is_detected() {
    let folder = journal();
    tamper(&folder, |db| {
        db.execute_batch(
            "DELETE FROM start; UPDATE record SET code = NULL; DELETE FROM shelf_code;
             UPDATE shelf SET sum = zeroblob(16)",
        )
        .unwrap();
    });
    let (finding, refused) = found(&folder);
    assert!(finding.unwrap().contains("it has no codes, and there is an anchor for it"));
    assert!(refused.unwrap().contains("it has no codes"));
}

#[test]
fn a_journal_that_had_no_codes_is_anchored_by_its_first_start() {
    let folder = folder();
    let journal = open(&folder);
    fill(&journal, "site", 20);
    fill(&journal, "patron/ada", 10);
    journal.put("setting", "a", b"1").unwrap();
    drop(journal);
    let journal = open_anchored(&folder).unwrap();
    assert_eq!(journal.opening().anchored, Some(30));
    fill(&journal, "site", 10);
    drop(journal);
    assert_eq!(found(&folder), (None, None));
    assert_eq!(check(&folder).codes, Coded::From(30));
    // What was there before is covered by where every stream ended then.
    tamper(&folder, |db| {
        db.execute("UPDATE start SET code = zeroblob(32)", []).unwrap();
    });
    assert!(check(&folder).findings[0].to_string().contains("what stands before the first code"));
}

#[test]
fn damage_in_service_is_found_by_looking_again() {
    let folder = journal();
    let journal = open_anchored(&folder).unwrap();
    let whole_round = || -> Result<(), Fault> {
        let mut after = 0;
        loop {
            after = journal.sample(after, 30)?;
            if after == 0 {
                return Ok(());
            }
        }
    };
    assert_eq!(whole_round(), Ok(()));
    fill(&journal, "site", 5);
    journal.put("credential", "staff/ben", b"a hash").unwrap();
    assert_eq!(whole_round(), Ok(()));
    let db = Connection::open(folder.path().join("journal.sqlite3")).unwrap();
    db.execute("UPDATE shelf SET bytes = x'41' WHERE name = 'staff/ben'", []).unwrap();
    let found = whole_round().unwrap_err().to_string();
    assert!(found.contains("\"staff/ben\" on the shelf"), "{found}");
    db.execute_batch("DROP TRIGGER record_stays; UPDATE record SET engine = 1 WHERE position = 40").unwrap();
    assert!(whole_round().is_err());
}

#[test]
fn a_backup_has_the_codes_and_is_behind_the_anchor() {
    let folder = journal();
    let backup = folder.path().join("one.backup");
    SqliteReader::open(folder.path()).unwrap().backup(&backup, &mut |_| {}).unwrap();
    let keyed = Keyed { anchor: None, ..Keyed::load(&key_file(&folder)).unwrap().unwrap() };
    let report = verify_keyed(&backup, Some(&keyed), &[], &mut |_| {}, &mut |_| {}).unwrap();
    assert!(report.passed() && report.codes == Coded::From(0));
    fill(&open_anchored(&folder).unwrap(), "site", 1);
    let newer = folder.path().join("newer.backup");
    SqliteReader::open(folder.path()).unwrap().backup(&newer, &mut |_| {}).unwrap();
    fs::copy(&backup, folder.path().join("journal.sqlite3")).unwrap();
    let refused = open_anchored(&folder).err().unwrap().to_string();
    assert!(refused.contains("punto accept") && !refused.contains("mark"), "{refused}");
    let taken = accept(folder.path(), &key_file(&folder), &[], "mia and ben").unwrap();
    assert_eq!(open_anchored(&folder).unwrap().opening().replaced, None);
    // It was accepted, and then the newer one came back after all: that is not forgotten.
    accept(folder.path(), &key_file(&folder), &[], "mia and ben").unwrap();
    fs::copy(&newer, folder.path().join("journal.sqlite3")).unwrap();
    let opened = open_anchored(&folder).unwrap();
    let (by, records) = opened.opening().replaced.clone().unwrap();
    assert!(by.starts_with("mia and ben") && records == taken.now, "{by} {records}");
    assert_eq!(opened.opening().accepted, None);
    opened.acceptance_recorded().unwrap();
    drop(opened);
    assert_eq!(open_anchored(&folder).unwrap().opening().replaced, None, "once it is on record");
}
