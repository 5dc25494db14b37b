//! Reads rulebooks from folders: the one place of the core that opens a file.

use std::fs;
use std::path::{Path, PathBuf};

use crate::problem::{Problem, Problems};
use crate::source::{BookFolder, BookSource, Scenario, Stray};
use crate::{Rulebook, embedded};

/// The largest rulebook file that is read, in bytes: far more than any document needs.
pub const LARGEST_FILE: u64 = 4 * 1024 * 1024;

/// What a rulebook's folder has, and what tells it from a folder of rulebooks.
const FILES: [&str; 2] = ["rulebook.toml", "clauses.toml"];

impl Rulebook {
    /// Loads the rulebook in a folder with its scenarios, checking everything; all mistakes are reported together.
    pub fn load(folder: &Path) -> Result<Rulebook, Problems> {
        BookSource::read(folder)?.0.load()
    }

    /// The rulebook of this id that comes with the software.
    pub fn embedded(id: &str) -> Option<Rulebook> {
        // The tests load every embedded book, so one that does not load never leaves the workshop.
        BookSource::embedded(id)?.load().ok()
    }

    /// The ids of the rulebooks that come with the software.
    pub fn embedded_ids() -> impl ExactSizeIterator<Item = &'static str> {
        embedded::BOOKS.iter().map(|(name, ..)| *name)
    }
}

impl BookSource {
    /// Reads the files of the rulebook in a folder, and what lies among its scenarios and is none.
    pub fn read(folder: &Path) -> Result<(BookSource, Vec<Stray>), Problems> {
        let mut problems = Vec::new();
        let mut text = |name: &str| match read(&folder.join(name), "a rulebook in TOML") {
            Ok(text) => text,
            Err(problem) => {
                problems.push(problem);
                String::new()
            }
        };
        let [rulebook, clauses] = FILES.map(&mut text);
        let (mut scenarios, mut strays) = (Vec::new(), Vec::new());
        let own = folder.join("scenarios");
        let files = if own.is_dir() { entries(&own) } else { Ok(Vec::new()) };
        for file in files.unwrap_or_else(|problem| {
            problems.push(problem);
            Vec::new()
        }) {
            match script_name(&file) {
                Some(name) => match read(&file, "a script") {
                    Ok(text) => scenarios.push(Scenario { name: name.into(), text: text.into(), file }),
                    Err(problem) => problems.push(problem),
                },
                None => strays.push(Stray {
                    path: file,
                    expected: "a scenario, which is a file like 5.8-what-it-shows.script",
                }),
            }
        }
        match problems.is_empty() {
            true => {
                let (rulebook, clauses) = (rulebook.into(), clauses.into());
                Ok((BookSource { folder: folder.into(), rulebook, clauses, scenarios }, strays))
            }
            false => Err(Problems(problems)),
        }
    }
}

impl BookFolder {
    /// Reads every rulebook of a folder, or the one that the folder is itself.
    ///
    /// What is no rulebook at all is listed and does no harm. A folder with one of the two files is meant to be a
    /// rulebook, and what is wrong with it is a mistake.
    pub fn read(folder: &Path) -> Result<BookFolder, Problems> {
        let one = |problem| Problems(vec![problem]);
        let mut found = BookFolder::default();
        let mut problems = Vec::new();
        let is_book = |path: &Path| FILES.iter().any(|name| path.join(name).exists());
        let places = if is_book(folder) { vec![folder.to_owned()] } else { entries(folder).map_err(one)? };
        for path in places {
            if !is_book(&path) {
                found
                    .strays
                    .push(Stray { path, expected: "a folder with a rulebook.toml and a clauses.toml" });
                continue;
            }
            match BookSource::read(&path) {
                Ok((source, strays)) => {
                    found.sources.push(source);
                    found.strays.extend(strays);
                }
                Err(wrong) => problems.extend(wrong.0),
            }
        }
        if problems.is_empty() { Ok(found) } else { Err(Problems(problems)) }
    }
}

/// The name of a scenario's file, if it is one.
fn script_name(file: &Path) -> Option<String> {
    let named = file.extension().is_some_and(|end| end == "script") && file.is_file();
    Some(file.file_stem()?.to_str()?.to_owned()).filter(|_| named)
}

/// What a folder holds, by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let wrong = |error| problem(folder, format!("cannot be read: {error}"));
    let listed = fs::read_dir(folder).map_err(wrong)?;
    let mut paths =
        listed.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    paths.sort();
    Ok(paths)
}

fn read(file: &Path, expected: &str) -> Result<String, Problem> {
    let unreadable = |error: std::io::Error| problem(file, format!("cannot be read: {error}"));
    let facts = fs::metadata(file).map_err(unreadable)?;
    if !facts.is_file() {
        let what = if facts.is_dir() { "a folder" } else { "something else" };
        return Err(problem(file, format!("cannot be read: expected a file, found {what}")));
    }
    if facts.len() > LARGEST_FILE {
        return Err(problem(
            file,
            format!("is {} bytes long; a rulebook file has at most {LARGEST_FILE}", facts.len()),
        ));
    }
    let text = String::from_utf8(fs::read(file).map_err(unreadable)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        problem(file, format!("is not UTF-8 text: the byte at position {at} belongs to no character"))
    })?;
    if text.trim().is_empty() {
        return Err(problem(file, format!("is empty; expected {expected}")));
    }
    Ok(text)
}

fn problem(file: &Path, message: String) -> Problem {
    Problem { file: file.into(), at: None, message }
}
