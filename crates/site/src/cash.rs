//! Cash that one person of the cage has taken in alone in the last day: by cashier, and for each patron, so that many small
//! amounts do not pass for none that is large.

use std::collections::BTreeMap;

use punto_vocab::{Money, PersonId, Time};
use serde::{Deserialize, Serialize};

/// How long an amount counts, in hours. What came in is kept by the hour, so that it may count for up to an hour longer.
const HOURS: i64 = 24;

const HOUR: i64 = 3_600_000_000;

/// What has come in of late.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Cash {
    /// By whoever took it in.
    cashiers: BTreeMap<PersonId, Hours>,
    /// By whose account it went into.
    patrons: BTreeMap<PersonId, Hours>,
}

/// Amounts by the hour in which they came in.
type Hours = BTreeMap<i64, Money>;

impl Cash {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.cashiers.is_empty() && self.patrons.is_empty()
    }

    /// What a cashier has taken in alone in the day before this moment.
    pub fn by(&self, cashier: PersonId, at: Time) -> Money {
        sum(self.cashiers.get(&cashier), at)
    }

    /// What was taken in alone for a patron in the day before this moment, whoever took it in.
    pub fn of(&self, patron: PersonId, at: Time) -> Money {
        sum(self.patrons.get(&patron), at)
    }

    pub(crate) fn count(&mut self, at: Time, cashier: PersonId, patron: PersonId, amount: Money) {
        for (kept, whose) in [(&mut self.cashiers, cashier), (&mut self.patrons, patron)] {
            *kept.entry(whose).or_default().entry(at.0.div_euclid(HOUR)).or_default() += amount;
            kept.retain(|_, hours| {
                hours.retain(|hour, _| counts(*hour, at));
                !hours.is_empty()
            });
        }
    }
}

fn counts(hour: i64, at: Time) -> bool {
    hour >= at.0.div_euclid(HOUR) - HOURS
}

fn sum(hours: Option<&Hours>, at: Time) -> Money {
    let counted = hours.into_iter().flatten().filter(|(hour, _)| counts(**hour, at));
    counted.map(|(_, amount)| *amount).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_counts_for_a_day_and_not_for_two() {
        let (cora, ada, ben) = ("cora".parse().unwrap(), "ada".parse().unwrap(), "ben".parse().unwrap());
        let money = Money::from_minor;
        let mut cash = Cash::default();
        cash.count(Time(0), cora, ada, money(5));
        cash.count(Time(0).plus_hours(3), cora, ben, money(7));
        let at = |hours| Time(0).plus_hours(hours);
        assert_eq!(
            (cash.by(cora, at(3)), cash.of(ada, at(3)), cash.of(ben, at(3))),
            (money(12), money(5), money(7))
        );
        assert_eq!(
            (cash.by(cora, at(24)), cash.by(cora, at(25)), cash.by(cora, at(28))),
            (money(12), money(7), Money::ZERO)
        );
        assert_eq!(cash.by(ada, at(3)), Money::ZERO, "a patron is no cashier");
        cash.count(at(100), cora, ben, money(1));
        assert_eq!(cash.cashiers.len() + cash.patrons.len(), 2, "what does not count any more is forgotten");
    }
}
