use std::fs;
use std::path::Path;

use punto_journal::{AppendError, Hash, Journal, OpenError, SqliteJournal, SqliteReader};
use rusqlite::Connection;

use crate::{all, entry, fill, folder, open, stream};

/// Opens the database behind the journal's back.
fn raw(folder: &Path) -> Connection {
    Connection::open(folder.join("journal.sqlite3")).unwrap()
}

/// What is in a folder. Of what an attempt to open may leave there, only empty files and SQLite's scratch paper.
fn files(folder: &Path) -> Vec<(String, Hash)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap())
        .map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap()))
        .filter(|(name, bytes)| !name.ends_with("-shm") && !bytes.is_empty())
        .map(|(name, bytes)| (name, Hash::of(&bytes)))
        .collect();
    files.sort();
    files
}

/// Opening must fail with this message and leave every file as it is.
#[track_caller]
fn refused(folder: &Path, message: &str) -> OpenError {
    let before = files(folder);
    let error = SqliteJournal::open(folder).err().unwrap();
    assert!(error.to_string().contains(message), "{error}");
    assert_eq!(before, files(folder));
    error
}

#[test]
fn a_second_opener_is_told_the_folder() {
    let folder = folder();
    let journal = open(&folder);
    fill(&journal, "site", 1);
    let second = SqliteJournal::open(folder.path()).err().unwrap();
    assert_eq!(second, OpenError::InUse { dir: folder.path().to_owned() });
    assert!(second.to_string().contains(folder.path().to_str().unwrap()), "{second}");
    assert!(journal.append(vec![entry("site", 2)]).wait().is_ok());
    drop(journal);
    assert_eq!(all(&open(&folder), "site").len(), 2);
}

#[test]
fn a_newer_journal_is_refused_with_both_versions() {
    let folder = folder();
    drop(open(&folder));
    raw(folder.path()).execute_batch("PRAGMA user_version = 3").unwrap();
    let error = refused(folder.path(), "a journal of version 3, and this program knows versions up to 2");
    assert!(matches!(error, OpenError::Newer { found: 3, known: 2, .. }));
    assert!(matches!(SqliteReader::open(folder.path()), Err(OpenError::Newer { .. })));
}

#[test]
fn another_programs_file_is_refused() {
    let folder = folder();
    fs::write(folder.path().join("journal.sqlite3"), "dear diary").unwrap();
    refused(folder.path(), "does not begin like a SQLite database");
    fs::remove_file(folder.path().join("journal.sqlite3")).unwrap();
    raw(folder.path()).execute_batch("CREATE TABLE diary (day TEXT)").unwrap();
    refused(folder.path(), "the database is another program's");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = folder();
    fs::write(folder.path().join("file"), "").unwrap();
    let error = SqliteJournal::open(&folder.path().join("file")).err().unwrap().to_string();
    assert!(error.contains("file cannot be used: "), "{error}");
}

#[test]
fn a_lost_database_is_not_replaced_by_an_empty_one() {
    let folder = folder();
    let journal = open(&folder);
    fill(&journal, "site", 3);
    drop(journal);
    let database = folder.path().join("journal.sqlite3");
    let bytes = fs::read(&database).unwrap();
    fs::remove_file(&database).unwrap();
    refused(folder.path(), "record 3 of site was in it");
    fs::write(&database, "").unwrap();
    refused(folder.path(), "record 3 of site was in it");
    fs::write(&database, bytes).unwrap();
    open(&folder);
}

#[test]
fn a_lost_log_is_missed() {
    let (folder, copy) = (folder(), folder());
    let journal = open(&folder);
    fill(&journal, "site", 3);
    for name in ["journal.sqlite3", "mark"] {
        fs::copy(folder.path().join(name), copy.path().join(name)).unwrap();
    }
    refused(copy.path(), "");
    drop(journal);
    // An older copy in the place of a newer journal is missed in the same way.
    for (name, _) in files(copy.path()) {
        fs::remove_file(copy.path().join(name)).unwrap();
    }
    fs::copy(folder.path().join("journal.sqlite3"), copy.path().join("journal.sqlite3")).unwrap();
    let journal = open(&folder);
    fill(&journal, "site", 1);
    drop(journal);
    fs::copy(folder.path().join("mark"), copy.path().join("mark")).unwrap();
    refused(copy.path(), "record 4 of site was committed and is not there");
    fs::remove_file(copy.path().join("mark")).unwrap();
    assert_eq!(all(&open(&copy), "site").len(), 3, "unless it is done on purpose");
}

#[test]
fn a_truncated_database_is_found_and_left_alone() {
    let folder = folder();
    let journal = open(&folder);
    fill(&journal, "site", 100);
    drop(journal);
    let database = folder.path().join("journal.sqlite3");
    let bytes = fs::read(&database).unwrap();
    for length in
        [1, 15, 16, 50, 100, 4095, 4096, 4097, 8192, bytes.len() / 2, bytes.len() - 4096, bytes.len() - 1]
    {
        fs::write(&database, &bytes[..length]).unwrap();
        refused(folder.path(), "");
    }
    fs::write(&database, bytes).unwrap();
    assert_eq!(all(&open(&folder), "site").len(), 100);
}

