//! Everything that happens in a tournament, one line each, with what it rests on.

use punto_vocab::line::Words;
use punto_vocab::{Money, PersonId};
use serde::{Deserialize, Serialize};

use crate::command::Ground;
use crate::conditions::Conditions;

/// Something that happened in a tournament, and the authority for it.
pub type Event = punto_vocab::Event<Happening>;

punto_vocab::records! {
    /// What happens in a tournament.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Happening {
        // The conditions, the fees and the pool.
        Drafted { conditions: Conditions } = "drafted {conditions}",
        Published = "published",
        ValueAdded { amount: Money, what: Words } = "value-added {amount} {what}",
        Retained { amount: Money } = "retained {amount}",
        ToppedUp { amount: Money } = "topped-up {amount}",
        Cancelled { why: Words } = "cancelled {why}",
        Refunded { entrant: PersonId, amount: Money } = "refunded {entrant} {amount}",
        FeeKept { entrant: PersonId, amount: Money } = "fee-kept {entrant} {amount}",

        // Entry.
        Applied { entrant: PersonId } = "applied {entrant}",
        Informed { entrant: PersonId } = "informed {entrant}",
        Endorsed { entrant: PersonId } = "endorsed {entrant}",
        FeePaid { entrant: PersonId, amount: Money } = "fee-paid {entrant} {amount}",
        Accepted { entrant: PersonId } = "accepted {entrant}",
        EntryRefused { entrant: PersonId, ground: Ground } = "entry-refused {entrant} {ground}",
        Withdrew { entrant: PersonId } = "withdrew {entrant}",
        Started { entrants: u32, advance: u32 } = "started entrants {entrants} advance {advance}",
    }
}
