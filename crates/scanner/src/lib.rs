//! The scanning shoe's protocol: the lines a shoe and the house say to each other, and how a shoe proves who it is.
//!
//! Everything here is a value or a text; sockets, tables and clocks are the floor's. `docs/scanning-shoe.md` is for those
//! who build such a shoe.
//!
//! ```
//! use punto_scanner::FromShoe;
//!
//! let line: FromShoe = "card 7 2 Ks".parse()?;
//! assert!(matches!(line, FromShoe::Card { n: 7, shoe: 2, .. }));
//! assert_eq!(line.to_string(), "card 7 2 Ks");
//! # Ok::<(), punto_vocab::line::LineError>(())
//! ```

mod proof;
mod protocol;

pub use proof::{Challenge, Proof, TokenDigest};
pub use protocol::{
    BadLine, Cited, Code, Framer, FromHouse, FromShoe, LONGEST, Parting, Sentence, ShoeRun, StrictLine,
    VERSION,
};
