//! `punto journal`: what is in a journal, for people and for programs.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use punto_floor::Transcript;
use punto_journal::{Record, SqliteJournal, SqliteReader, StreamName, export, import, v1};
use punto_site::Time;

use crate::failure::{Answer, Failure};
use crate::progress::spaced;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto journal streams --data ./data
  punto journal show table/nsw --after 100 --limit 20
  punto journal export --format jsonl --out journal.jsonl
  punto journal export --format script --stream table/nsw   a script that `punto check` plays again
  punto journal import journal.jsonl --data ./copy")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The streams with their last record and its hash.
    Streams(From),
    /// Records of a stream as lines: number, time, who, what was said and what followed, with the clauses.
    Show(Show),
    /// All records, or those of one stream, in a form for others.
    Export(Export),
    /// Bring records in as they were taken out with `--format jsonl`; the chain is checked first.
    Import(Import),
}

#[derive(clap::Args)]
struct From {
    /// The folder of the journal, or a backup's file.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
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
}

#[derive(clap::Args)]
struct Export {
    /// In which form.
    #[arg(long, value_enum, default_value_t = Form::Jsonl)]
    format: Form,
    /// Only this stream.
    #[arg(long)]
    stream: Option<StreamName>,
    /// Into this file rather than to the output; one that is there is not overwritten.
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

pub(crate) fn run(args: &Args) -> Answer {
    match &args.what {
        What::Streams(from) => streams(from),
        What::Show(show) => shown(show),
        What::Export(export) => exported(export),
        What::Import(import) => imported(import),
    }
}

fn open(from: &From) -> Result<SqliteReader, Failure> {
    SqliteReader::open(&from.data).map_err(Failure::of)
}

fn streams(from: &From) -> Answer {
    let heads = open(from)?.heads().map_err(Failure::of)?;
    let line =
        |head: &punto_journal::Head| format!("{:>9}  {}  {}\n", spaced(head.seq), head.hash, head.stream);
    Ok(heads.iter().map(line).collect())
}

fn shown(show: &Show) -> Answer {
    let records = open(&show.from)?.read(&show.stream, show.after, show.limit).map_err(Failure::of)?;
    if records.is_empty() {
        return Ok(format!("{} has no record after {}\n", show.stream, show.after));
    }
    Ok(records.iter().map(told).collect())
}

/// A record for people: what was said, and under it what followed and by which clauses.
fn told(record: &Record) -> String {
    let entry = &record.entry;
    let head = format!("{:>6}  {}  {}", entry.seq, Time(entry.at), entry.actor);
    match v1::Body::read(entry.schema, &entry.body) {
        Ok(v1::Body::Said(said)) => {
            let follows = said.events.iter().map(|event| {
                let by = event.by.join(", ");
                format!("          {} by {by}\n", event.what)
            });
            format!("{head}: {}\n{}", said.said, follows.collect::<String>())
        }
        Ok(_) | Err(_) => format!("{head}: {}\n", entry.body),
    }
}

fn exported(args: &Export) -> Answer {
    let reader = open(&args.from)?;
    let table = args.stream.as_ref().is_some_and(|stream| stream.kind() == "table");
    if matches!(args.format, Form::Script) && !table {
        return Err(Failure::Message("a script is of one table: say which with --stream table/NAME".into()));
    }
    let wanted = |stream: &StreamName| args.stream.as_ref().is_none_or(|only| only == stream);
    let records = export::records(&reader, wanted).map_err(Failure::of)?;
    let mut out: Box<dyn Write> = match &args.out {
        Some(path) => Box::new(BufWriter::new(
            File::create_new(path)
                .map_err(|error| Failure::Message(format!("{} cannot be made: {error}", path.display())))?,
        )),
        None => Box::new(BufWriter::new(io::stdout().lock())),
    };
    let written = match args.format {
        Form::Jsonl => export::jsonl(records, &mut out).map_err(Failure::of),
        Form::Csv => export::csv(records, &mut out).map_err(Failure::of),
        Form::Script => {
            let mut transcript = Transcript::default();
            records.into_iter().try_fold(0, |written, record| {
                let lines = transcript.lines(&record.map_err(Failure::of)?);
                out.write_all(lines.as_bytes()).map_err(Failure::of)?;
                Ok(written + 1)
            })
        }
    }?;
    out.flush().map_err(Failure::of)?;
    Ok(match &args.out {
        Some(path) => format!("{} has {} records\n", path.display(), spaced(written)),
        None => String::new(),
    })
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
