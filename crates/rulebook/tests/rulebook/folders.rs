//! Rulebooks in a folder of somebody's own: what lies among them, and what a document need not say.

use std::fs;
use std::path::{Path, PathBuf};

use punto_rulebook::{BookFolder, Rulebook};

/// A folder of rulebooks with one document, its text changed by a rule.
fn folder(name: &str, change: impl Fn(&str) -> String) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let own = folder.join("nz-1998");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&own).unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks/nz-1998");
    for file in ["rulebook.toml", "clauses.toml"] {
        fs::write(own.join(file), change(&fs::read_to_string(from.join(file)).unwrap())).unwrap();
    }
    folder
}

#[test]
fn what_is_no_rulebook_is_named_and_stops_nothing() {
    let folder = folder("strays", str::to_owned);
    fs::create_dir(folder.join("notes")).unwrap();
    fs::write(folder.join("readme.txt"), "kept here for the lawyers").unwrap();
    fs::create_dir(folder.join(".git")).unwrap();
    let found = BookFolder::read(&folder).unwrap();
    assert_eq!(found.sources.len(), 1);
    let strays: Vec<String> = found.strays.iter().map(ToString::to_string).collect();
    assert_eq!(strays.len(), 3, "{strays:?}");
    assert!(strays.iter().all(|stray| stray.contains("not a folder with a rulebook.toml")), "{strays:?}");
    assert_eq!(&*found.sources[0].clone().load().unwrap().id, "nz-1998");
}

#[test]
fn a_bet_without_a_chinese_name_is_shown_by_its_own() {
    let without = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with("zh = "));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    let book = Rulebook::load(&folder("names", without).join("nz-1998")).unwrap();
    assert!(book.bets.len() >= 3);
    assert!(book.bets.iter().all(|bet| bet.name_zh == bet.name), "{:?}", book.bets);
}
