//! What is kept: coups, records of the journal, meters, significant events, checks.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{CitedLine, Settled};

/// A coup that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CoupView {
    /// The table.
    pub table: String,
    /// Which shoe.
    pub shoe: u32,
    /// Which coup of the shoe.
    pub coup: u32,
    /// Its first and last record.
    #[ts(type = "[number, number]")]
    pub records: (u64, u64),
    /// When it began and ended.
    #[ts(type = "[number, number]")]
    pub at: (i64, i64),
    /// The document and its digest.
    pub rulebook: String,
    /// The cards in the order drawn.
    pub cards: Vec<CoupCard>,
    /// `player`, `banker`, `tie`; none if void.
    pub winner: Option<String>,
    /// Player's and Banker's point.
    pub points: Option<(u8, u8)>,
    /// Whether it took no wagers.
    pub no_bet: bool,
    /// What its wagers became.
    pub settled: Vec<Settled>,
    /// Rulings and corrections.
    pub rulings: Vec<CitedLine>,
    /// The viewer's balance before and after, at a table with credits.
    #[ts(type = "[number, number] | null")]
    pub balance: Option<(i64, i64)>,
}

/// A card of a coup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CoupCard {
    /// `Ks`.
    pub card: String,
    /// `player`, `banker` or `nobody`.
    pub to: String,
}

/// A record of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct RecordView {
    /// The stream.
    pub stream: String,
    /// Its number there.
    #[ts(type = "number")]
    pub seq: u64,
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// Who.
    pub actor: String,
    /// The schema's version.
    pub schema: u16,
    /// The engine's number.
    pub engine: u16,
    /// The client's id of the command.
    pub key: Option<String>,
    /// The body, as stored.
    pub body: String,
    /// The predecessor's hash.
    pub prev: String,
    /// Its own.
    pub hash: String,
}

/// A stream of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct StreamView {
    /// Its name.
    pub stream: String,
    /// Its newest record.
    #[ts(type = "number")]
    pub seq: u64,
    /// That record's hash.
    pub hash: String,
}

/// Meters of a table, in minor units.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Meters {
    /// The table.
    pub table: String,
    /// Name and value.
    #[ts(type = "[string, number][]")]
    pub meters: Vec<(String, i64)>,
}

/// A significant event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct SignificantView {
    /// Its number.
    #[ts(type = "number")]
    pub number: u64,
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// Which kind.
    pub kind: String,
    /// `notice`, `warning` or `alarm`.
    pub severity: String,
    /// Where.
    pub table: Option<String>,
    /// What.
    pub text: String,
    /// By whom it was acknowledged.
    pub acknowledged: Option<String>,
}

/// An acknowledgement.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Acknowledge {
    /// What was done about it.
    pub note: String,
}

/// What a check of the journal or the software came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CheckView {
    /// Whether all agrees.
    pub sound: bool,
    /// When it was made.
    #[ts(type = "number")]
    pub at: i64,
    /// What was checked, a line each.
    pub lines: Vec<String>,
    /// What was wrong first.
    pub wrong: Option<String>,
}

/// A table as a viewer saw it at a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct StepView {
    /// The record.
    pub record: RecordView,
    /// The table after it.
    pub view: super::TableView,
}

/// A signed checkpoint of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CheckpointView {
    /// Its number.
    #[ts(type = "number")]
    pub number: u64,
    /// When it was signed.
    #[ts(type = "number")]
    pub at: i64,
    /// How many streams there were.
    #[ts(type = "number")]
    pub streams: u64,
    /// Who signed.
    pub key: String,
    /// The whole line, as it is signed and kept elsewhere.
    pub line: String,
}

/// What tables won and lost in a period, in minor units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct WinReport {
    /// From when; from the first record if none is given.
    #[ts(type = "number | null")]
    pub from: Option<i64>,
    /// Until before when; until now if none is given.
    #[ts(type = "number | null")]
    pub to: Option<i64>,
    /// A row a table, and last one for all of them under the name `all`.
    pub rows: Vec<WinRow>,
}

/// What one table won and lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct WinRow {
    /// The table.
    pub table: String,
    /// The currency's name on screens.
    pub currency: String,
    /// Coups that came to a result.
    #[ts(type = "number")]
    pub coups: i64,
    /// Stakes of settled wagers.
    #[ts(type = "number")]
    pub stakes: i64,
    /// Paid on top of stakes.
    #[ts(type = "number")]
    pub paid: i64,
    /// Stakes taken.
    #[ts(type = "number")]
    pub collected: i64,
    /// Collected less paid.
    #[ts(type = "number")]
    pub win: i64,
    /// Commission kept, already in the win.
    #[ts(type = "number")]
    pub commission: i64,
    /// Cash into the drop box.
    #[ts(type = "number")]
    pub drop: i64,
    /// Fills less credits of the float tray.
    #[ts(type = "number")]
    pub fills: i64,
}
