//! The coups a table has finished: all are counted, and those of the shoe are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use punto_coup::DealtCard;
use punto_rulebook::{Outcome, Winner};
use punto_vocab::Money;
use serde::{Deserialize, Serialize};

use crate::shown::Settled;
use crate::state::Spot;

/// A finished coup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    /// The cards in the order they were drawn.
    pub dealt: Vec<DealtCard>,
    /// Whether it was dealt without wagers.
    pub no_bet: bool,
    /// What it came to, as bets see it; `None` if the coup was void.
    pub outcome: Option<Outcome>,
    /// Payments that were found to be otherwise than the settlement said.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub mispaid: BTreeSet<(Spot, Money)>,
}

impl Finished {
    /// Who won; `None` if the coup was void.
    pub fn winner(&self) -> Option<Winner> {
        self.outcome.map(|outcome| outcome.winner)
    }
}

/// What settlements said that each wager brought its patron in chips: by the wager, so that a snapshot names it once, with
/// the number of the coup.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Said(#[serde(with = "punto_vocab::pairs")] BTreeMap<Spot, Vec<(usize, Money)>>);

impl Said {
    fn keep(&mut self, kept: impl Fn(usize) -> bool) {
        self.0.retain(|_, own| {
            own.retain(|(number, _)| kept(*number));
            !own.is_empty()
        });
    }

    /// Adds what a settlement said. The coup that ends goes before the last ones, whose numbers grow.
    fn add(&mut self, settled: &[Settled], ended: usize, before: usize) {
        for (number, _) in self.0.values_mut().flatten().filter(|(number, _)| number + before >= ended) {
            *number += 1;
        }
        for own in settled {
            let said = self.0.entry(own.spot()).or_default();
            let place = said.partition_point(|(number, _)| *number <= ended - before);
            said.insert(place, (ended - before, own.got));
        }
    }
}

/// The coups a table has finished. All are counted; those of the shoe are kept, for the roads, and shared by the
/// copies of a table. Older ones are in the journal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Coups {
    ended: usize,
    in_shoe: usize,
    kept: Vec<Arc<Finished>>,
    said: Arc<Said>,
    /// The last coup of the shoe before, which may be taken back before the next has one.
    #[serde(default)]
    before: Option<Arc<Finished>>,
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

    /// A coup has ended. One that was called off before its first card goes before the last, where that can still be
    /// put right and is the last as before.
    pub(crate) fn end(&mut self, coup: Finished, settled: &[Settled], called_off: bool) {
        (self.ended, self.in_shoe) = (self.ended + 1, self.in_shoe + 1);
        if self.kept.len() == KEPT {
            self.kept.remove(0);
            Arc::make_mut(&mut self.said).keep(|number| number + KEPT > self.ended);
        }
        let before = usize::from(called_off).min(self.kept.len());
        self.kept.insert(self.kept.len() - before, Arc::new(coup));
        if before > 0 || !settled.is_empty() {
            Arc::make_mut(&mut self.said).add(settled, self.ended, before);
        }
    }

    /// The last coup has not ended after all.
    pub(crate) fn take_back(&mut self) -> Option<Arc<Finished>> {
        let last = self.kept.pop().or_else(|| self.before.take())?;
        (self.ended, self.in_shoe) = (self.ended - 1, self.in_shoe.saturating_sub(1));
        Arc::make_mut(&mut self.said).keep(|number| number <= self.ended);
        Some(last)
    }

    /// How many coups ago each settlement was that said this of a wager, the latest first.
    pub fn said(&self, spot: Spot, said: Money) -> impl Iterator<Item = usize> {
        let told = self.said.0.get(&spot).into_iter().flatten().rev();
        told.filter(move |(_, got)| *got == said).map(|(number, _)| self.ended - number)
    }

    /// The same for the latest that has not been found to be paid otherwise.
    pub fn paid(&self, spot: Spot, said: Money) -> Option<usize> {
        let right = |coup: &Arc<Finished>| !coup.mispaid.contains(&(spot, said));
        self.said(spot, said).find(|ago| self.kept.iter().nth_back(*ago).is_some_and(right))
    }

    /// What the settlement said of a wager is found not to be what was paid.
    pub(crate) fn mispaid(&mut self, spot: Spot, said: Money) {
        if let Some(coup) = self.paid(spot, said).and_then(|ago| self.kept.iter_mut().nth_back(ago)) {
            Arc::make_mut(coup).mispaid.insert((spot, said));
        }
    }

    /// Other cards come into play.
    pub(crate) fn new_shoe(&mut self) {
        self.before = self.kept.pop().or(self.before.take());
        (self.in_shoe, self.kept, self.said) = Default::default();
    }
}
