//! What a command says when its input is wrong.

use std::path::Path;

use punto_rulebook::Rulebook;

/// One clear message; the command ends with exit code 2.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) String);

/// What a command prints, or what was wrong.
pub(crate) type Answer = Result<String, Failure>;

impl Failure {
    /// A failure with the words of an error.
    pub(crate) fn of(error: impl std::fmt::Display) -> Failure {
        Failure(error.to_string())
    }
}

/// The rulebook of this id, or in this folder.
pub(crate) fn rulebook(name: &str) -> Result<Rulebook, Failure> {
    if let Some(book) = Rulebook::embedded(name) {
        return Ok(book);
    }
    let folder = Path::new(name);
    if folder.is_dir() {
        return Rulebook::load(folder).map_err(Failure::of);
    }
    let known: Vec<&str> = Rulebook::embedded_ids().collect();
    let shown: String = name.chars().take(60).collect();
    Err(Failure(format!(
        "`{shown}` is not a rulebook; expected {} or a folder with a rulebook.toml",
        known.join(", ")
    )))
}
