//! Golden journals: made once by each engine and kept for ever. Every later program opens, folds and verifies them.
//!
//! They lie in `crates/floor/tests/golden/engine-N`. An engine that has none yet gets its own with
//!
//! ```text
//! PUNTO_WRITE=1 cargo test -p punto-floor --test floor golden
//! ```
//!
//! What is there is never written over. Only while nobody has run an engine may its folder be deleted and made anew.

mod cups;
mod house;
mod scenarios;
mod state;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use punto_contest::{Contest, TournamentPlan};
use punto_floor::{Books, Floor, Replay, SimulatedClock, Standing, audit};
use punto_journal::{Hash, Journal, Record, Signer, SqliteReader, StreamName, check, restore};
use punto_records::{AccountBody, Body, ENGINE, SiteBody};
use punto_report::statement;
use punto_table::{Account, Coin};
use punto_vocab::{Money, PersonId, Time};
use punto_wire::Worth;
use tokio::runtime::Runtime;

use crate::common::*;

/// The journals of an engine, and what its streams come to.
const JOURNALS: [&str; 2] = ["house.gz", "scenarios.gz"];
const STATES: &str = "states.txt";

/// The folder of every engine that has golden journals, those of this engine made first if that is asked for.
fn engines() -> &'static [(u16, PathBuf)] {
    static FOLDERS: OnceLock<Vec<(u16, PathBuf)>> = OnceLock::new();
    FOLDERS.get_or_init(|| {
        let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
        let own = all.join(format!("engine-{ENGINE}"));
        if std::env::var_os("PUNTO_WRITE").is_some() && !own.exists() {
            write(&own);
        }
        let folders = fs::read_dir(&all).unwrap().map(|entry| entry.unwrap());
        let number = |name: &str| name.strip_prefix("engine-").and_then(|number| number.parse().ok());
        folders.map(|entry| (number(entry.file_name().to_str().unwrap()).unwrap(), entry.path())).collect()
    })
}

/// Makes the journals of this engine; the folder is made when all of them are.
fn write(own: &Path) {
    let (work, runtime) = (tempfile::tempdir().unwrap(), Runtime::new().unwrap());
    let (mut states, mut journals) = (String::new(), Vec::new());
    for name in JOURNALS {
        let folder = work.path().join(name);
        runtime.block_on(async {
            match name {
                "house.gz" => house::write(&folder).await,
                _ => scenarios::write(&folder).await,
            }
        });
        let backup = folder.join("backup");
        let reader = SqliteReader::open(&folder.join("journal")).unwrap();
        reader.backup(&backup, &mut |_| {}).unwrap();
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        io::copy(&mut File::open(&backup).unwrap(), &mut packed).unwrap();
        journals.push((name, packed.finish().unwrap()));
        for (stream, Folded { seq, text }) in fold(&reader) {
            writeln!(states, "{name} {stream} {seq} {}", Hash::of(text.as_bytes())).unwrap();
        }
    }
    fs::create_dir_all(own).unwrap();
    journals.iter().for_each(|(name, packed)| fs::write(own.join(name), packed).unwrap());
    fs::write(own.join(STATES), states).unwrap();
}

/// A golden journal, unpacked and put into a folder as a backup is.
fn unpacked(file: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("backup");
    let mut packed = GzDecoder::new(File::open(file).unwrap());
    io::copy(&mut packed, &mut File::create(&backup).unwrap()).unwrap();
    let report = restore(&backup, &folder.path().join("journal"), &mut |_| {}).unwrap();
    assert!(report.passed(), "{}: {:?}", file.display(), report.findings);
    folder
}

/// Where a stream ends and what it comes to there.
struct Folded {
    seq: u64,
    text: String,
}

