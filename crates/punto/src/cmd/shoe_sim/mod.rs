//! `punto shoe-sim`: plays a scanning shoe over its wire, faults included, and shows every line.

mod cards;
mod device;
mod faults;
mod wire;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use punto_scanner::TokenDigest;

use self::cards::Supply;
use self::device::{Device, Ended};
use self::faults::{Fault, Faults};
use self::wire::Wire;
use super::game::{read_count, seed_or_one};
use crate::failure::{Answer, Failure};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto shoe-sim --connect 127.0.0.1:7700 --device shoe-7 --token-file token.txt --coups 10
  punto shoe-sim --connect 127.0.0.1:7700 --device shoe-7 --token T --cards \"Ks 2d 6h 3c 9d\"
  punto shoe-sim --connect 127.0.0.1:7700 --device shoe-7 --token T --fault unreadable=0.01 --fault lost=0.05

It draws only when the house says that a card is due, as a shoe with a lock does. Faults, each with its chance for every \
card: unreadable, reversed (the card lies face up), over-drawn (one more card is pulled past the lock), lost (the wire \
breaks before the answer), repeat (the line is said twice). `>` is what it says, `<` what it is answered. \
docs/scanning-shoe.md explains the lines. Exit code 1 if the house hung up for good.")]
pub(crate) struct Args {
    /// Where the house listens for scanning shoes.
    #[arg(long, value_name = "HOST:PORT")]
    connect: String,
    /// The device's name, as it was enrolled.
    #[arg(long, value_name = "ID")]
    device: String,
    /// The device's token; others on this machine may see it, so --token-file is better.
    #[arg(long, value_name = "T", required_unless_present = "token_file")]
    token: Option<String>,
    /// A file whose first line is the token.
    #[arg(long, value_name = "FILE", conflicts_with = "token")]
    token_file: Option<PathBuf>,
    /// How many decks a shoe holds.
    #[arg(long, value_name = "N", default_value_t = 8)]
    decks: u8,
    /// The order of the cards and the faults follow from this number; 1 if not given.
    #[arg(long, value_name = "S")]
    seed: Option<String>,
    /// Stop after so many coups.
    #[arg(long, value_name = "N")]
    coups: Option<String>,
    /// These cards in this order instead of shuffled decks; it stops when they are out.
    #[arg(long, value_name = "CARDS", conflicts_with_all = ["seed", "coups", "cut_card"])]
    cards: Option<String>,
    /// How many cards lie behind the cut card.
    #[arg(long, value_name = "N", default_value_t = 20)]
    cut_card: u16,
    /// A fault and its chance, such as unreadable=0.01; may be given more than once.
    #[arg(long, value_name = "FAULT=CHANCE")]
    fault: Vec<String>,
    /// Give up when nothing has come from the house but its heartbeat for so many seconds.
    #[arg(long, value_name = "SECONDS")]
    patience: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Answer {
    let secret = TokenDigest::of_token(&token(args)?);
    let seed = seed_or_one(args.seed.as_deref())?;
    let supply = match &args.cards {
        Some(list) => Supply::told(list).map_err(Failure::Message)?,
        None => Supply::shuffled(args.decks, args.cut_card, seed).map_err(Failure::Message)?,
    };
    let faults: Vec<Fault> = args
        .fault
        .iter()
        .map(|text| text.parse())
        .collect::<Result<_, String>>()
        .map_err(Failure::Message)?;
    let wire = Wire {
        address: args.connect.clone(),
        device: args.device.parse().map_err(Failure::of)?,
        secret,
        patience: args.patience.map(Duration::from_secs),
    };
    let coups = args.coups.as_deref().map(|text| read_count(text, "coups")).transpose()?;
    let device = Device::new(args.decks, supply, Faults::new(faults, seed), coups);
    let mut out = io::stdout().lock();
    let ended = wire.play(device, &mut |line| writeln!(out, "{line}").and_then(|()| out.flush()));
    match ended {
        Ok((Ended::Done, summary)) => Ok(format!("{summary}\n")),
        Ok((Ended::HungUp(why), summary)) => Err(Failure::Disagreement(format!("{why}\n{summary}\n"))),
        // Whoever read along has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(String::new()),
        Err(error) => Err(Failure::Message(format!("{}: {error}", args.connect))),
    }
}

fn token(args: &Args) -> Result<String, Failure> {
    match (&args.token, &args.token_file) {
        (Some(token), _) => Ok(token.clone()),
        (None, Some(file)) => read_token(file),
        (None, None) => Err(Failure::Message("a token is needed: --token or --token-file".to_owned())),
    }
}

fn read_token(file: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(file)
        .map_err(|error| Failure::Message(format!("{}: cannot be read: {error}", file.display())))?;
    match text.lines().next() {
        Some(token) if !token.is_empty() => Ok(token.to_owned()),
        _ => {
            Err(Failure::Message(format!("{}: the first line is the token, and it is empty", file.display())))
        }
    }
}
