//! What is wrong with a rulebook's files: where, and what was expected.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// One mistake in a rulebook file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, as it was named to the loader.
    pub file: PathBuf,
    /// Line and column of the mistake, both from 1; `None` when the file as a whole is at fault.
    pub at: Option<(usize, usize)>,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        if let Some((line, column)) = self.at {
            write!(f, "{line}:{column}:")?;
        }
        write!(f, " {}", self.message)
    }
}

/// All mistakes of a rulebook, in the order of its files.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(|p| p.to_string()).collect::<Vec<_>>().join("\n"))]
pub struct Problems(pub Vec<Problem>);

/// A file's name and text, for turning byte ranges into lines and columns.
#[derive(Clone, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) file: &'a Path,
    pub(crate) text: &'a str,
}

impl Source<'_> {
    /// A mistake at this place of the file.
    pub(crate) fn problem(&self, span: Option<Range<usize>>, message: impl Into<String>) -> Problem {
        Problem {
            file: self.file.into(),
            at: span.map(|span| self.line_column(span.start)),
            message: message.into(),
        }
    }

    /// Line and column of a byte, both from 1.
    pub(crate) fn line_column(&self, byte: usize) -> (usize, usize) {
        let mut end = byte.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.text[..end];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}
