//! The engine as questions with plain answers: what programs in other languages ask, and what they get.
//!
//! Questions are texts, answers are JSON values. Amounts are texts such as `23.75` and probabilities are ratios, so that
//! nothing passes through a binary fraction. The modules for Python and JavaScript hand both on and decide nothing.
//!
//! ```
//! let coup = punto_answers::coup("nsw-2021", "Ks 2d 6h 3c 9d").unwrap();
//! assert_eq!(coup["winner"], "player");
//! let refused = punto_answers::coup("nsw-2021", "Ks 2d 6h 3c 9d 9s").unwrap_err();
//! assert!(refused.to_string().ends_with(')'), "{refused}");
//! ```

mod game;
mod spoken;

pub use game::{TableChoice, clause, coup, documents, odds, roads, settle};
pub use spoken::{ToldTable, run_script};

use punto_rulebook::Rulebook;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// It cannot be read, or asks for something that there is not.
    #[error("{0}")]
    Wrong(String),
    /// The document does not allow it.
    #[error("{reason} ({by})")]
    Refused {
        /// Why.
        reason: String,
        /// The clauses and settings it rests on.
        by: String,
    },
}

pub(crate) fn wrong(error: impl std::fmt::Display) -> Unanswered {
    Unanswered::Wrong(error.to_string())
}

pub(crate) fn refused(reason: impl std::fmt::Display, by: impl std::fmt::Display) -> Unanswered {
    Unanswered::Refused { reason: reason.to_string(), by: by.to_string() }
}

/// The document of this id.
pub(crate) fn book(document: &str) -> Result<Rulebook, Unanswered> {
    Rulebook::embedded(document).ok_or_else(|| {
        let known: Vec<&str> = Rulebook::embedded_ids().collect();
        wrong(format!("`{}` is not a rulebook; expected {}", short(document), known.join(", ")))
    })
}

/// As much of an input as a message repeats.
pub(crate) fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
