//! Records that call themselves older or newer than they are: nothing gets past the check by that.

use std::cmp::Ordering;
use std::path::Path;

use punto_floor::{AuditError, ENGINE, Floor, OutcomeOf, SaidTo, SimulatedClock, audit};
use punto_journal::{Journal, SqliteJournal};
use punto_patron::{AccountKind, Command};
use punto_site::Actor as Who;
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
    let place = records.iter().position(|record| record.entry.body.contains(BOUGHT)).unwrap();
    assert!(place + 1 < records.len());
    let entries = records.into_iter().enumerate().map(|(number, record)| {
        let mut entry = record.entry;
        entry.engine = engine(number.cmp(&place));
        if number == place {
            entry.body = entry.body.replace(BOUGHT, bought);
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
async fn no_record_is_of_an_older_engine_than_those_before_it_or_of_a_newer_than_this() {
    let folder = tempfile::tempdir().unwrap();
    let floor = stopped(folder.path()).await;
    let forged = "bought ada 900000 balance";
    for of in [ENGINE - 1, ENGINE + 1, 99] {
        let to = tempfile::tempdir().unwrap();
        let journal = rewritten(&floor, to.path(), forged, |place| match place {
            Ordering::Equal => of,
            Ordering::Less | Ordering::Greater => ENGINE,
        });
        let wrong = audit(&*journal.await, books(), &mut |_| {}).unwrap_err();
        let AuditError::Record(bad) = &wrong else { panic!("{wrong}") };
        assert!(bad.found.contains(&format!("engine {of}")), "{of}: {bad}");
    }
    // As it is, and as an older engine wrote all of it.
    for of in [ENGINE - 1, ENGINE] {
        let to = tempfile::tempdir().unwrap();
        let found =
            audit(&*rewritten(&floor, to.path(), BOUGHT, |_| of).await, books(), &mut |_| {}).unwrap();
        assert!(found.passed_by.is_empty(), "{of}: {found:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_snapshot_waives_only_what_older_engines_have_decided() {
    let folder = tempfile::tempdir().unwrap();
    let floor = stopped(folder.path()).await;
    let [all, some] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let unreadable = "bought with something that is unknown today";
    let journal = rewritten(&floor, all.path(), unreadable, |_| ENGINE - 1).await;
    let found = audit(&*journal, books(), &mut |_| {}).unwrap();
    assert!(found.passed_by.len() > 1, "{found:?}");
    let journal = rewritten(&floor, some.path(), unreadable, |place| match place {
        Ordering::Less | Ordering::Equal => ENGINE - 1,
        Ordering::Greater => ENGINE,
    });
    let wrong = audit(&*journal.await, books(), &mut |_| {}).unwrap_err();
    assert!(wrong.to_string().contains("decided again"), "{wrong}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nor_is_one_of_an_account() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let (cat, ada) = (Who::Staff(patron("cat")), floor.patron(patron("ada")).await.unwrap());
    for command in [
        Command::Register { patron: patron("ada"), kind: AccountKind::Real },
        Command::Deposit { amount: money("50") },
    ] {
        let outcome = ada.say(SaidTo { key: None, by: cat, command }).await.unwrap();
        assert!(matches!(outcome, OutcomeOf::Done(_)), "{outcome:?}");
    }
    audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
    // A deposit that nobody would allow, told as one of the old days.
    let records = floor.journal().read(&"patron/ada".parse().unwrap(), 0, 10).unwrap();
    let mut entry = records.last().unwrap().entry.clone();
    (entry.seq, entry.engine, entry.actor) = (entry.seq + 1, ENGINE - 1, "patron ada".into());
    entry.body = entry.body.replace("50", "5000");
    floor.journal().append(vec![entry]).await.unwrap();
    let wrong = audit(&**floor.journal(), books(), &mut |_| {}).unwrap_err();
    assert!(matches!(&wrong, AuditError::Record(bad) if bad.seq == 3), "{wrong}");
    drop((floor, ada));
    // The account is not taken up with it, either.
    let again = crate::common::floor(folder.path(), &clock).await;
    assert!(again.patron(patron("ada")).await.is_err());
}
