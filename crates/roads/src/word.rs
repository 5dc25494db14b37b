//! Reading a closed set of words, with an error that lists them.

use std::fmt::Display;

/// A text that is none of the words its type knows.
///
/// ```
/// use punto_roads::TailPolicy;
///
/// let error = "curved".parse::<TailPolicy>().unwrap_err();
/// assert_eq!(error.to_string(), "found \"curved\", expected straight or resume");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found:?}, expected {}", .expected.join(" or "))]
pub struct UnknownWord {
    /// The text as it was given.
    pub found: String,
    /// Every word that would have been understood.
    pub expected: Vec<String>,
}

/// Finds the value that prints as `text`, so that reading can never drift from printing.
pub(crate) fn find<T: Copy + Display>(all: &[T], text: &str) -> Result<T, UnknownWord> {
    all.iter().copied().find(|value| value.to_string() == text).ok_or_else(|| UnknownWord {
        found: text.to_owned(),
        expected: all.iter().map(ToString::to_string).collect(),
    })
}
