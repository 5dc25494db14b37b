//! Finds the files of a rulebook and hands their text to the checks.

use std::fs;
use std::path::Path;

use crate::problem::{Problem, Problems};
use crate::{Rulebook, embedded};

/// The largest rulebook file that is read, in bytes: far more than any document needs.
pub const LARGEST_FILE: u64 = 4 * 1024 * 1024;

impl Rulebook {
    /// Loads the rulebook in a folder, checking everything; all mistakes are reported together.
    pub fn load(folder: &Path) -> Result<Rulebook, Problems> {
        let mut problems = Vec::new();
        let mut text = |name: &str| {
            let file = folder.join(name);
            match read(&file) {
                Ok(text) => Some((file, text)),
                Err(message) => {
                    problems.push(Problem { file, at: None, message });
                    None
                }
            }
        };
        let (rulebook, clauses) = (text("rulebook.toml"), text("clauses.toml"));
        match (rulebook, clauses) {
            (Some((book_file, book)), Some((clause_file, clauses))) => {
                Rulebook::read((&book_file, &book), (&clause_file, &clauses))
            }
            _ => Err(Problems(problems)),
        }
    }

    /// The rulebook of this id that comes with the software.
    pub fn embedded(id: &str) -> Option<Rulebook> {
        let (book, clauses) = Rulebook::embedded_texts(id)?;
        let folder = Path::new("rulebooks").join(id);
        // The tests load every embedded book, so one that does not load never leaves the workshop.
        Rulebook::read((&folder.join("rulebook.toml"), book), (&folder.join("clauses.toml"), clauses)).ok()
    }

    /// The `rulebook.toml` and the `clauses.toml` of the rulebook of this id that comes with the software.
    pub fn embedded_texts(id: &str) -> Option<(&'static str, &'static str)> {
        let (_, book, clauses) = embedded::BOOKS.iter().find(|(name, ..)| *name == id)?;
        Some((book, clauses))
    }

    /// The ids of the rulebooks that come with the software.
    pub fn embedded_ids() -> impl ExactSizeIterator<Item = &'static str> {
        embedded::BOOKS.iter().map(|(name, ..)| *name)
    }
}

fn read(file: &Path) -> Result<String, String> {
    let unreadable = |error: std::io::Error| format!("cannot be read: {error}");
    let facts = fs::metadata(file).map_err(unreadable)?;
    if !facts.is_file() {
        let what = if facts.is_dir() { "a folder" } else { "something else" };
        return Err(format!("cannot be read: expected a file, found {what}"));
    }
    if facts.len() > LARGEST_FILE {
        return Err(format!("is {} bytes long; a rulebook file has at most {LARGEST_FILE}", facts.len()));
    }
    let text = String::from_utf8(fs::read(file).map_err(unreadable)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("is not UTF-8 text: the byte at position {at} belongs to no character")
    })?;
    if text.trim().is_empty() {
        return Err("is empty; expected a rulebook in TOML".into());
    }
    Ok(text)
}
