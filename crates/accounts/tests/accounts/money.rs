//! Money over the counter and between tables: each allowed case with its refused neighbour.

use punto_accounts::{Account, AccountTotals, Purse, Statement};
use punto_vocab::Money;
use punto_vocab::Time;

use crate::book::Book;

#[test]
fn an_account_is_registered_once_by_staff() {
    let mut book = Book::empty();
    book.refused("staff cat: deposit 10", "not-registered by house:account-order");
    book.refused("patron ada: register ada real", "not-yours by house:account-voices");
    book.gets("staff cat: register ada real", "registered ada real");
    book.refused("staff cat: register ben real", "already-registered by house:account-order");
}

#[test]
fn the_cage_takes_in_and_pays_out_what_there_is() {
    let mut book = Book::empty();
    book.say("staff cat: register ada real").unwrap();
    book.refused("patron ada: deposit 10", "not-yours by house:account-voices");
    book.refused("system: deposit 10", "not-yours by house:account-voices");
    book.refused("staff cat: deposit 0", "nothing by house:balance");
    book.gets("staff cat: deposit 10", "deposited 10");
    book.refused("staff cat: withdraw 10.01", "account-not-enough by house:balance");
    book.refused("staff cat: withdraw 0", "nothing by house:balance");
    book.refused("system: withdraw 10", "not-yours by house:account-voices");
    book.refused("patron ada: withdraw 10", "not-yours by house:account-voices");
    book.gets("staff cat: withdraw 10", "withdrawn 10");
}

#[test]
fn play_money_has_no_door_to_cash() {
    let mut book = Book::empty();
    book.gets("system: register guest-7 play", "registered guest-7 play");
    book.refused("staff cat: deposit 10", "no-cash-value by house:play-money");
    book.gets("system: deposit 1000", "deposited 1000");
    book.refused("staff cat: withdraw 10", "no-cash-value by house:play-money");
    // A guest needs no PIN.
    book.gets("system: start-session on -", "session-started 1 on -");
    book.gets("patron guest-7: to-table rws-1 5", "went-to-table rws-1 5 of cashable");
}

#[test]
fn money_goes_to_a_table_and_only_the_table_sends_it_back() {
    let mut book = Book::playing("100");
    book.refused("patron ben: to-table rws-1 60", "speaks-for-another by house:account-voices");
    book.refused("staff kim: to-table rws-1 60", "not-yours by house:account-voices");
    book.refused("table nsw-1: to-table rws-1 60", "not-yours by house:account-voices");
    book.refused("patron ada: to-table rws-1 100.01", "account-not-enough by house:balance");
    book.gets("patron ada: to-table rws-1 60", "went-to-table rws-1 60 of cashable");
    book.gets("table rws-1: to-table rws-1 40", "went-to-table rws-1 40 of cashable");
    for who in ["patron ada", "staff cat", "table nsw-1", "device terminal-1"] {
        book.refused(&format!("{who}: from-table rws-1 60"), "not-yours by house:account-voices");
        book.refused(&format!("{who}: leave-table rws-1"), "not-yours by house:account-voices");
    }
    book.gets("table rws-1: from-table rws-1 250", "came-from-table rws-1 250 of cashable");
    book.gets("system: leave-table rws-1", "left-table rws-1");
    book.refused("table rws-1: leave-table rws-1", "not-at-table by house:balance");
    assert_eq!(book.purses(), "250 0 0");
    // A correction may reach the account after the patron has left.
    book.gets("table rws-1: from-table rws-1 5", "came-from-table rws-1 5 of cashable");
}

