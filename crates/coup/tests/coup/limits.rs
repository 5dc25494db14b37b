//! Wagers found too late to break a limit: the cure of each document, with its clause.

use punto_coup::{Found, LateFinding, find_late, over_limits};
use punto_rulebook::{Breach, Limits, Span, Terms};

use crate::common::{BOOKS, bet, book, choose, first, money, table, wagers};

/// Limits of 25 to 1,000 at a table with chips of 5, 25 and 100, after a change.
#[track_caller]
fn posted(id: &str, change: impl FnOnce(&mut Limits)) -> Terms {
    table(id, |draft| {
        draft.chips = "5 25 100".parse().unwrap();
        draft.limits = Limits::plain(money("25"), money("1000"));
        change(&mut draft.limits);
    })
}

/// A finding in one line: `0 below_minimum stands 10 by 6.4`, with `warn` where the patron is warned.
fn line(found: &LateFinding) -> String {
    let LateFinding { wager, breach, cure, good, warn, by } = found;
    let warn = if *warn { ", warn" } else { "" };
    format!("{wager} {breach} {cure} {good} by {}{warn}", first(by))
}

#[track_caller]
fn check(terms: &Terms, lie: &[&str], facts: impl Fn(usize) -> Found, expected: &[&str]) {
    let found = find_late(book(&terms.rulebook), terms, &wagers(lie), facts);
    let found: Vec<String> = found.iter().map(line).collect();
    assert_eq!(found, expected, "{}: {lie:?}", terms.rulebook);
}

fn nothing_known(_: usize) -> Found {
    Found::default()
}

fn late(_: usize) -> Found {
    Found { late: true, ..Found::default() }
}

fn badly_placed(_: usize) -> Found {
    Found { badly_placed: true, ..Found::default() }
}

fn warned(_: usize) -> Found {
    Found { warned: true, ..Found::default() }
}

#[test]
fn wagers_within_their_limits_are_not_found() {
    for id in BOOKS {
        let lie = ["ada@1 player 25", "ben@2 banker 1000", "cy@3 tie 500"];
        check(&posted(id, |_| {}), &lie, nothing_known, &[]);
    }
}

#[test]
fn new_south_wales_has_six_cures() {
    let plain = posted("nsw-2021", |_| {});
    check(&plain, &["ada@1 player 10"], nothing_known, &["0 below_minimum stands 10 by 6.4"]);
    check(&plain, &["ada@1 player 1500"], nothing_known, &["0 above_maximum to-maximum 1000 by 6.5"]);
    check(&plain, &["ada@1 player 100"], badly_placed, &["0 badly_placed returned 0 by 12.17"]);
    check(&plain, &["ada@1 player 100"], late, &["0 placed_late not-accepted 0 by 5.4"]);
    let differential = posted("nsw-2021", |limits| limits.differential = Some(money("500")));
    check(
        &differential,
        &["ada@1 player 1000", "ben@2 banker 400", "cy@3 tie 900"],
        nothing_known,
        &["0 above_differential stands 1000 by 6.3"],
    );
    check(&differential, &["ada@1 player 900", "ben@2 banker 400"], nothing_known, &[]);
    let area = posted("nsw-2021", |limits| limits.area_maximum = Some(money("1200")));
    check(
        &area,
        &["ada@1 player 900", "ben@2 player 600", "cy@3 banker 1000"],
        nothing_known,
        &["0 above_area_maximum pro-rata 720 by 6.5", "1 above_area_maximum pro-rata 480 by 6.5"],
    );
    check(&area, &["ada@1 player 600", "ben@2 player 600"], nothing_known, &[]);
}

#[test]
fn new_south_wales_cuts_any_area_once_cards_are_out() {
    // Before the first card only the hands may be cut (6.2); afterwards 6.5 speaks of every area.
    let terms = posted("nsw-2021", |limits| limits.area_maximum = Some(money("300")));
    for name in ["player", "banker", "tie", "player_pair"] {
        check(
            &terms,
            &[&format!("ada@1 {name} 200"), &format!("ben@2 {name} 400")],
            nothing_known,
            &["0 above_area_maximum pro-rata 100 by 6.5", "1 above_area_maximum pro-rata 200 by 6.5"],
        );
    }
}

