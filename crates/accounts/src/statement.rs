//! What came in and went out of an account over a time, line by line, for the patron to read.

use punto_site::{Principal, Time};
use punto_vocab::Money;

use crate::apply::apply;
use crate::event::{Event, Happening};
use crate::state::{Account, Purses};

/// A statement of an account.
///
/// What was there, and what came in, less what went out, is what is there afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The first moment it is of.
    pub from: Time,
    /// The first moment it is not of any more.
    pub to: Time,
    /// What was there before.
    pub opening: Purses,
    /// Every movement.
    pub entries: Vec<StatementItem>,
    /// What was there afterwards.
    pub closing: Purses,
}

/// One movement of money, or something else that its patron must be able to see: that another PIN was given out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementItem {
    /// When.
    pub at: Time,
    /// What happened.
    pub what: Happening,
    /// What came in.
    pub came_in: Money,
    /// What went out.
    pub went_out: Money,
    /// What was there afterwards, of all kinds together.
    pub balance: Money,
}

impl Statement {
    /// The statement of a time, from all events of the account in their order.
    pub fn of<'e>(
        events: impl IntoIterator<Item = (Time, Principal, &'e Event)>,
        from: Time,
        to: Time,
    ) -> Statement {
        let mut account = Account::default();
        let (mut opening, mut closing, mut entries) = (Purses::default(), Purses::default(), Vec::new());
        for (at, by, event) in events.into_iter().take_while(|(at, _, _)| *at < to) {
            let (purses, totals) = (account.purses, account.totals);
            apply(&mut account, at, &by, event);
            closing = account.purses;
            if at < from {
                opening = account.purses;
            } else if account.purses != purses || is_reset(&event.what) {
                entries.push(StatementItem {
                    at,
                    what: event.what.clone(),
                    came_in: account.totals.came_in() - totals.came_in(),
                    went_out: account.totals.went_out() - totals.went_out(),
                    balance: account.balance(),
                });
            }
        }
        Statement { from, to, opening, entries, closing }
    }

    /// All that came in.
    pub fn came_in(&self) -> Money {
        self.entries.iter().map(|entry| entry.came_in).sum()
    }

    /// All that went out.
    pub fn went_out(&self) -> Money {
        self.entries.iter().map(|entry| entry.went_out).sum()
    }
}

/// Whether somebody was given a PIN for an account that had one.
fn is_reset(what: &Happening) -> bool {
    matches!(what, Happening::PinGiven { seconded: Some(_), .. })
}
