//! Good roads (好路): patterns at the end of the big road that a lobby points out, as data.
//!
//! Patterns and thresholds differ from house to house, so they are rows of a table. A sighting describes the
//! past and does not change the odds; a display has to say so.

use std::cmp::Ordering;

use crate::big_road::{BigRoad, Column};
use crate::entry::Side;

/// The good roads a house looks for, in the order in which it wants them reported.
///
/// The default table, with four as the threshold everywhere:
///
/// | id | name | pattern |
/// |---|---|---|
/// | `long-banker` | 长庄 | Banker wins on and on; counts wins |
/// | `long-player` | 长闲 | Player wins on and on; counts wins |
/// | `single-jump` | 单跳 | columns of one; counts columns |
/// | `double-jump` | 双跳 | columns of two; counts columns |
/// | `one-room-two-halls` | 一房两厅 | columns of one and two in turn; counts columns |
/// | `banker-then-change` | 逢庄跳 | a Banker win is always followed by Player; counts Banker's columns |
/// | `player-then-change` | 逢闲跳 | a Player win is always followed by Banker; counts Player's columns |
/// | `banker-then-repeat` | 逢庄连 | Banker never wins only once; counts Banker's columns |
/// | `player-then-repeat` | 逢闲连 | Player never wins only once; counts Player's columns |
///
/// ```
/// use punto_roads::{GoodRoads, Roads, parse_entries};
///
/// let roads = Roads::from_entries(parse_entries("PBPPPBBBTBB")?);
/// let table = GoodRoads::default();
/// let found: Vec<_> = table.found_in(roads.big_road()).collect();
/// assert_eq!((found[0].road.id.as_str(), found[0].length), ("long-banker", 5));
/// assert_eq!(found.len(), 1);
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoodRoads {
    /// One row a pattern.
    pub rows: Vec<GoodRoad>,
}

impl GoodRoads {
    /// Every good road that `big_road` is on now; a road may be on several.
    pub fn found_in(&self, big_road: &BigRoad) -> impl Iterator<Item = Sighting<'_>> {
        self.rows
            .iter()
            .map(|road| Sighting { road, length: road.pattern.length_in(big_road) })
            .filter(|sighting| sighting.length >= sighting.road.at_least.max(1))
    }
}

impl Default for GoodRoads {
    fn default() -> Self {
        let row = |id: &str, pattern| GoodRoad { id: id.to_owned(), pattern, at_least: 4 };
        let after = |side, next| Pattern::After { side, next };
        Self {
            rows: vec![
                row("long-banker", Pattern::Run(Side::Banker)),
                row("long-player", Pattern::Run(Side::Player)),
                row("single-jump", Pattern::Heights(vec![1])),
                row("double-jump", Pattern::Heights(vec![2])),
                row("one-room-two-halls", Pattern::Heights(vec![1, 2])),
                row("banker-then-change", after(Side::Banker, Next::Change)),
                row("player-then-change", after(Side::Player, Next::Change)),
                row("banker-then-repeat", after(Side::Banker, Next::Repeat)),
                row("player-then-repeat", after(Side::Player, Next::Repeat)),
            ],
        }
    }
}

/// One row of the table: a pattern and the length from which it is worth an alert.
///
/// ```
/// use punto_roads::{GoodRoad, GoodRoads, Pattern, Roads, parse_entries};
///
/// let pattern = Pattern::Heights(vec![1, 3]);
/// let house = GoodRoads { rows: vec![GoodRoad { id: "one-three".into(), pattern, at_least: 3 }] };
/// let roads = Roads::from_entries(parse_entries("BPPPB")?);
/// assert_eq!(house.found_in(roads.big_road()).count(), 1);
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoodRoad {
    /// The code under which a catalogue keeps its name in each language.
    pub id: String,
    /// What to look for.
    pub pattern: Pattern,
    /// The shortest length reported, in what the pattern counts. Zero means one: no sighting of nothing.
    pub at_least: usize,
}

/// A good road found, with its present length in what its pattern counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting<'a> {
    /// The row of the table.
    pub road: &'a GoodRoad,
    /// At least the row's threshold.
    pub length: usize,
}

/// A shape that the end of the big road can have.
///
/// The present column may still grow. It ends a pattern only if it cannot belong to it any more, and
/// lengthens it only when it already belongs.
///
/// ```
/// use punto_roads::{Next, Pattern, Roads, Side, parse_entries};
///
/// let roads = Roads::from_entries(parse_entries("BPPBPB")?);
/// assert_eq!(Pattern::After { side: Side::Banker, next: Next::Change }.length_in(roads.big_road()), 2);
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The present column is this side's. Counts its wins.
    Run(Side),
    /// Column heights repeat this cycle, begun anywhere in it. Counts columns; an empty cycle is never found.
    Heights(Vec<usize>),
    /// Whenever this side has won after a win of the other, the next win is always the same thing. Counts
    /// this side's columns.
    After {
        /// Whose columns are looked at.
        side: Side,
        /// What always follows the first win of such a column.
        next: Next,
    },
}

/// What follows the first win of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The other side wins: the column stays at one.
    Change,
    /// The same side wins again: the column has two or more.
    Repeat,
}

