//! `punto print`: a script in its plain form, with what happened if asked for.

use std::fmt::{Display, Write};
use std::path::PathBuf;
use std::sync::Arc;

use punto_rulebook::Rulebook;
use punto_script::{Run, Said, Script};
use punto_vocab::Refusal;

use crate::cmd::check::read;
use crate::failure::{Answer, Failure};
use crate::library::LibraryArgs;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto print shoe.script              the script in its plain form
  punto print shoe.script --events     with everything that happened as expectations")]
pub(crate) struct Args {
    /// A script.
    file: PathBuf,
    /// Put what happened under each command, as `expect` lines.
    #[arg(long)]
    events: bool,
    #[command(flatten)]
    library: LibraryArgs,
}

pub(crate) fn run(args: &Args) -> Answer {
    let script = read(&args.file)?;
    if !args.events {
        return Ok(script.to_string());
    }
    let id = script.rulebook().ok_or_else(|| Failure::of(punto_script::RunError::NoRulebook))?;
    with_events(args.library.rulebook(id)?, &script)
}

fn with_events(book: Arc<Rulebook>, script: &Script) -> Answer {
    let mut run = Run::new(book);
    let mut text = format!("{}\n", script.subject.header());
    for line in &script.lines {
        // What was expected is replaced by what happened.
        if matches!(line.said, Said::Expect(_)) {
            continue;
        }
        let _ = writeln!(text, "{line}");
        match &line.said {
            Said::As(actor) => run.speak_as(*actor),
            Said::At(time) => run.wait(*time),
            Said::Command(command) => text.push_str(&expected(run.give(command))),
            Said::Tournament(command) => text.push_str(&expected(run.give_tournament(command))),
            Said::Promotion(command) => text.push_str(&expected(run.give_promotion(command))),
            Said::Nothing | Said::Rulebook(_) | Said::Expect(_) => {}
        }
    }
    Ok(text)
}

/// What followed a command, as what is to be expected of it.
fn expected<R>(answer: &Result<Vec<impl Display>, Refusal<R>>) -> String {
    match answer {
        Ok(events) => events.iter().map(|event| format!("expect {event}\n")).collect(),
        Err(refused) => format!("expect refused by {}\n", refused.by),
    }
}
