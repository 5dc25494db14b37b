//! A tournament over many tables, pure: a command is decided into events, events are folded into the tournament.
//!
//! The tournament has the conditions, the entrants, the pool, who sits where and who goes on. It deals no card and settles
//! no wager: its tables do, and what they come to is told to it.

mod apply;
mod command;
mod conditions;
mod decide;
mod event;
mod names;
mod reason;
mod state;

pub use apply::apply;
pub use command::{Command, Ground};
pub use conditions::{Conditions, Length, Plan, Seating};
pub use decide::{decide, says_itself};
pub use event::{Event, Happening};
pub use names::Names;
pub use reason::{List, Reason, Refused};
pub use state::{Entrant, Stage, Standing, Tournament};
