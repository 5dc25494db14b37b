//! All money at a table, double entry: what leaves one account enters another.

use std::collections::BTreeMap;

use crate::{Money, PersonId};
use serde::{Deserialize, Serialize};

crate::words! {
    /// What is moved.
    pub enum Coin: "a coin" {
        /// Chips of the table.
        Chips = "chips",
        /// Promotional tokens.
        Tokens = "tokens",
        /// Credits at a terminal.
        Credits = "credits",
        /// Banknotes.
        Cash = "cash",
    }
}

/// Where money lies.
///
/// What a patron has in the pocket is unknown at a table with chips: `Pocket` only says what has gone there less
/// what has come from there. At a table with credits a patron's balance is known and never below nought; what an
/// undone settlement wants back beyond it is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Account {
    /// The float tray.
    Float,
    /// Wagers on the layout.
    Layout,
    /// Patrons' pockets, all together.
    Pocket,
    /// A patron's balance of credits.
    Balance(PersonId),
    /// What a patron owes, below nought: credits that were gone when a settlement was undone.
    Owed(PersonId),
    /// The drop box.
    DropBox,
    /// The cage, where fills come from and credits go to.
    Cage,
    /// What patrons have given those who deal; it is nobody's wager and no part of the float.
    Tips,
    /// What counts of the float tray have found to be too little, or too much where it is below nought.
    Miscount,
}

/// One movement of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Movement {
    pub coin: Coin,
    pub from: Account,
    pub to: Account,
    pub amount: Money,
}

/// The sum on every account, by coin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger(#[serde(with = "crate::pairs")] BTreeMap<(Coin, Account), Money>);

impl Ledger {
    /// What lies on an account.
    pub fn on(&self, coin: Coin, account: Account) -> Money {
        self.0.get(&(coin, account)).copied().unwrap_or_default()
    }

    /// A movement as it can be made: what a balance does not hold becomes owed. What is owed is paid first where that
    /// is the same money, paid once more.
    pub fn parts(&self, movement: Movement, once_more: bool) -> [Movement; 2] {
        let Movement { coin, from, to, amount } = movement;
        let (first, from, to) = match (from, to) {
            (Account::Balance(patron), _) => (amount.min(self.on(coin, from)), Account::Owed(patron), to),
            (_, Account::Balance(patron)) if once_more => {
                let owed = Account::Owed(patron);
                let rest = amount - amount.min(-self.on(coin, owed));
                return [
                    Movement { amount: rest, ..movement },
                    Movement { coin, from, to: owed, amount: amount - rest },
                ];
            }
            _ => (amount, from, to),
        };
        [Movement { amount: first, ..movement }, Movement { coin, from, to, amount: amount - first }]
    }

    /// Makes a movement.
    pub fn make(&mut self, Movement { coin, from, to, amount }: Movement) {
        self.add(coin, from, -amount);
        self.add(coin, to, amount);
    }

    /// Adds to an account; one that comes to nought is not kept.
    fn add(&mut self, coin: Coin, account: Account, amount: Money) {
        let sum = self.0.entry((coin, account)).or_default();
        *sum += amount;
        if sum.is_zero() {
            self.0.remove(&(coin, account));
        }
    }

    /// Every account that is not at nought.
    pub fn iter(&self) -> impl Iterator<Item = (Coin, Account, Money)> {
        self.0.iter().map(|((coin, account), sum)| (*coin, *account, *sum))
    }

    /// The sum over all accounts of a coin: nought, always.
    pub fn total(&self, coin: Coin) -> Money {
        self.0.iter().filter(|((own, _), _)| *own == coin).map(|(_, sum)| *sum).sum()
    }
}
