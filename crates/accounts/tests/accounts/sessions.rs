//! The patron at a terminal: PIN, session, reality check.

use punto_accounts::may_play;
use punto_vocab::Money;
use punto_vocab::Time;

use crate::book::Book;

#[test]
fn a_session_takes_a_pin_and_is_at_one_terminal() {
    let mut book = Book::empty();
    book.say("staff cat: register ada real").unwrap();
    book.refused("system: start-session on terminal-1", "no-pin by house:pin-lock");
    book.refused("patron ben: set-pin", "speaks-for-another by house:account-voices");
    book.refused("staff cat: set-pin", "not-yours by house:account-voices");
    book.gets("patron ada: set-pin", "pin-set");
    book.refused("patron ada: start-session on terminal-1", "not-yours by house:account-voices");
    book.gets("system: start-session on terminal-1", "session-started 1 on terminal-1");
    book.wait_minutes(1);
    book.gets(
        "system: start-session on terminal-2",
        "session-ended 1 elsewhere; session-started 2 on terminal-2",
    );
    assert_eq!(book.account.session.unwrap().before, Some(Time(0)));
    book.gets("patron ada: set-pin", "pin-set");
}

#[test]
fn a_pin_that_was_given_is_good_once_for_a_day_and_opens_nothing_else() {
    let mut book = Book::empty();
    book.say("staff cat: register ada real").unwrap();
    book.refused("system: give-pin", "not-yours by house:account-voices");
    book.gets("staff cat: give-pin", "pin-given until 1970-01-02T00:00:00Z");
    book.say("staff cat: deposit 100").unwrap();
    book.say("system: start-session on terminal-1").unwrap();
    for line in ["issue-voucher 000000000007 60 on terminal-1", "to-table rws-1 10", "limit deposit day 500"]
    {
        book.refused(&format!("patron ada: {line}"), "pin-not-own by house:own-pin");
    }
    book.refused("table rws-1: to-table rws-1 10", "pin-not-own by house:own-pin");
    assert!(may_play(&book.account, book.now).is_err());
    // Whoever goes away without choosing has used it up.
    book.say("patron ada: end-session signed-out").unwrap();
    book.refused("system: start-session on terminal-1", "pin-used by house:own-pin");
    book.gets("staff cat: give-pin seconded max", "pin-given until 1970-01-02T00:00:00Z seconded max");
    book.wait_hours(24);
    book.refused("system: start-session on terminal-1", "pin-lapsed by house:own-pin");
    book.say("staff cat: give-pin seconded max").unwrap();
    book.say("system: start-session on terminal-1").unwrap();
    book.gets("patron ada: set-pin", "pin-set");
    book.say("patron ada: issue-voucher 000000000007 60 on terminal-1").unwrap();
    assert_eq!(may_play(&book.account, book.now), Ok(()));
}

#[test]
fn a_pin_is_given_anew_by_two() {
    let mut book = Book::with_cash("100");
    for line in ["give-pin", "give-pin seconded cat"] {
        book.refused(&format!("staff cat: {line}"), "second-person-needed by house:two-persons");
    }
    book.gets("staff cat: give-pin seconded max", "pin-given until 1970-01-02T00:00:00Z seconded max");
}

#[test]
fn three_wrong_pins_lock() {
    let mut book = Book::with_cash("1");
    book.refused("staff cat: unlock-pin", "pin-not-locked by house:pin-lock");
    book.refused("staff cat: fail-pin on terminal-1", "not-yours by house:account-voices");
    for _ in 0..2 {
        book.gets("system: fail-pin on terminal-1", "pin-failed on terminal-1");
    }
    book.gets(
        "system: fail-pin on terminal-1",
        "pin-failed on terminal-1; pin-locked until 1970-01-01T00:01:00Z",
    );
    book.refused("system: start-session on terminal-1", "pin-locked by house:pin-lock");
    book.gets("system: fail-pin on terminal-1", "pin-barred on terminal-1");
    book.refused("patron ada: unlock-pin", "not-yours by house:account-voices");
    book.gets("staff cat: unlock-pin", "pin-unlocked");
    // Whoever unlocks has one try, not three, and then a longer lock.
    book.gets(
        "system: fail-pin on terminal-1",
        "pin-failed on terminal-1; pin-locked until 1970-01-01T00:02:00Z",
    );
    book.gets("staff cat: unlock-pin", "pin-unlocked");
    book.gets("system: start-session on terminal-1", "session-started 1 on terminal-1");
    // A right PIN begins the count anew.
    book.gets("system: fail-pin on terminal-1", "pin-failed on terminal-1");
}

