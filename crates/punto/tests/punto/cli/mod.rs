//! The real binary, end to end: what it prints, on which stream, and with which exit code.

mod answers;
mod authors;
mod coups;
mod edges;
mod files;
mod refusals;
mod scripts;
mod tournaments;

use crate::support::{Ran, punto};

/// Runs arguments that must be refused, and gives back the one sentence that says why.
#[track_caller]
fn refused<S: AsRef<std::ffi::OsStr> + std::fmt::Debug>(args: &[S]) -> String {
    let Ran { code, out, err } = punto(args);
    assert_eq!(code, Some(2), "{args:?}: {err}");
    assert_eq!(out, "", "{args:?}: nothing belongs on the output stream");
    assert!(!err.contains("panicked"), "{args:?}: {err}");
    let sentence = err.strip_prefix("punto: ").unwrap_or_else(|| panic!("{args:?}: {err}"));
    assert_eq!(sentence.lines().count(), 1, "{args:?}: {sentence}");
    sentence.trim_end().to_owned()
}
