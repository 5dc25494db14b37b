//! Electronic tables that play by themselves, under every document.

use std::sync::Arc;

use punto_floor::{Replay, SimulatedClock, Standing};
use punto_report::CoupRecall;
use punto_table::{Account, Actor, Coin, Happening, Phase};

use crate::common::*;

/// A generator good enough to make wagers that differ; the same seed gives the same wagers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

const NAMES: [&str; 3] = ["ada", "ben", "cat"];

async fn wager(table: &punto_floor::TableHandle, dice: &mut Dice) {
    let offers: Vec<String> = {
        let moment = table.now();
        let open = moment.table.open.as_ref().unwrap();
        open.terms.offers.iter().map(|offer| offer.bet.to_string()).collect()
    };
    for (place, name) in NAMES.iter().enumerate() {
        let bet = &offers[dice.below(offers.len())];
        let stake = 20 * (1 + dice.below(5));
        // What the document does not let this patron hold is refused, and that is all right.
        let _ = say(table, Actor::Patron(patron(name)), &format!("bet {name}@{} {bet} {stake}", place + 1))
            .await
            .unwrap();
    }
    // Somebody has wagered in any case.
    let _ = say(table, Actor::Patron(patron("ada")), "bet ada@1 player 20").await.unwrap();
}

/// A table plays so many coups by itself, with patrons who wager.
async fn plays(rulebook: &str, coups: usize) {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = floor.add_table(demonstration("demo", rulebook), Actor::System).await.unwrap();
    assert!(table.now().timer.is_none(), "with nobody there nothing is dealt");
    seat(&table, &NAMES).await;
    let mut dice = Dice(7);
    let mut wagered = usize::MAX;
    while table.now().table.coups.ended() < coups {
        let moment = step(&table, &clock).await;
        assert_eq!(moment.fault, None, "{rulebook}");
        let open = moment.table.open.as_ref().unwrap();
        if let Phase::Betting(betting) = &open.phase
            && betting.opened.is_some()
            && !betting.closed
            && wagered != moment.table.coups.ended()
        {
            wagered = moment.table.coups.ended();
            wager(&table, &mut dice).await;
        }
        for coin in Coin::ALL {
            assert!(moment.table.ledger.total(*coin).is_zero(), "money is conserved");
        }
    }
    let opened = table.now().opened.clone().unwrap();
    let opening: punto_shoe::Opening = opened.opening.parse().unwrap();
    assert_eq!(opening.commitment(), opened.notice.commitment, "what was opened is what was promised");

    let meters = table.meters();
    assert_eq!(meters.coups as usize, coups);
    let staked: i64 = NAMES
        .iter()
        .map(|name| {
            let balance = table.now().table.ledger.on(Coin::Credits, Account::Balance(patron(name)));
            10_000_000 - balance.minor()
        })
        .sum();
    let on_layout = table.now().table.ledger.on(Coin::Credits, Account::Layout).minor();
    assert_eq!(meters.all.win().minor(), staked - on_layout, "{rulebook}: the meters are the ledger's");
    let recalled = table.recall(1_000);
    let numbers = |coups: &[Arc<CoupRecall>]| coups.iter().map(|coup| coup.number).collect::<Vec<_>>();
    let last_hundred: Vec<u64> = (1..=coups as u64).rev().take(100).collect();
    assert_eq!(numbers(&recalled), last_hundred, "{rulebook}: back to the hundredth, and no further");
    assert_eq!(numbers(&floor.recall_of(patron("ada"))), last_hundred, "{rulebook}: so a patron's own");
    let turned = |coup: &Arc<CoupRecall>| coup.cards.iter().all(|card| card.seen);
    assert!(recalled.iter().all(turned), "{rulebook}: every card was turned, of earlier shoes, too");
    assert!(
        table.now().table.coups.of_shoe().count() < 104,
        "{rulebook}: a table holds the coups of its shoe"
    );

    // The journal gives the same table, with every decision made again.
    let now = table.standing();
    let books = books();
    let mut replay = Replay::new(&books, Standing::new("demo"), books.of_id(rulebook));
    let stream = "table/demo".parse().unwrap();
    let mut shoes = 0;
    while replay.standing.seq < now.seq {
        for record in floor.journal().read(&stream, replay.standing.seq, 500).unwrap() {
            let events = replay.take(&record).unwrap().events;
            shoes += events.iter().filter(|event| matches!(event.what, Happening::ShoeReady)).count();
        }
    }
    assert_eq!(replay.standing, now, "{rulebook}: the journal gives the same table");
    assert!(shoes >= 3, "{rulebook}: {shoes} shoes");

    // Folded as it is stored, as if another engine had decided it, it is the same table again.
    let mut folded = Replay::new(&books, Standing::new("demo"), books.of_id(rulebook));
    let mut prev = punto_journal::Hash::ZERO;
    while folded.standing.seq < now.seq {
        for record in floor.journal().read(&stream, folded.standing.seq, 500).unwrap() {
            let mut entry = record.entry;
            entry.engine = punto_records::ENGINE - 1;
            let record = entry.seal(prev);
            prev = record.hash;
            folded.take(&record).unwrap();
        }
    }
    folded.standing.hash = now.hash;
    assert_eq!(folded.standing, now, "{rulebook}: events read back from their values");

    // So does a start, from the last snapshot and the records behind it.
    drop((floor, table));
    let floor = crate::common::floor(folder.path(), &clock).await;
    let kept = floor.journal().get("snapshot", "table/demo").unwrap();
    assert!(kept.is_some(), "there are records enough for a snapshot");
    assert_eq!(floor.table(&"demo".parse().unwrap()).unwrap().standing(), now);
    let found = punto_floor::audit(&**floor.journal(), books, &mut |_| {}).unwrap();
    assert!(found.shoes >= 2 && found.decided_again() == found.records, "{found:?}");
}

macro_rules! documents {
    ($($name:ident: $id:literal,)*) => {
        $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            plays($id, 200).await;
        })*
    };
}

documents! {
    new_south_wales: "nsw-2021",
    tasmania_2013: "tas-2013",
    tasmania_2018: "tas-2018",
    new_zealand: "nz-1998",
    resorts_world: "rws-2016",
}
