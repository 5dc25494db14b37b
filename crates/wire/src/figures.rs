//! Reports over a period: figures by table, dealer, game, hour and bet, floats, counts, ratings and exceptions.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What is in every report over a period: what it is of, and until when it was known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PeriodReport {
    /// `shift`, `table`, `patron`, `game` or `exceptions`.
    pub kind: String,
    /// The table that was asked for.
    pub table: Option<String>,
    /// The patron who was asked for.
    pub patron: Option<String>,
    /// From when, in microseconds of UTC.
    #[ts(type = "number")]
    pub from: i64,
    /// Until before when.
    #[ts(type = "number")]
    pub to: i64,
    /// Figures, a list for each way to put them together.
    pub groups: Vec<FigureGroup>,
    /// The floats of tables, by medium.
    pub floats: Vec<FloatRow>,
    /// Counts of float trays.
    pub counts: Vec<CountRow>,
    /// Which bets were made.
    pub bets: Vec<BetMix>,
    /// Patrons' ratings.
    pub patrons: Vec<PatronRating>,
    /// What is worth a look.
    pub exceptions: Vec<ExceptionRow>,
    /// The gaming days that were closed in the period.
    pub days: Vec<ClosedDay>,
}

/// Figures put together in one way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct FigureGroup {
    /// `table`, `dealer`, `game` or `hour`.
    pub by: String,
    /// A row each.
    pub rows: Vec<FigureRow>,
}

/// What coups and wagers came to. Amounts are in minor units; nothing is added across currencies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct FigureRow {
    /// What the row is of: a table, a dealer, a game, or the beginning of an hour in microseconds of UTC; nothing where Punto
    /// dealt, and in a sum.
    pub of: Option<String>,
    /// Whether it is the sum of the rows of its currency.
    pub sum: bool,
    /// The currency.
    pub currency: String,
    /// Coups that came to a result.
    #[ts(type = "number")]
    pub coups: i64,
    /// Coups without a result.
    #[ts(type = "number")]
    pub voids: i64,
    /// Settlements that were undone.
    #[ts(type = "number")]
    pub corrections: i64,
    /// Coups an hour, from the end of one to the end of the next; nothing where nothing was dealt.
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
    /// Wagers settled.
    #[ts(type = "number")]
    pub wagers: i64,
    /// Their stakes: the turnover.
    #[ts(type = "number")]
    pub stakes: i64,
    /// Stakes taken.
    #[ts(type = "number")]
    pub collected: i64,
    /// Paid on top of stakes.
    #[ts(type = "number")]
    pub paid: i64,
    /// Promotional tokens among the stakes taken.
    #[ts(type = "number")]
    pub tokens: i64,
    /// Commission kept, already in the win.
    #[ts(type = "number")]
    pub commission: i64,
    /// Collected less paid.
    #[ts(type = "number")]
    pub win: i64,
    /// Cash into the drop box.
    #[ts(type = "number")]
    pub drop: i64,
    /// The win as a share of the stakes; nothing without stakes.
    pub hold: Option<f64>,
    /// The win as a share of the drop; nothing without a drop.
    pub hold_of_drop: Option<f64>,
    /// What chance lets expect of the very wagers; nothing where the odds of some are not known.
    pub expected: Option<ExpectedHold>,
}

/// A hold that chance lets expect, with its 99% band.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ExpectedHold {
    /// The expected win, in minor units.
    pub win: f64,
    /// The expected hold, as a share of the stakes.
    pub hold: f64,
    /// The lower end of the band, as a share of the stakes.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether the hold is outside the band.
    pub outside: bool,
}

