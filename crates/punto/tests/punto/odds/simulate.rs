//! Simulated shoes: the seed alone decides, the exact odds are met, and Ctrl-C leaves something.

use serde_json::Value;

use super::bet;
use crate::support::{eventually, json, text};

#[test]
fn the_result_depends_on_the_seed_alone() {
    let one = json("simulate --coups 300000 --seed 5 --threads 1 --json");
    assert_eq!(one, json("simulate --coups 3e5 --seed 5 --threads 3 --json"));
    let other = json("simulate --coups 300000 --seed 6 --json");
    assert_ne!(one["bets"], other["bets"]);
    assert_eq!((&one["seed"], &one["stopped"]), (&5.into(), &false.into()));
    assert!(one["coups"].as_u64().unwrap() >= 300_000);
}

#[test]
fn every_coup_is_counted_once_in_every_bet() {
    for book in ["nsw-2021", "tas-2013", "tas-2018", "nz-1998", "rws-2016"] {
        let report = json(&format!("simulate --rulebook {book} --coups 200000 --json"));
        let coups = report["coups"].as_u64().unwrap();
        let total = |rows: &Value| {
            rows.as_array().unwrap().iter().map(|row| row["count"].as_u64().unwrap()).sum::<u64>()
        };
        for bet in report["bets"].as_array().unwrap() {
            assert_eq!(total(&bet["outcomes"]), coups, "{book} {bet}");
        }
        let cards: u64 =
            report["cards"].as_array().unwrap()[..3].iter().map(|row| row["count"].as_u64().unwrap()).sum();
        assert_eq!(cards, coups, "{book}");
    }
}

#[test]
fn the_first_coups_of_every_document_agree_with_the_exact_odds() {
    for (book, variant, decks) in [
        ("nsw-2021", "standard", 8),
        ("nsw-2021", "even-money", 3),
        ("tas-2018", "federal", 6),
        ("nz-1998", "standard", 8),
        ("rws-2016", "non-commission", 4),
    ] {
        let line = format!(
            "simulate --rulebook {book} --variant {variant} --decks {decks} --coups 2e6 --compare --json"
        );
        let report = json(&line);
        let comparison = &report["comparison"];
        assert_eq!(comparison["agrees"], true, "{line}: {comparison}");
        assert!(comparison["first_coups"].as_u64().unwrap() <= 60);
        for bet in report["bets"].as_array().unwrap() {
            let (seen, error, exact) =
                (&bet["house_edge_decimal"], &bet["house_edge_error"], &bet["house_edge_exact"]);
            let [seen, error, exact] = [seen, error, exact].map(|value| value.as_f64().unwrap());
            assert!((seen - exact).abs() < 5.0 * error, "{line}: {bet}");
        }
    }
}

#[test]
fn the_exact_side_is_that_of_the_odds() {
    let (report, odds) = (json("simulate --coups 100000 --compare --json"), json("odds --json"));
    for bet_odds in odds["bets"].as_array().unwrap() {
        let simulated = bet(&report, bet_odds["bet"].as_str().unwrap());
        let exact = |rows: &Value, field: &str| -> Vec<f64> {
            rows.as_array().unwrap().iter().map(|row| row[field].as_f64().unwrap()).collect()
        };
        let pairs =
            exact(&simulated["outcomes"], "exact").into_iter().zip(exact(&bet_odds["outcomes"], "decimal"));
        pairs.for_each(|(one, other)| assert!((one - other).abs() < 1e-14));
    }
}

#[test]
fn people_get_tables_and_a_verdict() {
    let shown = text("simulate --coups 1e6 --compare --seed 3");
    for part in [
        "first 60",
        "whole shoes %",
        "4 cards",
        "natural",
        "standard errors off; 4.5 are allowed, as it should be",
    ] {
        assert!(shown.contains(part), "no `{part}` in\n{shown}");
    }
    let plain = text("simulate --coups 1e5 --bet banker");
    assert!(plain.contains("95 % confidence") && !plain.contains("bias"), "{plain}");
}

/// A file of the kernel about a process; nothing once it is gone.
#[cfg(target_os = "linux")]
fn told_of(process: u32, what: &str) -> String {
    std::fs::read_to_string(format!("/proc/{process}/{what}")).unwrap_or_default()
}

/// Whether a process would notice a Ctrl-C.
#[cfg(target_os = "linux")]
fn listens(process: u32) -> bool {
    let status = told_of(process, "status");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0");
    u64::from_str_radix(caught.trim(), 16).unwrap() >> 1 & 1 == 1
}

/// For how long a process has worked, in ticks of the kernel's clock.
#[cfg(target_os = "linux")]
fn worked(process: u32) -> u64 {
    let stat = told_of(process, "stat");
    let fields = stat.rsplit(')').next().unwrap_or_default();
    fields.split_whitespace().nth(11).map_or(0, |ticks| ticks.parse().unwrap())
}

/// A process that is ended with the test, whatever becomes of it.
#[cfg(target_os = "linux")]
struct Running(std::process::Child);

#[cfg(target_os = "linux")]
impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a command prints that is interrupted when it has worked for so long.
#[cfg(target_os = "linux")]
fn interrupted(line: &str, ticks: u64) -> Value {
    use std::process::{Command, Stdio};

    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    command.args(line.split(' ')).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut running = Running(command.spawn().unwrap());
    let (id, out) = (running.0.id(), running.0.stdout.take().unwrap());
    // It may print more than a pipe holds.
    let printed = std::thread::spawn(move || std::io::read_to_string(out).unwrap());
    eventually("it listens", || listens(id).then_some(()));
    let begun = worked(id);
    eventually("it works", || (worked(id) >= begun + ticks).then_some(()));
    assert!(Command::new("kill").args(["-INT", &id.to_string()]).status().unwrap().success());
    let status = eventually("it ends", || running.0.try_wait().unwrap());
    assert_eq!(status.code(), Some(0), "{line}");
    printed.join().unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_what_there_is() {
    for line in ["simulate --coups 1e15 --json --threads 1", "odds --along --shoes 1e12 --json --threads 1"] {
        // A slow machine may need longer before there is anything.
        let mut ticks = 10;
        let report = eventually(line, || {
            let report = interrupted(line, ticks);
            ticks *= 2;
            assert_eq!(report["stopped"], true, "{line}");
            (report["coups"].as_u64().unwrap() > 0).then_some(report)
        });
        assert!(report["coups"].as_u64().unwrap() < 1_000_000_000_000, "{line}");
    }
}
