//! The lines of a table, as values: what can be said to it, what happens at it, why it refuses and what is owed.
//!
//! Each command and each event is declared once, with its line; nothing is decided or folded here.
//!
//! ```
//! use punto_lines::Command;
//!
//! let said: Command = "bet ada@1 banker 100".parse()?;
//! assert_eq!(said.to_string(), "bet ada@1 banker 100");
//! # Ok::<(), punto_vocab::line::LineError>(())
//! ```

mod about;
mod command;
mod duty;
mod event;
mod reason;
mod terms;

pub use about::{About, Names, PersonsRule};
pub use command::{
    Call, Command, Fact, Fault, HandName, Laying, Matter, Proposal, ShuffleBy, SignName, With,
};
pub use duty::{Blocked, Duty, DutyKind, Owed};
pub use event::{Event, Happening, Lies, SharedRuling, To};
pub use reason::{Hindrance, HouseReason, InTrouble, NotDue, Reason, Refused};
pub use terms::SharedTerms;
