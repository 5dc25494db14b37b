//! What is wrong is told in one sentence, with the clause where there is one.

use super::{file, refused, written};
use crate::support::punto;

#[track_caller]
fn shoe_refused(name: &str, json: &str, parts: &[&str]) {
    let path = written(&format!("refused-{name}.json"), json);
    refused(&["odds", "--shoe", &path], parts);
    refused(&["odds", "--shoe", &path, "--json"], parts);
}

#[test]
fn decks_that_the_document_does_not_allow() {
    refused(&["odds", "--decks", "7"], &["7 decks are not allowed", "3, 4, 6, 8 (3.1)"]);
    refused(&["odds", "--rulebook", "nz-1998", "--decks", "6"], &["6 decks", "allows 8 (3.4.a)"]);
    refused(&["simulate", "--rulebook", "tas-2018", "--decks", "3"], &["3 decks", "4, 5, 6, 7, 8 (4.1)"]);
    refused(&["odds", "--along", "--decks", "5"], &["5 decks", "(3.1)"]);
    for decks in ["-1", "x", "", "8.0", "99999999999"] {
        refused(&["odds", "--decks", decks], &["is not a number of decks", "(3.1)"]);
    }
}

#[test]
fn names_that_nobody_knows() {
    refused(&["odds", "--rulebook", "nsw-2022"], &["`nsw-2022` is not a rulebook", "nsw-2021, tas-2013"]);
    refused(&["odds", "--variant", "federal"], &["variant federal", "standard, even-money", "(11.1)"]);
    refused(&["odds", "--bet", "dragon"], &["dragon is not a bet of this document", "player, banker, tie"]);
    refused(&["odds", "--bet", "Dragon 7"], &["`Dragon 7` is not the name of a bet"]);
    refused(&["odds", "--house", "twin"], &["`twin` is not a setting"]);
    refused(&["odds", "--house", "twin-pair-by-rank=suit"], &["`suit` is not a choice", "rank | value"]);
    refused(&["odds", "--house", "unheard-of=1"], &["no setting house:unheard-of"]);
    refused(&["simulate", "--burn", "two"], &["`two` is not a burn", "none, one, one-shown, counted"]);
    refused(
        &["simulate", "--device", "hat"],
        &["the device hat is not in this document", "shoe, scanning-shoe, shuffling-device", "(3.6"],
    );
    refused(&["simulate", "--rulebook", "tas-2013", "--burn", "one"], &["burn one", "(5.3)"]);
}

#[test]
fn cards_that_are_none_or_are_not_there() {
    refused(&["odds", "--remove", "4s Xx"], &["`Xx` is not a card"]);
    refused(&["odds", "--remove", ""], &["names no card"]);
    refused(&["odds", "--remove", " , "], &["names no card"]);
    let nine = ["4s"; 9].join(" ");
    refused(&["odds", "--remove", &nine], &["no 4s is left in the shoe to take out"]);
}

