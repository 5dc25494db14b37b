//! Where runs are drawn on six rows, with the tail a long run grows to the right (长龙拐弯).
//!
//! Drawing is for the eye only. The derived roads read run lengths and never a drawn position.

use std::fmt;
use std::str::FromStr;

use crate::word::{self, UnknownWord};

/// The rows of every road's grid.
pub const ROWS: usize = 6;

/// One square of a road's grid, counted from zero at the upper left.
///
/// ```
/// use punto_roads::{Cell, Roads, TailPolicy, parse_entries};
///
/// let roads = Roads::from_entries(parse_entries("BBP")?);
/// assert_eq!(roads.big_road().grid(TailPolicy::Straight)[2], Cell { row: 0, column: 1 });
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Downwards, `0..ROWS`.
    pub row: usize,
    /// To the right, without end: a screen shows the newest columns that fit.
    pub column: usize,
}

/// What a run does after it could go no further down and turned right.
///
/// A display setting: it moves rings of some long runs and never changes a derived road.
///
/// ```
/// use punto_roads::{Roads, TailPolicy, parse_entries};
///
/// // Banker's tail takes one cell of row 6; Player's run turns above it and then has room below again.
/// let roads = Roads::from_entries(parse_entries("BBBBBBBPPPPPPPP")?);
/// let last = |policy| roads.big_road().grid(policy).last().map(|cell| (cell.row, cell.column));
/// assert_eq!(last(TailPolicy::Straight), Some((4, 4)));
/// assert_eq!(last(TailPolicy::Resume), Some((5, 3)));
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TailPolicy {
    /// Stay in that row until the run ends.
    #[default]
    Straight,
    /// Go down again as soon as the cell below is free.
    Resume,
}

impl TailPolicy {
    /// Both policies, the default first.
    pub const ALL: [Self; 2] = [Self::Straight, Self::Resume];
}

impl fmt::Display for TailPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Straight => "straight",
            Self::Resume => "resume",
        })
    }
}

impl FromStr for TailPolicy {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        word::find(&Self::ALL, text)
    }
}

/// Draws runs of the given lengths one after the other; one cell an entry, in order.
pub(crate) fn lay_out(run_lengths: impl IntoIterator<Item = usize>, policy: TailPolicy) -> Vec<Cell> {
    let mut sheet = Sheet::default();
    let mut cells = Vec::new();
    let mut leftmost_start = 0;
    for length in run_lengths {
        let start = sheet.free_rightwards(Cell { row: 0, column: leftmost_start });
        // Right of the previous run's start, not of its tail: short runs slip in above a long tail.
        leftmost_start = start.column + 1;
        draw_run(&mut sheet, &mut cells, start, length, policy);
    }
    cells
}

fn draw_run(sheet: &mut Sheet, cells: &mut Vec<Cell>, start: Cell, length: usize, policy: TailPolicy) {
    let mut cell = start;
    let mut turned = false;
    for entry in 0..length {
        if entry > 0 {
            let below = Cell { row: cell.row + 1, ..cell };
            let may_descend = !turned || policy == TailPolicy::Resume;
            cell = if may_descend && sheet.is_free(below) {
                below
            } else {
                turned = true;
                sheet.free_rightwards(Cell { column: cell.column + 1, ..cell })
            };
        }
        sheet.fill(cell);
        cells.push(cell);
    }
}

/// Which cells are taken, by column and row.
#[derive(Default)]
struct Sheet {
    columns: Vec<[bool; ROWS]>,
}

impl Sheet {
    /// Whether a cell exists and is empty.
    fn is_free(&self, cell: Cell) -> bool {
        let column = self.columns.get(cell.column).unwrap_or(&[false; ROWS]);
        column.get(cell.row) == Some(&false)
    }

    /// The first empty cell from `cell` on, in its row.
    fn free_rightwards(&self, cell: Cell) -> Cell {
        let taken = self.columns.iter().skip(cell.column);
        let skipped = taken.take_while(|column| column.get(cell.row) == Some(&true)).count();
        Cell { column: cell.column + skipped, ..cell }
    }

    fn fill(&mut self, cell: Cell) {
        if self.columns.len() <= cell.column {
            self.columns.resize(cell.column + 1, [false; ROWS]);
        }
        if let Some(square) = self.columns.get_mut(cell.column).and_then(|column| column.get_mut(cell.row)) {
            *square = true;
        }
    }
}
