//! What a document lets whoever opens a table choose, and what the choices come to.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{DealtBy, Refusal};

/// How a choice is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningChoiceKind {
    /// One of the options.
    OneOf,
    /// As many of the options as are wanted, or none.
    SomeOf,
    /// A whole number.
    Number,
    /// An amount of money.
    Amount,
    /// Two amounts of money.
    Range,
    /// The chips of the float tray.
    Chips,
}

/// An option, and what allows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct OpeningOption {
    /// The option, as an opening has it.
    pub word: String,
    /// The clauses that allow it, where it has some of its own.
    pub by: Vec<String>,
}

/// Something that whoever opens a table chooses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct OpeningChoice {
    /// The part of an opening; none where it is a setting of the house.
    #[ts(type = "keyof Opening[\"parts\"] | null")]
    pub part: Option<String>,
    /// The setting of the house; none where it is a part of an opening.
    pub setting: Option<String>,
    /// How it is chosen.
    pub kind: OpeningChoiceKind,
    /// What may be chosen; none where it is typed.
    pub options: Vec<OpeningOption>,
    /// The least that may be typed.
    pub least: Option<u32>,
    /// The most that may be typed.
    pub most: Option<u32>,
    /// What holds if nothing is chosen, as an opening has it.
    pub usual: Vec<String>,
    /// The clauses and settings that raise the question.
    pub by: Vec<String>,
}

/// An opening to be looked at before anybody opens a table with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct OpeningAsked {
    /// As after `open` in the text form: `usual, limits 25..5000`.
    pub opening: String,
    /// Who is to deal.
    pub dealer: DealtBy,
}

/// A term of the table that an opening comes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct OpeningTerm {
    /// The part of an opening; none where it is a setting of the house.
    #[ts(type = "keyof Opening[\"parts\"] | null")]
    pub part: Option<String>,
    /// The setting of the house; none where it is a part of an opening.
    pub setting: Option<String>,
    /// What holds, as an opening has it.
    pub chosen: Vec<String>,
    /// What it rests on.
    pub by: Vec<String>,
}

/// What an opening comes to: the table's terms, or all that is against them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct OpeningPreview {
    /// The terms; none if there is something against them.
    pub terms: Vec<OpeningTerm>,
    /// What the document has against it, each with its clauses.
    pub refusals: Vec<Refusal>,
    /// Why one person may not open it alone, in English; none if one may.
    pub takes_two: Option<String>,
}
