//! `punto verify`: a journal checked from end to end, without changing a byte of it.

use std::fmt::Write;
use std::path::PathBuf;

use punto_floor::{Audit, audit};
use punto_journal::{PublicKey, SqliteReader, check};

use crate::failure::{Answer, Failure};
use crate::library::LibraryArgs;
use crate::progress::{Progress, spaced};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto verify --data ./data                      the journal of a server, running or stopped
  punto verify --data copy.backup --key ab12…     a backup, whose checkpoints must be signed by this key

Nothing is written. The first record that does not hold is named with its stream and number, what was expected and what \
was found. Exit code 1 means that something does not hold.")]
pub(crate) struct Args {
    /// The folder of a journal, or a backup's file.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Trust checkpoints signed by this public key only; may be given more than once.
    #[arg(long, value_name = "KEY")]
    key: Vec<PublicKey>,
    #[command(flatten)]
    library: LibraryArgs,
}

pub(crate) fn run(args: &Args) -> Answer {
    let mut text = String::new();
    let mut bar: Option<Progress> = None;
    let report = check::verify(&args.data, &args.key, &mut |_| {}, &mut |progress| {
        bar.get_or_insert_with(|| Progress::new(progress.of, "records")).told(progress.done);
    });
    let _ = bar.map(Progress::done);
    let report = report.map_err(Failure::of)?;
    let _ = writeln!(
        text,
        "chain       {} records in {} streams, {} signed checkpoints",
        spaced(report.records),
        report.heads.len(),
        spaced(report.checkpoints)
    );
    for key in &report.keys {
        let _ = writeln!(text, "signed by   {key}");
    }
    if let Some(first) = report.findings.first() {
        let _ = writeln!(text, "\n{first}");
        if report.findings.len() > 1 {
            let _ = writeln!(text, "and {} more after it", report.findings.len() - 1);
        }
        text.push_str("\nthis journal does not hold\n");
        return Err(Failure::Disagreement(text));
    }
    let reader = SqliteReader::open(&args.data).map_err(Failure::of)?;
    let bar = Progress::new(report.records, "records");
    let found = audit(&reader, args.library.open()?.books, &mut |done| bar.told(done));
    bar.done();
    match found {
        Ok(found) => Ok(text + &told(&found) + "\nthis journal holds\n"),
        Err(wrong) => {
            let _ = writeln!(text, "\n{wrong}\n\nthis journal does not hold");
            Err(Failure::Disagreement(text))
        }
    }
}

/// What the decisions of a journal that holds came to.
fn told(found: &Audit) -> String {
    let mut text = String::new();
    let _ =
        writeln!(text, "decisions   {} records made again, all as written", spaced(found.decided_again()));
    text.push_str("balances    every account adds up after every record, tables and accounts agree\n");
    let _ = writeln!(text, "own shoes   {} opened, each as it was promised and dealt", spaced(found.shoes));
    for (stream, count) in &found.folded {
        let count = spaced(*count);
        let _ = writeln!(
            text,
            "other       {count} records of {stream} by another engine: folded as stored, not made again"
        );
    }
    for stream in &found.unknown {
        let _ = writeln!(text, "only its chain checked: {stream}, of a kind this program does not know");
    }
    text
}
