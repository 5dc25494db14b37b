//! `punto report`: what a journal comes to over a period, as it was known at any past moment.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use punto_figures::{BadPeriod, FigureRows, HouseFacts, PeriodAsked, ReportKind, caught_up, report, sheet};
use punto_floor::Books;
use punto_journal::SqliteReader;
use punto_journal::projection::Projected;
use punto_report::csv_of;
use punto_vocab::line::Field;
use punto_vocab::{Day, Money, Time};
use punto_wire::{FloatRow, PeriodReport};

use super::journal::NO_PARQUET;
use crate::failure::{Answer, Failure};
use crate::print::as_json;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto report shift --data ./data --from 2026-11-18T06:00:00Z --as-of 2026-11-18T14:00:00Z
  punto report shift --day 2026-11-18               a gaming day that the operator has closed
  punto report table --table nsw-1 --csv            win, hold, float and counts of one table
  punto report table --table nsw-1 --record 1200    as the table stood at a record of its stream
  punto report patron --patron ada --json           time, average wager and turnover
  punto report table --table nsw-1 --parquet t.parquet
  punto report game                                 by document and variant, with the mix of bets
  punto report exceptions                           voids, corrections, breaches, approvals, denials, late duties

Hold is the win as a share of the stakes. It stands beside what the exact odds of the very terms let expect of those \
wagers, with a 99% band; a hold outside of it is marked. Amounts of different currencies are never added.")]
pub(crate) struct Args {
    /// What the report is about.
    #[arg(value_enum)]
    kind: Kind,
    /// The folder of the journal, or a backup's file; it may be in use.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// From when, such as 2026-11-18T06:00:00Z; from the first record if left out.
    #[arg(long, value_name = "TIME", value_parser = Time::read)]
    from: Option<Time>,
    /// Until before when, as it was known then; until the last record if left out.
    #[arg(long, value_name = "TIME", value_parser = Time::read)]
    as_of: Option<Time>,
    /// A gaming day that was closed, instead of a beginning and an end.
    #[arg(long, value_name = "DAY", value_parser = Day::read, conflicts_with_all = ["from", "as_of"])]
    day: Option<Day>,
    /// Only this table.
    #[arg(long)]
    table: Option<String>,
    /// As the table stood at this record of its stream.
    #[arg(long, value_name = "N", requires = "table")]
    record: Option<u64>,
    /// Only this patron.
    #[arg(long)]
    patron: Option<String>,
    /// Cash of one patron in the period from which on it is marked.
    #[arg(long, value_name = "AMOUNT", default_value = "10000")]
    large_cash: Money,
    /// Keep the rows in this folder, so that the next report need not make them again.
    #[arg(long, value_name = "DIR")]
    rows: Option<PathBuf>,
    /// As JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// As a table for spreadsheets.
    #[arg(long)]
    csv: bool,
    /// As a Parquet file with typed columns; in builds with the feature `parquet`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "csv"])]
    parquet: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Every table in a period: a shift, a gaming day, a month.
    Shift,
    /// One table.
    Table,
    /// Patrons' ratings.
    Patron,
    /// Documents, variants and bets.
    Game,
    /// What is worth a look.
    Exceptions,
}

impl Kind {
    const fn report(self) -> ReportKind {
        match self {
            Kind::Shift => ReportKind::Shift,
            Kind::Table => ReportKind::Table,
            Kind::Patron => ReportKind::Patron,
            Kind::Game => ReportKind::Game,
            Kind::Exceptions => ReportKind::Exceptions,
        }
    }
}

pub(crate) fn run(args: &Args) -> Answer {
    let reader = SqliteReader::open(&args.data).map_err(Failure::of)?;
    let kind = args.kind.report();
    if args.parquet.is_some() && !cfg!(feature = "parquet") {
        return Err(Failure::Message(NO_PARQUET.into()));
    }
    if kind == ReportKind::Table && args.table.is_none() {
        return Err(Failure::Message("a report of a table names it with --table".into()));
    }
    let folder = Folder::of(args.rows.as_deref());
    let mut books = Books::embedded();
    books.fetch(&reader).map_err(Failure::of)?;
    let rows = FigureRows::new(Box::new(move |digest| books.of_digest(digest)));
    let rows = Projected::new(&folder.0, rows);
    caught_up(&rows, &reader).map_err(Failure::of)?;
    let house = HouseFacts { currencies: currencies(&reader)?, large_cash: Some(args.large_cash) };
    let made = |asked: &PeriodAsked| -> Result<PeriodReport, Failure> {
        rows.read(|db| report(db, kind, asked, &house)).map_err(Failure::of)?.ok_or_else(nothing)
    };
    let asked = asked(args, &reader, &made)?;
    let told = made(&asked)?;
    if let Some(file) = &args.parquet {
        return parquet(&sheet(kind, &told), file);
    }
    match (args.json, args.csv) {
        (true, _) => Ok(as_json(&serde_json::to_value(&told).map_err(Failure::of)?)),
        (_, true) => {
            let (head, rows) = sheet(kind, &told);
            let bytes = csv_of(head, rows).map_err(Failure::of)?;
            String::from_utf8(bytes).map_err(Failure::of)
        }
        (false, false) => Ok(printed(kind, &told)),
    }
}

#[cfg(feature = "parquet")]
fn parquet(sheet: &punto_figures::SheetOf, file: &Path) -> Answer {
    let out = std::fs::File::create(file)
        .map_err(|error| Failure::Message(format!("{}: {error}", file.display())))?;
    let rows = punto_figures::parquet(sheet, out).map_err(Failure::of)?;
    Ok(format!("{} has {rows} rows\n", file.display()))
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &punto_figures::SheetOf, _: &Path) -> Answer {
    Err(Failure::Message(NO_PARQUET.into()))
}

