//! `punto explain`: one clause.

use std::fmt::Write;

use punto_rulebook::{Clause, Rulebook, Use};
use punto_script::shown_by;
use serde_json::{Value, json};

use super::decided_in::decided_in;
use crate::failure::{Answer, Failure};
use crate::library::LibraryArgs;
use crate::print::as_json;

#[derive(clap::Args)]
#[command(after_help = "Example: punto explain nsw-2021 12.2")]
pub(crate) struct Args {
    /// A rulebook's id, or a folder.
    rulebook: String,
    /// The clause, as the document numbers it: 12.2, 9.3.c, 1.1:coup.
    clause: String,
    #[command(flatten)]
    library: LibraryArgs,
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    let book = args.library.rulebook(&args.rulebook)?;
    let clause = book.clauses.get(&args.clause).ok_or_else(|| unknown(&book, &args.clause))?;
    let uses = book.uses_of(clause.id.clause());
    let scenarios = shown_by(&book).remove(clause.id.clause()).unwrap_or_default();
    if args.json {
        return Ok(as_json(&json!({
            "rulebook": &*book.id,
            "clause": clause.id.clause(),
            "topic": clause.topic,
            "kind": clause.kind.word(),
            "gist": clause.gist,
            "standing": clause.standing.word(),
            "reason": clause.reason,
            "decided_in": uses.iter().map(place).collect::<Vec<Value>>(),
            "shown_by": scenarios,
        })));
    }
    Ok(text(&book, clause, uses, &scenarios))
}

fn text(book: &Rulebook, clause: &Clause, uses: &[Use], scenarios: &[String]) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{:#}  {} ({})\n", clause.id, clause.topic, clause.kind);
    let _ = writeln!(text, "  {}\n", clause.gist);
    let _ = writeln!(text, "standing    {}: {}", clause.standing, standing(clause));
    for (i, used) in uses.iter().enumerate() {
        let label = if i == 0 { "decides" } else { "" };
        let _ = writeln!(
            text,
            "{label:<12}{} (rulebook.toml line {}), read by {}",
            used.path,
            used.line,
            decided_in(&used.path).join(", ")
        );
    }
    for setting in &book.house {
        if setting.near.as_ref().is_some_and(|near| near.names(clause.id.clause())) {
            let default = setting.default.as_deref().unwrap_or("none, the operator chooses");
            let _ = writeln!(text, "left open   {}: {}; default {default}", setting.setting, setting.choices);
        }
    }
    match scenarios {
        [] => text.push_str("scenarios   none\n"),
        [first, rest @ ..] => {
            let _ = writeln!(text, "scenarios   {first}");
            for name in rest {
                let _ = writeln!(text, "            {name}");
            }
        }
    }
    text
}

fn place(used: &Use) -> Value {
    json!({ "field": used.path, "line": used.line, "modules": decided_in(&used.path) })
}

fn standing(clause: &Clause) -> String {
    use punto_rulebook::Standing::*;
    match clause.standing {
        Encoded => "the software decides or refuses by it".into(),
        Recorded => "an act of staff that the software prompts for, authorises and records".into(),
        Shown => "a sign, a layout or a display".into(),
        Defined => "a word used in this sense, or a heading over other clauses".into(),
        Planned => "not built yet".into(),
        Outside => clause.reason.clone().unwrap_or_default(),
    }
}

/// A clause that does not exist, with those that are spelled like it or begin like it.
fn unknown(book: &Rulebook, asked: &str) -> Failure {
    let asked: String = asked.chars().take(40).collect();
    let ids = || book.clauses.iter().map(|clause| clause.id.clause());
    let wanted = parts(&asked);
    let begin = |count: usize| {
        let alike = |id: &&str| parts(id).iter().take(count).eq(wanted.iter().take(count));
        ids().filter(alike).take(12).collect::<Vec<&str>>()
    };
    let spelled: Vec<&str> = ids().filter(|id| parts(id) == wanted).collect();
    let longest = (1..=wanted.len()).rev().map(begin).find(|near| !near.is_empty());
    let near = if spelled.is_empty() { longest.unwrap_or_default() } else { spelled };
    let hint = match &near[..] {
        [] => format!("punto clauses --rulebook {} lists them all", book.id),
        [one] => format!("did you mean {one}"),
        _ => format!("did you mean one of {}", near.join(", ")),
    };
    Failure::Message(format!("{} has no clause `{asked}`; {hint}", book.id))
}

/// A clause number taken apart: `12.1(b)` and `12.1b` are `12`, `1`, `b`.
fn parts(id: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut before = None;
    for letter in id.chars() {
        let kind = letter.is_alphanumeric().then(|| letter.is_ascii_digit());
        if kind.is_some() && kind != before {
            parts.push(String::new());
        }
        if let (Some(_), Some(part)) = (kind, parts.last_mut()) {
            part.extend(letter.to_lowercase());
        }
        before = kind;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which file names a rule is found by the build, and is not looked for again here.
    #[test]
    fn every_clause_that_decides_names_files_that_exist() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for id in Rulebook::embedded_ids() {
            let book = Rulebook::embedded(id).unwrap();
            for clause in &book.clauses {
                for used in book.uses_of(clause.id.clause()) {
                    let files = decided_in(&used.path);
                    let dispatched = files.iter().any(|file| file.ends_with("decide/mod.rs"));
                    assert!(!files.is_empty(), "{} {}", book.id, used.path);
                    assert!(!(dispatched && used.path.starts_with("procedure.")), "{}", used.path);
                    for file in files {
                        assert!(root.join(file).is_file(), "{}: {file}", used.path);
                    }
                }
            }
        }
    }

    #[test]
    fn an_unknown_clause_is_met_with_those_like_it() {
        let book = Rulebook::embedded("nsw-2021").unwrap();
        let hint = |asked: &str| match unknown(&book, asked) {
            Failure::Message(text) => text.split_once("; ").unwrap().1.to_owned(),
            Failure::Report(text) | Failure::Disagreement(text) => text,
        };
        assert_eq!(hint("12.1b"), "did you mean 12.1(b)");
        assert_eq!(hint("1.1 NATURAL"), "did you mean 1.1:natural");
        assert!(hint("5.6.9").starts_with("did you mean one of 5.6, 5.6.1, 5.6.2"), "{}", hint("5.6.9"));
        assert_eq!(hint("99"), "punto clauses --rulebook nsw-2021 lists them all");
        assert_eq!(hint("…"), "punto clauses --rulebook nsw-2021 lists them all");
    }
}
