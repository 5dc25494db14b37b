//! What a wager came to.

use punto_vocab::{BetId, Citation, Money, PersonId};
use serde::{Deserialize, Serialize};

punto_vocab::words! {
    /// What a wager came to.
    pub enum SettledAs: "a settlement" {
        /// It won, and was paid.
        Paid = "paid",
        /// It lost, and was taken.
        Collected = "collected",
        /// It stood off.
        StoodOff = "stood-off",
        /// It stood off and lies on for the next coup.
        Stays = "stays",
        /// It was void or never good, and went back.
        Returned = "returned",
        /// It was kept after a fraud.
        Forfeited = "forfeited",
    }
}

/// What one wager of the coup came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settled {
    /// Whose it was.
    pub patron: PersonId,
    /// In which box it lay.
    pub at: u8,
    /// What it was on.
    pub bet: BetId,
    /// What was staked.
    pub stake: Money,
    /// What it came to.
    pub result: SettledAs,
    /// What was paid, taken or given back by that.
    pub amount: Money,
    /// The chips that it brought its patron in all, the stake that came back among them.
    pub got: Money,
    /// What was kept back of a win as commission.
    pub commission: Money,
    /// Everything it rests on.
    pub by: Citation,
    /// Whether its stake was never disclosed.
    pub sealed: bool,
}

impl Settled {
    /// Whose it was, where it lay and on what.
    pub fn spot(&self) -> (PersonId, u8, BetId) {
        (self.patron, self.at, self.bet)
    }
}
