//! `punto deal`: coups of all five documents, for people and for programs.

use serde_json::{Value, json as value};

use crate::support::{json, text};

/// An amount in cents, so that sums are exact.
fn cents(amount: &Value) -> i64 {
    (amount.as_f64().unwrap_or_else(|| panic!("{amount} is no number")) * 100.0).round() as i64
}

/// Runs a deal as JSON and checks that its money balances.
#[track_caller]
fn deal(rest: &str) -> Value {
    let coup = json(&format!("deal --json {rest}"));
    let rows = coup["settlements"].as_array().expect("a list of settlements");
    let sum = |key: &str| -> i64 { rows.iter().map(|row| cents(&row[key])).sum() };
    let totals = &coup["totals"];
    if !totals.is_null() {
        for (total, part) in
            [("staked", "stake"), ("back", "back"), ("collected", "collected"), ("paid", "paid")]
        {
            assert_eq!(cents(&totals[total]), sum(part), "{total} of {rest}");
        }
        assert_eq!(sum("stake"), sum("back") + sum("collected"), "{rest}");
        assert_eq!(cents(&totals["house"]), sum("collected") - sum("paid"), "{rest}");
    }
    coup
}

#[test]
fn a_coup_is_shown_step_by_step() {
    let shown = text(
        "deal --rulebook nsw-2021 --cards \"Ks 2d 6h 3c 9d\" --bet player=100 --bet banker=200 --bet tie=25",
    );
    for line in [
        "nsw-2021, standard, 8 decks, layout A, chips 1 5 25 100 500 1000 5000",
        "  Ks  to Player  0   opening deal (7.3, 7.2)",
        "  3c  to Banker  5   opening deal (7.3, 7.2)",
        "  9d  to Banker  4   Banker has 5, Player stood (9.5)",
        "  Player wins, 6 over 4",
        "collected 225, paid 100, house +125",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "no `{line}` in\n{shown}");
    }
    let paid = shown.lines().find(|line| line.contains("patron-1")).unwrap();
    for part in ["player", "won", "1 x 100", "11.1.2"] {
        assert!(paid.contains(part), "{paid}");
    }
}

#[test]
fn the_same_coup_for_programs() {
    let coup = deal("--rulebook nsw-2021 --cards \"Ks 2d 6h 3c 9d\" --bet player=100 --bet banker=200");
    assert_eq!(coup["outcome"], "player");
    assert_eq!(coup["due"], Value::Null);
    assert_eq!(coup["player"], value!({ "cards": ["Ks", "6h"], "point": 6, "natural": false }));
    assert_eq!(coup["banker"], value!({ "cards": ["2d", "3c", "9d"], "point": 4, "natural": false }));
    let step = &coup["steps"][4];
    assert_eq!(
        *step,
        value!({ "card": "9d", "to": "banker", "point": 4, "why": "Banker has 5, Player stood", "by": ["9.5"] })
    );
    assert_eq!(coup["settlements"][0]["by"], value!(["11.1.2", "5.1.1.1"]));
    assert_eq!(coup["settlements"][0]["chips"], value!([{ "chip": 100, "count": 1 }]));
    assert_eq!(coup["settlements"][1]["became"], "lost");
}

#[test]
fn a_payout_is_rounded_once_and_says_by_what() {
    let cards = "--cards \"Ks 2d 3h 4c Qs\" --bet banker=25";
    // Half of 25 is 12.50: New South Wales goes up to the chip, by its own clause.
    let nsw = deal(&format!("--rulebook nsw-2021 --variant even-money --chips \"5 25 100\" {cards}"));
    assert_eq!(nsw["settlements"][0]["paid"], 15);
    assert_eq!(nsw["settlements"][0]["by"], value!(["11.2.2", "5.1.2.1", "5.8", "5.5.2"]));
    // Tasmania says nothing, so the house chose.
    for (choice, paid) in [("up", 15), ("down", 10), ("nearest", 15)] {
        let house = format!("--house payout-rounding={choice}");
        let tas =
            deal(&format!("--rulebook tas-2018 --variant federal --chips \"5 25 100\" {house} {cards}"));
        assert_eq!(tas["settlements"][0]["paid"], paid, "{choice}");
        let by = tas["settlements"][0]["by"].as_array().unwrap();
        assert!(by.contains(&value!("house:payout-rounding")), "{by:?}");
    }
    // An exact payout cites no rounding.
    let exact = deal("--rulebook nsw-2021 --cards \"Ks 2d 3h 4c Qs\" --bet banker=100");
    assert_eq!(exact["settlements"][0]["paid"], 95);
    assert_eq!(exact["settlements"][0]["by"], value!(["11.1.3", "5.1.2.1"]));
}

