//! Reports over any period and as of any past moment.
//!
//! [`FigureRows`] is a projection of the journal: a row for every coup, every wager and everything that moved beside them,
//! and the same by the hour. It follows the journal outside the append, in a file that can be deleted at any time. What is
//! undone is posted with the other sign at the moment of the undoing, so that the report of a past moment never changes.
//! [`report`] reads it; [`Model`] says what chance lets expect of the very wagers.

mod exceptions;
mod expected;
mod flat;
#[cfg(feature = "parquet")]
mod parquet;
mod projection;
mod query;
mod report;
mod rows;
mod sheet;

pub use exceptions::{ExceptionKind, LATE};
pub use expected::{BAND, Expected, Model};
pub use flat::{CellKind, FlatCell, FlatColumn, FlatFile, FlatForm, FlatRow, FlatTable, flat_rows};
#[cfg(feature = "parquet")]
pub use parquet::{ParquetError, parquet};
pub use projection::{FigureRows, KeptBooks};
pub use query::{By, PeriodAsked, PlaySums};
pub use report::{BadPeriod, Currencies, HouseFacts, ReportKind, caught_up, report};
pub use sheet::{SheetOf, sheet};
