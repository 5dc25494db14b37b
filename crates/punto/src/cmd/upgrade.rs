//! `punto upgrade --check`: whether this program would open a house, before it takes the place of another one.

use std::fmt::Write;
use std::path::PathBuf;

use punto_config::{Config, Options, other_mode};
use punto_floor::{check_whole, site_of};
use punto_journal::check::Keyed;
use punto_journal::{Signer, SqliteReader, waiting_acceptance};
use punto_records::{ENGINE, SCHEMA};
use punto_server::software;
use punto_server::threshold::Threshold;
use serde_json::json;

use crate::failure::{Answer, Failure};
use crate::progress::{Progress, spaced};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto upgrade --check --config /etc/punto/punto.toml     would this program open the house of this configuration?
  punto upgrade --check --demo --data ./data --json        the same of a demonstration, for a program

Run it with the new program while the old one is still installed and has been stopped; docs/deploy.md says in which order. It reads \
the whole journal as a start would and writes nothing. Exit code 1 means that this program would not open the house; each line says what is in the \
way and how to go on.")]
pub(crate) struct Args {
    /// Check, and change nothing; there is nothing else that this command does.
    #[arg(long, required = true)]
    check: bool,
    /// The configuration of the house.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The house is a demonstration.
    #[arg(long)]
    demo: bool,
    /// The folder of the journal, if the configuration does not say so.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

/// What was looked at.
struct Point {
    what: &'static str,
    /// How it is, or what is in the way.
    says: Result<String, String>,
}

pub(crate) fn run(args: &Args) -> Answer {
    let options = Options {
        config: args.config.clone(),
        demo: args.demo,
        data: args.data.clone(),
        credentials: std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from),
        ..Options::default()
    };
    let config = Config::load(&options).map_err(Failure::of)?;
    let points = points(&config)?;
    let opens = points.iter().all(|point| point.says.is_ok());
    let text = if args.json { as_json(&config, &points, opens) } else { as_text(&config, &points, opens) };
    if opens { Ok(text) } else { Err(Failure::Disagreement(text)) }
}

fn points(config: &Config) -> Result<Vec<Point>, Failure> {
    let reader = match SqliteReader::open(&config.data) {
        Ok(reader) => reader,
        Err(error) => return Ok(vec![Point { what: "journal", says: Err(error.to_string()) }]),
    };
    let keyed = match Keyed::load(&config.chain_key) {
        Ok(Some(keyed)) => Ok(keyed),
        Ok(None) => Err(format!("there is no key of the chain at {}", config.chain_key.display())),
        Err(error) => Err(error.to_string()),
    };
    let keyed = match keyed {
        Ok(keyed) => keyed,
        Err(why) => return Ok(vec![database(&reader), Point { what: "chain key", says: Err(why) }]),
    };
    let key = keyed.key.clone();
    let reader = reader.with_key(Some(key.clone()));
    let mut points = vec![database(&reader), mode(config, &reader)?, engines(&reader)?];
    points.extend(threshold(config, &reader, &key)?);
    points.push(manifest(config, &reader)?);
    points.push(whole(config, &keyed)?);
    Ok(points)
}

fn database(reader: &SqliteReader) -> Point {
    let (is, becomes) = reader.versions();
    let says = if is == becomes {
        format!("its database is of version {is}, as this program's")
    } else {
        format!(
            "its database is of version {is}; the start makes version {becomes} of it, and only the backup goes back"
        )
    };
    Point { what: "journal", says: Ok(says) }
}

fn mode(config: &Config, reader: &SqliteReader) -> Result<Point, Failure> {
    let site = site_of(reader).map_err(Failure::of)?;
    let says = match site.mode {
        Some(bound) if bound != config.mode() => Err(other_mode(bound).to_owned()),
        _ => Ok(if config.demo {
            "a demonstration".to_owned()
        } else {
            "a house that plays for money".to_owned()
        }),
    };
    Ok(Point { what: "house", says })
}

/// Whether every stream ends with records that this program can go on from.
fn engines(reader: &SqliteReader) -> Result<Point, Failure> {
    let heads = reader.heads().map_err(Failure::of)?;
    let mut older = 0_usize;
    for head in &heads {
        let last = reader.read(&head.stream, head.seq - 1, 1).map_err(Failure::of)?;
        let Some(entry) = last.first().map(|record| &record.entry) else { continue };
        if entry.engine > ENGINE || entry.schema > SCHEMA {
            let says = format!(
                "{} was written last by the engine {} in the form {}, and this program has the engine {ENGINE} and the form {SCHEMA}: it \
                 reads such a stream and does not go on with it; install a program that is at least as new",
                head.stream, entry.engine, entry.schema
            );
            return Ok(Point { what: "engine", says: Err(says) });
        }
        older += usize::from(entry.engine < ENGINE);
    }
    let says = match older {
        0 => format!("all {} streams end with records of the engine {ENGINE}, this program's", heads.len()),
        older => format!(
            "{older} of {} streams end with records of an older engine: they are taken as they stand and not decided again",
            heads.len()
        ),
    };
    Ok(Point { what: "engine", says: Ok(says) })
}

