//! A table on the wire: views, frames, new tables.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{
    Args, BetKind, Call, Card, CitedLine, Command, CoupRef, Cure, DealtBy, DueCode, DutyKind, Farewell,
    Fault, Matter, Medium, Mishap, PayLine, Phase, Roads, Role, Rule, Said, SettledAs, ShoeView, Side, Stage,
    TimerKind, WaitingKind, Winner,
};

/// A table in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TableSummary {
    /// Its name in addresses.
    pub table: String,
    /// Its name on the sign.
    pub title: String,
    /// The document's id.
    pub rulebook: String,
    /// The document's title.
    pub document: String,
    /// The form of the game.
    pub variant: String,
    /// Whether it is played with play credits.
    pub demonstration: bool,
    /// Whether a tournament is played there: only its entrants sit down.
    pub tournament: bool,
    /// What goes on.
    pub phase: Phase,
    /// Until when.
    pub timer: Option<Timer>,
    /// The posted limits.
    pub limits: Option<Span>,
    /// Seats, and how many are taken.
    pub seats: u32,
    /// How many are taken.
    pub taken: u32,
    /// Who deals.
    pub dealer: DealtBy,
    /// The big road, small.
    pub roads: Roads,
    /// Something waits for a person.
    pub trouble: bool,
    /// The table is out of service, and why.
    pub fault: Option<String>,
    /// Coups an hour, by those of the last hour; nothing while they are too few to tell.
    pub pace: Option<u32>,
    /// How many patrons' terminals have fallen silent.
    pub silent: u32,
    /// The newest record.
    #[ts(type = "number")]
    pub seq: u64,
    /// Whether the caller is at it as a patron.
    pub here: bool,
    /// What the caller has there in minor units, at a table with credits.
    #[ts(type = "number | null")]
    pub balance: Option<i64>,
}

/// Something that happens by itself at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Timer {
    /// The moment, in microseconds of UTC.
    #[ts(type = "number")]
    pub at: i64,
    /// When it was set, so that a ring can be drawn.
    #[ts(type = "number")]
    pub since: i64,
    /// What happens.
    pub what: TimerKind,
}

/// A least and a most, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Span {
    /// The least, in minor units.
    #[ts(type = "number")]
    pub min: i64,
    /// The most, in minor units.
    #[ts(type = "number")]
    pub max: i64,
}

