//! Where a rulebook comes from: its two files and its scenarios, of the binary or of a folder.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::problem::Problems;
use crate::{Rulebook, embedded};

/// The files of one rulebook, read and not yet checked. Whether they are in the binary or in a folder makes no
/// difference from here on.
///
/// ```
/// use punto_rulebook::BookSource;
///
/// let source = BookSource::embedded("nsw-2021").unwrap();
/// let book = source.load().unwrap();
/// assert!(book.scenarios.iter().any(|scenario| scenario.name.starts_with("12.2-")));
/// ```
#[derive(Clone, Debug)]
pub struct BookSource {
    /// The folder that the files are named by in messages.
    pub folder: PathBuf,
    /// The text of `rulebook.toml`.
    pub rulebook: Cow<'static, str>,
    /// The text of `clauses.toml`.
    pub clauses: Cow<'static, str>,
    /// The scripts of its folder `scenarios`, by name.
    pub scenarios: Vec<Scenario>,
}

/// A script that shows what clauses do. It stands beside the rulebook and is no part of its digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The clause it is about and what it shows: the file's name without `.script`.
    pub name: Cow<'static, str>,
    /// The script.
    pub text: Cow<'static, str>,
    /// Its file, for messages.
    pub file: PathBuf,
}

/// The rulebooks of a folder, and what lies between them.
#[derive(Clone, Debug, Default)]
pub struct BookFolder {
    /// The rulebooks, in the order of their folders' names.
    pub sources: Vec<BookSource>,
    /// What is no rulebook.
    pub strays: Vec<Stray>,
}

/// A file or folder that is no rulebook or scenario and lies where only those are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    /// Where it lies.
    pub path: PathBuf,
    /// What would be there instead.
    pub expected: &'static str,
}

impl fmt::Display for Stray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is left out: it is not {}", self.path.display(), self.expected)
    }
}

impl BookSource {
    /// The rulebook of this id that comes with the software.
    pub fn embedded(id: &str) -> Option<BookSource> {
        let (id, book, clauses) = embedded::BOOKS.iter().find(|(name, ..)| *name == id)?;
        let own = embedded::SCENARIOS.iter().filter(|(book, ..)| book == id);
        let folder = Path::new("rulebooks").join(id);
        let scripts = folder.join("scenarios");
        let scenario = |(_, name, text): &(&str, &'static str, &'static str)| Scenario {
            name: (*name).into(),
            text: (*text).into(),
            file: scripts.join(format!("{name}.script")),
        };
        Some(BookSource {
            folder,
            rulebook: (*book).into(),
            clauses: (*clauses).into(),
            scenarios: own.map(scenario).collect(),
        })
    }

    /// All that come with the software.
    pub fn all_embedded() -> impl Iterator<Item = BookSource> {
        Rulebook::embedded_ids().filter_map(BookSource::embedded)
    }

    /// Checks the two files and lowers them; all mistakes are reported together.
    pub fn load(self) -> Result<Rulebook, Problems> {
        let (book, clauses) = (self.folder.join("rulebook.toml"), self.folder.join("clauses.toml"));
        let mut book = Rulebook::read((&book, &self.rulebook), (&clauses, &self.clauses))?;
        book.scenarios = self.scenarios;
        Ok(book)
    }
}