#[test]
fn a_session_ends_for_its_own_reason() {
    let mut book = Book::playing("1");
    book.refused("patron ada: end-session idle", "not-yours by house:account-voices");
    // Word that an earlier session grew idle comes too late for one that has begun since.
    book.refused("system: end-session idle of 7", "patron-not-signed-in by house:patron-sessions");
    book.refused("patron ben: end-session signed-out", "speaks-for-another by house:account-voices");
    book.refused("staff cat: end-session signed-out", "not-yours by house:account-voices");
    book.gets("staff cat: end-session staff", "session-ended 1 staff");
    book.refused("system: end-session idle", "patron-not-signed-in by house:patron-sessions");
    book.refused("patron ada: to-table rws-1 1", "patron-not-signed-in by house:patron-sessions");
}

#[test]
fn a_reality_check_waits_for_an_answer() {
    let mut book = Book::playing("100");
    book.say("patron ada: to-table rws-1 30").unwrap();
    book.say("table rws-1: from-table rws-1 12.50").unwrap();
    book.wait_minutes(59);
    book.refused("system: remind", "check-not-due by house:reality-check");
    book.refused("patron ada: continue", "no-check by house:reality-check");
    book.wait_minutes(1);
    book.refused("patron ada: remind", "not-yours by house:account-voices");
    book.gets("system: remind", "reminded 1 minutes 60 out 30 back 12.50");
    book.refused("system: remind", "check-waiting by house:reality-check");
    book.refused("patron ada: to-table rws-1 1", "check-waiting by house:reality-check");
    book.refused("system: continue", "not-yours by house:account-voices");
    assert!(may_play(&book.account, book.now).is_err());
    book.gets("patron ada: continue", "continued 1");
    assert!(may_play(&book.account, book.now).is_ok());
    book.wait_minutes(59);
    book.refused("system: remind", "check-not-due by house:reality-check");
}

#[test]
fn a_reality_check_tells_what_a_line_can_hold() {
    let mut book = Book::playing("1");
    for _ in 0..2 {
        book.say(&format!("table rws-1: from-table rws-1 {}", Money::LARGEST)).unwrap();
    }
    book.wait_minutes(60);
    book.gets("system: remind", &format!("reminded 1 minutes 60 out 0 back {}", Money::LARGEST));
}

#[test]
fn a_patron_chooses_how_often() {
    let mut book = Book::playing("1");
    book.refused("patron ada: check-every 0", "check-minutes by house:reality-check");
    book.refused("patron ada: check-every 241", "check-minutes by house:reality-check");
    book.refused("staff cat: check-every 30", "not-yours by house:account-voices");
    book.gets("patron ada: check-every 30", "checks-every 30");
    book.wait_minutes(30);
    book.gets("system: remind", "reminded 1 minutes 30 out 0 back 0");
    book.say("patron ada: continue").unwrap();
    // A longer time begins with the next check; the one that is on its way comes as it was.
    book.gets("patron ada: check-every 240", "checks-every 240");
    book.wait_minutes(30);
    book.gets("system: remind", "reminded 1 minutes 60 out 0 back 0");
}

#[test]
fn time_does_not_run_back() {
    let mut book = Book::playing("1");
    book.wait_minutes(1);
    book.say("patron ada: to-table rws-1 1").unwrap();
    book.now = Time(0);
    // Also wrong in other ways: time is checked first.
    book.refused("patron ben: to-table rws-1 500", "time-runs-back by house:account-order");
}

#[test]
fn signing_in_again_neither_answers_a_check_nor_stops_the_clock() {
    let mut book = Book::playing("1");
    book.say("patron ada: check-every 30").unwrap();
    book.wait_minutes(31);
    book.say("system: remind").unwrap();
    book.say("system: start-session on terminal-2").unwrap();
    let session = book.account.session.unwrap();
    assert!(session.check_waits && session.playing_since == Time(0), "{session:?}");
    assert!(may_play(&book.account, book.now).is_err());
    // Nor does going away for a minute.
    book.say("patron ada: end-session signed-out").unwrap();
    book.wait_minutes(1);
    book.say("system: start-session on terminal-1").unwrap();
    assert!(may_play(&book.account, book.now).is_err());
    book.say("patron ada: continue").unwrap();
    assert_eq!(may_play(&book.account, book.now), Ok(()));
    // After a pause it is another time at play.
    book.say("patron ada: end-session signed-out").unwrap();
    book.wait_minutes(16);
    book.say("system: start-session on terminal-1").unwrap();
    assert_eq!(book.account.session.unwrap().playing_since, book.now);
}
