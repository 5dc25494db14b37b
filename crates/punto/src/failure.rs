//! What a command says when its input is wrong.

use std::path::Path;

use punto_rulebook::{Problems, Rulebook};

/// Why a command ends with exit code 2.
#[derive(Debug)]
pub(crate) enum Failure {
    /// One clear sentence for people, on the error stream.
    Message(String),
    /// What was asked for was done, and what was expected did not hold: exit code 1, on the output stream.
    Disagreement(String),
    /// What a program asked for and gets: a report of what is wrong, on the output stream.
    Report(String),
}

/// What a command prints, or what was wrong.
pub(crate) type Answer = Result<String, Failure>;

impl Failure {
    /// A failure with the words of an error.
    pub(crate) fn of(error: impl std::fmt::Display) -> Failure {
        Failure::Message(error.to_string())
    }

    /// The mistakes of a rulebook, one a line, each beginning with its place.
    pub(crate) fn mistakes(problems: &Problems) -> Failure {
        Failure::Message(match problems.0.len() {
            1 => problems.to_string(),
            many => format!("{many} mistakes\n{problems}"),
        })
    }
}

/// The rulebook of this id, or in this folder.
pub(crate) fn rulebook(name: &str) -> Result<Rulebook, Failure> {
    if let Some(book) = Rulebook::embedded(name) {
        return Ok(book);
    }
    let folder = Path::new(name);
    if folder.is_dir() {
        return Rulebook::load(folder).map_err(|problems| Failure::mistakes(&problems));
    }
    let known: Vec<&str> = Rulebook::embedded_ids().collect();
    let shown: String = name.chars().take(60).collect();
    Err(Failure::Message(format!(
        "`{shown}` is not a rulebook; expected {} or a folder with a rulebook.toml",
        known.join(", ")
    )))
}
