//! The meters of a table: running totals of its money, each a projection of its events and of nothing else.

use std::collections::BTreeMap;

use punto_rulebook::{Outcome, Pays};
use punto_table::{Event, Happening, Phase, Table, With};
use punto_vocab::{BetId, Money, PersonId};
use serde::{Deserialize, Serialize};

/// What has gone over a table since its first record.
///
/// A settlement counts when its coup is concluded; one that is undone is taken off again and counts as a correction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Meters {
    /// Coups that came to a result.
    pub coups: u64,
    /// Coups without a result.
    pub voids: u64,
    /// Coups dealt without wagers, among those that came to a result.
    pub no_bet: u64,
    /// Settlements that were undone.
    pub corrections: u64,
    /// All bets together.
    pub all: BetMeters,
    /// Each bet for itself.
    pub bets: BTreeMap<BetId, BetMeters>,
    /// Cash into the drop box.
    pub drop: Money,
    /// Credits that patrons brought from their accounts.
    pub credits_in: Money,
    /// Credits that patrons took back to their accounts.
    pub credits_out: Money,
    /// Promotional tokens given for vouchers.
    pub vouchers: Money,
    /// Chips brought to the float tray.
    pub fills: Money,
    /// Chips taken from the float tray.
    pub credits: Money,
    /// What rounding has added to exact payouts, or taken from them.
    pub rounding: Parts,
    coup: Coup,
    last: Coup,
}

/// The totals of one bet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BetMeters {
    /// Wagers settled.
    pub wagers: u64,
    /// Their stakes: the turnover.
    pub stakes: Money,
    /// Paid on top of stakes.
    pub paid: Money,
    /// Stakes taken by the house.
    pub collected: Money,
    /// Stakes of wagers that stood off.
    pub stood_off: Money,
    /// Commission kept, already off what was paid.
    pub commission: Money,
}

impl BetMeters {
    fn add(&mut self, other: &BetMeters, sign: i64) {
        let times = |money: Money| Money::from_minor(money.minor() * sign);
        self.wagers = self.wagers.saturating_add_signed(other.wagers as i64 * sign);
        self.stakes += times(other.stakes);
        self.paid += times(other.paid);
        self.collected += times(other.collected);
        self.stood_off += times(other.stood_off);
        self.commission += times(other.commission);
    }

    /// The house's gain on it, or loss if below nought.
    pub fn win(&self) -> Money {
        self.collected - self.paid
    }
}

/// A coup's part of the meters, until it is concluded and as long as it can be undone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Coup {
    bets: BTreeMap<BetId, BetMeters>,
    rounding: Parts,
    no_bet: bool,
    /// What went back of wagers before they were paid, as it was never good.
    excess: Vec<(PersonId, u8, BetId, Money)>,
}

impl Meters {
    /// Folds one event. `table` is as it was before the event.
    pub fn note(&mut self, table: &Table, event: &Event) {
        match &event.what {
            Happening::Collected { bet, amount, .. } => self.of(*bet).collected += *amount,
            Happening::Paid { patron, at, bet, amount } => {
                self.of(*bet).paid += *amount;
                let rounded = self.rounded(table, (*patron, *at, *bet), *amount).unwrap_or_default();
                self.coup.rounding.add(rounded, 1);
            }
            Happening::Commission { bet, amount, .. } => self.of(*bet).commission += *amount,
            Happening::StoodOff { bet, amount, .. } | Happening::Stays { bet, amount, .. } => {
                self.of(*bet).stood_off += *amount;
            }
            Happening::StakeBack { patron, at, bet, amount }
            | Happening::TokensBack { patron, at, bet, amount } => {
                self.coup.excess.push((*patron, *at, *bet, *amount));
            }
            Happening::Concluded => self.concluded(table),
            Happening::CoupVoid { .. } => {
                self.voids += 1;
                (self.coup, self.last) = Default::default();
            }
            Happening::Reversed => self.reversed(),
            Happening::Bought { amount, with, .. } => match with {
                With::Cash => self.drop += *amount,
                With::Voucher => self.vouchers += *amount,
                With::Balance => self.credits_in += *amount,
            },
            Happening::CashedOut { amount, .. } => self.credits_out += *amount,
            Happening::Filled { amount } => self.fills += *amount,
            Happening::Credited { amount } => self.credits += *amount,
            _ => {}
        }
    }

