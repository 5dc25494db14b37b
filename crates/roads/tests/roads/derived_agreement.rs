//! The derived roads against three codings of their own, on every string of wins up to fourteen.

use std::collections::{HashMap, HashSet};

use punto_roads::{DerivedRoad, Entry, Roads, Winner};

const LONGEST: u32 = 14;

/// The table rule, from the heights the columns had when each entry came.
fn by_table(wins: &[bool], k: usize) -> String {
    let mut heights: Vec<usize> = Vec::new();
    let mut marks = String::new();
    for (i, win) in wins.iter().enumerate() {
        if i > 0 && wins[i - 1] == *win {
            *heights.last_mut().expect("the first win made a column") += 1;
        } else {
            heights.push(1);
        }
        let n = heights.len() - 1;
        let m = heights[n];
        if m >= 2 && n >= k {
            marks.push(if m == heights[n - k] + 1 { 'B' } else { 'R' });
        } else if m == 1 && n > k {
            marks.push(if heights[n - 1] == heights[n - 1 - k] { 'R' } else { 'B' });
        }
    }
    marks
}

/// The rule in words: cells full or empty on paper without a lower edge; a new column takes the opposite of
/// what the previous one would have got had it gone on.
fn by_cells(wins: &[bool], k: i32) -> String {
    let mut full: HashSet<(i32, i32)> = HashSet::new();
    let mut marks = String::new();
    let (mut column, mut row) = (0, 0);
    let colour = |full: &HashSet<(i32, i32)>, column: i32, row: i32| {
        let (beside, above) = ((column - k, row), (column - k, row - 1));
        if full.contains(&beside) == full.contains(&above) { 'R' } else { 'B' }
    };
    for (i, win) in wins.iter().enumerate() {
        if i == 0 {
            (column, row) = (1, 1);
        } else if wins[i - 1] == *win {
            row += 1;
            if column - k >= 1 {
                marks.push(colour(&full, column, row));
            }
        } else {
            if column - k >= 1 {
                marks.push(if colour(&full, column, row + 1) == 'R' { 'B' } else { 'R' });
            }
            (column, row) = (column + 1, 1);
        }
        full.insert((column, row));
    }
    marks
}

#[derive(Clone, Copy, PartialEq)]
enum Move {
    Down,
    Sideways,
}

/// The movement rule: how the road left the cell it stands on, and how it left the cell k columns further
/// left.
fn by_movement(wins: &[bool], k: i32) -> String {
    let mut left_by: HashMap<(i32, i32), Move> = HashMap::new();
    let mut marks = String::new();
    let (mut column, mut row) = (1, 1);
    for pair in wins.windows(2) {
        let step = if pair[0] == pair[1] { Move::Down } else { Move::Sideways };
        if column - k >= 1 {
            let red = match left_by.get(&(column - k, row)) {
                Some(then) => *then == step,
                None => step == Move::Down,
            };
            marks.push(if red { 'R' } else { 'B' });
        }
        left_by.insert((column, row), step);
        (column, row) = match step {
            Move::Down => (column, row + 1),
            Move::Sideways => (column + 1, 1),
        };
    }
    marks
}

#[test]
fn all_codings_agree_on_every_string_up_to_fourteen() {
    let mut strings = 0;
    for length in 1..=LONGEST {
        for bits in 0..1_u32 << length {
            let wins: Vec<bool> = (0..length).map(|i| bits >> i & 1 == 1).collect();
            let entry = |win: &bool| Entry::new(if *win { Winner::Banker } else { Winner::Player });
            let roads = Roads::from_entries(wins.iter().map(entry));
            for (road, k) in DerivedRoad::ALL.into_iter().zip(1_i32..) {
                let marks = roads.derived().get(road).to_string();
                assert_eq!(marks, by_table(&wins, k as usize), "{road} by table of {wins:?}");
                assert_eq!(marks, by_cells(&wins, k), "{road} by cells of {wins:?}");
                assert_eq!(marks, by_movement(&wins, k), "{road} by movement of {wins:?}");
            }
            strings += 1;
        }
    }
    assert_eq!(strings, 32_766);
}
