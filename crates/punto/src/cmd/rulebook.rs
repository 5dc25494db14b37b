//! `punto rulebook`: list, show, check, diff, new.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Subcommand;
use punto_rulebook::{Question, Rulebook};
use serde_json::{Value, json};

use super::rulebook_new;
use crate::failure::{Answer, Failure};
use crate::library::LibraryArgs;
use crate::print::{as_json, lines, ruled_table, table};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto rulebook list                          the documents Punto knows
  punto rulebook show rws-2016                 every question one answers, with its clauses
  punto rulebook check rulebooks/nsw-2021      every mistake in the files of one, with its line
  punto rulebook diff tas-2013 tas-2018        two side by side

`punto rulebook new` begins a rulebook of your own.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArgs,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The documents that come with Punto, and those of a folder.
    #[command(after_help = "Example: punto rulebook list --json")]
    List {
        /// For programs.
        #[arg(long)]
        json: bool,
    },
    /// Every question a document answers, with its clauses.
    #[command(after_help = "Example: punto rulebook show rws-2016")]
    Show {
        /// A rulebook's id, or a folder.
        id: String,
        /// For programs.
        #[arg(long)]
        json: bool,
    },
    /// Check the files of a rulebook and report every mistake with its line.
    #[command(after_help = "Example: punto rulebook check rulebooks/nsw-2021")]
    Check {
        /// The folder with rulebook.toml and clauses.toml.
        folder: PathBuf,
        /// For programs.
        #[arg(long)]
        json: bool,
    },
    /// Begin a rulebook of your own as a copy of one that is there.
    New(rulebook_new::Args),
    /// Two documents side by side, by behaviour, with clauses.
    #[command(after_help = "Example: punto rulebook diff tas-2013 tas-2018")]
    Diff {
        /// A rulebook's id, or a folder.
        left: String,
        /// Another.
        right: String,
        /// Show what is the same, too.
        #[arg(long)]
        all: bool,
        /// For programs.
        #[arg(long)]
        json: bool,
    },
}

pub(crate) fn run(args: &Args) -> Answer {
    match &args.what {
        What::List { json } => list(&args.library.open()?.all(), *json),
        What::Show { id, json } => show(&*args.library.rulebook(id)?, *json),
        What::Check { folder, json } => check(folder, *json),
        What::New(args) => rulebook_new::run(args),
        What::Diff { left, right, all, json } => {
            diff(&*args.library.rulebook(left)?, &*args.library.rulebook(right)?, *all, *json)
        }
    }
}

fn list(books: &[Arc<Rulebook>], json: bool) -> Answer {
    if json {
        return Ok(as_json(&books.iter().map(|book| heading(book)).collect::<Vec<Value>>().into()));
    }
    let mut shown = table(["id", "title", "in force from", "decks", "bets", "clauses"]);
    for book in books {
        let decks: Vec<String> = book.shoe.decks.value.iter().map(u32::to_string).collect();
        shown.add_row([
            book.id.to_string(),
            book.title.clone(),
            book.in_force.as_ref().map_or("not stated".into(), |date| date.value.clone()),
            decks.join(" "),
            book.bets.len().to_string(),
            book.clauses.len().to_string(),
        ]);
    }
    Ok(format!(
        "{}\nTry: punto rulebook show nsw-2021, or punto rulebook diff nsw-2021 nz-1998\n",
        lines(&shown)
    ))
}

fn heading(book: &Rulebook) -> Value {
    json!({
        "id": &*book.id,
        "title": book.title,
        "issuer": book.issuer,
        "nature": book.nature.value.word(),
        "in_force": book.in_force.as_ref().map(|date| &date.value),
        "digest": book.digest,
        "decks": book.shoe.decks.value,
        "variants": book.variants.iter().map(|variant| &*variant.id).collect::<Vec<_>>(),
        "bets": book.bets.iter().map(|bet| bet.id.as_str()).collect::<Vec<_>>(),
        "clauses": book.clauses.len(),
    })
}

