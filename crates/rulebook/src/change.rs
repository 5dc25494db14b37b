//! What may change in the terms of a table while it is open: its limits and its totals.

use std::collections::BTreeMap;

use punto_vocab::{BetId, Money};
use serde::{Deserialize, Serialize};

use crate::{Span, Terms};

/// The totals of a table; one that is not set does not bind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Totals {
    pub differential: Option<Money>,
    pub area: Option<Money>,
    /// Of areas that have a figure of their own.
    #[serde(default, with = "punto_vocab::pairs")]
    pub area_of: BTreeMap<BetId, Money>,
    pub liability: Option<Money>,
}

impl Totals {
    /// Of each total the one that leaves more.
    #[must_use]
    pub fn wider(&self, other: &Totals) -> Totals {
        let more = |one: Option<Money>, two: Option<Money>| one.zip(two).map(|(one, two)| one.max(two));
        let most = |own: &Totals, bet: &BetId| own.area_of.get(bet).copied().or(own.area);
        let own = self.area_of.keys().chain(other.area_of.keys());
        Totals {
            differential: more(self.differential, other.differential),
            area: more(self.area, other.area),
            area_of: own.filter_map(|bet| Some((*bet, more(most(self, bet), most(other, bet))?))).collect(),
            liability: more(self.liability, other.liability),
        }
    }
}

impl Terms {
    /// The totals in force.
    pub fn totals(&self) -> Totals {
        let limits = &self.limits;
        let (area, area_of) = (limits.area_maximum, limits.area_of.clone());
        Totals { differential: limits.differential, area, area_of, liability: limits.liability }
    }

    /// Sets other totals.
    pub fn set_totals(&mut self, totals: Totals) {
        self.limits.differential = totals.differential;
        self.limits.area_maximum = totals.area;
        self.limits.area_of = totals.area_of;
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
