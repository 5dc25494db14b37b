//! Charts are written as asked, hold what they must name, and leave no figure out.

use std::fs;

use super::{file, refused};
use crate::support::{punto, text, words};

/// Draws a chart and gives back its SVG; what is printed besides must be what it would be without a chart.
#[track_caller]
fn chart(name: &str, line: &str) -> String {
    let path = file(name);
    let _ = fs::remove_file(&path);
    text(&format!("{line} --plot \"{}\"", path.display()));
    let svg = fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{line}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{line}");
    svg
}

#[track_caller]
fn names(svg: &str, words: &[&str]) {
    for word in words {
        assert!(svg.contains(word), "the chart does not say {word}");
    }
}

#[test]
fn the_edge_by_decks() {
    let svg = chart("decks.svg", "odds --rulebook nsw-2021");
    names(
        &svg,
        &["House edge by number of decks", "nsw-2021, standard", "Super Six", "8 decks: 1.0579 %", "decks"],
    );
    chart("decks-nz.svg", "odds --rulebook nz-1998 --bet banker");
}

#[test]
fn the_effect_of_removal() {
    let svg = chart("removal.svg", "odds --removal");
    names(
        &svg,
        &[
            "Effect of removing one card",
            "416 cards",
            "Big Tiger",
            "no effect: all ranks are alike to this bet",
        ],
    );
    let odd = super::written("plot-shoe.json", r#"{"counts": {"As": 3, "9h": 4, "Td": 2}}"#);
    names(&chart("removal-odd.svg", &format!("odds --removal --shoe \"{odd}\"")), &["9 cards"]);
}

#[test]
fn the_edge_along_the_shoe() {
    let svg = chart("along.svg", "odds --along --shoes 200");
    names(
        &svg,
        &["House edge along the shoe", "Tiger Tie", "median", "cards gone when the coup begins", "seed 1"],
    );
    chart("along-device.svg", "odds --along --shoes 20 --device shuffling-device");
}

#[test]
fn the_bias_of_the_cut_card() {
    let svg = chart("bias.svg", "simulate --coups 1e6 --compare");
    names(&svg, &["first 60 coups of each shoe", "whole shoes", "any coup: 4 cards", "Tiger Pair: win 25:1"]);
    chart("bias-three.svg", "simulate --coups 1e5 --decks 3 --bet tie");
}

#[test]
fn the_ends_of_sessions() {
    let system = super::written("plot-system.txt", "bet player\nbase 5\nlose: up 1\nwin: down 1\n");
    let svg = chart("sessions.svg", &format!("simulate --system \"{system}\" --sessions 2000"));
    names(
        &svg,
        &["How sessions end", "bet player, base 5, lose: up 1, win: down 1", "In ruin", "mean", "gain"],
    );
    let leave =
        super::written("plot-leave.txt", "bet tie\nbase 5\nwin: leave\nlose: leave\nstand-off: leave\n");
    chart("sessions-leave.svg", &format!("simulate --system \"{leave}\" --sessions 64 --stay 1"));
}

#[test]
fn charts_that_cannot_be_drawn() {
    refused(&["odds", "--plot", "chart.png"], &["`chart.png` does not end in .svg"]);
    refused(&["simulate", "--plot", "chart"], &["`chart` does not end in .svg"]);
    let nowhere = file("no-such-folder").join("chart.svg");
    refused(&["odds", "--plot", nowhere.to_str().unwrap()], &["chart.svg: cannot be written"]);
    refused(&["odds", "--remove", "4s", "--plot", "chart.svg"], &["takes full decks", "--removal"]);
    let kept = file("kept.svg");
    let _ = fs::remove_file(&kept);
    punto(&words(&format!("odds --decks 7 --plot \"{}\"", kept.display())));
    assert!(!kept.exists(), "a refused question draws nothing");
}
