//! A scanning shoe at a table: it reads every card that is drawn and tells it over a wire.
//!
//! What is said is in [`punto_scanner`], one line each way at a time. [`ShoeSession`] is one connection without its socket: a line goes in, and out come lines to send
//! and what to ask of the [`House`]. [`Listener`] gives it a socket. [`Due`] is what a shoe may let out now, taken
//! from the table itself, so that a wrong draw is locked before it happens.
//!
//! The table decides; nothing here knows a rule. A numbered line is acknowledged when the house has made it durable
//! and not before, and the same line again gets the same answer.

mod ask;
mod due;
mod listen;
mod session;

pub use ask::{Alarm, Answer, Ask, House, Request, fits};
pub use due::Due;
pub use listen::{ListenLimits, Listener};
pub use session::{Memory, SessionStep, ShoeSession, Then};
