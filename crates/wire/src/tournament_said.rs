//! What is said to a tournament, what comes back, and the form in which its conditions are filled in.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{CitedLine, FormKind, HiddenForm, Refusal, Role, TournamentCommand};

/// The conditions as a form: every item that the document or the game knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ConditionsForm {
    /// The document.
    pub rulebook: String,
    /// Whether they are published and stay as they are.
    pub published: bool,
    /// The form as one text, as the command `draft` takes it.
    pub text: String,
    /// Its items.
    pub items: Vec<FormItem>,
    /// Items that are asked for and missing.
    pub missing: Vec<String>,
}

/// An item of the conditions to be filled in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct FormItem {
    /// Which.
    pub item: String,
    /// Whether it must be there before the conditions can be published.
    pub required: bool,
    /// The clauses that ask for it; nothing where the game does and no clause.
    pub by: Vec<String>,
    /// What is filled in.
    pub text: Option<String>,
    /// How it is written.
    pub kind: FormKind,
    /// What can be chosen, where it is a choice.
    pub choices: Vec<String>,
}

/// What is said to a tournament: a command, or a line that a person typed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentSay {
    /// Idempotency key chosen by the client.
    pub id: String,
    /// What is said, as a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub command: Option<TournamentCommand>,
    /// The same as a person types it, in place of `command`: `accept ada ben`, with amounts in major units. `publish`, `draw`
    /// and `announce ada` have the house fill in what only it knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<String>,
    /// In which role, for staff with several.
    #[serde(default)]
    pub role: Option<Role>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentSaid {
    /// The key it was said under.
    pub id: String,
    /// The record it has become.
    #[ts(type = "number")]
    pub seq: u64,
    /// What happened, as the speaker may read it.
    pub lines: Vec<CitedLine>,
    /// Whether this is the answer to an earlier command with the same key.
    pub repeated: bool,
    /// The form that was handed in, for its entrant to check later.
    pub receipt: Option<HiddenForm>,
    /// The proposal that waits for a second person, where nothing has happened yet.
    pub proposal: Option<u32>,
}

/// Something that could be said now, and why not where it is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentAllowed {
    /// What could be said; values that a person must still give are the smallest that make sense.
    pub command: TournamentCommand,
    /// The same as a line.
    pub line: String,
    /// The fields that a person gives.
    pub asks: Vec<String>,
    /// Why not.
    pub refusal: Option<Refusal>,
}
