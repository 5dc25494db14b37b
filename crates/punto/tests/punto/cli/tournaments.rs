//! Tournaments that are rehearsed.

use super::refused;
use crate::support::{json, text};

const SMALL: &str = "tournament simulate --rulebook tas-2018 --players 9 --tables 3 --rounds 2 --seed 7";

#[test]
fn the_same_seed_prints_the_same_bytes_and_another_prints_others() {
    let first = text(SMALL);
    assert_eq!(first, text(SMALL));
    assert_ne!(first, text(&SMALL.replace("--seed 7", "--seed 8")));
    assert!(first.contains("The pool of 299.97 is paid out."), "{first}");
}

#[test]
fn programs_read_what_was_paid() {
    let event = json(&format!("{SMALL} --json"));
    let prizes = event["prizes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let paid: i64 = prizes.iter().filter_map(|prize| prize["amount"].as_i64()).sum();
    assert_eq!((Some(paid), event["holds"].as_bool()), (event["pool"].as_i64(), Some(true)));
}

#[test]
fn figures_that_do_not_go_together_are_refused_with_some_that_do() {
    for (figures, part) in [
        ("--players 500 --tables 71 --rounds 4", "it takes 72"),
        ("--players 500 --tables 72 --rounds 2", "4 rounds would do"),
        ("--players 9 --tables 5 --rounds 2", "4 would do"),
        ("--rulebook nz-1998", "nz-1998 has no tournaments"),
    ] {
        let line = format!("tournament simulate {figures}");
        let args: Vec<&str> = line.split(' ').collect();
        let sentence = refused(&args);
        assert!(sentence.contains(part), "{line}: {sentence}");
    }
}
