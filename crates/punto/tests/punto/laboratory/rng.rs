//! `punto rng`: streams of the right length that stop when nobody reads, and a check that passes.

use std::io::Read;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{punto, root};

fn stream(args: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_punto"))
        .args(["rng", "stream"])
        .args(args)
        .current_dir(root())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn a_stream_has_as_many_bytes_as_asked_for_and_never_the_same() {
    let first = stream(&["--bytes", "200001"]);
    assert!(first.status.success() && first.stderr.is_empty(), "{:?}", first.stderr);
    assert_eq!(first.stdout.len(), 200_001);
    let second = stream(&["--bytes", "2e5", "--progress"]);
    assert_eq!(second.stdout.len(), 200_000);
    assert_ne!(first.stdout[..1000], second.stdout[..1000]);
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(said.starts_with("200 000 bytes, ") && said.ends_with(" MB/s\n"), "{said}");
}

#[test]
fn shoes_come_one_a_line() {
    let shoes = stream(&["--cards", "--shoes", "3", "--decks", "1"]);
    let text = String::from_utf8(shoes.stdout).unwrap();
    assert_eq!(text.lines().count(), 3);
    assert!(text.lines().all(|line| line.split(' ').count() == 52));
}

#[test]
fn a_reader_that_has_enough_ends_the_stream_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_punto"))
        .args(["rng", "stream"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut some = [0; 4096];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

/// Honest noise fails both times with a chance below one in 10^5.
#[test]
fn the_generator_passes_its_check() {
    let ran = punto(&["rng", "check", "--bytes", "1e6", "--shoes", "3000", "--json"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    let rows = |key: &str| report[key].as_array().unwrap().clone();
    assert_eq!((rows("raw").len(), rows("dealt").len()), (10, 15));
    for row in rows("raw").iter().chain(&rows("dealt")) {
        let p = row["p"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&p) && row["sample"].as_u64().unwrap() > 100, "{row}");
    }
    assert_eq!(report["failed"], serde_json::json!([]));
}

#[test]
fn too_little_to_tell_is_refused() {
    for args in [
        &["rng", "check", "--bytes", "1000"][..],
        &["rng", "check", "--shoes", "10"],
        &["rng", "check", "--decks", "9"],
        &["rng", "stream", "--bytes", "many"],
        &["rng", "stream", "--shoes", "3"],
    ] {
        let ran = punto(args);
        assert!(ran.code == Some(2) && ran.out.is_empty() && !ran.err.is_empty(), "{args:?}: {ran:?}");
    }
}
