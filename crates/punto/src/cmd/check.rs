//! `punto check`: runs scripts and compares what happened with what they expect.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use punto_rulebook::{Rulebook, Standing};
use punto_script::{Report, Script, run as run_script, run_under};
use serde_json::{Value, json};

use crate::failure::{Answer, Failure, rulebook};
use crate::print::as_json;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto check rulebooks/nsw-2021/scenarios              every script of a folder
  punto check shoe.script                               one script
  punto check rulebooks/rws-2016/scenarios --coverage   and which clauses no script is seen to show

Exit codes: 0 all expectations hold, 1 some do not, 2 a script cannot be read or run.")]
pub(crate) struct Args {
    /// Scripts, or folders of scripts.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Run them under this rulebook instead of the one they name: its id, or a folder.
    #[arg(long)]
    rulebook: Option<String>,
    /// List the clauses that are encoded or recorded and that none of these scripts shows.
    #[arg(long)]
    coverage: bool,
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    let mut reports: Vec<(PathBuf, String, Report)> = Vec::new();
    let book = args.rulebook.as_deref().map(rulebook).transpose()?.map(Arc::new);
    for file in all_files(&args.files)? {
        let (book, report) = check(&file, book.as_ref())?;
        reports.push((file, book, report));
    }
    let wrong = reports.iter().map(|(_, _, report)| report.failures.len()).sum::<usize>();
    let text = if args.json { as_json(&as_value(&reports)) } else { as_text(&reports, args.coverage, wrong) };
    if wrong > 0 { Err(Failure::Disagreement(text)) } else { Ok(text) }
}

fn all_files(given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in given {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries =
            fs::read_dir(path).map_err(|error| Failure::of(format!("{}: {error}", path.display())))?;
        let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        found.retain(|file| file.extension().is_some_and(|end| end == "script"));
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

/// Reads a script of a sensible size.
pub(crate) fn read(file: &Path) -> Result<Script, Failure> {
    let wrong = |message: String| Failure::Message(format!("{}: {message}", file.display()));
    let size = fs::metadata(file).map_err(|error| wrong(format!("cannot be read: {error}")))?.len();
    if size > Script::LONGEST as u64 {
        return Err(wrong(format!("is {size} bytes long; a script has at most {}", Script::LONGEST)));
    }
    let bytes = fs::read(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        wrong(format!("line {line}, column {column}: not UTF-8 text; expected a script"))
    })?;
    text.parse().map_err(|error| wrong(format!("{error}")))
}

fn check(file: &Path, book: Option<&Arc<Rulebook>>) -> Result<(String, Report), Failure> {
    let script = read(file)?;
    if let Some(book) = book {
        return Ok((book.id.to_string(), run_under(book, &script)));
    }
    let report =
        run_script(&script).map_err(|error| Failure::Message(format!("{}: {error}", file.display())))?;
    Ok((script.rulebook().unwrap_or_default().to_owned(), report))
}

fn as_text(reports: &[(PathBuf, String, Report)], coverage: bool, wrong: usize) -> String {
    let mut text = String::new();
    for (file, _, report) in reports {
        for failure in &report.failures {
            let _ = writeln!(text, "{}: {failure}", file.display());
        }
    }
    if coverage {
        for (book, shown) in shown(reports) {
            let missing = missing(&book, &shown);
            let _ =
                writeln!(text, "{book}: {} clauses without a scenario: {}", missing.len(), missing.join(" "));
        }
    }
    let held: usize = reports.iter().map(|(_, _, report)| report.held).sum();
    let _ = writeln!(
        text,
        "{} script{}, {held} expectations held, {wrong} did not",
        reports.len(),
        if reports.len() == 1 { "" } else { "s" }
    );
    text
}

fn shown(reports: &[(PathBuf, String, Report)]) -> BTreeMap<String, BTreeSet<&str>> {
    let mut shown: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (_, book, report) in reports.iter().filter(|(_, _, report)| report.failures.is_empty()) {
        shown.entry(book.clone()).or_default().extend(report.shown.iter().map(String::as_str));
    }
    shown
}

fn missing(book: &str, shown: &BTreeSet<&str>) -> Vec<String> {
    let Some(book) = Rulebook::embedded(book) else { return Vec::new() };
    let wanted = |standing| matches!(standing, Standing::Encoded | Standing::Recorded);
    let clauses = book.clauses.iter().filter(|clause| wanted(clause.standing));
    clauses.map(|clause| clause.id.to_string()).filter(|id| !shown.contains(id.as_str())).collect()
}

fn as_value(reports: &[(PathBuf, String, Report)]) -> Value {
    let one = |(file, book, report): &(PathBuf, String, Report)| {
        let failure = |failure: &punto_script::Failure| json!({ "line": failure.line, "expected": failure.expected, "actual": failure.actual });
        json!({
            "file": file.display().to_string(),
            "rulebook": book,
            "held": report.held,
            "shown": report.shown,
            "failures": report.failures.iter().map(failure).collect::<Vec<_>>(),
        })
    };
    reports.iter().map(one).collect()
}
