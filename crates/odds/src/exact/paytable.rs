//! What a bet pays, without anything that odds do not look at.

use punto_rulebook::{Bet, Offer, On, Pays};
use punto_vocab::{BetId, Citation};

/// A bet as the odds see it: when it wins or stands off, and what it pays.
///
/// It is taken from a rulebook's bet in one variant, or from what a table offers under its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paytable {
    /// The bet.
    pub bet: BetId,
    /// Its rows, which exclude each other.
    pub rows: Vec<PaytableRow>,
    /// The clauses by which it loses on every other outcome.
    pub loses: Citation,
}

/// One row of a paytable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaytableRow {
    /// When it applies.
    pub on: On,
    /// What it makes of a stake.
    pub pays: Pays,
    /// The clauses that say so.
    pub by: Citation,
}

impl Paytable {
    /// A bet of a rulebook in one of its variants.
    pub fn of_bet(bet: &Bet, variant: &str) -> Paytable {
        let rows = bet.rows_in(variant);
        let rows = rows.map(|row| PaytableRow { on: row.on, pays: row.pays.clone(), by: row.by.clone() });
        Paytable { bet: bet.id, rows: rows.collect(), loses: bet.loses.clone() }
    }

    /// Whether a row asks for the losing hand's point, which simulations do not count.
    pub fn asks_for_loser(&self) -> bool {
        self.rows.iter().any(|row| row.on.asks_for_loser())
    }

    /// A bet on offer at a table, with what the house's settings made of it.
    pub fn of_offer(offer: &Offer) -> Paytable {
        let rows = offer.rows.iter();
        let rows = rows.map(|row| PaytableRow { on: row.on, pays: row.pays.clone(), by: row.by.clone() });
        Paytable { bet: offer.bet, rows: rows.collect(), loses: offer.loses.clone() }
    }
}