/// A table as one viewer sees it: everything a screen shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TableView {
    /// Its name in addresses.
    pub table: String,
    /// Its name on the sign.
    pub title: String,
    /// The newest record this view includes.
    #[ts(type = "number")]
    pub seq: u64,
    /// When that was.
    #[ts(type = "number")]
    pub at: i64,
    /// The document's id.
    pub rulebook: String,
    /// The document's title.
    pub document: String,
    /// The form of the game.
    pub variant: String,
    /// The dealing method.
    pub method: String,
    /// Play credits, no money.
    pub demonstration: bool,
    /// What stakes are made of.
    pub medium: Medium,
    /// Whether somebody moves chips by hand when a coup is settled, if only in show; elsewhere the software moves credits.
    pub by_hand: bool,
    /// The currency's name on screens.
    pub currency: String,
    /// Who deals.
    pub dealer: DealtBy,
    /// What goes on.
    pub phase: Phase,
    /// The coup in progress, or the one to come; what is said to the table names it.
    pub coup: CoupRef,
    /// What happens by itself next.
    pub timer: Option<Timer>,
    /// The posted limits.
    pub limits: Option<Span>,
    /// The limits that hold for the viewer instead, where some were agreed.
    pub own_limits: Option<Span>,
    /// The table differential in minor units, where one is posted.
    #[ts(type = "number | null")]
    pub differential: Option<i64>,
    /// The bets on offer.
    pub offers: Vec<Offer>,
    /// Denominations in minor units, least first.
    #[ts(type = "number[]")]
    pub chips: Vec<i64>,
    /// How many places are along the edge; where the document fixes no number, as many as are offered.
    pub seats: u32,
    /// Which cloth.
    pub layout: Option<String>,
    /// Who is at the table.
    pub patrons: Vec<AtTable>,
    /// Player's hand.
    pub player: HandView,
    /// Banker's hand.
    pub banker: HandView,
    /// Cards that lie with neither hand; `null` lies face down for this viewer.
    pub aside: Vec<Option<Card>>,
    /// What is due, for those who may know.
    pub due: Option<Due>,
    /// Whether the coup that lies is void.
    pub void: bool,
    /// Whether the coup in progress, or the one to come, takes no wagers.
    pub no_bet: bool,
    /// The result of the coup that lies.
    pub outcome: Option<OutcomeView>,
    /// The wagers on the layout.
    pub wagers: Vec<WagerView>,
    /// What the last coup's wagers became.
    pub settled: Vec<Settled>,
    /// The record with which that coup began, nought before the first: what is ticked of `settled` is of this coup, and
    /// outlasts its shoe.
    #[ts(type = "number")]
    pub settled_of: u64,
    /// The last call.
    pub call: Option<Call>,
    /// The signs that are up.
    pub signs: Vec<SignView>,
    /// What went wrong and waits.
    pub trouble: Option<TroubleView>,
    /// Disputes that are not closed: all for staff, their own for patrons.
    pub disputes: Vec<DisputeView>,
    /// What those at the table are asked to agree to, or may ask for.
    pub matters: Vec<MatterView>,
    /// The shoe in play.
    pub shoe: ShoeView,
    /// The scoreboards.
    pub roads: Roads,
    /// What the viewer has in minor units, at a table with credits.
    #[ts(type = "number | null")]
    pub balance: Option<i64>,
    /// What the viewer owes after an undone settlement, in minor units.
    #[ts(type = "number | null")]
    pub owed: Option<i64>,
    /// What is owed and by whom, for staff; also at a closed table.
    pub duties: Vec<DutyView>,
    /// For staff only.
    pub staff: Option<StaffView>,
    /// The newest lines, as the viewer may read them, oldest first.
    pub lines: Vec<CitedLine>,
    /// The table is out of service, and why.
    pub fault: Option<String>,
}

/// A bet on offer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Offer {
    /// Its id.
    pub bet: String,
    /// Its name on the layout, in English.
    pub name: String,
    /// Its name on the layout, in Chinese.
    pub name_zh: String,
    /// The part it plays.
    pub kind: BetKind,
    /// Beside which hand's area it lies, where it is on that hand's own cards.
    pub beside: Option<Side>,
    /// What it pays, a line a case.
    pub pays: Vec<PayLine>,
    /// Its limits.
    pub limits: Span,
    /// Open only to those with a main wager.
    pub restricted: bool,
}

/// Somebody at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct AtTable {
    /// Who.
    pub patron: String,
    /// The boxes they play.
    pub boxes: Vec<u8>,
    /// The chair, if they sit.
    pub seat: Option<u8>,
    /// Whether it is the viewer.
    pub mine: bool,
    /// Whether their terminal has fallen silent: nothing was heard of it for more than two seconds.
    pub silent: bool,
    /// Whether it is a player of the house, as demonstrations have them.
    pub house: bool,
}

/// A hand as the viewer sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct HandView {
    /// The cards in order; `null` lies face down for this viewer.
    pub cards: Vec<Option<Card>>,
    /// The point, where the viewer sees all its cards.
    pub point: Option<u8>,
    /// With whom it is; nothing where nobody has been designated and the dealer has not kept it.
    pub held: Option<Held>,
    /// Whether the viewer holds it and may turn it.
    pub mine: bool,
    /// Whether the viewer, of staff, may turn it for the table.
    pub may_turn: bool,
}

/// With whom a hand is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Held {
    /// The dealer keeps it.
    Dealer,
    /// It is to go out to this patron.
    For(String),
    /// It is out, in front of this patron.
    Out(String),
    /// It has been out and has come back.
    Back,
}

/// What is due.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Due {
    /// The hand; none when the coup is complete.
    pub hand: Option<Side>,
    /// Which card of the hand.
    pub nth: Option<u8>,
    /// Why, in English.
    pub why: String,
    /// A stable word to find the sentence by in a catalogue.
    pub code: DueCode,
    /// What goes into the sentence, by name.
    pub args: Args,
    /// By which clauses.
    pub by: Vec<String>,
}

