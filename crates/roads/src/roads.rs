//! All roads of one shoe, kept together as coups are completed.

use crate::ask::ask;
use crate::bead_plate::BeadPlate;
use crate::big_road::BigRoad;
use crate::derived::{ByRoad, DerivedRoad};
use crate::entry::{Entry, Side};
use crate::marks::{Mark, Marks};
use crate::statistics::Statistics;

/// The scoreboard of the present shoe.
///
/// Pushing entries one at a time gives the same value as taking the whole list at once.
///
/// ```
/// use punto_roads::{Entry, Roads, Winner, parse_entries};
///
/// let mut roads = Roads::from_entries(parse_entries("BPP")?);
/// roads.push(Entry::new(Winner::Player));
/// assert_eq!(roads, Roads::from_entries(parse_entries("BPPP")?));
/// assert_eq!(roads.derived().big_eye_boy.to_string(), "BR");
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roads {
    entries: Vec<Entry>,
    big_road: BigRoad,
    derived: ByRoad<Marks>,
}

impl Roads {
    /// A new shoe: nothing played.
    pub fn new() -> Self {
        Self::default()
    }

    /// The roads of a shoe's completed coups, in order.
    pub fn from_entries(entries: impl IntoIterator<Item = Entry>) -> Self {
        let mut roads = Self::new();
        entries.into_iter().for_each(|entry| roads.push(entry));
        roads
    }

    /// Adds the coup just completed.
    pub fn push(&mut self, entry: Entry) {
        let coup = self.entries.len();
        self.entries.push(entry);
        match entry.winner.side() {
            Some(side) => {
                self.big_road.push_win(side, coup, &entry);
                for road in DerivedRoad::ALL {
                    if let Some(mark) = road.newest_mark(&self.big_road) {
                        self.derived.get_mut(road).push(mark);
                    }
                }
            }
            None => self.big_road.push_tie(),
        }
    }

    /// The roads with one coup voided, counted from zero; none if there is no such coup.
    ///
    /// ```
    /// use punto_roads::{Roads, parse_entries};
    ///
    /// let roads = Roads::from_entries(parse_entries("BPB")?);
    /// assert_eq!(roads.without(1), Some(Roads::from_entries(parse_entries("BB")?)));
    /// assert_eq!(roads.without(3), None);
    /// # Ok::<(), punto_roads::ParseEntriesError>(())
    /// ```
    pub fn without(&self, coup: usize) -> Option<Self> {
        let before = self.entries.get(..coup)?;
        let (_voided, after) = self.entries.get(coup..)?.split_first()?;
        Some(Self::from_entries(before.iter().chain(after).copied()))
    }

    /// The list everything here is computed from.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Every coup in order, ties included.
    pub fn bead_plate(&self) -> BeadPlate<'_> {
        BeadPlate::new(&self.entries)
    }

    /// The wins in runs.
    pub fn big_road(&self) -> &BigRoad {
        &self.big_road
    }

    /// Big eye boy, small road and cockroach pig.
    pub fn derived(&self) -> &ByRoad<Marks> {
        &self.derived
    }

    /// The mark each derived road would get if `next` won the next coup; none where it would get none, and
    /// none at all before the first win.
    ///
    /// Where one side's mark is red the other's is blue. To show the rings and marks themselves, push the win
    /// onto a clone. This states how the roads are drawn, not what is likely.
    pub fn ask(&self, next: Side) -> ByRoad<Option<Mark>> {
        ask(&self.big_road, next)
    }

    /// The counts shown beside the roads.
    pub fn statistics(&self) -> Statistics {
        Statistics::of(&self.entries)
    }
}
