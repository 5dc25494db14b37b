//! Programs as clients: the quickstarts play against the real server as they stand in `examples/clients`.

use std::path::Path;
use std::process::Command;

use super::house::House;

/// A table that is quick, and still waits long enough for a program that asks four times a second.
const UNHURRIED: &str = r#"
[disk]
warn-mib = 0
close-mib = 0
[pace]
betting-ms = 4000
between-cards-ms = 10
after-coup-ms = 3000
cut-window-ms = 20
share-window-ms = 0
[[table]]
name = "rws"
rulebook = "rws-2016"
opening = "usual, limits 5..5000"
dealer = "automatic"
"#;

/// Two coups by a quickstart, each told with its clauses.
#[track_caller]
fn plays(house: &House, program: &str, file: &str) {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/clients").join(file);
    let base = format!("http://{}", house.address());
    let told = Command::new(program).arg(own).args([&base, "rws", "2"]).output().unwrap();
    let said = String::from_utf8(told.stdout).unwrap();
    assert!(told.status.success(), "{said}{}", String::from_utf8_lossy(&told.stderr));
    let coups: Vec<&str> = said.lines().filter(|line| line.starts_with("coup ")).collect();
    assert_eq!(coups.len(), 2, "{said}");
    assert!(coups.iter().all(|line| line.contains("10.00 on banker") && line.contains(", by ")), "{said}");
}

#[test]
fn the_quickstarts_play() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), UNHURRIED);
    for (program, file) in [("python3", "quickstart.py"), ("node", "quickstart.mjs")] {
        if Command::new(program).arg("--version").output().is_ok() {
            plays(&house, program, file);
        }
    }
    house.stop();
}
