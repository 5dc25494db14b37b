//! Flat tables for analysts: coups, wagers, cards, movements, rulings and duties, each a row of typed columns.
//!
//! A journal is gone through once, stream after stream; nothing is decided and nothing is kept. A coup is written when
//! nothing can change it any more, so that what was corrected stands in it once and as it is. Every form has the same columns with
//! the same names, and amounts are whole numbers of minor units in all of them, so that a question asked of one can be
//! asked of any.

mod books;
mod coups;
mod fold;
mod form;
#[cfg(feature = "parquet")]
mod parquet;
mod rows;
mod schema;

pub use fold::flat_rows;
pub use form::{FlatFile, FlatForm};
pub use schema::{CellKind, FlatCell, FlatColumn, FlatRow, FlatTable};
