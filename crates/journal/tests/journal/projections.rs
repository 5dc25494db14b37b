//! Projections: equal to the journal however they came about, and never in the way of an append.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use punto_journal::projection::{Follower, Progress, Projected, TermIndex, Wanted};
use punto_journal::{Entry, Journal, SqliteJournal};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::{entry, folder, open, stream};

/// Every word of the body, and the actor.
fn terms(entry: &Entry) -> BTreeSet<String> {
    let words = entry.body.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).chain([format!("by {}", entry.actor)]).collect()
}

fn index(folder: &TempDir, version: u32) -> Projected<TermIndex> {
    Projected::new(&folder.path().join("projections"), TermIndex::new("search", version, terms))
}

fn caught_up(index: &Projected<TermIndex>, journal: &SqliteJournal) {
    while index.catch_up(journal).unwrap() {}
}

/// Appends a few records to three streams, in turns.
fn play(journal: &SqliteJournal, rounds: u64) {
    let first = journal.position() / 3;
    for n in first + 1..=first + rounds {
        for (name, actor) in [("table/a", "ada"), ("site", "ben"), ("table/b", "Ärger & Co")] {
            let body =
                format!("bet {} on Player{}, then {}", n % 7, n % 3, if n % 5 == 0 { "win" } else { "x" });
            let entry = Entry { actor: actor.into(), body, ..entry(name, n) };
            journal.append(vec![entry]).wait().unwrap();
        }
    }
}

fn whole(term: &str) -> Wanted {
    Wanted::Whole(term.into())
}

fn beginning(start: &str) -> Wanted {
    Wanted::Beginning(start.into())
}

/// What a scan finds in a stream.
fn scanned(journal: &SqliteJournal, name: &str, wanted: &[Wanted]) -> Vec<u64> {
    let records = journal.read(&stream(name), 0, usize::MAX).unwrap();
    let fits = |entry: &Entry| wanted.iter().all(|one| one.is_in(&terms(entry)));
    records.iter().map(|record| &record.entry).filter(|entry| fits(entry)).map(|entry| entry.seq).collect()
}

fn queries() -> Vec<Vec<Wanted>> {
    vec![
        vec![whole("win")],
        vec![whole("Player1"), whole("3")],
        vec![whole("player1")],
        vec![beginning("Pl"), whole("win")],
        vec![beginning("by A")],
        vec![whole("by Ärger & Co"), beginning("b")],
        vec![whole("by Ä")],
        vec![beginning("by Ä")],
        vec![beginning("b")],
        vec![whole("never")],
        vec![whole("\" OR x")],
    ]
}

#[track_caller]
fn agrees_with_a_scan(index: &Projected<TermIndex>, journal: &SqliteJournal) {
    for wanted in queries() {
        let found = index.look_up(&wanted).unwrap().unwrap();
        for name in ["site", "table/a", "table/b", "table/none"] {
            let expected = scanned(journal, name, &wanted);
            let all = found.find(&stream(name), 0, u64::MAX, usize::MAX >> 1).unwrap();
            assert_eq!(all, expected, "{wanted:?} in {name}");
            let some: Vec<u64> =
                expected.iter().copied().filter(|seq| (4..=19).contains(seq)).take(2).collect();
            assert_eq!(found.find(&stream(name), 3, 19, 2).unwrap(), some, "{wanted:?} in {name}");
        }
    }
}

