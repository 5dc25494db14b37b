//! Large wins and full accounts wait for an attendant: held, seen to, and nobody else held up.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use punto_accounts::{AccountKind, Command as AccountCommand, Reason, VoucherId};
use punto_floor::{
    Dealer, Floor, FloorError, OutcomeOf, Redemption, SaidTo, Setup, SimulatedClock, TableHandle, TablePlan,
    audit,
};
use punto_journal::{AppendError, Entry};
use punto_site::{Command as SiteCommand, Kind, LargeWin, On, Place, Principal as Who};
use punto_table::{Actor, Phase};
use punto_vocab::{Money, Role};
use tokio::sync::oneshot::{Receiver, channel};

use crate::common::*;

async fn floor_with(
    folder: &Path,
    clock: &SimulatedClock,
    large_win: Option<&str>,
    account_most: Option<&str>,
) -> Floor {
    let setup = Setup {
        large_win: large_win.map(money),
        account_most: account_most.map(money),
        ..setup(journal(folder).await, clock)
    };
    Floor::start(setup).await.unwrap()
}

fn by(name: &str) -> Actor {
    Actor::Patron(patron(name))
}

/// The large wins that wait for somebody, with their numbers.
fn waiting(floor: &Floor) -> Vec<(u32, LargeWin)> {
    let site = floor.site().now();
    site.notices.iter().filter_map(|(number, notice)| Some((*number, notice.win()?))).collect()
}

/// Ada stakes 50 on Player and Ben 5 on Banker, coup after coup, until Ada has won.
async fn until_ada_wins(table: &TableHandle, clock: &SimulatedClock) {
    let (mut wagered, before) =
        (BTreeSet::new(), table.meters().bets.get(&bet()).map_or(Money::ZERO, |bet| bet.paid));
    while table.meters().bets.get(&bet()).is_none_or(|bet| bet.paid == before) {
        let moment = table.now();
        if let Phase::Betting(betting) = &moment.table.open.as_ref().unwrap().phase
            && betting.opened.is_some()
            && !betting.closed
            && wagered.insert(moment.table.coups.ended())
        {
            // After a tie the wagers may lie there already.
            let _ = say(table, by("ada"), "bet ada@1 player 50").await.unwrap();
            let _ = say(table, by("ben"), "bet ben@2 banker 5").await.unwrap();
        }
        step(table, clock).await;
    }
    // The next coup's wagers are taken.
    while !table.now().table.open.as_ref().is_some_and(
        |open| matches!(&open.phase, Phase::Betting(betting) if betting.opened.is_some() && !betting.closed),
    ) {
        step(table, clock).await;
    }
}

fn bet() -> punto_vocab::BetId {
    "player".parse().unwrap()
}

#[track_caller]
fn is_held(answer: Result<punto_floor::Outcome, FloorError>, amount: &str) {
    let Err(FloorError::Account(refused)) = answer else { panic!("not held: {answer:?}") };
    let held = matches!(refused.reason, Reason::WinHeld { amount: own, .. } if own == money(amount));
    assert!(held && refused.to_string().contains("house:large-win-hold"), "{refused}");
}

