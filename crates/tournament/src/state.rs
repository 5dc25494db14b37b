//! The tournament as it stands: the fold of its events.

use std::collections::BTreeMap;

use punto_vocab::{Money, PersonId, Time};
use serde::{Deserialize, Serialize};

use crate::conditions::{Conditions, Plan};

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The conditions are being written.
    #[default]
    Drafting,
    /// The conditions are published and people enter.
    Entering,
    /// It is played.
    Running,
    /// It does not take place.
    Cancelled,
}

/// How somebody stands in a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Asks to enter.
    #[default]
    Applicant,
    /// Was not let in.
    Refused,
    /// Does not take part after all.
    Withdrawn,
    /// Takes part.
    In,
}

/// Somebody who has applied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// How they stand.
    pub standing: Standing,
    /// Whether they have been given the conditions.
    pub informed: bool,
    /// Whether they have agreed to them in writing.
    pub endorsed: bool,
    /// The fee that they have paid and not got back.
    pub fee: Option<Money>,
}

/// A tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tournament {
    /// The time of the last event.
    pub now: Time,
    /// How far it has come.
    pub stage: Stage,
    /// The form as it is filled in.
    pub form: Conditions,
    /// What the form comes to, once there is one.
    pub plan: Option<Plan>,
    /// Everybody who has applied.
    pub entrants: BTreeMap<PersonId, Entrant>,
    /// What the house has added to the pool.
    pub added: Money,
    /// What the house keeps of the fees.
    pub retained: Money,
}

impl Tournament {
    /// Everybody who takes part.
    pub fn playing(&self) -> impl Iterator<Item = (PersonId, &Entrant)> {
        self.entrants.iter().filter(|(_, own)| own.standing == Standing::In).map(|(name, own)| (*name, own))
    }

    /// How many take part.
    pub fn count(&self) -> u32 {
        u32::try_from(self.playing().count()).unwrap_or(u32::MAX)
    }

    /// All fees that were paid and not given back.
    pub fn fees(&self) -> Money {
        self.entrants.values().filter_map(|own| own.fee).sum()
    }

    /// What is played for: fees, less what the house keeps, and what it adds.
    pub fn pool(&self) -> Money {
        self.fees() - self.retained + self.added
    }
}
