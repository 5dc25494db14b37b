//! What may change in the terms of a table while it is open: its limits and its totals.

use punto_vocab::{BetId, Money};
use serde::{Deserialize, Serialize};

use crate::{Span, Terms};

/// The totals of a table; one that is not set does not bind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Totals {
    pub differential: Option<Money>,
    pub area: Option<Money>,
    pub liability: Option<Money>,
}

impl Totals {
    /// Of each total the one that leaves more.
    #[must_use]
    pub fn wider(self, other: Totals) -> Totals {
        let more = |one: Option<Money>, two: Option<Money>| one.zip(two).map(|(one, two)| one.max(two));
        Totals {
            differential: more(self.differential, other.differential),
            area: more(self.area, other.area),
            liability: more(self.liability, other.liability),
        }
    }
}

impl Terms {
    /// The totals in force.
    pub fn totals(&self) -> Totals {
        let limits = &self.limits;
        Totals { differential: limits.differential, area: limits.area_maximum, liability: limits.liability }
    }

    /// Sets other totals.
    pub fn set_totals(&mut self, totals: Totals) {
        self.limits.differential = totals.differential;
        self.limits.area_maximum = totals.area;
        self.limits.liability = totals.liability;
    }

    /// Sets another minimum and maximum.
    pub fn set_limits(&mut self, span: Span) {
        self.limits.wager = span;
        for offer in &mut self.offers {
            offer.span = self.limits.of(offer.bet);
        }
    }

    /// Sets other limits of one bet.
    pub fn set_stakes(&mut self, bet: BetId, span: Span) {
        self.limits.of_bet.insert(bet, span);
        for offer in self.offers.iter_mut().filter(|offer| offer.bet == bet) {
            offer.span = span;
        }
    }

    /// Sets another maximum of one area, or of all that have none of their own.
    pub fn set_area(&mut self, bet: Option<BetId>, amount: Money) {
        match bet {
            Some(bet) => {
                self.limits.area_of.insert(bet, amount);
            }
            None => self.limits.area_maximum = Some(amount),
        }
    }
}