/// Somebody who may acknowledges an event.
async fn acknowledge(floor: &Floor, number: u32) {
    clear_faults(floor).await;
    let note = punto_vocab::line::Words::new("paid and signed for").unwrap();
    let said = SaidTo {
        key: None,
        by: Who::Staff(patron("max")),
        command: SiteCommand::Acknowledge { number, note },
    };
    assert!(matches!(floor.site().say(said).await.unwrap(), OutcomeOf::Done(_)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_wins_much_waits_for_an_attendant_and_nobody_else_does() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let held = ["bet ada@1 player 50", "bet ada@1 tie 5", "cash-out ada 10", "leave ada"];
    let number = {
        let floor = floor_with(folder.path(), &clock, Some("50"), None).await;
        let table = floor.add_table(demonstration("t", "rws-2016"), Actor::System).await.unwrap();
        let other = floor.add_table(demonstration("u", "rws-2016"), Actor::System).await.unwrap();
        seat(&table, &["ada", "ben"]).await;
        seat(&other, &["ada"]).await;
        until_ada_wins(&table, &clock).await;
        let found = waiting(&floor);
        let [(number, win)] = found[..] else { panic!("{found:?}") };
        assert_eq!((win.patron, win.amount), (patron("ada"), money("50")), "ben's 5 is no large win");
        for line in held {
            is_held(say(&table, by("ada"), line).await, "50");
            assert!(
                table.held(&line.parse().unwrap()).is_some() && other.held(&line.parse().unwrap()).is_none()
            );
        }
        assert!(table.held(&"bet ben@2 banker 5".parse().unwrap()).is_none());
        // Staff cannot send the money home either, and not by closing the table.
        is_held(say(&table, Actor::System, "close").await, "50");
        done(say(&table, by("ben"), "bet ben@2 banker 5").await);
        done(say(&other, by("ada"), "cash-out ada 10").await);
        number
    };
    // As if the power had failed: it is held all the same.
    let floor = floor_with(folder.path(), &clock, Some("50"), None).await;
    let table = floor.table(&"t".parse().unwrap()).unwrap();
    for line in held {
        is_held(say(&table, by("ada"), line).await, "50");
    }
    assert_eq!(waiting(&floor).len(), 1);
    acknowledge(&floor, number).await;
    done(say(&table, by("ada"), "bet ada@1 player 50").await);
    done(say(&table, by("ada"), "cash-out ada 10").await);
    done(say(&table, by("ada"), "lift ada@1 player").await);
    done(say(&table, by("ada"), "leave ada").await);
    audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_win_below_the_limit_is_nobodys_business() {
    for large_win in [Some("50.01"), None] {
        let folder = tempfile::tempdir().unwrap();
        let clock = SimulatedClock::at(START);
        let floor = floor_with(folder.path(), &clock, large_win, None).await;
        let table = floor.add_table(demonstration("t", "rws-2016"), Actor::System).await.unwrap();
        seat(&table, &["ada", "ben"]).await;
        until_ada_wins(&table, &clock).await;
        assert_eq!(waiting(&floor), [], "{large_win:?}");
        done(say(&table, by("ada"), "cash-out ada 10").await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_account_does_not_hold_freely_waits_for_an_attendant() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor_with(folder.path(), &clock, None, Some("120")).await;
    let table = floor.add_table(plan("t", "rws-2016", "usual, limits 5..5000"), Actor::System).await.unwrap();
    let ada = floor.patron(patron("ada")).await.unwrap();
    let told = async |by: Who, command: AccountCommand| {
        let outcome = ada.say(SaidTo { key: None, by, command }).await.unwrap();
        assert!(matches!(outcome, OutcomeOf::Done(_)), "{outcome:?}");
    };
    let cat = Who::Staff(patron("cat"));
    told(cat, AccountCommand::Register { patron: patron("ada"), kind: AccountKind::Real }).await;
    told(Who::Patron(patron("ada")), AccountCommand::SetPin).await;
    // What comes over the counter is an attendant's business already.
    told(cat, AccountCommand::Deposit { amount: money("200"), seconded: None, exchanged: None }).await;
    told(Who::System, AccountCommand::StartSession { on: On(None) }).await;
    done(say(&table, by("ada"), "sit ada@1").await);
    ada.to_table(&table, money("150"), fresh()).await.unwrap();
    done(say(&table, by("ada"), "cash-out ada 70").await);
    assert_eq!((ada.now().purses.cashable, ada.now().purses.held), (money("120"), Money::ZERO));
    done(say(&table, by("ada"), "cash-out ada 30").await);
    assert_eq!((ada.now().purses.cashable, ada.now().purses.held), (money("120"), money("30")));
    let why = punto_vocab::line::Words::new("seen").unwrap();
    told(Who::Staff(patron("pit")), AccountCommand::Release { amount: money("30"), why }).await;
    // No more than what comes home is held: the rest has been seen to.
    done(say(&table, by("ada"), "leave ada").await);
    assert_eq!((ada.now().purses.cashable, ada.now().purses.held), (money("150"), money("50")));
    ada.now().audit().unwrap();
    audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
}

/// A journal that takes nothing behind the money's own append: what is told of it was in there, about who was at the table,
/// and none of them releases what is held.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_told_of_money_between_a_table_and_an_account_is_in_their_append() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let (home, gone) = (AtomicBool::new(false), Arc::new(AtomicBool::new(false)));
    let ends = gone.clone();
    let journal = Twisted::new(journal(folder.path()).await, move |entries: &[Entry]| {
        if home.load(Ordering::SeqCst) {
            return Twist::Fails(AppendError::Fault("the power is gone".into()));
        }
        home.store(ends.load(Ordering::SeqCst) && entries.len() > 1, Ordering::SeqCst);
        Twist::Made
    });
    let most = Some(money("120"));
    let floor = Floor::start(Setup { account_most: most, ..setup(journal, &clock) }).await.unwrap();
    let table = floor.add_table(plan("t", "rws-2016", "usual, limits 5..5000"), Actor::System).await.unwrap();
    let ada = floor.patron(patron("ada")).await.unwrap();
    let told = async |by: Who, command: AccountCommand| {
        let outcome = ada.say(SaidTo { key: None, by, command }).await.unwrap();
        assert!(matches!(outcome, OutcomeOf::Done(_)), "{outcome:?}");
    };
    told(
        Who::Staff(patron("cat")),
        AccountCommand::Register { patron: patron("ada"), kind: AccountKind::Real },
    )
    .await;
    told(Who::Patron(patron("ada")), AccountCommand::SetPin).await;
    let cat = Who::Staff(patron("cat"));
    told(cat, AccountCommand::Deposit { amount: money("200"), seconded: None, exchanged: None }).await;
    told(Who::System, AccountCommand::StartSession { on: On(None) }).await;
    let gus = Actor::Staff(Role::GameSupervisor, patron("gus"));
    done(say(&table, gus, "sign-on").await);
    done(say(&table, by("ada"), "sit ada@1").await);
    ada.to_table(&table, money("150"), fresh()).await.unwrap();
    gone.store(true, Ordering::SeqCst);
    done(say(&table, by("ada"), "cash-out ada 150").await);
    drop((floor, table, ada));

    let floor = crate::common::floor(folder.path(), &clock).await;
    let site = floor.site().now();
    let held = site.notices.values().find(|notice| notice.kind == Kind::OverLimit).unwrap();
    assert!(held.is_about(patron("gus")), "{held:?}");
    let ada = floor.patron(patron("ada")).await.unwrap();
    let release = async |who: &str| {
        let why = punto_vocab::line::Words::new("seen").unwrap();
        let command = AccountCommand::Release { amount: money("40"), why };
        ada.say(SaidTo { key: None, by: Who::Staff(patron(who)), command }).await.unwrap()
    };
    let refused = release("gus").await;
    let own = Reason::OwnActHeld { who: patron("gus") };
    assert!(matches!(&refused, OutcomeOf::Refused(refused) if refused.reason == own), "{refused:?}");
    assert_eq!(ada.now().purses.held, money("80"));
    assert!(matches!(release("pit").await, OutcomeOf::Done(_)));
    assert!(matches!(release("pit").await, OutcomeOf::Done(_)));
    assert_eq!((ada.now().purses.held, ada.now().held_about.clone()), (Money::ZERO, None));
    audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
}

/// What is said right behind the settlement of a win, before anybody was answered, waits like everything else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_wager_slips_past_in_the_breath_of_the_win() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let next: Arc<Mutex<Option<Receiver<()>>>> = Arc::default();
    let own = next.clone();
    let twisted = Twisted::new(journal(folder.path()).await, move |_: &[punto_journal::Entry]| {
        own.lock().unwrap().take().map_or(Twist::Made, Twist::Waits)
    });
    let floor = Floor::start(Setup { large_win: Some(money("50")), ..setup(twisted, &clock) }).await.unwrap();
    let plan = TablePlan { dealer: Dealer::Person, ..demonstration("t", "rws-2016") };
    let table = floor.add_table(plan, Actor::System).await.unwrap();
    seat(&table, &["ada", "ben"]).await;
    let lines = [
        "prepare",
        "call place-your-bets",
        "bet ada@1 player 50",
        "call no-more-bets",
        "card Kc",
        "card 2d",
        "card 9h",
        "card 3c",
        "call points",
    ];
    for line in lines {
        done(say(&table, Actor::System, line).await);
    }
    // While the journal writes, the settlement and more comes to lie behind it.
    let (go, wait) = channel();
    *next.lock().unwrap() = Some(wait);
    let told = |line: &'static str| {
        let table = table.clone();
        tokio::spawn(async move { say(&table, Actor::System, line).await })
    };
    let first = told("buy-in ben 10 balance");
    eventually("it is being written", || next.lock().unwrap().is_none()).await;
    let mut behind = Vec::new();
    for line in ["settle", "call place-your-bets", "bet ben@2 player 50", "bet ada@1 player 50"] {
        behind.push(told(line));
        eventually("it waits", || table.waiting() == behind.len()).await;
    }
    go.send(()).unwrap();
    first.await.unwrap().unwrap();
    let last = behind.pop().unwrap();
    for one in behind {
        done(one.await.unwrap());
    }
    is_held(last.await.unwrap(), "50");
}

/// An officer's exclusion waits for nobody; what the patron has here does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_must_go_goes() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor_with(folder.path(), &SimulatedClock::at(START), Some("50"), None).await;
    let table = floor.add_table(demonstration("t", "nsw-2021"), Actor::System).await.unwrap();
    seat(&table, &["ada"]).await;
    let sue = Actor::Staff(punto_vocab::Role::CasinoSupervisor, patron("sue"));
    done(say(&table, sue, "sign-on").await);
    let place = Place::Table("t".parse().unwrap());
    let command = SiteCommand::NoteWin { place, patron: patron("ada"), amount: money("60"), about: None };
    floor.site().say(SaidTo { key: None, by: Who::System, command }).await.unwrap();
    for line in ["cash-out ada 10", "leave ada"] {
        is_held(say(&table, by("ada"), line).await, "60");
    }
    done(say(&table, sue, "act prohibited-devices ada").await);
    done(say(&table, sue, "exclude ada a device was found").await);
    assert!(!table.now().table.open.as_ref().unwrap().patrons.has(patron("ada")));
    is_held(say(&table, Actor::System, "cash-out ada 10").await, "60");
}

/// A voucher is money of its account, wherever the paper is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_holds_more_on_paper() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor_with(folder.path(), &SimulatedClock::at(START), None, Some("120")).await;
    let table = floor.add_table(plan("t", "rws-2016", "usual, limits 5..5000"), Actor::System).await.unwrap();
    let (cat, own) = (Who::Staff(patron("cat")), Who::Patron(patron("ada")));
    let told = async |name: &str, by: Who, command: AccountCommand| {
        let account = floor.patron(patron(name)).await.unwrap();
        let outcome = account.say(SaidTo { key: None, by, command }).await.unwrap();
        assert!(matches!(outcome, OutcomeOf::Done(_)), "{outcome:?}");
    };
    let purses = async |name: &str| {
        let purses = floor.patron(patron(name)).await.unwrap().now().purses;
        (purses.cashable, purses.held)
    };
    for name in ["ada", "ben"] {
        told(name, cat, AccountCommand::Register { patron: patron(name), kind: AccountKind::Real }).await;
        told(name, Who::Patron(patron(name)), AccountCommand::SetPin).await;
    }
    told("ada", cat, AccountCommand::Deposit { amount: money("200"), seconded: None, exchanged: None }).await;
    told("ada", Who::System, AccountCommand::StartSession { on: On(None) }).await;
    done(say(&table, by("ada"), "sit ada@1").await);
    let ada = floor.patron(patron("ada")).await.unwrap();
    ada.to_table(&table, money("100"), fresh()).await.unwrap();
    let vouchers = [1, 2].map(|number| VoucherId::new(number).unwrap());
    for voucher in vouchers {
        told("ada", own, AccountCommand::IssueVoucher { voucher, amount: money("50"), on: On(None) }).await;
    }
    // 100 on paper and 30 more are 10 above what one account holds freely.
    done(say(&table, by("ada"), "cash-out ada 30").await);
    assert_eq!(purses("ada").await, (money("20"), money("10")));
    let bring = async |n: usize, by: Who, into: &str| {
        let (from, into) = (patron("ada"), patron(into));
        let asked =
            Redemption { key: fresh(), by, voucher: vouchers[n], from, into, seconded: Some(patron("max")) };
        let outcome = floor.redeem(asked).await.unwrap();
        assert!(matches!(outcome, OutcomeOf::Done(_)), "{outcome:?}");
    };
    told("ben", cat, AccountCommand::Deposit { amount: money("110"), seconded: None, exchanged: None }).await;
    bring(0, Who::Patron(patron("ben")), "ben").await;
    assert_eq!(purses("ben").await, (money("120"), money("40")));
    eventually("it is told", || floor.site().now().noted.get(&Kind::OverLimit) == Some(&2)).await;
    // Over the counter it is an attendant's business already.
    bring(1, cat, "ben").await;
    assert_eq!(purses("ben").await, (money("170"), money("40")));
    audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
}
