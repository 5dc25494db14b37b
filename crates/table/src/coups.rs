//! The coups a table has finished: all are counted, and those of the shoe are kept.

use std::collections::BTreeSet;
use std::sync::Arc;

use punto_coup::DealtCard;
use punto_rulebook::{Outcome, Winner};
use punto_vocab::Money;
use serde::{Deserialize, Serialize};

use crate::state::Spot;

/// A finished coup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    /// The cards in the order they were drawn.
    pub dealt: Vec<DealtCard>,
    /// Who won; `None` if the coup was void.
    pub winner: Option<Winner>,
    /// Whether it was dealt without wagers.
    pub no_bet: bool,
    /// What it came to, as bets see it; `None` if the coup was void.
    pub outcome: Option<Outcome>,
    /// What the settlement said that each wager brought its patron in chips.
    #[serde(default)]
    pub settled: Vec<(Spot, Money)>,
    /// Those payments that were found to be wrong.
    #[serde(default)]
    pub mispaid: BTreeSet<(Spot, Money)>,
}

/// The coups a table has finished. All are counted; those of the shoe are kept, for the roads, and shared by the
/// copies of a table. Older ones are in the journal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Coups {
    ended: usize,
    in_shoe: usize,
    kept: Vec<Arc<Finished>>,
}

/// How many coups of one shoe are kept. The cards of the largest shoe are spent after 104 coups with a result; only a
/// device that shuffles on while it deals has more, and its roads go back this far.
const KEPT: usize = 200;

impl Coups {
    /// How many coups have ended since the table's first opening.
    pub fn ended(&self) -> usize {
        self.ended
    }

    /// How many of them came from the shoe in play, or from the one before while the next is prepared.
    pub fn in_shoe(&self) -> usize {
        self.in_shoe
    }

    /// The coups of that shoe, oldest first.
    pub fn of_shoe(&self) -> impl DoubleEndedIterator<Item = &Finished> {
        self.kept.iter().map(|coup| &**coup)
    }

    /// The coup that ended last, if it is of that shoe.
    pub fn last(&self) -> Option<&Finished> {
        self.of_shoe().next_back()
    }

    pub(crate) fn end(&mut self, coup: Finished) {
        (self.ended, self.in_shoe) = (self.ended + 1, self.in_shoe + 1);
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        self.kept.push(Arc::new(coup));
    }

    /// The last coup has not ended after all.
    pub(crate) fn take_back(&mut self) -> Option<Arc<Finished>> {
        let last = self.kept.pop()?;
        (self.ended, self.in_shoe) = (self.ended - 1, self.in_shoe - 1);
        Some(last)
    }

    /// How many coups ago the settlement said this of a wager, without having been found to be paid otherwise.
    pub(crate) fn said(&self, spot: Spot, said: Money) -> Option<usize> {
        let own = (spot, said);
        self.of_shoe().rev().position(|coup| coup.settled.contains(&own) && !coup.mispaid.contains(&own))
    }

    /// What the settlement said of a wager is found not to be what was paid.
    pub(crate) fn mispaid(&mut self, spot: Spot, said: Money) {
        if let Some(coup) = self.said(spot, said).and_then(|ago| self.kept.iter_mut().nth_back(ago)) {
            Arc::make_mut(coup).mispaid.insert((spot, said));
        }
    }

    /// Other cards come into play.
    pub(crate) fn new_shoe(&mut self) {
        (self.in_shoe, self.kept) = (0, Vec::new());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coup(no_bet: bool) -> Finished {
        let (settled, mispaid) = Default::default();
        Finished { dealt: Vec::new(), winner: None, no_bet, outcome: None, settled, mispaid }
    }

    #[test]
    fn coups_are_counted_for_ever_and_kept_for_their_shoe() {
        let mut coups = Coups::default();
        coups.take_back();
        assert_eq!((coups.ended(), coups.in_shoe(), coups.last()), (0, 0, None));
        coups.end(coup(false));
        coups.end(coup(true));
        assert_eq!((coups.ended(), coups.in_shoe(), coups.last()), (2, 2, Some(&coup(true))));
        coups.take_back();
        assert_eq!((coups.ended(), coups.in_shoe(), coups.last()), (1, 1, Some(&coup(false))));
        coups.new_shoe();
        assert_eq!((coups.ended(), coups.in_shoe(), coups.last()), (1, 0, None));
    }

    #[test]
    fn a_shoe_without_an_end_keeps_the_latest() {
        let mut coups = Coups::default();
        for n in 0..KEPT + 7 {
            coups.end(coup(n < KEPT));
        }
        assert_eq!((coups.in_shoe(), coups.of_shoe().count()), (KEPT + 7, KEPT));
        assert_eq!(coups.of_shoe().filter(|coup| !coup.no_bet).count(), 7);
    }
}
