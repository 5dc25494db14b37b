//! How a table stands, and the fold of its events into that.
//!
//! A [`Table`] is closed, or has an [`Open`] in one of three phases, and each phase holds what exists only in it. [`apply`] folds
//! one event; it has no rulebook, decides nothing and cannot refuse.

mod apply;
mod coups;
mod shown;
mod state;

pub use apply::{apply, moved};
pub use coups::{Coups, Finished};
pub use shown::{Settled, SettledAs, Shown};
pub use state::{
    Agreement, Basis, Before, Betting, ClosedWith, CutState, Dealing, DisputeCase, Holding, Hooks, LastCoup,
    MarkerState, Open, Patrons, Phase, Placed, Posted, RoleState, Shared, Shoe, Sign, SignKind, Spot, Stage,
    Table, Tokens, Topic, Trouble, takes_cards_out,
};
