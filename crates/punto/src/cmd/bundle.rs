//! `punto journal check-bundle`: whether a bundle about a dispute is as it was signed, and what that shows.

use std::fs;
use std::path::PathBuf;

use punto_journal::bundle::{self, Bundle};
use punto_journal::{PublicKey, Record};
use punto_vocab::Time;
use serde_json::{Value, json};

use crate::failure::{Answer, Failure};
use crate::print::as_json;
use crate::progress::spaced;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The bundle, as the server gave it.
    file: PathBuf,
    /// The public key that must have signed it, as it was handed out; without one, compare the key that is printed.
    #[arg(long, value_name = "HEX")]
    key: Option<PublicKey>,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    let shown = args.file.display();
    let text = fs::read_to_string(&args.file)
        .map_err(|error| Failure::Message(format!("{shown} cannot be read: {error}")))?;
    let checked = bundle::check(&text).map_err(|bad| Failure::Disagreement(format!("{shown}: {bad}\n")))?;
    if let Some(key) = args.key.filter(|key| *key != checked.key) {
        let signed = checked.key;
        return Err(Failure::Disagreement(format!("{shown}: it is signed by {signed}, not by {key}\n")));
    }
    let content = &checked.content;
    let told = |field: &Value| field.as_str().unwrap_or("?").to_owned();
    let dispute = &content["dispute"];
    let seen: Vec<String> =
        content["seen"].as_array().into_iter().flatten().map(|seen| told(&seen["as"])).collect();
    if args.json {
        let gap = |(one, next): (&Record, &Record)| json!({ "stream": one.entry.stream.as_str(), "after": one.entry.seq, "before": next.entry.seq });
        return Ok(as_json(&json!({
            "file": args.file,
            "signed_by": checked.key.to_string(),
            "dispute": dispute,
            "records": checked.records.len(),
            "gaps": checked.gaps().map(gap).collect::<Vec<_>>(),
            "checkpoint": checked.checkpoint.as_ref().map(|checkpoint| checkpoint.number),
            "views_of": seen,
            "version": content["version"],
            "software": content["software"],
        })));
    }
    let mut lines = vec![
        format!("{shown} is as it was signed by {}", checked.key),
        format!(
            "dispute {} at {} of {}: {}",
            dispute["number"],
            told(&dispute["table"]),
            told(&dispute["patron"]),
            told(&dispute["what"])
        ),
        format!("raised at {}", Time(dispute["at"].as_i64().unwrap_or_default())),
        format!(
            "{} records, each as its hash says and behind the one before",
            spaced(checked.records.len() as u64)
        ),
    ];
    lines.extend(checked.gaps().map(|(one, next)| {
        let (last, first, stream) = (one.entry.seq, next.entry.seq, &one.entry.stream);
        format!("  but of {stream} what is between {last} and {first} is left out, and nothing shows it")
    }));
    lines.push(checkpoint(&checked));
    lines.push(format!("views of {}", seen.join(", ")));
    lines.push(format!("punto {}, by these digests:", told(&content["version"])));
    let parts = content["software"].as_array().into_iter().flatten();
    lines.extend(parts.map(|part| format!("  {}", told(part))));
    Ok(lines.join("\n") + "\n")
}

/// What the checkpoint says of the records, in words.
fn checkpoint(checked: &Bundle) -> String {
    let Some(checkpoint) = &checked.checkpoint else {
        return "no checkpoint: only the signature speaks for the records".to_owned();
    };
    let (number, at, key) = (checkpoint.number, Time(checkpoint.at), checkpoint.key);
    let ended = checked.records.iter().rev().find(|record| {
        let entry = &record.entry;
        checkpoint.heads.iter().any(|head| (&head.stream, head.seq) == (&entry.stream, entry.seq))
    });
    let reach = match ended {
        Some(record) => format!("it vouches for record {}", record.entry.seq),
        None => "it ends at none of these records".to_owned(),
    };
    format!("checkpoint {number} of {at}, signed by {key}: {reach}")
}
