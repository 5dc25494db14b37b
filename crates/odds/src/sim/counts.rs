//! How many coups came to each class.

use std::ops::AddAssign;

use punto_rulebook::{On, Outcome, Winner};

use super::{Class, Frequency};

/// How many coups came to each class of outcomes.
#[derive(Clone, PartialEq, Eq)]
pub struct ClassCounts(Box<[u64]>);

impl Default for ClassCounts {
    fn default() -> ClassCounts {
        ClassCounts(vec![0; Class::PLACES].into())
    }
}

impl std::fmt::Debug for ClassCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl ClassCounts {
    /// The classes that came up, each with its count.
    pub fn iter(&self) -> impl Iterator<Item = (Class, u64)> + '_ {
        Class::all().zip(self.0.iter().copied()).filter(|(_, count)| *count > 0)
    }

    /// How many coups there were.
    pub fn coups(&self) -> u64 {
        self.0.iter().sum()
    }

    /// How many coups came to this class.
    pub fn of(&self, class: Class) -> u64 {
        self.0[class.index()]
    }

    /// How often an outcome was what is asked for.
    pub fn share(&self, asked_for: impl Fn(&Outcome) -> bool) -> Frequency {
        let mut share = Frequency { count: 0, of: 0 };
        for (class, count) in self.iter() {
            share.of += count;
            if class.outcome().is_some_and(|outcome| asked_for(&outcome)) {
                share.count += count;
            }
        }
        share
    }

    /// How often a bet's condition was met.
    pub fn met(&self, on: &On) -> Frequency {
        self.share(|outcome| on.matches(outcome))
    }

    /// How often this hand won, or the hands tied.
    pub fn winner(&self, winner: Winner) -> Frequency {
        self.share(|outcome| outcome.winner == winner)
    }

    /// How often a coup took 4, 5 or 6 cards.
    pub fn cards(&self, cards: u8) -> Frequency {
        self.share(|outcome| outcome.cards.player + outcome.cards.banker == cards)
    }

    pub(super) fn add(&mut self, class: Class, coups: u64) {
        self.0[class.index()] += coups;
    }
}

impl AddAssign<&ClassCounts> for ClassCounts {
    fn add_assign(&mut self, other: &ClassCounts) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own += other;
        }
    }
}

/// What a simulation counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SimTally {
    /// How many shoes were dealt.
    pub shoes: u64,
    /// The first coups of every shoe, [`super::SimGame::early`] of each: these agree with the exact odds.
    pub early: ClassCounts,
    /// All the others, among which the marker favours long coups; see [`super::ShoePlan::sure_coups`].
    pub late: ClassCounts,
    /// Whether the simulation was stopped before it had dealt what was asked for.
    pub stopped: bool,
}

impl SimTally {
    /// The coups of whole shoes.
    pub fn whole(&self) -> ClassCounts {
        let mut whole = self.early.clone();
        whole += &self.late;
        whole
    }

    /// How many coups were dealt.
    pub fn coups(&self) -> u64 {
        self.early.coups() + self.late.coups()
    }
}

impl AddAssign<&SimTally> for SimTally {
    fn add_assign(&mut self, other: &SimTally) {
        self.shoes += other.shoes;
        self.early += &other.early;
        self.late += &other.late;
        self.stopped |= other.stopped;
    }
}
