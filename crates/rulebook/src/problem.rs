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
    /// Where each line begins: every citation asks for its line, so none may cost a walk through the file.
    lines: Vec<usize>,
}

impl<'a> Source<'a> {
    pub(crate) fn new((file, text): (&'a Path, &'a str)) -> Source<'a> {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Source { file, text, lines: [0].into_iter().chain(newlines.map(|(at, _)| at + 1)).collect() }
    }

    /// A mistake at this place of the file.
    pub(crate) fn problem(&self, span: Option<Range<usize>>, message: impl Into<String>) -> Problem {
        let at = span.map(|span| (self.line(span.start), self.column(span.start)));
        Problem { file: self.file.into(), at, message: message.into() }
    }

    /// The line of a byte, from 1.
    pub(crate) fn line(&self, byte: usize) -> usize {
        self.lines.partition_point(|start| *start <= byte)
    }

    /// The first byte of a line.
    pub(crate) fn start_of(&self, line: usize) -> Range<usize> {
        let start = self.lines.get(line - 1).copied().unwrap_or_default();
        start..start
    }

    /// The column of a byte, from 1.
    fn column(&self, byte: usize) -> usize {
        let start = self.lines[self.line(byte) - 1];
        self.text.as_bytes()[start..].iter().take(byte - start).filter(|byte| is_char_start(**byte)).count()
            + 1
    }
}

/// Whether a byte of UTF-8 is the first of its character.
fn is_char_start(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}
