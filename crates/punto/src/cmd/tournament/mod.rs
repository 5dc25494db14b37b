//! `punto tournament`: whole events, rehearsed with scripted players.

mod script;
mod shown;

use std::fs;
use std::path::PathBuf;

use punto_rehearsal::{EventSize, Rehearsed, Summary, check, most_coups, play};

use super::game::seed_or_one;
use super::plot;
use crate::failure::{Answer, Failure};
use crate::library::LibraryArgs;
use crate::print::as_json;
use crate::progress::Progress;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Play a whole event from a seed, and check everything that was decided in it.
    Simulate(SimulateArgs),
}

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto tournament simulate --rulebook tas-2018 --players 21 --tables 3 --rounds 2
  punto tournament simulate --rulebook nsw-2021 --players 500 --tables 72 --rounds 4 --seed 7 --svg chips.svg
  punto tournament simulate --players 9 --tables 3 --rounds 2 --script event.script && punto check event.script

An event from its conditions to the last prize: entries, draws from promised seeds, sessions of 20 coups at real \
tables, hidden wagers, late players, play-offs, counts, prizes. Players have one of six tempers: careful, steady, \
bold, follower, contrary, late. Everything follows from the seed, and the same seed gives the same bytes.

Afterwards the event is checked as an auditor would: every command of the tournament and its tables is decided \
again, every draw is worked out from its seed and its entries, chips that were given out are set against those that \
came back, and prizes against the pool. Exit code 1 if anything does not hold.

A table has as many seats as the document's usual one (7). How many go on from each table, and how many tables later \
rounds have, follows from the figures; figures that do not go together are refused with some that do.")]
struct SimulateArgs {
    /// The document: nsw-2021, tas-2013, tas-2018, or a folder.
    #[arg(long, value_name = "ID", default_value = "nsw-2021")]
    rulebook: String,
    #[command(flatten)]
    library: LibraryArgs,
    /// How many players enter.
    #[arg(long, value_name = "N", default_value_t = 21)]
    players: u32,
    /// How many tables the first round has.
    #[arg(long, value_name = "M", default_value_t = 3)]
    tables: u32,
    /// How many rounds, the final among them.
    #[arg(long, value_name = "R", default_value_t = 2)]
    rounds: u32,
    /// Everything follows from this number; 1 if not given.
    #[arg(long, value_name = "S")]
    seed: Option<String>,
    /// Draw everybody's chips, round by round, into this SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the event into this file as a script, which `punto check` runs.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// For programs.
    #[arg(long)]
    json: bool,
}

/// An event with what it came to.
pub(crate) struct Event<'b> {
    pub(crate) played: Rehearsed<'b>,
    pub(crate) summary: Summary,
}

pub(crate) fn run(args: &Args) -> Answer {
    match &args.command {
        Command::Simulate(args) => simulate(args),
    }
}

fn simulate(args: &SimulateArgs) -> Answer {
    if let Some(path) = &args.svg {
        plot::check_path(path)?;
    }
    let book = args.library.rulebook(&args.rulebook)?;
    let seed = seed_or_one(args.seed.as_deref())?;
    let setup = EventSize { players: args.players, tables: args.tables, rounds: args.rounds, seed };
    let shape = setup.shape(&book).map_err(Failure::of)?;
    let progress = Progress::new(most_coups(&shape), "coups");
    let played = play(&book, setup, &|done| progress.told(done)).map_err(Failure::of)?;
    progress.done();
    let summary = check(&played).map_err(|wrong| Failure::Disagreement(format!("{wrong}\n")))?;
    let event = Event { played, summary };
    if let Some(path) = &args.svg {
        plot::write(path, &plot::event::draw(&event)?)?;
    }
    if let Some(path) = &args.script {
        fs::write(path, script::script(&event))
            .map_err(|error| Failure::of(format!("{}: cannot be written: {error}", path.display())))?;
    }
    Ok(if args.json { as_json(&shown::json(&event)) } else { shown::text(&event) })
}
