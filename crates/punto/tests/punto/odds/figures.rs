//! Figures that others have published, and what rounding and the settings of the house make of them.

use super::bet;
use crate::support::{json, punto, text, words};

/// The cell of a table in the row of a bet, by the name of its column.
#[track_caller]
fn cell(table: &str, row: &str, column: &str) -> String {
    let cells = |line: &str| -> Vec<String> {
        line.trim().split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect()
    };
    let place_in = |line: &str| cells(line).iter().position(|cell| cell == column);
    let lines: Vec<&str> = table.lines().collect();
    let head =
        lines.iter().position(|line| place_in(line).is_some()).unwrap_or_else(|| panic!("no {column}"));
    let place = place_in(lines[head]).unwrap();
    let line = lines[head..].iter().find(|line| cells(line).first().is_some_and(|cell| cell == row));
    cells(line.unwrap_or_else(|| panic!("no {row}")))[place].clone()
}

#[test]
fn published_edges_of_eight_and_six_decks() {
    let cases = [
        (8, "player", "1.2350813"),
        (8, "banker", "1.0579058"),
        (8, "tie", "14.3596288"),
        (8, "player_pair", "10.3614458"),
        (6, "player", "1.2374149"),
        (6, "banker", "1.0558487"),
        (6, "tie", "14.4381598"),
        (6, "banker_pair", "11.2540193"),
    ];
    for (decks, name, published) in cases {
        let shown = text(&format!("odds --rulebook nsw-2021 --decks {decks}"));
        assert_eq!(cell(&shown, name, "house edge %"), published, "{decks} {name}");
        let report = json(&format!("odds --rulebook nsw-2021 --decks {decks} --json"));
        let edge = bet(&report, name)["house_edge_decimal"].as_f64().unwrap() * 100.0;
        assert_eq!(format!("{edge:.7}"), published, "{decks} {name}");
    }
    for (book, variant) in
        [("nsw-2021", "even-money"), ("tas-2018", "federal"), ("rws-2016", "non-commission")]
    {
        let shown = text(&format!("odds --rulebook {book} --variant {variant} --decks 8"));
        assert_eq!(cell(&shown, "banker", "house edge %"), "1.4581045", "{book}");
    }
}

#[test]
fn with_no_document_named_it_is_new_south_wales_and_eight_decks() {
    let shown = text("odds");
    assert!(shown.starts_with("nsw-2021, standard, 8 decks, 416 cards\n"), "{shown}");
    assert_eq!(shown, text("odds --rulebook nsw-2021 --variant standard --decks 8"));
}

#[test]
fn every_document_answers_for_all_its_decks() {
    for (book, decks) in [
        ("nsw-2021", "3 4 6 8"),
        ("tas-2013", "4 5 6 7 8"),
        ("tas-2018", "4 8"),
        ("nz-1998", "8"),
        ("rws-2016", "4 8"),
    ] {
        for decks in decks.split(' ') {
            text(&format!("odds --rulebook {book} --decks {decks}"));
        }
    }
}

#[test]
fn a_bet_that_may_not_be_offered_so_is_marked_with_its_clause() {
    let shown = text("odds --decks 4");
    assert!(shown.contains("player_pair*"), "{shown}");
    let why = "* player_pair may not be offered with 4 decks; it may be with 6, 8 (3.1:optional)";
    assert!(shown.contains(why), "{shown}");
    assert!(!text("odds --decks 6").contains('*'));
    let shown = text("odds --variant even-money --house even-money-optional-bets=not-offered --bet tiger");
    assert!(shown.contains("(house:even-money-optional-bets)"), "{shown}");
}

/// 19:20 on 25 is 23.75, which five-dollar chips make up to 25: even money on the likelier hand.
#[test]
fn twenty_five_on_banker_in_five_dollar_chips_is_another_game() {
    let shown = text("odds --stake 25 --chips \"5 25 100\"");
    assert!(
        shown.contains("A stake of 25, paid with chips of 5 25 100, rounding up (5.8, 5.5.2)"),
        "{shown}"
    );
    let table = shown.split("A stake of").nth(1).unwrap();
    assert_eq!(cell(table, "banker", "is"), "23.75");
    assert_eq!(cell(table, "banker", "paid"), "25");
    assert_eq!(cell(table, "banker", "house edge %"), "1.0579058");
    assert_eq!(cell(table, "banker", "in chips %"), "-1.2350813");
    assert_eq!(cell(table, "player", "changes it by"), "-");
    // Twenty is paid exactly.
    let exact = text("odds --stake 20 --chips \"1 5 25\" --bet banker");
    assert_eq!(cell(exact.split("A stake of").nth(1).unwrap(), "banker", "in chips %"), "1.0579058");
}

#[test]
fn rounding_is_the_documents_or_the_houses() {
    let down = text("odds --rulebook tas-2018 --stake 25 --chips \"5 25\" --rounding down --bet banker");
    assert!(down.contains("rounding down (house:payout-rounding)"), "{down}");
    let set =
        "odds --rulebook tas-2018 --stake 25 --chips \"5 25\" --house payout-rounding=down --bet banker";
    assert_eq!(down, text(set));
    let nz = text("odds --rulebook nz-1998 --stake 25 --chips \"5 25\" --bet banker");
    assert!(nz.contains("rounding refused (5.8)") && nz.contains("not taken"), "{nz}");
    let report = json("odds --rulebook nz-1998 --stake 25 --chips \"5 25\" --json");
    assert!(bet(&report, "banker")["in_chips"]["refused"].as_str().unwrap().contains("is not taken"));
    assert_eq!(bet(&report, "player")["in_chips"]["house_edge"], bet(&report, "player")["house_edge"]);
}

#[test]
fn the_houses_reading_of_a_twin_pair_changes_the_tiger_pair() {
    let edge = |house: &str| {
        let report = json(&format!("odds --bet tiger_pair {house} --json"));
        bet(&report, "tiger_pair")["house_edge_decimal"].as_f64().unwrap()
    };
    assert_eq!(edge(""), edge("--house twin-pair-by-rank=rank"));
    assert!(edge("--house twin-pair-by-rank=value") < edge("") - 0.01);
}

#[test]
fn outcomes_points_and_removal_are_shown_on_request() {
    let plain = text("odds --bet banker");
    let shown = text("odds --bet banker --outcomes --points --removal");
    assert!(shown.starts_with(&plain), "{shown}");
    for part in [
        "8954111587648/19524993263685",
        "11.1.3, 5.1.2.1",
        "4 cards 37.8868491 %, 5 cards 30.3444169 %, 6 cards 31.7687341 %",
        "One card taken out",
    ] {
        assert!(shown.contains(part), "no {part} in\n{shown}");
    }
    assert_eq!(cell(shown.split("One card").nth(1).unwrap(), "4", "banker"), "-115.72");
}

#[test]
fn the_help_says_what_is_taken_if_nothing_is_said() {
    let help = punto(&words("odds --help"));
    assert_eq!(help.code, Some(0));
    for part in
        ["[default: nsw-2021]", "If no document is named", "10000 if not given", "stand-off counts as staked"]
    {
        let folded = help.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(folded.contains(part), "no `{part}` in\n{}", help.out);
    }
}
