//! Tournaments on the wire: at a glance, and as a viewer may see one.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{
    DealtBy, EntrantStanding, FormState, Offence, Payment, Span, TournamentClock, TournamentDutyKind,
    TournamentPhase, TournamentStage, Winner,
};

/// A tournament at a glance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentSummary {
    /// Its name in addresses.
    pub name: String,
    /// What the sign says.
    pub title: String,
    /// The document it is played under.
    pub rulebook: String,
    /// The currency of fees and prizes.
    pub currency: String,
    /// Whether it is for show.
    pub demonstration: bool,
    /// How far it has come.
    pub stage: TournamentStage,
    /// When it begins by its conditions, in microseconds of UTC; nothing before they are published.
    #[ts(type = "number | null")]
    pub start: Option<i64>,
    /// The fee.
    #[ts(type = "number")]
    pub fee: i64,
    /// What is played for.
    #[ts(type = "number")]
    pub pool: i64,
    /// How many take part.
    pub entrants: u32,
    /// How many may.
    pub most: u32,
    /// The round, from 1 once it has begun.
    pub round: u32,
    /// How many rounds there are.
    pub rounds: u32,
    /// Whether the caller has an entry.
    pub joined: bool,
}

/// What a new tournament is to be; its conditions are written afterwards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// Its name in addresses: lower-case letters, figures and -.
    pub name: String,
    /// What the sign says.
    pub title: String,
    /// The document.
    pub rulebook: String,
    /// The currency of fees and prizes.
    pub currency: String,
    /// Who deals at its tables.
    pub dealer: DealtBy,
    /// What its tables are opened with besides limits and method, such as `usual, decks 8`.
    pub opening: String,
}

/// Somebody in a tournament: the number of the entry, and the name for viewers who may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct EntrantRef {
    /// The number of the entry, in the order in which people applied.
    pub number: u32,
    /// The name; nothing for viewers who are not signed in.
    pub name: Option<String>,
}

/// A tournament as its viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentView {
    /// Its name in addresses.
    pub name: String,
    /// What the sign says.
    pub title: String,
    /// The document.
    pub rulebook: String,
    /// The currency of fees and prizes.
    pub currency: String,
    /// Whether it is for show.
    pub demonstration: bool,
    /// Who deals at its tables.
    pub dealer: DealtBy,
    /// The number of its last record.
    #[ts(type = "number")]
    pub seq: u64,
    /// The house's time, in microseconds of UTC.
    #[ts(type = "number")]
    pub now: i64,
    /// How far it has come.
    pub stage: TournamentStage,
    /// The round, from 1 once it has begun.
    pub round: u32,
    /// How many rounds there are.
    pub rounds: u32,
    /// Whether it is the last.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// The conditions, once they are published; before that for officials.
    pub conditions: Option<Vec<ConditionView>>,
    /// What was published of the seeds of its draws: the first seed agrees with it, each later one with the seed before it.
    pub promise: Option<String>,
    /// The draws that were made, for everybody to check.
    pub drawn: Vec<DrawView>,
    /// What is played for, and how it came together.
    pub pool: PoolView,
    /// When the next session begins, in microseconds of UTC.
    #[ts(type = "number | null")]
    pub scheduled: Option<i64>,
    /// How long somebody may take to wager.
    pub time_limit: Option<TimeLimitView>,
    /// How many applied and take part, and how many may.
    pub entries: EntryCounts,
    /// The officers who are there; for officials.
    pub attending: Vec<String>,
    /// Its tables.
    pub tables: Vec<TournamentTable>,
    /// Every round with its tables, and who went on.
    pub bracket: Vec<BracketRound>,
    /// Those who take part, or have; for officials everybody who has applied.
    pub entrants: Vec<TournamentEntrant>,
    /// The places of the final, best first.
    pub places: Vec<PlaceView>,
    /// The viewer's own entry.
    pub own: Option<OwnEntry>,
    /// What waits for somebody; for officials.
    pub duties: Vec<TournamentDuty>,
    /// Who must be disqualified; for officials.
    pub reported: Vec<ReportedView>,
    /// The clocks that run.
    pub waits: Vec<WaitView>,
    /// Why it does not go on by itself; for officials.
    pub fault: Option<String>,
}

/// An item of the conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ConditionView {
    /// Which.
    pub item: String,
    /// What it says.
    pub text: String,
}

/// A draw of tables and seats with its proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct DrawView {
    /// The round.
    pub round: u32,
    /// The seed.
    pub seed: String,
    /// Everybody in the order that follows from it.
    pub order: Vec<EntrantRef>,
}

/// A round on the way to the final.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct BracketRound {
    /// The round, from 1.
    pub round: u32,
    /// Its tables.
    pub tables: Vec<BracketTable>,
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct BracketTable {
    /// Its number.
    pub table: u8,
    /// Those who sat there.
    pub entrants: Vec<BracketEntrant>,
}

