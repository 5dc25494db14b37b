//! Records that call themselves older or newer than they are: nothing gets past the check by that.

use std::cmp::Ordering;
use std::path::Path;

use punto_accounts::{AccountKind, Command};
use punto_floor::{AuditError, Floor, OutcomeOf, RecordFault, SaidTo, SimulatedClock, audit};
use punto_journal::{Journal, SqliteJournal};
use punto_records::ENGINE;
use punto_site::Principal as Who;
use punto_table::Actor;
use serde_json::Value;

use crate::common::*;

const BOUGHT: &str = "bought ada 100000 balance";

/// A table where two have sat down, put away with a snapshot.
async fn stopped(folder: &Path) -> Floor {
    let floor = floor(folder, &SimulatedClock::at(START)).await;
    let table = floor.add_table(demonstration("t", "rws-2016"), Actor::System).await.unwrap();
    seat(&table, &["ada", "ben"]).await;
    floor.stop().await;
    floor
}

/// Writes the house anew, with Ada's buy-in otherwise, the engines of the table's records before it, of itself and behind
/// it as given, and a snapshot that fits.
async fn rewritten(
    from: &Floor,
    to: &Path,
    bought: &str,
    engine: impl Fn(Ordering) -> u16,
) -> std::sync::Arc<SqliteJournal> {
    let (old, new) = (from.journal(), journal(to).await);
    for shelf in ["setting", "rulebook"] {
        for name in old.names(shelf).unwrap() {
            new.put(shelf, &name, &old.get(shelf, &name).unwrap().unwrap()).unwrap();
        }
    }
    let stream = "table/t".parse().unwrap();
    let records = old.read(&stream, 0, 1_000).unwrap();
    let place = records.iter().position(|record| record.entry.body.contains(&stored(BOUGHT))).unwrap();
    assert!(place + 1 < records.len());
    let entries = records.into_iter().enumerate().map(|(number, record)| {
        let mut entry = record.entry;
        entry.engine = engine(number.cmp(&place));
        if number == place {
            entry.body = entry.body.replace(&stored(BOUGHT), bought);
        }
        entry
    });
    let last = new.append(entries.collect()).await.unwrap().last().unwrap().clone();
    let kept = old.get("snapshot", "table/t").unwrap().unwrap();
    let mut kept: Value = serde_json::from_slice(&kept).unwrap();
    assert_eq!(kept["seq"], last.entry.seq);
    kept["hash"] = serde_json::to_value(last.hash).unwrap();
    kept["state"]["hash"] = kept["hash"].clone();
    new.put("snapshot", "table/t", &serde_json::to_vec(&kept).unwrap()).unwrap();
    new
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_record_is_of_an_older_engine_than_those_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let floor = stopped(folder.path()).await;
    let forged = stored("bought ada 900000 balance");
    // A record that calls itself older comes behind one of this engine; one that calls itself newer before one of it.
    for of in [ENGINE - 1, ENGINE + 1, 99] {
        let to = tempfile::tempdir().unwrap();
        let journal = rewritten(&floor, to.path(), &forged, |place| match place {
            Ordering::Equal => of,
            Ordering::Less | Ordering::Greater => ENGINE,
        });
        let wrong = audit(&*journal.await, books(), &mut |_| {}).unwrap_err();
        let AuditError::Record(bad) = &wrong else { panic!("{wrong}") };
        let lower = of.min(ENGINE);
        assert!(bad.found.contains(&format!("engine {lower}")), "{of}: {bad}");
    }
    // As it is, and as another engine wrote all of it.
    for of in [ENGINE - 1, ENGINE, ENGINE + 1] {
        let to = tempfile::tempdir().unwrap();
        let journal = rewritten(&floor, to.path(), &stored(BOUGHT), |_| of).await;
        let found = audit(&*journal, books(), &mut |_| {}).unwrap();
        assert_eq!(found.decided_again() == found.records, of == ENGINE, "{of}: {found:?}");
    }
}

/// A snapshot waives nothing for a check; a table whose records are sound and unreadable stops alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_read_stops_its_own_table() {
    let folder = tempfile::tempdir().unwrap();
    let floor = stopped(folder.path()).await;
    let to = tempfile::tempdir().unwrap();
    let unreadable = r#"{"bought-somehow":{"patron":"ada"}}"#;
    let journal = rewritten(&floor, to.path(), unreadable, |_| ENGINE - 1).await;
    let wrong = audit(&*journal, books(), &mut |_| {}).unwrap_err();
    assert!(matches!(&wrong, AuditError::Record(bad) if bad.fault == RecordFault::Unreadable), "{wrong}");
    journal.remove("snapshot", "table/t").unwrap();
    let clock = SimulatedClock::at(START);
    let again = Floor::start(setup(journal, &clock)).await.unwrap();
    let table = again.table(&"t".parse().unwrap()).unwrap();
    let told = say(&table, Actor::System, "leave ada").await.unwrap_err().to_string();
    assert!(told.contains("bought-somehow"), "{told}");
    assert!(table.now().fault.is_some());
    let noted = || again.site().now().noted.contains_key(&punto_site::Kind::TableFault);
    eventually("it is a significant event", noted).await;
    let other = again.add_table(demonstration("u", "rws-2016"), Actor::System).await.unwrap();
    done(say(&other, Actor::Patron(patron("ben")), "sit ben@1").await);
}

/// A journal from before records held values is refused in one sentence.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journal_of_the_first_form_is_refused() {
    let [folder, to] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let floor = stopped(folder.path()).await;
    let journal = journal(to.path()).await;
    let records = floor.journal().read(&"site".parse().unwrap(), 0, 1).unwrap();
    let mut entry = match records.first() {
        Some(record) => record.entry.clone(),
        None => floor.journal().read(&"table/t".parse().unwrap(), 0, 1).unwrap()[0].entry.clone(),
    };
    (entry.stream, entry.schema, entry.engine) = ("site".parse().unwrap(), 1, 1);
    journal.append(vec![entry]).await.unwrap();
    let error = Floor::start(setup(journal, &SimulatedClock::at(START))).await.err().unwrap().to_string();
    assert!(error.starts_with("a record of schema 1 ") && error.contains("a new folder for data"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nor_is_one_of_an_account() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let (cat, ada) = (Who::Staff(patron("cat")), floor.patron(patron("ada")).await.unwrap());
    for command in [
        Command::Register { patron: patron("ada"), kind: AccountKind::Real },
        Command::Deposit { amount: money("50"), seconded: None, exchanged: None },
    ] {
        let outcome = ada.say(SaidTo { key: None, by: cat, command }).await.unwrap();
        assert!(matches!(outcome, OutcomeOf::Done(_)), "{outcome:?}");
    }
    audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
    // A deposit that nobody would allow, told as one of the old days.
    let records = floor.journal().read(&"patron/ada".parse().unwrap(), 0, 10).unwrap();
    let mut entry = records.last().unwrap().entry.clone();
    (entry.seq, entry.engine, entry.actor) = (entry.seq + 1, ENGINE - 1, "patron ada".into());
    entry.body = entry.body.replace("5000", "500000");
    floor.journal().append(vec![entry]).await.unwrap();
    let wrong = audit(&**floor.journal(), books(), &mut |_| {}).unwrap_err();
    assert!(matches!(&wrong, AuditError::Record(bad) if bad.seq == 3), "{wrong}");
    drop((floor, ada));
    // The account is not taken up with it, either.
    let again = crate::common::floor(folder.path(), &clock).await;
    assert!(again.patron(patron("ada")).await.is_err());
}