/// Folds every stream from its first record on.
fn fold(reader: &SqliteReader) -> BTreeMap<StreamName, Folded> {
    let books = all_books(reader);
    let folded = |stream: &StreamName| match stream.kind() {
        "table" => table(reader, &books, stream, Standing::new(&stream.as_str()["table/".len()..])),
        "patron" => {
            let mut account = punto_accounts::Account::default();
            for record in records(reader, stream, 0) {
                let said = AccountBody::of(&record.entry).unwrap().said().unwrap();
                let (at, by) = (Time(record.entry.at), record.entry.actor.parse().unwrap());
                said.events.iter().for_each(|event| punto_accounts::apply(&mut account, at, &by, event));
            }
            state::of_account(&account)
        }
        "site" => {
            let mut site = punto_site::Site::default();
            for record in records(reader, stream, 0) {
                let Body::Said(said) = SiteBody::of(&record.entry).unwrap() else {
                    panic!("a shoe of the site")
                };
                let (at, by) = (Time(record.entry.at), record.entry.actor.parse().unwrap());
                said.events.iter().for_each(|event| punto_site::apply(&mut site, at, &by, event));
            }
            state::of_site(&site)
        }
        "tournament" => {
            let name = stream.as_str()["tournament/".len()..].parse().unwrap();
            let kept = reader.get("setting", stream.as_str()).unwrap().unwrap();
            let plan = TournamentPlan::from_kept(name, &kept).unwrap();
            let mut contest = Contest::new(books.of_digest(&plan.digest).unwrap(), plan.demonstration());
            for record in records(reader, stream, 0) {
                contest.take(&record).unwrap();
            }
            state::of_tournament(&contest)
        }
        other => panic!("{other} is no kind of stream"),
    };
    let heads = reader.heads().unwrap().into_iter();
    heads.map(|head| (head.stream.clone(), Folded { seq: head.seq, text: folded(&head.stream) })).collect()
}

/// The documents of this program, and those that the journal has kept.
fn all_books(reader: &SqliteReader) -> Books {
    let mut books = books();
    books.fetch(reader).unwrap();
    books
}

fn records(reader: &SqliteReader, stream: &StreamName, after: u64) -> Vec<Record> {
    reader.read(stream, after, 100_000).unwrap()
}

/// What a table comes to, from a standing on.
fn table(reader: &SqliteReader, books: &Books, stream: &StreamName, from: Standing) -> String {
    let seq = from.seq;
    let plan = reader.get("setting", stream.as_str()).unwrap().unwrap();
    let plan: serde_json::Value = serde_json::from_slice(&plan).unwrap();
    let mut replay = Replay::new(books, from, books.of_id(plan["rulebook"].as_str().unwrap()));
    for record in records(reader, stream, seq) {
        replay.take(&record).unwrap();
    }
    assert!(replay.standing.balances(), "{stream}");
    // What the meters say is what the ledger has.
    for (coin, account, sum) in replay.standing.meters.accounts() {
        assert_eq!(replay.standing.table.ledger.on(coin, account), sum, "{stream}: {coin} on {account:?}");
    }
    state::of_table(&replay.standing)
}

/// The states that were written beside the journals.
fn written(folder: &Path, journal: &str) -> BTreeMap<String, (u64, String)> {
    let text = fs::read_to_string(folder.join(STATES)).unwrap();
    let lines = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let own = lines.filter(|words| words[0] == journal);
    own.map(|words| (words[1].to_owned(), (words[2].parse().unwrap(), words[3].to_owned()))).collect()
}

#[test]
fn this_engine_has_golden_journals() {
    let own = engines().iter().find(|(engine, _)| *engine == ENGINE);
    let (_, folder) = own.unwrap_or_else(|| {
        panic!("engine {ENGINE} has none; PUNTO_WRITE=1 cargo test -p punto-floor --test floor golden")
    });
    for name in JOURNALS {
        assert!(folder.join(name).exists() && !written(folder, name).is_empty(), "{name}");
    }
}

/// How many records are steps of the house's own shoe.
fn steps(journal: &SqliteReader) -> u64 {
    let heads = journal.heads().unwrap();
    let records = heads.iter().flat_map(|head| journal.read(&head.stream, 0, usize::MAX).unwrap());
    records.filter(|record| record.entry.body.starts_with("{\"shoe\"")).count() as u64
}

#[test]
fn golden_journals_hold_and_come_to_what_they_came_to() {
    for (engine, folder) in engines() {
        for name in JOURNALS {
            let place = unpacked(&folder.join(name));
            let journal = place.path().join("journal");
            let key = Signer::new(&[9; 32]).public_key();
            let report = check::verify(&journal, &[key], &mut |_| {}, &mut |_| {}).unwrap();
            assert!(report.passed() && report.checkpoints > 0, "{name}: {:?}", report.findings);
            let reader = SqliteReader::open(&journal).unwrap();
            let found = audit(&reader, books(), &mut |_| {}).unwrap();
            // Of another engine's records the steps of a shoe are checked again, and nothing else.
            let again = if *engine == ENGINE { report.records } else { steps(&reader) };
            assert_eq!((found.records, found.decided_again()), (report.records, again), "{name}");
            assert_eq!(found.unknown, []);
            let (folded, written) = (fold(&reader), written(folder, name));
            assert_eq!(folded.len(), written.len(), "{name}");
            for (stream, Folded { seq, text }) in folded {
                let state = (seq, Hash::of(text.as_bytes()).to_string());
                assert_eq!(Some(&state), written.get(stream.as_str()), "{name}, {stream} came to\n{text}");
            }
        }
    }
}

