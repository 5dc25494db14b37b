//! The pages about standards and security: every row is there once, and what they call tested is tested by what they name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::support::root;

/// How many rows the list of what is asked has.
const ROWS: u32 = 93;

/// What a row may begin with.
const STANDINGS: [&str; 4] = ["met", "in part", "operator", "not yet"];

/// The cells of every row of a page's tables.
fn rows(page: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("docs").join(page)).unwrap();
    let lines = text.lines().filter(|line| line.starts_with("| ") && line.ends_with(" |"));
    lines.map(|line| line[2..line.len() - 2].split(" | ").map(str::to_owned).collect()).collect()
}

/// What a test that can fail has in it: it asserts something, or has a helper do so.
const ASSERTS: [&str; 6] = ["assert", "refused(", ".gets(", "check(", "sound(", "unwrap()"];

/// The names of every test of the project that runs and can fail: functions that are marked so, are not left out, and assert
/// something.
fn tests() -> BTreeSet<String> {
    fn walk(folder: &Path, found: &mut BTreeSet<String>) {
        for path in fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                // What every journal must do stands once, and is a test of each.
                let shared = path.ends_with("testkit/src/journal.rs");
                let (mut marked, mut left_out) = (false, false);
                for (place, line) in text.lines().enumerate() {
                    let (indent, line) = (line.len() - line.trim_start().len(), line.trim_start());
                    marked |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
                    marked |= shared && line.starts_with("pub fn ");
                    left_out |= line.starts_with("#[ignore");
                    let line = line.strip_prefix("pub ").unwrap_or(line);
                    let name = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ");
                    let Some(name) = name.filter(|_| marked) else { continue };
                    let end = format!("{}}}", " ".repeat(indent));
                    let mut body = text.lines().skip(place).take_while(|line| *line != end);
                    if !left_out && body.any(|line| ASSERTS.iter().any(|word| line.contains(word))) {
                        found.extend(name.split(['(', '<']).next().map(str::to_owned));
                    }
                    (marked, left_out) = (false, false);
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    walk(&root().join("crates"), &mut found);
    assert!(found.len() > 500, "{}", found.len());
    found
}

/// What stands between backticks.
fn named(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether a name is a test, or a file or folder of tests; a file has tests in it.
fn is_test(name: &str, tests: &BTreeSet<String>) -> bool {
    let path = root().join(name);
    let of_file = || match fs::read_to_string(&path) {
        Ok(text) => text.contains("#[test]") || text.contains("#[tokio::test") || text.contains("expect("),
        Err(_) => path.is_dir(),
    };
    tests.contains(name) || ((name.contains("tests/") || name.ends_with(".test.ts")) && of_file())
}

#[test]
fn every_row_of_the_standards_stands_on_the_page_once_with_its_standing() {
    let tests = tests();
    let mut seen: BTreeMap<u32, u32> = BTreeMap::new();
    for row in rows("standards.md") {
        let Some(number) = row[0].parse::<u32>().ok() else { continue };
        assert_eq!(row.len(), 4, "row {number} has its four cells: {row:?}");
        *seen.entry(number).or_default() += 1;
        let (standing, place) = (&row[2], &row[3]);
        assert!(STANDINGS.iter().any(|known| standing.starts_with(known)), "row {number}: {standing}");
        if standing.starts_with("met") {
            assert!(named(place).any(|name| is_test(name, &tests)), "row {number} is met and names no test");
        }
        // What looks like the name of a test is one.
        for name in named(place).filter(|name| name.matches('_').count() > 3) {
            assert!(tests.contains(name), "row {number} names `{name}`, which is no test");
        }
    }
    let once: BTreeMap<u32, u32> = (1..=ROWS).map(|number| (number, 1)).collect();
    assert_eq!(seen, once, "each of {ROWS} rows, once");
}

#[test]
fn every_line_of_the_threat_model_names_the_test_that_shows_it() {
    let tests = tests();
    // The table of keys has three cells.
    let lines = rows("security.md").into_iter().filter(|row| row[0] != "who" && row.len() != 3);
    let lines: Vec<Vec<String>> = lines.collect();
    assert!(lines.len() > 20, "{}", lines.len());
    for row in &lines {
        assert_eq!(row.len(), 5, "who, what, what stops or finds it, what is left, test: {row:?}");
        let mut named = named(&row[4]).peekable();
        assert!(named.peek().is_some(), "no test: {row:?}");
        for name in named {
            assert!(is_test(name, &tests), "`{name}` is no test: {row:?}");
        }
    }
}
