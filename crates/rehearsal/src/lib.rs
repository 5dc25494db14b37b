//! A whole tournament from a seed: scripted players of different tempers on real tables, through what a tournament asks of
//! tables and tables tell it.
//!
//! ```
//! use punto_rehearsal::{EventSize, check, play};
//! use punto_rulebook::Rulebook;
//!
//! let book = Rulebook::embedded("tas-2018").unwrap();
//! let played = play(&book, EventSize { players: 6, tables: 2, rounds: 2, seed: 7 }, &|_| {}).unwrap();
//! let summary = check(&played).unwrap();
//! assert_eq!(summary.pool.to_string(), "199.98");
//! assert_eq!(summary.prizes.iter().map(|prize| prize.amount).sum::<punto_vocab::Money>(), summary.pool);
//! ```

mod chance;
mod check;
mod dealer;
mod event;
mod house;
mod shape;
mod temper;

pub use chance::Chance;
pub use check::{NotHeld, PrizeWon, Summary, check};
pub use event::{COUPS, NotRehearsed, Rehearsed, Round, most_coups, play};
pub use house::{RehearsalRoom, SaidAtTable, SaidToTournament, Stuck};
pub use shape::{Bracket, EventSize, Unfit};
pub use temper::{Hands, Move, Sight, Temper};
