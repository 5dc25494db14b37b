//! Betting systems: what becomes of patrons who play them.

use serde_json::Value;

use super::{file, refused, written};
use crate::support::{json, text};

const MARTINGALE: &str = "crates/odds/examples/systems/martingale-with-target.txt";

fn figure(report: &Value, field: &str) -> f64 {
    report[field].as_f64().unwrap_or_else(|| panic!("no {field} in {report}"))
}

#[test]
fn the_result_depends_on_the_seed_alone() {
    let line = format!("simulate --system {MARTINGALE} --bankroll 1000 --sessions 5000 --json");
    let one = json(&format!("{line} --seed 4 --threads 1"));
    assert_eq!(one, json(&format!("{line} --seed 4 --threads 3")));
    assert_ne!(one["mean_gain"], json(&format!("{line} --seed 5"))["mean_gain"]);
    assert_eq!(
        one["system"],
        serde_json::json!(["bet banker", "base 10", "target 200", "lose: double", "win: base"])
    );
    // Whole blocks of 64 sessions.
    assert_eq!(one["sessions"], 5056);
}

#[test]
fn a_martingale_wins_often_and_loses_all_the_same() {
    let report = json(&format!(
        "simulate --system {MARTINGALE} --bankroll 1000 --chips \"0.50 1 5\" --sessions 20000 --json"
    ));
    let share = |name: &str| figure(&report[name], "decimal");
    assert!(
        (0.75..0.88).contains(&share("target_reached")) && (0.12..0.22).contains(&share("ruined")),
        "{report}"
    );
    assert_eq!((&report["worst"], &report["gain_quantiles"]["0.01"]), (&(-1000).into(), &(-1000).into()));
    // No system changes what a stake costs: the house wins its edge of all that is staked.
    let edge = figure(&report, "house_result_of_stakes");
    let error = figure(&report, "mean_gain_error") / figure(&report, "mean_staked");
    assert!((edge - 0.010579).abs() < 5.0 * error, "{edge} {error}");
}

#[test]
fn a_flat_stake_pays_the_edge_in_every_document() {
    for (book, bet, base, edge) in [
        ("nsw-2021", "player", 10, 0.0123508),
        ("nsw-2021", "tiger_tie", 10, 0.1149525),
        ("tas-2018", "tie", 5, 0.1435963),
        ("nz-1998", "banker", 20, 0.0105791),
        ("rws-2016", "banker_pair", 10, 0.1036145),
    ] {
        let system =
            written(&format!("flat-{book}-{bet}.txt"), &format!("bet {bet}\nbase {base} # always\n"));
        let line = format!(
            "simulate --rulebook {book} --system \"{system}\" --bankroll 100000 --stay 100 --sessions 20000 --json"
        );
        let report = json(&line);
        assert_eq!(figure(&report, "mean_staked"), f64::from(base) * 100.0, "{line}");
        let error = figure(&report, "mean_gain_error") / figure(&report, "mean_staked");
        let seen = figure(&report, "house_result_of_stakes");
        assert!((seen - edge).abs() < 5.0 * error, "{line}: {seen} {error}");
    }
}

/// With five-dollar chips 19:20 on 25 is paid 25, and flat Banker wins.
#[test]
fn rounding_reaches_the_sessions() {
    let system = written("flat-25.txt", "bet banker\nbase 25\n");
    let line = format!(
        "simulate --system \"{system}\" --bankroll 100000 --chips \"5 25 100\" --sessions 20000 --json"
    );
    let report = json(&line);
    assert!(figure(&report, "house_result_of_stakes") < -0.005, "{report}");
    assert_eq!(report["rounding"], serde_json::json!({ "value": "up", "by": ["5.8", "5.5.2"] }));
}

#[test]
fn people_get_a_report() {
    let shown =
        text(&format!("simulate --system {MARTINGALE} --bankroll 1000 --sessions 2000 --limits 10..500"));
    for part in [
        "system: bet banker, base 10, target 200, lose: double, win: base",
        "a patron brings 1000 and stays 200 coups at most; limits 10 to 500",
        "rounding up (5.8, 5.5.2)",
        "in ruin",
        "with the target reached",
        "the house won",
        "gains: worst -1000",
    ] {
        assert!(shown.contains(part), "no `{part}` in\n{shown}");
    }
    let flat = written("flat.txt", "bet player\nbase 10\n");
    assert!(!text(&format!("simulate --system \"{flat}\" --sessions 64")).contains("target"));
}

#[test]
fn systems_that_cannot_be_played() {
    let system = |name: &str, text: &str| written(&format!("refused-{name}.txt"), text);
    let play = |path: &str, more: &[&str], parts: &[&str]| {
        refused(&[&["simulate", "--system", path], more].concat(), parts);
    };
    play(
        &system("line", "bet banker\nbase 10\nlose: tripel\n"),
        &[],
        &["line 3", "`lose: tripel`", "double"],
    );
    play(&system("empty", ""), &[], &["no `bet` line"]);
    play(&system("base", "bet banker\n"), &[], &["no `base` line"]);
    play(&system("bet", "bet dragon\nbase 5\n"), &[], &["dragon is not a bet of this document"]);
    let tiger = system("tiger", "bet tiger\nbase 5\n");
    play(&tiger, &["--decks", "4"], &["tiger may not be offered with 4 decks", "(3.1:optional)"]);
    let ten = system("ten", "bet banker\nbase 10\n");
    play(&ten, &["--rulebook", "nz-1998"], &["10 on banker could not be paid exactly", "(5.8)"]);
    play(&ten, &["--bankroll", "-5"], &["`-5` is negative"]);
    play(&ten, &["--limits", "10"], &["`10` is not a pair of limits", "10..5000"]);
    play(&ten, &["--limits", "50..10"], &["a minimum of 50 and a maximum of 10", "(6.1)"]);
    play(&ten, &["--sessions", "1e9"], &["too many; at most 20000000"]);
    play(&ten, &["--stay", "1e9"], &["too many; at most 100000"]);
    play(file("no-such-system.txt").to_str().unwrap(), &[], &["no-such-system.txt: cannot be read"]);
}
