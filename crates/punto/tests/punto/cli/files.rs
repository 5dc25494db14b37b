//! `punto rulebook check`: files that are no rulebook, and rulebooks with mistakes in them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::refused;
use crate::support::{Ran, punto, root};

/// A copy of a sound rulebook in a folder of its own, to be spoiled.
fn copy(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    for file in ["rulebook.toml", "clauses.toml"] {
        fs::copy(root().join("rulebooks/rws-2016").join(file), folder.join(file)).expect("a copy");
    }
    folder
}

/// The one sentence about a folder, by every command that reads one.
#[track_caller]
fn refused_everywhere(folder: &Path) -> String {
    let name = folder.to_str().expect("a plain path");
    let sentence = refused(&["rulebook", "check", name]);
    let others: [&[&str]; 4] = [
        &["rulebook", "show", name],
        &["clauses", "--rulebook", name],
        &["explain", name, "2.2.1"],
        &["deal", "--rulebook", name, "--cards", "Ks"],
    ];
    for args in others {
        assert_eq!(refused(args), sentence, "{args:?}");
    }
    sentence
}

#[test]
fn a_file_that_is_not_utf_8() {
    for file in ["rulebook.toml", "clauses.toml"] {
        let folder = copy(&format!("not-utf-8-{file}"));
        let mut bytes = fs::read(folder.join(file)).unwrap();
        bytes.extend(b"\n# caf\xe9\n");
        fs::write(folder.join(file), bytes).unwrap();
        let sentence = refused_everywhere(&folder);
        assert!(sentence.contains(file) && sentence.contains("is not UTF-8 text"), "{sentence}");
    }
}

#[test]
fn a_file_of_ten_megabytes() {
    for file in ["rulebook.toml", "clauses.toml"] {
        let folder = copy(&format!("ten-megabytes-{file}"));
        let mut text = fs::read_to_string(folder.join(file)).unwrap();
        text.push_str(&"# filler\n".repeat(10 * 1024 * 1024 / 9));
        fs::write(folder.join(file), text).unwrap();
        let sentence = refused_everywhere(&folder);
        assert!(sentence.contains(file) && sentence.contains("bytes long"), "{sentence}");
        assert!(sentence.contains("at most 4194304"), "{sentence}");
    }
}

#[test]
fn a_file_that_is_empty_missing_or_a_folder() {
    let folder = copy("empty");
    fs::write(folder.join("rulebook.toml"), " \n").unwrap();
    assert!(refused_everywhere(&folder).contains("is empty"));
    let folder = copy("missing");
    fs::remove_file(folder.join("clauses.toml")).unwrap();
    assert!(refused_everywhere(&folder).contains("clauses.toml: cannot be read"));
    let folder = copy("folder");
    fs::remove_file(folder.join("clauses.toml")).unwrap();
    fs::create_dir(folder.join("clauses.toml")).unwrap();
    assert!(refused_everywhere(&folder).contains("expected a file, found a folder"));
}

/// Spoils places of a copy, each given as what stands there and what shall stand there.
fn spoil(name: &str, edits: &[(&str, &str)]) -> PathBuf {
    let folder = copy(name);
    let file = folder.join("rulebook.toml");
    let mut text = fs::read_to_string(&file).expect("the copy");
    for (from, to) in edits {
        assert!(text.contains(from), "the rulebook has no `{from}` to spoil");
        text = text.replacen(from, to, 1);
    }
    fs::write(&file, text).expect("the copy");
    folder
}

/// The line of the last place of a file that has this text.
fn line_of(file: &Path, part: &str) -> usize {
    let text = fs::read_to_string(file).expect("the copy");
    let lines: Vec<&str> = text.lines().collect();
    lines.iter().rposition(|line| line.contains(part)).expect("a line with it") + 1
}

