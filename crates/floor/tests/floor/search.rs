//! Searches: what the index finds is what a scan of the journal finds, while it follows and when it is made again.

use std::collections::BTreeSet;

use punto_floor::SimulatedClock;
use punto_journal::projection::{Projected, TermIndex};
use punto_journal::{Head, Journal, Record, SqliteJournal, StreamName};
use punto_report::{Sought, search_index};
use punto_table::Actor;

use crate::common::*;

/// What somebody could look for, and whether it is there.
fn questions() -> Vec<(Sought, bool)> {
    let words = |text: &str| Sought::Words(text.into());
    vec![
        (words("wagered"), true),
        (words("ada WAGERED"), true),
        (words("player 1"), true),
        (words("wag ad"), true),
        (words("agered"), false),
        (words("test"), true),
        (words("ada cyd"), false),
        (Sought::Person("ada".into()), true),
        (Sought::Person("ad".into()), false),
        (Sought::Clause("5.1".into()), true),
        (Sought::Clause("5.".into()), false),
        (Sought::Money(money("125")), true),
        (Sought::Money(money("12")), false),
        (Sought::Money(money("100000")), true),
    ]
}

fn scanned(journal: &SqliteJournal, sought: &Sought) -> BTreeSet<(StreamName, u64)> {
    let all = |head: Head| journal.read(&head.stream, 0, usize::MAX).unwrap();
    let records = journal.heads().unwrap().into_iter().flat_map(all);
    let found = records.filter(|record: &Record| sought.is_in(&record.entry));
    found.map(|record| (record.entry.stream, record.entry.seq)).collect()
}

fn looked_up(
    index: &Projected<TermIndex>,
    journal: &SqliteJournal,
    sought: &Sought,
) -> BTreeSet<(StreamName, u64)> {
    let found = index.look_up(&sought.wanted()).unwrap().unwrap();
    let of_stream = |Head { stream, seq, .. }: Head| {
        assert_eq!(found.indexed(&stream), seq);
        let numbers = found.find(&stream, 0, seq, 1_000_000).unwrap();
        numbers.into_iter().map(move |seq| (stream.clone(), seq))
    };
    journal.heads().unwrap().into_iter().flat_map(of_stream).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_index_finds_what_a_scan_finds() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let journal = journal(folder.path()).await;
    let floor = punto_floor::Floor::start(setup(journal.clone(), &clock)).await.unwrap();
    let followed = Projected::new(&folder.path().join("projections"), search_index());
    let catch_up = |index: &Projected<TermIndex>| while index.catch_up(&journal).unwrap() {};

    let table = floor.add_table(demonstration("nsw", "nsw-2021"), Actor::System).await.unwrap();
    seat(&table, &["ada", "ben"]).await;
    catch_up(&followed);
    let (mut coups, mut wagered) = (0, 0);
    while coups < 3 {
        let moment = step(&table, &clock).await;
        let line = format!("bet ada@1 player {}", 125 + 25 * coups);
        let bet = say(&table, Actor::Patron(patron("ada")), &line).await.unwrap();
        wagered += u32::from(bet.done().is_some());
        coups = moment.table.coups.ended();
        catch_up(&followed);
    }
    assert!(wagered > 0);
    floor.stop().await;
    catch_up(&followed);

    let elsewhere = tempfile::tempdir().unwrap();
    let rebuilt = Projected::new(elsewhere.path(), search_index());
    catch_up(&rebuilt);
    for (sought, there) in questions() {
        let expected = scanned(&journal, &sought);
        assert_eq!(!expected.is_empty(), there, "{sought:?}");
        assert_eq!(looked_up(&followed, &journal, &sought), expected, "{sought:?}");
        assert_eq!(looked_up(&rebuilt, &journal, &sought), expected, "{sought:?}");
    }
    assert!(Sought::Words(" § ".into()).wanted().is_empty(), "there is no word in it");
}
