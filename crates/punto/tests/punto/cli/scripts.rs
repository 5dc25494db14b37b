//! `punto check`, `print`, `play` and `roads`: scripts that hold, that do not, and that cannot be read.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::refused;
use crate::support::{Ran, json, punto, root, text};

/// A file of this content in the tests' own folder.
fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("a file for the test");
    path.to_str().expect("a plain path").to_owned()
}

const TABLE: &str = "script 1\nrulebook nsw-2021\nopen limits 25..5000\nprepare\nsit ada@1\n";

/// The sentence about a script whose sixth line is this one.
#[track_caller]
fn unreadable(line: &str) -> String {
    refused(&["check", &file("unreadable.script", format!("{TABLE}{line}\n"))])
}

#[test]
fn every_scenario_of_the_project_holds() {
    for id in ["nsw-2021", "tas-2013", "tas-2018", "nz-1998", "rws-2016"] {
        let out = text(&format!("check rulebooks/{id}/scenarios"));
        assert!(out.contains(", 0 did not"), "{out}");
    }
}

#[test]
fn what_does_not_hold_is_told_with_what_happened() {
    let script = format!("{TABLE}bet ada@1 player 100\nexpect wagered ada@1 player 200 by 5.1\n");
    let Ran { code, out, err } = punto(&["check", &file("wrong.script", script)]);
    assert_eq!((code, err.as_str()), (Some(1), ""));
    assert!(out.contains("line 7: expected wagered ada@1 player 200 by 5.1"), "{out}");
    assert!(out.contains("but wagered ada@1 player 100 by 5.1"), "{out}");
}

#[test]
fn a_refusal_nobody_expected_is_a_failure() {
    let Ran { code, out, .. } =
        punto(&["check", &file("refusal.script", format!("{TABLE}bet ada@1 player 1\n"))]);
    assert_eq!(code, Some(1));
    assert!(out.contains("line 6") && out.contains("below the minimum") && out.contains("(6.1)"), "{out}");
}

#[test]
fn bad_lines_are_reported_with_line_and_column() {
    for (line, column, part) in [
        ("deel Ks", 1, "is not a verb"),
        ("card", 5, "the line ends here"),
        ("bet ada@1 player 1e30", 18, "is not an amount"),
        ("bet ada@999 player 100", 9, "whole number"),
        ("as emperor max", 4, "is not a role"),
        ("at noon", 4, "is not a time"),
        ("expect", 8, "the line ends here"),
        ("card Ks to nobody at all", 9, "perhaps with `seen`"),
        ("open decks 8, decks 6", 6, "given twice"),
    ] {
        let sentence = unreadable(line);
        assert!(sentence.contains(&format!("line 6, column {column}:")), "{line}: {sentence}");
        assert!(sentence.contains(part), "{line}: {sentence}");
    }
}

#[test]
fn a_seat_the_table_does_not_have_is_refused_by_its_clause() {
    let Ran { code, out, .. } = punto(&["check", &file("seat.script", format!("{TABLE}sit ben@99\n"))]);
    assert_eq!(code, Some(1));
    assert!(out.contains("no box 99") && out.contains("(2.1)"), "{out}");
}

#[test]
fn a_card_seen_nine_times_in_eight_decks_is_refused() {
    let mut script = TABLE.to_owned();
    // Kings and queens count nothing, so every coup takes four of them and a natural ends it.
    for _ in 0..9 {
        script.push_str("bet ada@1 player 100\ncard Ks\ncard Qs\ncard 9s\ncard Qh\ncall points\nsettle\n");
    }
    let Ran { code, out, .. } = punto(&["check", &file("nine.script", script)]);
    assert_eq!(code, Some(1));
    assert!(out.contains("Ks has been seen 8 times") && out.contains("(3.1)"), "{out}");
}

#[test]
fn files_that_are_no_scripts_get_one_sentence() {
    let bytes: Vec<u8> = (0..4096u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    assert!(refused(&["check", &file("bytes.script", bytes)]).contains("not UTF-8 text"));
    assert!(refused(&["check", &file("large.script", vec![b'#'; 50_000_000])]).contains("at most 16777216"));
    assert!(refused(&["check", &file("empty.script", "")]).contains("expected the first line `script 1`"));
    assert!(
        refused(&["check", &file("other.script", "hello\n")]).contains("expected the first line `script 1`")
    );
    assert!(refused(&["check", "no-such.script"]).contains("cannot be read"));
    let nobody = file("nobody.script", "script 1\nopen usual\n");
    assert!(refused(&["check", &nobody]).contains("no rulebook is named"));
}

#[test]
fn a_printed_script_with_its_events_holds() {
    let scenario = "rulebooks/nsw-2021/scenarios/12.2-stray-player-card-becomes-bankers.script";
    let printed = text(&format!("print {scenario} --events"));
    assert!(printed.contains("expect irregularity stray-player-card by 12.2"), "{printed}");
    let copy = file("printed.script", printed);
    assert!(text(&format!("check {copy}")).contains(", 0 did not"));
    let plain = text(&format!("print {scenario}"));
    let again = file("plain.script", &plain);
    assert_eq!(text(&format!("print {again}")), plain);
}

#[test]
fn a_table_can_be_played_line_by_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_punto"))
        .args(["play", "--rulebook", "nsw-2021"])
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("punto starts");
    let said = "open limits 25..500\nprepare\nsit ada@1\nbet ada@1 player 5\nwhy\nbet ada@1 player 100\nundo\nshow\nhelp card\nnonsense\nquit\n";
    child.stdin.take().expect("a pipe").write_all(said.as_bytes()).expect("punto reads");
    let out = String::from_utf8(child.wait_with_output().expect("punto ends").stdout).expect("UTF-8");
    for part in [
        "refused: a wager of 5 on player is below the minimum of 25 (6.1)",
        "6.1: A sign shows",
        "wagered ada@1 player 100 by 5.1",
        "undone: bet ada@1 player 100",
        "card {card} [{lies}]",
        "`nonsense` is not a verb",
    ] {
        assert!(out.contains(part), "{part} is missing in:\n{out}");
    }
}

#[test]
fn roads_are_drawn_and_given_to_programs() {
    let value = json("roads BPTBbPp --json");
    assert_eq!(value["big_road"], serde_json::json!(["B", "P", "B", "P"]));
    assert_eq!(value["big_eye_boy"], "RR");
    assert_eq!(value["ask_banker"], serde_json::json!(["R", "R", "R"]));
    assert_eq!(value["big_road_grid"], serde_json::json!([[0, 0], [0, 1], [0, 2], [0, 3]]));
    let short = json("roads BB --json");
    assert_eq!(short["ask_player"], serde_json::json!([null, null, null]));
    assert!(text("roads BBPPPBPBB").contains("cockroach pig  BR"));
    assert!(refused(&["roads", "BPX"]).contains("column 3"));
}
