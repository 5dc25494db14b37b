//! What a journal of a real house tells programs: answers as JSON, and flat tables for analysts.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::house::{House, QUICK, punto};
use crate::support::eventually;

/// What is answered to `--json`.
#[track_caller]
fn json(args: &[&str], folder: &Path) -> Value {
    let output = punto(args, folder);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_journal_is_told_as_json_and_as_flat_tables() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), QUICK);
    let mut guest = house.client();
    guest.guest("gil");
    guest.sit("fast", 1, 1_000);
    let mut tries = 0;
    eventually("some coups are over", || {
        // Whether wagers are open now or not: the next try is soon.
        tries += 1;
        guest.say("fast", &format!("bet-{tries}"), "bet gil@1 banker 10");
        let measured = house.client().get("/metrics").body;
        let coups =
            measured.lines().find_map(|line| line.strip_prefix("punto_table_coups_total{table=\"fast\"} "));
        coups.filter(|coups| coups.parse::<f64>().unwrap() >= 3.0).map(drop)
    });
    drop(guest);
    house.stop();
    let folder = folder.path();

    let verified = json(&["verify", "--json"], folder);
    assert_eq!((&verified["holds"], &verified["wrong"]), (&Value::Bool(true), &Value::Null));
    assert_eq!(verified["coded_from"], 1);
    let streams = json(&["journal", "streams", "--json"], folder);
    let records: u64 = streams.as_array().unwrap().iter().map(|own| own["records"].as_u64().unwrap()).sum();
    assert_eq!(verified["records"], records);
    let shown = json(&["journal", "show", "table/fast", "--limit", "2", "--json"], folder);
    assert_eq!(shown.as_array().unwrap().len(), 2);
    assert!(shown[0]["said"].is_string() && shown[0]["events"][0]["by"].is_array(), "{shown}");
    assert!(json(&["journal", "shoes", "table/fast", "--json"], folder).is_array());
    let copy = folder.join("copy.backup");
    let kept = json(&["backup", copy.to_str().unwrap(), "--json"], folder);
    assert_eq!((&kept["records"], &kept["holds"]), (&Value::from(records), &Value::Bool(true)));

    // All flat tables at once, and one of them by itself.
    let flat = folder.join("flat");
    let args = ["journal", "export", "--as", "all", "--format", "csv", "--out", flat.to_str().unwrap()];
    let told = punto(&args, folder);
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let mut files: Vec<String> =
        fs::read_dir(&flat).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    assert_eq!(files, ["cards.csv", "coups.csv", "duties.csv", "movements.csv", "rulings.csv", "wagers.csv"]);
    let coups = fs::read_to_string(flat.join("coups.csv")).unwrap();
    assert!(coups.starts_with("table_name,number,") && coups.lines().count() > 3, "{coups}");
    let one = punto(&["journal", "export", "--as", "coups", "--stream", "table/fast"], folder);
    let lines = String::from_utf8(one.stdout).unwrap();
    assert_eq!(lines.lines().count(), coups.lines().filter(|line| line.starts_with("\"fast\"")).count());
    assert!(serde_json::from_str::<Value>(lines.lines().next().unwrap()).unwrap()["rulebook"] == "rws-2016");

    // Nothing is overwritten, and what makes no sense says what would.
    for (args, says) in [
        (args.to_vec(), "a folder that is not there yet"),
        (vec!["journal", "export", "--as", "all"], "which folder to make"),
        (vec!["journal", "export", "--as", "coups", "--format", "script"], "rows are no script"),
        (vec!["journal", "export", "--as", "nights"], "invalid value 'nights'"),
    ] {
        let told = punto(&args, folder);
        let said = String::from_utf8(told.stderr).unwrap();
        assert!(told.status.code() == Some(2) && said.contains(says), "{args:?}: {said}");
    }
}