    fn of(&mut self, bet: BetId) -> &mut BetMeters {
        self.coup.bets.entry(bet).or_default()
    }

    fn concluded(&mut self, table: &Table) {
        let Some(Phase::Dealing(dealing)) = table.open.as_ref().map(|open| &open.phase) else { return };
        for placed in &dealing.wagers {
            let meter = self.coup.bets.entry(placed.wager.bet).or_default();
            meter.wagers += 1;
            meter.stakes += placed.wager.stake.total();
        }
        self.coup.no_bet = dealing.no_bet.is_some();
        self.coup.excess.clear();
        self.last = std::mem::take(&mut self.coup);
        self.count(1);
    }

    /// Puts the last coup onto the totals, or takes it off again.
    fn count(&mut self, sign: i64) {
        for (bet, own) in &self.last.bets {
            self.all.add(own, sign);
            self.bets.entry(*bet).or_default().add(own, sign);
        }
        self.rounding.add(self.last.rounding, sign);
        self.coups = self.coups.saturating_add_signed(sign);
        self.no_bet = self.no_bet.saturating_add_signed(sign * i64::from(self.last.no_bet));
    }

    fn reversed(&mut self) {
        self.corrections += 1;
        self.count(-1);
        (self.coup, self.last) = Default::default();
    }

    /// By how much a payout differs from the exact one.
    fn rounded(&self, table: &Table, spot: (PersonId, u8, BetId), paid: Money) -> Option<Parts> {
        let open = table.open.as_ref()?;
        let Phase::Dealing(dealing) = &open.phase else { return None };
        let outcome = Outcome::of(dealing.coup.hands())?;
        let row = open.terms.offer(spot.2)?.rows.iter().find(|row| row.on.matches(&outcome))?;
        let Pays::Odds { odds, commission } = row.pays else { return None };
        let net = commission.map_or(odds, |share| odds.less(share));
        let mine = |own: (PersonId, u8, BetId)| own == spot;
        let staked = dealing.wagers.iter().find(|placed| mine(placed.spot()))?.wager.stake.total();
        let back: Money =
            self.coup.excess.iter().filter(|(p, at, bet, _)| mine((*p, *at, *bet))).map(|(.., m)| *m).sum();
        let (pays, stake) = (i64::from(net.pays()), i64::from(net.stake()));
        let exact = (staked - back).minor().checked_mul(pays)?;
        Some(Parts { parts: paid.minor().checked_mul(stake)? - exact, of: stake }.lowest())
    }
}

/// A fraction of the minor unit: so many parts of that size. Rounding is the one thing at a table that is not whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// How many.
    pub parts: i64,
    /// How many of them make a minor unit.
    pub of: i64,
}

impl Default for Parts {
    fn default() -> Parts {
        Parts { parts: 0, of: 1 }
    }
}

impl Parts {
    fn add(&mut self, other: Parts, sign: i64) {
        let of = self.of / gcd(self.of, other.of) * other.of;
        let parts = self.parts * (of / self.of) + sign * other.parts * (of / other.of);
        *self = Parts { parts, of }.lowest();
    }

    fn lowest(self) -> Parts {
        let common = gcd(self.parts.abs(), self.of).max(1);
        Parts { parts: self.parts / common, of: self.of / common }
    }
}

const fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_add_up_exactly() {
        let mut sum = Parts::default();
        for (parts, of, sign) in [(1, 20, 1), (3, 4, 1), (1, 2, -1), (-7, 10, 1), (2, 5, 1)] {
            sum.add(Parts { parts, of }, sign);
        }
        assert_eq!(sum, Parts::default());
        sum.add(Parts { parts: 19, of: 20 }, -1);
        assert_eq!(sum, Parts { parts: -19, of: 20 });
    }
}
