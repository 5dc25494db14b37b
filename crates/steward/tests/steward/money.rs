//! Fees and prizes are in the accounts by the same append as in the tournament, or in neither; secrets are in no file.

use punto_accounts::{AccountKind, Command as OfAccount};
use punto_floor::{AccountOutcome, AccountSaid};
use punto_site::{On, Principal};
use punto_steward::{TournamentOutcome, What};
use punto_vocab::{Money, PersonId, Time};

use crate::house::{House, carried_out, done, must, refused, say};

const CONDITIONS: &str = "fee 100, form f-1, entry as-posted, entrants 2..8, chips 1000, limits 10..200, \
    session shoes 1, advance 1, hidden 2, prizes 60 40, paid transfer cheque, start 2030-01-01T00:00:00Z";

fn name(text: &str) -> PersonId {
    text.parse().unwrap()
}

/// Opens an account with money in it.
pub(crate) async fn account(house: &House, who: &str, minor: i64) {
    let patron = name(who);
    let account = house.floor.patron(patron).await.unwrap();
    let said = |command| AccountSaid { key: None, by: Principal::System, command };
    let opened = account.say(said(OfAccount::Register { patron, kind: AccountKind::Real })).await.unwrap();
    assert!(matches!(opened, AccountOutcome::Done(_)), "{opened:?}");
    let given = AccountSaid {
        key: None,
        by: Principal::Staff(name("cass")),
        command: OfAccount::GivePin { seconded: None },
    };
    let given = account.say(given).await.unwrap();
    assert!(matches!(given, AccountOutcome::Done(_)), "{given:?}");
    let chosen = AccountSaid { key: None, by: Principal::Patron(patron), command: OfAccount::SetPin };
    let chosen = account.say(chosen).await.unwrap();
    assert!(matches!(chosen, AccountOutcome::Done(_)), "{chosen:?}");
    let began = account.say(said(OfAccount::StartSession { on: On(None) })).await.unwrap();
    assert!(matches!(began, AccountOutcome::Done(_)), "{began:?}");
    let amount = Money::from_minor(minor);
    let by = Principal::Staff(name("cass"));
    let command = OfAccount::Deposit { amount, seconded: None, exchanged: None };
    let paid = account.say(AccountSaid { key: None, by, command }).await.unwrap();
    assert!(matches!(paid, AccountOutcome::Done(_)), "{paid:?}");
}

pub(crate) async fn balance(house: &House, who: &str) -> i64 {
    house.floor.patron(name(who)).await.unwrap().now().purses.cashable.minor()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fee_leaves_the_account_with_the_record_of_it_and_comes_back_with_that_of_the_refund() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, Time(1_700_000_000_000_000)).await;
    let one = house.put_up("spring-cup", "tas-2018", "usual, limits 10..200").await;
    house.staffed().await;
    done(&one, "casino-operator max", &format!("conditions {CONDITIONS}")).await;
    let number = house.agreed("max", "ria", &format!("tournament publish spring-cup {CONDITIONS}")).await;
    let published = carried_out(&one, number, "casino-operator max", What::Publish).await;
    assert!(matches!(published, TournamentOutcome::Done(_)), "{published:?}");
    account(&house, "ada", 15_000).await;
    account(&house, "ben", 5_000).await;
    account(&house, "cyd", 10_000).await;
    for who in ["ada", "ben", "cyd"] {
        must(&one, &format!("apply {who}")).await;
        must(&one, &format!("inform {who}")).await;
        must(&one, &format!("endorse {who}")).await;
    }
    must(&one, "pay-fee ada 100").await;
    assert_eq!(balance(&house, "ada").await, 5_000);
    // Who has not got it is refused by the account, and the tournament has not heard of it.
    assert!(matches!(say(&one, "pay-fee ben 100").await, TournamentOutcome::Account(_)));
    assert_eq!(one.now().contest.own.entrants[&name("ben")].fee, None);
    // Nobody says that a fee was paid: cash goes into the account first, over the cage's counter.
    let by_staff = refused(&one, "competition-director max", "pay-fee cyd 100").await;
    assert_eq!(by_staff.as_deref(), Some("of-entrant"));
    must(&one, "pay-fee cyd 100").await;
    must(&one, "withdraw ada").await;
    must(&one, "withdraw cyd").await;
    assert_eq!(balance(&house, "ada").await, 15_000, "in time, so that the fee comes back to where it was");
    assert!(house.floor.patron(name("ada")).await.unwrap().now().visits.is_empty());
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}

const BOUGHT: &str = "fee 100, form on-screen, entrants 2..8, chips 50, bought yes, compulsory yes, limits 10..50, method A, \
    rounds 1, session coups 3, tables 1, advance 1, second-chance no, seating officer, order yes, pass-cards 0, hidden 0, \
    buy-backs 1, entitled-only yes, withdraw-days 0, prizes 100, paid transfer, cash-out yes, rules-prevail yes, \
    start 2023-11-14T22:20:00Z";

#[tokio::test(flavor = "multi_thread")]
async fn chips_that_are_bought_leave_the_account_and_come_back_if_it_is_called_off() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, Time(1_700_000_000_000_000)).await;
    let one = house.put_up("spring-cup", "nsw-2021", "usual, limits 10..50").await;
    house.staffed().await;
    done(&one, "casino-operator max", &format!("conditions {BOUGHT}")).await;
    let number = house.agreed("max", "ria", &format!("tournament publish spring-cup {BOUGHT}")).await;
    let published = carried_out(&one, number, "casino-operator max", What::Publish).await;
    assert!(matches!(published, TournamentOutcome::Done(_)), "{published:?}");
    let manager = "tournament-manager tom";
    for (who, minor) in [("ada", 15_000), ("ben", 12_000)] {
        account(&house, who, minor).await;
        must(&one, &format!("apply {who}")).await;
        done(&one, manager, &format!("inform {who}")).await;
        must(&one, &format!("endorse {who}")).await;
        must(&one, &format!("pay-fee {who} 100")).await;
        done(&one, manager, &format!("accept {who}")).await;
    }
    house.clock.advance(3_600_000_000);
    done(&one, manager, "start").await;
    done(&one, manager, "designate 1").await;
    for (who, seat) in [("ada", 1), ("ben", 2)] {
        done(&one, manager, &format!("allot {who} 1@{seat}")).await;
    }
    must(&one, "buy-in ada 50").await;
    assert_eq!(balance(&house, "ada").await, 0, "chips cost what they are worth");
    // Who has not got the money has no chips.
    assert!(matches!(say(&one, "buy-in ben 50").await, TournamentOutcome::Account(_)));
    assert!(!one.now().contest.own.place(name("ben")).unwrap().bought);
    assert_eq!(refused(&one, manager, "buy-in ben 50").await.as_deref(), Some("of-entrant"));
    // Too late for the fee, but chips that are not played are no fee.
    must(&one, "withdraw ada").await;
    assert_eq!(balance(&house, "ada").await, 5_000);
    // Called off, every fee goes back.
    let number = house.agreed("max", "ria", "tournament call-off spring-cup a flood").await;
    let off: punto_tournament::Command = "cancel a flood".parse().unwrap();
    let off = carried_out(&one, number, "casino-operator max", off.into()).await;
    assert!(matches!(off, TournamentOutcome::Done(_)), "{off:?}");
    assert_eq!((balance(&house, "ada").await, balance(&house, "ben").await), (15_000, 12_000));
    assert!(house.floor.patron(name("ada")).await.unwrap().now().visits.is_empty());
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}