#[test]
fn what_followed_from_the_first_record_equals_what_was_made_again_and_a_scan() {
    let folder = folder();
    let (journal, followed) = (open(&folder), index(&folder, 1));
    assert!(followed.look_up(&[whole("win")]).unwrap().is_none(), "there is none yet");
    for rounds in [1, 7, 40, 2, 700] {
        play(&journal, rounds);
        caught_up(&followed, &journal);
        assert_eq!(
            followed.progress(&journal),
            Progress { done: journal.position(), of: journal.position() }
        );
        agrees_with_a_scan(&followed, &journal);
    }
    let elsewhere = crate::folder();
    let rebuilt = index(&elsewhere, 1);
    caught_up(&rebuilt, &journal);
    agrees_with_a_scan(&rebuilt, &journal);
    let listed = |folder: &TempDir| -> Vec<(String, i64)> {
        let raw = Connection::open(folder.path().join("projections/search.sqlite3")).unwrap();
        raw.execute_batch("CREATE VIRTUAL TABLE temp.listed USING fts5vocab(main, term, instance)").unwrap();
        let mut all = raw.prepare("SELECT term, doc FROM temp.listed ORDER BY 1, 2").unwrap();
        let rows = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    assert!(!listed(&folder).is_empty());
    assert_eq!(listed(&folder), listed(&elsewhere));
}

#[test]
fn a_search_knows_from_where_on_it_has_to_read() {
    let folder = folder();
    let (journal, index) = (open(&folder), index(&folder, 1));
    play(&journal, 10);
    caught_up(&index, &journal);
    play(&journal, 5);
    let found = index.look_up(&[beginning("b")]).unwrap().unwrap();
    assert_eq!(found.indexed(&stream("site")), 10);
    assert_eq!(found.indexed(&stream("table/new")), 0);
    assert_eq!(found.find(&stream("site"), 0, u64::MAX, 100).unwrap(), (1..=10).collect::<Vec<_>>());
    assert_eq!(index.progress(&journal), Progress { done: 30, of: 45 });
}

#[test]
fn a_file_that_is_gone_damaged_of_another_version_or_of_another_journal_is_made_again() {
    let folder = folder();
    let journal = open(&folder);
    play(&journal, 50);
    let file = folder.path().join("projections/search.sqlite3");
    caught_up(&index(&folder, 1), &journal);

    let goes_on = index(&folder, 1);
    goes_on.catch_up(&journal).unwrap();
    assert_eq!(goes_on.progress(&journal).done, 150, "nothing was added, and all is there");
    drop(goes_on);

    let newer = index(&folder, 2);
    caught_up(&newer, &journal);
    agrees_with_a_scan(&newer, &journal);
    drop(newer);

    std::fs::remove_file(&file).unwrap();
    let again = index(&folder, 2);
    caught_up(&again, &journal);
    agrees_with_a_scan(&again, &journal);
    drop(again);

    std::fs::write(&file, vec![7; 10_000]).unwrap();
    let again = index(&folder, 2);
    caught_up(&again, &journal);
    agrees_with_a_scan(&again, &journal);
    drop(again);

    // Another journal, with as many records at the same positions.
    let elsewhere = crate::folder();
    let other = open(&elsewhere);
    (1..=200).for_each(|seq| drop(other.append(vec![entry("site", seq)]).wait().unwrap()));
    let strange = index(&folder, 2);
    caught_up(&strange, &other);
    assert_eq!(strange.progress(&other), Progress { done: 200, of: 200 });
    let found = strange.look_up(&[whole("win")]).unwrap().unwrap();
    assert_eq!(found.find(&stream("site"), 0, 200, 10).unwrap(), [] as [u64; 0]);
}

#[test]
fn a_follower_catches_up_and_a_broken_one_fails_no_append() {
    let folder = folder();
    let journal = Arc::new(open(&folder));
    play(&journal, 20);
    let follower = Follower::start(journal.clone(), index(&folder, 1), |_, fault| panic!("{fault}")).unwrap();
    play(&journal, 20);
    let end = Instant::now() + Duration::from_secs(120);
    while follower.progress() != (Progress { done: 120, of: 120 }) {
        assert!(Instant::now() < end, "{:?}", follower.progress());
        thread::sleep(Duration::from_millis(10));
    }
    follower.stop();
    agrees_with_a_scan(follower.projected(), &journal);
    drop(follower);

    // A folder in the place of the file.
    let (file, (told, failures)) =
        (folder.path().join("projections/search.sqlite3"), std::sync::mpsc::channel());
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir_all(file.join("in the way")).unwrap();
    let broken = Follower::start(journal.clone(), index(&folder, 1), move |name, fault| {
        told.send(format!("{name}: {fault}")).unwrap();
    });
    let failure = failures.recv_timeout(Duration::from_secs(120)).unwrap();
    assert!(failure.starts_with("search: "), "{failure}");
    play(&journal, 5);
    assert_eq!(broken.unwrap().progress(), Progress { done: 0, of: 135 });
}