#[test]
fn an_excess_is_cut_off_before_the_area_is_shared_out() {
    let terms = posted("nsw-2021", |limits| limits.area_maximum = Some(money("1500")));
    // 5,000 counts as 1,000, so the other thousand keeps half of the 1,500 and not a sixth of it.
    check(
        &terms,
        &["ada@1 player 5000", "ben@2 player 1000"],
        nothing_known,
        &[
            "0 above_maximum to-maximum 1000 by 6.5",
            "0 above_area_maximum pro-rata 750 by 6.5",
            "1 above_area_maximum pro-rata 750 by 6.5",
        ],
    );
    // The clamp alone may be enough.
    check(
        &terms,
        &["ada@1 player 5000", "ben@2 player 500"],
        nothing_known,
        &["0 above_maximum to-maximum 1000 by 6.5"],
    );
    // What is returned takes no share and leaves the others whole.
    let facts = |place| if place == 0 { late(place) } else { Found::default() };
    check(&terms, &["ada@1 player 900", "ben@2 player 900"], facts, &["0 placed_late not-accepted 0 by 5.4"]);
    check(
        &terms,
        &["ada@1 player 900", "ben@2 player 900", "cy@3 player 900"],
        facts,
        &[
            "0 placed_late not-accepted 0 by 5.4",
            "1 above_area_maximum pro-rata 750 by 6.5",
            "2 above_area_maximum pro-rata 750 by 6.5",
        ],
    );
}

#[test]
fn shares_are_whole_chips_and_the_earlier_wager_gets_the_odd_one() {
    let terms = posted("nsw-2021", |limits| limits.area_maximum = Some(money("100")));
    check(
        &terms,
        &["ada@1 player 50", "ben@2 player 50", "cy@3 player 50"],
        nothing_known,
        &[
            "0 above_area_maximum pro-rata 35 by 6.5",
            "1 above_area_maximum pro-rata 35 by 6.5",
            "2 above_area_maximum pro-rata 30 by 6.5",
        ],
    );
}

#[test]
fn tokens_count_at_their_nominal_value() {
    let terms = posted("nsw-2021", |limits| limits.differential = Some(money("100")));
    check(
        &terms,
        &["ada@1 player 900+200"],
        nothing_known,
        &["0 above_maximum to-maximum 1000 by 6.5", "0 above_differential stands 1000 by 6.3"],
    );
}

#[test]
fn tasmania_warns_once_and_then_returns() {
    for id in ["tas-2013", "tas-2018"] {
        let terms = posted(id, |limits| limits.liability = Some(money("1500")));
        let lie = ["ada@1 player 10", "ben@2 banker 1500"];
        check(
            &terms,
            &lie,
            nothing_known,
            &[
                "0 below_minimum warn-then-return 10 by 7.4:under, warn",
                "1 above_maximum to-maximum 1000 by 7.4:over",
            ],
        );
        check(
            &terms,
            &lie,
            warned,
            &[
                "0 below_minimum warn-then-return 0 by 7.4:under",
                "1 above_maximum to-maximum 1000 by 7.4:over",
            ],
        );
        let found = find_late(book(id), &terms, &wagers(&lie), nothing_known);
        assert!(found[0].by.names("7.5") && found[1].by.names("7.4"));
        check(&terms, &["ada@1 player 100"], late, &["0 placed_late not-accepted 0 by 6.3"]);
        // The text does not say what follows when the liability is found too late: an officer rules.
        check(
            &terms,
            &["ada@1 player 900", "ben@2 player 900"],
            nothing_known,
            &["0 above_liability officer 900 by 7.3.a", "1 above_liability officer 900 by 7.3.a"],
        );
        // Nor what follows when a wager is badly placed.
        check(&terms, &["ada@1 player 100"], badly_placed, &["0 badly_placed officer 100 by 6.1"]);
    }
}

#[test]
fn a_wager_that_the_house_cut_below_the_minimum_is_nobodys_fault() {
    for (id, clause) in
        [("tas-2018", "warn-then-return 10 by 7.4:under, warn"), ("nsw-2021", "stands 10 by 6.4")]
    {
        let terms = posted(id, |_| {});
        let reduced = |_| Found { reduced: true, ..Found::default() };
        check(&terms, &["ada@1 player 10"], reduced, &[]);
        check(&terms, &["ada@1 player 10"], nothing_known, &[&format!("0 below_minimum {clause}")]);
    }
}

