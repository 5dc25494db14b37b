//! `punto verify-shoe`: a shoe that has ended, made again from its opening and compared card by card.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use punto_journal::{PublicKey, SqliteReader, StreamName, statement};
use punto_report::ended_shoe;
use punto_shoe::{Commitment, Cut, Disagreement, Discard, Pledge, ShoeRecord};
use serde_json::json;

use super::game::read_text;
use crate::failure::{Answer, Failure};
use crate::print::as_json;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto verify-shoe shoe-7.txt --key d75a9801…            signed by this key of the house
  punto verify-shoe shoe-7.txt --data ./data              by a key of the journal, and as the journal has it
  punto verify-shoe shoe-7.txt --commitment 7a7e9eae640e65ab6a880d9ca5395bc31ed38491222f79fffd310b5bd8e42c66

FILE is the record of a shoe that has ended, as the house offers it: the opening, the commitment, the shares of patrons, \
the cut, every card, and the house's signature. docs/shoe.md says how it is written and how to check it without Punto. What \
somebody saw at the table is compared, too: the commitment that was shown before the cut, a pledge, the cut. A record that is \
signed by another key than the house's, or that differs from the journal, is refused. Exit code 1 names the first thing that \
does not agree.")]
pub(crate) struct Args {
    /// The record of the shoe.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The public key of the house; without it the record's own word for who signed it is taken.
    #[arg(long, value_name = "KEY")]
    key: Option<PublicKey>,
    /// The folder of the house's journal, or a backup's file: the record must be signed by a key of the journal and be what
    /// the journal says.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The commitment as it was shown before the cut.
    #[arg(long, value_name = "HEX")]
    commitment: Option<String>,
    /// A pledge that a terminal made; its share must be in the order. May be given more than once.
    #[arg(long, value_name = "HEX")]
    pledge: Vec<String>,
    /// After how many cards the shoe was cut, as seen at the table.
    #[arg(long, value_name = "N")]
    cut: Option<u16>,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    let text = read_text(&args.file, "the record of a shoe")?;
    let record: ShoeRecord =
        text.parse().map_err(|error| Failure::Message(format!("{}: {error}", args.file.display())))?;
    let mut found = seen(args, &record)?;
    let disagreements = record.verify().err().map(|all| all.list().to_vec()).unwrap_or_default();
    found.extend(disagreements.iter().map(ToString::to_string));
    let signed = signed(args, &record);
    found.extend(signed.clone().err());
    let journal = args.data.as_deref().map(|data| as_journalled(data, &record)).transpose()?;
    found.extend(journal.clone().and_then(Result::err));

    if args.json {
        let shoe = record.shoe();
        let answer = json!({
            "agrees": found.is_empty(),
            "disagreements": found,
            "stream": shoe.stream,
            "shoe": shoe.opening.id().shoe(),
            "commitment": shoe.commitment.to_string(),
            "cut": shoe.cut.map(|cut| cut.at),
            "shares": shoe.pledges.count(),
            "dealt": shoe.dealt.len(),
            "signed_by": record.key().to_string(),
            "compared_with_journal": journal.is_some(),
        });
        let text = as_json(&answer);
        return if found.is_empty() { Ok(text) } else { Err(Failure::Disagreement(text)) };
    }
    let mut out = head(&record);
    // Writing to a String cannot fail.
    let mut line = |name: &str, value: String, agrees: bool| {
        let verdict = if agrees { "agrees" } else { "DOES NOT AGREE" };
        let _ = writeln!(out, "{name:<11} {value}: {verdict}");
    };
    for (name, value, agrees) in lines(args, &record, &disagreements) {
        line(name, value, agrees);
    }
    let whose = if args.key.is_some() || args.data.is_some() {
        ""
    } else {
        ", by its own word: give --key to say whose it must be"
    };
    line("signature", format!("by {}{whose}", record.key()), signed.is_ok());
    if let Some(journal) = journal {
        let shoe = record.shoe();
        let place = format!("records {} to {} of {}", shoe.promised.seq, shoe.ended.seq, shoe.stream);
        line("journal", place, journal.is_ok());
    }
    match found.split_first() {
        None => {
            let _ = writeln!(out, "everything agrees");
            Ok(out)
        }
        Some((first, more)) => {
            let _ = writeln!(out, "first disagreement: {first}");
            if !more.is_empty() {
                let _ = writeln!(out, "and {} more", more.len());
            }
            Err(Failure::Disagreement(out))
        }
    }
}

/// What differs from what the person who asks saw at the table.
fn seen(args: &Args, record: &ShoeRecord) -> Result<Vec<String>, Failure> {
    let shoe = record.shoe();
    let mut found = Vec::new();
    let shown: Option<Commitment> =
        args.commitment.as_deref().map(str::parse).transpose().map_err(Failure::of)?;
    if let Some(shown) = shown.filter(|shown| *shown != shoe.commitment) {
        found.push(format!("the commitment shown was {shown}, and the record has {}", shoe.commitment));
    }
    for pledge in &args.pledge {
        let pledge: Pledge = pledge.parse().map_err(Failure::of)?;
        match shoe.pledges.iter().find(|(own, _)| **own == pledge) {
            None => found.push(format!("the pledge {pledge} was made, and the record has none such")),
            Some((_, None)) => found.push(format!("the share of the pledge {pledge} was withheld")),
            Some((_, Some(_))) => {}
        }
    }
    let cut = shoe.cut.map(|cut| cut.at);
    if let Some(seen) = args.cut.filter(|seen| Some(*seen) != cut) {
        let had = cut.map_or("none".to_owned(), |cut| cut.to_string());
        found.push(format!("the cut seen was after {seen} cards, and the record has {had}"));
    }
    Ok(found)
}

