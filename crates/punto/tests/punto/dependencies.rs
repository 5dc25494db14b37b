//! What the crates depend on: nothing that they do not use, and no chance where everything follows from what comes in.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::root;

/// What compiles for a browser and for other languages: the game, and everything below it.
const PURE: [&str; 17] = [
    "vocab",
    "rulebook",
    "coup",
    "lines",
    "state",
    "table",
    "tournament",
    "promotion",
    "seen",
    "roads",
    "odds",
    "script",
    "site",
    "accounts",
    "conformance",
    "answers",
    "wasm",
];
/// Crates that ask an operating system for something: chance, sockets, other processes.
const OF_A_SYSTEM: [&str; 6] = ["getrandom", "tokio", "socket2", "mio", "rusqlite", "rustix"];

/// The sources of a folder, in one text.
fn sources(folder: &Path) -> String {
    let Ok(entries) = fs::read_dir(folder) else { return String::new() };
    let text = |path: &Path| match path.is_dir() {
        true => sources(path),
        false if path.extension().is_some_and(|end| end == "rs") => fs::read_to_string(path).unwrap(),
        false => String::new(),
    };
    entries.flatten().map(|entry| text(&entry.path())).collect()
}

/// Whether a text names a crate, and not only something whose name contains it.
fn names(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + name.len()..].chars().next());
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// Whether the macros of `vocab` that a text calls write code which needs this crate.
fn is_named_by_macros(text: &str, dependency: &str) -> bool {
    match dependency {
        "serde" => text.contains("punto_vocab::words!"),
        "thiserror" => text.contains("punto_vocab::reasons!"),
        _ => false,
    }
}

#[test]
fn every_dependency_is_used() {
    let mut unused = Vec::new();
    for folder in fs::read_dir(root().join("crates")).unwrap().flatten().map(|entry| entry.path()) {
        let own =
            sources(&folder.join("src")) + &fs::read_to_string(folder.join("build.rs")).unwrap_or_default();
        let tests: String = ["tests", "benches", "examples"].map(|part| sources(&folder.join(part))).concat();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let mut text = String::new();
        for line in manifest.lines() {
            if let Some(section) = line.strip_prefix('[') {
                text = match section.trim_end_matches(']') {
                    "dev-dependencies" => format!("{own}{tests}"),
                    section if section.ends_with("dependencies") => own.clone(),
                    _ => String::new(),
                };
                continue;
            }
            let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
            let is_one = !text.is_empty() && !name.is_empty() && !name.starts_with('#');
            if is_one && !names(&text, &name.replace('-', "_")) && !is_named_by_macros(&text, name) {
                unused.push(format!("{}: {name}", folder.file_name().unwrap().display()));
            }
        }
    }
    assert!(unused.is_empty(), "nothing needs these:\n{}", unused.join("\n"));
}

#[test]
fn the_game_asks_no_operating_system_for_anything() {
    for name in PURE {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([
            "tree",
            "--offline",
            "--locked",
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ]);
        // Whatever target it is for: what only another one needs is not shown.
        let tree = cargo.args(["--target", "wasm32-unknown-unknown", "--package", &format!("punto-{name}")]);
        let tree = tree.current_dir(root()).output().unwrap();
        let text = String::from_utf8(tree.stdout).unwrap();
        assert!(tree.status.success(), "{name}: {}", String::from_utf8_lossy(&tree.stderr));
        let reached: BTreeSet<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
        let wrong: Vec<&&str> = reached.iter().filter(|found| OF_A_SYSTEM.contains(found)).collect();
        assert!(wrong.is_empty(), "punto-{name} reaches {wrong:?}");
    }
}

/// What can be published stands on nothing that cannot, and has what a registry asks for; a crate takes along what it embeds.
#[test]
fn crates_that_are_published_are_whole() {
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let mut published = BTreeSet::new();
    for folder in fs::read_dir(root().join("crates")).unwrap().flatten() {
        let manifest = fs::read_to_string(folder.path().join("Cargo.toml")).unwrap();
        if !manifest.contains("publish.workspace = true") {
            published.insert(folder.file_name().into_string().unwrap());
        }
    }
    let uses = crate::crates_picture::uses();
    for name in &published {
        let manifest = fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).unwrap();
        for field in ["description = ", "license.", "repository.", "readme.", "keywords.", "categories."] {
            assert!(manifest.contains(&format!("\n{field}")), "{name} has no {field}");
        }
        for below in &uses[name] {
            assert!(published.contains(below), "{name} stands on {below}, which is not published");
        }
        let line = workspace.lines().find(|line| line.starts_with(&format!("punto-{name} = "))).unwrap();
        assert!(line.contains("version = "), "{name} has no version beside its path");
        // What only tests use is not asked of a registry: some of it stands on the crate itself.
        let (_, tests) = manifest.split_once("[dev-dependencies]").unwrap_or_default();
        let own = tests.lines().filter(|line| line.starts_with("punto-"));
        assert_eq!(own.filter(|line| !line.contains("path = ")).count(), 0, "{name}");
    }
    assert!(
        published.contains("odds") && published.contains("script") && !published.contains("floor"),
        "{published:?}"
    );

    let packed = |name: &str| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([
            "package",
            "--list",
            "--offline",
            "--allow-dirty",
            "--package",
            &format!("punto-{name}"),
        ]);
        let told = cargo.current_dir(root()).output().unwrap();
        assert!(told.status.success(), "{name}: {}", String::from_utf8_lossy(&told.stderr));
        String::from_utf8(told.stdout).unwrap()
    };
    let rulebook = packed("rulebook");
    for file in ["README.md", "rulebooks/nsw-2021/rulebook.toml", "rulebooks/rws-2016/clauses.toml"] {
        assert!(rulebook.lines().any(|line| line == file), "{file} is not packed");
    }
    assert!(rulebook.lines().any(|line| line.starts_with("rulebooks/nz-1998/scenarios/")));
    assert!(packed("roads").lines().any(|line| line == "src/lib.rs"));
}
