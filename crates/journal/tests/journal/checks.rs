use std::fs;
use std::path::Path;

use punto_journal::check::{CheckReport, Finding, Progress, Wrong, verify};
use punto_journal::{Hash, Journal, Record, Signer, SqliteReader};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::{fill, folder, open, signer, stream};

fn check(path: &Path) -> CheckReport {
    verify(path, &[], &mut |_| {}, &mut |_| {}).unwrap()
}

/// A stopped journal of two streams, 150 records and two checkpoints.
fn journal() -> (TempDir, Vec<Record>) {
    let folder = folder();
    let journal = open(&folder);
    let mut records = fill(&journal, "table/nsw-1", 80);
    journal.checkpoint(&signer(), 1).unwrap();
    records.extend(fill(&journal, "patron/ada", 70));
    journal.checkpoint(&signer(), 2).unwrap();
    journal.put("setting", "a", b"1").unwrap();
    (folder, records)
}

/// Changes the database as someone would who knows it well.
fn tamper(folder: &TempDir, statements: &str) {
    let raw = Connection::open(folder.path().join("journal.sqlite3")).unwrap();
    let triggers: Vec<(String, String)> = raw
        .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    triggers.iter().for_each(|(name, _)| raw.execute_batch(&format!("DROP TRIGGER {name}")).unwrap());
    raw.execute_batch(statements).unwrap();
    triggers.iter().for_each(|(_, sql)| raw.execute_batch(sql).unwrap());
}

#[test]
fn a_whole_journal_passes_and_every_record_is_visited_in_order() {
    let (folder, records) = journal();
    let (mut visited, mut steps) = (Vec::new(), Vec::new());
    let trusted = [signer().public_key()];
    let report =
        verify(folder.path(), &trusted, &mut |r| visited.push(r.clone()), &mut |p| steps.push(p)).unwrap();
    assert!(report.passed(), "{:?}", report.findings);
    assert_eq!(visited, records);
    assert_eq!((report.records, report.checkpoints), (150, 2));
    assert_eq!(report.keys, trusted);
    assert_eq!(report.heads, [records[149].head(), records[79].head()]);
    assert_eq!(steps.first(), Some(&Progress { done: 0, of: 150 }));
    assert_eq!(steps.last(), Some(&Progress { done: 150, of: 150 }));
}

#[test]
fn a_check_changes_no_file_and_makes_none() {
    let (folder, _) = journal();
    let files = || {
        let mut files: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|file| file.unwrap().path())
            .map(|path| {
                (Hash::of(&fs::read(&path).unwrap()), fs::metadata(&path).unwrap().modified().unwrap(), path)
            })
            .collect();
        files.sort();
        files
    };
    let before = files();
    assert!(check(folder.path()).passed());
    let reader = SqliteReader::open(folder.path()).unwrap();
    assert_eq!(reader.read(&stream("patron/ada"), 0, 100).unwrap().len(), 70);
    drop(reader);
    assert_eq!(files(), before);
}

#[test]
fn a_running_journal_can_be_checked_and_read() {
    let folder = folder();
    let journal = open(&folder);
    fill(&journal, "site", 100);
    journal.checkpoint(&signer(), 1).unwrap();
    let reader = SqliteReader::open(folder.path()).unwrap();
    let mut more = 0;
    let report =
        verify(folder.path(), &[], &mut |_| {}, &mut |_| more += fill(&journal, "site", 10).len()).unwrap();
    assert!(report.passed(), "{:?}", report.findings);
    assert_eq!(report.records, 100, "what comes during a check is left to the next");
    assert_eq!(reader.heads().unwrap()[0].seq, 100 + more as u64);
    assert_eq!(journal.find(&stream("site"), "k-7").unwrap().unwrap().entry.seq, 7);
    assert_eq!(reader.checkpoints(0).unwrap(), journal.checkpoints(0).unwrap());
    assert_eq!(check(folder.path()).records, 100 + more as u64);
}

