//! The exact edge along simulated shoes.

use super::bet;
use crate::support::{json, text};

#[test]
fn the_result_depends_on_the_seed_alone() {
    let one = json("odds --along --shoes 300 --seed 9 --threads 1 --json");
    assert_eq!(one, json("odds --along --shoes 300 --seed 9 --threads 3 --json"));
    let other = json("odds --along --shoes 300 --seed 10 --threads 3 --json");
    assert_ne!(one["bets"], other["bets"]);
    assert_eq!((&one["seed"], &one["shoes"], &one["stopped"]), (&9.into(), &300.into(), &false.into()));
}

#[test]
fn edges_stray_from_the_full_shoe_and_the_more_the_deeper() {
    let report = json("odds --along --shoes 2000 --json");
    let full = json("odds --json");
    let coups = report["coups"].as_u64().unwrap();
    assert!((150_000..175_000).contains(&coups), "{coups}");
    for along in report["bets"].as_array().unwrap() {
        let name = along["bet"].as_str().unwrap();
        let figure = |of: &serde_json::Value, field: &str| of[field].as_f64().unwrap();
        let edge = figure(bet(&full, name), "house_edge_decimal");
        assert!((figure(along, "house_edge_full_shoe") - edge).abs() < 1e-12, "{name}");
        assert_eq!(along["coups"].as_u64(), Some(coups), "{name}");
        let quantiles = along["house_edge_quantiles"].as_object().unwrap();
        let quantiles: Vec<f64> = quantiles.values().map(|value| value.as_f64().unwrap()).collect();
        assert!(quantiles.len() == 7 && quantiles.is_sorted(), "{name}: {quantiles:?}");
        assert!(
            figure(along, "house_edge_least") <= quantiles[0]
                && quantiles[6] <= figure(along, "house_edge_most")
        );
        let depths = along["depths"].as_array().unwrap();
        assert_eq!(depths.iter().map(|depth| depth["coups"].as_u64().unwrap()).sum::<u64>(), coups);
        let spread = |depth: &serde_json::Value| {
            let q = &depth["house_edge_quantiles"];
            figure(q, "0.99") - figure(q, "0.01")
        };
        assert!(
            spread(&depths[2]) < spread(&depths[14]) && spread(&depths[14]) < spread(&depths[28]),
            "{name}"
        );
        let favourable = figure(along, "favourable_share");
        assert!((0.0..0.3).contains(&favourable), "{name}: {favourable}");
        let gain = figure(along, "favourable_coups") * figure(along, "mean_gain_when_favourable") / 2000.0;
        assert!((figure(along, "gain_per_shoe") - gain).abs() < 1e-9, "{name}");
    }
    // Both hands' pairs look the same to somebody who has only seen the cards before.
    assert_eq!(bet(&report, "player_pair")["depths"], bet(&report, "banker_pair")["depths"]);
}

#[test]
fn a_shuffling_device_gives_nothing_to_remember() {
    let report = json("odds --along --shoes 50 --device shuffling-device --bet banker --json");
    let banker = bet(&report, "banker");
    assert_eq!((&report["coups"], &banker["favourable_coups"]), (&50.into(), &0.into()));
    assert_eq!(banker["house_edge_least"], banker["house_edge_most"]);
}

#[test]
fn people_get_tables() {
    let shown = text("odds --along --shoes 200 --rulebook tas-2018 --decks 6 --variant federal");
    for part in [
        "tas-2018, federal: 6 decks; burn none (5.4); 7 cards behind the cut card (5.4); this-coup-is-last (9.4",
        "200 shoes, ",
        "The house edge at every coup, in per cent of the stake:",
        "Coups that favour the patron",
        "260 to 311",
    ] {
        assert!(shown.contains(part), "no `{part}` in\n{shown}");
    }
}
