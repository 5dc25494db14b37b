//! Public types of two crates that have the same name: where that is the design, and where it is put up with.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::root;
use crate::tidy::sources;

/// What every room has: what is said to it, what happens in it, and how it refuses.
const FAMILY: [&str; 5] = ["Command", "Event", "Happening", "Reason", "Refused"];
/// The rooms, `vocab` with the shape that their events have, and `wire` with what is said to a table.
const ROOMS: [&str; 7] = ["accounts", "lines", "promotion", "site", "tournament", "vocab", "wire"];
/// A tournament and a promotion are machines of the same shape as a table, and have these of their own.
const SHAPE: [&str; 12] = [
    "Conditions",
    "Duty",
    "Outcome",
    "Owed",
    "Payment",
    "Phase",
    "Plan",
    "Stage",
    "Standing",
    "View",
    "Viewer",
    "Wager",
];
/// Two things that the same word is right for, in crates that seldom meet. This list gets shorter, not longer.
const APART: &[(&str, &[&str])] = &[
    ("Account", &["accounts", "vocab"]),
    ("Allowed", &["rulebook", "seen"]),
    ("Answer", &["floor", "rulebook"]),
    ("Body", &["http", "records"]),
    ("Claim", &["promotion", "shoe"]),
    ("Device", &["rulebook", "site"]),
    ("Dispute", &["promotion", "report"]),
    ("Fault", &["journal", "vocab"]),
    ("Ground", &["site", "tournament"]),
    ("Kind", &["rulebook", "site"]),
    ("Line", &["http", "vocab"]),
    ("NotDue", &["coup", "lines"]),
    ("On", &["rulebook", "site"]),
    ("Opening", &["rulebook", "shoe"]),
    ("Outcome", &["floor", "rulebook"]),
    ("Part", &["http", "rulebook"]),
    ("Place", &["coup", "http", "site", "tournament"]),
    ("Proposal", &["rulebook", "site"]),
    ("Said", &["floor", "script"]),
    ("Session", &["access", "accounts", "site"]),
    ("Shoe", &["shoe", "state"]),
    ("Span", &["accounts", "rulebook"]),
    ("Standing", &["floor", "rulebook", "site"]),
    ("Subject", &["floor", "script"]),
    ("Told", &["records", "site"]),
    ("Totals", &["coup", "rulebook"]),
    ("Whose", &["access", "accounts"]),
];

/// The public types of every crate, by name.
fn types() -> BTreeMap<String, BTreeSet<String>> {
    let mut types: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in sources() {
        let parts: Vec<_> =
            path.strip_prefix(root()).unwrap().iter().filter_map(|part| part.to_str()).collect();
        let ["crates", own, "src", ..] = parts[..] else { continue };
        for line in text.lines() {
            let mut words = line.split_whitespace();
            if words.next() != Some("pub")
                || !matches!(words.next(), Some("struct" | "enum" | "type" | "trait"))
            {
                continue;
            }
            let name = words.next().unwrap_or_default();
            let name = name.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
            // A macro's own name for it stands behind a `$`.
            if !name.is_empty() {
                types.entry(name.to_owned()).or_default().insert(own.to_owned());
            }
        }
    }
    types
}

/// Where a name stands beside the places in which it is by design.
fn besides(name: &str, crates: &BTreeSet<String>) -> Vec<String> {
    let by_design = |own: &str| match own {
        // The wire has the values of the core for people outside, and `roads` uses no other crate.
        "wire" | "roads" => true,
        own if FAMILY.contains(&name) => ROOMS.contains(&own),
        "tournament" | "promotion" => SHAPE.contains(&name),
        _ => false,
    };
    crates.iter().filter(|own| !by_design(own)).cloned().collect()
}

#[test]
fn a_public_name_stands_in_one_crate_and_on_the_wire() {
    let types = types();
    assert!(types.len() > 800, "{}", types.len());
    for (name, crates) in &types {
        let found = besides(name, crates);
        let listed = APART.iter().find(|(own, _)| own == name).map_or(&[][..], |(_, crates)| *crates);
        assert!(
            found.len() < 2 || found == listed,
            "`{name}` is a public type of {found:?}: one name for one thing, or one of them gets another name"
        );
    }
    for (name, listed) in APART {
        let found = types.get(*name).map(|crates| besides(name, crates)).unwrap_or_default();
        assert_eq!(found, *listed, "`{name}` stands so no more: take it off the list");
    }
}
