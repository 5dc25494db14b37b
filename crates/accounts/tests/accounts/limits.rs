//! Limits of play and exclusion.

use punto_accounts::{Exclusion, LimitKind, Most, Span, Whose, may_come, may_play, may_stake};
use punto_vocab::Money;

use crate::book::Book;

const OVER: &str = "over-limit by house:limits-of-play";

#[test]
fn a_deposit_limit_rolls_with_the_hours() {
    let mut book = Book::with_cash("60");
    book.gets("patron ada: limit deposit day 100", "limit-set own deposit day 100");
    book.refused("staff cat: deposit 40.01", OVER);
    book.gets("staff cat: deposit 40", "deposited 40");
    book.wait_minutes(24 * 60 - 1);
    book.refused("staff cat: deposit 0.01", OVER);
    book.wait_minutes(1);
    book.gets("staff cat: deposit 100", "deposited 100");
}

#[test]
fn each_span_is_judged_by_itself_and_the_lowest_wins() {
    let mut book = Book::with_cash("50");
    for line in ["limit deposit day 100", "limit deposit week 120"] {
        book.say(&format!("patron ada: {line}")).unwrap();
    }
    book.say("staff cat: limit deposit month 125").unwrap();
    book.say("staff cat: deposit 50").unwrap();
    book.wait_hours(25);
    book.refused("staff cat: deposit 21", OVER);
    book.gets("staff cat: deposit 20", "deposited 20");
    book.wait_hours(7 * 24);
    book.refused("staff cat: deposit 6", OVER);
    book.gets("staff cat: deposit 5", "deposited 5");
}

#[test]
fn a_month_is_a_month_of_the_calendar() {
    let mut book = Book::empty();
    book.at("2026-01-31T12:00:00Z");
    book.say("staff cat: register ada real").unwrap();
    book.say("patron ada: limit deposit month 100").unwrap();
    book.say("staff cat: deposit 100").unwrap();
    // February has no 31st: its last day reaches back to 28 January.
    book.at("2026-02-28T23:59:59Z");
    book.refused("staff cat: deposit 1", OVER);
    book.at("2026-03-01T00:00:00Z");
    book.gets("staff cat: deposit 100", "deposited 100");
    // March has a 31st, and February's last day is as far back as it reaches.
    book.at("2026-03-31T23:59:59Z");
    book.refused("staff cat: deposit 1", OVER);
    book.at("2026-04-01T00:00:00Z");
    book.gets("staff cat: deposit 100", "deposited 100");
}

#[test]
fn tighter_at_once_and_looser_after_a_day() {
    let mut book = Book::with_cash("100");
    book.gets("patron ada: limit deposit day 500", "limit-set own deposit day 500");
    book.gets("patron ada: limit deposit day 200", "limit-set own deposit day 200");
    book.refused("patron ada: limit deposit day 200", "same-limit by house:limits-of-play");
    book.gets(
        "patron ada: limit deposit day 300",
        "limit-waits own deposit day 300 from 1970-01-02T00:00:00Z",
    );
    book.refused("patron ada: limit deposit day 300", "same-limit by house:limits-of-play");
    book.wait_minutes(24 * 60 - 1);
    book.refused("staff cat: deposit 101", OVER);
    book.wait_minutes(1);
    book.gets("staff cat: deposit 300", "deposited 300");
    // Taking a limit off is as loose as it gets.
    book.gets(
        "patron ada: limit deposit day none",
        "limit-waits own deposit day none from 1970-01-03T00:00:00Z",
    );
    // Keeping the limit after all, or a tighter one, ends the wait.
    book.gets("patron ada: limit deposit day 300", "limit-set own deposit day 300");
    book.wait_hours(25);
    book.refused("staff cat: deposit 301", OVER);
    book.refused("patron ada: limit deposit week none", "same-limit by house:limits-of-play");
}

#[test]
fn what_waited_long_enough_holds_when_the_next_wish_comes() {
    let mut book = Book::with_cash("1");
    book.say("patron ada: limit deposit day 100").unwrap();
    book.say("patron ada: limit deposit day 200").unwrap();
    book.wait_hours(24);
    book.say("patron ada: limit deposit day 300").unwrap();
    book.refused("staff cat: deposit 201", OVER);
    book.gets("staff cat: deposit 200", "deposited 200");
}

#[test]
fn only_the_house_changes_the_houses_limit() {
    let mut book = Book::with_cash("1");
    book.say("patron ada: limit deposit day 100").unwrap();
    book.gets("staff mia: limit deposit day 50", "limit-set house deposit day 50");
    book.refused("staff cat: deposit 51", OVER);
    book.gets("staff mia: limit deposit day 900", "limit-set house deposit day 900");
    book.refused("staff cat: deposit 101", OVER);
    book.refused("patron ben: limit deposit day 900", "speaks-for-another by house:account-voices");
    book.refused("table rws-1: limit deposit day 900", "not-yours by house:account-voices");
}

