//! `punto rng`: the house's generator on a laboratory's bench.

mod battery;
mod cards;
mod chance;
mod check;
mod stream;

use clap::Subcommand;

use crate::failure::Answer;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The raw output of the generator, or shuffled shoes, for any battery of tests.
    Stream(stream::Args),
    /// Self-tests, health tests and a quick battery of the raw output and of what is dealt.
    Check(check::Args),
}

pub(crate) fn run(args: &Args) -> Answer {
    match &args.command {
        Command::Stream(args) => stream::run(args),
        Command::Check(args) => check::run(args),
    }
}
