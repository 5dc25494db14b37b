//! Simulation.

mod bulk;
mod class;
mod counts;
mod crew;
mod engine;
mod game;
mod shoe;
mod stats;

pub use bulk::{Bulk, Vectors};
pub use class::Class;
pub use counts::{Counts, Tally};
pub use crew::{Run, Watch};
pub use engine::{BetSettled, Engine, Played, Record};
pub use game::Game;
pub use shoe::{ShoeError, ShoePlan};
pub use stats::{Estimate, Interval, NINETY_FIVE, Share, Sums};
