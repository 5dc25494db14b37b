//! Betting systems played over many sessions: what becomes of patrons who stake by them.
//!
//! A [`System`] is a few lines of text, or one of the well-known ones. [`SessionSums::play`] lets patrons play it on
//! the engine's path, each session from the first coup of a shoe of its own and on through as many shoes as it
//! takes.
//!
//! ```
//! use punto_odds::sim::{PatronStay, SessionSums, SimGame, SimRun, System, Watch};
//! use punto_rulebook::{Draft, Rulebook, Terms};
//!
//! let book = Rulebook::embedded("nsw-2021").unwrap();
//! let terms = Terms::under(&book, Draft::usual(&book)).unwrap();
//! let game = SimGame::of_terms(&book, &terms).unwrap();
//! let system: System = include_str!("../../../examples/systems/martingale-with-target.txt").parse().unwrap();
//! let session = PatronStay { bankroll: "1000".parse().unwrap(), coups: 200 };
//! let run = SimRun { seed: 1, coups: 1_000, threads: 0 };
//! let sessions = SessionSums::play(&system, session, &game, &terms, &run, &Watch::default()).unwrap();
//! assert_eq!(sessions.gains().len(), 1_024);
//! assert!(sessions.ruined().count > 0);
//! ```

mod patron;
mod script;
mod sessions;

pub use patron::PatronStay;
pub use script::{System, SystemError};
pub use sessions::{NotPlayed, SessionSums};
