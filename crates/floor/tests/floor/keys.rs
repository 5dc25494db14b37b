//! A command that is given twice is done once, and answered the same way both times.

use punto_floor::{CoupRef, Outcome, Said, SimulatedClock, TableHandle};
use punto_table::{Account, Actor, Coin};

use crate::common::*;

async fn said(table: &TableHandle, name: &str, by: Actor, line: &str) -> Outcome {
    table.say(Said { key: key(name), by, command: line.parse().unwrap(), of: None }).await.unwrap()
}

fn ada() -> Actor {
    Actor::Patron(patron("ada"))
}

fn balance(table: &TableHandle, name: &str) -> i64 {
    table.now().table.ledger.on(Coin::Credits, Account::Balance(patron(name))).minor()
}

/// A table with ada and ben seated, and wagers open.
async fn betting(folder: &std::path::Path, clock: &SimulatedClock) -> (punto_floor::Floor, TableHandle) {
    let floor = floor(folder, clock).await;
    let name = "t".parse().unwrap();
    if let Some(table) = floor.table(&name) {
        return (floor, table);
    }
    let table = floor.add_table(demonstration("t", "rws-2016"), Actor::System).await.unwrap();
    seat(&table, &["ada", "ben"]).await;
    while step_if_due(&table, clock).await.is_some() {}
    (floor, table)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeat_is_answered_as_the_first_was() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let (running, table) = betting(folder.path(), &clock).await;
    let first = said(&table, "k1", ada(), "bet ada@1 player 50").await;
    let first = first.done().unwrap().clone();
    assert!(!first.repeated);
    clock.advance(1_000_000);
    let again = said(&table, "k1", ada(), "bet ada@1 player 50").await;
    assert_eq!(again.done().unwrap(), &punto_floor::Answer { repeated: true, ..first.clone() });
    assert_eq!(balance(&table, "ada"), 10_000_000 - 5_000, "one stake, not two");

    // A key is its giver's, and names one command.
    let other = said(&table, "k1", Actor::Patron(patron("ben")), "bet ben@2 player 50").await;
    assert!(other.refused().unwrap().to_string().contains("somebody else's command"));
    let other = said(&table, "k1", ada(), "bet ada@1 tie 50").await;
    assert!(other.refused().unwrap().to_string().contains("another command"));

    // What was refused stays refused under its key, even when it would be allowed now.
    let below = said(&table, "k2", ada(), "bet ada@1 tie 1").await.refused().unwrap().clone();
    assert_eq!(said(&table, "k2", ada(), "bet ada@1 tie 1").await, Outcome::Refused(below));

    // After a restart the journal remembers, also what would be refused by now.
    drop((running, table));
    let (running, table) = betting(folder.path(), &clock).await;
    let seq = table.now().seq;
    let again = said(&table, "k1", ada(), "bet ada@1 player 50").await;
    let again = again.done().unwrap();
    assert!(again.repeated);
    assert_eq!((again.seq, &again.happened), (first.seq, &first.happened));
    while !table.now().table.open.as_ref().unwrap().in_coup() {
        step(&table, &clock).await;
    }
    let late = said(&table, "k3", ada(), "bet ada@1 tie 50").await;
    assert!(late.refused().is_some(), "wagers are closed by now");
    running.stop().await;
    drop((running, table));
    // From the snapshot nothing is known of keys: they are found in the journal.
    let (_running, table) = betting(folder.path(), &clock).await;
    let again = said(&table, "k1", ada(), "bet ada@1 player 50").await;
    assert_eq!(again.done().unwrap().seq, first.seq);
    let other = said(&table, "k1", Actor::Patron(patron("ben")), "bet ada@1 player 50").await;
    assert!(other.refused().unwrap().to_string().contains("somebody else's command"));
    assert!(table.now().seq > seq);
}

/// A wager whose answer was lost comes again when its coup is long over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wager_is_never_taken_in_a_later_coup_than_it_was_said_of() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let (_running, table) = betting(folder.path(), &clock).await;
    let moment = table.now();
    let first = CoupRef::of(&moment.table, moment.seq);
    let bet = |name: &str, line: &str, of: CoupRef| Said {
        key: key(name),
        by: ada(),
        command: line.parse().unwrap(),
        of: Some(of),
    };
    let taken = bet("taken", "bet ada@1 player 50", first);
    let lost = bet("lost", "bet ada@1 tie 50", first);
    done(table.say(taken.clone()).await);
    while table.now().table.coups.ended() == 0 {
        step(&table, &clock).await;
    }
    while step_if_due(&table, &clock).await.is_some() {}
    let moment = table.now();
    let second = CoupRef::of(&moment.table, moment.seq);
    assert_eq!((second.shoe, second.coup), (first.shoe, first.coup + 1));
    // What was done is answered as it was; what never came is too late, and would be taken if said of this coup.
    assert!(done(table.say(taken).await).repeated);
    let late = table.say(lost.clone()).await.unwrap();
    assert_eq!(late.refused().unwrap().reason.code(), "of-another-coup");
    assert_eq!(table.say(lost).await.unwrap(), late, "and stays refused");
    assert!(table.now().table.open.as_ref().unwrap().wagers().is_empty());
    done(table.say(bet("again", "bet ada@1 tie 50", second)).await);
    let ahead = CoupRef { seq: table.now().seq + 1, ..second };
    let ahead = table.say(bet("ahead", "bet ada@1 player 50", ahead)).await.unwrap();
    assert_eq!(ahead.refused().unwrap().reason.code(), "not-so-far");
    // Money is the same in any coup.
    let out =
        Said { key: key("home"), by: ada(), command: "cash-out ada 5".parse().unwrap(), of: Some(first) };
    done(table.say(out).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_repeats_at_once_are_one_command() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let (_floor, table) = betting(folder.path(), &clock).await;
    let before = table.now().seq;
    let mut tasks = Vec::new();
    for n in 0..200 {
        let table = table.clone();
        tasks.push(tokio::spawn(async move {
            // Twenty commands, ten times each.
            let line = format!("bet ada@1 player {}", 20 + n % 20);
            let said = Said {
                key: key(format!("k{}", n % 20)),
                by: ada(),
                command: line.parse().unwrap(),
                of: None,
            };
            loop {
                match table.say(said.clone()).await {
                    Err(punto_floor::FloorError::Busy) => tokio::task::yield_now().await,
                    answer => return (n % 20, answer.unwrap()),
                }
            }
        }));
    }
    let mut seqs = std::collections::BTreeMap::new();
    for task in tasks {
        let (n, outcome) = task.await.unwrap();
        if let Some(answer) = outcome.done() {
            assert_eq!(*seqs.entry(n).or_insert(answer.seq), answer.seq, "the same answer to all");
        }
    }
    assert_eq!(table.now().seq - before, seqs.len() as u64, "each command has one record");
    assert!(!seqs.is_empty());
}
