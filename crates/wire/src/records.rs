//! What is kept: coups, records of the journal, meters, significant events, checks.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{
    AccountEventName, Args, Card, CardPlace, CauseCode, CitedLine, EntryKind, EventKind, Happened, MeterName,
    Proposed, Settled, Severity, Winner,
};

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
    /// Who won; none if void.
    pub winner: Option<Winner>,
    /// Player's and Banker's point.
    pub points: Option<(u8, u8)>,
    /// Whether it took no wagers.
    pub no_bet: bool,
    /// What its wagers became.
    pub settled: Vec<Settled>,
    /// Rulings and corrections.
    pub rulings: Vec<CitedLine>,
    /// The viewer's balance before and after in minor units, at a table with credits.
    #[ts(type = "[number, number] | null")]
    pub balance: Option<(i64, i64)>,
}

/// A card of a coup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CoupCard {
    /// Which; `null` where nobody has seen it.
    pub card: Option<Card>,
    /// Where it went.
    pub to: CardPlace,
}

/// A record of the journal as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct StoredRecord {
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
    /// The body, as stored: values, of which docs/records.md tells.
    pub body: String,
    /// The predecessor's hash.
    pub prev: String,
    /// Its own.
    pub hash: String,
}

/// A record of the journal, and what it says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct RecordView {
    /// As it is stored.
    #[serde(flatten)]
    pub stored: StoredRecord,
    /// The body in lines; nothing where this program cannot read it.
    pub told: Option<ToldView>,
}

/// A record in lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ToldView {
    /// What was said, as a line of a script, or what became of the house's own shoe.
    pub said: String,
    /// What followed.
    pub events: Vec<ToldEvent>,
}

/// An event in one line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ToldEvent {
    /// What happened.
    pub what: String,
    /// The clauses and settings of the house that it rests on.
    pub by: Vec<String>,
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
    /// Those of all bets together, and of the table.
    #[ts(type = "[MeterName, number][]")]
    pub meters: Vec<(MeterName, i64)>,
    /// Those of each bet.
    pub bets: Vec<BetMeters>,
}

/// Meters of one bet, in minor units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct BetMeters {
    /// The bet.
    pub bet: String,
    /// Name and value.
    #[ts(type = "[MeterName, number][]")]
    pub meters: Vec<(MeterName, i64)>,
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
    pub kind: EventKind,
    /// How grave it is.
    pub severity: Severity,
    /// Where.
    pub table: Option<String>,
    /// What, in English.
    pub text: String,
    /// The name of its sentence.
    pub code: CauseCode,
    /// What goes into the sentence, by name.
    pub args: Args,
    /// What happened at a table, which the sentence speaks of.
    pub happened: Option<Happened>,
    /// What two persons did, or the server's own machine alone, which the sentence speaks of.
    pub measure: Option<Proposed>,
    /// Whose win it is and how much, where it is a large win.
    pub win: Option<WinView>,
    /// By whom it was acknowledged.
    pub acknowledged: Option<String>,
}

/// What became of clearing a fault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Cleared {
    /// The proposal that waits for a second person; nothing where the fault is cleared.
    pub proposed: Option<u32>,
}

/// A large win.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct WinView {
    /// Who won.
    pub patron: String,
    /// What the coup paid them, in minor units.
    #[ts(type = "number")]
    pub amount: i64,
}

/// An acknowledgement.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Acknowledge {
    /// What was done about it.
    pub note: String,
}

/// What a check of the journal came to.
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

/// Whether the journal is being checked, and what the last check came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CheckState {
    /// How far it has come, if it is under way.
    pub running: Option<CheckProgress>,
    /// What the last one since the start came to.
    pub last: Option<CheckView>,
}

/// How far a check has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CheckProgress {
    /// When it began.
    #[ts(type = "number")]
    pub since: i64,
    /// Steps that are done; a record is one for its chain and one for its decision.
    #[ts(type = "number")]
    pub done: u64,
    /// Steps that there are; 0 until they are counted.
    #[ts(type = "number")]
    pub of: u64,
}