/// The result of a coup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct OutcomeView {
    /// Who won.
    pub winner: Winner,
    /// Player's point.
    pub player: u8,
    /// Banker's point.
    pub banker: u8,
    /// Whether a natural decided it.
    pub natural: bool,
    /// Whether Player's first two cards were a pair.
    pub player_pair: bool,
    /// Whether Banker's first two cards were a pair.
    pub banker_pair: bool,
}

/// A wager as the viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct WagerView {
    /// Whose.
    pub patron: String,
    /// In which box.
    pub at: u8,
    /// On which bet.
    pub bet: String,
    /// How much, in minor units; `null` while it is sealed to this viewer.
    #[ts(type = "number | null")]
    pub stake: Option<i64>,
    /// Whether it is the viewer's.
    pub mine: bool,
    /// What the dealer found wrong with it.
    pub fault: Option<Fault>,
    /// Whether its stake is known to its patron alone.
    pub sealed: bool,
}

/// What a wager became.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Settled {
    /// Whose.
    pub patron: String,
    /// In which box.
    pub at: u8,
    /// On which bet.
    pub bet: String,
    /// The stake, in minor units.
    #[ts(type = "number")]
    pub stake: i64,
    /// What it came to.
    pub result: SettledAs,
    /// How much was paid, collected or given back, in minor units.
    #[ts(type = "number")]
    pub amount: i64,
    /// How much of a win was kept back as commission, in minor units.
    #[ts(type = "number")]
    pub commission: i64,
    /// By which clauses.
    pub by: Vec<String>,
    /// Whether it was the viewer's.
    pub mine: bool,
}

/// A dispute on its way through the officers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct DisputeView {
    /// Its number at the table, from 1: `decide` and `review` name it.
    pub number: u32,
    /// Whose.
    pub patron: String,
    /// About what, in the patron's words.
    pub what: String,
    /// Whether an officer has decided it; then another person reviews it.
    pub decided: bool,
    /// Whether it is the viewer's.
    pub mine: bool,
}

/// A matter that patrons decide together, or one of them asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct MatterView {
    /// Which.
    pub matter: Matter,
    /// Whether it waits for patrons: the house has announced it, or one of them has asked.
    pub asked: bool,
    /// How many have agreed.
    pub agreed: u32,
    /// How many must.
    pub needed: u32,
    /// Whether the viewer has.
    pub mine: bool,
    /// What staff say now that everybody has agreed, where it is always the same; told to staff alone.
    pub then: Option<Command>,
    /// By which clauses.
    pub by: Vec<String>,
}

/// What a sign says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SignWords {
    /// New limits.
    Limits {
        /// The least, in minor units.
        #[ts(type = "number")]
        min: i64,
        /// The most, in minor units.
        #[ts(type = "number")]
        max: i64,
    },
    /// New limits of one bet.
    Stakes {
        /// The bet.
        bet: String,
        /// The least, in minor units.
        #[ts(type = "number")]
        min: i64,
        /// The most, in minor units.
        #[ts(type = "number")]
        max: i64,
    },
    /// Another form of the game.
    Variant {
        /// Which.
        variant: String,
    },
    /// The table will close.
    Closure,
    /// The old minimum will end.
    OldMinimumEnds,
    /// A side bet is confined to those with a main wager.
    Restriction {
        /// The bet.
        bet: String,
    },
}

/// A sign at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct SignView {
    /// What it says.
    pub says: SignWords,
    /// What does what it announces, where there is such a command.
    pub does: Option<Command>,
    /// Since when it is up.
    #[ts(type = "number")]
    pub since: i64,
    /// When what it announces may be done.
    #[ts(type = "number | null")]
    pub due: Option<i64>,
}

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TroubleView {
    /// What happened.
    pub mishap: Mishap,
    /// The document's cure.
    pub cure: Cure,
    /// By which clauses.
    pub by: Vec<String>,
    /// Who may order it.
    pub orders: Vec<Role>,
    /// Whether it has been ordered.
    pub ordered: bool,
    /// Cures among which the officer may choose, where the document leaves it to the officer.
    pub choices: Vec<Cure>,
    /// Whether it has been ordered, and wagers may still be taken back.
    pub may_withdraw: bool,
}

