//! A rulebook changed at random loads or is refused with a reason; it never breaks the loader, nor the tables
//! opened under it.

use std::path::Path;

use proptest::prelude::*;
use punto_rulebook::{Draft, Rulebook, Terms};

/// The texts of the two files of every book.
fn books() -> Vec<[String; 2]> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks");
    let text = |book: &str, file: &str| {
        std::fs::read_to_string(folder.join(book).join(file)).expect("the books of the workspace can be read")
    };
    Rulebook::embedded_ids().map(|book| [text(book, "rulebook.toml"), text(book, "clauses.toml")]).collect()
}

/// A change to a text; the numbers choose places, whatever the text has.
#[derive(Clone, Debug)]
enum Change {
    DeleteLine(usize),
    DoubleLine(usize),
    SwapLines(usize, usize),
    SwapValues(usize, usize),
    DeleteWord(usize),
    SwapWords(usize, usize),
    SwapQuoted(usize, usize),
    ReplaceWord(usize, &'static str),
    ReplaceFigure(usize, u64),
    DeleteChar(usize),
    ReplaceChar(usize, char),
    Truncate(usize),
}

/// Words and signs that mean something in a rulebook, in places where they should not be.
const WORDS: [&str; 25] = [
    "value",
    "house",
    "clause",
    "[]",
    "{}",
    "\"\"",
    "true",
    "-1",
    "0",
    "8",
    "8.5",
    "1979-05-27",
    "[[bets]]",
    "[bets]",
    "\"player\"",
    "\"tie\"",
    "\"officer\"",
    "\"9:1\"",
    "'''",
    "\"",
    "=",
    ",",
    "#",
    "\u{feff}",
    "闲",
];

fn change() -> impl Strategy<Value = Change> {
    let place = any::<usize>;
    prop_oneof![
        place().prop_map(Change::DeleteLine),
        place().prop_map(Change::DoubleLine),
        (place(), place()).prop_map(|(a, b)| Change::SwapLines(a, b)),
        (place(), place()).prop_map(|(a, b)| Change::SwapValues(a, b)),
        place().prop_map(Change::DeleteWord),
        (place(), place()).prop_map(|(a, b)| Change::SwapWords(a, b)),
        (place(), place()).prop_map(|(a, b)| Change::SwapQuoted(a, b)),
        (place(), prop::sample::select(&WORDS[..])).prop_map(|(at, word)| Change::ReplaceWord(at, word)),
        (place(), prop_oneof![0..20u64, any::<u64>()]).prop_map(|(at, n)| Change::ReplaceFigure(at, n)),
        place().prop_map(Change::DeleteChar),
        (place(), any::<char>()).prop_map(|(at, c)| Change::ReplaceChar(at, c)),
        place().prop_map(Change::Truncate),
    ]
}

impl Change {
    /// The changed text. Characters, not bytes: what is not UTF-8 never gets past the reading of the file.
    fn apply(&self, text: &str) -> String {
        match *self {
            Change::DeleteLine(at) => change_lines(text, |lines| drop(lines.remove(at % lines.len()))),
            Change::DoubleLine(at) => change_lines(text, |lines| {
                let at = at % lines.len();
                lines.insert(at, lines[at].clone());
            }),
            Change::SwapLines(a, b) => change_lines(text, |lines| swap(lines, a, b)),
            Change::SwapValues(a, b) => change_lines(text, |lines| {
                let parted = |line: &String| line.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned()));
                let (a, b) = (a % lines.len(), b % lines.len());
                if let (Some((key, value)), Some((other_key, other))) = (parted(&lines[a]), parted(&lines[b]))
                {
                    (lines[a], lines[b]) = (format!("{key}={other}"), format!("{other_key}={value}"));
                }
            }),
            Change::DeleteWord(at) => change_words(text, |words| drop(words.remove(at % words.len()))),
            Change::SwapWords(a, b) => change_words(text, |words| swap(words, a, b)),
            Change::SwapQuoted(a, b) => {
                let mut parts: Vec<&str> = text.split('"').collect();
                let quoted = parts.len() / 2;
                if quoted > 0 {
                    parts.swap(a % quoted * 2 + 1, b % quoted * 2 + 1);
                }
                parts.join("\"")
            }
            Change::ReplaceWord(at, word) => change_words(text, |words| {
                let at = at % words.len();
                words[at] = format!("{word} ");
            }),
            Change::ReplaceFigure(at, number) => {
                let figures = text.match_indices(|c: char| c.is_ascii_digit()).map(|(place, _)| place);
                match figures.clone().nth(at % figures.count().max(1)) {
                    Some(place) => format!("{}{number}{}", &text[..place], &text[place + 1..]),
                    None => text.to_owned(),
                }
            }
            Change::DeleteChar(at) => change_char(text, at, None),
            Change::ReplaceChar(at, c) => change_char(text, at, Some(c)),
            Change::Truncate(at) => text.chars().take(at % text.chars().count()).collect(),
        }
    }
}

