//! `punto upgrade --check`: what would be in the way of this program, said before anything is changed.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::house::{House, QUICK, data, punto};

/// What it answers: whether it would open the house, and all points.
fn asked(folder: &Path) -> (bool, Vec<Value>) {
    let output = punto(&["upgrade", "--check", "--demo", "--json"], folder);
    let text = String::from_utf8(output.stdout).unwrap();
    let answer: Value = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr)));
    let opens = answer["opens"].as_bool().unwrap();
    assert_eq!(output.status.code(), Some(i32::from(!opens)), "{text}");
    (opens, answer["points"].as_array().unwrap().clone())
}

#[track_caller]
fn says(points: &[Value], what: &str, holds: bool, words: &str) {
    let found =
        points.iter().find(|point| point["what"] == what).unwrap_or_else(|| panic!("{what}: {points:#?}"));
    assert_eq!(found["holds"], holds, "{found}");
    assert!(found["says"].as_str().unwrap().contains(words), "{found}");
}

#[test]
fn a_house_that_was_stopped_or_broke_down_is_opened_by_the_same_engine_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    House::open(folder.path(), QUICK).stop();
    let before = fs::read(data(folder.path()).join("journal.sqlite3")).unwrap();
    let (opens, points) = asked(folder.path());
    assert!(opens, "{points:#?}");
    says(&points, "end", true, "signed");
    says(&points, "engine", true, "this program's");
    says(&points, "records", true, "hold");
    says(&points, "second copies", true, "none is named");
    says(&points, "manifest", true, "compared with nothing");
    assert_eq!(fs::read(data(folder.path()).join("journal.sqlite3")).unwrap(), before);

    House::open(folder.path(), QUICK).kill();
    assert!(asked(folder.path()).0, "the same engine needs no signed end");
}

#[test]
fn what_is_in_the_way_is_named_with_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    House::open(folder.path(), QUICK).stop();
    // Another key that signs.
    let keys = data(folder.path()).join("keys");
    let key = keys.join("checkpoint.key");
    let own = fs::read(&key).unwrap();
    fs::rename(&key, keys.join("kept")).unwrap();
    let (opens, points) = asked(folder.path());
    assert!(!opens);
    says(&points, "signing key", false, "put it back");
    House::try_open(&folder.path().join("other"), QUICK).unwrap().stop();
    fs::copy(data(&folder.path().join("other")).join("keys/checkpoint.key"), &key).unwrap();
    let (opens, points) = asked(folder.path());
    assert!(!opens);
    says(&points, "threshold", false, "punto accept");
    fs::write(&key, own).unwrap();
    assert!(asked(folder.path()).0);

    // No key of the chain.
    fs::rename(keys.join("chain.key"), keys.join("gone")).unwrap();
    says(&asked(folder.path()).1, "chain key", false, "there is no key");
    fs::rename(keys.join("gone"), keys.join("chain.key")).unwrap();

    // No journal at all.
    let nothing = tempfile::tempdir().unwrap();
    let (opens, points) = asked(nothing.path());
    assert!(!opens);
    assert_eq!(points[0]["what"], "journal");
}
