//! A table that is stopped at any record goes on from there as if nothing had happened.

use std::path::Path;

use punto_floor::{Floor, SimulatedClock, Standing, TableHandle, TablePlan};
use punto_records::mentions;
use punto_shoe::SealingKey;
use punto_table::{Actor, Phase, Stage};

use crate::common::*;

/// A shoe of a few coups: four decks, nearly all of them behind the marker.
fn short(name: &str) -> TablePlan {
    plan(name, "rws-2016", "usual, limits 5..5000, decks 4, house cut-card-depth 190, demonstration yes")
}

/// Wagers that depend on nothing but the coup, with keys that do, too.
async fn wager(table: &TableHandle) {
    let moment = table.now();
    let Some(Phase::Betting(betting)) = moment.table.open.as_ref().map(|open| &open.phase) else { return };
    if betting.opened.is_none() || betting.closed || !betting.wagers.is_empty() {
        return;
    }
    let coup = moment.table.coups.ended();
    let bet = ["player", "banker", "tie"][coup % 3];
    let command = format!("bet ada@1 {bet} 50").parse().unwrap();
    let said = punto_floor::Said {
        key: key(format!("c{coup}")),
        by: Actor::Patron(patron("ada")),
        command,
        of: None,
    };
    done(table.say(said).await);
}

fn is_over(table: &TableHandle) -> bool {
    let moment = table.now();
    let gathered = moment.table.open.as_ref().is_some_and(|open| open.shoe.stage == Stage::Gathered);
    gathered && moment.shoe.is_none() && moment.opened.is_some()
}

/// A folder with a table whose shoe is shuffled, and the clock as it stood then.
async fn shuffled(folder: &Path) -> punto_vocab::Time {
    let clock = SimulatedClock::at(START);
    let floor = floor(folder, &clock).await;
    let table = floor.add_table(short("t"), Actor::System).await.unwrap();
    seat(&table, &["ada"]).await;
    while table.now().shoe.is_none() {
        step(&table, &clock).await;
    }
    floor.stop().await;
    punto_floor::Clock::now(&clock)
}

