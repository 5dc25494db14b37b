//! What must hold of the project's files as such, and of what its documents promise.

use std::fs;
use std::path::{Path, PathBuf};

use crate::crates_picture::uses;
use crate::support::{punto, root, words};

const LONGEST: usize = 600;
/// The most lines of source that a crate has.
const LARGEST: usize = 10_000;
const DOCUMENTS: [&str; 7] = [
    "README.md",
    "ARCHITECTURE.md",
    "GLOSSARY.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/interpretations.md",
    "docs/odds.md",
];

/// Every file of the project, without what is built or downloaded.
fn files() -> Vec<PathBuf> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder of the project").flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let built = ["target", ".git", "node_modules", "dist", "data"].iter().any(|other| name == *other);
            match path.is_dir() {
                // In a second working tree `.git` is a file.
                _ if built => {}
                true => walk(&path, files),
                false => files.push(path),
            }
        }
    }
    let mut found = Vec::new();
    walk(root(), &mut found);
    found.sort();
    found
}

pub(crate) fn sources() -> impl Iterator<Item = (PathBuf, String)> {
    let rust = |path: &PathBuf| path.extension().is_some_and(|end| end == "rs");
    files().into_iter().filter(rust).map(|path| {
        let text = fs::read_to_string(&path).expect("a source file");
        (path, text)
    })
}

fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The fenced blocks of a document that are marked so, each with the line of its first line.
fn blocks(text: &str, mark: &str) -> Vec<(usize, Vec<String>)> {
    let mut blocks: Vec<(usize, Vec<String>)> = Vec::new();
    let mut inside = false;
    for (place, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(found) if found == mark => {
                inside = true;
                blocks.push((place + 2, Vec::new()));
            }
            Some(_) | None => {
                if let (true, Some((_, lines))) = (inside, blocks.last_mut()) {
                    lines.push(line.to_owned());
                }
            }
        }
    }
    blocks
}

#[test]
fn no_source_file_is_too_long_to_read() {
    let long = sources().filter(|(_, text)| text.lines().count() > LONGEST);
    let long: Vec<String> =
        long.map(|(path, text)| format!("{}: {}", path.display(), text.lines().count())).collect();
    assert!(long.is_empty(), "over {LONGEST} lines, and in need of a second idea:\n{}", long.join("\n"));
}

#[test]
fn no_crate_is_too_large_to_know() {
    for name in crates() {
        let folder = root().join("crates").join(&name).join("src");
        let own = sources().filter(|(path, _)| path.starts_with(&folder));
        let lines: usize = own.map(|(_, text)| text.lines().count()).sum();
        assert!(
            lines <= LARGEST,
            "crates/{name} has {lines} lines of source, and is in need of a second room"
        );
    }
}

/// The crates in the order in which ARCHITECTURE.md lists them.
fn crates() -> Vec<String> {
    let text = document("ARCHITECTURE.md");
    let (_, list) = text.split_once("\ncrates/ ").expect("the list of crates");
    let names = list.lines().skip(1).map_while(|line| line.strip_prefix("  "));
    names.filter_map(|line| line.split_once('/').map(|(name, _)| name.to_owned())).collect()
}

#[test]
fn a_crate_uses_only_crates_above_it() {
    let listed = crates();
    let uses = uses();
    let mut sorted = listed.clone();
    sorted.sort();
    assert_eq!(sorted, uses.keys().cloned().collect::<Vec<_>>(), "ARCHITECTURE.md lists every crate once");
    for (place, name) in listed.iter().enumerate() {
        for other in &uses[name] {
            assert!(
                listed[..place].iter().any(|above| above == other),
                "{name} uses {other}, which is below it"
            );
        }
    }
}

#[test]
fn every_crate_begins_with_what_it_is_for() {
    for (path, text) in sources() {
        if path.ends_with("src/lib.rs") || path.ends_with("src/main.rs") {
            assert!(text.starts_with("//! "), "{} does not begin with `//!`", path.display());
        }
    }
}

