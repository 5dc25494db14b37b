//! Punto's command line.

mod cmd;
mod failure;
mod library;
mod memory;
mod print;
mod progress;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::failure::{Failure, plain};

/// Casino baccarat by the book: every answer names the clause it rests on.
#[derive(Parser)]
#[command(name = "punto", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  punto rulebook list                             the documents Punto knows
  punto rulebook diff nsw-2021 nz-1998            two documents side by side, by behaviour
  punto explain nsw-2021 12.2                     one clause: what it says and where it decides
  punto deal --rulebook nsw-2021 --cards \"Ks 2d 6h 3c 9d\" --bet player=100 --bet banker=200
  punto odds --remove \"4s 4h\"                      the exact odds of every bet without two fours

Exit codes: 0 done, 1 an expectation did not hold or the answer could not be written, 2 something in the input is wrong (the message says
what would be right).";

#[derive(Subcommand)]
enum Command {
    /// Run the tables: the floor, the server and the web page.
    Serve(cmd::serve::Args),
    /// The signed list of what may run: make one, or check this program against one.
    Manifest(cmd::manifest::Args),
    /// List, show, check and compare rulebooks.
    Rulebook(cmd::rulebook::Args),
    /// Explain one clause: gist, standing, where it is decided, which scenarios show it.
    Explain(cmd::explain::Args),
    /// Every clause of the documents and how it stands with the software.
    Clauses(cmd::clauses::Args),
    /// Deal one coup from given cards, step by step, with clauses and payouts.
    Deal(cmd::deal::Args),
    /// Run scripts and compare what happened with what they expect.
    Check(cmd::check::Args),
    /// Play at a table in the terminal: type commands, see what follows and why.
    Play(cmd::play::Args),
    /// Print a script in its plain form, with what happened if asked for.
    Print(cmd::print_script::Args),
    /// The scoreboards of a list of results: big road, derived roads, ask.
    Roads(cmd::roads::Args),
    /// The exact odds of every bet for any shoe, what rounding and removal do to them, and along a shoe.
    Odds(Box<cmd::odds::Args>),
    /// Real shoes by the million: every outcome counted, and compared with the exact odds.
    Simulate(Box<cmd::simulate::Args>),
    /// Whole tournaments: play one from a seed with scripted players, and check it.
    Tournament(cmd::tournament::Args),
    /// Check a journal from end to end: chain, signatures, every decision made again, every balance.
    Verify(cmd::verify::Args),
    /// Read a journal: list its streams, show records, take them out, bring them in.
    Journal(cmd::journal::Args),
    /// Win, hold, floats, ratings and exceptions of a period, as they were known at any past moment.
    Report(cmd::report::Args),
    /// Take a journal as it is, by two persons, when the house does not open on it by itself.
    Accept(cmd::accept::Args),
    /// Would this program open a house: a check before it takes another one's place, which changes nothing.
    Upgrade(cmd::upgrade::Args),
    /// Questions with the engine's answers for any other implementation: ask a program all of them, or write them down.
    Conformance(cmd::conformance::Args),
    /// What a shell completes: for bash, zsh, fish, elvish or PowerShell.
    Completions(cmd::completions::Args),
    /// The manual: a page for each command.
    Man(cmd::completions::ManArgs),
    /// Copy a journal into one file, also while it is in use, and check the copy.
    Backup(cmd::backup::BackupArgs),
    /// Put a backup into a folder that has no journal, and check it.
    Restore(cmd::backup::RestoreArgs),
    /// The generator on the bench: its raw output for a laboratory's tests, and tests of its own.
    Rng(cmd::rng::Args),
    /// Play a scanning shoe, faults included, against a house that listens for one.
    ShoeSim(cmd::shoe_sim::Args),
    /// Check a shoe that has ended: its commitment, its cut and every card.
    VerifyShoe(cmd::verify_shoe::Args),
}

fn main() -> ExitCode {
    let answer = match Cli::parse().command {
        Command::Serve(args) => cmd::serve::run(&args),
        Command::Manifest(args) => cmd::manifest::run(&args),
        Command::Rulebook(args) => cmd::rulebook::run(&args),
        Command::Explain(args) => cmd::explain::run(&args),
        Command::Clauses(args) => cmd::clauses::run(&args),
        Command::Deal(args) => cmd::deal::run(&args),
        Command::Check(args) => cmd::check::run(&args),
        Command::Play(args) => cmd::play::run(&args),
        Command::Print(args) => cmd::print_script::run(&args),
        Command::Roads(args) => cmd::roads::run(&args),
        Command::Odds(args) => cmd::odds::run(&args),
        Command::Simulate(args) => cmd::simulate::run(&args),
        Command::Tournament(args) => cmd::tournament::run(&args),
        Command::Verify(args) => cmd::verify::run(&args),
        Command::Journal(args) => cmd::journal::run(&args),
        Command::Report(args) => cmd::report::run(&args),
        Command::Accept(args) => cmd::accept::run(&args),
        Command::Upgrade(args) => cmd::upgrade::run(&args),
        Command::Conformance(args) => cmd::conformance::run(&args),
        Command::Completions(args) => cmd::completions::run(&args, Cli::command()),
        Command::Man(args) => cmd::completions::man(&args, Cli::command()),
        Command::Backup(args) => cmd::backup::backup(&args),
        Command::Restore(args) => cmd::backup::restore(&args),
        Command::Rng(args) => cmd::rng::run(&args),
        Command::ShoeSim(args) => cmd::shoe_sim::run(&args),
        Command::VerifyShoe(args) => cmd::verify_shoe::run(&args),
    };
    match answer {
        Ok(text) => print(&text, ExitCode::SUCCESS),
        Err(Failure::Disagreement(text)) => print(&text, ExitCode::from(1)),
        Err(Failure::Report(text)) => print(&text, ExitCode::from(2)),
        Err(Failure::Message(message)) => complain(&message, ExitCode::from(2)),
    }
}

fn print(text: &str, code: ExitCode) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => code,
        // A reader that closed the pipe has seen enough; that is no failure of ours.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => code,
        Err(error) => complain(&format!("the answer could not be written: {error}"), ExitCode::from(1)),
    }
}

/// Says what is wrong.
fn complain(message: &str, code: ExitCode) -> ExitCode {
    let _ = writeln!(io::stderr(), "punto: {}", plain(message));
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What answers with no data: it goes on until it is stopped, writes a form of its own, or changes something and says that it did.
    const NO_DATA: [&str; 14] = [
        "accept",
        "completions",
        "conformance check",
        "conformance make",
        "journal export",
        "journal import",
        "man",
        "manifest make",
        "play",
        "print",
        "rng stream",
        "rulebook new",
        "serve",
        "shoe-sim",
    ];

    #[test]
    fn whatever_answers_with_data_answers_as_json_too() {
        let mut without = Vec::new();
        let mut open: Vec<(String, clap::Command)> =
            Cli::command().get_subcommands().map(|own| (own.get_name().to_owned(), own.clone())).collect();
        while let Some((name, command)) = open.pop() {
            let within =
                command.get_subcommands().map(|own| (format!("{name} {}", own.get_name()), own.clone()));
            let before = open.len();
            open.extend(within);
            let json = command.get_arguments().any(|argument| argument.get_long() == Some("json"));
            if open.len() == before && !json {
                without.push(name);
            }
        }
        without.sort();
        assert_eq!(without, NO_DATA);
    }
}
