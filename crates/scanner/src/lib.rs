//! A scanning shoe at a table: it reads every card that is drawn and tells it over a wire.
//!
//! What is said are the lines [`FromShoe`] and [`FromHouse`], and a shoe proves who it is; `docs/scanning-shoe.md` is for
//! those who build one. [`ShoeSession`] is one connection without its socket: a line goes in, and out come lines to send and
//! what to ask of the house; the floor gives it a socket. [`ShoeDue`] is what a shoe may let out now, taken from the table
//! itself, so that a wrong draw is locked before it happens.
//!
//! The table decides; nothing here knows a rule. A numbered line is acknowledged when the house has made it durable
//! and not before, and the same line again gets the same answer.
//!
//! ```
//! use punto_scanner::FromShoe;
//!
//! let line: FromShoe = "card 7 2 Ks".parse()?;
//! assert!(matches!(line, FromShoe::Card { n: 7, shoe: 2, .. }));
//! assert_eq!(line.to_string(), "card 7 2 Ks");
//! # Ok::<(), punto_vocab::line::LineError>(())
//! ```

mod ask;
mod due;
mod proof;
mod protocol;
mod session;

pub use ask::{Alarm, Ask, Request, ShoeAnswer, ShoeReason, fits};
pub use due::ShoeDue;
pub use proof::{Challenge, Proof, TokenDigest};
pub use protocol::{
    BadLine, Cited, Code, Framer, FromHouse, FromShoe, LONGEST, Parting, Sentence, ShoeRun, StrictLine,
    VERSION,
};
pub use session::{SessionStep, ShoeMemory, ShoeSession, Then};