/// Somebody who sat at a table of a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct BracketEntrant {
    /// Who.
    pub entrant: EntrantRef,
    /// The chips, now or at the end of the session.
    #[ts(type = "number | null")]
    pub chips: Option<i64>,
    /// Whether they went on, once that is known.
    pub through: Option<bool>,
}

/// What is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PoolView {
    /// All fees.
    #[ts(type = "number")]
    pub fees: i64,
    /// What the house keeps of them.
    #[ts(type = "number")]
    pub retained: i64,
    /// What the house adds.
    #[ts(type = "number")]
    pub added: i64,
    /// What is played for.
    #[ts(type = "number")]
    pub pool: i64,
}

/// How long somebody may take to wager, and from when on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TimeLimitView {
    /// How long.
    pub seconds: u32,
    /// From when on, in microseconds of UTC.
    #[ts(type = "number")]
    pub from: i64,
}

/// How many have entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct EntryCounts {
    /// Who applied.
    pub applied: u32,
    /// Who takes part.
    pub accepted: u32,
    /// How many it takes.
    pub least: u32,
    /// How many may.
    pub most: u32,
}

/// A table of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentTable {
    /// Its number in the tournament.
    pub table: u8,
    /// Its name as a table.
    pub name: String,
    /// Whether the table is there to be looked at.
    pub exists: bool,
    /// What goes on.
    pub phase: TournamentPhase,
    /// The coups of the session.
    pub coups: u32,
    /// The shoes of the session.
    pub shoes: u32,
    /// The limits.
    pub limits: Option<Span>,
    /// The seat that wagers first.
    pub marker: u8,
    /// Since when the session is played, in microseconds of UTC.
    #[ts(type = "number | null")]
    pub since: Option<i64>,
    /// When a session by the clock ends.
    #[ts(type = "number | null")]
    pub ends: Option<i64>,
    /// Whether this is the last coup.
    pub last_coup: bool,
    /// Whose turn it is.
    pub next: Option<EntrantRef>,
    /// Since when the next wager is waited for.
    #[ts(type = "number | null")]
    pub waits_since: Option<i64>,
    /// What the coup before came to.
    pub last: Option<Winner>,
    /// The play-off that is played.
    pub play_off: Option<PlayOffView>,
    /// Whose disputes wait.
    pub disputes: Vec<EntrantRef>,
    /// Who agrees to end the session.
    pub agreed: Vec<EntrantRef>,
    /// Whether an indicator card is in the shoe, or came out.
    pub indicator: bool,
    /// Those who play there.
    pub seats: Vec<TournamentSeat>,
    /// How those of the session stand once it is over, best first; who stand level are in one group.
    pub order: Vec<Vec<EntrantRef>>,
    /// Who is out.
    pub exits: Vec<ExitView>,
}

/// A play-off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PlayOffView {
    /// Between whom.
    pub entrants: Vec<EntrantRef>,
    /// How many coups are left of it, if their number is fixed.
    pub coups: Option<u32>,
}

/// Somebody who is out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ExitView {
    /// Who.
    pub entrant: EntrantRef,
    /// In which coup of the session.
    pub coup: u32,
}

/// A seat at a table of a tournament: chips and wagers are in view, a form is there or is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentSeat {
    /// Its number.
    pub seat: u8,
    /// Whose it is.
    pub entrant: EntrantRef,
    /// Whether somebody sits there.
    pub present: bool,
    /// Whether a substitute does.
    pub substitute: bool,
    /// The chips, with those on the layout.
    #[ts(type = "number")]
    pub chips: i64,
    /// Whether they were counted.
    pub counted: bool,
    /// The wagers that lie or were read out.
    pub wagers: Vec<TournamentWager>,
    /// How far a form is that was handed in.
    pub form: Option<FormState>,
    /// The number of that form: the first digits of its seal, which say nothing of what is written on it.
    pub form_number: Option<String>,
    /// Whether a pass card was played.
    pub passed: bool,
    /// Whether this coup's wager is made.
    pub acted: bool,
    /// Whether it is held to the minimum.
    pub restricted: bool,
    /// Pass cards left.
    pub pass_cards: u32,
    /// Hidden wagers left.
    pub hidden: u32,
    /// Coups that were missed.
    pub missed: u32,
}

/// A wager in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentWager {
    /// The bet.
    pub bet: String,
    /// The stake.
    #[ts(type = "number")]
    pub stake: i64,
    /// Whether it was hidden.
    pub hidden: bool,
    /// Whether it lies from a coup that was tied.
    pub stays: bool,
}

