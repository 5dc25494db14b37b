//! What somebody who writes a rulebook meets: a folder to begin with, and the example with bets of many places.

use std::fs;
use std::path::PathBuf;

use super::refused;
use crate::support::{punto, root};

#[test]
fn a_new_folder_is_a_whole_rulebook_with_scenarios_that_hold() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("here-2027");
    let _ = fs::remove_dir_all(&folder);
    let name = folder.to_str().expect("a plain path");
    let begun = punto(&["rulebook", "new", "--from", "rws-2016", name]);
    assert_eq!(begun.code, Some(0), "{}", begun.err);
    assert!(begun.out.contains("here-2027, begun from rws-2016"), "{}", begun.out);
    let covered = punto(&["check", name, "--coverage"]);
    assert_eq!(covered.code, Some(0), "{}{}", covered.out, covered.err);
    assert!(covered.out.contains("here-2027: 0 clauses without a scenario"), "{}", covered.out);
    // What is there is never written over.
    let again = refused(&["rulebook", "new", "--from", "rws-2016", name]);
    assert!(again.contains("is there already"), "{again}");
}

#[test]
fn a_new_folder_needs_a_name_and_a_rulebook_to_begin_with() {
    let named = |name: &str| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name).display().to_string();
    let odd = refused(&["rulebook", "new", "--from", "rws-2016", &named("Here 2027")]);
    assert!(odd.contains("expected a folder named in small letters"), "{odd}");
    let unknown = refused(&["rulebook", "new", "--from", "rws-2061", &named("there-2027")]);
    assert!(unknown.contains("`rws-2061` is not a rulebook; expected nsw-2021"), "{unknown}");
    assert!(!PathBuf::from(named("there-2027")).exists());
}

#[test]
fn the_example_is_sound_and_its_scenarios_hold() {
    let folder = root().join("examples/side-bets");
    let name = folder.to_str().expect("a plain path");
    let checked = punto(&["rulebook", "check", name]);
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    let ran = punto(&["check", name]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("5 scripts") && ran.out.contains("0 did not"), "{}", ran.out);
}

#[test]
fn a_simulation_says_which_bets_it_does_not_count() {
    let folder = root().join("examples/side-bets");
    let name = folder.to_str().expect("a plain path");
    let ran = punto(&["simulate", "--rulebook", name, "--coups", "10000", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(report["left_out"], serde_json::json!(["player_bonus", "banker_bonus"]));
    let counted = report["bets"].as_array().expect("bets").iter().filter_map(|bet| bet["bet"].as_str());
    assert!(counted.clone().any(|bet| bet == "small") && !counted.clone().any(|bet| bet == "player_bonus"));
}
