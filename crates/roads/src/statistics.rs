//! The counts shown beside the roads.

use std::fmt;

use crate::entry::{Entry, Winner};

/// What happened how often in the present shoe; see [`Roads::statistics`](crate::Roads::statistics).
///
/// ```
/// use punto_roads::{Roads, parse_entries};
///
/// let statistics = Roads::from_entries(parse_entries("BPTBbPpB")?).statistics();
/// assert_eq!((statistics.banker, statistics.player, statistics.tie), (3, 2, 1));
/// assert_eq!((statistics.banker_pairs, statistics.player_pairs), (1, 1));
/// assert_eq!(statistics.naturals, None); // the text form does not tell points
/// assert_eq!(statistics.share(statistics.player).unwrap().to_string(), "33.3%");
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Coups won by Banker.
    pub banker: usize,
    /// Coups won by Player.
    pub player: usize,
    /// Coups tied.
    pub tie: usize,
    /// Coups with a banker pair, whoever won.
    pub banker_pairs: usize,
    /// Coups with a player pair, whoever won.
    pub player_pairs: usize,
    /// Coups in which either hand had a natural. None if an entry does not tell its points, since a count
    /// over the others would pass for the whole shoe's.
    pub naturals: Option<usize>,
    /// All coups, ties included.
    pub total: usize,
}

impl Statistics {
    pub(crate) fn of(entries: &[Entry]) -> Self {
        let count = |holds: fn(&Entry) -> bool| entries.iter().filter(|entry| holds(entry)).count();
        let all_told = entries.iter().all(|entry| entry.score.is_some());
        Self {
            banker: count(|entry| entry.winner == Winner::Banker),
            player: count(|entry| entry.winner == Winner::Player),
            tie: count(|entry| entry.winner == Winner::Tie),
            banker_pairs: count(|entry| entry.banker_pair),
            player_pairs: count(|entry| entry.player_pair),
            naturals: all_told.then(|| count(|entry| entry.score.is_some_and(|score| score.natural))),
            total: entries.len(),
        }
    }

    /// A count of these statistics as a share of all coups; none in an empty shoe.
    pub fn share(&self, count: usize) -> Option<Share> {
        (self.total > 0).then_some(Share { count, total: self.total })
    }
}

/// An exact part of the shoe's coups, rounded only when it is shown.
///
/// It prints in percent with one decimal. Shares that are rounded one by one need not add up to 100.0%.
///
/// ```
/// use punto_roads::{Roads, parse_entries};
///
/// let statistics = Roads::from_entries(parse_entries("BBP")?).statistics();
/// let share = statistics.share(statistics.banker).unwrap();
/// assert_eq!((share.count(), share.total(), share.per_mille()), (2, 3, 667));
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    count: usize,
    total: usize,
}

impl Share {
    /// The coups counted.
    pub const fn count(self) -> usize {
        self.count
    }

    /// The coups they are a part of, never zero.
    pub const fn total(self) -> usize {
        self.total
    }

    /// Thousandths, a half rounded up.
    pub const fn per_mille(self) -> u128 {
        let (count, total) = (self.count as u128, self.total as u128);
        (2000 * count + total) / (2 * total)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_mille = self.per_mille();
        write!(f, "{}.{}%", per_mille / 10, per_mille % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Score;

    #[test]
    fn naturals_are_counted_only_when_every_coup_tells_its_points() {
        let natural = Entry::new(Winner::Banker).with_score(Score { banker: 9, player: 1, natural: true });
        let drawn = Entry::new(Winner::Tie).with_score(Score { banker: 8, player: 8, natural: false });
        let untold = Entry::new(Winner::Player);
        assert_eq!(Statistics::of(&[]).naturals, Some(0));
        assert_eq!(Statistics::of(&[natural, drawn, natural]).naturals, Some(2));
        assert_eq!(Statistics::of(&[natural, untold]).naturals, None);
    }

    #[test]
    fn a_half_is_rounded_up_and_nothing_overflows() {
        assert_eq!(Share { count: 1, total: 16 }.to_string(), "6.3%");
        assert_eq!(Share { count: 5, total: 5 }.to_string(), "100.0%");
        assert_eq!(Share { count: 0, total: 7 }.to_string(), "0.0%");
        assert_eq!(Share { count: usize::MAX, total: usize::MAX }.per_mille(), 1000);
    }

    #[test]
    fn an_empty_shoe_has_no_shares() {
        assert_eq!(Statistics::of(&[]).share(0), None);
    }
}
