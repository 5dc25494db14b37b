//! Promotions on the wire: at a glance, as a viewer may see one, and what is said to one.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{
    CitedLine, ClaimStatus, ConditionView, ConditionsForm, FormItem, NoticeChannel, PrizeKind, PrizeManner,
    PromotionCommand, PromotionDutyKind, PromotionStage, Refusal, Role,
};

/// A promotion at a glance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PromotionSummary {
    /// Its name in addresses.
    pub name: String,
    /// What the sign says.
    pub title: String,
    /// The document it is offered under.
    pub rulebook: String,
    /// The currency of wagers and prizes.
    pub currency: String,
    /// Whether it is for show.
    pub demonstration: bool,
    /// How far it has come.
    pub stage: PromotionStage,
    /// When entries close, in microseconds of UTC; nothing before the conditions are published.
    #[ts(type = "number | null")]
    pub closes: Option<i64>,
    /// How many prizes there are.
    pub prizes: u32,
    /// What they are worth together.
    #[ts(type = "number")]
    pub value: i64,
    /// How many entries there are.
    pub entries: u32,
    /// How many of them are the caller's.
    pub own: u32,
    /// Whether prizes are won.
    pub won: bool,
    /// Whether all of them are awarded.
    pub over: bool,
}

/// What a new promotion is to be; its conditions and prizes are written afterwards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPromotion {
    /// Its name in addresses: lower-case letters, figures and -.
    pub name: String,
    /// What the sign says.
    pub title: String,
    /// The document.
    pub rulebook: String,
    /// The currency of wagers and prizes.
    pub currency: String,
    /// Whether it is for show, in a demonstration.
    #[serde(default)]
    pub demonstration: bool,
}

/// A promotion as its viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PromotionView {
    /// Its name in addresses.
    pub name: String,
    /// What the sign says.
    pub title: String,
    /// The document.
    pub rulebook: String,
    /// The currency of wagers and prizes.
    pub currency: String,
    /// Whether it is for show.
    pub demonstration: bool,
    /// The number of its last record.
    #[ts(type = "number")]
    pub seq: u64,
    /// The house's time, in microseconds of UTC.
    #[ts(type = "number")]
    pub now: i64,
    /// How far it has come.
    pub stage: PromotionStage,
    /// The conditions, once they are published; before that for officials.
    pub conditions: Option<Vec<ConditionView>>,
    /// What they come to, once they can be read.
    pub plan: Option<PromotionTerms>,
    /// The prizes.
    pub prizes: Vec<PromotionPrize>,
    /// How many entries there are.
    pub entries: u32,
    /// The numbers of the viewer's own entries.
    pub own: Vec<u32>,
    /// What was published of the seed before anybody entered.
    pub promise: Option<String>,
    /// The seed, once the draw is made.
    pub seed: Option<String>,
    /// Who watches the draw; for officials.
    pub scrutineer: Option<String>,
    /// Whether the scrutineer is there, or saw it.
    pub overseen: bool,
    /// Who has said that they are there; for officials everybody, for others themselves.
    pub present: Vec<String>,
    /// Who may not enter; for officials everybody, for others themselves.
    pub barred: Vec<String>,
    /// Whether the results are published.
    pub results_published: bool,
    /// The viewer's own disputes; for officials everybody's.
    pub disputes: Vec<PromotionDispute>,
    /// What waits; for officials.
    pub duties: Vec<PromotionDuty>,
}

/// What the conditions of a promotion come to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PromotionTerms {
    /// How prizes are awarded.
    pub manner: PrizeManner,
    /// The least wager that an entry takes.
    #[ts(type = "number")]
    pub wager: i64,
    /// Whether each coup with that wager is an entry, and nothing else is.
    pub play: bool,
    /// How many entries each may have.
    pub each: u32,
    /// When entries close, in microseconds of UTC.
    #[ts(type = "number")]
    pub closes: i64,
    /// From when on prizes are drawn or declared.
    #[ts(type = "number")]
    pub held: i64,
    /// Whether an entrant must be there to win.
    pub presence: bool,
    /// Until when prizes are claimed.
    #[ts(type = "number | null")]
    pub claim_by: Option<i64>,
}

/// A prize of a promotion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PromotionPrize {
    /// Its number.
    pub prize: u8,
    /// Its details.
    pub details: Vec<ConditionView>,
    /// What it is worth.
    #[ts(type = "number")]
    pub value: i64,
    /// What is due in money, if it is.
    #[ts(type = "number | null")]
    pub money_due: Option<i64>,
    /// Who won it: for everybody once the results are published, for the winner and officials at once.
    pub winner: Option<String>,
    /// The entry that won it, once it is drawn or declared.
    pub entry: Option<u32>,
    /// The entries that it was not awarded to after all.
    pub passed_over: Vec<u32>,
    /// Whether it is the viewer's.
    pub own: bool,
    /// When it was won, in microseconds of UTC.
    #[ts(type = "number | null")]
    pub won_at: Option<i64>,
    /// How the winner was told; for officials and the winner.
    pub notified: Option<NoticeChannel>,
    /// How often somebody tried to tell the winner; for officials.
    pub attempts: u32,
    /// The viewer's own claims; for officials everybody's, with what was refused and why.
    pub claims: Vec<PrizeClaim>,
    /// Whether the winner takes cash in its place.
    pub cash_taken: bool,
    /// How the winner wants to be paid; for officials and the winner.
    pub choice: Option<String>,
    /// Whether it is awarded.
    pub awarded: bool,
}