/// The float of a table in one medium. `closing + credits + drop - opening - fills = collected - paid + over`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct FloatRow {
    /// The table; nothing in the sum of a currency.
    pub table: Option<String>,
    /// The currency.
    pub currency: String,
    /// `chips`, `credits` or `tokens`.
    pub medium: String,
    /// What the float had at the beginning, in minor units.
    #[ts(type = "number")]
    pub opening: i64,
    /// What came from the cage.
    #[ts(type = "number")]
    pub fills: i64,
    /// What went back to the cage.
    #[ts(type = "number")]
    pub credits: i64,
    /// Cash in the drop box.
    #[ts(type = "number")]
    pub drop: i64,
    /// Stakes taken.
    #[ts(type = "number")]
    pub collected: i64,
    /// Paid on top of stakes.
    #[ts(type = "number")]
    pub paid: i64,
    /// What the house won.
    #[ts(type = "number")]
    pub win: i64,
    /// What counts found more than the ledger had, or less if below nought.
    #[ts(type = "number")]
    pub over: i64,
    /// What the float has at the end.
    #[ts(type = "number")]
    pub closing: i64,
    /// What patrons gave those who deal.
    #[ts(type = "number")]
    pub tips: i64,
    /// Tokens that were given for promotional vouchers.
    #[ts(type = "number")]
    pub vouchers: i64,
}

/// A count of a float tray.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CountRow {
    /// When, in microseconds of UTC.
    #[ts(type = "number")]
    pub at: i64,
    /// The table.
    pub table: String,
    /// The currency.
    pub currency: String,
    /// How many chips of each denomination, like `4x25+20x100`.
    pub tray: String,
    /// What they come to, in minor units.
    #[ts(type = "number")]
    pub counted: i64,
    /// By how much that is more than the ledger had, or less if below nought.
    #[ts(type = "number")]
    pub over: i64,
}

/// How much was wagered on a bet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct BetMix {
    /// The bet.
    pub bet: String,
    /// The currency.
    pub currency: String,
    /// Wagers settled.
    #[ts(type = "number")]
    pub wagers: i64,
    /// Their stakes, in minor units.
    #[ts(type = "number")]
    pub stakes: i64,
    /// What the house won on it.
    #[ts(type = "number")]
    pub win: i64,
}

/// How a patron plays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PatronRating {
    /// The patron.
    pub patron: String,
    /// The currency.
    pub currency: String,
    /// How long they were at tables, in seconds.
    #[ts(type = "number")]
    pub seconds: i64,
    /// Wagers settled.
    #[ts(type = "number")]
    pub wagers: i64,
    /// Their stakes: the turnover, in minor units.
    #[ts(type = "number")]
    pub turnover: i64,
    /// The turnover for each wager.
    #[ts(type = "number")]
    pub average: i64,
    /// What the house won of them, or lost if below nought.
    #[ts(type = "number")]
    pub win: i64,
    /// Cash they changed at tables.
    #[ts(type = "number")]
    pub cash: i64,
    /// Whether that is as much as the house reports.
    pub large_cash: bool,
    /// Tokens they were given for vouchers.
    #[ts(type = "number")]
    pub vouchers: i64,
    /// What they gave those who deal.
    #[ts(type = "number")]
    pub tips: i64,
}

/// Something that is worth a look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ExceptionRow {
    /// When, in microseconds of UTC.
    #[ts(type = "number")]
    pub at: i64,
    /// The stream and the number of its record.
    pub stream: String,
    /// The record's number.
    #[ts(type = "number")]
    pub record: i64,
    /// What it is: `void`, `correction`, `breach`, `approval`, `denied`, `late`, `count` or `cash`.
    pub kind: String,
    /// Who did it, where somebody did.
    pub who: Option<String>,
    /// What happened, as a line.
    pub line: String,
}

/// A gaming day that was closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ClosedDay {
    /// The day, like `2026-11-18`.
    pub day: String,
    /// When it was closed, in microseconds of UTC.
    #[ts(type = "number")]
    pub at: i64,
    /// When the day before it was closed; the first record where none was.
    #[ts(type = "number")]
    pub from: i64,
    /// Who closed it.
    pub who: String,
}

/// Which gaming day is closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CloseDay {
    /// The day, like `2026-11-18`.
    pub day: String,
}
