//! Vouchers between accounts: in one append, once, whoever is quicker and whatever the journal does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use punto_accounts::{AccountKind, Command, Reason, VoucherId};
use punto_floor::{Floor, FloorError, OutcomeOf, Redemption, SaidTo, SimulatedClock, audit};
use punto_journal::AppendError;
use punto_site::{On, Principal};
use punto_vocab::Money;

use crate::common::*;

fn cat() -> Principal {
    Principal::Staff(patron("cat"))
}

fn voucher(number: u64) -> VoucherId {
    VoucherId::new(number).unwrap()
}

async fn told(floor: &Floor, name: &str, by: Principal, command: Command) {
    let account = floor.patron(patron(name)).await.unwrap();
    let outcome = account.say(SaidTo { key: None, by, command }).await.unwrap();
    assert!(matches!(outcome, OutcomeOf::Done(_)), "{outcome:?}");
}

async fn registered(floor: &Floor, name: &str, cash: &str) {
    told(floor, name, cat(), Command::Register { patron: patron(name), kind: AccountKind::Real }).await;
    if cash != "0" {
        told(floor, name, cat(), Command::Deposit { amount: money(cash), seconded: None, exchanged: None })
            .await;
    }
}

async fn balance(floor: &Floor, name: &str) -> Money {
    floor.patron(patron(name)).await.unwrap().now().balance()
}