#[test]
fn promotional_money_is_spent_in_the_stated_order_and_never_becomes_cash() {
    let mut book = Book::playing("100");
    book.refused("patron ada: award 20 gift", "not-yours by house:account-voices");
    book.gets("staff mia: award 20 gift", "awarded 20 gift");
    book.refused("staff cat: withdraw 120", "account-not-enough by house:balance");
    book.gets(
        "patron ada: to-table rws-1 50",
        "went-to-table rws-1 20 of promotional; went-to-table rws-1 30 of cashable",
    );
    book.refused(
        "table rws-1: from-table rws-1 20.01 of promotional",
        "not-promotional by house:promotional-money",
    );
    book.refused(
        "table nsw-1: from-table nsw-1 1 of promotional",
        "not-promotional by house:promotional-money",
    );
    book.gets("table rws-1: from-table rws-1 5 of promotional", "came-from-table rws-1 5 of promotional");
    book.refused(
        "table rws-1: from-table rws-1 16 of promotional",
        "not-promotional by house:promotional-money",
    );
    // What is won with it is cash.
    book.gets("table rws-1: from-table rws-1 400", "came-from-table rws-1 400 of cashable");
    assert_eq!(book.purses(), "470 0 5");
    book.refused("patron ada: spend cashable-first", "not-yours by house:account-voices");
    book.refused("staff cat: spend promotional-first", "same-order by house:promotional-money");
    book.gets("staff cat: spend cashable-first", "spends cashable-first");
    book.gets("patron ada: to-table rws-1 3", "went-to-table rws-1 3 of cashable");
    book.gets("patron ada: to-table rws-1 3 of promotional", "went-to-table rws-1 3 of promotional");
    book.refused("patron ada: to-table rws-1 3 of promotional", "account-not-enough by house:balance");
    book.gets(
        "patron ada: to-table rws-1 469",
        "went-to-table rws-1 467 of cashable; went-to-table rws-1 2 of promotional",
    );
    assert_eq!(book.purses(), "0 0 0");
}

#[test]
fn promotional_money_lapses() {
    let mut book = Book::with_cash("100");
    book.say("staff mia: award 20 gift").unwrap();
    book.refused("staff mia: lapse 20.01 too late", "account-not-enough by house:balance");
    book.refused("patron ada: lapse 20 too late", "not-yours by house:account-voices");
    book.gets("system: lapse 20 too late", "lapsed 20 too late");
    assert_eq!(book.purses(), "100 0 0");
}

#[test]
fn a_large_win_waits_for_an_attendant() {
    let mut book = Book::playing("100");
    book.refused("patron ada: hold 90 large win", "not-yours by house:account-voices");
    book.refused("system: hold 101 large win", "account-not-enough by house:balance");
    book.gets("system: hold 90 large win", "held 90 large win");
    assert_eq!(book.purses(), "10 90 0");
    book.refused("patron ada: to-table rws-1 11", "account-not-enough by house:balance");
    book.refused("staff cat: withdraw 11", "account-not-enough by house:balance");
    book.refused("system: release 90 paid", "not-yours by house:account-voices");
    book.refused("staff pit: release 91 paid", "not-enough-held by house:large-win-hold");
    book.gets("staff pit: release 90 paid", "released 90 paid");
    assert_eq!(book.purses(), "100 0 0");
}

#[test]
fn a_balance_is_put_right_by_a_person_with_a_proposal() {
    let mut book = Book::with_cash("100");
    book.refused("system: adjust-up 5 proposal 7 miscount", "not-yours by house:account-voices");
    book.refused("patron ada: adjust-up 5 proposal 7 miscount", "not-yours by house:account-voices");
    book.gets("staff cat: adjust-up 5 proposal 7 miscount", "adjusted-up 5 proposal 7 miscount");
    book.refused("staff cat: adjust-down 105.01 proposal 8 miscount", "account-not-enough by house:balance");
    book.gets("staff cat: adjust-down 105 proposal 8 miscount", "adjusted-down 105 proposal 8 miscount");
    assert_eq!(book.purses(), "0 0 0");
}

#[test]
fn an_account_is_closed_when_nothing_is_left() {
    let mut book = Book::playing("100");
    book.refused("patron ada: close", "not-yours by house:account-voices");
    book.refused("staff cat: close", "signed-in by house:patron-sessions");
    book.say("patron ada: to-table rws-1 100").unwrap();
    book.say("patron ada: end-session signed-out").unwrap();
    book.refused("staff cat: close", "at-table by house:balance");
    book.say("table rws-1: from-table rws-1 1").unwrap();
    book.say("table rws-1: leave-table rws-1").unwrap();
    book.refused("staff cat: close", "money-left by house:balance");
    book.say("staff cat: withdraw 1").unwrap();
    book.gets("staff cat: close", "closed");
    book.refused("staff cat: deposit 1", "account-closed by house:account-order");
    book.refused("staff cat: register ada real", "already-registered by house:account-order");
}

#[test]
fn more_than_can_be_counted_is_refused() {
    let mut book = Book::playing("100");
    book.account.totals.from_tables = AccountTotals::MOST - Money::from_minor(10_000);
    let line = |amount: &str| format!("table rws-1: from-table rws-1 {amount}");
    assert_eq!(book.say(&line("0.01")), Err("too-much by house:balance".to_owned()));
}

