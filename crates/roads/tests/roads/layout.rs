//! Where rings are drawn: hand-drawn roads for both tail policies, and what holds for every drawing.

use std::collections::HashSet;

use proptest::prelude::*;
use punto_roads::{Cell, Entry, ROWS, Roads, TailPolicy, Winner};

/// A road of the given run lengths, Banker first.
fn runs(lengths: &[usize]) -> Roads {
    let sides = [Winner::Banker, Winner::Player].into_iter().cycle();
    let run = |(length, side): (&usize, Winner)| std::iter::repeat_n(Entry::new(side), *length);
    Roads::from_entries(lengths.iter().zip(sides).flat_map(run))
}

/// Draws the big road as text, `B` and `P` on dots.
fn drawn(roads: &Roads, policy: TailPolicy) -> Vec<String> {
    let cells = roads.big_road().grid(policy);
    let width = cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
    let mut rows = vec![vec!['.'; width]; ROWS];
    for (cell, (side, _)) in cells.iter().zip(roads.big_road().rings()) {
        rows[cell.row][cell.column] = Winner::from(side).letter();
    }
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

#[track_caller]
fn check(lengths: &[usize], policy: TailPolicy, expected: [&str; ROWS]) {
    assert_eq!(drawn(&runs(lengths), policy), expected, "{lengths:?} {policy}");
}

#[test]
fn a_run_of_six_fills_the_column_and_the_seventh_turns() {
    for policy in TailPolicy::ALL {
        check(&[6, 1], policy, ["BP", "B.", "B.", "B.", "B.", "B."]);
        check(&[8], policy, ["B..", "B..", "B..", "B..", "B..", "BBB"]);
    }
}

#[test]
fn the_next_run_starts_above_the_tail_and_turns_over_it() {
    for policy in TailPolicy::ALL {
        check(&[8, 6], policy, ["BP.", "BP.", "BP.", "BP.", "BPP", "BBB"]);
    }
}

#[test]
fn past_the_tail_below_only_resume_goes_down_again() {
    check(&[8, 8, 1], TailPolicy::Straight, ["BPB..", "BP...", "BP...", "BP...", "BPPPP", "BBB.."]);
    check(&[8, 8, 1], TailPolicy::Resume, ["BPB.", "BP..", "BP..", "BP..", "BPPP", "BBBP"]);
}

#[test]
fn a_run_that_goes_down_again_reaches_the_last_row_and_turns_once_more() {
    check(&[7, 9], TailPolicy::Straight, ["BP....", "BP....", "BP....", "BP....", "BPPPPP", "BB...."]);
    check(&[7, 9], TailPolicy::Resume, ["BP...", "BP...", "BP...", "BP...", "BPP..", "BBPPP"]);
}

/// Five nested tails leave the sixth run only row 1; the seventh starts at the first free cell of that row.
#[test]
fn a_tail_in_row_one_pushes_the_next_start_to_the_right() {
    let rows = ["BPBPBPPPB", "BPBPBBBBB", "BPBPPPPPP", "BPBBBBBB.", "BPPPPPP..", "BBBBBB..."];
    check(&[11, 10, 9, 8, 6, 3, 1], TailPolicy::Straight, rows);
}

/// Every run length, long ones often enough that tails meet, cover each other and reach row 1.
fn run_lengths() -> impl Strategy<Value = Vec<usize>> {
    proptest::collection::vec(prop_oneof![1..4_usize, 1..30_usize], 0..30)
}

fn policy() -> impl Strategy<Value = TailPolicy> {
    prop_oneof![Just(TailPolicy::Straight), Just(TailPolicy::Resume)]
}

/// The drawn cells of each run.
fn by_run(roads: &Roads, policy: TailPolicy) -> Vec<Vec<Cell>> {
    let mut cells = roads.big_road().grid(policy).into_iter();
    roads.big_road().columns().iter().map(|column| cells.by_ref().take(column.height()).collect()).collect()
}

proptest! {
    #[test]
    fn no_two_rings_share_a_cell(lengths in run_lengths(), policy in policy()) {
        let cells = runs(&lengths).big_road().grid(policy);
        prop_assert_eq!(cells.len(), lengths.iter().sum::<usize>());
        prop_assert!(cells.iter().all(|cell| cell.row < ROWS));
        prop_assert_eq!(cells.iter().collect::<HashSet<_>>().len(), cells.len());
    }

    #[test]
    fn every_run_starts_in_row_one_at_the_first_free_cell(lengths in run_lengths(), policy in policy()) {
        let mut taken = HashSet::new();
        let mut leftmost = 0;
        for run in by_run(&runs(&lengths), policy) {
            prop_assert_eq!(run[0].row, 0);
            prop_assert!(leftmost <= run[0].column);
            let mut skipped = (leftmost..run[0].column).map(|column| Cell { row: 0, column });
            prop_assert!(skipped.all(|cell| taken.contains(&cell)));
            leftmost = run[0].column + 1;
            taken.extend(run);
        }
    }

    #[test]
    fn a_run_turns_only_where_it_must(lengths in run_lengths(), policy in policy()) {
        let mut taken = HashSet::new();
        for run in by_run(&runs(&lengths), policy) {
            let mut turned = false;
            taken.insert(run[0]);
            for step in run.windows(2) {
                let (from, to) = (step[0], step[1]);
                let below = Cell { row: from.row + 1, ..from };
                let blocked = below.row == ROWS || taken.contains(&below);
                if blocked || (turned && policy == TailPolicy::Straight) {
                    prop_assert!(to.row == from.row && to.column > from.column);
                    let mut skipped = (from.column + 1..to.column).map(|column| Cell { column, ..from });
                    prop_assert!(skipped.all(|cell| taken.contains(&cell)));
                    turned = true;
                } else {
                    prop_assert_eq!(to, below);
                }
                taken.insert(to);
            }
        }
    }

    #[test]
    fn removing_the_last_entry_removes_exactly_its_cell(lengths in run_lengths(), policy in policy()) {
        let roads = runs(&lengths);
        let cells = roads.big_road().grid(policy);
        if let Some(shorter) = roads.entries().len().checked_sub(1).and_then(|last| roads.without(last)) {
            prop_assert_eq!(shorter.big_road().grid(policy), &cells[..cells.len() - 1]);
        }
    }

    #[test]
    fn derived_roads_are_drawn_by_the_same_rule(lengths in run_lengths(), policy in policy()) {
        let roads = runs(&lengths);
        let marks = &roads.derived().big_eye_boy;
        let heights: Vec<usize> = marks.columns().map(<[_]>::len).collect();
        prop_assert_eq!(marks.grid(policy), runs(&heights).big_road().grid(policy));
    }
}
