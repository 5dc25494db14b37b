//! The big road (大路): the wins in runs of one side, with ties and pairs noted on them.

use std::fmt;

use crate::entry::{Entry, Side};
use crate::layout::{Cell, TailPolicy, lay_out};

/// The big road as logical columns, one a run of wins of the same side.
///
/// Everything derived reads these columns; [`grid`](Self::grid) says where they are drawn.
///
/// ```
/// use punto_roads::{Roads, parse_entries};
///
/// let roads = Roads::from_entries(parse_entries("TTBTPpP")?);
/// let [banker, player] = roads.big_road().columns() else { panic!("two runs") };
/// assert_eq!((banker.to_string(), player.to_string()), ("B".to_owned(), "PP".to_owned()));
/// assert_eq!(banker.rings()[0].ties, 3); // two before the first win, one after it
/// assert!(player.rings()[0].player_pair);
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BigRoad {
    columns: Vec<Column>,
    waiting_ties: usize,
}

impl BigRoad {
    /// The runs from the first to the present one.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Every ring with its side, oldest first: the order of [`grid`](Self::grid).
    pub fn rings(&self) -> impl Iterator<Item = (Side, &Ring)> {
        self.columns.iter().flat_map(|column| column.rings.iter().map(|ring| (column.side, ring)))
    }

    /// Ties before the first win, shown in the corner until a ring is there to carry them; zero from then on.
    pub fn waiting_ties(&self) -> usize {
        self.waiting_ties
    }

    /// Where each ring is drawn, oldest first.
    pub fn grid(&self, policy: TailPolicy) -> Vec<Cell> {
        lay_out(self.columns.iter().map(Column::height), policy)
    }

    /// The height of the column `distance` columns left of the last, if there is one.
    pub(crate) fn height_left_of_last(&self, distance: usize) -> Option<usize> {
        self.columns.iter().rev().nth(distance).map(Column::height)
    }

    /// Adds a win as a ring of its own; `entry` gives the pairs and `coup` its place in the list.
    pub(crate) fn push_win(&mut self, side: Side, coup: usize, entry: &Entry) {
        let ties = std::mem::take(&mut self.waiting_ties);
        let ring = Ring { coup, banker_pair: entry.banker_pair, player_pair: entry.player_pair, ties };
        match self.columns.last_mut() {
            Some(column) if column.side == side => column.rings.push(ring),
            _ => self.columns.push(Column { side, rings: vec![ring] }),
        }
    }

    /// Counts a tie on the newest ring. Its pairs stay on the bead plate, as the ring is another coup's.
    pub(crate) fn push_tie(&mut self) {
        match self.columns.last_mut().and_then(|column| column.rings.last_mut()) {
            Some(ring) => ring.ties += 1,
            None => self.waiting_ties += 1,
        }
    }
}

/// A run of wins of one side; prints as its letters, such as `PPP`.
///
/// ```
/// use punto_roads::{Roads, Side, parse_entries};
///
/// let roads = Roads::from_entries(parse_entries("BPTPP")?);
/// let column = &roads.big_road().columns()[1];
/// assert_eq!((column.side(), column.height(), column.to_string().as_str()), (Side::Player, 3, "PPP"));
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    side: Side,
    rings: Vec<Ring>,
}

impl Column {
    /// Whose run it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The wins of the run, never none.
    pub fn rings(&self) -> &[Ring] {
        &self.rings
    }

    /// How many wins in a row, however they are drawn.
    pub fn height(&self) -> usize {
        self.rings.len()
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rings.iter().try_for_each(|_| write!(f, "{}", self.side))
    }
}

/// One win on the big road: a hollow ring with its dots and slash.
///
/// ```
/// use punto_roads::{Ring, Roads, parse_entries};
///
/// let roads = Roads::from_entries(parse_entries("PBbTT")?);
/// let (_, newest) = roads.big_road().rings().last().unwrap();
/// assert_eq!(*newest, Ring { coup: 1, banker_pair: true, player_pair: false, ties: 2 });
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ring {
    /// The coup's place in the list of entries, from zero.
    pub coup: usize,
    /// Red dot at the upper left.
    pub banker_pair: bool,
    /// Blue dot at the lower right.
    pub player_pair: bool,
    /// Green slash if above zero, with the number if above one.
    pub ties: usize,
}