#[test]
fn the_self_audit_finds_what_does_not_add_up() {
    let mut account = Account::default();
    assert_eq!(account.audit(), Ok(()));
    account.purses.promotional = Money::from_minor(1);
    let imbalance = account.audit().unwrap_err();
    assert_eq!(imbalance.purse, Purse::Promotional);
    assert_eq!(
        imbalance.to_string(),
        "the promotional money is 0.01, but what went in less what went out is 0"
    );
    // Right in sum, but one part is below nought.
    account = Account::default();
    account.purses.cashable = Money::from_minor(-5);
    account.purses.held = Money::from_minor(5);
    assert_eq!(account.audit().unwrap_err().purse, Purse::Cashable);
}

#[test]
fn a_statement_tells_every_movement_and_adds_up() {
    let mut book = Book::playing("100");
    book.wait_hours(1);
    let from = book.now;
    book.say("patron ada: limit loss day 500").unwrap();
    book.say("patron ada: to-table rws-1 40").unwrap();
    book.say("system: hold 10 large win").unwrap();
    book.wait_hours(1);
    book.say("table rws-1: from-table rws-1 75").unwrap();
    let to = book.now.plus_minutes(1);
    book.wait_hours(1);
    book.say("staff cat: withdraw 100").unwrap();
    let events = || book.log.iter().map(|(at, by, event)| (*at, *by, event));
    let statement = Statement::of(events(), from, to);
    let lines: Vec<String> = statement
        .entries
        .iter()
        .map(|entry| format!("{} +{} -{} ={}", entry.what, entry.came_in, entry.went_out, entry.balance))
        .collect();
    assert_eq!(
        lines,
        [
            "went-to-table rws-1 40 of cashable +0 -40 =60",
            "held 10 large win +0 -0 =60",
            "came-from-table rws-1 75 of cashable +75 -0 =135",
        ]
    );
    assert_eq!(statement.opening.sum() + statement.came_in() - statement.went_out(), statement.closing.sum());
    assert_eq!(Statement::of(events(), Time(i64::MIN), Time(i64::MAX)).closing, book.account.purses);
}

#[test]
fn money_of_another_currency_is_taken_by_two_at_its_rate() {
    let mut book = Book::with_cash("0.01");
    for (line, by) in [
        ("deposit 102 for JPY:10000@0.0102", "second-person-needed by house:two-persons"),
        ("deposit 102 seconded cat for JPY:10000@0.0102", "second-person-needed by house:two-persons"),
        ("deposit 102.01 seconded max for JPY:10000@0.0102", "not-the-rate by house:account-currency"),
        ("deposit 101 seconded max for JPY:10000@0.0102", "not-the-rate by house:account-currency"),
        ("deposit 1 seconded max for JPY:0@0.0102", "not-the-rate by house:account-currency"),
    ] {
        book.refused(&format!("staff cat: {line}"), by);
    }
    // What is less than the smallest coin of the account stays with the house.
    for rest in ["102 seconded max for JPY:10000@0.0102", "1.03 seconded max for JPY:101@0.0102"] {
        book.gets(&format!("staff cat: deposit {rest}"), &format!("deposited {rest}"));
    }
    assert_eq!(book.purses(), "103.04 0 0");
}

#[test]
fn cash_that_the_house_reports_is_told_also_where_it_comes_in_parts() {
    let mut book = Book::with_cash("6000");
    let large: Money = "10000".parse().unwrap();
    let told = |book: &Book, line: &str| {
        let event = punto_accounts::Event {
            what: line.parse().unwrap(),
            by: punto_accounts::AccountRule::Cage.cite(),
        };
        let (ada, cat) = ("ada".parse().unwrap(), "staff cat".parse().unwrap());
        let told = punto_accounts::large_cash((&book.account, book.now), ada, cat, &[event], large);
        told.into_iter().map(|told| format!("{}: {}", told.kind, told.what)).collect::<Vec<_>>()
    };
    assert!(told(&book, "deposited 3999.99").is_empty());
    let says = "large-cash: 10000 in cash within a day for ada, the last by cat";
    assert_eq!(told(&book, "deposited 4000"), [says]);
    assert!(told(&book, "withdrawn 9999").is_empty());
    assert_eq!(told(&book, "withdrawn 10000 seconded max"), [says]);
    // What went out in parts is what went out.
    book.say("staff cat: withdraw 100 seconded max").unwrap();
    assert_eq!(told(&book, "withdrawn 9900"), [says]);
    assert!(told(&book, "withdrawn 9899").is_empty());
    book.wait_hours(25);
    assert!(told(&book, "deposited 4000").is_empty(), "another day");
}