const MISTAKES: [(&str, &str, &str); 7] = [
    ("pays = \"8:1\"", "pays = \"0:1\"", "`0:1` is not odds; odds are two whole numbers"),
    ("D DDDDDDDDSD", "D DDDDDDDDSX", "`D DDDDDDDDSX` is an impossible drawing row; expected"),
    ("clause = \"3.3:tie\"", "clause = \"3.3:tye\"", "`3.3:tye` is not a clause of rws-2016"),
    ("kind = \"tie\"", "kind = \"tie\"\ncolour = 1", "unknown field `colour` in `bets.tie`; expected"),
    ("7, 8], clause = \"2.2.1\"", "7, 80], clause = \"2.2.1\"", "expected a whole number from 1 to 16"),
    ("value = \"display\"", "value = \"shout\"", "`shout` is not a closing of wagers; expected first-card"),
    ("{ point = 7, row", "{ point = 6, row", "two values for one question: Banker's point 6"),
];

#[test]
fn each_mistake_is_told_at_its_line_with_what_was_expected() {
    for (place, (from, to, expected)) in MISTAKES.iter().enumerate() {
        let folder = spoil(&format!("mistake-{place}"), &[(from, to)]);
        let line = line_of(&folder.join("rulebook.toml"), to.lines().last().unwrap());
        let ran = punto(&["rulebook", "check", folder.to_str().unwrap()]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
        let told =
            |found: &str| found.contains(&format!("rulebook.toml:{line}:")) && found.contains(expected);
        assert!(ran.err.lines().any(told), "line {line}, {expected}:\n{}", ran.err);
    }
}

#[test]
fn all_mistakes_are_told_at_once() {
    let edits: Vec<(&str, &str)> = MISTAKES.iter().map(|(from, to, _)| (*from, *to)).collect();
    let folder = spoil("all-mistakes", &edits);
    let ran = punto(&["rulebook", "check", folder.to_str().unwrap()]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    let (head, list) = ran.err.split_once('\n').unwrap();
    assert_eq!(head, format!("punto: {} mistakes", list.lines().count()));
    for (_, _, expected) in MISTAKES {
        assert!(list.contains(expected), "no `{expected}` in\n{list}");
    }
    let place = folder.join("rulebook.toml").display().to_string();
    assert!(list.lines().all(|line| line.starts_with(&place)), "{list}");
}

#[test]
fn a_program_gets_the_mistakes_as_json() {
    let folder = spoil("json", &[(MISTAKES[0].0, MISTAKES[0].1)]);
    let Ran { code, out, err } = punto(&["rulebook", "check", "--json", folder.to_str().unwrap()]);
    assert_eq!((code, err.as_str()), (Some(2), ""));
    let report: Value = out.parse().unwrap();
    assert_eq!(report["ok"], false);
    let problem = &report["problems"][0];
    let line = line_of(&folder.join("rulebook.toml"), MISTAKES[0].1);
    assert_eq!(problem["line"].as_u64(), Some(line as u64));
    assert!(problem["column"].as_u64().is_some());
    assert!(problem["file"].as_str().unwrap().ends_with("rulebook.toml"));
    assert!(problem["message"].as_str().unwrap().contains("`0:1` is not odds"), "{problem}");
}

#[test]
fn what_is_no_rulebook_at_all_is_told_without_a_panic() {
    let texts = ["= = =", "[[[[", "id = \"x\"", "\u{0}", "{}", "a = 1\na = 2", "id = 5", "schema = 1e400"];
    for (place, text) in texts.iter().enumerate() {
        for file in ["rulebook.toml", "clauses.toml"] {
            let folder = copy(&format!("junk-{place}-{file}"));
            fs::write(folder.join(file), text).unwrap();
            let ran = punto(&["rulebook", "check", folder.to_str().unwrap()]);
            assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{text}");
            assert!(ran.err.starts_with("punto: ") && !ran.err.contains("panicked"), "{text}: {}", ran.err);
        }
    }
}
