//! `punto conformance`: the public set of questions, asked of any program.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Subcommand, ValueEnum};
use punto_conformance::{
    AskedTable, Difference, KindCount, PublicQuestion, QuestionKind, Verdict, lines, of_document, of_roads,
    read,
};
use punto_rulebook::Rulebook;
use serde_json::{Value, json};

use crate::failure::{Answer, Failure};
use crate::print::as_json;
use crate::progress::Progress;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto conformance run -- python3 conformance/example/baccarat.py     ask a program everything
  punto conformance run --part coup --document nz-1998 -- ./mine       coups under one document only
  punto conformance make conformance/v1                                write the set into a folder
  punto conformance check conformance/v1                               compare a folder with the engine

A question is a line of JSON on the program's standard input, and its answer is one on its standard output:
  {\"conformance\":1,\"id\":\"nz-1998/coup/1\",\"part\":\"coup\",\"document\":\"nz-1998\",\"ask\":{\"cards\":[\"Ks\",\"2d\",\"6h\",\"3c\",\"9d\"]}}
  {\"id\":\"nz-1998/coup/1\",\"answer\":{\"to\":[\"player\",\"banker\",\"player\",\"banker\",\"banker\"],\"winner\":\"player\",…}}
What a program does not do it answers with {\"id\":…,\"skip\":true}. docs/conformance.md describes every field.")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Ask a program every question; says each difference with the clause it is against.
    Run {
        /// Only this part of the set.
        #[arg(long)]
        part: Option<PartName>,
        /// Only under this document.
        #[arg(long)]
        document: Option<String>,
        /// How long to wait for an answer, in seconds.
        #[arg(long, default_value = "30")]
        patience: u64,
        /// How many differences to show.
        #[arg(long, default_value = "20")]
        most: usize,
        /// For programs.
        #[arg(long)]
        json: bool,
        /// The program and its words.
        #[arg(required = true, last = true, value_name = "COMMAND")]
        command: Vec<String>,
    },
    /// Write the set into a folder.
    Make {
        /// The folder.
        folder: PathBuf,
    },
    /// Compare the set in a folder with what the engine answers.
    Check {
        /// The folder.
        folder: PathBuf,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum PartName {
    Coup,
    Settlement,
    Irregularity,
    Roads,
    Odds,
}

impl PartName {
    fn part(self) -> QuestionKind {
        match self {
            PartName::Coup => QuestionKind::Coup,
            PartName::Settlement => QuestionKind::Settlement,
            PartName::Irregularity => QuestionKind::Irregularity,
            PartName::Roads => QuestionKind::Roads,
            PartName::Odds => QuestionKind::Odds,
        }
    }
}

/// The set: tables that questions are asked of, and the questions.
struct Set {
    tables: Vec<AskedTable>,
    cases: Vec<PublicQuestion>,
}

impl Set {
    fn make() -> Result<Set, Failure> {
        let mut set = Set { tables: Vec::new(), cases: of_roads() };
        for book in Rulebook::embedded_ids().filter_map(Rulebook::embedded) {
            let (table, cases) = of_document(&book).map_err(Failure::of)?;
            set.tables.push(table);
            set.cases.extend(cases);
        }
        Ok(set)
    }

    /// The files of the set, each with its text.
    fn files(&self) -> Result<Vec<(PathBuf, String)>, Failure> {
        let part = |document: Option<&str>, part: QuestionKind| {
            let own =
                self.cases.iter().filter(|case| case.document.as_deref() == document && case.part == part);
            lines(&own.cloned().collect::<Vec<_>>())
        };
        let mut files = vec![(PathBuf::from("roads.jsonl"), part(None, QuestionKind::Roads))];
        for table in &self.tables {
            let folder = Path::new(&table.document);
            let text = serde_json::to_string_pretty(table).map_err(Failure::of)? + "\n";
            files.push((folder.join("table.json"), text));
            let own = QuestionKind::ALL.iter().copied().filter(|part| *part != QuestionKind::Roads);
            files.extend(
                own.map(|one| (folder.join(format!("{one}.jsonl")), part(Some(&table.document), one))),
            );
        }
        Ok(files)
    }
}

pub(crate) fn run(args: &Args) -> Answer {
    match &args.what {
        What::Make { folder } => make(folder),
        What::Check { folder } => check(folder),
        What::Run { part, document, patience, most, json, command } => {
            let Set { tables, mut cases } = Set::make()?;
            if let Some(part) = part {
                cases.retain(|case| case.part == part.part());
            }
            if let Some(document) = document {
                cases.retain(|case| case.document.as_deref() == Some(document));
            }
            if cases.is_empty() {
                let known: Vec<&str> = tables.iter().map(|table| table.document.as_str()).collect();
                let sentence =
                    format!("the set has no such questions; its documents are {}", known.join(", "));
                return Err(Failure::Message(sentence));
            }
            let asking = Asking { tables: &tables, cases: &cases, patience: Duration::from_secs(*patience) };
            asking.ask(command, *most, *json)
        }
    }
}

fn make(folder: &Path) -> Answer {
    let set = Set::make()?;
    let files = set.files()?;
    for (name, text) in &files {
        let path = folder.join(name);
        let wrong = |error| Failure::Message(format!("{} cannot be written: {error}", path.display()));
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(wrong)?;
        fs::write(&path, text).map_err(wrong)?;
    }
    Ok(format!("{} questions in {} files in {}\n", set.cases.len(), files.len(), folder.display()))
}

fn check(folder: &Path) -> Answer {
    let set = Set::make()?;
    let (mut text, mut wrong) = (String::new(), 0);
    for (name, right) in set.files()? {
        let path = folder.join(&name);
        let kept = fs::read_to_string(&path);
        let kept = kept.map_err(|error| Failure::Message(format!("{}: {error}", path.display())))?;
        if kept == right {
            continue;
        }
        wrong += 1;
        let _ = writeln!(text, "{} is not what the engine answers{}", path.display(), first(&kept, &right));
    }
    match wrong {
        0 => Ok(format!("{} questions, all as the engine answers them\n", set.cases.len())),
        _ => Err(Failure::Disagreement(text)),
    }
}

/// The first question that differs, with its clause.
fn first(kept: &str, right: &str) -> String {
    let (Ok(kept), Ok(right)) = (read(kept), read(right)) else { return String::new() };
    let Some((_, right)) = kept.iter().zip(&right).find(|(kept, right)| kept != right) else {
        return format!(": {} questions, and it has {}", right.len(), kept.len());
    };
    format!(": {} ({})", right.id, right.by.join("; "))
}

struct Asking<'a> {
    tables: &'a [AskedTable],
    cases: &'a [PublicQuestion],
    patience: Duration,
}

impl Asking<'_> {
    fn ask(&self, command: &[String], most: usize, json: bool) -> Answer {
        let progress = Progress::new(self.cases.len() as u64, "questions");
        let (mut done, mut found) = (0, Vec::new());
        let asked = punto_conformance::run(command, self.tables, self.cases, self.patience, |case, told| {
            done += 1;
            progress.told(done);
            if let Verdict::Wrong(differences) = told {
                found.push((case.clone(), differences.clone()));
            }
        });
        progress.done();
        let asked = asked.map_err(Failure::of)?;
        let text = if json { value(&asked, &found) } else { text(&asked, &found, most) };
        if found.is_empty() { Ok(text) } else { Err(Failure::Disagreement(text)) }
    }
}

type Found = [(PublicQuestion, Vec<Difference>)];

fn text(asked: &[KindCount], found: &Found, most: usize) -> String {
    let mut text = String::new();
    let all = found.iter().flat_map(|(case, differences)| differences.iter().map(move |one| (case, one)));
    for (case, difference) in all.clone().take(most) {
        let by = difference.by(&case.by).map(|by| format!(" ({by})")).unwrap_or_default();
        let _ = writeln!(text, "{}: {difference}{by}", case.id);
    }
    if let more @ 1.. = all.count().saturating_sub(most) {
        let _ = writeln!(text, "and {more} more differences; --most shows them");
    }
    for KindCount { part, right, wrong, skipped } in
        asked.iter().filter(|one| one.right + one.wrong + one.skipped > 0)
    {
        let _ = writeln!(text, "{:<13} {right} right, {wrong} wrong, {skipped} skipped", part.to_string());
    }
    text
}

fn value(asked: &[KindCount], found: &Found) -> String {
    let parts = asked.iter().map(|asked| {
        let KindCount { part, right, wrong, skipped } = asked;
        json!({ "part": part.to_string(), "right": right, "wrong": wrong, "skipped": skipped })
    });
    let differences = found.iter().flat_map(|(case, differences)| {
        differences.iter().map(move |one| {
            json!({
                "id": case.id, "at": one.at, "right": one.right, "answered": one.answered, "by": one.by(&case.by),
            })
        })
    });
    let (parts, differences): (Vec<Value>, Vec<Value>) = (parts.collect(), differences.collect());
    as_json(&json!({ "parts": parts, "differences": differences }))
}
