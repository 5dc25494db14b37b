//! Credits between accounts and tables: never lost, never doubled, never more than there are.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use punto_accounts::{AccountKind, Command as C, Reason as Why};
use punto_floor::{
    AccountHandle, Floor, FloorError, FloorReason, OutcomeOf, Said, SaidTo, SimulatedClock, Source,
    TableHandle, Transfer, audit,
};
use punto_journal::{Fault, Head, Record, StreamName};
use punto_site::{Mode, Principal as Who};
use punto_table::{Account, Actor, Coin, Table};
use punto_vocab::Money;

use crate::common::*;

async fn told(account: &AccountHandle, by: Who, command: C) {
    match account.say(SaidTo { key: None, by, command }).await.unwrap() {
        OutcomeOf::Done(_) => {}
        OutcomeOf::Refused(refused) => panic!("refused: {refused}"),
    }
}

/// A patron with an account, signed in at some terminal.
async fn registered(floor: &Floor, name: &str, credits: &str) -> AccountHandle {
    let account = floor.patron(patron(name)).await.unwrap();
    told(&account, Who::System, C::Register { patron: patron(name), kind: AccountKind::Real }).await;
    told(
        &account,
        Who::Staff(patron("cay")),
        C::Deposit { amount: money(credits), seconded: None, exchanged: None },
    )
    .await;
    told(&account, Who::Patron(patron(name)), C::SetPin).await;
    told(&account, Who::System, C::StartSession { on: punto_site::On(None) }).await;
    account
}

fn at(table: &Table, name: &str) -> Money {
    table.ledger.on(Coin::Credits, Account::Balance(patron(name)))
}

fn wager(name: &str) -> Actor {
    Actor::Patron(patron(name))
}

async fn electronic(floor: &Floor, name: &str) -> TableHandle {
    floor.add_table(plan(name, "rws-2016", "usual, limits 5..5000"), Actor::System).await.unwrap()
}

/// Sits down and lets the dealer go on until wagers are open.
async fn open_bets(table: &TableHandle, clock: &SimulatedClock, names: &[&str]) {
    for (place, name) in names.iter().enumerate() {
        done(say(table, wager(name), &format!("sit {name}@{}", place + 1)).await);
    }
    while step_if_due(table, clock).await.is_some() {}
}

/// A journal that is read while the house goes on: something happens after the first look at Ada's account.
struct Meanwhile<F> {
    floor: Floor,
    happens: std::sync::Mutex<Option<F>>,
}

impl<F: FnOnce()> Source for Meanwhile<F> {
    fn heads(&self) -> Result<Vec<Head>, Fault> {
        self.floor.journal().heads()
    }

    fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault> {
        let records = self.floor.journal().read(stream, after, limit);
        let happens = self.happens.lock().unwrap().take_if(|_| stream.as_str() == "patron/ada");
        if let Some(happens) = happens {
            happens();
        }
        records
    }

    fn get(&self, shelf: &str, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        self.floor.journal().get(shelf, name)
    }