/// Somebody in a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentEntrant {
    /// Who.
    pub entrant: EntrantRef,
    /// How they stand.
    pub standing: EntrantStanding,
    /// Whether they go on to the next round.
    pub through: bool,
    /// The chips, while they have a seat.
    #[ts(type = "number | null")]
    pub chips: Option<i64>,
    /// The table.
    pub table: Option<u8>,
    /// The seat.
    pub seat: Option<u8>,
    /// The prize.
    #[ts(type = "number | null")]
    pub prize: Option<i64>,
    /// Whether it is paid.
    pub paid: bool,
    /// Whether they have the conditions; for officials.
    pub informed: Option<bool>,
    /// Whether they have agreed to them; for officials.
    pub endorsed: Option<bool>,
    /// The fee that was paid; for officials.
    #[ts(type = "number | null")]
    pub fee: Option<i64>,
    /// Whether they may play for a second chance; for officials.
    pub second_chance: Option<bool>,
    /// Who was named to sit for them and waits for approval; for officials.
    pub named: Option<String>,
}

/// A place of the final.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PlaceView {
    /// The place, from 1.
    pub place: u32,
    /// Who has it; several share it.
    pub entrants: Vec<EntrantRef>,
}

/// The viewer's own entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct OwnEntry {
    /// The number of the entry.
    pub number: u32,
    /// How they stand.
    pub standing: EntrantStanding,
    /// Whether they have been given the conditions.
    pub informed: bool,
    /// Whether they have agreed to them.
    pub endorsed: bool,
    /// The fee that was paid.
    #[ts(type = "number | null")]
    pub fee: Option<i64>,
    /// Whether they go on.
    pub through: bool,
    /// The table.
    pub table: Option<u8>,
    /// The seat.
    pub seat: Option<u8>,
    /// Whether they sit there.
    pub present: bool,
    /// The chips, with those on the layout.
    #[ts(type = "number")]
    pub chips: i64,
    /// Pass cards left.
    pub pass_cards: u32,
    /// Hidden wagers left.
    pub hidden: u32,
    /// Whether it is their turn.
    pub my_turn: bool,
    /// Whether this coup's wager is held to the minimum.
    pub restricted: bool,
    /// How often they have bought back.
    pub buy_backs: u32,
    /// The prize.
    #[ts(type = "number | null")]
    pub prize: Option<i64>,
    /// Whether it is paid.
    pub paid: bool,
    /// Their own form, until it is read out.
    pub form: Option<HiddenForm>,
}

/// The form of a hidden wager. It is sent to its entrant, and to the officer who examines forms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct HiddenForm {
    /// Whose.
    pub entrant: String,
    /// The bet.
    pub bet: Option<String>,
    /// The amount in figures.
    #[ts(type = "number | null")]
    pub stake: Option<i64>,
    /// The amount in words.
    #[ts(type = "number | null")]
    pub words: Option<i64>,
    /// The digest that is on record.
    pub seal: String,
    /// Its first digits, to be written on a form on paper.
    pub number: String,
    /// The text that the digest is of.
    pub text: String,
}

/// Something that waits for an officer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentDuty {
    /// The table, if it is one's.
    pub table: Option<u8>,
    /// What.
    pub what: TournamentDutyKind,
    /// Whom it is about.
    pub entrant: Option<EntrantRef>,
    /// For what somebody must go.
    pub offence: Option<Offence>,
    /// What it rests on.
    pub by: Vec<String>,
}

/// Somebody who must be disqualified.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ReportedView {
    /// Who.
    pub entrant: EntrantRef,
    /// For what.
    pub offence: Offence,
}

/// A clock that runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct WaitView {
    /// The table, if it is one's.
    pub table: Option<u8>,
    /// What it runs for.
    pub what: TournamentClock,
    /// When it is up, in microseconds of UTC.
    #[ts(type = "number")]
    pub at: i64,
}

/// The statement of the pool, to the last minor unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PoolStatement {
    /// How it came together.
    pub pool: PoolView,
    /// What the house guarantees.
    #[ts(type = "number")]
    pub guarantee: i64,
    /// What is awarded.
    #[ts(type = "number")]
    pub awarded: i64,
    /// What is paid.
    #[ts(type = "number")]
    pub paid: i64,
    /// Every prize.
    pub prizes: Vec<PrizeView>,
    /// Goods and services, each a prize of its own.
    pub goods: Vec<GoodsView>,
}

/// Goods or a service that the house gives as a prize.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct GoodsView {
    /// The place that it is for.
    pub place: u32,
    /// What it is.
    pub what: String,
    /// What it is worth.
    #[ts(type = "number")]
    pub worth: i64,
    /// Who has won it, once prizes are awarded; those who share the place have it together.
    pub winners: Vec<GoodsWinner>,
}

/// Somebody who has won goods or a service.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct GoodsWinner {
    /// Who.
    pub entrant: EntrantRef,
    /// Whether it is handed over.
    pub handed: bool,
}

/// A prize.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PrizeView {
    /// The place.
    pub place: Option<u32>,
    /// Whose.
    pub entrant: EntrantRef,
    /// How much.
    #[ts(type = "number")]
    pub prize: i64,
    /// How it was paid, if it was.
    pub paid: Option<Payment>,
}
