//! Finds out from the sources which file decides by which question of a rulebook: a rule of procedure, a step of a dealing
//! method, an irregularity and its cases, a setting of the house, or any other field.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Where acts at a table are decided.
const DECIDE: &str = "../table/src/decide";

/// Where anything is decided by what a rulebook says; where its settings are asked for besides; and where it is read.
const DECIDING: [&str; 4] = ["../coup/src", "../state/src", "../table/src", "../rulebook/src/terms.rs"];
const ASKING: [&str; 3] = ["../seen/src", "../views/src", "../report/src"];
const READING: &str = "../rulebook/src";

/// Where tournaments and promotions are decided, with the names that their sources give to lists.
const ABOVE: [(&str, &[(&str, &str)]); 2] = [
    ("../tournament/src", &[("R", "TournamentRule"), ("TournamentRule", "TournamentRule"), ("Item", "Item")]),
    (
        "../promotion/src",
        &[
            ("R", "PromotionRule"),
            ("PromotionRule", "PromotionRule"),
            ("Item", "PromotionItem"),
            ("PromotionItem", "PromotionItem"),
            ("PrizeItem", "PrizeItem"),
            ("Content", "Content"),
        ],
    ),
];

/// What a field of a rulebook is read from: the rulebook, its sections, and the terms that are made of it.
const HOLDERS: [&str; 11] = [
    "book",
    "terms",
    "shoe",
    "limits",
    "bet",
    "offer",
    "drawing",
    "irregularities",
    "reduction",
    "restriction",
    "layout",
];

/// Files by what they name: a list and a member of it.
type Named = BTreeMap<(&'static str, String), BTreeSet<String>>;

fn main() {
    let mut named = Named::new();
    let mut recorded = None;
    for file in sources(Path::new(DECIDE)) {
        let text = code(&file);
        note(&mut named, &[("Rule", "Rule"), ("Step", "Step")], &text, &file);
        recorded = recorded.or_else(|| recorder(&text));
    }
    let settings = settings();
    for file in DECIDING.iter().flat_map(|folder| sources(Path::new(folder))) {
        let text = code(&file);
        note(&mut named, &[("Mishap", "Mishap"), ("Case", "Case"), ("Breach", "Breach")], &text, &file);
        for field in fields(&text) {
            named.entry(("Field", field)).or_default().insert(place(&file));
        }
    }
    for (folder, lists) in ABOVE {
        for file in sources(Path::new(folder)) {
            note(&mut named, lists, &code(&file), &file);
        }
    }
    for file in DECIDING.iter().chain(&ASKING).flat_map(|folder| sources(Path::new(folder))) {
        for word in words(&code(&file)).filter(|word| settings.contains(*word)) {
            named.entry(("Setting", word.to_owned())).or_default().insert(place(&file));
        }
    }
    for file in sources(Path::new(READING)) {
        for name in code(&file).split('"').skip(1).step_by(2).filter(|text| is_name(text)) {
            named.entry(("Read", name.to_owned())).or_default().insert(place(&file));
        }
    }
    let recorded = recorded.expect("the dispatcher has an arm like `C::Act { .. } => module::act(`");
    assert!(sources(Path::new(DECIDE)).iter().any(|file| place(file) == recorded), "{recorded} is not there");
    let mut list = String::from("const NAMED: &[(&str, &str, &[&str])] = &[\n");
    for ((of, name), places) in named {
        let places: Vec<String> = places.into_iter().collect();
        writeln!(list, "    ({of:?}, {name:?}, &{places:?}),").expect("a string takes text");
    }
    writeln!(list, "];\nconst RECORDED: &str = {recorded:?};").expect("a string takes text");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("decided_in.rs");
    fs::write(out, list).expect("the build folder can be written");
}

/// The sources in a folder and below it, or the one file.
fn sources(path: &Path) -> Vec<PathBuf> {
    println!("cargo:rerun-if-changed={}", path.display());
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).expect("the folder is there").flatten().map(|entry| entry.path()) {
        if entry.is_dir() {
            files.extend(sources(&entry));
        } else if entry.extension().is_some_and(|ending| ending == "rs") {
            files.push(entry);
        }
    }
    files.sort();
    files
}

/// Notes the members of these lists that a source names; each has the name that the source gives to it first.
fn note(named: &mut Named, lists: &[(&str, &'static str)], text: &str, file: &Path) {
    for (called, list) in lists {
        for name in members(text, called) {
            named.entry((list, name)).or_default().insert(place(file));
        }
    }
}

/// A file's path from the root of the project.
fn place(file: &Path) -> String {
    let file = file.display().to_string();
    format!("crates/{}", file.trim_start_matches("../"))
}

/// A source without its comments and its tests.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a source file");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_word(c))
}

/// Whether a text is what a field of a rulebook may be called.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c == '-')
}

/// The members of an enum that a source names.
fn members(text: &str, list: &str) -> Vec<String> {
    let path = format!("{list}::");
    let found = text.match_indices(&path).filter(|(at, _)| !text[..*at].ends_with(is_word));
    let name = |(at, _): (usize, &str)| text[at + path.len()..].chars().take_while(|c| is_word(*c)).collect();
    found.map(name).filter(|name: &String| name.starts_with(char::is_uppercase)).collect()
}

/// The fields that a source reads from a rulebook or from terms, each with what it is read from: `shoe.decks`.
fn fields(text: &str) -> BTreeSet<String> {
    let dots = text.match_indices('.');
    let field = |(at, _): (usize, &str)| {
        let of = text[..at].rsplit(|c| !is_word(c)).next().filter(|of| HOLDERS.contains(of))?;
        let name: String = text[at + 1..].chars().take_while(|c| is_word(*c)).collect();
        let called = text[at + 1 + name.len()..].starts_with('(');
        (is_name(&name) && !called).then(|| format!("{of}.{name}"))
    };
    dots.filter_map(field).collect()
}

/// The names of the types of all settings that code asks for.
fn settings() -> BTreeSet<String> {
    let text = code(&Path::new(READING).join("known.rs"));
    let lines = text.lines().filter_map(|line| line.trim().split_once(" = \""));
    lines.map(|(name, _)| name.to_owned()).filter(|name| name.starts_with(char::is_uppercase)).collect()
}

/// The file that decides an act without a command of its own, as the dispatcher says it.
fn recorder(dispatcher: &str) -> Option<String> {
    let (_, arm) = dispatcher.split_once("C::Act {")?;
    let (_, arm) = arm.split_once("=> ")?;
    let (module, _) = arm.split_once("::")?;
    Some(place(&Path::new(DECIDE).join(format!("{module}.rs"))))
}