fn change_lines(text: &str, change: impl FnOnce(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    change(&mut lines);
    lines.concat()
}

fn change_words(text: &str, change: impl FnOnce(&mut Vec<String>)) -> String {
    let mut words: Vec<String> = text.split_inclusive([' ', '\n', ',']).map(str::to_owned).collect();
    change(&mut words);
    words.concat()
}

fn swap(items: &mut [String], a: usize, b: usize) {
    items.swap(a % items.len(), b % items.len());
}

fn change_char(text: &str, at: usize, to: Option<char>) -> String {
    let at = at % text.chars().count();
    let keep = |(place, c): (usize, char)| if place == at { to } else { Some(c) };
    text.chars().enumerate().filter_map(keep).collect()
}

/// Loads, and where that succeeds opens a table.
fn check(texts: &[String; 2]) -> Result<(), TestCaseError> {
    let [book, clauses] = [("rulebook.toml", &texts[0]), ("clauses.toml", &texts[1])];
    match Rulebook::read((Path::new(book.0), book.1), (Path::new(clauses.0), clauses.1)) {
        Err(problems) => {
            prop_assert!(!problems.0.is_empty(), "refused without a reason");
            for problem in &problems.0 {
                prop_assert!(!problem.message.is_empty());
                let text = if problem.file == Path::new(book.0) { book.1 } else { clauses.1 };
                let lines = text.split('\n').count();
                let inside = |(line, column)| (1..=lines).contains(&line) && column > 0;
                prop_assert!(problem.at.is_none_or(inside), "{problem}");
            }
        }
        Ok(book) => {
            if let Err(refused) = Terms::under(&book, Draft::usual(&book)) {
                prop_assert!(!refused.0.is_empty(), "a table refused without a reason");
            }
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_book_changed_at_random_loads_or_is_refused_with_a_reason(
        book in prop::sample::select(books()),
        changes in prop::collection::vec((any::<bool>(), change()), 1..4),
    ) {
        let mut texts = book;
        for (in_clauses, change) in changes {
            let text = &mut texts[usize::from(in_clauses)];
            if !text.is_empty() {
                *text = change.apply(text);
            }
        }
        check(&texts)?;
    }

    #[test]
    fn any_text_at_all_is_refused_with_a_reason(book in ".{0,400}", clauses in ".{0,400}") {
        check(&[book, clauses])?;
    }
}

#[test]
fn depth_does_not_break_the_loader() {
    let [book, clauses] = books().remove(0);
    for deep in [
        format!("deep = {}1{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("deep = {}1{}", "{ a = ".repeat(100_000), " }".repeat(100_000)),
        format!("{}a = 1", "a.".repeat(100_000)),
        format!("[{}a]", "a.".repeat(100_000)),
    ] {
        let texts = [format!("{book}\n{deep}\n"), clauses.clone()];
        let read = Rulebook::read((Path::new("r"), &texts[0]), (Path::new("c"), &texts[1]));
        assert!(read.is_err_and(|problems| !problems.0.is_empty()));
    }
}
