//! `punto verify`: a journal checked from end to end, without changing a byte of it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use punto_floor::{Audit, Whole, check_whole, site_of};
use punto_journal::Destination;
use punto_journal::check::{CheckReport, Coded, Keyed};
use punto_journal::{PublicKey, SqliteReader, compare_copies};
use punto_site::Mode;
use serde_json::json;

use crate::failure::{Answer, Failure};
use crate::library::LibraryArgs;
use crate::progress::{Progress, spaced};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto verify --data ./data                      the journal of a server, running or stopped
  punto verify --data copy.backup --key ab12…     a backup, whose checkpoints must be signed by this key
  punto verify --data ./data --checkpoints /mnt/witness/checkpoints.jsonl
                                                  and compared with the second copy that somebody else keeps

Nothing is written. The first record that does not hold is named with its stream and number, what was expected and what \
was found. Exit code 1 means that something does not hold.

With the key of the chain, which lies in the folder of keys beside the folder, or in keys/ of a demonstration, the codes of records and shelves are compared as \
well, and the end of the journal with the anchor beside the key. A backup has no anchor.")]
pub(crate) struct Args {
    /// The folder of a journal, or a backup's file.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Trust checkpoints signed by this public key only; may be given more than once.
    #[arg(long, value_name = "KEY")]
    key: Vec<PublicKey>,
    /// The file of the key of the chain.
    #[arg(long, value_name = "FILE")]
    chain_key: Option<PathBuf>,
    /// Compare with a second copy of the checkpoints: a file, a folder, or an address that answers with its lines; may be
    /// given more than once.
    #[arg(long, value_name = "FILE|FOLDER|URL")]
    checkpoints: Vec<String>,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    library: LibraryArgs,
}

pub(crate) fn run(args: &Args) -> Answer {
    let keyed = keyed(&args.data, args.chain_key.as_deref())?;
    let mut bar: Option<Progress> = None;
    let whole =
        check_whole(&args.data, keyed.as_ref(), &args.key, args.library.open()?.books, &mut |progress| {
            bar.get_or_insert_with(|| Progress::new(progress.of, "records")).told(progress.done);
        });
    let _ = bar.map(Progress::done);
    let Whole { report, audit, wrong } = whole.map_err(Failure::of)?;
    if args.json {
        return as_json(args, &report, audit.as_ref(), wrong);
    }
    let mut text = String::new();
    let (records, checkpoints) = (spaced(report.records), spaced(report.checkpoints));
    let _ = writeln!(
        text,
        "chain       {records} records in {} streams, {checkpoints} signed checkpoints",
        report.heads.len()
    );
    for key in &report.keys {
        let _ = writeln!(text, "signed by   {key}");
    }
    text += &match report.codes {
        Coded::None => "codes       none: this journal is not anchored\n".to_owned(),
        Coded::Unchecked => {
            "codes       not compared: the key of the chain is not here (--chain-key)\n".to_owned()
        }
        Coded::From(0) => {
            "codes       every record and every shelf was written with the key of the chain\n".to_owned()
        }
        Coded::From(first) => {
            format!("codes       every shelf, and every record behind the first {}\n", spaced(first))
        }
    };
    if let Some(wrong) = wrong {
        let _ = writeln!(text, "\n{wrong}\n\nthis journal does not hold");
        return Err(Failure::Disagreement(text));
    }
    text += &audit.map_or(String::new(), |audit| told(&audit));
    for place in &args.checkpoints {
        match compared(&args.data, place)? {
            Ok(line) => text += &line,
            Err(wrong) => {
                let _ = writeln!(text, "\n{place}: {wrong}\n\nthis journal does not hold");
                return Err(Failure::Disagreement(text));
            }
        }
    }
    Ok(text + "\nthis journal holds\n")
}

/// The same for a program.
fn as_json(args: &Args, report: &CheckReport, audit: Option<&Audit>, wrong: Option<String>) -> Answer {
    let mut wrong = wrong;
    let mut copies = Vec::new();
    for place in &args.checkpoints {
        if wrong.is_some() {
            break;
        }
        match compared(&args.data, place)? {
            Ok(_) => copies.push(place),
            Err(why) => wrong = Some(format!("{place}: {why}")),
        }
    }
    let coded_from = match report.codes {
        Coded::None | Coded::Unchecked => None,
        Coded::From(first) => Some(first + 1),
    };
    let answer = json!({
        "holds": wrong.is_none(),
        "wrong": wrong,
        "records": report.records,
        "streams": report.heads.len(),
        "checkpoints": report.checkpoints,
        "keys": report.keys.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "coded_from": coded_from,
        "decided_again": audit.map(Audit::decided_again),
        "shoes": audit.map(|audit| audit.shoes),
        "folded": audit.map(|audit| audit.folded.iter().map(|(stream, count)| (stream.to_string(), *count)).collect::<BTreeMap<_, _>>()),
        "only_chain": audit.map(|audit| audit.unknown.iter().map(ToString::to_string).collect::<Vec<_>>()),
        "copies": copies,
    });
    let text = crate::print::as_json(&answer);
    if answer["holds"] == true { Ok(text) } else { Err(Failure::Disagreement(text)) }
}

/// The key of the chain: the one that is named, or the one that lies where a house keeps it.
pub(super) fn keyed(data: &Path, named: Option<&Path>) -> Result<Option<Keyed>, Failure> {
    let found = Keyed::load(&chain_key(data, named)?).map_err(Failure::of)?;
    match (found, named) {
        (None, Some(named)) => Err(Failure::Message(format!("there is no key at {}", named.display()))),
        // A backup ends where it ends: the anchor is of the journal that goes on.
        (Some(keyed), _) if data.is_file() => Ok(Some(Keyed { anchor: None, ..keyed })),
        (found, _) => Ok(found),
    }
}

/// The file of the key of the chain: the one that is named, or where a house of this kind keeps it.
pub(super) fn chain_key(data: &Path, named: Option<&Path>) -> Result<PathBuf, Failure> {
    // A journal that cannot be read is found out about soon enough.
    let demonstration = || {
        let site = SqliteReader::open(data).ok().and_then(|reader| site_of(&reader).ok());
        site.is_none_or(|site| site.mode != Some(Mode::Real))
    };
    match named {
        Some(named) => Ok(named.to_owned()),
        None => punto_config::usual_chain_key(data, demonstration).map_err(Failure::Message),
    }
}

/// Compares a second copy with the checkpoints of the journal.
fn compared(data: &Path, place: &str) -> Result<Result<String, String>, Failure> {
    let unreadable = |why: String| Failure::Message(format!("{place} cannot be read: {why}"));
    let destination: Destination = place.parse().map_err(Failure::Message)?;
    let copy = destination.open().map_err(|error| unreadable(error.to_string()))?;
    let ours = SqliteReader::open(data).map_err(Failure::of)?.checkpoints(0).map_err(Failure::of)?;
    Ok(match compare_copies(&ours, copy) {
        Ok(same) if same.agreed == 0 => Err("the second copy is empty".into()),
        Ok(same) => {
            let (agreed, last) = (spaced(same.agreed), spaced(same.last));
            let torn = match same.torn {
                0 => String::new(),
                torn => format!(" ({} torn lines passed over)", spaced(torn)),
            };
            Ok(format!(
                "second copy {agreed} checkpoints, the last number {last}, all as the journal has them{torn}: {place}\n"
            ))
        }
        Err(differs) => Err(differs.to_string()),
    })
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
