//! The three derived roads: one rule that compares columns of the big road, at three distances.

use std::fmt;
use std::str::FromStr;

use crate::big_road::BigRoad;
use crate::marks::Mark;
use crate::word::{self, UnknownWord};

/// A road derived from the big road; prints as its field name, such as `big_eye_boy`.
///
/// ```
/// use punto_roads::DerivedRoad;
///
/// assert_eq!("cockroach_pig".parse::<DerivedRoad>()?.distance(), 3);
/// # Ok::<(), punto_roads::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DerivedRoad {
    /// 大眼仔, drawn as small hollow rings.
    BigEyeBoy,
    /// 小路, drawn as filled discs.
    SmallRoad,
    /// 曱甴路, drawn as slashes.
    CockroachPig,
}

impl DerivedRoad {
    /// The derived roads in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::BigEyeBoy, Self::SmallRoad, Self::CockroachPig];

    /// How many columns of the big road to the left the rule looks.
    pub const fn distance(self) -> usize {
        match self {
            Self::BigEyeBoy => 1,
            Self::SmallRoad => 2,
            Self::CockroachPig => 3,
        }
    }

    /// The mark that the newest ring of `big_road` earns on this road, if the column needed exists.
    pub(crate) fn newest_mark(self, big_road: &BigRoad) -> Option<Mark> {
        let height = big_road.height_left_of_last(0)?;
        if height == 1 {
            // A new column: had the previous one ended where its own reference ended?
            let previous = big_road.height_left_of_last(1)?;
            let reference = big_road.height_left_of_last(1 + self.distance())?;
            Some(Mark::red_if(previous == reference))
        } else {
            // Only the ring that first outgrows the reference is irregular; beyond it lies a straight drop.
            let reference = big_road.height_left_of_last(self.distance())?;
            Some(Mark::red_if(height != reference + 1))
        }
    }
}

impl fmt::Display for DerivedRoad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BigEyeBoy => "big_eye_boy",
            Self::SmallRoad => "small_road",
            Self::CockroachPig => "cockroach_pig",
        })
    }
}

impl FromStr for DerivedRoad {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        word::find(&Self::ALL, text)
    }
}

/// One value for each derived road.
///
/// ```
/// use punto_roads::{ByRoad, DerivedRoad};
///
/// let distances = ByRoad::from_fn(DerivedRoad::distance);
/// assert_eq!(distances.small_road, 2);
/// assert_eq!(distances.to_array(), [1, 2, 3]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByRoad<T> {
    /// For the big eye boy.
    pub big_eye_boy: T,
    /// For the small road.
    pub small_road: T,
    /// For the cockroach pig.
    pub cockroach_pig: T,
}

impl<T> ByRoad<T> {
    /// Asks `value` for each road.
    pub fn from_fn(mut value: impl FnMut(DerivedRoad) -> T) -> Self {
        Self {
            big_eye_boy: value(DerivedRoad::BigEyeBoy),
            small_road: value(DerivedRoad::SmallRoad),
            cockroach_pig: value(DerivedRoad::CockroachPig),
        }
    }

    /// The value of one road.
    pub const fn get(&self, road: DerivedRoad) -> &T {
        match road {
            DerivedRoad::BigEyeBoy => &self.big_eye_boy,
            DerivedRoad::SmallRoad => &self.small_road,
            DerivedRoad::CockroachPig => &self.cockroach_pig,
        }
    }

    /// The value of one road, to change it.
    pub const fn get_mut(&mut self, road: DerivedRoad) -> &mut T {
        match road {
            DerivedRoad::BigEyeBoy => &mut self.big_eye_boy,
            DerivedRoad::SmallRoad => &mut self.small_road,
            DerivedRoad::CockroachPig => &mut self.cockroach_pig,
        }
    }

    /// The values in the order of [`DerivedRoad::ALL`].
    pub fn to_array(self) -> [T; 3] {
        [self.big_eye_boy, self.small_road, self.cockroach_pig]
    }
}