fn redemption(key: &str, number: u64, into: &str) -> Redemption {
    let (key, voucher) = (crate::common::key(key), voucher(number));
    Redemption {
        key,
        by: cat(),
        voucher,
        from: patron("ada"),
        into: patron(into),
        seconded: Some(patron("max")),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_voucher_is_redeemed_once_however_many_bring_it() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    registered(&floor, "ada", "100").await;
    registered(&floor, "ben", "0").await;
    registered(&floor, "cay", "0").await;
    let issue = |number, amount: &str| Command::IssueVoucher {
        voucher: voucher(number),
        amount: money(amount),
        on: On(None),
    };
    told(&floor, "ada", cat(), issue(1, "60")).await;
    told(&floor, "ada", cat(), issue(2, "40")).await;

    // Sixty-four at once, some of them into the account it came from.
    let tries: Vec<_> = (0..64)
        .map(|n| {
            let (floor, into) = (floor.clone(), ["ada", "ben", "cay"][n % 3]);
            tokio::spawn(async move { floor.redeem(redemption(&format!("k{n}"), 1, into)).await.unwrap() })
        })
        .collect();
    let mut done = 0;
    for one in tries {
        match one.await.unwrap() {
            OutcomeOf::Done(answer) => done += usize::from(!answer.repeated),
            OutcomeOf::Refused(refused) => {
                assert_eq!(refused.reason, Reason::VoucherNotOut { voucher: voucher(1) });
            }
        }
    }
    assert_eq!(done, 1);
    let all = [balance(&floor, "ada").await, balance(&floor, "ben").await, balance(&floor, "cay").await];
    assert_eq!(all.into_iter().sum::<Money>(), money("60"), "and the other voucher is still out");

    // A repeat is answered as the first was; another voucher or another person under the same key is not.
    let first = floor.redeem(redemption("again", 2, "ben")).await.unwrap();
    assert!(matches!(&first, OutcomeOf::Done(answer) if !answer.repeated), "{first:?}");
    let again = floor.redeem(redemption("again", 2, "ben")).await.unwrap();
    assert!(matches!(&again, OutcomeOf::Done(answer) if answer.repeated), "{again:?}");
    for other in [
        Redemption { voucher: voucher(1), ..redemption("again", 2, "ben") },
        Redemption { by: Principal::Staff(patron("kim")), ..redemption("again", 2, "ben") },
    ] {
        assert!(floor.redeem(other).await.is_err());
    }
    let unknown = floor.redeem(redemption("other", 3, "ben")).await.unwrap();
    assert!(matches!(unknown, OutcomeOf::Refused(_)));
    // Nobody spends or redeems on one side only.
    let ben = floor.patron(patron("ben")).await.unwrap();
    for command in [
        Command::RedeemVoucher {
            voucher: voucher(9),
            amount: money("5"),
            from: patron("ada"),
            seconded: None,
        },
        Command::SpendVoucher { voucher: voucher(9), into: patron("ada"), seconded: None },
    ] {
        assert!(ben.say(SaidTo { key: None, by: cat(), command }).await.is_err());
    }
    // What staff put into another account is told at the site, too.
    audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
    let heads = floor.journal().heads().unwrap();
    assert_eq!(heads.iter().filter(|head| head.stream.kind() == "patron").count(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_that_nobody_knows_of_leaves_no_money_behind() {
    for made in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let clock = SimulatedClock::at(START);
        let doubtful = Arc::new(AtomicBool::new(false));
        let own = doubtful.clone();
        let twisted = Twisted::new(journal(folder.path()).await, move |_: &[punto_journal::Entry]| {
            match (own.swap(false, Ordering::SeqCst), made) {
                (false, _) => Twist::Made,
                (true, true) => Twist::MadeButSays(AppendError::Fault("the disk is gone".into())),
                (true, false) => Twist::Fails(AppendError::Fault("the disk is gone".into())),
            }
        });
        let floor = Floor::start(setup(twisted, &clock)).await.unwrap();
        registered(&floor, "ada", "100").await;
        registered(&floor, "ben", "0").await;
        let issue = Command::IssueVoucher { voucher: voucher(1), amount: money("60"), on: On(None) };
        told(&floor, "ada", cat(), issue).await;
        doubtful.store(true, Ordering::SeqCst);
        let doubt = floor.redeem(redemption("k", 1, "ben")).await.unwrap_err();
        assert!(matches!(doubt, FloorError::Journal(_)), "{doubt:?}");
        let again = floor.redeem(redemption("k", 1, "ben")).await.unwrap();
        assert!(matches!(&again, OutcomeOf::Done(answer) if answer.repeated == made), "{again:?}");
        assert_eq!((balance(&floor, "ada").await, balance(&floor, "ben").await), (money("40"), money("60")));
        audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_voucher_is_redeemed_once_by_many_and_a_crash_among_them() {
    for made in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let clock = SimulatedClock::at(START);
        let crashed = Arc::new(AtomicBool::new(false));
        let own = crashed.clone();
        let twisted = Twisted::new(journal(folder.path()).await, move |_: &[punto_journal::Entry]| {
            match (own.load(Ordering::SeqCst), made) {
                (false, _) => Twist::Made,
                // From the first redemption on nothing is answered: it was written before the end, or it was not.
                (true, true) => Twist::MadeButSays(AppendError::Fault("the power is gone".into())),
                (true, false) => Twist::Fails(AppendError::Fault("the power is gone".into())),
            }
        });
        let before = Floor::start(setup(twisted, &clock)).await.unwrap();
        registered(&before, "ada", "100").await;
        for name in ["ben", "cay"] {
            registered(&before, name, "0").await;
        }
        let issue = Command::IssueVoucher { voucher: voucher(1), amount: money("60"), on: On(None) };
        told(&before, "ada", cat(), issue).await;
        crashed.store(true, Ordering::SeqCst);
        assert!(before.redeem(redemption("k0", 1, "ben")).await.is_err());
        drop(before);

        let floor = floor(folder.path(), &clock).await;
        let tries: Vec<_> = (0..64)
            .map(|n| {
                let (floor, into) = (floor.clone(), ["ada", "ben", "cay"][n % 3]);
                tokio::spawn(async move {
                    floor.redeem(redemption(&format!("after-{n}"), 1, into)).await.unwrap()
                })
            })
            .collect();
        let mut done = 0;
        for one in tries {
            done += usize::from(matches!(one.await.unwrap(), OutcomeOf::Done(answer) if !answer.repeated));
        }
        assert_eq!(done, usize::from(!made), "written before the end: {made}");
        let all = [balance(&floor, "ada").await, balance(&floor, "ben").await, balance(&floor, "cay").await];
        assert_eq!(all.into_iter().sum::<Money>(), money("100"));
        audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
    }
}
