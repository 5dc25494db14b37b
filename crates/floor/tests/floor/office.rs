//! A demonstration that the software deals: it holds every office, until somebody signs on in one.

use punto_floor::{Floor, SimulatedClock, TableHandle, audit};
use punto_records::TableBody;
use punto_table::{Actor, Owed, Phase, owed};
use punto_vocab::Role;

use crate::common::*;

/// A demonstration with ada at it, and wagers open.
async fn betting(floor: &Floor, rulebook: &str, clock: &SimulatedClock) -> TableHandle {
    let table = floor.add_table(demonstration("t", rulebook), Actor::System).await.unwrap();
    seat(&table, &["ada"]).await;
    until_open(&table, clock).await;
    table
}

async fn until_open(table: &TableHandle, clock: &SimulatedClock) {
    let open = || {
        let moment = table.now();
        let phase = moment.table.open.as_ref().map(|open| &open.phase);
        let waits = owed(&table.book(), &moment.table).iter().any(|duty| matches!(duty.what, Owed::Order(_)));
        !waits && matches!(phase, Some(Phase::Betting(betting)) if betting.opened.is_some())
    };
    while !open() {
        assert_eq!(step(table, clock).await.fault, None);
    }
}

/// What was said to the table by the software alone.
fn said_by_the_software(floor: &Floor) -> Vec<String> {
    let records = floor.journal().read(&"table/t".parse().unwrap(), 0, 1_000).unwrap();
    let own = records.iter().filter(|record| record.entry.actor == "system");
    own.filter_map(|record| Some(TableBody::of(&record.entry).unwrap().said()?.line())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_software_discharges_what_is_owed_on_record() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = betting(&floor, "nsw-2021", &clock).await;
    done(say(&table, Actor::System, "report foreign-card plain").await);
    let seen = table.now();
    assert!(!owed(&table.book(), &seen.table).is_empty());
    until_open(&table, &clock).await;
    assert_eq!(owed(&table.book(), &table.now().table), []);
    let said = said_by_the_software(&floor);
    for line in
        ["act verify-decks", "tell surveillance of card-fault", "tell regulator-inspector of card-fault"]
    {
        assert_eq!(said.iter().filter(|own| *own == line).count(), 1, "{line}: {said:?}");
    }
    audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_office_becomes_a_persons_at_sign_on() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = betting(&floor, "nsw-2021", &clock).await;
    let max = Actor::Staff(Role::CasinoSupervisor, patron("max"));
    done(say(&table, max, "sign-on").await);
    done(say(&table, Actor::System, "report sequence-revealed plain").await);
    let waits =
        || owed(&table.book(), &table.now().table).iter().any(|duty| matches!(duty.what, Owed::Order(_)));
    assert!(waits() && table.now().timer.is_none(), "the order is max's to give");
    let refused = refused(say(&table, Actor::System, "order").await);
    assert!(refused.contains("(4.13)"), "{refused}");
    done(say(&table, max, "order").await);
    assert!(!waits());
    // Nobody has signed on for the rest, and that is the software's.
    until_open(&table, &clock).await;
    assert_eq!(owed(&table.book(), &table.now().table), []);
    done(say(&table, max, "sign-off").await);
    done(say(&table, Actor::System, "report sequence-revealed plain").await);
    until_open(&table, &clock).await;
    let orders = said_by_the_software(&floor).iter().filter(|line| line.starts_with("order")).count();
    assert_eq!(orders, 1, "the second was given by the software");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cards_are_checked_at_the_end_of_play_and_no_earlier() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = betting(&floor, "tas-2018", &clock).await;
    for _ in 0..2 {
        done(say(&table, Actor::Patron(patron("ada")), "bet ada@1 player 50").await);
        let ended = table.now().table.coups.ended();
        while table.now().table.coups.ended() == ended {
            step(&table, &clock).await;
        }
        until_open(&table, &clock).await;
    }
    let checks = || said_by_the_software(&floor).iter().filter(|line| *line == "act end-check").count();
    assert_eq!(checks(), 0, "play goes on");
    done(say(&table, Actor::Patron(patron("ada")), "leave ada").await);
    while step_if_due(&table, &clock).await.is_some() {}
    assert_eq!(checks(), 1);
    done(say(&table, Actor::System, "close").await);
}