    fn names(&self, shelf: &str) -> Result<Vec<String>, Fault> {
        self.floor.journal().names(shelf)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_movement_during_a_check_is_left_to_the_next_check() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let (ada, table) = (registered(&floor, "ada", "100").await, electronic(&floor, "t").await);
    done(say(&table, wager("ada"), "sit ada@1").await);
    let before: u64 = floor.journal().heads().unwrap().iter().map(|head| head.seq).sum();
    let run = tokio::runtime::Handle::current();
    let (own, there) = (ada.clone(), table.clone());
    let happens = move || {
        let moved = run.block_on(own.to_table(&there, money("40"), fresh())).unwrap();
        assert!(matches!(moved, Transfer::Done(_)), "{moved:?}");
    };
    let source = Meanwhile { floor: floor.clone(), happens: std::sync::Mutex::new(Some(happens)) };
    let found = tokio::task::spawn_blocking(move || audit(&source, books(), &mut |_| {})).await.unwrap();
    assert_eq!(found.unwrap().records, before);
    assert_eq!(at(&table.now().table, "ada"), money("40"));
    assert_eq!(audit(&**floor.journal(), books(), &mut |_| {}).unwrap().records, before + 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn credits_go_to_a_table_and_come_home() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = electronic(&floor, "t").await;
    let ada = registered(&floor, "ada", "1000").await;
    open_bets(&table, &clock, &["ada"]).await;
    let sent = ada.to_table(&table, money("300"), key("k1")).await.unwrap();
    assert!(matches!(&sent, Transfer::Done(answer) if !answer.repeated), "{sent:?}");
    let again = ada.to_table(&table, money("300"), key("k1")).await.unwrap();
    assert!(matches!(&again, Transfer::Done(answer) if answer.repeated), "{again:?}");
    assert_eq!((ada.now().balance(), at(&table.now().table, "ada")), (money("700"), money("300")));

    // Neither side moves alone.
    let over = ada.to_table(&table, money("701"), key("k2")).await.unwrap();
    assert!(matches!(over, Transfer::Account(refused) if matches!(refused.reason, Why::NotEnough { .. })));
    let ben = registered(&floor, "ben", "50").await;
    let away = ben.to_table(&table, money("10"), key("k3")).await.unwrap();
    assert!(matches!(away, Transfer::Table(_)), "ben is not at the table: {away:?}");
    assert_eq!(ben.now().balance(), money("50"));
    let alone = C::FromTable { table: *table.name(), amount: money("10") };
    assert!(ben.say(SaidTo { key: None, by: Who::System, command: alone }).await.is_err());

    done(say(&table, wager("ada"), "cash-out ada 100").await);
    assert_eq!((ada.now().balance(), at(&table.now().table, "ada")), (money("800"), money("200")));
    done(say(&table, wager("ada"), "bet ada@1 player 50").await);
    let stays = refused(say(&table, wager("ada"), "leave ada").await);
    assert!(stays.contains("wager"), "{stays}");
    assert_eq!(at(&table.now().table, "ada"), money("150"), "and nothing has gone home yet");
    done(say(&table, wager("ada"), "lift ada@1 player").await);
    done(say(&table, wager("ada"), "leave ada").await);
    assert_eq!((ada.now().balance(), at(&table.now().table, "ada")), (money("1000"), Money::ZERO));
    assert!(ada.now().visits.is_empty(), "the visit is over");

    let found = audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
    assert_eq!(found.streams, 3);
    ada.now().audit().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_may_not_play_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = electronic(&floor, "t").await;
    let ada = registered(&floor, "ada", "1000").await;
    open_bets(&table, &clock, &["ada", "ben"]).await;
    ada.to_table(&table, money("300"), fresh()).await.unwrap();
    let nobody = say(&table, wager("ben"), "bet ben@2 player 50").await.unwrap_err();
    assert!(matches!(&nobody, FloorError::Account(refused) if refused.reason == Why::NotRegistered));
    done(say(&table, wager("ada"), "bet ada@1 player 50").await);
    told(&ada, Who::Staff(patron("cay")), C::ExcludeForGood).await;
    let barred = say(&table, wager("ada"), "bet ada@1 tie 50").await.unwrap_err();
    assert!(
        matches!(&barred, FloorError::Account(refused) if matches!(refused.reason, Why::ExcludedForGood { .. }))
    );
    // What is hers goes home all the same.
    done(say(&table, wager("ada"), "lift ada@1 player").await);
    done(say(&table, wager("ada"), "leave ada").await);
    assert_eq!(ada.now().balance(), money("1000"));

    let play = floor.patron(patron("eve")).await.unwrap();
    told(&play, Who::System, C::Register { patron: patron("eve"), kind: AccountKind::Play }).await;
    let words = punto_vocab::line::Words::new("for nothing").unwrap();
    told(&play, Who::System, C::Award { amount: money("100"), why: words }).await;
    told(&play, Who::System, C::SetPin).await;
    told(&play, Who::System, C::StartSession { on: punto_site::On(None) }).await;
    done(say(&table, wager("eve"), "sit eve@3").await);
    let other = play.to_table(&table, money("10"), fresh()).await.unwrap();
    assert!(matches!(other, Transfer::Table(_)), "play money is none here: {other:?}");
    let bad = floor.patron(patron("Ada_7")).await;
    assert!(
        matches!(bad, Err(FloorError::Refused(FloorReason::NoAccountOfThatName { .. }))),
        "such a name has no stream"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_last_credits_are_spent_once() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let (one, two) = (electronic(&floor, "one").await, electronic(&floor, "two").await);
    let ada = registered(&floor, "ada", "100").await;
    open_bets(&one, &clock, &["ada"]).await;
    open_bets(&two, &clock, &["ada"]).await;
    // From a hundred terminals at once to two tables: the account has enough for one.
    let mut tasks = Vec::new();
    for n in 0..100 {
        let (ada, table) = (ada.clone(), if n % 2 == 0 { one.clone() } else { two.clone() });
        tasks.push(tokio::spawn(async move { ada.to_table(&table, money("100"), fresh()).await.unwrap() }));
    }
    let mut went = 0;
    for task in tasks {
        went += u32::from(matches!(task.await.unwrap(), Transfer::Done(_)));
    }
    assert_eq!((went, ada.now().balance()), (1, Money::ZERO));
    let (in_one, in_two) = (at(&one.now().table, "ada"), at(&two.now().table, "ada"));
    assert_eq!(in_one + in_two, money("100"));
    // And at the table: a hundred wagers for all of it.
    let table = if in_one.is_positive() { one } else { two };
    let bets = ["player", "banker", "tie", "player_pair", "banker_pair"];
    let mut tasks = Vec::new();
    for n in 0..100 {
        let (table, line) = (table.clone(), format!("bet ada@1 {} 100", bets[n % 5]));
        tasks.push(tokio::spawn(async move { say(&table, wager("ada"), &line).await.unwrap() }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let now = table.now();
    assert_eq!(now.table.ledger.on(Coin::Credits, Account::Layout), money("100"));
    assert_eq!(at(&now.table, "ada"), Money::ZERO);
}

/// What ada has, wherever it is.
fn sum(floor: &Floor, ada: &AccountHandle) -> Money {
    let at_tables: Money = floor.tables().iter().map(|table| at(&table.now().table, "ada")).sum();
    ada.now().balance() + at_tables
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_process_ends_at_any_moment_no_money_is_lost_or_doubled() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    {
        let floor = floor(folder.path(), &clock).await;
        registered(&floor, "ada", "1000").await;
        for name in ["one", "two"] {
            let table = electronic(&floor, name).await;
            done(say(&table, wager("ada"), "sit ada@1").await);
        }
        floor.stop().await;
    }
    let mut acknowledged = 0;
    for life in 0..12_u64 {
        let floor = floor(folder.path(), &clock).await;
        let ada = floor.patron(patron("ada")).await.unwrap();
        assert_eq!(sum(&floor, &ada), money("1000"), "life {life}");
        assert_eq!(ada.now().balance() + brought(&ada), money("1000"), "both sides agree");
        let (mut tasks, answered) = (Vec::new(), Arc::new(AtomicU64::new(0)));
        for n in 0..20 {
            let (ada, table, answered) = (ada.clone(), floor.tables()[n % 2].clone(), answered.clone());
            tasks.push(tokio::spawn(async move {
                let key = key(format!("life-{life}-{n}"));
                let sent = ada.to_table(&table, money("7"), key.clone()).await;
                let done = sent.is_ok_and(|sent| matches!(sent, Transfer::Done(_)));
                answered.fetch_add(u64::from(done), Ordering::Relaxed);
                let out = Said {
                    key: fresh(),
                    by: wager("ada"),
                    command: "cash-out ada 5".parse().unwrap(),
                    of: None,
                };
                let _ = table.say(out).await;
                done.then_some(key)
            }));
        }
        // The power fails when another number has been acknowledged each time, and whatever else is under way then.
        eventually("enough is acknowledged", || answered.load(Ordering::Relaxed) >= life).await;
        let journal = floor.journal().clone();
        drop(floor);
        drop(ada);
        for task in tasks {
            if let Ok(Some(key)) = task.await {
                acknowledged += 1;
                let known = ["table/one", "table/two"]
                    .map(|stream| journal.find(&stream.parse().unwrap(), key.as_str()).unwrap().is_some());
                assert!(known[0] ^ known[1], "what was acknowledged is there, once");
            }
        }
    }
    assert!(acknowledged > 20, "{acknowledged} acknowledged");
    let floor = floor(folder.path(), &clock).await;
    audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
    let ada = floor.patron(patron("ada")).await.unwrap();
    // Closing a table brings everybody's credits home.
    for table in floor.tables() {
        done(say(&table, wager("ada"), "leave ada").await);
        done(say(&table, Actor::System, "close").await);
    }
    assert_eq!(ada.now().balance(), money("1000"));
}

fn brought(ada: &AccountHandle) -> Money {
    ada.now().visits.values().map(|visit| visit.cashable).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_closes_sends_all_credits_home() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = electronic(&floor, "t").await;
    let mut accounts = Vec::new();
    for (place, name) in ["ada", "ben", "cat"].into_iter().enumerate() {
        let account = registered(&floor, name, "100").await;
        done(say(&table, wager(name), &format!("sit {name}@{}", place + 1)).await);
        account.to_table(&table, money("40"), fresh()).await.unwrap();
        accounts.push(account);
    }
    done(say(&table, Actor::System, "close").await);
    for account in &accounts {
        assert_eq!(account.now().balance(), money("100"), "{}", account.patron());
    }
    assert!(table.now().table.open.is_none());
    // And it can be opened again, and its shoe that was never cut is given up.
    done(say(&table, Actor::System, "open usual, limits 5..5000").await);
    audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
}

#[tokio::test]
async fn a_house_from_before_houses_were_bound_is_what_its_accounts_are() {
    for (kind, mode) in [(AccountKind::Real, Mode::Real), (AccountKind::Play, Mode::Demonstration)] {
        let folder = tempfile::tempdir().unwrap();
        let floor = floor(folder.path(), &SimulatedClock::at(START)).await;
        assert_eq!(punto_floor::mode(&**floor.journal()).unwrap(), None, "nothing tells yet");
        let account = floor.patron(patron("ada")).await.unwrap();
        told(&account, Who::System, C::Register { patron: patron("ada"), kind }).await;
        assert_eq!(punto_floor::mode(&**floor.journal()).unwrap(), Some(mode));
        // What its site says goes before.
        for other in [Mode::Demonstration, Mode::Real] {
            let command = punto_site::Command::Bind { mode: other };
            floor.site().say(SaidTo { key: None, by: Who::System, command }).await.unwrap();
            assert_eq!(punto_floor::mode(&**floor.journal()).unwrap(), Some(Mode::Demonstration), "once");
        }
    }
}
