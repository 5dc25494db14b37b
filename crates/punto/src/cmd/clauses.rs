//! `punto clauses`: the matrix of clauses and standings.

use std::sync::Arc;

use punto_rulebook::{Clause, Rulebook, Standing};
use punto_script::{ClausesShown, shown_by};
use serde_json::{Value, json};

use crate::failure::{Answer, Failure};
use crate::library::LibraryArgs;
use crate::print::{as_json, lines, table};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto clauses                                totals of all documents
  punto clauses --rulebook rws-2016            every clause of one
  punto clauses --standing planned --json      for programs")]
pub(crate) struct Args {
    /// Only this document: its id, or a folder.
    #[arg(long)]
    rulebook: Option<String>,
    /// Only clauses that stand so: encoded, recorded, shown, defined, planned, outside.
    #[arg(long)]
    standing: Option<String>,
    #[command(flatten)]
    library: LibraryArgs,
    /// For programs: an array of {rulebook, clause, kind, standing, shown_by}.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    let books = match &args.rulebook {
        Some(name) => vec![args.library.rulebook(name)?],
        None => args.library.open()?.all(),
    };
    let books: Vec<(Arc<Rulebook>, ClausesShown)> =
        books.into_iter().map(|book| (book.clone(), shown_by(&book))).collect();
    let standing: Option<Standing> =
        args.standing.as_deref().map(str::parse).transpose().map_err(Failure::of)?;
    let wanted = |clause: &&Clause| standing.is_none_or(|standing| clause.standing == standing);
    if args.json {
        let rows: Vec<Value> = books
            .iter()
            .flat_map(|(book, shown)| {
                book.clauses.iter().filter(wanted).map(|clause| row(book, clause, shown))
            })
            .collect();
        return Ok(as_json(&rows.into()));
    }
    let mut text = String::new();
    if args.rulebook.is_some() || standing.is_some() {
        let mut rows = table(["rulebook", "clause", "kind", "standing", "scenarios", "gist"]);
        for (book, shown) in &books {
            for clause in book.clauses.iter().filter(wanted) {
                let (id, number) = (book.id.to_string(), clause.id.to_string());
                let kinds = (clause.kind.to_string(), clause.standing.to_string());
                let count = shown.get(&number).map_or(0, Vec::len).to_string();
                rows.add_row([id, number, kinds.0, kinds.1, count, clause.gist.clone()]);
            }
        }
        text = lines(&rows) + "\n";
    }
    Ok(text + &lines(&totals(&books)))
}

fn row(book: &Rulebook, clause: &Clause, shown: &ClausesShown) -> Value {
    json!({
        "rulebook": &*book.id,
        "clause": clause.id.clause(),
        "kind": clause.kind.word(),
        "standing": clause.standing.word(),
        "shown_by": shown.get(clause.id.clause()).cloned().unwrap_or_default(),
        "gist": clause.gist,
    })
}

fn totals(books: &[(Arc<Rulebook>, ClausesShown)]) -> comfy_table::Table {
    let mut header = vec!["rulebook"];
    header.extend(Standing::ALL.iter().map(|standing| standing.word()));
    header.extend(["all", "seen in a scenario"]);
    let mut rows = table([""; 0]);
    rows.set_header(header);
    for (book, shown) in books {
        let count = |standing: &Standing| book.clauses.iter().filter(|c| c.standing == *standing).count();
        let mut cells = vec![book.id.to_string()];
        cells.extend(Standing::ALL.iter().map(|standing| count(standing).to_string()));
        cells.push(book.clauses.len().to_string());
        let seen = book.clauses.iter().filter(|clause| shown.contains_key(clause.id.clause())).count();
        cells.push(seen.to_string());
        rows.add_row(cells);
    }
    rows
}
