//! Idempotency keys over the border of a run of their index, after a restart, a crash and damage.

use punto_journal::check::verify;
use punto_journal::{AppendError, Entry, Journal, SqliteJournal};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::{entry, folder, open, stream};

/// More than a run holds.
const MANY: u64 = 40_000;

/// An entry with a random key.
fn scattered(name: &str, seq: u64) -> Entry {
    let random = seq.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Entry { key: Some(format!("{random:016x}")), body: "{}".into(), ..entry(name, seq) }
}

/// A journal whose first keys are in a run, and the newest in none.
fn journal(folder: &TempDir) -> SqliteJournal {
    let journal = open(folder);
    // In several commits, as a run ends with one.
    for first in (1..=MANY).step_by(5_000) {
        let entries = (first..first + 5_000).map(|seq| scattered("site", seq)).collect();
        journal.append(entries).wait().unwrap();
    }
    journal
}

fn parts(folder: &TempDir) -> i64 {
    let raw = Connection::open(folder.path().join("journal.sqlite3")).unwrap();
    raw.query_row("SELECT count(*) FROM key_part", [], |row| row.get(0)).unwrap()
}

#[track_caller]
fn repeats_are_found(journal: &SqliteJournal) {
    let next = journal.heads().unwrap()[0].seq + 1;
    for seq in [1, 2, 777, 20_000, 34_999, 35_000, 35_001, MANY] {
        let mut again = scattered("site", seq);
        let found = journal.find(&again.stream, again.key.as_deref().unwrap()).unwrap();
        assert_eq!(found.unwrap().entry, again, "{seq}");
        again.seq = next;
        let refused = journal.append(vec![again.clone()]).wait();
        let key = again.key.clone().unwrap();
        assert_eq!(refused, Err(AppendError::Repeated { stream: stream("site"), key }), "{seq}");
    }
    // The same key is another one in another stream, and one that nobody used is found nowhere.
    let used = scattered("site", 1).key.unwrap();
    assert_eq!(journal.find(&stream("patron/ada"), &used).unwrap(), None);
    assert_eq!(journal.find(&stream("site"), "never").unwrap(), None);
}

#[test]
fn a_repeat_is_found_in_a_run_and_behind_it_also_after_a_restart() {
    let folder = folder();
    let journal = journal(&folder);
    repeats_are_found(&journal);
    drop(journal);
    assert!(parts(&folder) > 100, "{}", parts(&folder));
    let journal = open(&folder);
    repeats_are_found(&journal);
    assert!(journal.append(vec![scattered("site", MANY + 1)]).wait().is_ok());
    drop(journal);
    let report = verify(folder.path(), &[], &mut |_| {}, &mut |_| {}).unwrap();
    assert_eq!(report.findings, []);
}

/// Changes the index as someone would who knows it well.
fn tamper(folder: &TempDir, statement: &str) {
    let raw = Connection::open(folder.path().join("journal.sqlite3")).unwrap();
    let trigger = |name: &str| -> String {
        let select = "SELECT sql FROM sqlite_schema WHERE name = ?1";
        raw.query_row(select, [name], |row| row.get(0)).unwrap()
    };
    let made = ["key_part_stays", "key_part_kept", "record_follows"].map(|name| (name, trigger(name)));
    made.iter().for_each(|(name, _)| raw.execute_batch(&format!("DROP TRIGGER {name}")).unwrap());
    raw.execute_batch(statement).unwrap();
    made.iter().for_each(|(_, sql)| raw.execute_batch(sql).unwrap());
}

/// The index of keys is no constraint of the database. Who writes into the file by hand can repeat a key, and it is found.
#[test]
fn a_key_that_was_repeated_by_hand_is_found() {
    let folder = folder();
    let journal = open(&folder);
    let last = crate::fill(&journal, "site", 70).pop().unwrap();
    drop(journal);
    let repeated = Entry { seq: 71, ..entry("site", 3) };
    let hash = repeated.hash(&last.hash);
    let raw = Connection::open(folder.path().join("journal.sqlite3")).unwrap();
    let insert =
        "INSERT INTO record SELECT 71, 1, 71, 70, ?1, actor, schema, engine, 'k-3', ?2, hash, ?3, NULL
                  FROM record WHERE position = 70";
    raw.execute(insert, (repeated.at, &repeated.body, hash.as_bytes().as_slice())).unwrap();
    drop(raw);
    let report = verify(folder.path(), &[], &mut |_| {}, &mut |_| {}).unwrap();
    let found: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert_eq!(found, ["record 71 of site is damaged: a record before it has the same key"]);
}

#[test]
fn an_index_that_is_not_of_the_records_is_found() {
    let folder = folder();
    drop(journal(&folder));
    let found = || {
        let report = verify(folder.path(), &[], &mut |_| {}, &mut |_| {}).unwrap();
        report.findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(found(), "");
    let raw = Connection::open(folder.path().join("journal.sqlite3")).unwrap();
    for statement in ["UPDATE key_part SET upto = 1", "DELETE FROM key_part"] {
        assert!(raw.execute(statement, []).is_err(), "{statement}");
    }
    drop(raw);
    tamper(&folder, "CREATE TABLE kept AS SELECT * FROM key_part WHERE number = 3");
    tamper(&folder, "UPDATE key_part SET entries = zeroblob(4000) WHERE number = 3");
    assert!(found().contains("part 3 of the index of keys is not what was written"), "{}", found());
    let refused = SqliteJournal::open(folder.path()).err().unwrap().to_string();
    assert!(refused.contains("does not belong here") || refused.contains("index of keys"), "{refused}");
    tamper(
        &folder,
        "UPDATE key_part SET entries = kept.entries FROM kept WHERE key_part.number = 3; DROP TABLE kept",
    );
    assert_eq!(found(), "");
    // With a fitting sum, too: another part's entries.
    tamper(
        &folder,
        "UPDATE key_part SET (entries, sum) = (SELECT entries, sum FROM key_part WHERE number = 4)
                     WHERE number = 3",
    );
    assert!(found().contains("is not that of the records"), "{}", found());
}
