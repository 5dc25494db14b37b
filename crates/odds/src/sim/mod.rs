//! Simulation: whole shoes of a [`SimGame`], dealt by the drawing table and the procedure that the tables run.
//!
//! Three doors, all of one form: made ready for a game, then run with a [`SimRun`] (seed, coups, threads) and a
//! [`Watch`] (progress, stop). What comes out depends on the seed alone, never on threads or processor.
//!
//! * [`Bulk::new(&game).run(&run, &watch)`](Bulk) counts every class of outcomes, as fast as can be: a [`SimTally`].
//! * [`Engine::new(&game, &terms).run(&run, &watch)`](Engine) deals physical shoes, keeps a [`CoupRecord`] of every coup
//!   for whoever asks ([`Engine::records`]), and settles every bet on offer: a [`Played`].
//! * [`SessionSums::play(&system, session, &game, &terms, &run, &watch)`](SessionSums) lets patrons play a [`System`].
//!
//! Only the first coups of each shoe, [`SimGame::early`] of them, are counts of what the exact odds describe. Over whole
//! shoes the marker favours long coups a little; [`ShoePlan::sure_coups`] says by how much.

mod bulk;
mod class;
mod counts;
mod crew;
mod engine;
mod game;
mod shoe;
mod stats;
mod system;

pub use bulk::{Bulk, Vectors};
pub use class::Class;
pub use counts::{ClassCounts, SimTally};
pub use crew::{SimRun, Watch};
pub use engine::{BetSettled, CoupRecord, Engine, Played};
pub use game::SimGame;
pub use shoe::{ShoeError, ShoePlan};
pub use stats::{Estimate, Frequency, Interval, NINETY_FIVE, Sums};
pub use system::{NotPlayed, PatronStay, SessionSums, System, SystemError};
