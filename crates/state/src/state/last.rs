//! The coup before, while it can still be put right.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use punto_coup::Ruling;
use punto_rulebook::{Cure, Mishap, Window};
use punto_vocab::ledger::Movement;
use punto_vocab::{Citation, PersonId};
use serde::{Deserialize, Serialize};

use super::{Basis, Dealing, MarkerState, RoleState};

/// The coup before, with what its settlement did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct LastCoup {
    pub dealing: Dealing,
    pub paid: Vec<Movement>,
    pub before: Before,
    /// The clause by which what was paid by another form of the game stands, where that was found.
    #[serde(default)]
    pub paid_stands: Option<Citation>,
}

impl LastCoup {
    /// Who had wagers in it.
    pub fn wagered(&self) -> BTreeSet<PersonId> {
        self.dealing.wagers.iter().map(|placed| placed.wager.patron).collect()
    }

    /// Whether it can be put right although its cards have left their shoe: its time ends when betting opens on the next.
    pub(crate) fn outlasts_cards(&self) -> bool {
        self.before.basis.terms.window.value == Window::NextBetting
    }

    /// A ruling between coups: what this one paid by another form of the game stands, where it is of these hands.
    pub(crate) fn ruled_on(last: &mut Arc<LastCoup>, ruling: &Ruling) {
        let stands = (ruling.mishap, ruling.cure) == (Mishap::WrongPaytable, Cure::Stands);
        if stands && ruling.hands.as_ref() == Some(last.dealing.coup.hands()) {
            Arc::make_mut(last).paid_stands = Some(ruling.by.clone());
        }
    }
}

/// What the end of a coup changed besides money, as it was before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Before {
    pub basis: Basis,
    pub marker: MarkerState,
    pub role: RoleState,
    pub idle: BTreeMap<PersonId, u32>,
    pub warned: BTreeSet<PersonId>,
}