fn nothing() -> Failure {
    Failure::Message("the journal has no records, so that there is nothing to report".into())
}

/// The period that was asked for, or what would be one.
fn asked(
    args: &Args,
    reader: &SqliteReader,
    made: &dyn Fn(&PeriodAsked) -> Result<PeriodReport, Failure>,
) -> Result<PeriodAsked, Failure> {
    let first = reader.follow(0, 1).map_err(Failure::of)?;
    let first = first.first().map(|(_, record)| record.entry.at).ok_or_else(nothing)?;
    let heads = reader.heads().map_err(Failure::of)?;
    let last = |head: &punto_journal::Head| reader.read(&head.stream, head.seq.saturating_sub(1), 1);
    let mut now = first;
    for head in &heads {
        now = now.max(last(head).map_err(Failure::of)?.first().map_or(first, |record| record.entry.at));
    }
    let now = now + 1;
    let (mut from, mut to) = (args.from.map(|at| at.0), args.as_of.map(|at| at.0));
    if let Some(day) = args.day {
        let all = made(&PeriodAsked { from: first, to: now, ..PeriodAsked::default() })?;
        let found = all.days.into_iter().find(|own| own.day == day.to_string());
        let found = found.ok_or_else(|| {
            Failure::Message(format!(
                "the gaming day {day} was not closed; `punto report shift --json` lists those that were"
            ))
        })?;
        (from, to) = ((found.from > 0).then_some(found.from), Some(found.at));
    }
    let (from, to) = BadPeriod::refuse((from, to), Some(first), now).map_err(Failure::of)?;
    let (table, record, patron) = (args.table.clone(), args.record, args.patron.clone());
    if let Some(table) = &table {
        let stream = format!("table/{table}");
        let known: Vec<&str> =
            heads.iter().filter_map(|head| head.stream.as_str().strip_prefix("table/")).collect();
        if !heads.iter().any(|head| head.stream.as_str() == stream) {
            return Err(Failure::Message(format!(
                "there is no table {table}; there are {}",
                known.join(", ")
            )));
        }
    }
    Ok(PeriodAsked { from, to, table, record, patron })
}

/// The currency of each table, as its plan has it.
fn currencies(reader: &SqliteReader) -> Result<BTreeMap<String, String>, Failure> {
    let mut all = BTreeMap::new();
    for name in reader.names("setting").map_err(Failure::of)? {
        let Some(table) = name.strip_prefix("table/") else { continue };
        let kept = reader.get("setting", &name).map_err(Failure::of)?.unwrap_or_default();
        let plan: serde_json::Value = serde_json::from_slice(&kept).unwrap_or_default();
        if let Some(currency) = plan["currency"].as_str() {
            all.insert(table.to_owned(), currency.to_owned());
        }
    }
    Ok(all)
}

/// Where the rows lie: in a folder that was named, or in one that goes when the report is made.
struct Folder(PathBuf, bool);

impl Folder {
    fn of(named: Option<&Path>) -> Folder {
        let own = || std::env::temp_dir().join(format!("punto-report-{}", std::process::id()));
        Folder(named.map_or_else(own, Path::to_owned), named.is_none())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.1 {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

/// A report for people: its main list, and the floats with their counts.
fn printed(kind: ReportKind, told: &PeriodReport) -> String {
    let (head, rows) = sheet(kind, told);
    let mut text = format!("{kind}, from {} until {}\n\n", Time(told.from), Time(told.to));
    text.push_str(&columns(head, &rows));
    if !told.floats.is_empty() {
        let head = [
            "float of",
            "currency",
            "medium",
            "opening",
            "fills",
            "credits",
            "drop",
            "collected",
            "paid",
            "win",
            "over",
            "closing",
            "tips",
        ];
        let row = |row: &FloatRow| {
            let of = row.table.clone().unwrap_or_else(|| "(sum)".into());
            let sums = [
                row.opening,
                row.fills,
                row.credits,
                row.drop,
                row.collected,
                row.paid,
                row.win,
                row.over,
                row.closing,
                row.tips,
            ];
            let sums = sums.map(|sum| Money::from_minor(sum).to_string());
            [of, row.currency.clone(), row.medium.clone()].into_iter().chain(sums).collect()
        };
        let rows: Vec<Vec<String>> = told.floats.iter().map(row).collect();
        text.push_str(&format!("\n{}", columns(&head, &rows)));
    }
    if !told.counts.is_empty() {
        let row = |row: &punto_wire::CountRow| {
            let sums = [row.counted, row.over].map(|sum| Money::from_minor(sum).to_string());
            [Time(row.at).to_string(), row.table.clone(), row.tray.clone()].into_iter().chain(sums).collect()
        };
        let rows: Vec<Vec<String>> = told.counts.iter().map(row).collect();
        text.push_str(&format!(
            "\n{}",
            columns(&["counted at", "table", "chips", "comes to", "over"], &rows)
        ));
    }
    text
}

/// Rows under a head, every column as wide as its widest field.
fn columns(head: &[&str], rows: &[Vec<String>]) -> String {
    let head: Vec<String> = head.iter().map(|name| (*name).to_owned()).collect();
    let width = |place: usize| {
        let fields = rows.iter().chain([&head]).filter_map(|row| row.get(place));
        fields.map(|field| field.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let fields = row.iter().zip(&widths).map(|(field, width)| format!("{field:>width$}"));
        format!("{}\n", fields.collect::<Vec<_>>().join("  "))
    };
    std::iter::once(&head).chain(rows).map(line).collect()
}