/// A claim for a prize.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PrizeClaim {
    /// Who made it.
    pub claimant: String,
    /// When, in microseconds of UTC.
    #[ts(type = "number")]
    pub at: i64,
    /// What became of it.
    pub status: ClaimStatus,
    /// By which item of the conditions it was refused to whoever had won.
    pub ground: Option<String>,
    /// Why it was refused.
    pub why: Option<String>,
    /// Where the claimant's address is kept; for officials.
    pub address: Option<String>,
    /// Whether the claimant was told why.
    pub told: bool,
}

/// A dispute about a promotion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PromotionDispute {
    /// Whose it is.
    pub person: String,
    /// What about.
    pub what: String,
    /// What the house decided.
    pub ruling: Option<String>,
    /// Whether the person is not satisfied with that.
    pub objected: bool,
    /// Whether the person was told where to complain.
    pub advised: bool,
}

/// Something that waits for an officer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PromotionDuty {
    /// What.
    pub what: PromotionDutyKind,
    /// The prize, if it is about one.
    pub prize: Option<u8>,
    /// Whom it is about.
    pub person: Option<String>,
    /// Until when, in microseconds of UTC, where the document gives a time.
    #[ts(type = "number | null")]
    pub due: Option<i64>,
    /// Whether it should have been done by now.
    pub late: bool,
    /// What it rests on.
    pub by: Vec<String>,
}

/// A draw of winners, with all that is needed to make it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PromotionDraw {
    /// What was published of the seed before anybody entered.
    pub promise: String,
    /// The seed.
    pub seed: String,
    /// Every entry with its entrant, such as `3:ada`.
    pub tickets: Vec<String>,
    /// What each prize went to, in the order of the prizes.
    pub prizes: Vec<DrawnPrize>,
}

/// What a prize went to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct DrawnPrize {
    /// The prize.
    pub prize: u8,
    /// The entry that has it now; nothing where there were too few.
    pub entry: Option<u32>,
    /// The entries that it was not awarded to after all.
    pub passed_over: Vec<u32>,
}

/// Everything that is filled in before a promotion is published.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PromotionForm {
    /// The conditions.
    pub conditions: ConditionsForm,
    /// The prizes.
    pub prizes: Vec<PrizeForm>,
    /// The details that a prize of each kind has.
    pub kinds: Vec<PrizeKindForm>,
    /// What may not be in a prize.
    pub prohibited: Vec<ProhibitedView>,
}

/// The details of a prize as a form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PrizeForm {
    /// The prize.
    pub prize: u8,
    /// The details as one text.
    pub text: String,
    /// Its items.
    pub items: Vec<FormItem>,
    /// Items that are asked for and missing.
    pub missing: Vec<String>,
}

/// The details that a prize of a kind has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PrizeKindForm {
    /// The kind.
    pub kind: PrizeKind,
    /// Its items.
    pub items: Vec<FormItem>,
}

/// Something that may not be in a prize.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ProhibitedView {
    /// What.
    pub what: String,
    /// How much of it may be, where some may.
    pub most: Option<u32>,
    /// The clauses.
    pub by: Vec<String>,
}

/// What is said to a promotion: a command, or a line that a person typed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PromotionSay {
    /// Idempotency key chosen by the client.
    pub id: String,
    /// What is said, as a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub command: Option<PromotionCommand>,
    /// The same as a person types it, in place of `command`: `enter ada`, with amounts in major units. `publish` and `draw`
    /// have the house fill in what only it knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<String>,
    /// In which role, for staff with several.
    #[serde(default)]
    pub role: Option<Role>,
}

/// An entry of whoever's card is scanned, or that they are there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ScannedEntry {
    /// Idempotency key chosen by the client.
    pub id: String,
    /// The number of the patron's card.
    pub card: String,
    /// Whether it says that the patron is there, where an entrant must be to win, and is no entry.
    #[serde(default)]
    pub present: bool,
    /// What the patron has wagered, in minor units, where the conditions ask for a wager.
    #[serde(default)]
    #[ts(type = "number | null")]
    pub wager: Option<i64>,
    /// In which role, for staff with several.
    #[serde(default)]
    pub role: Option<Role>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PromotionSaid {
    /// The key it was said under.
    pub id: String,
    /// The record it has become.
    #[ts(type = "number")]
    pub seq: u64,
    /// What happened, as the speaker may read it.
    pub lines: Vec<CitedLine>,
    /// Whether this is the answer to an earlier command with the same key.
    pub repeated: bool,
    /// The proposal that waits for a second person, where nothing has happened yet.
    pub proposal: Option<u32>,
}

/// Something that could be said now, and why not where it is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PromotionAllowed {
    /// What could be said; values that a person must still give are only examples.
    pub command: PromotionCommand,
    /// The same as a line.
    pub line: String,
    /// The fields that a person gives.
    pub asks: Vec<String>,
    /// Why not.
    pub refusal: Option<Refusal>,
}
