//! The marks of a derived road, and the road they draw.

use std::fmt;
use std::str::FromStr;

use crate::layout::{Cell, TailPolicy, lay_out};
use crate::word::{self, UnknownWord};

/// One mark of a derived road: regular or irregular, whichever side won.
///
/// ```
/// use punto_roads::Mark;
///
/// assert_eq!("R".parse::<Mark>()?.opposite(), Mark::Blue);
/// # Ok::<(), punto_roads::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Regular: the road repeats what it did before.
    Red,
    /// Irregular: the road departs from what it did before.
    Blue,
}

impl Mark {
    /// Both marks.
    pub const ALL: [Self; 2] = [Self::Red, Self::Blue];

    /// `R` or `B`; this `B` is blue, not Banker.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'R',
            Self::Blue => 'B',
        }
    }

    /// The other colour, which is what the ask shows for the other side.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }

    pub(crate) const fn red_if(regular: bool) -> Self {
        if regular { Self::Red } else { Self::Blue }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Mark {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        word::find(&Self::ALL, text)
    }
}

/// The marks of one derived road, oldest first; prints as their letters, such as `RBBB`.
///
/// ```
/// use punto_roads::{Roads, TailPolicy, parse_entries};
///
/// let roads = Roads::from_entries(parse_entries("BBPPPB")?);
/// let marks = &roads.derived().big_eye_boy;
/// assert_eq!(marks.to_string(), "RBB");
/// assert_eq!(marks.columns().map(<[_]>::len).collect::<Vec<_>>(), [1, 2]);
///
/// let drawn = marks.grid(TailPolicy::default());
/// let cells: Vec<_> = drawn.iter().map(|cell| (cell.row, cell.column)).collect();
/// assert_eq!(cells, [(0, 0), (0, 1), (1, 1)]);
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(Vec<Mark>);

impl Marks {
    /// The marks in the order in which they were earned.
    pub fn as_slice(&self) -> &[Mark] {
        &self.0
    }

    /// The marks in runs of one colour, each a column of the drawn road.
    pub fn columns(&self) -> impl Iterator<Item = &[Mark]> {
        self.0.chunk_by(|left, right| left == right)
    }

    /// Where each mark is drawn, oldest first, in cells of this road (half the size of the big road's).
    pub fn grid(&self, policy: TailPolicy) -> Vec<Cell> {
        lay_out(self.columns().map(<[_]>::len), policy)
    }

    pub(crate) fn push(&mut self, mark: Mark) {
        self.0.push(mark);
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|mark| mark.fmt(f))
    }
}