/// How the journal ends, who signs it, and what others have of it.
fn threshold(
    config: &Config,
    reader: &SqliteReader,
    key: &punto_journal::ChainKey,
) -> Result<Vec<Point>, Failure> {
    let signer = match Signer::load(&config.signing_key) {
        Ok(Some(signer)) => signer.public_key(),
        Ok(None) => {
            let says = format!("there is no key that signs at {}: put it back", config.signing_key.display());
            return Ok(vec![Point { what: "signing key", says: Err(says) }]);
        }
        Err(error) => return Ok(vec![Point { what: "signing key", says: Err(error.to_string()) }]),
    };
    let records = reader.position().map_err(Failure::of)?;
    let accepted = waiting_acceptance((&config.chain_key, key), records, &config.signing_key);
    let threshold = Threshold {
        signer,
        pinned: &config.copies.keys,
        copies: &config.copies.to,
        accepted: accepted.is_some(),
        signer_accepted: accepted.as_ref().is_some_and(|own| own.signer),
    };
    let barred = threshold.would_cross(reader).map_err(Failure::of)?;
    let mut points: Vec<Point> =
        barred.iter().map(|why| Point { what: "threshold", says: Err(why.to_string()) }).collect();
    if points.is_empty() {
        let (heads, last) =
            (reader.heads().map_err(Failure::of)?, reader.checkpoints(0).map_err(Failure::of)?);
        let signed = last.last().is_some_and(|last| last.signs(&heads));
        let end = if signed {
            "signed, as a clean stop leaves it"
        } else {
            "not signed; the same engine goes on from there"
        };
        points.push(Point { what: "end", says: Ok(end.to_owned()) });
        let copies = match config.copies.to.len() {
            0 => "none is named".to_owned(),
            many => format!("{many} named, and none that answers has anything that the journal lacks"),
        };
        points.push(Point { what: "second copies", says: Ok(copies) });
    }
    if let Some(own) = accepted {
        points.push(Point { what: "accepted", says: Ok(own.by) });
    }
    Ok(points)
}

/// Whether the software is what was approved, and two persons have accepted the list of it.
fn manifest(config: &Config, reader: &SqliteReader) -> Result<Point, Failure> {
    let accepted = reader.names("manifest").map_err(Failure::of)?;
    let checked = software::check(config);
    let says = match (checked.wrong, checked.manifest) {
        (Some(wrong), _) => Err(format!("the software is not what was approved: {wrong}")),
        (None, Some(own)) if !accepted.is_empty() && !accepted.contains(&own) => Err(format!(
            "two persons have not accepted the manifest {own}: start the old program with its own, let them accept this one, and \
             stop it again"
        )),
        (None, Some(own)) => Ok(format!("the software is that of the manifest {own}")),
        (None, None) if !accepted.is_empty() => {
            Err("two persons have accepted manifests, and none is named under [software]".to_owned())
        }
        (None, None) => Ok("none: the software is compared with nothing".to_owned()),
    };
    Ok(Point { what: "manifest", says })
}

fn whole(config: &Config, keyed: &Keyed) -> Result<Point, Failure> {
    let mut bar: Option<Progress> = None;
    let whole =
        check_whole(&config.data, Some(keyed), &config.copies.keys, config.books.clone(), &mut |progress| {
            bar.get_or_insert_with(|| Progress::new(progress.of, "records")).told(progress.done);
        });
    let _ = bar.map(Progress::done);
    let whole = whole.map_err(Failure::of)?;
    let says = match (whole.wrong, whole.audit) {
        (Some(wrong), _) => Err(wrong),
        (None, audit) => {
            let again = audit.map_or(0, |audit| audit.decided_again());
            let records = spaced(whole.report.records);
            Ok(format!(
                "{records} records hold; {} of them were decided again, all as written",
                spaced(again)
            ))
        }
    };
    Ok(Point { what: "records", says })
}

fn as_text(config: &Config, points: &[Point], opens: bool) -> String {
    let mut text =
        format!("{} under this program, punto {}\n\n", config.data.display(), env!("CARGO_PKG_VERSION"));
    for Point { what, says } in points {
        let _ = match says {
            Ok(says) => writeln!(text, "  holds        {what}: {says}"),
            Err(why) => writeln!(text, "  in the way   {what}: {why}"),
        };
    }
    text + if opens { "\nthis program would open it\n" } else { "\nthis program would not open it\n" }
}

fn as_json(config: &Config, points: &[Point], opens: bool) -> String {
    let points: Vec<_> = points
        .iter()
        .map(|Point { what, says }| {
            let (Ok(text) | Err(text)) = says;
            json!({ "what": what, "holds": says.is_ok(), "says": text })
        })
        .collect();
    let data = config.data.display().to_string();
    let all = json!({ "data": data, "version": env!("CARGO_PKG_VERSION"), "engine": ENGINE, "opens": opens, "points": points });
    format!("{all:#}\n")
}