/// A table as a viewer saw it at a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct StepView {
    /// The record.
    pub record: RecordView,
    /// The table after it.
    pub view: crate::TableView,
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

/// A projection of the journal, and how far it has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ProjectionView {
    /// Its name: `search` is what searches look things up in.
    pub name: String,
    /// Records that it has.
    #[ts(type = "number")]
    pub done: u64,
    /// Records that the journal has.
    #[ts(type = "number")]
    pub of: u64,
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
    /// Stakes of settled wagers, in minor units.
    #[ts(type = "number")]
    pub stakes: i64,
    /// Paid on top of stakes, in minor units.
    #[ts(type = "number")]
    pub paid: i64,
    /// Stakes taken, in minor units.
    #[ts(type = "number")]
    pub collected: i64,
    /// Promotional tokens among the stakes taken, in minor units.
    #[ts(type = "number")]
    pub tokens: i64,
    /// Collected less paid, in minor units.
    #[ts(type = "number")]
    pub win: i64,
    /// Commission kept, in minor units; already in the win.
    #[ts(type = "number")]
    pub commission: i64,
    /// Cash into the drop box, in minor units.
    #[ts(type = "number")]
    pub drop: i64,
    /// Fills less credits of the float tray, in minor units.
    #[ts(type = "number")]
    pub fills: i64,
}

/// What cashiers took in and paid out in a period.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CashierReport {
    /// From when; from the first record if none is given.
    #[ts(type = "number | null")]
    pub from: Option<i64>,
    /// Until before when; until now if none is given.
    #[ts(type = "number | null")]
    pub to: Option<i64>,
    /// A row each cashier, and one for all of them together.
    pub rows: Vec<CashierRow>,
}

/// What one cashier took in and paid out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CashierRow {
    /// Who; none for all together.
    pub cashier: Option<String>,
    /// Cash taken in.
    pub deposits: Counted,
    /// Cash paid out.
    pub payouts: Counted,
    /// Vouchers made for their owners.
    pub vouchers_made: Counted,
    /// Vouchers put into accounts.
    pub vouchers_redeemed: Counted,
    /// What the drawer has more than at the beginning of the period, in minor units: cash taken in less cash paid out.
    #[ts(type = "number")]
    pub cash: i64,
}

/// How often, and how much in all, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Counted {
    /// How often.
    #[ts(type = "number")]
    pub count: i64,
    /// How much.
    #[ts(type = "number")]
    pub sum: i64,
}

/// What dealers dealt in a period.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct DealerReport {
    /// From when; from the first coup if none is given.
    #[ts(type = "number | null")]
    pub from: Option<i64>,
    /// Until before when; until now if none is given.
    #[ts(type = "number | null")]
    pub to: Option<i64>,
    /// A row each dealer and table, or dealer, table and shoe.
    pub rows: Vec<DealerRow>,
}

/// What one dealer dealt at one table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct DealerRow {
    /// Who dealt; none if Punto did.
    pub dealer: Option<String>,
    /// Where; none for all tables together.
    pub table: Option<String>,
    /// Which shoe since the table's first record, in a report by shoe.
    pub shoe: Option<u32>,
    /// When the first coup began.
    #[ts(type = "number")]
    pub first: i64,
    /// When the last one ended.
    #[ts(type = "number")]
    pub last: i64,
    /// Coups that came to a result.
    #[ts(type = "number")]
    pub coups: i64,
    /// How long it took, without pauses of more than ten minutes.
    #[ts(type = "number")]
    pub seconds: i64,
    /// Coups an hour, void ones too.
    pub per_hour: Option<f64>,
    /// Coups that Player won.
    #[ts(type = "number")]
    pub player: i64,
    /// Coups that Banker won.
    #[ts(type = "number")]
    pub banker: i64,
    /// Ties.
    #[ts(type = "number")]
    pub tie: i64,
    /// Pairs of Player, in coups in which nothing went wrong.
    #[ts(type = "number")]
    pub player_pairs: i64,
    /// Pairs of Banker, likewise.
    #[ts(type = "number")]
    pub banker_pairs: i64,
    /// Coups without a result.
    #[ts(type = "number")]
    pub voids: i64,
    /// What went wrong.
    #[ts(type = "number")]
    pub irregularities: i64,
    /// Settlements that were undone.
    #[ts(type = "number")]
    pub corrections: i64,
    /// How likely a mix of outcomes at least this far from the expected one is; none if there were too few coups.
    pub chance: Option<f64>,
    /// Whether the mix is so unlikely, over enough coups, that somebody should look.
    pub unlikely: bool,
}

