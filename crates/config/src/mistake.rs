//! What is wrong with a configuration: where, and what would be right.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The file.
    pub file: PathBuf,
    /// Line and column, from 1; `None` where the whole is at fault.
    pub at: Option<(usize, usize)>,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl Mistake {
    /// A mistake of the whole file.
    pub(crate) fn of(file: &Path, message: impl Into<String>) -> Mistake {
        Mistake { file: file.into(), at: None, message: message.into() }
    }

    /// A mistake at a place of the file's text.
    pub(crate) fn at(file: &Path, text: &str, span: Range<usize>, message: impl Into<String>) -> Mistake {
        let before = text.get(..span.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Mistake { file: file.into(), at: Some((line, column)), message: message.into() }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        if let Some((line, column)) = self.at {
            write!(f, "{line}:{column}:")?;
        }
        write!(f, " {}", self.message)
    }
}

/// All mistakes that could be found at once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(|mistake| mistake.to_string()).collect::<Vec<_>>().join("\n"))]
pub struct Mistakes(pub Vec<Mistake>);

impl From<Mistake> for Mistakes {
    fn from(mistake: Mistake) -> Mistakes {
        Mistakes(vec![mistake])
    }
}
