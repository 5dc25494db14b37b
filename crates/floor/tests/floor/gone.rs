//! Whoever goes away while the journal writes: what they asked for is done all the same, and everybody knows of it.

use std::sync::{Arc, Mutex};

use punto_accounts::{AccountKind, Command, VoucherId};
use punto_floor::{Floor, OutcomeOf, Redemption, SaidTo, SimulatedClock, audit};
use punto_journal::Entry;
use punto_site::{Command as SiteCommand, Kind, On, Place, Principal};
use tokio::sync::oneshot::{Receiver, Sender, channel};
use tokio::task::JoinHandle;

use crate::common::*;

/// A floor whose next append waits as soon as there is something to wait for.
struct Slow {
    floor: Floor,
    next: Arc<Mutex<Option<Receiver<()>>>>,
    _folder: tempfile::TempDir,
}

impl Slow {
    async fn new() -> Slow {
        let folder = tempfile::tempdir().unwrap();
        let next: Arc<Mutex<Option<Receiver<()>>>> = Arc::default();
        let own = next.clone();
        let twisted = Twisted::new(journal(folder.path()).await, move |_: &[Entry]| {
            own.lock().unwrap().take().map_or(Twist::Made, Twist::Waits)
        });
        let floor = Floor::start(setup(twisted, &SimulatedClock::at(START))).await.unwrap();
        Slow { floor, next, _folder: folder }
    }

    fn wait(&self) -> Sender<()> {
        let (go, wait) = channel();
        *self.next.lock().unwrap() = Some(wait);
        go
    }

    fn records(&self) -> u64 {
        self.floor.journal().heads().unwrap().iter().map(|head| head.seq).sum()
    }

    /// Lets whoever asks go away in the middle of the append, and the append be made after that.
    async fn abandoned<T: Send + 'static>(&self, ask: impl Future<Output = T> + Send + 'static, makes: u64) {
        let (go, before) = (self.wait(), self.records());
        let asking: JoinHandle<T> = tokio::spawn(ask);
        eventually("it is being written", || self.next.lock().unwrap().is_none()).await;
        asking.abort();
        assert!(asking.await.is_err_and(|gone| gone.is_cancelled()));
        go.send(()).unwrap();
        eventually("it is written", || self.records() == before + makes).await;
    }

    async fn told(&self, name: &str, command: Command) {
        let account = self.floor.patron(patron(name)).await.unwrap();
        let outcome = account.say(SaidTo { key: None, by: cat(), command }).await.unwrap();
        assert!(matches!(outcome, OutcomeOf::Done(_)), "{outcome:?}");
    }
}

fn cat() -> Principal {
    Principal::Staff(patron("cat"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_whose_patron_hangs_up_goes_on() {
    let house = Slow::new().await;
    house.told("ada", Command::Register { patron: patron("ada"), kind: AccountKind::Real }).await;
    let ada = house.floor.patron(patron("ada")).await.unwrap();
    let (own, deposit) =
        (ada.clone(), Command::Deposit { amount: money("100"), seconded: None, exchanged: None });
    let said = SaidTo { key: Some(key("d")), by: cat(), command: deposit };
    let again = said.clone();
    house.abandoned(async move { own.say(said).await }, 1).await;
    house.told("ada", Command::Withdraw { amount: money("30"), seconded: None, order: None }).await;
    let again = ada.say(again).await.unwrap();
    assert!(matches!(&again, OutcomeOf::Done(answer) if answer.repeated), "{again:?}");
    assert_eq!(ada.now().balance(), money("70"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_voucher_is_redeemed_though_its_bearer_hangs_up() {
    let house = Slow::new().await;
    for name in ["ada", "ben"] {
        house.told(name, Command::Register { patron: patron(name), kind: AccountKind::Real }).await;
    }
    house.told("ada", Command::Deposit { amount: money("100"), seconded: None, exchanged: None }).await;
    let vouchers = [1, 2].map(|number| VoucherId::new(number).unwrap());
    for voucher in vouchers {
        house.told("ada", Command::IssueVoucher { voucher, amount: money("40"), on: On(None) }).await;
    }
    let bring = |n: usize, name: &str| Redemption {
        key: key(name),
        // What staff bring is told at the site, by a record of its own.
        by: Principal::Patron(patron("ben")),
        voucher: vouchers[n],
        from: patron("ada"),
        into: patron("ben"),
        seconded: Some(patron("max")),
    };
    let (floor, first) = (house.floor.clone(), bring(0, "first"));
    house.abandoned(async move { floor.redeem(first).await }, 2).await;
    let second = house.floor.redeem(bring(1, "second")).await.unwrap();
    assert!(matches!(&second, OutcomeOf::Done(answer) if !answer.repeated), "{second:?}");
    let again = house.floor.redeem(bring(0, "first")).await.unwrap();
    assert!(matches!(&again, OutcomeOf::Done(answer) if answer.repeated), "{again:?}");
    assert_eq!(house.floor.patron(patron("ben")).await.unwrap().now().balance(), money("80"));
    audit(&**house.floor.journal(), books(), &mut |_| {}).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fault_holds_the_tables_though_whoever_told_it_is_gone() {
    let house = Slow::new().await;
    let table =
        house.floor.add_table(demonstration("t", "rws-2016"), punto_table::Actor::System).await.unwrap();
    let note = |text: &str| {
        let what = punto_site::Cause::Found { text: punto_site::plain(text) };
        let command = SiteCommand::Note { kind: Kind::TableFault, place: Place::Site, about: None, what };
        SaidTo { key: None, by: Principal::System, command }
    };
    let (site, first) = (house.floor.site(), note("it stopped"));
    house.abandoned(async move { site.say(first).await }, 1).await;
    eventually("the table is held", || table.now().fault.is_some()).await;
    let next = house.floor.site().say(note("so did another")).await.unwrap();
    assert!(matches!(next, OutcomeOf::Done(_)), "{next:?}");
}