/// A patron's statement, in minor units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct StatementView {
    /// Whose.
    pub patron: String,
    /// From when.
    #[ts(type = "number")]
    pub from: i64,
    /// Until before when; earlier than asked for where there is a next page.
    #[ts(type = "number")]
    pub to: i64,
    /// What there was before.
    pub opening: Worth,
    /// Every movement, the oldest first.
    pub items: Vec<StatementEntry>,
    /// What there was afterwards.
    pub closing: Worth,
    /// Where the next page begins, to be sent as `after`; none on the last page.
    pub next: Option<String>,
}

/// What a patron has, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Worth {
    /// In the account, in minor units.
    #[ts(type = "number")]
    pub account: i64,
    /// At tables in minor units, with what lies on layouts.
    #[ts(type = "number")]
    pub tables: i64,
}

/// Something that happened to an account, as values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct AccountEvent {
    /// What: the name under which records keep it.
    pub name: AccountEventName,
    /// What belongs to it, by name; what its patron may not know is left out.
    pub args: Args,
}

/// A movement of a patron's money.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct StatementEntry {
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// What it is about.
    pub kind: EntryKind,
    /// What happened to the account, where that moved it.
    pub what: Option<AccountEvent>,
    /// The table of a coup.
    pub table: Option<String>,
    /// The record of the table's stream that ended the coup.
    #[ts(type = "number | null")]
    pub record: Option<u64>,
    /// What came into the account, in minor units.
    #[ts(type = "number")]
    pub came_in: i64,
    /// What went out of it, in minor units.
    #[ts(type = "number")]
    pub went_out: i64,
    /// What was staked on a coup, in minor units.
    #[ts(type = "number")]
    pub stake: i64,
    /// What it paid on top of stakes, in minor units.
    #[ts(type = "number")]
    pub paid: i64,
    /// What the house took of stakes, in minor units.
    #[ts(type = "number")]
    pub taken: i64,
    /// What there was afterwards.
    pub worth: Worth,
}

/// A dispute at a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct DisputeRecord {
    /// The table.
    pub table: String,
    /// Which dispute of the table, from 1.
    pub number: u32,
    /// Whose.
    pub patron: String,
    /// About what, in the patron's words.
    pub what: String,
    /// The record it was raised with.
    #[ts(type = "number")]
    pub record: u64,
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// What was decided, and by whom.
    pub decided: Option<String>,
    /// What the review came to, and by whom.
    pub reviewed: Option<String>,
}

/// Everything about a dispute; the first line of its file. The second has the key and the signature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct DisputeBundle {
    /// The form of this bundle: 1.
    pub bundle: u8,
    /// The site.
    pub site: String,
    /// The dispute.
    pub dispute: DisputeRecord,
    /// When the bundle was made.
    #[ts(type = "number")]
    pub made: i64,
    /// By whom.
    pub made_by: String,
    /// The version of the software that made it.
    pub version: String,
    /// The digests of that software, a line a part.
    pub software: Vec<String>,
    /// The table's opening, and everything from the last finished coup's wagers up to the dispute.
    pub records: Vec<StoredRecord>,
    /// What each saw at that moment.
    pub seen: Vec<SeenBy>,
    /// The last signed checkpoint, if there is one.
    pub checkpoint: Option<String>,
}

/// A table as somebody saw it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct SeenBy {
    /// `public`, `patron:ada` or `staff:dealer`.
    pub r#as: String,
    /// What they saw.
    pub view: crate::TableView,
}
