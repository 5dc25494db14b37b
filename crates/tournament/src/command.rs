//! Everything that can be said to a tournament, one line each.

use punto_vocab::line::Words;
use punto_vocab::{Money, PersonId};

use crate::conditions::Conditions;
use crate::names::Names;

punto_vocab::words! {
    /// Why somebody is not let in.
    pub enum Ground: "a ground" {
        /// The house need not say.
        General = "general",
        /// The criteria of selection exclude the applicant.
        Criteria = "criteria",
        /// The applicant may not enter the casino, or may not gamble.
        NotEntitled = "not-entitled",
    }
}

punto_vocab::records! {
    /// What is said to a tournament.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Command {
        // The conditions, the fees and the pool.
        Draft { conditions: Conditions } = "conditions {conditions}",
        Publish = "publish",
        AddValue { amount: Money, what: Words } = "add-value {amount} {what}",
        Retain { amount: Money } = "retain {amount}",
        Cancel { why: Words } = "cancel {why}",

        // Entry.
        Apply { entrant: PersonId } = "apply {entrant}",
        Inform { names: Names } = "inform {names}",
        Endorse { entrant: PersonId } = "endorse {entrant}",
        PayFee { entrant: PersonId, amount: Money } = "pay-fee {entrant} {amount}",
        Accept { names: Names } = "accept {names}",
        RefuseEntry { entrant: PersonId, ground: Ground } = "refuse-entry {entrant} {ground}",
        Withdraw { entrant: PersonId } = "withdraw {entrant}",
        Start = "start",
    }
}
