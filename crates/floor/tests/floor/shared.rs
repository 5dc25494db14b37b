//! Two processes of one house on one PostgreSQL: what is nobody's is decided again, and a table goes on where it is taken.

use std::sync::Arc;
use std::sync::OnceLock;
use std::time::Duration;

use punto_accounts::{AccountKind, Command as C};
use punto_cluster::{Membership, PostgresJournal, check};
use punto_floor::{
    AccountHandle, AccountOutcome, Floor, FloorError, OutcomeOf, SaidTo, SimulatedClock, Transfer, audit,
};
use punto_journal::{ChainKey, StreamName};
use punto_records::ENGINE;
use punto_site::Principal as Who;
use punto_table::{Account, Actor, Coin};
use punto_testkit::{Postgres, Proxy};

use crate::common::*;

fn server() -> &'static Postgres {
    static SERVER: OnceLock<Postgres> = OnceLock::new();
    SERVER.get_or_init(Postgres::start)
}

fn opened(address: &str, node: &str) -> Arc<PostgresJournal> {
    let membership = Membership::of(node, ENGINE).with_lease(Duration::from_secs(1));
    let key = ChainKey::new(&[5; 32]);
    Arc::new(PostgresJournal::open(address, membership, Some(key)).unwrap())
}

async fn running(journal: &Arc<PostgresJournal>, clock: &SimulatedClock) -> Floor {
    Floor::start(setup(journal.clone(), clock)).await.unwrap()
}

async fn say_to(account: &AccountHandle, by: Who, command: C) -> Result<AccountOutcome, FloorError> {
    account.say(SaidTo { key: None, by, command }).await
}

async fn told(account: &AccountHandle, by: Who, command: C) {
    let outcome = say_to(account, by, command).await.unwrap();
    assert!(matches!(outcome, OutcomeOf::Done(_)), "{outcome:?}");
}

async fn registered(floor: &Floor, credits: &str) -> AccountHandle {
    let ada = floor.patron(patron("ada")).await.unwrap();
    told(&ada, Who::System, C::Register { patron: patron("ada"), kind: AccountKind::Real }).await;
    told(
        &ada,
        Who::Staff(patron("cay")),
        C::Deposit { amount: money(credits), seconded: None, exchanged: None },
    )
    .await;
    told(&ada, Who::Patron(patron("ada")), C::SetPin).await;
    told(&ada, Who::System, C::StartSession { on: punto_site::On(None) }).await;
    ada
}

