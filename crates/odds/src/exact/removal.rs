//! What taking one card out of the shoe does to the edges.

use punto_vocab::{BetId, Card, Rank, Suit};

use super::{Analysis, Composition, CompositionError};

/// How the edge of one bet changes when one card of a rank leaves the shoe.
#[derive(Clone, Debug, PartialEq)]
pub struct Removal {
    /// The bet.
    pub bet: BetId,
    /// The house edge of the shoe as it is.
    pub edge: f64,
    /// For each rank, the change of the house edge; `None` where no such card is left.
    ///
    /// A bet that looks at suits takes the mean over the cards of the rank that are there.
    pub changes: [Option<f64>; 13],
}

impl Removal {
    /// The change for one rank.
    pub fn change(&self, rank: Rank) -> Option<f64> {
        self.changes[rank as usize]
    }
}

pub(super) fn of_each_rank(
    analysis: &Analysis,
    shoe: &Composition,
) -> Result<Vec<Removal>, CompositionError> {
    let mut figures = analysis.figures(shoe)?;
    let full = figures.bets().map(|bet| Removal { bet: bet.bet(), edge: bet.edge(), changes: [None; 13] });
    let mut removals: Vec<Removal> = full.collect();
    for rank in Rank::ALL {
        for card in Suit::ALL.map(|suit| Card::new(rank, suit)) {
            let mut left = *shoe;
            if left.remove(card).is_err() {
                continue;
            }
            figures.update(&left)?;
            let share = f64::from(shoe.count(card)) / f64::from(shoe.rank(rank));
            for (removal, bet) in removals.iter_mut().zip(figures.bets()) {
                *removal.changes[rank as usize].get_or_insert(0.0) += share * (bet.edge() - removal.edge);
            }
        }
    }
    Ok(removals)
}
