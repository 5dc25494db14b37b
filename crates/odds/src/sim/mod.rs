//! Simulation: whole shoes of a [`Game`], dealt by the drawing table and the procedure that the tables run.
//!
//! Three doors, all of one form: made ready for a game, then run with a [`Run`] (seed, coups, threads) and a
//! [`Watch`] (progress, stop). What comes out depends on the seed alone, never on threads or processor.
//!
//! * [`Bulk::new(&game).run(&run, &watch)`](Bulk) counts every class of outcomes, as fast as can be: a [`Tally`].
//! * [`Engine::new(&game, &terms).run(&run, &watch)`](Engine) deals physical shoes, keeps a [`Record`] of every coup
//!   for whoever asks ([`Engine::records`]), and settles every bet on offer: a [`Played`].
//! * [`Sessions::play(&system, session, &game, &terms, &run, &watch)`](Sessions) lets patrons play a [`System`].
//!
//! Only the first coups of each shoe, [`Game::early`] of them, are counts of what the exact odds describe. Over whole
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
pub use counts::{Counts, Tally};
pub use crew::{Run, Watch};
pub use engine::{BetSettled, Engine, Played, Record};
pub use game::Game;
pub use shoe::{ShoeError, ShoePlan};
pub use stats::{Estimate, Interval, NINETY_FIVE, Share, Sums};
pub use system::{NotOffered, Session, Sessions, System, SystemError};