#[test]
fn each_kind_has_its_measure() {
    let mut book = Book::with_cash("1");
    for line in ["limit deposit day 5min", "limit loss week 5min", "limit time day 5"] {
        book.refused(&format!("patron ada: {line}"), "wrong-measure by house:limits-of-play");
    }
    book.gets("patron ada: limit time day 5min", "limit-set own time day 5min");
}

#[test]
fn what_lies_at_a_table_counts_as_lost_until_it_comes_back() {
    let mut book = Book::playing("1000");
    book.say("patron ada: limit loss day 100").unwrap();
    book.say("patron ada: to-table rws-1 100").unwrap();
    book.refused("patron ada: to-table rws-1 0.01", OVER);
    book.say("table rws-1: from-table rws-1 30").unwrap();
    book.refused("patron ada: to-table nsw-1 30.01", OVER);
    book.say("patron ada: to-table nsw-1 30").unwrap();
    // A win at one table makes up for a loss at another.
    book.say("table nsw-1: from-table nsw-1 90").unwrap();
    assert_eq!(
        book.account.used(LimitKind::Loss, Span::Day, book.now),
        Most::Money(Money::from_minor(1_000))
    );
    book.say("patron ada: to-table rws-1 90").unwrap();
    book.refused("patron ada: to-table rws-1 0.01", OVER);
}

#[test]
fn yesterdays_stake_that_comes_back_is_no_win_of_today() {
    let mut book = Book::playing("1000");
    book.say("patron ada: limit loss day 100").unwrap();
    book.say("patron ada: to-table rws-1 100").unwrap();
    book.wait_hours(25);
    book.say("table rws-1: from-table rws-1 100").unwrap();
    book.say("patron ada: to-table rws-1 100").unwrap();
    book.refused("patron ada: to-table rws-1 1", OVER);
    // Also when it is so old that it is forgotten.
    book.wait_hours(24 * 40);
    book.say("patron ada: to-table rws-1 50").unwrap();
    book.say("table rws-1: from-table rws-1 120").unwrap();
    assert_eq!(
        book.account.used(LimitKind::Loss, Span::Day, book.now),
        Most::Money(Money::from_minor(3_000))
    );
}

#[test]
fn what_was_left_at_a_table_is_lost() {
    let mut book = Book::playing("1000");
    book.say("patron ada: limit loss day 100").unwrap();
    book.say("patron ada: to-table rws-1 60").unwrap();
    book.say("table rws-1: leave-table rws-1").unwrap();
    // A new visit begins at nought: what it wins is won.
    book.say("patron ada: to-table rws-1 40").unwrap();
    book.say("table rws-1: from-table rws-1 50").unwrap();
    assert_eq!(
        book.account.used(LimitKind::Loss, Span::Day, book.now),
        Most::Money(Money::from_minor(5_000))
    );
}

#[test]
fn promotional_money_is_not_the_patrons_to_lose() {
    let mut book = Book::playing("100");
    book.say("staff mia: award 500 gift").unwrap();
    book.say("patron ada: limit loss day 10").unwrap();
    book.gets("patron ada: to-table rws-1 500", "went-to-table rws-1 500 of promotional");
    book.refused("patron ada: to-table rws-1 11", OVER);
    book.gets("patron ada: to-table rws-1 10", "went-to-table rws-1 10 of cashable");
}

#[test]
fn time_is_counted_over_sessions() {
    let mut book = Book::playing("100");
    book.say("patron ada: limit time day 90min").unwrap();
    book.wait_minutes(60);
    assert_eq!(book.account.minutes_left(book.now), Some(30));
    book.say("patron ada: end-session signed-out").unwrap();
    book.wait_minutes(60);
    assert_eq!(book.account.minutes_left(book.now), Some(30));
    book.say("system: start-session on terminal-1").unwrap();
    book.wait_minutes(29);
    book.say("patron ada: to-table rws-1 1").unwrap();
    book.wait_minutes(1);
    book.refused("patron ada: to-table rws-1 1", OVER);
    assert_eq!(may_play(&book.account, book.now).unwrap_err().reason.code(), "over-limit");
    book.gets("system: end-session time-limit", "session-ended 2 time-limit");
    book.refused("system: start-session on terminal-1", OVER);
    // The first session leaves the span minute by minute.
    book.at("1970-01-02T00:20:00Z");
    book.gets("system: start-session on terminal-1", "session-started 3 on terminal-1");
    assert_eq!(book.account.minutes_left(book.now), Some(20));
}

