//! The shoe in play, what patrons put into its order, and shoes that have ended.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{MarkerPlace, SharesStage, ShoeEnd};

/// The shoe in play.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ShoeView {
    /// The shoe's number, from 1.
    pub number: u32,
    /// Coups played from it.
    pub coups: u32,
    /// Cards drawn, burned ones included.
    pub drawn: u32,
    /// Cards when it was full.
    pub cards: u32,
    /// Where the marker is; none where there is no shoe.
    pub marker: Option<MarkerPlace>,
    /// Whether the coup in progress, or the next one, is the last.
    pub last_coup: bool,
    /// Whether Punto deals from a shoe of its own.
    pub own: bool,
    /// What was promised before any share and before the cut.
    pub commitment: Option<String>,
    /// The record with that promise; once the shoe has ended it is its number at the table.
    pub promised_in: Option<u32>,
    /// What terminals put into the order of the promised shoe.
    pub shares: Option<SharesView>,
    /// Until when a patron may choose the cut.
    #[ts(type = "number | null")]
    pub cut_until: Option<i64>,
    /// The shoe that ended last and can be checked; `shoes` lists them all.
    pub ended: Vec<EndedShoe>,
}

/// A shoe that has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct EndedShoe {
    /// Its number at the table: that of the record with its promise. The shoe's record is at `shoes/{number}`.
    pub number: u32,
    /// What was promised.
    pub commitment: String,
    /// How it ended; one that was not opened has no record.
    pub end: ShoeEnd,
    /// How many shares of patrons were pledged for it; with none the house's entropy stands alone.
    pub shares: u32,
}

/// The shares of a promised shoe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct SharesView {
    /// How far they are.
    pub stage: SharesStage,
    /// The pledges so far, sorted. Who reveals a share looks first whether its pledge is among them, and keeps them all.
    pub pledges: Vec<String>,
}
