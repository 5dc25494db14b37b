//! `punto journal`: what is in a journal, for people and for programs.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use punto_figures::FlatForm;
use punto_journal::export::{self, ExportError};
use punto_journal::{Record, SqliteJournal, SqliteReader, StreamName, import};
use punto_records::{StreamOf, Told, Transcript};
use punto_report::ended_shoes;
use punto_vocab::{Citation, Time};
use punto_wire::EndedShoe;
use serde_json::{Value, json};

use super::flat::{self, Asked};
use crate::failure::{Answer, Failure};
use crate::print::{as_json, citation};
use crate::progress::{Progress, spaced};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto journal streams --data ./data
  punto journal show table/nsw --after 100 --limit 20
  punto journal shoes table/rws-1
  punto journal export --format jsonl --out journal.jsonl
  punto journal export --format script --stream table/nsw   a script that `punto check` plays again
  punto journal export --format parquet --out journal.parquet
  punto journal export --as wagers --format csv --out wagers.csv   a row for each wager, with what it came to
  punto journal export --as all --out night   coups, wagers, cards, movements, rulings and duties
  punto journal import journal.jsonl --data ./copy
  punto journal check-bundle punto-dispute-nsw-1.jsonl --key d75a9801…")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The streams with their last record and its hash.
    Streams(Streams),
    /// Records of a stream as lines: number, time, who, what was said and what followed, with the clauses.
    Show(Show),
    /// The shoes of a table that Punto dealt and that have ended: how each ended, and what was promised.
    Shoes(Shoes),
    /// All records, or those of one stream, in a form for others.
    Export(Export),
    /// Bring records in as they were taken out with `--format jsonl`; the chain is checked first.
    Import(Import),
    /// Check a bundle about a dispute: its signature, and every record in it.
    CheckBundle(super::bundle::Args),
}

#[derive(clap::Args)]
struct From {
    /// The folder of the journal, or a backup's file.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
}

#[derive(clap::Args)]
struct Streams {
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    from: From,
}

#[derive(clap::Args)]
struct Shoes {
    /// The stream of the table, such as `table/rws-1`.
    stream: StreamName,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    from: From,
}

#[derive(clap::Args)]
struct Show {
    /// The stream, such as `table/nsw` or `site`.
    stream: StreamName,
    /// Begin after this record.
    #[arg(long, default_value_t = 0)]
    after: u64,
    /// So many records at most.
    #[arg(long, default_value_t = 50)]
    limit: usize,
    /// Answer as JSON; `export` has what is stored.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    from: From,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// One JSON object a line, with all fields; can be imported again.
    Jsonl,
    /// A table for spreadsheets.
    Csv,
    /// The script of one table.
    Script,
    /// Typed columns for tools that analyse; in builds with the feature `parquet`.
    Parquet,
}

impl Form {
    fn of_rows(self) -> Result<FlatForm, Failure> {
        match self {
            Form::Jsonl => Ok(FlatForm::Jsonl),
            Form::Csv => Ok(FlatForm::Csv),
            Form::Parquet => Ok(FlatForm::Parquet),
            Form::Script => Err(Failure::Message(
                "rows are no script: choose --format jsonl, csv or parquet, or leave out --as".into(),
            )),
        }
    }
}

#[derive(clap::Args)]
struct Export {
    /// In which form.
    #[arg(long, value_enum, default_value_t = Form::Jsonl)]
    format: Form,
    /// Not records but rows for analysts, one table or `all` of them; docs/analysts.md has their columns.
    #[arg(long = "as", value_enum, value_name = "TABLE")]
    flat: Option<Asked>,
    /// Only this stream.
    #[arg(long)]
    stream: Option<StreamName>,
    /// Into this file rather than to the output; one that is there is not overwritten. With `--as all` a folder.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    from: From,
}

#[derive(clap::Args)]
struct Import {
    /// Lines that `export --format jsonl` made.
    file: PathBuf,
    /// The folder of the journal they go into; it must not be in use, and has none of their streams.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
}

/// How many records are read at once.
const PAGE: usize = 1_000;

pub(crate) fn run(args: &Args) -> Answer {
    match &args.what {
        What::Streams(asked) => streams(asked),
        What::Show(show) => shown(show),
        What::Shoes(shoes) => listed(shoes),
        What::Export(export) => exported(export),
        What::Import(import) => imported(import),
        What::CheckBundle(args) => super::bundle::run(args),
    }
}

fn open(from: &From) -> Result<SqliteReader, Failure> {
    SqliteReader::open(&from.data).map_err(Failure::of)
}

fn streams(asked: &Streams) -> Answer {
    let heads = open(&asked.from)?.heads().map_err(Failure::of)?;
    if asked.json {
        let row = |head: &punto_journal::Head| json!({ "stream": head.stream.as_str(), "records": head.seq, "hash": head.hash.to_string() });
        return Ok(as_json(&heads.iter().map(row).collect()));
    }
    let line =
        |head: &punto_journal::Head| format!("{:>9}  {}  {}\n", spaced(head.seq), head.hash, head.stream);
    Ok(heads.iter().map(line).collect())
}

fn shown(show: &Show) -> Answer {
    let records = open(&show.from)?.read(&show.stream, show.after, show.limit).map_err(Failure::of)?;
    if show.json {
        return Ok(as_json(&records.iter().map(told_json).collect()));
    }
    if records.is_empty() {
        return Ok(format!("{} has no record after {}\n", show.stream, show.after));
    }
    Ok(records.iter().map(told).collect())
}

