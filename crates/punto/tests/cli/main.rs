//! The real binary, end to end: what it prints, on which stream, and with which exit code.

mod answers;
mod coups;
mod files;
mod refusals;
mod scripts;
#[path = "../support/mod.rs"]
mod support;

use serde_json::Value;
use support::{Ran, punto, words};

/// Runs a command line that must succeed, and gives back what it printed.
#[track_caller]
fn text(line: &str) -> String {
    let Ran { code, out, err } = punto(&words(line));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{line}");
    assert!(out.ends_with('\n'), "{line}: the last line is not ended");
    out
}

/// The same, for a command line that prints JSON.
#[track_caller]
fn json(line: &str) -> Value {
    text(line).parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

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