/// Whether the house's key signed it.
fn signed(args: &Args, record: &ShoeRecord) -> Result<(), String> {
    let own: PublicKey = record.key().to_string().parse().map_err(|error| format!("{error}"))?;
    if let Some(key) = args.key.filter(|key| *key != own) {
        return Err(format!("it must be signed by {key}, and it is signed by {own}"));
    }
    if statement::holds(&own, &record.statement(), record.signature()) {
        Ok(())
    } else {
        Err("it was changed after it was signed".to_owned())
    }
}

/// Whether the journal names the key that signed it, and says the same of the shoe.
fn as_journalled(data: &Path, record: &ShoeRecord) -> Result<Result<(), String>, Failure> {
    let reader = SqliteReader::open(data).map_err(Failure::of)?;
    let signed = reader.checkpoints(0).map_err(Failure::of)?;
    if !signed.iter().any(|checkpoint| checkpoint.key.to_string() == record.key().to_string()) {
        return Ok(Err(format!(
            "it is signed by {}, a key that has signed no checkpoint of the journal",
            record.key()
        )));
    }
    let shoe = record.shoe();
    let stream: StreamName = shoe.stream.parse().map_err(Failure::of)?;
    let found = ended_shoe(|after| reader.read(&stream, after, PAGE), &stream, shoe.promised.seq);
    let Some(kept) = found.map_err(Failure::of)? else {
        return Ok(Err(format!("record {} of {stream} promises no shoe that is opened", shoe.promised.seq)));
    };
    let kept = ShoeRecord::sign(kept, record.key(), |_| [0; 64]).map_err(Failure::of)?.statement();
    let own = record.statement();
    let differs = own.lines().zip(kept.lines()).find(|(own, kept)| own != kept);
    Ok(match differs {
        None if own == kept => Ok(()),
        None => Err("the journal has more or fewer cards".to_owned()),
        Some((own, kept)) => Err(format!("the journal has `{kept}`, and the record `{own}`")),
    })
}

/// How many records are read at once.
const PAGE: usize = 1_000;

fn head(record: &ShoeRecord) -> String {
    let opening = &record.shoe().opening;
    let id = opening.id();
    let (shoe, table, site, node) = (id.shoe(), id.table(), id.site(), id.node());
    format!("shoe {shoe} of table {table} at {site}, {} decks, made by {node}\n", opening.decks())
}

fn lines(args: &Args, record: &ShoeRecord, found: &[Disagreement]) -> Vec<(&'static str, String, bool)> {
    let shoe = record.shoe();
    let has = |is: fn(&Disagreement) -> bool| found.iter().any(is);
    let shown = args.commitment.as_ref().is_none_or(|shown| *shown == shoe.commitment.to_string());
    let commitment = shown && !has(|one| matches!(one, Disagreement::Commitment { .. }));
    let mut lines = vec![("commitment", shoe.commitment.to_string(), commitment)];
    let shares = match shoe.pledges.count() {
        0 => "none: the house's entropy stands alone".to_owned(),
        count => format!("{count} of patrons"),
    };
    let asked = |pledge: &String| {
        shoe.pledges.iter().any(|(own, shown)| own.to_string() == *pledge && shown.is_some())
    };
    let kept = !has(|one| matches!(one, Disagreement::Share { .. } | Disagreement::Withheld));
    lines.push(("shares", shares, kept && args.pledge.iter().all(asked)));
    match (shoe.discarded, shoe.cut) {
        (Some(why), None) => {
            lines.push(("given up", format!("before its cut, {why}"), why != Discard::EndedEarly));
            return lines;
        }
        (Some(why), Some(_)) => {
            let after = matches!(why, Discard::TableClosed | Discard::EndedEarly);
            lines.push(("given up", format!("after its cut, {why}"), after));
        }
        (None, _) => {}
    }
    let cut_wrong = |one: &Disagreement| {
        matches!(one, Disagreement::Cut { .. } | Disagreement::OtherCut { .. } | Disagreement::OwnCut { .. })
    };
    let cut = args.cut.is_none_or(|cut| Some(cut) == shoe.cut.map(|cut| cut.at)) && !has(cut_wrong);
    let told = match shoe.cut {
        Some(Cut { at, by }) => format!("after {at} cards, {by}"),
        None => "none".to_owned(),
    };
    lines.push(("cut", told, cut));
    let burned = match shoe.burned {
        0 => String::new(),
        1 => ", the first of them burned".to_owned(),
        more => format!(", the first {more} of them burned"),
    };
    let cards = !has(|one| !matches!(one, Disagreement::Commitment { .. } | Disagreement::Share { .. }));
    let (dealt, all) = (shoe.dealt.len(), shoe.opening.decks().cards());
    lines.push(("cards", format!("{dealt} of {all} left the shoe{burned}"), cards));
    lines
}