/// A record for people: what was said, and under it what followed and by which clauses.
fn told(record: &Record) -> String {
    let entry = &record.entry;
    let head = format!("{:>6}  {}  {}", entry.seq, Time(entry.at), entry.actor);
    match Told::of(entry) {
        Ok(told) => {
            let follows = told.events.iter().map(|(line, by)| format!("          {line} by {by}\n"));
            format!("{head}: {}\n{}", told.said, follows.collect::<String>())
        }
        Err(error) => format!("{head}: {error}\n"),
    }
}

/// The same for a program; a record that cannot be read says why.
fn told_json(record: &Record) -> Value {
    let entry = &record.entry;
    let mut row = json!({ "record": entry.seq, "time": Time(entry.at).to_string(), "actor": entry.actor });
    match Told::of(entry) {
        Ok(told) => {
            let event = |(line, by): &(String, Citation)| json!({ "line": line, "by": citation(by) });
            row["said"] = told.said.into();
            row["events"] = told.events.iter().map(event).collect();
        }
        Err(error) => row["unreadable"] = error.to_string().into(),
    }
    row
}

/// The shoes of a table, the newest first: the number, how it ended, how many shares went into it, and its commitment.
fn listed(shoes: &Shoes) -> Answer {
    let reader = open(&shoes.from)?;
    let ended = ended_shoes(|after| reader.read(&shoes.stream, after, PAGE)).map_err(Failure::of)?;
    if shoes.json {
        let row = |shoe: &EndedShoe| json!({ "record": shoe.number, "end": shoe.end.word(), "shares": shoe.shares, "commitment": shoe.commitment });
        return Ok(as_json(&ended.iter().map(row).collect()));
    }
    if ended.is_empty() {
        return Ok(format!("no shoe of {} has ended\n", shoes.stream));
    }
    let line = |shoe: &EndedShoe| {
        let EndedShoe { number, commitment, end, shares } = shoe;
        format!("{number:>9}  {:<15}  {shares:>2} shares  {commitment}\n", end.word())
    };
    Ok(ended.iter().map(line).collect())
}

fn exported(args: &Export) -> Answer {
    let table = args.stream.as_ref().is_some_and(|stream| StreamOf::table(stream).is_some());
    if let Some(asked) = args.flat {
        let form = args.format.of_rows()?;
        if form == FlatForm::Parquet && !cfg!(feature = "parquet") {
            return Err(Failure::Message(NO_PARQUET.into()));
        }
        return flat::exported(asked, form, &open(&args.from)?, args.stream.as_ref(), args.out.as_deref());
    }
    match (args.format, &args.out) {
        (Form::Script, _) if !table => {
            return Err(Failure::Message(
                "a script is of one table: say which with --stream table/NAME".into(),
            ));
        }
        (Form::Parquet, _) if !cfg!(feature = "parquet") => return Err(Failure::Message(NO_PARQUET.into())),
        (Form::Parquet, None) => {
            return Err(Failure::Message(
                "Parquet is no text: say which file to make with --out FILE".into(),
            ));
        }
        _ => {}
    }
    let reader = open(&args.from)?;
    match &args.out {
        None => written(args, &reader, io::stdout()).map(|_| String::new()),
        Some(path) => {
            let of_file = |error: ExportError| Failure::Message(format!("{}: {error}", path.display()));
            let file = export::file(path).map_err(of_file)?;
            let records = written(args, &reader, file).inspect_err(|_| {
                // Half a file could be taken for a whole one.
                let _ = fs::remove_file(path);
            })?;
            Ok(format!("{} has {} records\n", path.display(), spaced(records)))
        }
    }
}

/// What a build without it says.
pub(crate) const NO_PARQUET: &str = "this punto was built without Parquet; `cargo build --release --features parquet` makes one with \
it, and --format jsonl and --format csv are always there";

/// Writes what was asked for, with a bar, and says how many records that was.
fn written(args: &Export, reader: &SqliteReader, out: impl Write + Send) -> Result<u64, Failure> {
    let wanted = |stream: &StreamName| args.stream.as_ref().is_none_or(|only| only == stream);
    let records = export::records(reader, wanted).map_err(Failure::of)?;
    let (bar, mut read) = (Progress::new(records.of(), "records"), 0);
    let records = records.inspect(|_| {
        read += 1;
        bar.told(read);
    });
    let out = BufWriter::new(out);
    let written = match args.format {
        Form::Jsonl => export::jsonl(records, out),
        Form::Csv => export::csv(records, out),
        Form::Script => {
            let mut transcript = Transcript::default();
            export::lines(records, out, |record| transcript.lines(&record))
        }
        #[cfg(feature = "parquet")]
        Form::Parquet => export::parquet(records, out),
        #[cfg(not(feature = "parquet"))]
        Form::Parquet => return Err(Failure::Message(NO_PARQUET.into())),
    };
    bar.done();
    written.map_err(Failure::of)
}

fn imported(args: &Import) -> Answer {
    let unreadable = |error| Failure::Message(format!("{} cannot be read: {error}", args.file.display()));
    let lines = BufReader::new(File::open(&args.file).map_err(unreadable)?);
    let journal = SqliteJournal::open(&args.data).map_err(Failure::of)?;
    let imported = import::import(&journal, lines).map_err(Failure::of)?;
    Ok(format!(
        "{} has {} records more, in {} streams\n",
        args.data.display(),
        spaced(imported.records),
        imported.heads.len()
    ))
}
