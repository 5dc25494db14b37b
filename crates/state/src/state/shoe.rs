//! The cards at the table, from their preparation to the marker.

use std::collections::BTreeMap;
use std::sync::Arc;

use punto_rulebook::{Rule, Terms};
use punto_vocab::{Card, Citation, PersonId, Seat};
use serde::{Deserialize, Serialize};

use super::LastCoup;

/// The cards at the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Shoe {
    /// How far the preparation has come.
    pub stage: Stage,
    /// How many shoes have been played.
    pub number: u32,
    /// The cut so far.
    pub cut: CutState,
    /// The seat that cut last.
    pub last_cut: Option<Seat>,
    /// Cards drawn from this shoe, burned ones included.
    pub drawn: u32,
    /// Each card seen so far.
    pub seen: BTreeMap<Card, u32>,
    /// Cards that a device damaged and that others of the same kind have replaced.
    pub spoiled: BTreeMap<Card, u32>,
    /// How many more coups may be dealt once the marker is out.
    pub marker: MarkerState,
    /// The colour of the backs.
    pub colour: Option<String>,
    /// Whether the cards are new ones, brought in since the table opened.
    pub fresh: bool,
    /// Whether the cards are those that the table was closed with on the same gaming day, and had been played from.
    #[serde(default)]
    pub kept: bool,
    /// Whether the marker came out ahead of a coup's first card.
    pub marker_first: bool,
    /// Whether the last coup has been called.
    pub last_called: bool,
    /// How many cards lie behind the marker, once it is in.
    pub behind: Option<u32>,
    /// Whether the shoe before ended by its marker.
    pub after_marker: bool,
    /// What ended the shoe before, where it was not its marker; of a shoe in play, by what it goes on past its end.
    pub ended_by: Option<Citation>,
    /// The shoe before, until the cards are shuffled: coups may have been dealt from it past its end.
    pub before: Option<Box<Shoe>>,
    /// The last coup of the shoe before, while it can still be put right: until its cards are taken out.
    #[serde(default)]
    pub last: Option<Arc<LastCoup>>,
    /// Whether the shoe before is gone, by a shuffle or by closing, where the time for errors lasts all the same.
    #[serde(default)]
    pub gone: bool,
    /// Whether the cards came as their maker shuffled them.
    #[serde(default)]
    pub makers: bool,
    /// Whether cards were burned from this shoe, by the record.
    #[serde(default)]
    pub burned: bool,
    /// Whether an officer lets a card be dealt of which the decks have no more.
    #[serde(default)]
    pub one_more: bool,
}

impl Shoe {
    /// A colour of backs that the cards in play do not have.
    pub fn other_colour(&self) -> &'static str {
        if matches!(self.colour.as_deref(), Some("blue")) { "red" } else { "blue" }
    }

    /// Whether the cards were brought to the table for this shoe, as they are when it opens and when they are replaced. Those of
    /// a shoe that has ended were not, nor were those that the table was closed with for a while.
    pub fn brought(&self) -> bool {
        self.fresh || self.number == 0 && !self.kept
    }

    /// Whether the cards have been played from, in this shoe or in one before.
    pub(crate) fn played(&self) -> bool {
        self.drawn > 0 || !self.brought()
    }

    /// The cards that are left, and those that lie behind the marker, if the marker must have come out by the count
    /// and nobody has said so.
    pub fn passed(&self, terms: &Terms) -> Option<(u32, u32)> {
        let left = terms.cards().saturating_sub(self.drawn);
        let hidden = !matches!(self.marker, MarkerState::Out { .. });
        self.behind.filter(|behind| hidden && left < *behind).map(|behind| (left, behind))
    }
}

punto_vocab::words! {
    /// How far the preparation of a shoe has come.
    #[derive(Default)]
    pub enum Stage: "a stage of preparation" {
        /// Cards lie gathered.
        #[default]
        Gathered = "gathered",
        /// They are shuffled.
        Shuffled = "shuffled",
        /// They are cut.
        Cut = "cut",
        /// The marker is in.
        Marked = "marked",
        /// They are burned and ready.
        Ready = "ready",
    }
}

/// The offer of the cut.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CutState {
    /// Whether the supervisor has let the patrons cut.
    pub patrons: bool,
    /// Who has been offered the cut, and not yet answered.
    pub offered: Option<PersonId>,
    /// Who declined.
    pub declined: Vec<PersonId>,
    /// Whether the cards of this shoe were cut, by the record.
    pub made: bool,
}

/// Where the marker is and what that means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkerState {
    /// In the shoe.
    #[default]
    In,
    /// In the shoe, but where everybody sees it.
    Seen,
    /// Out in the coup in progress: this many more coups after it.
    Out {
        /// Coups that may follow the one in progress.
        more: u32,
    },
}

/// Whether an act is done with cards that have been taken out of their shoe: they are checked or mixed.
pub const fn takes_cards_out(rule: Rule) -> bool {
    use Rule::{CheckCards, Riffle, ShowCards, Stack, VerifyDecks, Wash};
    matches!(rule, CheckCards | Riffle | ShowCards | Stack | VerifyDecks | Wash)
}
