//! Wagers: whose, where, on what, and made of what.

use std::fmt;

use punto_vocab::{AfterWin, BetId, Money, MoneyError, NameError, PersonId, Value, Valued};
use serde::{Deserialize, Serialize};

/// A box: the betting areas that go with one place at the table, seated or standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BoxId(pub u8);

impl Valued for BoxId {
    fn value(&self) -> Value {
        self.0.value()
    }
}

impl fmt::Display for BoxId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The stake of a wager: chips or credits, and promotional tokens at their nominal value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Stake {
    /// In chips, or in credits at a terminal.
    pub chips: Money,
    /// In promotional tokens.
    pub tokens: Money,
    /// What the voucher says of tokens that win.
    pub after_win: AfterWin,
}

impl Stake {
    /// A stake of chips alone.
    pub fn chips(chips: Money) -> Stake {
        Stake { chips, ..Stake::default() }
    }

    /// All of it, tokens at nominal value. A total too large to count is the largest there is, so that limits
    /// refuse it.
    pub fn total(self) -> Money {
        Money::from_minor(self.chips.minor().saturating_add(self.tokens.minor()))
    }
}

/// A stake on a bet, in a box, by a patron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wager {
    /// Whose it is.
    pub patron: PersonId,
    /// Where it lies.
    pub at: BoxId,
    /// What it is on.
    pub bet: BetId,
    /// What it is made of.
    pub stake: Stake,
}

/// A wager that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WagerError {
    /// The patron or the bet.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The stake.
    #[error(transparent)]
    Money(#[from] MoneyError),
}

impl Wager {
    /// A wager of chips, read from text.
    pub fn of(patron: &str, at: u8, bet: &str, chips: &str) -> Result<Wager, WagerError> {
        let stake = Stake::chips(chips.parse()?);
        Ok(Wager { patron: patron.parse()?, at: BoxId(at), bet: bet.parse()?, stake })
    }
}