fn show(book: &Rulebook, json: bool) -> Answer {
    if json {
        let mut value = heading(book);
        let question = |q: &Question| json!({ "question": q.path, "answer": q.answer, "by": q.by });
        value["questions"] = book.questions.iter().map(question).collect();
        value["house"] = book
            .house
            .iter()
            .map(|s| json!({ "setting": s.setting.to_string(), "choices": s.choices.to_string(), "default": s.default }))
            .collect();
        return Ok(as_json(&value));
    }
    let mut text = String::new();
    let _ = writeln!(text, "{}: {}", book.id, book.title);
    let _ = writeln!(text, "{}", book.issuer);
    let _ = writeln!(text, "digest {}\n", book.digest);
    let mut shown = ruled_table(["question", "answer", "by"]);
    for question in &book.questions {
        shown.add_row([question.path.clone(), question.answer.clone(), question.by.join(", ")]);
    }
    Ok(text + &lines(&shown))
}

fn check(folder: &std::path::Path, json: bool) -> Answer {
    if !folder.is_dir() {
        return Err(Failure::Message(format!(
            "`{}` is not a folder; expected one with a rulebook.toml and a clauses.toml",
            folder.display()
        )));
    }
    match Rulebook::load(folder) {
        Ok(book) if json => Ok(as_json(&json!({ "ok": true, "rulebook": heading(&book), "problems": [] }))),
        Ok(book) => Ok(format!(
            "{}: no mistake found; {} clauses, {} questions answered, {} settings left to the house\n",
            book.id,
            book.clauses.len(),
            book.questions.len(),
            book.house.len()
        )),
        Err(problems) if json => {
            let problem = |p: &punto_rulebook::Problem| {
                json!({
                    "file": p.file.display().to_string(),
                    "line": p.at.map(|at| at.0),
                    "column": p.at.map(|at| at.1),
                    "message": p.message,
                })
            };
            let list: Vec<Value> = problems.0.iter().map(problem).collect();
            Err(Failure::Report(as_json(&json!({ "ok": false, "problems": list }))))
        }
        Err(problems) => Err(Failure::mistakes(&problems)),
    }
}

/// One behaviour in two documents.
struct Pair<'a> {
    path: &'a str,
    left: Option<&'a Question>,
    right: Option<&'a Question>,
}

impl Pair<'_> {
    fn same(&self) -> bool {
        matches!((self.left, self.right), (Some(left), Some(right)) if left.answer == right.answer)
    }
}

fn diff(left: &Rulebook, right: &Rulebook, all: bool, json: bool) -> Answer {
    let pairs = pairs(left, right);
    let (same, total) = (pairs.iter().filter(|pair| pair.same()).count(), pairs.len());
    let listed: Vec<&Pair<'_>> = pairs.iter().filter(|pair| all || !pair.same()).collect();
    if json {
        let side = |q: Option<&Question>| q.map(|q| json!({ "answer": q.answer, "by": q.by }));
        let row = |pair: &&Pair<'_>| json!({ "question": pair.path, "same": pair.same(), "left": side(pair.left), "right": side(pair.right) });
        let rows: Vec<Value> = listed.iter().map(row).collect();
        return Ok(as_json(&json!({ "left": &*left.id, "right": &*right.id, "same": same, "rows": rows })));
    }
    let cell = |question: Option<&Question>| match question {
        None => "says nothing".to_owned(),
        Some(q) if q.by.is_empty() => q.answer.clone(),
        Some(q) if q.answer.is_empty() => format!("({})", q.by.join(", ")),
        Some(q) => format!("{} ({})", q.answer, q.by.join(", ")),
    };
    let mut shown = ruled_table(["behaviour", &left.id, &right.id]);
    for pair in listed {
        shown.add_row([pair.path.to_owned(), cell(pair.left), cell(pair.right)]);
    }
    let hidden = if all { "" } else { "; --all shows them too" };
    let differ = total - same;
    Ok(format!("{}\n{differ} of {total} behaviours differ, {same} are the same{hidden}\n", lines(&shown)))
}

/// Every behaviour of either document, in the order of the first and then of the second.
fn pairs<'a>(left: &'a Rulebook, right: &'a Rulebook) -> Vec<Pair<'a>> {
    let by_path: BTreeMap<&str, &Question> = right.questions.iter().map(|q| (q.path.as_str(), q)).collect();
    let of_left = left.questions.iter().map(|q| Pair {
        path: &q.path,
        left: Some(q),
        right: by_path.get(q.path.as_str()).copied(),
    });
    let known: std::collections::BTreeSet<&str> = left.questions.iter().map(|q| q.path.as_str()).collect();
    let only_right = right.questions.iter().filter(|q| !known.contains(q.path.as_str()));
    of_left.chain(only_right.map(|q| Pair { path: &q.path, left: None, right: Some(q) })).collect()
}
