//! What one person of the cage does alone where money is real: `accounts` says what takes somebody else, and the site counts
//! the cash that one person has taken in.

use punto_accounts::{Account, Alone, alone};
use punto_site::{Command, Time};
use punto_vocab::{Money, PersonId};

use crate::desk::Decided;

/// The most cash that one person takes in alone in a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CashAlone {
    /// For one patron, whoever takes it in.
    pub patron: Money,
    /// By one cashier, for all patrons together.
    pub cashier: Money,
}

/// What was decided takes somebody else.
pub(crate) struct TakesTwo;

impl CashAlone {
    /// What the site counts of a decision about an account, if one person may cause it.
    pub(crate) fn counted(
        self,
        account: &Account,
        patron: PersonId,
        decided: &Decided<Account>,
    ) -> Result<Vec<(Time, Command)>, TakesTwo> {
        let Some(who) = decided.by.staff() else { return Ok(Vec::new()) };
        let mut counted = Vec::new();
        for event in &decided.events {
            match alone(account, decided.at, &event.what) {
                Alone::Yes => {}
                Alone::Cash(amount) => {
                    let (patron_most, cashier_most) = (self.patron, self.cashier);
                    let count = Command::CountCash { who, patron, amount, patron_most, cashier_most };
                    counted.push((decided.at, count));
                }
                Alone::No => return Err(TakesTwo),
            }
        }
        Ok(counted)
    }
}