#[test]
fn new_zealand_keeps_its_commission() {
    let coup = deal("--rulebook nz-1998 --cards \"Ks 2d 3h 4c Qs\" --bet banker=100");
    assert_eq!(
        (&coup["settlements"][0]["paid"], &coup["settlements"][0]["commission"]),
        (&value!(95), &value!(5))
    );
    let shown = text("deal --rulebook nz-1998 --cards \"Ks 2d 3h 4c Qs\" --bet banker=100");
    assert!(shown.contains("95 (commission 5)"), "{shown}");
    assert!(shown.contains("the operator's choices here: house:"), "{shown}");
}

#[test]
fn terminals_pay_credits_and_no_chips() {
    let coup = deal("--rulebook rws-2016 --cards \"Ks 2d 3h 4c Qs\" --bet banker=25");
    assert_eq!(
        (&coup["settlements"][0]["paid"], &coup["settlements"][0]["chips"]),
        (&value!(12.5), &value!([]))
    );
    let shown = text("deal --rulebook rws-2016 --cards \"Ks 2d 3h 4c Qs\" --bet banker=25");
    assert!(shown.starts_with("rws-2016, non-commission, 8 decks, credits\n"), "{shown}");
}

#[test]
fn a_tie_stands_the_hands_off() {
    let coup =
        deal("--rulebook nsw-2021 --cards \"Ks 2d 6h 4c\" --bet player=10 --bet banker=10 --bet tie=5");
    assert_eq!(coup["outcome"], "tie");
    let became: Vec<&str> =
        coup["settlements"].as_array().unwrap().iter().filter_map(|row| row["became"].as_str()).collect();
    assert_eq!(became, ["stand-off", "stand-off", "won"]);
    assert_eq!(coup["settlements"][2]["paid"], 40);
}

#[test]
fn side_bets_find_their_layout() {
    let coup = deal(
        "--rulebook nsw-2021 --cards \"Ks 2d 3h 4c Qs\" --bet super_six=10 --bet banker=20 --bet player_pair=5",
    );
    assert_eq!(coup["layout"], "D");
    assert_eq!(coup["settlements"][0]["paid"], 150);
}

#[test]
fn an_unfinished_coup_says_what_is_due() {
    let shown = text("deal --rulebook nsw-2021 --cards \"Ks 2d 6h 3c\" --bet player=100");
    assert!(shown.contains("due now: third card to Banker: Banker has 5, Player stood (9.5)\n"), "{shown}");
    assert!(!shown.contains("wins"), "{shown}");
    let coup = deal("--rulebook nsw-2021 --cards \"Ks 2d 6h 3c\" --bet player=100");
    assert_eq!((&coup["outcome"], &coup["totals"]), (&Value::Null, &Value::Null));
    assert_eq!((&coup["due"]["to"], &coup["due"]["nth"]), (&value!("banker"), &value!(3)));
    assert_eq!(coup["settlements"], value!([]));
}

#[test]
fn cards_may_be_spelled_as_people_do() {
    let usual = text("deal --rulebook nz-1998 --cards \"Ts 2d 6h 3c 9d\"");
    assert_eq!(text("deal --rulebook nz-1998 --cards \"10♠, 2♦, 6♥, 3♣, 9♦\""), usual);
    assert_eq!(text("deal --rulebook nz-1998 --cards \"ts 2D 6H 3C 9D\""), usual);
}

#[test]
fn one_patron_may_hold_what_the_document_allows() {
    let coup = deal("--rulebook rws-2016 --cards \"Ks 2d 6h 3c 9d\" --bet ada:player=5 --bet ada:banker=5");
    assert_eq!(coup["settlements"][1]["patron"], "ada");
    deal("--rulebook nsw-2021 --cards \"Ks 2d 6h 3c 9d\" --bet ada:player=5 --bet ada:tie=5");
}