/// Somebody on duty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct OnDuty {
    /// In which role.
    pub role: Role,
    /// Who.
    pub name: String,
}

/// What staff see besides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct StaffView {
    /// The float tray, in minor units.
    #[ts(type = "number")]
    pub float: i64,
    /// What lies on the layout, in minor units; `null` while a stake there is sealed.
    #[ts(type = "number | null")]
    pub layout: Option<i64>,
    /// What went into the drop box, in minor units.
    #[ts(type = "number")]
    pub drop: i64,
    /// Staked on Player, in minor units; `null` while a stake there is sealed.
    #[ts(type = "number | null")]
    pub on_player: Option<i64>,
    /// Staked on Banker, in minor units; `null` while a stake there is sealed.
    #[ts(type = "number | null")]
    pub on_banker: Option<i64>,
    /// Who is on duty.
    pub on_duty: Vec<OnDuty>,
    /// How far the cards are prepared; none while the table is closed.
    pub stage: Option<Stage>,
    /// What waits for somebody of staff.
    pub waiting: Vec<WaitingView>,
    /// How the document has cards checked before they are shuffled.
    pub checks: Vec<CardCheck>,
}

/// One way in which cards are checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CardCheck {
    /// The rule.
    pub rule: Rule,
    /// Who may do it; anybody at the table where none is named.
    pub roles: Vec<Role>,
}

/// Something that waits for somebody of staff.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct WaitingView {
    /// What.
    pub what: WaitingKind,
    /// Which dispute, where it is about one.
    pub dispute: Option<u32>,
    /// Whose matter it is.
    pub patron: Option<String>,
    /// The command that would do it; none where somebody has to say more, as in a decision.
    pub command: Option<Command>,
    /// Who may do it; anybody on staff where none is named.
    pub roles: Vec<Role>,
    /// By which clauses.
    pub by: Vec<String>,
}

/// A duty that lasts until it is discharged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct DutyView {
    /// What kind of duty it is.
    pub what: DutyKind,
    /// The command that discharges it; none where it takes cards.
    pub command: Option<Command>,
    /// Who owes it; anybody on staff where none is named.
    pub roles: Vec<Role>,
    /// By which clauses.
    pub by: Vec<String>,
    /// Nothing waits for it but the closing of the table.
    pub at_close: bool,
}

/// What the server sends on a WebSocket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "frame", rename_all = "kebab-case")]
#[ts(tag = "frame", rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant)]
pub enum Frame {
    /// The first frame.
    Hello {
        /// The version of frames.
        version: u8,
        /// The server's clock.
        #[ts(type = "number")]
        now: i64,
        /// Whether the frames missed since `from` follow, or a fresh view does.
        resumed: bool,
    },
    /// The table changed.
    View {
        /// The table.
        view: TableView,
    },
    /// What the caller may say now, for whoever asked to be told: behind the view it belongs to, and again whenever it changes.
    Allowed {
        /// Each command, and why not where it is refused.
        allowed: Vec<crate::Allowed>,
    },
    /// An answer to a command.
    Answer {
        /// The answer.
        answer: Said,
    },
    /// A command that could not be taken at all.
    Problem {
        /// The client's id, if it could be read.
        id: Option<String>,
        /// What was wrong.
        problem: crate::Problem,
    },
    /// The significant events that wait for somebody have changed; on the connection for events only.
    Events {
        /// All that wait, the newest first.
        events: Vec<crate::SignificantView>,
    },
    /// Every second, so that a silent line is noticed.
    Beat {
        /// The server's clock.
        #[ts(type = "number")]
        now: i64,
    },
    /// The server ends the connection.
    Bye {
        /// Why.
        why: Farewell,
    },
}

/// A table to be opened.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Its name in addresses: small letters, figures and `-`.
    pub table: String,
    /// Its name on the sign.
    pub title: String,
    /// The document's id.
    pub rulebook: String,
    /// What it is opened with, as after `open` in the text form: `usual, limits 25..5000`.
    pub opening: String,
    /// Who deals.
    pub dealer: DealtBy,
    /// The currency's name on screens.
    pub currency: String,
    /// How long wagers stay open; the usual time if left out.
    #[serde(default)]
    pub bet_seconds: Option<u32>,
}