fn copy(from: &Path, to: &Path) {
    for file in std::fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

fn table(floor: &Floor) -> TableHandle {
    floor.table(&"t".parse().unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopped_at_every_record_it_comes_to_the_same_end() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let begin = shuffled(whole.path()).await;
    drop(journal(whole.path()).await); // nobody has the files any more
    copy(whole.path(), parts.path());

    let straight: Standing = {
        let clock = SimulatedClock::at(begin);
        let floor = floor(whole.path(), &clock).await;
        let table = table(&floor);
        while !is_over(&table) {
            wager(&table).await;
            step(&table, &clock).await;
        }
        table.standing()
    };
    assert!(straight.table.coups.ended() >= 2, "{} coups", straight.table.coups.ended());

    let clock = SimulatedClock::at(begin);
    let mut stops = 0;
    let broken: Standing = loop {
        let floor = floor(parts.path(), &clock).await;
        let table = table(&floor);
        let before = table.standing();
        assert_eq!(table.now().fault, None);
        wager(&table).await;
        if table.standing().seq == before.seq {
            step(&table, &clock).await;
        }
        assert_eq!(table.standing().seq, before.seq + 1, "one record, and the power fails");
        if is_over(&table) {
            break table.standing();
        }
        stops += 1;
        drop(floor);
    };
    assert!(stops > 20, "{stops} stops");
    assert_eq!(broken, straight, "the same table, to the hash of the last record");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_snapshot_gives_what_the_records_give() {
    let folder = tempfile::tempdir().unwrap();
    let begin = shuffled(folder.path()).await;
    let clock = SimulatedClock::at(begin);
    let before = {
        let floor = floor(folder.path(), &clock).await;
        let table = table(&floor);
        for _ in 0..60 {
            wager(&table).await;
            step(&table, &clock).await;
        }
        let standing = table.standing();
        floor.stop().await;
        assert_eq!(say(&table, Actor::System, "settle").await.unwrap_err(), punto_floor::FloorError::Stopped);
        standing
    };
    // With the snapshot of the stop, with one that is damaged, and without any.
    for damage in 0..3 {
        let journal = journal(folder.path()).await;
        use punto_journal::Journal;
        match damage {
            0 => assert!(journal.get("snapshot", "table/t").unwrap().is_some()),
            1 => {
                let bytes = journal.get("snapshot", "table/t").unwrap().unwrap();
                let text = String::from_utf8(bytes).unwrap();
                let hash = before.hash.to_string();
                journal.put("snapshot", "table/t", text.replace(&hash, &"0".repeat(64)).as_bytes()).unwrap();
            }
            _ => journal.remove("snapshot", "table/t").unwrap(),
        }
        let floor = Floor::start(setup(journal, &clock)).await.unwrap();
        assert_eq!(table(&floor).standing(), before, "damage {damage}");
        drop(floor);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shoe_whose_key_is_lost_is_void_and_stakes_go_back() {
    let folder = tempfile::tempdir().unwrap();
    let begin = shuffled(folder.path()).await;
    let clock = SimulatedClock::at(begin);
    {
        let floor = floor(folder.path(), &clock).await;
        let table = table(&floor);
        while !table.now().table.open.as_ref().unwrap().in_coup() {
            wager(&table).await;
            step(&table, &clock).await;
        }
    }
    let lost = Floor::start(punto_floor::Setup {
        sealing_key: SealingKey::new([8; 32]),
        ..setup(journal(folder.path()).await, &clock)
    });
    let floor = lost.await.unwrap();
    let table = table(&floor);
    let before = table.standing().seq;
    while step_if_due(&table, &clock).await.is_some() {}
    let since = floor.journal().read(&"table/t".parse().unwrap(), before, 1_000).unwrap();
    let happened = |name: &str| since.iter().any(|record| mentions(&record.entry, &[name]));
    assert!(happened("coup-void"), "the coup in progress is void by the document's rule");
    assert!(!happened("dealt"), "and no card comes out of it");
    assert!(table.now().table.open.as_ref().unwrap().wagers().is_empty());
    eventually("the fault is recorded and holds the table", || {
        floor.site().now().faults("t".parse().unwrap()).next().is_some()
    })
    .await;
    let bet = refused(say(&table, Actor::Patron(patron("ada")), "bet ada@1 player 50").await);
    assert!(bet.contains("a fault must be cleared first"), "{bet}");
    // When somebody has looked into it, a new shoe is shuffled.
    clear_faults(&floor).await;
    eventually("the table goes on", || table.now().timer.is_some()).await;
    while table.now().table.coups.ended() < 3 {
        wager(&table).await;
        step(&table, &clock).await;
    }
    assert!(table.now().table.coups.last().unwrap().winner().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_it_stopped_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    use punto_site::Kind;
    let noted = |floor: &Floor, kind: Kind| floor.site().now().noted.get(&kind).copied().unwrap_or_default();
    {
        let floor = floor(folder.path(), &clock).await;
        assert_eq!((noted(&floor, Kind::Restart), noted(&floor, Kind::PowerLoss)), (0, 0), "a first start");
        floor.add_table(short("t"), Actor::System).await.unwrap();
        floor.stop().await;
        let checkpoints = floor.journal().checkpoints(0).unwrap();
        assert!(checkpoints.len() == 1 && checkpoints[0].holds());
    }
    {
        let floor = floor(folder.path(), &clock).await;
        assert_eq!((noted(&floor, Kind::Restart), noted(&floor, Kind::PowerLoss)), (1, 0));
    }
    // Each unclean end is on record, whether anybody has seen to the one before or not.
    for losses in 1..=3 {
        let floor = floor(folder.path(), &clock).await;
        assert_eq!((noted(&floor, Kind::Restart), noted(&floor, Kind::PowerLoss)), (1, losses));
    }
}
