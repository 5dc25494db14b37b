//! A public set of questions about baccarat with the answers of the engine, for any other implementation.
//!
//! A [`PublicQuestion`] is a question in one of five [`QuestionKind`]s with its answer and the clauses that the answer rests on. [`of_document`]
//! and [`of_roads`] make all of them, the same every time; [`differences`] compares an answer with what is right; and [`run`]
//! asks another program all questions over its standard input and output. `conformance/` in the project has the set as files,
//! and docs/conformance.md describes the form.
//!
//! ```
//! use punto_conformance::{QuestionKind, differences, of_roads};
//! let case = &of_roads()[3];
//! assert_eq!((case.part, case.ask["entries"].as_str()), (QuestionKind::Roads, Some("BBPPPBPBB")));
//! assert!(differences(&case.answer, &case.answer).is_empty());
//! assert_eq!(case.answer["big_eye_boy"], "RBBBRB");
//! ```

mod case;
mod chance;
mod coups;
mod differ;
mod irregular;
mod odds;
mod roads;
mod run;
mod settled;

use punto_rulebook::{Draft, Rulebook, Terms, TermsRefused};

pub use case::{AskedTable, FORMAT, PublicQuestion, QuestionKind, UnreadQuestion, lines, read};
pub use differ::{Difference, differences};
pub use roads::of_roads;
pub use run::{AskError, KindCount, Verdict, run};

/// Why no questions can be made of a document.
#[derive(Debug, thiserror::Error)]
pub enum QuestionError {
    /// It has no usual terms.
    #[error(transparent)]
    Terms(#[from] TermsRefused),
    /// Its odds cannot be counted.
    #[error(transparent)]
    Analysis(#[from] punto_odds::AnalysisError),
    /// A shoe cannot be.
    #[error(transparent)]
    Shoe(#[from] punto_odds::CompositionError),
    /// A coup of the set is none under this document, which is a mistake of the set.
    #[error("{0}")]
    Coup(#[from] punto_coup::NotDue),
}

/// All questions about one document: coups, settlements, irregularities and odds, and the table that they are asked of.
pub fn of_document(book: &Rulebook) -> Result<(AskedTable, Vec<PublicQuestion>), QuestionError> {
    let terms = Terms::under(book, Draft::usual(book))?;
    let mut cases = coups::cases(book)?;
    cases.extend(settled::cases(book)?);
    cases.extend(irregular::cases(book, &terms));
    cases.extend(odds::cases(book)?);
    Ok((AskedTable::of(book, &terms), cases))
}
