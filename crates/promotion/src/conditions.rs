//! The conditions of a promotion: a form of items, and what they come to once they can be read.

use punto_rulebook::PromotionItem as Item;
use punto_vocab::{Money, Time};
use serde::{Deserialize, Serialize};

punto_vocab::form! {
    /// The form as it is filled in: `manner draw, closes 2026-12-01T18:00:00Z, presence no`.
    ///
    /// Which items must be there is the document's to say; what an item says is read when it is written down, so that a
    /// published form has no item that nobody understands.
    pub struct Conditions(Item): "items like manner draw, presence no", read by Plan;
}

punto_vocab::words! {
    /// How prizes are awarded.
    pub enum Manner: "a manner of awarding prizes" {
        /// By a draw from all entries.
        Draw = "draw",
        /// To whoever fulfils the conditions, as the house declares.
        Declare = "declare",
    }
}

/// What the items of the conditions come to; an item that is absent has a value that asks for nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// How prizes are awarded.
    pub manner: Manner,
    /// Whether a prize that its winner does not get goes to the next entry.
    pub reserve: bool,
    /// Whether staff may enter.
    pub staff: bool,
    /// How many entries each may have.
    pub entries: u32,
    /// The least wager that an entry takes.
    pub wager: Money,
    /// Whether each coup with that wager is an entry, and nothing else is.
    pub play: bool,
    /// When entries close.
    pub closes: Time,
    /// From when on prizes are drawn or declared.
    pub held: Time,
    /// Whether an entrant must be there to win.
    pub presence: bool,
    /// Until when prizes are claimed.
    pub claim_by: Option<Time>,
}

impl Plan {
    /// The most entries that each may have.
    const MOST: u32 = 1_000_000;

    /// What a form comes to, or which item cannot be read.
    pub fn of(form: &Conditions) -> Result<Plan, String> {
        let form = &form.0;
        let wager = match form.item(Item::Wager) {
            Some("none") => None,
            Some(_) | None => form.read(Item::Wager)?,
        };
        Ok(Plan {
            manner: form.read(Item::Manner)?.unwrap_or(Manner::Draw),
            reserve: form.flag(Item::Reserve)?,
            staff: form.read(Item::Staff)?.unwrap_or(true),
            entries: form.count(Item::Entries, 1..=Plan::MOST)?.unwrap_or(Plan::MOST),
            wager: wager.unwrap_or_default(),
            play: form.flag(Item::Play)?,
            closes: form.read(Item::Closes)?.unwrap_or_default(),
            held: form.read(Item::Held)?.unwrap_or_default(),
            presence: form.flag(Item::Presence)?,
            claim_by: form.read(Item::ClaimBy)?,
        })
    }
}