#[track_caller]
fn first(folder: &TempDir) -> (String, u64, Wrong) {
    match check(folder.path()).findings.first() {
        Some(Finding::Record { stream, seq, wrong }) => (stream.to_string(), *seq, wrong.clone()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_changed_record_is_named_with_both_hashes() {
    let (folder, records) = journal();
    tamper(&folder, "UPDATE record SET actor = 'dealer/max' WHERE stream = 1 AND seq = 17");
    let mut changed = records[16].clone();
    changed.entry.actor = "dealer/max".into();
    let expected = changed.entry.hash(&changed.prev);
    let found = records[16].hash;
    assert_eq!(first(&folder), ("table/nsw-1".into(), 17, Wrong::Hash { expected, found }));
    assert_eq!(check(folder.path()).findings.len(), 1, "its neighbours are as they were");
    let text = check(folder.path()).findings[0].to_string();
    assert!(text.starts_with("record 17 of table/nsw-1 was changed: "), "{text}");
}

#[test]
fn a_record_changed_together_with_its_hash_does_not_fit_the_next() {
    let (folder, records) = journal();
    let mut forged = records[16].entry.clone();
    forged.body = "{}".into();
    let forged = forged.seal(records[16].prev);
    tamper(
        &folder,
        &format!("UPDATE record SET body = '{{}}', hash = x'{}' WHERE stream = 1 AND seq = 17", forged.hash),
    );
    let wrong = Wrong::Prev { expected: forged.hash, found: records[16].hash };
    assert_eq!(first(&folder), ("table/nsw-1".into(), 18, wrong));
}

#[test]
fn a_removed_record_is_named_by_its_successor() {
    let (folder, records) = journal();
    tamper(&folder, "DELETE FROM record WHERE stream = 1 AND seq = 17");
    let findings = check(folder.path()).findings;
    assert_eq!(findings[0], Finding::Database("the records at positions 17 to 17 are missing".into()));
    let Finding::Record { seq: 18, wrong, .. } = &findings[1] else { panic!("{findings:?}") };
    assert_eq!(*wrong, Wrong::Number { expected: 17 });
    let Finding::Record { seq: 18, wrong, .. } = &findings[2] else { panic!("{findings:?}") };
    assert_eq!(*wrong, Wrong::Prev { expected: records[15].hash, found: records[16].hash });
}

#[test]
fn an_end_cut_off_without_a_trace_is_missed_by_the_checkpoint_and_the_mark() {
    let (folder, _) = journal();
    tamper(
        &folder,
        "DELETE FROM record WHERE position > 140; UPDATE stream SET seq = 60, position = 140 WHERE id = 2;
         DELETE FROM milestone WHERE stream = 2",
    );
    let (name, seq, wrong) = first(&folder);
    assert_eq!((name.as_str(), seq), ("patron/ada", 70));
    assert_eq!(wrong, Wrong::Missing { witness: "checkpoint 2".into() });
    tamper(
        &folder,
        "DELETE FROM checkpoint WHERE number = 2; DELETE FROM shelf WHERE shelf = 'last-checkpoint'",
    );
    assert_eq!(first(&folder).2, Wrong::Missing { witness: "the mark of the last commit".into() });
    fs::remove_file(folder.path().join("mark")).unwrap();
    // Nothing in the folder knows better now: this is what an anchor outside it is for.
    assert!(check(folder.path()).passed());
}

#[test]
fn a_rewritten_stream_is_not_the_one_that_was_signed() {
    let (folder, records) = journal();
    let mut statements = String::new();
    let mut prev = records[9].hash;
    for record in &records[10..80] {
        let mut entry = record.entry.clone();
        entry.at += 1;
        let forged = entry.seal(prev);
        statements += &format!(
            "UPDATE record SET at = at + 1, prev = x'{}', hash = x'{}' WHERE stream = 1 AND seq = {};",
            forged.prev, forged.hash, forged.entry.seq
        );
        prev = forged.hash;
    }
    tamper(&folder, &statements);
    let (name, seq, wrong) = first(&folder);
    assert_eq!((name.as_str(), seq), ("table/nsw-1", 80));
    let (expected, found) = (records[79].hash, prev);
    assert_eq!(wrong, Wrong::Replaced { witness: "checkpoint 1".into(), expected, found });
}

#[test]
fn forged_checkpoints_are_named() {
    let named = |statements: &str, trusted: &[punto_journal::PublicKey]| {
        let (folder, _) = journal();
        tamper(&folder, statements);
        let report = verify(folder.path(), trusted, &mut |_| {}, &mut |_| {}).unwrap();
        report.findings.iter().map(Finding::to_string).collect::<Vec<_>>().join("\n")
    };
    let text =
        named("UPDATE checkpoint SET line = replace(line, '\"at\":1,', '\"at\":3,') WHERE number = 1", &[]);
    assert!(text.starts_with("checkpoint 1 has a wrong signature"), "{text}");
    assert!(text.contains("checkpoint 2 does not follow the one before"), "{text}");
    let text = named("UPDATE checkpoint SET line = line || ' ' WHERE number = 2", &[]);
    assert!(text.starts_with("checkpoint 2 cannot be read"), "{text}");
    let text = named("DELETE FROM checkpoint WHERE number = 1", &[]);
    assert!(text.starts_with("checkpoint 2 comes where checkpoint 1 is due"), "{text}");
    let text = named("", &[Signer::new(&[8; 32]).public_key()]);
    assert!(text.starts_with("checkpoint 1 was signed with a key that is not trusted"), "{text}");
    assert_eq!(named("", &[Signer::new(&[8; 32]).public_key(), signer().public_key()]), "");
}

#[test]
fn pointers_and_shelves_are_checked_as_well() {
    let named = |statements: &str| {
        let (folder, _) = journal();
        tamper(&folder, statements);
        check(folder.path()).findings.iter().map(Finding::to_string).collect::<Vec<_>>().join("\n")
    };
    assert!(named("UPDATE milestone SET position = 3 WHERE stream = 1").contains("record 64 of table/nsw-1"));
    assert!(named("INSERT INTO milestone VALUES (1, 65, 65)").contains("more or fewer milestones"));
    assert!(named("UPDATE record SET before = 3 WHERE position = 9").contains("record 9 of table/nsw-1"));
    assert!(named("UPDATE stream SET seq = 71 WHERE id = 2").contains("patron/ada ends at record 70"));
    assert!(
        named("UPDATE shelf SET bytes = x'32' WHERE name = 'a'").contains("\"a\" on the shelf \"setting\"")
    );
    assert!(named("INSERT INTO stream VALUES (9, 'table/ghost', 1, 3)").contains("table/ghost"));
    assert!(named("CREATE TABLE diary (day TEXT)").contains("\"diary\" does not belong here"));
}
