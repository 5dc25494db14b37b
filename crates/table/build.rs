//! Finds out from the sources which file decides by which rule of procedure and which step of a dealing method.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

const FOLDER: &str = "src/decide";

fn main() {
    println!("cargo:rerun-if-changed={FOLDER}");
    let mut files: Vec<PathBuf> =
        fs::read_dir(FOLDER).expect("src/decide is there").flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut named: BTreeMap<(&str, String), BTreeSet<String>> = BTreeMap::new();
    let mut recorded = None;
    for file in &files {
        let text = code(&fs::read_to_string(file).expect("a source file"));
        for list in ["Rule", "Step"] {
            for name in members(&text, list) {
                named.entry((list, name)).or_default().insert(place(file));
            }
        }
        recorded = recorded.or_else(|| recorder(&text));
    }
    let recorded = recorded.expect("the dispatcher has an arm like `C::Act { .. } => module::act(`");
    assert!(files.iter().any(|file| place(file) == recorded), "{recorded} is not there");
    let mut list = String::from("const NAMED: &[(&str, &str, &[&str])] = &[\n");
    for ((of, name), places) in named {
        let places: Vec<String> = places.into_iter().collect();
        writeln!(list, "    ({of:?}, {name:?}, &{places:?}),").expect("a string takes text");
    }
    writeln!(list, "];\nconst RECORDED: &str = {recorded:?};").expect("a string takes text");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("decided_in.rs");
    fs::write(out, list).expect("the build folder can be written");
}

/// A file's path from the root of the project.
fn place(file: &Path) -> String {
    format!("crates/table/{}", file.display())
}

/// A source without its comments and its tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The members of an enum that a source names.
fn members(text: &str, list: &str) -> Vec<String> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let path = format!("{list}::");
    let found = text.match_indices(&path).filter(|(at, _)| !text[..*at].ends_with(word));
    let name = |(at, _): (usize, &str)| text[at + path.len()..].chars().take_while(|c| word(*c)).collect();
    found.map(name).filter(|name: &String| name.starts_with(char::is_uppercase)).collect()
}

/// The file that decides an act without a command of its own, as the dispatcher says it.
fn recorder(dispatcher: &str) -> Option<String> {
    let (_, arm) = dispatcher.split_once("C::Act {")?;
    let (_, arm) = arm.split_once("=> ")?;
    let (module, _) = arm.split_once("::")?;
    Some(place(&Path::new(FOLDER).join(format!("{module}.rs"))))
}
