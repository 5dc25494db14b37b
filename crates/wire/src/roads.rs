//! The scoreboards on the wire.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Side, Winner};

/// The scoreboards, laid out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Roads {
    /// Every coup of the shoe, oldest first.
    pub entries: Vec<RoadEntry>,
    /// The big road.
    pub big: Vec<RoadCell>,
    /// Big eye boy.
    pub eye: Vec<MarkCell>,
    /// Small road.
    pub small: Vec<MarkCell>,
    /// Cockroach pig.
    pub cockroach: Vec<MarkCell>,
    /// Ties before the first win.
    pub waiting_ties: u32,
    /// What the derived roads would get, where it may be shown.
    pub ask: Option<AskView>,
    /// Good roads, where they may be shown.
    pub good: Vec<String>,
    /// Counts.
    pub counts: Counts,
}

/// One coup on the bead plate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct RoadEntry {
    /// Who won.
    pub winner: Winner,
    /// The winning point.
    pub point: Option<u8>,
    /// Player's hand began with a pair.
    pub player_pair: bool,
    /// Banker's hand did.
    pub banker_pair: bool,
    /// A natural.
    pub natural: bool,
}

/// A ring of the big road.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct RoadCell {
    /// From nought.
    pub row: u32,
    /// From nought.
    pub column: u32,
    /// Which hand won.
    pub side: Side,
    /// Ties on it.
    pub ties: u32,
    /// Player's pair.
    pub player_pair: bool,
    /// Banker's pair.
    pub banker_pair: bool,
}

/// A mark of a derived road.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct MarkCell {
    /// From nought.
    pub row: u32,
    /// From nought.
    pub column: u32,
    /// Red is regular, blue irregular.
    pub red: bool,
}

/// Three marks for each side: eye boy, small, cockroach; `true` is red.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct AskView {
    /// If Player won.
    pub player: [Option<bool>; 3],
    /// If Banker won.
    pub banker: [Option<bool>; 3],
    /// Where the marks would lie, if Player won.
    pub player_cells: AskCells,
    /// Where they would lie, if Banker won.
    pub banker_cells: AskCells,
}

/// Where the next win's marks would lie.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct AskCells {
    /// On the big road.
    pub big: Option<RoadCell>,
    /// On big eye boy.
    pub eye: Option<MarkCell>,
    /// On the small road.
    pub small: Option<MarkCell>,
    /// On cockroach pig.
    pub cockroach: Option<MarkCell>,
}

/// Counts of the shoe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Counts {
    /// Coups that are entries.
    pub coups: u32,
    /// Won by Player.
    pub player: u32,
    /// Won by Banker.
    pub banker: u32,
    /// Ties.
    pub tie: u32,
    /// With a pair in Player's hand.
    pub player_pair: u32,
    /// With a pair in Banker's hand.
    pub banker_pair: u32,
    /// Won by a natural.
    pub natural: u32,
}
