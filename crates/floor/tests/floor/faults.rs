//! Journals that fail, hang, are slow or bring a table down: nothing acknowledged is lost, and nobody else is held up.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use punto_floor::{Floor, FloorError, Outcome, Said, SimulatedClock, TableHandle, audit};
use punto_journal::{AppendError, Entry};
use punto_site::Kind;
use punto_table::{Account, Actor, Coin, Command};

use crate::common::*;

/// A floor on a twisted journal.
async fn twisted(
    folder: &std::path::Path,
    clock: &SimulatedClock,
    twist: impl Fn(&[Entry]) -> Twist + Send + Sync + 'static,
) -> Floor {
    let journal = Twisted::new(journal(folder).await, twist);
    Floor::start(setup(journal, clock)).await.unwrap()
}

/// A Person's table where chips are bought with cash: a command that can always be given.
fn person(name: &str) -> punto_floor::TablePlan {
    let plan = plan(name, "nsw-2021", "usual, limits 5..5000, cash yes");
    punto_floor::TablePlan { dealer: punto_floor::Dealer::Person, ..plan }
}

async fn buy(table: &TableHandle, name: &str, n: u64) -> Result<Outcome, FloorError> {
    let command = Command::BuyIn {
        patron: patron(name),
        amount: money("5"),
        with: punto_table::With::Cash,
        voucher: None,
    };
    let by = Actor::Staff(punto_vocab::Role::Dealer, patron("dan"));
    table.say(Said { key: key(format!("buy-{name}-{n}")), by, command, of: None }).await
}

fn dropped(table: &TableHandle) -> i64 {
    table.now().table.ledger.on(Coin::Cash, Account::DropBox).minor()
}

