//! `punto clauses`: the matrix of clauses and standings.

use punto_rulebook::{Clause, Rulebook, Standing};
use serde_json::{Value, json};

use crate::failure::{Answer, Failure, rulebook};
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
    /// For programs: an array of {rulebook, clause, kind, standing, shown_by}.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    let books: Vec<Rulebook> = match &args.rulebook {
        Some(name) => vec![rulebook(name)?],
        None => Rulebook::embedded_ids().map(rulebook).collect::<Result<_, _>>()?,
    };
    let standing: Option<Standing> =
        args.standing.as_deref().map(str::parse).transpose().map_err(Failure::of)?;
    let wanted = |clause: &&Clause| standing.is_none_or(|standing| clause.standing == standing);
    if args.json {
        let rows: Vec<Value> = books
            .iter()
            .flat_map(|book| book.clauses.iter().filter(wanted).map(|clause| row(book, clause)))
            .collect();
        return Ok(as_json(&rows.into()));
    }
    let mut text = String::new();
    if args.rulebook.is_some() || standing.is_some() {
        let mut shown = table(["rulebook", "clause", "kind", "standing", "gist"]);
        for book in &books {
            for clause in book.clauses.iter().filter(wanted) {
                let (id, number) = (book.id.to_string(), clause.id.to_string());
                let kinds = (clause.kind.to_string(), clause.standing.to_string());
                shown.add_row([id, number, kinds.0, kinds.1, clause.gist.clone()]);
            }
        }
        text = lines(&shown) + "\n";
    }
    Ok(text + &lines(&totals(&books)))
}

fn row(book: &Rulebook, clause: &Clause) -> Value {
    json!({
        "rulebook": &*book.id,
        "clause": clause.id.clause(),
        "kind": clause.kind.word(),
        "standing": clause.standing.word(),
        "shown_by": [],
        "gist": clause.gist,
    })
}

fn totals(books: &[Rulebook]) -> comfy_table::Table {
    let mut header = vec!["rulebook"];
    header.extend(Standing::ALL.iter().map(|standing| standing.word()));
    header.push("all");
    let mut shown = table([""; 0]);
    shown.set_header(header);
    for book in books {
        let count = |standing: &Standing| book.clauses.iter().filter(|c| c.standing == *standing).count();
        let mut cells = vec![book.id.to_string()];
        cells.extend(Standing::ALL.iter().map(|standing| count(standing).to_string()));
        cells.push(book.clauses.len().to_string());
        shown.add_row(cells);
    }
    shown
}