#[test]
fn shoes_that_no_coup_can_be_dealt_from() {
    shoe_refused("five", r#"{"counts": {"As": 5}}"#, &["a coup may need six cards, but the shoe has 5"]);
    shoe_refused("none", r#"{"counts": {}}"#, &["six cards", "has 0"]);
    let path = written("refused-removed.json", r#"{"counts": {"As": 6}}"#);
    refused(&["odds", "--shoe", &path, "--remove", "As"], &["six cards", "has 5"]);
    assert_eq!(punto(&["odds", "--shoe", &path]).code, Some(0));
}

#[test]
fn shoes_with_more_than_the_decks_hold() {
    shoe_refused("nine", r#"{"counts": {"As": 9}}"#, &["the shoe has 9 of As, but 8 decks hold 8", "(3.1)"]);
    shoe_refused("many", r#"{"counts": {"As": 417}}"#, &["417 cards", "416 at most"]);
    shoe_refused("huge", r#"{"counts": {"As": 4294967295, "Ks": 4294967295}}"#, &["416 at most"]);
    let path = written("eight.json", r#"{"counts": {"As": 8}}"#);
    assert_eq!(punto(&["odds", "--shoe", &path]).code, Some(0));
}

#[test]
fn shoes_that_are_no_json_of_a_shoe() {
    shoe_refused("card", r#"{"counts": {"Xx": 1}}"#, &["`Xx` is not a card", "a shoe is JSON like"]);
    shoe_refused("twice", r#"{"counts": {"As": 1, "As": 6}}"#, &["As is counted twice"]);
    for (name, json) in [
        ("empty", ""),
        ("list", "[]"),
        ("word", "\"As\""),
        ("open", "{\"counts\": {\"As\": 8"),
        ("negative", r#"{"counts": {"As": -1}}"#),
        ("half", r#"{"counts": {"As": 7.5}}"#),
        ("text", r#"{"counts": {"As": "8"}}"#),
        ("more", r#"{"counts": {"As": 8}, "decks": 8}"#),
        ("flat", r#"{"As": 8}"#),
        ("control", "{\"counts\": {\"\u{1b}[31m\": 8}}"),
        ("long", &format!("{{\"counts\": {{\"{}\": 8}}}}", "x".repeat(9000))),
    ] {
        shoe_refused(name, json, &["a shoe is JSON like {\"counts\": {\"As\": 8, \"Td\": 7}}"]);
    }
    let none = file("no-such-shoe.json");
    refused(&["odds", "--shoe", none.to_str().unwrap()], &["no-such-shoe.json: cannot be read"]);
    shoe_refused("large", &" ".repeat(70_000), &["70000 bytes long", "at most 65536"]);
}

#[test]
fn stakes_and_roundings_that_cannot_be() {
    refused(&["odds", "--stake", "ten"], &["`ten` is not an amount"]);
    refused(&["odds", "--stake", "-5"], &["`-5` is negative"]);
    refused(&["odds", "--stake", "0"], &["a stake of 0 cannot be made", "(5.2)"]);
    refused(&["odds", "--stake", "7", "--chips", "5 25"], &["7 cannot be made with the chips 5 25 (5.2)"]);
    refused(&["odds", "--stake", "25", "--chips", "five"], &["`five` is not an amount"]);
    refused(&["odds", "--stake", "25", "--rounding", "off"], &["`off` is not a rounding"]);
    refused(&["odds", "--stake", "25", "--rounding", "down"], &["not rounded down", "is up (5.8, 5.5.2)"]);
    refused(
        &["odds", "--rulebook", "rws-2016", "--stake", "25"],
        &["house:payout-rounding has no default", "nearest"],
    );
}

#[test]
fn numbers_that_are_none() {
    for count in ["0", "-1", "many", "1.5", "1e99"] {
        let coups = format!("--coups={count}");
        refused(&["simulate", &coups], &["is not a number of coups", "like 1000000 or 1e6"]);
        let shoes = format!("--shoes={count}");
        refused(&["odds", "--along", &shoes], &["is not a number of shoes"]);
    }
    refused(&["simulate", "--threads", "1000000"], &["1000000 threads are too many; at most 512"]);
    refused(&["odds", "--along", "--threads", "513"], &["at most 512"]);
    refused(&["simulate", "--seed=-1"], &["`-1` is not a seed", "0 to 18446744073709551615"]);
    refused(
        &["simulate", "--behind", "5"],
        &["5 cards behind the marker are not allowed", "at least 20 (4.6)"],
    );
    refused(&["odds", "--behind", "20"], &["about shoes that are dealt; add --along"]);
    refused(&["simulate", "--behind", "416"], &["416 cards behind the marker", "(4.6)"]);
}

#[test]
fn questions_that_exclude_each_other_are_answered_with_the_usage() {
    for args in [
        &["odds", "--decks", "8", "--shoe", "x.json"][..],
        &["odds", "--along", "--removal"],
        &["odds", "--shoes", "5"],
        &["odds", "--chips", "5 25"],
    ] {
        let ran = punto(args);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(ran.err.contains("Usage: punto odds"), "{args:?}: {}", ran.err);
    }
}
