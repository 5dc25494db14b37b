//! A tournament over many tables, pure: a command is decided into events, events are folded into the tournament.
//!
//! The tournament has the conditions, the entrants, the pool, who sits where and who goes on. It deals no card and settles
//! no wager: its tables do, and what they come to is told to it.

mod apply;
mod command;
mod conditions;
mod decide;
mod draw;
mod duty;
mod event;
mod form;
mod names;
mod order;
mod reason;
mod score;
mod state;
mod tables;
mod view;

pub use apply::apply;
pub use command::{Command, Ground, Offence, Payment, Refund, Unable};
pub use conditions::{Conditions, Length, Plan, Seating};
pub use decide::{decide, says_itself};
pub use draw::{Promise, Seed};
pub use duty::{Duty, Owed, duties};
pub use event::{Event, Happening};
pub use form::{Form, Seal};
pub use names::Names;
pub use order::sequence;
pub use reason::{List, Reason, Refused};
pub use score::{Gains, Ranking};
pub use state::{
    Entrant, Exit, Handed, Indicator, Phase, Place, PlayOff, Stage, Standing, TimeLimit, Tournament, Venue,
    Wager,
};
pub use tables::{asks, tells};
pub use view::{SeenEntrant, SeenSeat, SeenVenue, View, Viewer, view};
