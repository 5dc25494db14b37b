//! The terms of a table, shared, and what may change in them while it is open.

use std::sync::Arc;

use punto_rulebook::{Span, Terms};
use punto_vocab::{BetId, Money};
use serde::{Deserialize, Serialize};

/// Terms compared by the rulebook they rest on and what they say.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SharedTerms(pub Arc<Terms>);

impl std::fmt::Debug for SharedTerms {
    /// What can change while a table is open; the rest is in the opening.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Terms { rulebook, variant, limits, .. } = &*self.0;
        f.debug_tuple("SharedTerms").field(rulebook).field(variant).field(limits).finish()
    }
}

impl PartialEq for SharedTerms {
    fn eq(&self, other: &SharedTerms) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl SharedTerms {
    /// The same terms with another minimum and maximum.
    pub(crate) fn with_limits(&self, span: Span) -> SharedTerms {
        self.changed(|terms| {
            terms.limits.wager = span;
            for offer in &mut terms.offers {
                offer.span = terms.limits.of(offer.bet);
            }
        })
    }

    /// The same terms with another difference between the hands.
    pub(crate) fn with_differential(&self, amount: Money) -> SharedTerms {
        self.changed(|terms| terms.limits.differential = Some(amount))
    }

    /// The same terms with another maximum of one area, or of all that have none of their own.
    pub(crate) fn with_area(&self, bet: Option<BetId>, amount: Money) -> SharedTerms {
        self.changed(|terms| match bet {
            Some(bet) => {
                terms.limits.area_of.insert(bet, amount);
            }
            None => terms.limits.area_maximum = Some(amount),
        })
    }

    /// The same terms with other limits of one bet.
    pub(crate) fn with_stakes(&self, bet: BetId, span: Span) -> SharedTerms {
        self.changed(|terms| {
            terms.limits.of_bet.insert(bet, span);
            for offer in terms.offers.iter_mut().filter(|offer| offer.bet == bet) {
                offer.span = span;
            }
        })
    }

    /// The same terms with another collective liability.
    pub(crate) fn with_liability(&self, amount: Money) -> SharedTerms {
        self.changed(|terms| terms.limits.liability = Some(amount))
    }

    fn changed(&self, change: impl FnOnce(&mut Terms)) -> SharedTerms {
        let mut terms = (*self.0).clone();
        change(&mut terms);
        SharedTerms(Arc::new(terms))
    }
}

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
    pub(crate) fn wider(self, other: Totals) -> Totals {
        let more = |one: Option<Money>, two: Option<Money>| one.zip(two).map(|(one, two)| one.max(two));
        Totals {
            differential: more(self.differential, other.differential),
            area: more(self.area, other.area),
            liability: more(self.liability, other.liability),
        }
    }
}

impl SharedTerms {
    /// The totals in force.
    pub(crate) fn totals(&self) -> Totals {
        let limits = &self.0.limits;
        Totals { differential: limits.differential, area: limits.area_maximum, liability: limits.liability }
    }

    /// The same terms with other totals.
    pub(crate) fn with_totals(&self, totals: Totals) -> SharedTerms {
        self.changed(|terms| {
            terms.limits.differential = totals.differential;
            terms.limits.area_maximum = totals.area;
            terms.limits.liability = totals.liability;
        })
    }
}

impl std::fmt::Display for SharedTerms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.rulebook)
    }
}

impl std::ops::Deref for SharedTerms {
    type Target = Terms;

    fn deref(&self) -> &Terms {
        &self.0
    }
}
