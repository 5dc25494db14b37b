//! The JSON of `punto odds`: its fields, its fractions and its decimals.

use serde_json::Value;

use super::{bet, written};
use crate::support::json;

/// A fraction as it is printed.
#[track_caller]
fn fraction(value: &Value) -> (i128, i128) {
    let (n, d) = value.as_str().and_then(|text| text.split_once('/')).expect("a fraction N/D");
    (n.parse().unwrap(), d.parse().unwrap())
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

#[track_caller]
fn agrees(fraction_of: &Value, decimal: &Value) {
    let (n, d) = fraction(fraction_of);
    assert!(d > 0 && gcd(n, d) == 1, "{fraction_of} is not in lowest terms");
    let decimal = decimal.as_f64().expect("a decimal");
    assert!((n as f64 / d as f64 - decimal).abs() < 1.5e-15, "{fraction_of} is not {decimal}");
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

const BETS: [&str; 11] = [
    "player",
    "banker",
    "tie",
    "player_pair",
    "banker_pair",
    "super_six",
    "tiger_tie",
    "tiger_pair",
    "tiger",
    "big_tiger",
    "small_tiger",
];

#[test]
fn the_report_has_the_fields_that_programs_rely_on() {
    let report = json("odds --rulebook nsw-2021 --decks 8 --json");
    assert_eq!(keys(&report), ["rulebook", "variant", "cards", "decks", "bets"]);
    assert_eq!((&report["rulebook"], &report["variant"]), (&"nsw-2021".into(), &"standard".into()));
    assert_eq!(report["cards"], 416);
    let bets: Vec<&str> =
        report["bets"].as_array().unwrap().iter().map(|bet| bet["bet"].as_str().unwrap()).collect();
    assert_eq!(bets, BETS);
    let first =
        ["bet", "outcomes", "house_edge", "house_edge_decimal", "hit_rate_decimal", "standard_deviation"];
    for bet in report["bets"].as_array().unwrap() {
        assert_eq!(keys(bet)[..6], first);
        for outcome in bet["outcomes"].as_array().unwrap() {
            assert_eq!(keys(outcome), ["outcome", "pays", "probability", "decimal", "by"]);
        }
    }
    let banker = &bet(&report, "banker")["outcomes"][0];
    assert_eq!((&banker["outcome"], &banker["pays"]), (&"win".into(), &"19:20".into()));
    assert_eq!(banker["decimal"].to_string(), "0.458597422632763");
    // 2,292,252,566,437,888 of 4,998,398,275,503,360 deals, in lowest terms.
    assert_eq!(banker["probability"], "8954111587648/19524993263685");
    let lost = &bet(&report, "tie")["outcomes"][1];
    assert_eq!((&lost["outcome"], &lost["pays"]), (&"lose".into(), &Value::Null));
}

#[test]
fn fractions_are_reduced_and_decimals_are_theirs() {
    for (book, variants) in [
        ("nsw-2021", &["standard", "even-money"][..]),
        ("tas-2013", &["standard", "federal"]),
        ("tas-2018", &["standard", "federal"]),
        ("nz-1998", &["standard"]),
        ("rws-2016", &["non-commission"]),
    ] {
        for variant in variants {
            let report = json(&format!("odds --rulebook {book} --variant {variant} --json"));
            for bet in report["bets"].as_array().unwrap() {
                agrees(&bet["house_edge"], &bet["house_edge_decimal"]);
                agrees(&bet["house_edge_resolved"], &bet["house_edge_resolved_decimal"]);
                agrees(&bet["hit_rate"], &bet["hit_rate_decimal"]);
                let outcomes = bet["outcomes"].as_array().unwrap();
                outcomes.iter().for_each(|outcome| agrees(&outcome["probability"], &outcome["decimal"]));
                sum_is_one(outcomes);
                assert!(bet["standard_deviation"].as_f64().unwrap() > 0.5);
            }
        }
    }
}

/// Over their common denominator, so to the last unit.
#[track_caller]
fn sum_is_one(outcomes: &[Value]) {
    let parts: Vec<(i128, i128)> = outcomes.iter().map(|outcome| fraction(&outcome["probability"])).collect();
    let common = parts.iter().fold(1, |all, (_, d)| all / gcd(all, *d) * d);
    assert_eq!(parts.iter().map(|(n, d)| n * (common / d)).sum::<i128>(), common);
}

#[test]
fn a_shoe_given_card_by_card_is_the_same_shoe() {
    let counts: Vec<String> = "A23456789TJQK"
        .chars()
        .flat_map(|rank| "shdc".chars().map(move |suit| format!("{rank}{suit}")))
        .map(|card| format!("\"{card}\": {}", if card == "4s" || card == "4h" { 5 } else { 6 }))
        .collect();
    let file = written("six-decks.json", &format!("{{\"counts\": {{{}}}}}", counts.join(", ")));
    let given = json(&format!("odds --shoe \"{file}\" --json"));
    let removed = json("odds --decks 6 --remove \"4s, 4h\" --json");
    assert_eq!(given["bets"], removed["bets"]);
    assert_eq!((&given["cards"], &removed["cards"]), (&310.into(), &310.into()));
    assert_eq!(removed["removed"], serde_json::json!(["4s", "4h"]));
    assert_eq!((given.get("decks"), &removed["decks"]), (None, &6.into()));
}

/// Six cards can be dealt in one way but for order: all aces and twos, and both hands draw.
#[test]
fn the_smallest_shoe_has_odds() {
    let file = written("six-cards.json", "{\"counts\": {\"As\": 3, \"Ah\": 3}}");
    let report = json(&format!("odds --shoe \"{file}\" --json"));
    assert_eq!(report["cards"], 6);
    // Three aces each: always a tie on three.
    assert_eq!(bet(&report, "tie")["outcomes"][0]["probability"], "1/1");
    assert_eq!(bet(&report, "player")["house_edge_resolved"], Value::Null);
    assert_eq!(bet(&report, "player")["house_edge"], "0/1");
    assert_eq!(bet(&report, "player_pair")["house_edge"], "-11/1");
    assert_eq!(bet(&report, "tiger_pair")["outcomes"][2]["probability"], "1/1");
}

#[test]
fn removal_payment_and_points_are_added_on_request() {
    let report = json("odds --bet banker --removal --points --stake 25 --chips \"5 25 100\" --json");
    let banker = bet(&report, "banker");
    let changes: Vec<f64> =
        banker["removal"].as_object().unwrap().values().map(|change| change.as_f64().unwrap()).collect();
    assert_eq!(changes.len(), 13);
    // The edge does not change on average, whatever card is taken out.
    assert!(changes.iter().sum::<f64>().abs() < 1e-12);
    assert!(banker["removal"]["4"].as_f64().unwrap() < 0.0 && banker["removal"]["6"].as_f64().unwrap() > 0.0);
    assert_eq!(report["payment"]["rounding"], "up");
    assert_eq!(report["payment"]["by"], serde_json::json!(["5.8", "5.5.2"]));
    assert_eq!(banker["in_chips"]["outcomes"][0]["paid"], 25);
    agrees(&banker["in_chips"]["house_edge"], &banker["in_chips"]["house_edge_decimal"]);
    for side in ["player", "banker"] {
        let shares = report["points"][side].as_array().unwrap();
        assert_eq!(shares.len(), 10);
        sum_is_one(shares);
    }
    assert_eq!(keys(&report["points"]["cards"]), ["4", "5", "6"]);
}