/// Everything of the journal is sound: chain, codes, leases, decisions and balances.
async fn sound(floor: &Floor, journal: &Arc<PostgresJournal>) {
    let (own, source) = (journal.clone(), floor.journal().clone());
    let checked = tokio::task::spawn_blocking(move || {
        let whole = audit(&*source, books(), &mut |_| {}).unwrap();
        assert!(whole.records > 0);
        check::verify(&own, &[], &mut |_| {}).unwrap()
    });
    assert_eq!(checked.await.unwrap().findings, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn money_of_one_account_is_moved_by_two_processes_at_once() {
    let address = server().database();
    let (clock, one, two) =
        (SimulatedClock::at(START), opened(&address, "node-a"), opened(&address, "node-b"));
    let (here, there) = (running(&one, &clock).await, running(&two, &clock).await);
    let ada = registered(&here, "100").await;
    let table = here.add_table(plan("t", "rws-2016", "usual, limits 5..5000"), Actor::System).await.unwrap();
    done(say(&table, Actor::Patron(patron("ada")), "sit ada@1").await);

    const EACH: i64 = 15;
    let also = there.patron(patron("ada")).await.unwrap();
    let deposits = tokio::spawn(async move {
        for _ in 0..EACH {
            let one = C::Deposit { amount: money("1"), seconded: None, exchanged: None };
            told(&also, Who::Staff(patron("cay")), one).await;
        }
        also
    });
    for _ in 0..EACH {
        let transfer = ada.to_table(&table, money("1"), fresh()).await.unwrap();
        assert!(matches!(transfer, Transfer::Done(_)), "{transfer:?}");
    }
    let also = deposits.await.unwrap();
    let credits = table.now().table.ledger.on(Coin::Credits, Account::Balance(patron("ada")));
    assert_eq!(credits, money("15"));
    // Whoever is asked next has read what the other wrote last.
    for account in [&ada, &also] {
        told(
            account,
            Who::Staff(patron("cay")),
            C::Deposit { amount: money("1"), seconded: None, exchanged: None },
        )
        .await;
    }
    assert_eq!(also.now().purses.cashable, money("102"));
    sound(&here, &one).await;
}

/// What somebody is refused is decided by what there is, and not by what this process has seen of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn money_that_came_in_through_another_process_can_be_played_with_at_once() {
    let address = server().database();
    let (clock, one, two) =
        (SimulatedClock::at(START), opened(&address, "node-a"), opened(&address, "node-b"));
    let (here, there) = (running(&one, &clock).await, running(&two, &clock).await);
    let ada = registered(&here, "10").await;
    let table = here.add_table(plan("t", "rws-2016", "usual, limits 5..5000"), Actor::System).await.unwrap();
    done(say(&table, Actor::Patron(patron("ada")), "sit ada@1").await);
    let short = ada.to_table(&table, money("50"), fresh()).await.unwrap();
    assert!(matches!(short, Transfer::Account(_)), "{short:?}");
    let also = there.patron(patron("ada")).await.unwrap();
    told(
        &also,
        Who::Staff(patron("cay")),
        C::Deposit { amount: money("90"), seconded: None, exchanged: None },
    )
    .await;
    let enough = ada.to_table(&table, money("50"), fresh()).await.unwrap();
    assert!(matches!(enough, Transfer::Done(_)), "{enough:?}");
    sound(&here, &one).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_of_a_process_that_was_cut_off_goes_on_in_another_where_it_was() {
    let (address, proxy) = (server().database(), Proxy::to(server().port()));
    let clock = SimulatedClock::at(START);
    let (one, two) =
        (opened(&server().through(&address, proxy.port()), "node-a"), opened(&address, "node-b"));
    let here = running(&one, &clock).await;
    let table = here.add_table(demonstration("t", "rws-2016"), Actor::System).await.unwrap();
    seat(&table, &["ada"]).await;
    let before = table.now();
    let stream: StreamName = "table/t".parse().unwrap();

    proxy.cut();
    let (taking, streams) = (two.clone(), vec![stream]);
    eventually("its lease has run out", || !taking.acquire(&streams).unwrap().is_empty()).await;
    let there = running(&two, &clock).await;
    let moved = there.table(table.name()).unwrap();
    assert_eq!((moved.now().seq, &moved.now().table), (before.seq, &before.table));
    done(say(&moved, Actor::Patron(patron("ben")), "sit ben@2").await);

    // The way is open again, and the first process still has a table that it believes in.
    proxy.mend();
    let mut answered = Ok(None);
    for _ in 0..2_000 {
        let outcome = say(&table, Actor::Patron(patron("eve")), "sit eve@3").await;
        answered = outcome.map(|outcome| outcome.done().map(|done| done.seq));
        if format!("{answered:?}").contains("goes on elsewhere") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(format!("{answered:?}").contains("goes on elsewhere"), "{answered:?}");
    let fault = table.now().fault.clone().unwrap();
    assert!(fault.contains("node-b has it now"), "{fault}");
    done(say(&moved, Actor::Patron(patron("eve")), "sit eve@3").await);
    sound(&there, &two).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_takes_up_no_table_of_another() {
    let address = server().database();
    let (clock, one, two) =
        (SimulatedClock::at(START), opened(&address, "node-a"), opened(&address, "node-b"));
    let here = running(&one, &clock).await;
    let table = here.add_table(demonstration("t", "rws-2016"), Actor::System).await.unwrap();
    let there = running(&two, &clock).await;
    assert!(there.table(table.name()).is_none());
    let second = there.add_table(demonstration("u", "nsw-2021"), Actor::System).await.unwrap();
    seat(&second, &["ben"]).await;
    seat(&table, &["ada"]).await;
    assert_eq!((one.leases().len(), two.leases().len()), (1, 1));
    sound(&there, &two).await;
}
