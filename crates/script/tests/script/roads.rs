//! The roads follow the table: ties, pairs, void coups and coups that are put right.

use punto_roads::print_entries;
use punto_script::{Script, roads_of, run};

/// The entries of a night at a New South Wales table.
#[track_caller]
fn entries(lines: &str) -> String {
    let text = format!("script 1\nrulebook nsw-2021\nopen limits 25..5000\nprepare\nsit ada@1\n{lines}");
    let report = run(&text.parse::<Script>().unwrap()).unwrap();
    assert!(report.failures.is_empty(), "{}", report.failures[0]);
    print_entries(roads_of(&report.table).entries())
}

const BANKER: &str = "bet ada@1 player 100\ncard Ks\ncard 9d\ncard 2h\ncard Kc\ncall points\nsettle\n";
const TIE: &str = "bet ada@1 player 100\ncard 9s\ncard 9d\ncard Kh\ncard Kc\ncall points\nsettle\n";
const PAIRS: &str = "bet ada@1 player 100\ncard 4s\ncard 6d\ncard 4h\ncard 6c\ncall points\nsettle\n";

#[test]
fn wins_ties_and_pairs_are_entries() {
    assert_eq!(entries(&[BANKER, TIE, PAIRS].concat()), "BTPbp");
}

#[test]
fn a_void_coup_is_no_entry() {
    let void = "bet ada@1 player 100\ncard Ks\ncard 9d\nreport foreign-card plain\n";
    assert_eq!(entries(&format!("{BANKER}{void}")), "B");
}

#[test]
fn a_settled_coup_that_is_voided_goes_with_its_money() {
    let late = "report misdeal beyond-repair\nas casino-supervisor sue\norder\n";
    assert_eq!(entries(&format!("{TIE}{BANKER}{late}")), "T");
}
