//! Promotional vouchers that a table has taken, and what their conditions say of the tokens that went out for them.

use std::collections::{BTreeMap, BTreeSet};

use punto_vocab::ledger::{Account, Movement};
use punto_vocab::{Money, PersonId, TokenVoucher, TokenVoucherId};
use serde::{Deserialize, Serialize};

/// The promotional vouchers that were exchanged at a table; tokens of one patron are all under the same conditions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tokens {
    /// Their numbers: none is exchanged twice.
    pub taken: BTreeSet<TokenVoucherId>,
    /// Under which voucher each patron's tokens are.
    pub under: BTreeMap<PersonId, TokenVoucher>,
    /// The tokens in each patron's hand; below nought where an older engine let them lie without a voucher.
    held: BTreeMap<PersonId, Money>,
}

impl Tokens {
    /// Whether none was exchanged, and none is out.
    pub fn is_empty(&self) -> bool {
        self.taken.is_empty() && self.held.is_empty()
    }

    /// The tokens in a patron's hand.
    pub fn held(&self, patron: PersonId) -> Money {
        self.held.get(&patron).copied().unwrap_or_default()
    }

    /// Tokens go into a patron's hand, or out of it.
    pub(crate) fn moved(&mut self, movement: &Movement) {
        for (account, amount) in [(movement.from, -movement.amount), (movement.to, movement.amount)] {
            let Account::Balance(patron) = account else { continue };
            let held = self.held.entry(patron).or_default();
            *held += amount;
            if held.is_zero() {
                self.held.remove(&patron);
            }
        }
    }
}
