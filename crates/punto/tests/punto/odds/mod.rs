//! `punto odds` and `punto simulate`, end to end with the real binary.

mod along;
mod figures;
mod plots;
mod refusals;
mod shape;
mod simulate;
mod systems;

use std::path::PathBuf;

use serde_json::Value;

use crate::support::{Ran, punto};

/// Runs arguments that must be refused with one sentence that has these parts.
#[track_caller]
fn refused(args: &[&str], parts: &[&str]) {
    let Ran { code, out, err } = punto(args);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
    let sentence = err.strip_prefix("punto: ").unwrap_or_else(|| panic!("{args:?}: {err}"));
    assert_eq!(sentence.lines().count(), 1, "{args:?}: {sentence}");
    assert!(sentence.len() < 500, "{args:?}: {sentence}");
    for part in parts {
        assert!(sentence.contains(part), "{args:?}: no `{part}` in: {sentence}");
    }
}

/// The figures of one bet.
#[track_caller]
fn bet<'a>(report: &'a Value, name: &str) -> &'a Value {
    let bets = report["bets"].as_array().expect("a list of bets");
    bets.iter().find(|bet| bet["bet"] == name).unwrap_or_else(|| panic!("no {name} in {report}"))
}

/// A file of its own for one test.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A file with a text in it, as an argument.
#[track_caller]
fn written(name: &str, text: &str) -> String {
    let path = file(name);
    std::fs::write(&path, text).expect("a file can be written");
    path.to_str().expect("a path in UTF-8").to_owned()
}
