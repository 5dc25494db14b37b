//! What patrons have agreed to.

use punto_lines::{Matter, Proposal};
use punto_vocab::{Actor, PersonId, Time};
use serde::{Deserialize, Serialize};

/// A patron's agreement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// Whose.
    pub patron: PersonId,
    /// In which matter.
    pub matter: Matter,
    /// To what; more for a patron alone may be left to the officer, anything else that has a figure needs it named.
    pub to: Option<Proposal>,
    /// Since when.
    pub since: Time,
    /// Who put it down, and in which office.
    #[serde(default)]
    pub noted: Option<Actor>,
    /// Whether something has been done by it already.
    #[serde(default)]
    pub used: bool,
}

impl Agreement {
    /// For how many minutes an agreement holds that has not been used.
    pub const MINUTES: u32 = 30;

    /// Whether it holds at a moment for what is proposed. A request that patrons turn the cards is for the table, and
    /// holds as long as it is open.
    pub fn holds(&self, matter: Matter, to: Option<&Proposal>, at: Time) -> bool {
        let named =
            to.is_some() || !matches!(matter, Matter::Limits | Matter::PersonalLimits | Matter::Variant);
        self.matter == matter && !self.used && self.fresh(at) && named && self.to.as_ref() == to
    }

    /// Whether it is a request for coups without wagers that holds, perhaps with some of them dealt.
    pub fn asks_free_coups(&self, at: Time) -> bool {
        self.matter == Matter::NoBetCoups && self.fresh(at)
    }

    /// Whether a patron has agreed to limits of their own: to these, or to what the officer gives them, which binds nobody else.
    pub fn lets(&self, patron: PersonId, own: &Proposal, at: Time) -> bool {
        let limits = matches!(self.matter, Matter::Limits | Matter::PersonalLimits);
        self.patron == patron && limits && self.fresh(at) && self.to.as_ref().is_none_or(|to| to == own)
    }

    fn fresh(&self, at: Time) -> bool {
        self.matter == Matter::Squeeze || at <= self.since.plus_minutes(Agreement::MINUTES)
    }

    /// Whether somebody may rest on it: nobody does on what they put down themselves for a patron, in whichever office. A
    /// request about the cards gives the house nothing, and who deals may have heard it.
    pub fn serves(&self, user: Actor) -> bool {
        if matches!(self.matter, Matter::Squeeze | Matter::Preshuffled) {
            return true;
        }
        let by_staff = self.noted.filter(|noted| !noted.is_patron()).and_then(|noted| noted.name());
        by_staff.is_none() || by_staff != user.name()
    }
}