#[test]
fn the_database_itself_refuses_changes() {
    let folder = folder();
    let journal = open(&folder);
    let last = fill(&journal, "site", 70).pop().unwrap();
    journal.checkpoint(&crate::signer(), 1).unwrap();
    drop(journal);
    let raw = raw(folder.path());
    for statement in [
        "UPDATE record SET body = ''",
        "DELETE FROM record",
        "DELETE FROM record WHERE position = 70",
        "INSERT OR REPLACE INTO record SELECT * FROM record WHERE position = 70",
        "INSERT OR REPLACE INTO record SELECT 71, 1, 71, 70, at, actor, schema, engine, 'k-3', body, prev, hash
         FROM record WHERE position = 70 AND 0 = (SELECT count(*) FROM record WHERE key = 'k-3')
         UNION SELECT 70, 1, 71, 70, at, actor, schema, engine, 'k-3', body, prev, hash FROM record WHERE position = 70",
        "INSERT INTO record SELECT 71, 1, 70, before, at, actor, schema, engine, 'new', body, prev, hash, NULL
         FROM record WHERE position = 70",
        "INSERT INTO record SELECT 71, 1, 72, 70, at, actor, schema, engine, 'new', body, prev, hash, NULL
         FROM record WHERE position = 70",
        "UPDATE stream SET name = 'other'",
        "DELETE FROM stream",
        "UPDATE milestone SET position = 1",
        "DELETE FROM milestone",
        "UPDATE checkpoint SET line = ''",
        "DELETE FROM checkpoint",
        "INSERT INTO checkpoint VALUES (1, '')",
        "INSERT OR REPLACE INTO checkpoint VALUES (1, '')",
        "INSERT INTO checkpoint VALUES (3, '')",
    ] {
        assert!(raw.execute(statement, []).is_err(), "{statement}");
    }
    drop(raw);
    let journal = open(&folder);
    assert_eq!(journal.heads().unwrap(), [last.head()]);
}

#[test]
fn a_dropped_trigger_is_found_at_the_start() {
    let folder = folder();
    drop(open(&folder));
    raw(folder.path()).execute_batch("DROP TRIGGER record_kept").unwrap();
    refused(folder.path(), "\"record_kept\" is missing or changed");
    raw(folder.path()).execute_batch("CREATE TABLE diary (day TEXT)").unwrap();
    refused(folder.path(), "");
}

#[test]
fn a_changed_end_is_found_at_the_start_and_an_old_record_when_it_is_read() {
    let folder = folder();
    let journal = open(&folder);
    fill(&journal, "site", 60);
    drop(journal);
    let tamper = |seq: u64| {
        let raw = raw(folder.path());
        raw.execute_batch(&format!(
            "DROP TRIGGER record_stays; UPDATE record SET body = body || ' ' WHERE seq = {seq};
             CREATE TRIGGER record_stays BEFORE UPDATE ON record
BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END"
        ))
        .unwrap();
    };
    tamper(3);
    let journal = open(&folder);
    let read = journal.read(&stream("site"), 0, 10).unwrap_err().to_string();
    assert!(read.contains("record 3 of site does not match its hash"), "{read}");
    assert_eq!(journal.read(&stream("site"), 3, 10).unwrap().len(), 10);
    drop(journal);
    tamper(55);
    refused(folder.path(), "record 55 of site does not match its hash");
}

#[test]
fn a_writer_that_meets_the_impossible_stops_and_says_so() {
    let folder = folder();
    let journal = open(&folder);
    fill(&journal, "site", 2);
    // Somebody else writes a record that this journal does not know of.
    raw(folder.path())
        .execute(
            "INSERT INTO record SELECT 3, 1, 3, 2, at, actor, schema, engine, 'theirs', body, prev, hash, NULL FROM record
             WHERE seq = 2",
            [],
        )
        .unwrap();
    let failed = journal.append(vec![entry("site", 3)]).wait().unwrap_err();
    assert!(matches!(&failed, AppendError::Fault(why) if why.contains("number after the last")), "{failed}");
    // From then on nothing is written: nobody knows what else is not as it seems.
    assert_eq!(journal.append(vec![entry("patron/ada", 1)]).wait(), Err(failed));
    assert_eq!(journal.read(&stream("patron/ada"), 0, 1).unwrap(), []);
    assert_eq!(journal.tally().failures, 1);
    drop(journal);
    refused(folder.path(), "record 3 of site does not match its hash");
}

#[test]
fn a_damaged_shelf_is_found_when_it_is_read() {
    let folder = folder();
    let journal = open(&folder);
    journal.put("setting", "limit", b"5000").unwrap();
    raw(folder.path()).execute("UPDATE shelf SET bytes = x'00' WHERE shelf = 'setting'", []).unwrap();
    let read = journal.get("setting", "limit").unwrap_err().to_string();
    assert!(read.contains("\"limit\" on the shelf \"setting\" is not what was put there"), "{read}");
}
