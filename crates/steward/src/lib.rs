//! The imperative shell of tournaments and promotions: one task each, durable before anybody is told, its tables driven and heard, its clocks.
//!
//! A [`Hall`] runs every tournament of a process above the floor. Whoever wants something of a tournament says it to a
//! [`TournamentHandle`]; the tournament's own task decides it with `punto_tournament`, has the journal keep command and
//! events in one append, with what accounts record of fees and prizes, and only then answers and publishes a [`TournamentMoment`].
//!
//! A promotion is run in the same way ([`PromotionHandle`]); what tables did enters people there, where its conditions say so.
//!
//! A tournament and its tables never write each other's stream. What it tells a table goes under keys made from the number
//! of its own record; what a table did is read from the table's stream, and the key of what the tournament records of it
//! says up to where it has heard. So a start after a crash takes up exactly what was not told and not heard yet.

mod clock;
mod drive;
mod ear;
mod exhibition;
mod hall;
mod handle;
mod ledger;
mod promotion;
mod saying;
mod secrets;
mod shelf;
mod task;
mod word;

pub use clock::{ClockKind, Wait};
pub use exhibition::exhibit;
pub use hall::{Hall, HallError};
pub use handle::{
    TournamentAnswer, TournamentHandle, TournamentMoment, TournamentOutcome, TournamentSaying, What,
};
pub use promotion::{
    PromotionAnswer, PromotionHandle, PromotionMoment, PromotionOutcome, PromotionSaying, exhibit_promotion,
};
pub use saying::{ContestOutcome, Saying};
