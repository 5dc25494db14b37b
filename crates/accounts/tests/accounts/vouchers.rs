//! Money on paper: who makes a voucher, what it takes out, and that it comes back once.

use crate::book::Book;

#[test]
fn a_voucher_takes_money_out_and_is_out_until_it_is_spent() {
    let mut book = Book::with_cash("100");
    let issued = "voucher-issued 000000000007 60 sequence 1 on terminal-1";
    book.refused("staff cat: issue-voucher 000000000007 100.01 on -", "account-not-enough by house:balance");
    book.refused("staff cat: issue-voucher 000000000007 0 on -", "nothing by house:balance");
    book.refused("system: issue-voucher 000000000007 60 on -", "not-yours by house:account-voices");
    book.refused(
        "patron ben: issue-voucher 000000000007 60 on -",
        "speaks-for-another by house:account-voices",
    );
    book.refused("table rws-1: issue-voucher 000000000007 60 on -", "not-yours by house:account-voices");
    book.gets("patron ada: issue-voucher 000000000007 60 on terminal-1", issued);
    assert_eq!(book.purses(), "40 0 0");
    book.refused("staff cat: issue-voucher 000000000007 1 on -", "voucher-known by house:vouchers");
    book.gets(
        "staff cat: issue-voucher 000000000008 40 on -",
        "voucher-issued 000000000008 40 sequence 2 on - for-owner-by cat",
    );
    book.refused("staff cat: close", "vouchers-out by house:vouchers");

    book.refused("system: spend-voucher 000000000009 into ben", "voucher-not-out by house:vouchers");
    book.refused("staff cat: spend-voucher 000000000007 into ben", "not-yours by house:account-voices");
    book.gets("system: spend-voucher 000000000007 into ben", "voucher-spent 000000000007 60 into ben");
    book.refused("system: spend-voucher 000000000007 into ben", "voucher-not-out by house:vouchers");
    book.refused("system: spend-voucher 000000000008 into ben", "second-person-needed by house:two-persons");
    book.gets("system: spend-voucher 000000000008 into ada", "voucher-spent 000000000008 40 into ada");
    book.gets("staff cat: close", "closed");
}

#[test]
fn whoever_brings_a_voucher_has_its_money_unless_they_may_not_pay_in() {
    let mut book = Book::with_cash("10");
    book.refused("system: redeem-voucher 000000000007 60 from ben", "not-yours by house:account-voices");
    book.refused(
        "patron ben: redeem-voucher 000000000007 60 from ben",
        "speaks-for-another by house:account-voices",
    );
    book.gets(
        "patron ada: redeem-voucher 000000000007 60 from ben",
        "voucher-redeemed 000000000007 60 from ben",
    );
    assert_eq!(book.purses(), "70 0 0");
    book.say("patron ada: limit deposit day 100").unwrap();
    book.refused(
        "patron ada: redeem-voucher 000000000008 30.01 from ben",
        "over-limit by house:limits-of-play",
    );
    book.gets(
        "patron ada: redeem-voucher 000000000008 30 from ben",
        "voucher-redeemed 000000000008 30 from ben",
    );
    book.say("staff cat: exclude for-good").unwrap();
    book.refused(
        "patron ada: redeem-voucher 000000000009 1 from ben",
        "excluded-for-good by house:exclusion",
    );
    // Whoever is excluded still gets out what is theirs.
    book.gets(
        "patron ada: issue-voucher 000000000001 100 on -",
        "voucher-issued 000000000001 100 sequence 1 on -",
    );
}

#[test]
fn whoever_may_not_pay_in_gets_the_money_of_a_voucher_at_the_cage() {
    let mut book = Book::with_cash("10");
    book.say("patron ada: limit deposit day 40").unwrap();
    book.refused("patron ada: redeem-voucher 000000000007 60 from ben", "over-limit by house:limits-of-play");
    for alone in ["", " seconded cat"] {
        book.refused(
            &format!("staff cat: redeem-voucher 000000000007 60 from ben{alone}"),
            "second-person-needed by house:two-persons",
        );
    }
    book.gets(
        "staff cat: redeem-voucher 000000000007 60 from ben seconded max",
        "voucher-redeemed 000000000007 60 from ben seconded max",
    );
    book.refused("staff cat: deposit 1", "over-limit by house:limits-of-play");
    book.say("staff cat: exclude for-good").unwrap();
    book.gets(
        "staff cat: redeem-voucher 000000000008 5 from ada",
        "voucher-redeemed 000000000008 5 from ada",
    );
    book.refused(
        "staff cat: redeem-voucher 000000000009 0 from ben seconded max",
        "nothing by house:balance",
    );
    book.refused("staff cat: deposit 1", "excluded-for-good by house:exclusion");
    book.gets("staff cat: withdraw 75", "withdrawn 75");
    assert_eq!(book.purses(), "0 0 0");
}

#[test]
fn play_money_is_never_on_paper() {
    let mut play = Book::empty();
    play.say("system: register gus play").unwrap();
    play.say("system: deposit 100").unwrap();
    play.refused("patron gus: issue-voucher 000000000001 5 on -", "no-cash-value by house:play-money");
    play.refused("patron gus: redeem-voucher 000000000001 5 from ada", "no-cash-value by house:play-money");
}
