//! What goes on while a fault holds a table or the whole house: the one list of what is allowed then.
//!
//! What is not in it waits until the fault is cleared. The site's own stream goes on, since it moves no money and no cards
//! and opens no table: people sign in and out, events are acknowledged and cleared, and two persons agree to what the
//! tables and accounts then refuse or do.

use punto_accounts::Command as OfAccount;
use punto_site::Kind;
use punto_table::{Command, Phase, Table};

use crate::hub::Core;
use crate::refusal::FloorReason;
use crate::task::Concern;

/// How far a fault holds, the further the later in this list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hold {
    /// No fault holds.
    #[default]
    Nothing,
    /// Nothing begins: a coup under way is finished, and credits at the table go home.
    Beginnings,
    /// What is recorded, dealt or run cannot be relied on: no card moves, and no money, also within a coup.
    Everything,
}

impl Hold {
    /// How far a fault of this kind holds, where it is.
    pub(crate) fn of(kind: Kind) -> Hold {
        if kind.is_of_integrity() { Hold::Everything } else { Hold::Beginnings }
    }

    /// Whether this may be said to a table.
    pub(crate) fn lets_table(self, table: &Table, command: &Command) -> bool {
        let in_coup = matches!(table.open.as_ref().map(|open| &open.phase), Some(Phase::Dealing(_)));
        match (self, Concern::of(command)) {
            (Hold::Nothing, _) | (_, Concern::Presence) => true,
            (Hold::Beginnings, Concern::Card) => in_coup,
            (
                Hold::Beginnings,
                Concern::Home(_)
                | Concern::Closing
                | Concern::Shoe
                | Concern::Readying
                | Concern::Coup
                | Concern::Terms,
            ) => true,
            (Hold::Beginnings, Concern::Wager(_) | Concern::Play | Concern::Start | Concern::Float)
            | (Hold::Everything, _) => false,
        }
    }

    /// Whether this may be said to an account: who it is, when they play, and what keeps them from playing.
    pub(crate) fn lets_account(self, command: &OfAccount) -> bool {
        self == Hold::Nothing
            || matches!(
                command,
                OfAccount::SetPin
                    | OfAccount::FailPin { .. }
                    | OfAccount::UnlockPin
                    | OfAccount::StartSession { .. }
                    | OfAccount::EndSession { .. }
                    | OfAccount::CheckEvery { .. }
                    | OfAccount::Remind
                    | OfAccount::Continue
                    | OfAccount::Limit { .. }
                    | OfAccount::DeclineLimits
                    | OfAccount::Exclude { .. }
                    | OfAccount::ExcludeForGood
            )
    }

    /// Whether the dealer of a table goes on by itself.
    pub(crate) fn lets_dealer(self, in_coup: bool) -> bool {
        match self {
            Hold::Nothing => true,
            Hold::Beginnings => in_coup,
            Hold::Everything => false,
        }
    }
}

impl Core {
    /// Refuses whatever opens something, or moves money between accounts, while a fault holds the whole house.
    pub(crate) fn not_held(&self) -> Result<(), FloorReason> {
        match self.locks.borrow().everywhere() {
            Hold::Nothing => Ok(()),
            Hold::Beginnings | Hold::Everything => Err(FloorReason::Held),
        }
    }
}