#[test]
fn new_zealand_leaves_it_to_the_house() {
    let rows = [
        (
            "late-under-minimum",
            "stands",
            "player 10",
            "0 below_minimum stands 10 by house:late-under-minimum",
        ),
        (
            "late-under-minimum",
            "returned",
            "player 10",
            "0 below_minimum returned 0 by house:late-under-minimum",
        ),
        (
            "late-over-maximum",
            "to-maximum",
            "player 1500",
            "0 above_maximum to-maximum 1000 by house:late-over-maximum",
        ),
        (
            "late-over-maximum",
            "stands",
            "player 1500",
            "0 above_maximum stands 1500 by house:late-over-maximum",
        ),
        (
            "late-over-maximum",
            "returned",
            "player 1500",
            "0 above_maximum returned 0 by house:late-over-maximum",
        ),
    ];
    for (setting, choice, what, expected) in rows {
        let terms = table("nz-1998", |draft| {
            draft.limits = Limits::plain(money("25"), money("1000"));
            choose(draft, setting, choice);
        });
        check(&terms, &[&format!("ada@1 {what}")], nothing_known, &[expected]);
    }
    let terms = posted("nz-1998", |limits| limits.differential = Some(money("500")));
    check(&terms, &["ada@1 player 100"], late, &["0 placed_late not-accepted 0 by 5.10"]);
    check(&terms, &["ada@1 player 100"], badly_placed, &["0 badly_placed officer 100 by 5.3"]);
    check(
        &terms,
        &["ada@1 player 700", "ben@2 banker 100"],
        nothing_known,
        &["0 above_differential officer 700 by 5.13"],
    );
}

#[test]
fn sentosa_has_only_its_display() {
    let terms = posted("rws-2016", |_| {});
    check(&terms, &["ada@1 player 100"], late, &["0 placed_late not-accepted 0 by 3.2"]);
    check(&terms, &["ada@1 player 10"], nothing_known, &["0 below_minimum officer 10 by house:limits"]);
    check(&terms, &["ada@1 player 1500"], nothing_known, &["0 above_maximum officer 1500 by house:limits"]);
}

#[test]
fn the_worst_fault_of_a_wager_decides() {
    // Late and badly placed and over the maximum: it never was a wager.
    let all = |_| Found { late: true, badly_placed: true, ..Found::default() };
    let terms = posted("nsw-2021", |_| {});
    check(&terms, &["ada@1 player 1500"], all, &["0 placed_late not-accepted 0 by 5.4"]);
    check(&terms, &["ada@1 player 1500"], badly_placed, &["0 badly_placed returned 0 by 12.17"]);
}

#[test]
fn the_limits_a_wager_was_accepted_under_are_the_ones_that_count() {
    let personal =
        |_| Found { accepted: Some(Span { min: money("500"), max: money("2000") }), ..Found::default() };
    for (id, under, over) in [
        ("nsw-2021", "0 below_minimum stands 300 by 6.4", "0 above_maximum to-maximum 2000 by 6.5"),
        (
            "tas-2018",
            "0 below_minimum warn-then-return 300 by 7.4:under, warn",
            "0 above_maximum to-maximum 2000 by 7.4:over",
        ),
    ] {
        let terms = posted(id, |_| {});
        check(&terms, &["ada@1 player 1500"], personal, &[]);
        check(&terms, &["ada@1 player 300"], personal, &[under]);
        check(&terms, &["ada@1 player 2500"], personal, &[over]);
    }
}

#[test]
fn totals_over_their_limits_are_listed_areas_first() {
    let terms = posted("nsw-2021", |limits| {
        limits.area_maximum = Some(money("1000"));
        limits.differential = Some(money("300"));
    });
    let over = |lie: &[&str]| -> Vec<String> {
        let found = over_limits(book("nsw-2021"), &terms, &wagers(lie));
        found
            .iter()
            .map(|e| format!("{} {} {} over {} by {}", e.breach, e.bet, e.total, e.cap, first(&e.by)))
            .collect()
    };
    let both = ["ada@1 player 800", "ben@2 player 700", "cy@3 banker 900+150", "dee@4 tie 1100"];
    assert_eq!(
        over(&both),
        [
            "above_area_maximum player 1500 over 1000 by 6.1",
            "above_area_maximum banker 1050 over 1000 by 6.1",
            "above_area_maximum tie 1100 over 1000 by 6.1",
            "above_differential player 1500 over 1350 by 6.1",
        ]
    );
    // The tie is no part of the differential, and the very figure is not over it.
    assert_eq!(over(&["ada@1 player 500", "cy@3 banker 200", "dee@4 tie 1000"]), [""; 0]);
    assert_eq!(over(&["cy@3 banker 305"]), ["above_differential banker 305 over 300 by 6.1"]);
    let tas = posted("tas-2018", |limits| limits.liability = Some(money("1000")));
    let found = over_limits(book("tas-2018"), &tas, &wagers(&["ada@1 tie 1500", "ben@2 banker 1500"]));
    assert_eq!(found.len(), 1, "a liability is on a hand, and a tie is none");
    assert_eq!((found[0].breach, found[0].bet), (Breach::AboveLiability, bet("banker")));
}
