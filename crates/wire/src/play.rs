//! Safer play: what the house and the law of its place say, and what patrons choose.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Approver;

/// What the house and the law of its place say about safer play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PlayRules {
    /// What the rules are of; none where the operator has chosen no profile.
    pub profile: Option<String>,
    /// The least time of a game, in milliseconds.
    pub least_game_ms: Option<LawAsks>,
    /// How long a looser limit waits, in hours.
    pub cooling_hours: Option<LawAsks>,
    /// How often a reality check comes at least, in minutes.
    pub check_minutes: Option<LawAsks>,
    /// The shortest exclusion of one's own, in hours.
    pub exclusion_hours: Option<LawAsks>,
    /// How long records are kept, in years.
    pub retention_years: Option<LawAsks>,
    /// What patrons are told with every reality check.
    pub message: PlayTexts,
    /// Where patrons find help, in the operator's words.
    pub help: PlayTexts,
}

/// A figure that a law asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct LawAsks {
    /// How much.
    pub value: u32,
    /// Where it is said.
    pub law: String,
}

/// A text in each language of the page; empty where there is none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PlayTexts {
    /// English.
    pub en: String,
    /// Simplified Chinese.
    pub zh_hans: String,
    /// Traditional Chinese.
    pub zh_hant: String,
}

/// How often a reality check comes.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CheckEvery {
    /// In minutes.
    pub minutes: u32,
}

/// A patron whom the house lets back.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LetBack {
    /// Why, in plain words.
    pub why: String,
    /// Somebody who answers for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approver: Option<Approver>,
}