#[test]
fn the_core_reads_no_clock_and_no_generator_and_counts_no_money_in_fractions() {
    let outside = [
        "std::fs",
        "std::io",
        "std::net",
        "std::env",
        "std::time",
        "std::thread",
        "std::process",
        "SystemTime",
        "Instant",
        "rand::",
        "getrandom",
        "println!",
        "f32",
        "f64",
    ];
    for (path, text) in sources() {
        let core = [
            "vocab",
            "rulebook",
            "coup",
            "lines",
            "table",
            "tournament",
            "promotion",
            "roads",
            "script",
            "site",
            "accounts",
            "scanner",
            "records",
        ]
        .iter()
        .any(|name| path.starts_with(root().join("crates").join(name).join("src")));
        // A rulebook in a folder is the one thing that is read; a record is compared with bytes in memory as it is written.
        let allowed: &[&str] = match &path {
            path if path.ends_with("rulebook/src/load.rs") => &["std::fs", "std::io"],
            path if path.ends_with("records/src/body.rs") => &["std::io"],
            _ => &[],
        };
        for word in outside.iter().filter(|word| core && !allowed.contains(word)) {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
    }
}

/// A test that measures is a test that fails on a slow machine: figures belong into benchmarks.
#[test]
fn no_test_measures_time_or_waits_for_one() {
    let root = root();
    let mut looked_at = 0;
    for path in files() {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let words: &[&str] = match path.extension().and_then(|end| end.to_str()) {
            Some("rs") if name.contains("/tests/") && !name.ends_with("tidy.rs") => &[".elapsed()"],
            Some("ts") if name.contains(".test.") => &["performance.now()", "waitForTimeout("],
            _ => continue,
        };
        looked_at += 1;
        let text = fs::read_to_string(&path).expect("a source file");
        for word in words {
            assert!(
                !text.contains(word),
                "{name} says `{word}`: wait for a condition, and measure in a benchmark"
            );
        }
    }
    assert!(looked_at > 100, "{looked_at}");
}

#[test]
fn no_file_names_a_place_on_somebodys_machine() {
    // Put together here, so that this file does not name them either.
    let places = ["work", "root", "home", "farm", "Users", "tmp"].map(|folder| format!("/{folder}/"));
    for path in files() {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            let named = places.iter().find(|place| line.contains(place.as_str()));
            assert_eq!(named, None, "{}:{}: {line}", path.display(), number + 1);
        }
    }
}

#[test]
fn every_link_and_path_in_the_documents_leads_somewhere() {
    for name in DOCUMENTS {
        let text = document(name);
        let folder = root().join(name);
        let folder = folder.parent().expect("a folder");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = target.split('#').next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") {
                assert!(folder.join(target).exists(), "{name} links to {target}");
            }
        }
        for quoted in text.split('`').skip(1).step_by(2) {
            let ours = ["crates/", "rulebooks/", "docs/", "./"].iter().any(|start| quoted.starts_with(start));
            let exact = !quoted.contains(|c: char| c.is_whitespace() || "<>*{}…".contains(c));
            if ours && exact {
                assert!(root().join(quoted).exists(), "{name} names {quoted}");
            }
        }
    }
}

#[test]
fn the_recipe_for_a_rulebook_explains_every_section() {
    let recipe = document("CONTRIBUTING.md");
    for path in files().into_iter().filter(|path| path.ends_with("rulebook.toml")) {
        let mut at_the_top = true;
        for line in fs::read_to_string(&path).expect("a rulebook").lines() {
            let name = match line.strip_prefix('[') {
                Some(head) => {
                    at_the_top = false;
                    head.split([']', '.']).next()
                }
                // What stands in a section is explained with it.
                None if at_the_top => line.split_once(" = ").map(|(key, _)| key),
                None => None,
            };
            let Some(name) = name.filter(|name| !name.contains([' ', '#'])) else { continue };
            let told = [format!("`{name}`"), format!("`[{name}]`"), format!("`[{name}.")];
            assert!(
                told.iter().any(|told| recipe.contains(told)),
                "CONTRIBUTING.md does not explain `{name}`"
            );
        }
    }
}

