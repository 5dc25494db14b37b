//! Searches by the index against a scan of the same journal, and what the index costs for each record.
//!
//! `-- 427000` asks for another number of records.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use punto_journal::projection::Projected;
use punto_journal::{Entry, Journal, SqliteJournal};
use punto_records::{SCHEMA, Spoken, TableBody};
use punto_report::{Sought, search_index};
use punto_vocab::stored::Stored;

const TABLES: u64 = 20;

fn main() {
    let asked = std::env::args().find_map(|word| word.parse().ok());
    let records: u64 = asked.unwrap_or(100_000);
    let folder = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(&folder.path().join("journal")).unwrap();
    for first in (1..=records / TABLES).step_by(500) {
        let seqs = first..(first + 500).min(records / TABLES + 1);
        let entries = seqs.flat_map(|seq| (0..TABLES).map(move |table| entry(table, seq))).collect();
        journal.append(entries).wait().unwrap();
    }
    let index = Projected::new(folder.path(), search_index());
    let began = Instant::now();
    while index.catch_up(&journal).unwrap() {}
    let each = began.elapsed().as_secs_f64() * 1e6 / journal.position() as f64;
    let length = |name: &str| std::fs::metadata(folder.path().join(name)).unwrap().len();
    let size = (length("search.sqlite3") + length("search.sqlite3-wal")) / journal.position();
    println!("{} records; the index takes {each:.1} µs and {size} bytes a record", journal.position());
    println!("search                                   hits   by the index      by a scan");
    for sought in [
        Sought::Words("wagered patron777".into()),
        Sought::Words("wag".into()),
        Sought::Words("nobody".into()),
        Sought::Person("patron777".into()),
        Sought::Clause("5.1".into()),
        Sought::Money("1234".parse().unwrap()),
    ] {
        let (hits, indexed) = timed(|| page(&index, &journal, &sought));
        let (scanned, by_scan) = timed(|| scan(&journal, &sought));
        assert_eq!(hits, scanned, "{sought:?}");
        println!("{:<38} {hits:>6}   {indexed:>12.2?}   {by_scan:>12.2?}", format!("{sought:?}"));
    }
}

/// How many records a page has.
const PAGE: usize = 100;

/// Reads a page of what fits, all streams in order.
fn page(
    index: &Projected<punto_journal::projection::TermIndex>,
    journal: &SqliteJournal,
    sought: &Sought,
) -> usize {
    let found = index.look_up(&sought.wanted()).unwrap().unwrap();
    let mut hits = 0;
    for head in journal.heads().unwrap() {
        for seq in found.find(&head.stream, 0, head.seq, PAGE - hits).unwrap() {
            hits += journal.read(&head.stream, seq - 1, 1).unwrap().len();
        }
    }
    hits
}

fn scan(journal: &SqliteJournal, sought: &Sought) -> usize {
    let mut hits = 0;
    for head in journal.heads().unwrap() {
        let mut after = 0;
        while after < head.seq && hits < PAGE {
            let records = journal.read(&head.stream, after, 1_000).unwrap();
            hits += records.iter().filter(|record| sought.is_in(&record.entry)).count();
            after = records.last().unwrap().entry.seq;
        }
    }
    hits.min(PAGE)
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let done = work();
    (done, began.elapsed())
}

/// A wager with its event and its clause.
fn entry(table: u64, seq: u64) -> Entry {
    let (patron, stake) = (format!("patron{}", seq * 7 % 2_000), 5 + (seq + table) % 5_000);
    let command = format!("bet {patron}@1 player {stake}").parse().unwrap();
    let what: punto_table::Happening = format!("wagered {patron}@1 player {stake}").parse().unwrap();
    let event = serde_json::json!({ "what": what.store(), "by": ["nsw-2021/5.1", "nsw-2021/5.4"] });
    let events = Vec::restore_value(&serde_json::Value::Array(vec![event])).unwrap();
    Entry {
        stream: format!("table/nsw-{table}").parse().unwrap(),
        seq,
        at: 1_800_000_000_000_000 + seq as i64,
        actor: format!("patron {patron}"),
        schema: SCHEMA,
        engine: 1,
        key: Some(format!("{:016x}", (seq * TABLES + table).wrapping_mul(0x9e37_79b9_7f4a_7c15))),
        body: TableBody::Said(Spoken::new(command, events)).write(),
    }
}