impl Pattern {
    /// How long the pattern is at the end of `big_road`; zero if it is not there.
    pub fn length_in(&self, big_road: &BigRoad) -> usize {
        let Some((present, earlier)) = big_road.columns().split_last() else { return 0 };
        match self {
            Self::Run(side) if *side == present.side() => present.height(),
            Self::Run(_) => 0,
            Self::Heights(cycle) => (0..cycle.len())
                .map(|phase| columns_in_step(present, earlier, cycle.iter().rev().cycle().skip(phase)))
                .max()
                .unwrap_or(0),
            Self::After { side, next } => columns_followed(present, earlier, *side, *next),
        }
    }
}

/// Counts columns backwards from the present one while they have the heights of `cycle`, itself read
/// backwards.
fn columns_in_step<'a>(
    present: &Column,
    earlier: &[Column],
    mut cycle: impl Iterator<Item = &'a usize>,
) -> usize {
    let begun = match cycle.next().map(|wanted| present.height().cmp(wanted)) {
        Some(Ordering::Less) => 0,
        Some(Ordering::Equal) => 1,
        Some(Ordering::Greater) | None => return 0,
    };
    let heights = earlier.iter().rev().map(Column::height);
    begun + heights.zip(cycle).take_while(|(height, wanted)| height == *wanted).count()
}

/// Counts the columns of `side` backwards while their first win was followed by `next`.
fn columns_followed(present: &Column, earlier: &[Column], side: Side, next: Next) -> usize {
    // A present column of one has not been followed yet, so it neither counts nor ends the pattern.
    let repeated = present.side() == side && present.height() > 1;
    if repeated && next == Next::Change {
        return 0;
    }
    let closed = earlier.iter().rev().filter(|column| column.side() == side);
    usize::from(repeated)
        + closed.take_while(|column| (column.height() > 1) == (next == Next::Repeat)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roads::Roads;
    use crate::text::parse_entries;

    /// Checks what the default table finds, written as `id length`.
    #[track_caller]
    fn check(entries: &str, expected: &[&str]) {
        let roads = Roads::from_entries(parse_entries(entries).unwrap());
        let table = GoodRoads::default();
        let found: Vec<String> = table
            .found_in(roads.big_road())
            .map(|sighting| format!("{} {}", sighting.road.id, sighting.length))
            .collect();
        assert_eq!(found, expected, "{entries}");
    }

    #[test]
    fn nothing_is_found_below_the_threshold() {
        for entries in ["", "T", "B", "BBB", "BPB", "BBPPBB", "BPPB"] {
            check(entries, &[]);
        }
    }

    #[test]
    fn long_runs_belong_to_one_side() {
        check("BBBB", &["long-banker 4"]);
        check("BPPPPP", &["long-player 5"]);
        check("BBBBP", &[]);
    }

    #[test]
    fn single_jumps_end_with_the_first_repeat() {
        check("BPBP", &["single-jump 4"]);
        check("BPTBTTP", &["single-jump 4"]);
        check("BPBPP", &[]);
        check("BBBPBPB", &["single-jump 4"]);
    }

    #[test]
    fn double_jumps_survive_an_unfinished_column() {
        check("BBPPBBPP", &["double-jump 4"]);
        check("BBPPBBPPB", &["double-jump 4"]);
        check("BBPPBBPPBB", &["double-jump 5"]);
        check("BBPPBBPPBBB", &[]);
        check("BBPPBBPPBP", &[]);
    }

    #[test]
    fn one_room_two_halls_may_begin_with_either() {
        check("BPPBPP", &["one-room-two-halls 4"]);
        check("BBPBBP", &["one-room-two-halls 4"]);
        // One win of the hall that is due now: not counted yet, not broken either.
        check("BPPBPPBP", &["one-room-two-halls 5"]);
        check("BPPBPPBPPP", &[]);
    }

    #[test]
    fn after_a_side_looks_only_at_columns_that_are_decided() {
        check("BPPPBPPBPPPBPP", &["banker-then-change 4", "player-then-repeat 4"]);
        check("BPPPBPPBPPPBPPB", &["banker-then-change 4", "player-then-repeat 4"]);
        check("BPPPBPPBPPPBPPBB", &["player-then-repeat 4"]);
        check("PBBBPBBPBBBPBB", &["player-then-change 4", "banker-then-repeat 4"]);
        check("PBBBPBBPBBBPBBPB", &["player-then-change 5", "banker-then-repeat 4"]);
        check("PBBBPBBPBBBPBBPBP", &["player-then-change 5"]);
    }

    #[test]
    fn thresholds_and_patterns_are_data() {
        let roads = Roads::from_entries(parse_entries("BBBPBBBP").unwrap());
        let three_one =
            GoodRoad { id: "three-one".into(), pattern: Pattern::Heights(vec![3, 1]), at_least: 4 };
        let never = GoodRoad { id: "never".into(), pattern: Pattern::Heights(vec![]), at_least: 0 };
        let table = GoodRoads { rows: vec![never, three_one.clone()] };
        let found: Vec<_> = table.found_in(roads.big_road()).collect();
        assert_eq!(found, [Sighting { road: &three_one, length: 4 }]);
    }
}