/// A line with every run of blanks or rules as one, so that the width of a column does not matter.
fn loose(line: &str) -> String {
    let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    for word in &mut words {
        if word.chars().all(|c| c == '─') {
            *word = "─".into();
        }
    }
    words.join(" ")
}

/// Whether a line of a document is this line of the output; `…` stands for the rest of it.
fn is_line(shown: &str, real: &str) -> bool {
    match shown.strip_suffix('…') {
        Some(begin) => real.starts_with(begin.trim_end()),
        None => real == shown,
    }
}

/// Figures of the README move with the rulebooks: `PUNTO_WRITE=1` writes each line anew that begins as one that is printed.
#[test]
fn every_command_in_the_readme_runs_and_prints_what_it_says() {
    let readme = document("README.md");
    let mut written: Vec<String> = readme.lines().map(str::to_owned).collect();
    let mut ran = 0;
    for (first, lines) in blocks(&readme, "console") {
        let mut output: Vec<String> = Vec::new();
        for (place, line) in lines.iter().enumerate() {
            let number = first + place;
            if let Some(command) = line.strip_prefix("$ punto ") {
                let expected = if command.ends_with("# refused") { Some(2) } else { Some(0) };
                let result = punto(&words(command));
                assert_eq!(result.code, expected, "README.md:{number}: {command}\n{}", result.err);
                output = result.out.lines().chain(result.err.lines()).map(str::to_owned).collect();
                ran += 1;
                continue;
            }
            let shown = loose(line);
            if shown.is_empty() || shown == "…" {
                continue;
            }
            let at = output.iter().position(|real| is_line(&shown, &loose(real)));
            let at = at.or_else(|| {
                std::env::var_os("PUNTO_WRITE")?;
                let word = shown.split(' ').next();
                let at = output.iter().position(|real| real.split_whitespace().next() == word)?;
                written[number - 1] = output[at].trim_end().to_owned();
                Some(at)
            });
            let at = at.unwrap_or_else(|| {
                panic!(
                    "README.md:{number}: punto does not print: {line}\nPUNTO_WRITE=1 cargo test -p punto readme may mend it"
                )
            });
            output.drain(..=at);
        }
    }
    assert!(ran >= 8, "only {ran} commands found");
    if std::env::var_os("PUNTO_WRITE").is_some() {
        fs::write(root().join("README.md"), written.join("\n") + "\n").unwrap();
    }
}

#[test]
fn the_example_of_the_readme_is_one_that_compiles() {
    let library = document("crates/coup/src/lib.rs");
    let comment: String = library
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect();
    let tested = blocks(&comment, "").into_iter().map(|(_, lines)| lines).next();
    let shown = blocks(&document("README.md"), "rust").into_iter().map(|(_, lines)| lines).next();
    assert!(shown.is_some() && shown == tested, "README.md shows another example than crates/coup tests");
}

#[test]
fn the_picture_shows_what_punto_prints() {
    let picture = document("docs/picture.svg");
    let (_, rest) = picture.split_once("<desc id=\"desc\">").expect("the picture says its command");
    let command = rest.split('<').next().unwrap_or_default().replace("&quot;", "\"");
    let result = punto(&words(command.strip_prefix("punto ").expect("a command of punto")));
    assert_eq!(result.code, Some(0), "{command}");
    let mut drawn = String::new();
    for part in rest.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or_default();
        // The words of one text may stand in several elements; two texts never run together.
        drawn.push_str(if tag.contains("tspan") { "" } else { " " });
        drawn.push_str(text);
    }
    for word in result.out.split_whitespace().filter(|word| !word.contains('─')) {
        assert!(drawn.split_whitespace().any(|drawn| drawn == word), "the picture lacks `{word}`");
    }
}