/// A snapshot that this program cannot read any more is passed by; one that it reads must not lead elsewhere.
#[test]
fn snapshots_of_golden_journals_lead_to_the_same() {
    for (engine, folder) in engines() {
        for name in JOURNALS {
            let place = unpacked(&folder.join(name));
            let reader = SqliteReader::open(&place.path().join("journal")).unwrap();
            let (books, folded) = (all_books(&reader), fold(&reader));
            let (mut read, mut all) = (0, 0);
            for stream in reader.names("snapshot").unwrap() {
                let bytes = reader.get("snapshot", &stream).unwrap().unwrap();
                let kept: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
                let stream: StreamName = stream.parse().unwrap();
                all += 1;
                let text = match stream.kind() {
                    "table" => serde_json::from_value(kept["state"].clone())
                        .map(|standing| table(&reader, &books, &stream, standing)),
                    "patron" => serde_json::from_value(kept["state"].clone())
                        .map(|account| state::of_account(&account)),
                    _ => continue,
                };
                // An account's or the site's own snapshot may have records behind it; tables are read on.
                let whole = stream.kind() == "table" || kept["seq"] == folded[&stream].seq;
                if let (Ok(text), true) = (text, whole) {
                    assert_eq!(text, folded[&stream].text, "{name}, {stream}");
                    read += 1;
                }
            }
            assert!(all > 0 && (*engine != ENGINE || read > 0), "{name}: {read} of {all} snapshots read");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_floor_goes_on_with_golden_journals() {
    for (_, folder) in tokio::task::spawn_blocking(engines).await.unwrap() {
        for name in JOURNALS {
            for snapshots in [true, false] {
                let place = unpacked(&folder.join(name));
                let journal = journal(&place.path().join("journal")).await;
                if !snapshots {
                    let kept = journal.names("snapshot").unwrap();
                    kept.iter().for_each(|stream| journal.remove("snapshot", stream).unwrap());
                }
                let floor = Floor::start(setup(journal, &SimulatedClock::at(START))).await.unwrap();
                assert!(!floor.tables().is_empty());
                for table in floor.tables() {
                    assert_eq!(table.now().fault, None, "{name}, {}", table.name());
                }
                if name == "house.gz" {
                    statements_agree(&floor).await;
                }
                // Not stopped, since a snapshot of every table would take long; as if the power had failed.
                let found = audit(&**floor.journal(), books(), &mut |_| {});
                assert!(found.is_ok(), "{name}: {found:?}");
            }
        }
    }
}

/// What a patron's statement comes to is what the account and the tables' ledgers have.
async fn statements_agree(floor: &Floor) {
    let heads = floor.journal().heads().unwrap();
    let patrons: Vec<PersonId> =
        heads.iter().filter_map(|head| head.stream.as_str().strip_prefix("patron/")?.parse().ok()).collect();
    assert!(!patrons.is_empty());
    for patron in patrons {
        let whole = statement(&**floor.journal(), patron, (i64::MIN, i64::MAX), usize::MAX).unwrap();
        let account = floor.patron(patron).await.unwrap().now().balance().minor();
        // What a demonstration plays with comes from no account.
        let real = floor.tables().into_iter().filter(|table| !table.plan().demonstration());
        let tables: Money = real
            .map(|table| {
                let table = table.standing().table;
                let lie = table.open.iter().flat_map(|open| open.wagers());
                let own = lie.filter(|placed| placed.wager.patron == patron);
                let staked: Money = own.map(|placed| placed.wager.stake.chips).sum();
                let on = |place| table.ledger.on(Coin::Credits, place);
                staked + on(Account::Balance(patron)) + on(Account::Owed(patron))
            })
            .sum();
        assert_eq!(whole.closing, Worth { account, tables: tables.minor() }, "{patron}");
    }
}
