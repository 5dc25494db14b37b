//! The people at a table, and what is theirs alone there.

use std::collections::{BTreeMap, BTreeSet};

use punto_rulebook::Span;
use punto_vocab::{Money, PersonId, Seat, Time};
use serde::{Deserialize, Serialize};

/// The people at the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Patrons {
    /// Who sits where.
    pub seated: BTreeMap<Seat, PersonId>,
    /// Who stands at which box.
    pub standing: Vec<(u8, PersonId)>,
    /// Boxes a seated patron plays besides the one at the seat.
    pub boxes: BTreeMap<u8, PersonId>,
    /// Everybody in the order they came.
    pub arrived: Vec<PersonId>,
    /// Limits agreed with a patron.
    pub personal: BTreeMap<PersonId, Span>,
    /// The old minimum, for those who keep it, and since when.
    pub old_minimum: BTreeMap<PersonId, (Money, Time)>,
    /// Boxes taken by a patron who keeps an old minimum elsewhere, which does not apply to them; with the minimum that
    /// they keep from a later rise, and since when.
    pub taken_since: BTreeMap<u8, Option<(Money, Time)>>,
    /// Patrons who may hold both hands in the coup to come.
    pub both_approved: BTreeSet<PersonId>,
    /// Patrons who may have others turn the cards for them in this coup or the one to come.
    pub may_nominate: BTreeSet<PersonId>,
    /// Who came to which box after wagers closed: they have none in this coup.
    #[serde(default)]
    pub too_late: BTreeSet<(u8, PersonId)>,
    /// Coups in a row without a wager.
    pub idle: BTreeMap<PersonId, u32>,
}

impl Patrons {
    /// The seat of a patron.
    pub fn seat_of(&self, patron: PersonId) -> Option<Seat> {
        self.seated.iter().find(|(_, sits)| **sits == patron).map(|(seat, _)| *seat)
    }

    /// The old minimum that a patron keeps at a box.
    pub fn minimum_kept(&self, patron: PersonId, at: u8) -> Option<Money> {
        let kept = match self.taken_since.get(&at) {
            Some(of_box) => of_box.as_ref(),
            None => self.old_minimum.get(&patron),
        };
        kept.map(|(minimum, _)| *minimum)
    }

    /// Boxes taken since an earlier rise, each with its patron and the minimum that it keeps from a later one.
    pub fn boxes_taken_since(&self) -> impl Iterator<Item = (u8, PersonId, Option<Money>)> + '_ {
        let whose = |at: &u8| self.boxes.get(at).copied();
        self.taken_since
            .iter()
            .filter_map(move |(at, kept)| Some((*at, whose(at)?, kept.map(|(own, _)| own))))
    }

    /// Since when the newest right to an old minimum has been.
    pub fn newest_right(&self) -> Option<Time> {
        let of_boxes = self.taken_since.values().flatten();
        self.old_minimum.values().chain(of_boxes).map(|(_, since)| *since).max()
    }

    /// Whether a patron is at the table, seated or standing.
    pub fn has(&self, patron: PersonId) -> bool {
        self.arrived.contains(&patron)
    }

    /// Whether a patron may wager in a box.
    pub fn plays(&self, patron: PersonId, at: u8) -> bool {
        self.seat_of(patron).is_some_and(|seat| seat.number() == at)
            || self.boxes.get(&at) == Some(&patron)
            || self.standing.contains(&(at, patron))
    }
}
