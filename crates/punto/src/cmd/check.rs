//! `punto check`: runs scripts and compares what happened with what they expect.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use punto_rulebook::Rulebook;
use punto_script::{RunError, Script, ScriptReport, run_scenario, run_under, unshown};
use serde_json::{Value, json};

use crate::failure::{Answer, Failure};
use crate::library::{Library, LibraryArgs, in_folder};
use crate::print::as_json;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto check shoe.script                               one script
  punto check rulebooks/nsw-2021/scenarios              every script of a folder
  punto check nsw-2021 --coverage                       a rulebook's own, and which clauses none is seen to show
  punto check --rulebooks DIR --coverage                the same for every rulebook in the folders of DIR

Exit codes: 0 all expectations hold, 1 some do not or --coverage found clauses without a scenario, 2 a script cannot be \
read or run.")]
pub(crate) struct Args {
    /// Scripts, folders of scripts, or rulebooks for their own scenarios: an id, or a folder with a rulebook.toml.
    #[arg(required_unless_present = "rulebooks")]
    files: Vec<PathBuf>,
    /// Run them under this rulebook instead of the one they name: its id, or a folder.
    #[arg(long)]
    rulebook: Option<String>,
    #[command(flatten)]
    library: LibraryArgs,
    /// List the clauses that are encoded or recorded and that none of these scripts shows.
    #[arg(long)]
    coverage: bool,
    /// For programs.
    #[arg(long)]
    json: bool,
}

/// A script that was run.
struct Checked {
    file: PathBuf,
    book: Arc<Rulebook>,
    report: ScriptReport,
}

/// Everything that was run, and the rulebooks that it is held against.
struct Checks<'a> {
    library: &'a Library,
    /// The rulebook for all of them, where one is named.
    under: Option<Arc<Rulebook>>,
    books: BTreeMap<Arc<str>, Arc<Rulebook>>,
    checked: Vec<Checked>,
}

pub(crate) fn run(args: &Args) -> Answer {
    let library = args.library.open()?;
    let under = args.rulebook.as_deref().map(|name| library.rulebook(name)).transpose()?;
    let mut checks = Checks { library: &library, under, books: BTreeMap::new(), checked: Vec::new() };
    if args.files.is_empty() {
        library.own.iter().try_for_each(|book| checks.scenarios(book))?;
    }
    args.files.iter().try_for_each(|path| checks.path(path))?;
    let wrong: usize = checks.checked.iter().map(|checked| checked.report.failures.len()).sum();
    let missing = if args.coverage { checks.missing() } else { BTreeMap::new() };
    let text = match (args.json, args.coverage) {
        (true, true) => as_json(&json!({ "scripts": as_value(&checks.checked), "missing": missing })),
        (true, false) => as_json(&as_value(&checks.checked)),
        (false, _) => as_text(&checks.checked, &missing, wrong),
    };
    match wrong > 0 || missing.values().any(|clauses| !clauses.is_empty()) {
        true => Err(Failure::Disagreement(text)),
        false => Ok(text),
    }
}

impl Checks<'_> {
    /// Runs what a path stands for: a script, a folder of them, or the scenarios of a rulebook.
    fn path(&mut self, path: &Path) -> Result<(), Failure> {
        let id = path.to_str().and_then(|name| self.library.books.of_id(name));
        match id {
            Some(book) if !path.exists() => self.scenarios(&book),
            _ if path.join("rulebook.toml").is_file() => self.scenarios(&in_folder(path)?),
            _ if path.is_dir() => scripts_in(path)?.into_iter().try_for_each(|file| self.script(file)),
            _ => self.script(path.to_owned()),
        }
    }

    /// Runs a rulebook's own scenarios.
    fn scenarios(&mut self, book: &Arc<Rulebook>) -> Result<(), Failure> {
        let under = self.under.clone().unwrap_or_else(|| book.clone());
        self.books.insert(under.id.clone(), under.clone());
        for scenario in &book.scenarios {
            let wrong = |message| Failure::Message(format!("{}: {message}", scenario.file.display()));
            let report = match &self.under {
                Some(under) => run_under(under, &parsed(&scenario.file, &scenario.text)?),
                None => run_scenario(book, scenario).map_err(wrong)?,
            };
            self.checked.push(Checked { file: scenario.file.clone(), book: under.clone(), report });
        }
        Ok(())
    }

    /// Runs one script under the rulebook that it names.
    fn script(&mut self, file: PathBuf) -> Result<(), Failure> {
        let script = read(&file)?;
        let wrong = |error: RunError| Failure::Message(format!("{}: {error}", file.display()));
        let book = match &self.under {
            Some(book) => book.clone(),
            None => {
                let id = script.rulebook().ok_or_else(|| wrong(RunError::NoRulebook))?;
                let unknown = || RunError::UnknownRulebook(id.chars().take(40).collect(), self.library.ids());
                self.library.books.of_id(id).ok_or_else(|| wrong(unknown()))?
            }
        };
        let report = run_under(&book, &script);
        self.books.insert(book.id.clone(), book.clone());
        self.checked.push(Checked { file, book, report });
        Ok(())
    }

    /// For each rulebook the clauses that decide and that no script without a failure showed.
    fn missing(&self) -> BTreeMap<&str, Vec<String>> {
        let missing = |book: &Rulebook| {
            let own = self.checked.iter().filter(|checked| checked.book.id == book.id);
            let held = own.filter(|checked| checked.report.failures.is_empty());
            let shown: BTreeSet<&str> =
                held.flat_map(|checked| checked.report.shown.iter().map(String::as_str)).collect();
            let clauses = unshown(book, |clause| shown.contains(clause));
            clauses.into_iter().map(|clause| clause.id.to_string()).collect()
        };
        self.books.values().map(|book| (&*book.id, missing(book))).collect()
    }
}

/// The scripts of a folder, by name.
fn scripts_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let wrong = |error| Failure::of(format!("{}: {error}", folder.display()));
    let entries = fs::read_dir(folder).map_err(wrong)?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|file| file.extension().is_some_and(|end| end == "script"));
    found.sort();
    Ok(found)
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
    parsed(file, &text)
}

fn parsed(file: &Path, text: &str) -> Result<Script, Failure> {
    text.parse().map_err(|error| Failure::Message(format!("{}: {error}", file.display())))
}

fn as_text(checked: &[Checked], missing: &BTreeMap<&str, Vec<String>>, wrong: usize) -> String {
    let mut text = String::new();
    for Checked { file, report, .. } in checked {
        for failure in &report.failures {
            let _ = writeln!(text, "{}: {failure}", file.display());
        }
    }
    for (book, clauses) in missing {
        let _ = writeln!(text, "{book}: {} clauses without a scenario: {}", clauses.len(), clauses.join(" "));
    }
    let held: usize = checked.iter().map(|checked| checked.report.held).sum();
    let _ = writeln!(
        text,
        "{} script{}, {held} expectations held, {wrong} did not",
        checked.len(),
        if checked.len() == 1 { "" } else { "s" }
    );
    text
}

fn as_value(checked: &[Checked]) -> Value {
    let one = |Checked { file, book, report }: &Checked| {
        let failure = |failure: &punto_script::Failure| json!({ "line": failure.line, "expected": failure.expected, "actual": failure.actual });
        json!({
            "file": file.display().to_string(),
            "rulebook": &*book.id,
            "held": report.held,
            "shown": report.shown,
            "failures": report.failures.iter().map(failure).collect::<Vec<_>>(),
        })
    };
    checked.iter().map(one).collect()
}