/// Every third append fails in turn in one of the ways a disk can: not made, made but nobody knows, full.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journal_that_fails_every_third_append_loses_and_doubles_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let count = AtomicU64::new(0);
    let floor = twisted(folder.path(), &clock, move |entries| {
        if entries.iter().all(|entry| entry.key.is_none()) {
            return Twist::Made;
        }
        match count.fetch_add(1, Ordering::Relaxed) % 6 {
            2 => Twist::Fails(AppendError::Fault("a bad sector".into())),
            5 => Twist::MadeButSays(AppendError::Fault("the answer was lost".into())),
            _ => Twist::Made,
        }
    })
    .await;
    let table = floor.add_table(person("t"), Actor::System).await.unwrap();
    done(say(&table, Actor::Patron(patron("ada")), "sit ada@1").await);
    let mut failed = 0;
    for n in 0..60 {
        // Whoever gets an error says it again with the same key.
        let answer = loop {
            match buy(&table, "ada", n).await {
                Ok(outcome) => break outcome,
                Err(FloorError::Journal(_)) => failed += 1,
                Err(error) => panic!("{error}"),
            }
        };
        assert!(answer.done().is_some());
        assert_eq!(dropped(&table), 500 * (n as i64 + 1), "once each");
    }
    assert!(failed >= 20, "{failed} failed");
    assert_eq!(floor.site().now().noted.get(&Kind::TableFault), None, "two good ones in three is no fault");
    let standing = table.standing();
    drop((floor, table));
    let floor = crate::common::floor(folder.path(), &clock).await;
    let table = floor.table(&"t".parse().unwrap()).unwrap();
    assert_eq!(table.standing(), standing);
    let mut seen = 0;
    let found = audit(&**floor.journal(), books(), &mut |records| seen = records).unwrap();
    assert_eq!(found.streams, 2);
    assert!(found.records > 60 && found.decided_again() == found.records);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_disk_is_full_nothing_goes_on_and_then_it_does() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let full = Arc::new(AtomicBool::new(false));
    let own = full.clone();
    let floor = twisted(folder.path(), &clock, move |_| match own.load(Ordering::Relaxed) {
        true => Twist::Fails(AppendError::Full),
        false => Twist::Made,
    })
    .await;
    let table = floor.add_table(demonstration("t", "rws-2016"), Actor::System).await.unwrap();
    seat(&table, &["ada"]).await;
    while step_if_due(&table, &clock).await.is_some() {}
    let before = table.standing();
    full.store(true, Ordering::Relaxed);
    let bet = || Said {
        key: key("bet"),
        by: Actor::Patron(patron("ada")),
        command: "bet ada@1 player 50".parse().unwrap(),
        of: None,
    };
    assert_eq!(table.say(bet()).await, Err(FloorError::Journal(AppendError::Full)));
    assert_eq!(table.standing(), before, "the table is as it was");
    clock.advance(3_600_000_000);
    full.store(false, Ordering::Relaxed);
    // What could not be recorded is recorded when there is room, and holds the floor until somebody clears it.
    for _ in 0..3 {
        clock.advance(1_000_000);
    }
    eventually("the full disk is recorded", || floor.site().now().noted.contains_key(&Kind::DiskFull)).await;
    eventually("the table is held", || table.now().fault.is_some()).await;
    let held = table.say(Said { key: key("bet-2"), ..bet() }).await.unwrap();
    assert!(held.refused().unwrap().to_string().contains("a fault must be cleared first"));
    clear_faults(&floor).await;
    eventually("the table goes on", || table.now().fault.is_none()).await;
    assert!(table.say(bet()).await.unwrap().done().is_some(), "the same key, now that there is room");
    while table.now().table.coups.ended() == 0 {
        step(&table, &clock).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_dealer_tries_again_what_the_journal_did_not_take() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let count = AtomicU64::new(0);
    let floor = twisted(folder.path(), &clock, move |entries| {
        let dealt = entries.iter().any(|entry| entry.stream.kind() == "table" && entry.actor == "system");
        match dealt && entries[0].seq > 4 {
            true => match count.fetch_add(1, Ordering::Relaxed) % 4 {
                1 => Twist::Fails(AppendError::Fault("a bad sector".into())),
                3 => Twist::MadeButSays(AppendError::Fault("the answer was lost".into())),
                _ => Twist::Made,
            },
            false => Twist::Made,
        }
    })
    .await;
    let table = floor.add_table(demonstration("t", "rws-2016"), Actor::System).await.unwrap();
    seat(&table, &["ada"]).await;
    let mut wagered = BTreeSet::new();
    while table.now().table.coups.ended() < 8 {
        let moment = table.now();
        let open = moment.table.open.as_ref().unwrap();
        if let punto_table::Phase::Betting(betting) = &open.phase
            && betting.opened.is_some()
            && !betting.closed
            && wagered.insert(moment.table.coups.ended())
        {
            done(say(&table, Actor::Patron(patron("ada")), "bet ada@1 player 50").await);
        }
        step_if_due(&table, &clock).await;
    }
    assert!(table.standing().balances());
    // The cards came out of the shoe in their order, none twice and none left out.
    while table.now().opened.is_none() && table.now().table.coups.ended() < 100 {
        let moment = table.now();
        let open = moment.table.open.as_ref().unwrap();
        if let punto_table::Phase::Betting(betting) = &open.phase
            && betting.opened.is_some()
            && !betting.closed
            && wagered.insert(moment.table.coups.ended())
        {
            done(say(&table, Actor::Patron(patron("ada")), "bet ada@1 player 50").await);
        }
        step_if_due(&table, &clock).await;
    }
    let found = audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
    assert_eq!(found.shoes, 1, "the opening agrees with every card");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_breaks_down_takes_nobody_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let broken = {
        let floor = twisted(folder.path(), &clock, |entries| {
            let this =
                entries.iter().any(|e| e.stream.as_str() == "table/bad" && e.key.as_deref() == Some("bang"));
            if this { Twist::Panics } else { Twist::Made }
        })
        .await;
        let bad = floor.add_table(person("bad"), Actor::System).await.unwrap();
        let good = floor.add_table(person("good"), Actor::System).await.unwrap();
        done(say(&bad, Actor::Patron(patron("ada")), "sit ada@1").await);
        let bang = Said {
            key: key("bang"),
            by: Actor::Patron(patron("ben")),
            command: "sit ben@2".parse().unwrap(),
            of: None,
        };
        let error = bad.say(bang).await.unwrap_err();
        assert!(matches!(error, FloorError::Fault(_) | FloorError::Stopped), "{error}");
        eventually("everybody sees the fault", || bad.now().fault.is_some()).await;
        assert!(matches!(say(&bad, Actor::System, "close").await, Err(FloorError::Fault(_))));
        done(say(&good, Actor::Patron(patron("cat")), "sit cat@1").await);
        eventually("it is a significant event", || floor.site().now().noted.contains_key(&Kind::TableFault))
            .await;
        bad.standing()
    };
    // The next start takes it up where it was; the fault is still there until somebody clears it.
    let floor = crate::common::floor(folder.path(), &clock).await;
    let bad = floor.table(&"bad".parse().unwrap()).unwrap();
    assert_eq!(bad.standing(), broken);
    done(say(&bad, Actor::Patron(patron("ben")), "sit ben@2").await);
    assert!(refused(buy(&bad, "ben", 1).await).contains("a fault must be cleared first"));
    clear_faults(&floor).await;
    eventually("it is cleared", || bad.now().fault.is_none()).await;
    done(buy(&bad, "ben", 2).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_table_holds_nobody_up_and_its_queue_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let (go, wait) = tokio::sync::oneshot::channel();
    let wait = std::sync::Mutex::new(Some(wait));
    let at_journal = Arc::new(AtomicBool::new(false));
    let reached = at_journal.clone();
    let floor = twisted(folder.path(), &clock, move |entries| {
        let slow = entries.iter().any(|e| e.stream.as_str() == "table/slow" && e.key.is_some());
        match wait.lock().unwrap().take_if(|_| slow) {
            Some(wait) => {
                reached.store(true, Ordering::Relaxed);
                Twist::Waits(wait)
            }
            None => Twist::Made,
        }
    })
    .await;
    let slow = floor.add_table(person("slow"), Actor::System).await.unwrap();
    let quick = floor.add_table(person("quick"), Actor::System).await.unwrap();
    let sit = |table: &TableHandle, n: usize| {
        let (table, command) = (table.clone(), "sit ada@1".parse().unwrap());
        let said = Said { key: key(format!("sit-{n}")), by: Actor::Patron(patron("ada")), command, of: None };
        tokio::spawn(async move { table.say(said).await })
    };
    let first = sit(&slow, 0);
    eventually("its task is at the journal", || at_journal.load(Ordering::Relaxed)).await;
    let rest: Vec<_> = (1..=400).map(|n| sit(&slow, n)).collect();
    done(say(&quick, Actor::Patron(patron("ada")), "sit ada@1").await);
    for n in 0..20 {
        done(buy(&quick, "ada", n).await);
    }
    assert!(!first.is_finished(), "the slow one still waits");
    let busy = || rest.iter().filter(|task| task.is_finished()).count();
    eventually("what the queue cannot hold is sent away", || busy() >= 400 - punto_floor::QUEUE).await;
    assert_eq!((slow.waiting(), quick.waiting()), (punto_floor::QUEUE, 0));
    go.send(()).unwrap();
    done(first.await.unwrap());
    let mut away = 0;
    for task in rest {
        match task.await.unwrap() {
            Ok(Outcome::Refused(_)) => {}
            Err(FloorError::Busy) => away += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(away >= 400 - punto_floor::QUEUE, "{away} sent away");
}
