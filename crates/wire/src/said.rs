//! What is said to a table, and what comes back.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{CitedLine, Command, Refusal, Role};

/// What is said to a table: a command, or a line that a person typed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Say {
    /// Idempotency key chosen by the client.
    pub id: String,
    /// What is said, as a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub command: Option<Command>,
    /// The same as a person types it, in place of `command`: `bet ada@1 player 100`, with amounts in major units.
    /// Besides what the text form has: `deal` and `deal face-down` have a person who deals take the card that is due
    /// from the house's own shoe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<String>,
    /// In which role, for staff with several.
    #[serde(default)]
    pub role: Option<Role>,
    /// The coup it is said of, as the table's view names it: then it is refused if the table is at another by now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub of: Option<CoupRef>,
    /// Somebody else of staff who says the line at the caller's screen, in `role`; over HTTP only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub approver: Option<Approver>,
}

/// A coup at a table, and the record up to which the table was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CoupRef {
    /// The shoe's number at the table, from 1.
    pub shoe: u32,
    /// The number of the coup in progress, or of the one to come, from 1 since the table's first opening.
    pub coup: u32,
    /// The last record that was seen.
    #[ts(type = "number")]
    pub seq: u64,
}

/// A second person, who proves who they are for one line and is not signed in by it.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Approver {
    /// Name.
    pub name: String,
    /// Password; it is kept nowhere.
    pub password: String,
    /// The code of a second factor, if the house asks one of this person.
    #[serde(default)]
    pub code: Option<String>,
}

impl std::fmt::Debug for Approver {
    /// Without the password, whoever prints it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Approver").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Said {
    /// The client's id.
    pub id: String,
    /// The record, if it was done.
    #[ts(type = "number | null")]
    pub seq: Option<u64>,
    /// What happened, as the speaker may read it.
    pub lines: Vec<CitedLine>,
    /// Why not.
    pub refusal: Option<Refusal>,
    /// The same id was answered before, and this is that answer.
    pub repeated: bool,
}

/// Something that could be said now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Allowed {
    /// What.
    pub command: Command,
    /// The same in the text form, for people who type.
    pub line: String,
    /// In which of their roles staff would say it: the first that may, else the first they have.
    pub role: Option<Role>,
    /// Why not, if not.
    pub refusal: Option<Refusal>,
}

/// What a terminal says of its share of a shoe's order: a pledge, or the share that was pledged. Said again, it is answered
/// again.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ShareSaid {
    /// The commitment of the shoe.
    pub shoe: String,
    /// The promise of a share, while pledges are taken: 64 hexadecimal digits, made as docs/shoe.md says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pledge: Option<String>,
    /// The share, once pledges are closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reveal: Option<RevealedShare>,
}

/// A share that is revealed.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct RevealedShare {
    /// 64 hexadecimal digits.
    pub share: String,
    /// 32 hexadecimal digits.
    pub salt: String,
}

/// Where a patron wants the shoe to be cut.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CutChoice {
    /// Idempotency key chosen by the client.
    pub id: String,
    /// How many cards from the top.
    pub depth: u32,
    /// The coup that the shoe is cut for, as the table's view names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub of: Option<CoupRef>,
}