#[test]
fn the_question_of_limits_is_answered_once() {
    let mut book = Book::with_cash("1");
    assert!(!book.account.limits_asked);
    book.refused("staff cat: decline-limits", "not-yours by house:account-voices");
    book.say("staff cat: limit loss day 5").unwrap();
    assert!(!book.account.limits_asked, "the house's limit is no answer of the patron");
    book.gets("patron ada: decline-limits", "limits-declined");
    book.refused("patron ada: decline-limits", "limits-answered by house:limits-of-play");
}

#[test]
fn whoever_is_excluded_does_not_play_and_gets_their_money() {
    let mut book = Book::playing("100");
    book.say("patron ada: to-table rws-1 40").unwrap();
    book.refused("patron ben: exclude for-good", "speaks-for-another by house:account-voices");
    book.refused("patron ada: exclude until 1970-01-01T00:00:00Z", "exclusion-past by house:exclusion");
    book.gets(
        "patron ada: exclude until 1970-02-01T00:00:00Z",
        "excluded own until 1970-02-01T00:00:00Z; session-ended 1 excluded",
    );
    for line in [
        "staff cat: deposit 1",
        "system: start-session on terminal-1",
        "patron ada: to-table rws-1 1",
        "staff mia: award 5 come back",
    ] {
        book.refused(line, "patron-excluded by house:exclusion");
    }
    book.gets("table rws-1: from-table rws-1 40", "came-from-table rws-1 40 of cashable");
    book.gets("staff cat: withdraw 60", "withdrawn 60");
    book.at("1970-02-01T00:00:00Z");
    book.gets("system: start-session on terminal-1", "session-started 2 on terminal-1");
}

#[test]
fn an_exclusion_of_ones_own_is_never_shortened() {
    let mut book = Book::with_cash("1");
    book.say("patron ada: exclude until 1970-02-01T00:00:00Z").unwrap();
    book.refused("patron ada: exclude until 1970-01-15T00:00:00Z", "not-longer by house:exclusion");
    book.refused("patron ada: exclude until 1970-02-01T00:00:00Z", "not-longer by house:exclusion");
    book.refused("staff mia: lift-exclusion she asks", "no-exclusion by house:exclusion");
    book.gets("patron ada: exclude until 1970-03-01T00:00:00Z", "excluded own until 1970-03-01T00:00:00Z");
    book.gets("patron ada: exclude for-good", "excluded own for-good");
    book.refused("patron ada: exclude until 1999-01-01T00:00:00Z", "not-longer by house:exclusion");
    book.wait_hours(24 * 365);
    book.refused("staff cat: deposit 1", "excluded-for-good by house:exclusion");
}

#[test]
fn the_house_lifts_its_own_exclusion() {
    let mut book = Book::with_cash("1");
    book.gets("staff mia: exclude for-good", "excluded house for-good");
    book.refused("staff cat: deposit 1", "excluded-for-good by house:exclusion");
    book.refused("patron ada: lift-exclusion please", "not-yours by house:account-voices");
    book.gets("staff mia: lift-exclusion settled", "exclusion-lifted settled");
    book.refused("staff mia: lift-exclusion settled", "no-exclusion by house:exclusion");
    book.gets("staff cat: deposit 1", "deposited 1");
    // A new exclusion may be shorter than one that is over.
    book.say("staff mia: exclude until 1970-01-02T00:00:00Z").unwrap();
    book.wait_hours(24);
    book.gets("staff mia: exclude until 1970-01-03T00:00:00Z", "excluded house until 1970-01-03T00:00:00Z");
}

/// What becomes of a wager that takes the credits in hand at rws-1 from one amount to another.
fn stakes(book: &Book, before: i64, after: i64) -> Result<(), String> {
    let table = "rws-1".parse().unwrap();
    let hand = (Money::from_minor(before * 100), Money::from_minor(after * 100));
    may_stake(&book.account, book.now, table, hand).map_err(|refused| refused.to_string())
}

#[test]
fn a_wager_that_would_pass_a_loss_limit_is_refused_though_the_credits_are_at_the_table() {
    let mut book = Book::playing("3000");
    book.say("patron ada: to-table rws-1 2099").unwrap();
    assert_eq!(stakes(&book, 2099, 1999), Ok(()), "nothing is limited yet");
    book.say("patron ada: limit loss day 50").unwrap();
    assert_eq!(
        stakes(&book, 2099, 1999).unwrap_err(),
        "the own limit of loss for a day is 50, and 0 of it is used (house:limits-of-play)"
    );
    assert_eq!(stakes(&book, 2099, 2049), Ok(()), "all of it and no more");
    assert_eq!(
        stakes(&book, 2049, 2048).unwrap_err(),
        "the own limit of loss for a day is 50, and 50 of it is used (house:limits-of-play)"
    );
    assert_eq!(stakes(&book, 2049, 2099), Ok(()), "what is taken back is free");
    // What was won at the table can be lost there again, and no more.
    assert_eq!(stakes(&book, 2199, 2049), Ok(()));
    assert!(stakes(&book, 2199, 2048).is_err());
}

