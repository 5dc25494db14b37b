//! Exact odds: for any shoe, how many of all deals come to each outcome of each bet.
//!
//! The number of ordered deals that come to a result is a polynomial in the ten numbers of cards left of each
//! point: a sum over the 5005 multisets of six points, with weights that only the drawing table fixes
//! (`weights`), evaluated as a bilinear form over the two halves of the points (`orders`, `form`). Pair bets look
//! at four cards and have closed forms (`pairs`). [`Endings`] counts the same in another way, with integers and
//! without tables; the two check each other.

mod analysis;
mod composition;
mod draw_table;
mod ending;
mod endings;
mod error;
mod figures;
mod form;
mod fraction;
mod instructions;
mod odds;
mod orders;
mod pairs;
mod paytable;
mod plan;
mod removal;
mod weights;

pub use analysis::Analysis;
pub use composition::Composition;
pub use draw_table::DrawTable;
pub use ending::PointsEnding;
pub use endings::Endings;
pub use error::{AnalysisError, CompositionError};
pub use figures::{BetFigures, Figures};
pub use fraction::Fraction;
pub use instructions::Instructions;
pub use odds::{BetOdds, NotTaken, OutcomeOdds, PaidStake, SettledHow};
pub use paytable::{Paytable, PaytableRow};
pub use removal::Removal;
