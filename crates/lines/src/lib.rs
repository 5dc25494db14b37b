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
mod concern;
mod duty;
mod event;
mod reason;
mod terms;

pub use about::{About, PatronOrder, PersonsRule};
pub use command::{
    Call, Command, Fact, Fault, HandName, Laying, Matter, Proposal, ShuffleBy, SignName, With,
};
pub use concern::Concern;
pub use duty::{Blocked, Duty, DutyKind, Owed};
pub use event::{Event, Happening, Lies, SharedRuling, To};
pub use reason::{Hindrance, HouseReason, InTrouble, NotDue, Reason, Refused};
pub use terms::SharedTerms;

use punto_vocab::line::{Field, LineError};
use punto_vocab::{Value, Valued};

/// Makes what has lines of its own stand at the end of another line, and fill a sentence.
macro_rules! within_others {
    ($($type:ty: $expected:literal,)*) => {
        $(impl Field for $type {
            const REST: bool = true;
            const EXPECTED: &'static str = $expected;

            fn write(&self) -> String {
                self.to_string()
            }

            fn read(text: &str) -> Result<$type, String> {
                text.parse().map_err(|error: LineError| error.message)
            }
        }

        impl Valued for $type {
            fn value(&self) -> Value {
                Value::List(self.args().into_iter().map(|(_, value)| value).collect())
            }
        })*
    };
}

within_others! {
    Command: "what is said to a table",
    Happening: "what happened at a table",
}