#[test]
fn losses_at_other_tables_and_of_before_count_for_a_wager() {
    let mut book = Book::playing("1000");
    book.say("patron ada: to-table rws-2 30").unwrap();
    book.say("table rws-2: leave-table rws-2").unwrap();
    book.say("patron ada: to-table rws-3 10").unwrap();
    book.say("patron ada: to-table rws-1 100").unwrap();
    book.say("patron ada: limit loss day 50").unwrap();
    assert_eq!(stakes(&book, 100, 90), Ok(()), "30 lost, 10 away, 10 more at stake");
    assert!(stakes(&book, 100, 89).is_err());
    book.say("table rws-3: from-table rws-3 25").unwrap();
    assert_eq!(stakes(&book, 100, 65), Ok(()), "15 won make up for losses");
    assert!(stakes(&book, 100, 64).is_err());
}

#[test]
fn promotional_money_is_not_lost_by_the_patron() {
    let mut book = Book::playing("100");
    book.say("staff mia: award 40 birthday").unwrap();
    book.say("patron ada: to-table rws-1 90").unwrap();
    book.say("patron ada: limit loss day 10").unwrap();
    assert_eq!(stakes(&book, 90, 40), Ok(()), "40 of the house's money and 10 of hers");
    assert!(stakes(&book, 90, 39).is_err());
}

#[test]
fn whoever_is_excluded_does_not_come_and_a_stranger_does() {
    let mut book = Book::with_cash("1");
    assert!(may_come(&book.account, book.now).is_ok(), "nobody need be signed in where chips are played for");
    book.say("patron ada: exclude until 1970-02-01T00:00:00Z").unwrap();
    let refused = may_come(&book.account, book.now).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the patron is excluded until 1970-02-01T00:00:00Z (own) (house:exclusion)"
    );
    assert!(may_come(&Book::empty().account, book.now).is_ok());
    book.at("1970-02-01T00:00:00Z");
    assert!(may_come(&book.account, book.now).is_ok(), "it ends at its moment");
}

#[test]
fn the_law_of_the_place_makes_a_wait_longer_and_never_shorter() {
    let mut book = Book::with_cash("1");
    book.say("patron ada: limit loss day 100").unwrap();
    book.gets(
        "patron ada: limit loss day 200 wait 72",
        "limit-waits own loss day 200 from 1970-01-04T00:00:00Z",
    );
    book.gets(
        "patron ada: limit loss day 300 wait 1",
        "limit-waits own loss day 300 from 1970-01-02T00:00:00Z",
    );
}

#[test]
fn a_prize_makes_up_for_no_loss() {
    let mut book = Book::playing("1000");
    book.say("patron ada: limit loss day 100").unwrap();
    book.say("patron ada: to-table rws-1 80").unwrap();
    // Nothing of hers was ever taken to the promotion that pays it.
    book.say("table spring: from-table spring 3000").unwrap();
    assert_eq!(
        book.account.used(LimitKind::Loss, Span::Day, book.now),
        Most::Money(Money::from_minor(8_000))
    );
    book.refused("patron ada: to-table rws-1 20.01", OVER);
    book.say("patron ada: to-table rws-1 20").unwrap();
}

#[test]
fn of_two_exclusions_the_longer_one_is_told() {
    let mut book = Book::playing("100");
    book.say("patron ada: exclude until 1970-02-01T00:00:00Z").unwrap();
    book.say("staff mia: exclude for-good").unwrap();
    book.refused("staff cat: deposit 1", "excluded-for-good by house:exclusion");
    assert_eq!(book.account.exclusion(book.now), Some((Whose::House, Exclusion { until: None })));
}

#[test]
fn what_is_shown_of_a_limit_of_loss_is_what_a_wager_is_judged_by() {
    let mut book = Book::playing("1000");
    book.say("patron ada: to-table rws-1 1000").unwrap();
    let table = "rws-1".parse().unwrap();
    let money = |major: i64| Money::from_minor(major * 100);
    let shown = |book: &Book, hand| book.account.lost(&move |_| money(hand), Span::Day, book.now);
    assert_eq!(shown(&book, 1000), Money::ZERO, "what is in hand is not lost");
    assert_eq!(shown(&book, 940), money(60), "what lies, or is gone, counts");
    assert_eq!(shown(&book, 940), book.account.at_stake(table, money(940), Span::Day, book.now));
    book.say("table rws-1: from-table rws-1 900").unwrap();
    book.say("table rws-1: leave-table rws-1").unwrap();
    assert_eq!(shown(&book, 0), money(100), "and once they have left, what did not come back");
}
