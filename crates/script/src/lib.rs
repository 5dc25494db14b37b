//! The text form of a table: what baccarat has for what PGN is to chess.
//!
//! A script is a list of lines: a rulebook, then commands with who gives them and when, and what is expected to
//! follow. It can be mailed, replayed, disputed and checked; the scenarios of every document are scripts, and a
//! foreign implementation could run the same files.
//!
//! ```
//! use punto_script::{Script, run};
//!
//! let script: Script = "script 1
//! rulebook nsw-2021
//! open limits 25..5000
//! prepare
//! sit ada@1
//! bet ada@1 player 100
//! card Ks
//! bet ada@1 tie 25
//! expect refused by 5.4
//! "
//! .parse()
//! .unwrap();
//! let report = run(&script).unwrap();
//! assert!(report.failures.is_empty());
//! assert!(report.shown.contains("5.4"));
//! ```

mod expect;
mod grammar;
mod run;
mod scenarios;
mod scoreboard;
mod script;

pub use expect::Expectation;
pub use grammar::grammar;
pub use run::{Failure, Run, RunError, ScriptReport, run, run_under};
pub use scenarios::{ClausesShown, run_scenario, shown_by, unshown};
pub use scoreboard::roads_of;
pub use script::{Said, Script, ScriptError, ScriptLine, Subject};
