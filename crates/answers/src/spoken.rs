//! A running table, told line by line, and whole scripts.

use std::sync::Arc;

use punto_roads::TailPolicy;
use punto_script::{Run, Script, roads_of, run_under};
use punto_table::{Actor, Command, Phase, ScriptTime};
use punto_vocab::line::Field;
use serde_json::{Value, json};

use crate::{Unanswered, book, game, refused, wrong};

/// A running table under a document. What is said to it are lines of scripts.
pub struct ToldTable {
    run: Run,
}

impl ToldTable {
    /// A closed table.
    pub fn new(document: &str) -> Result<ToldTable, Unanswered> {
        Ok(ToldTable { run: Run::new(Arc::new(book(document)?)) })
    }

    /// Says a line, such as `bet ada@1 player 100`, and gives what happened, each with what it rests on. Until somebody is
    /// named, each line is said by whoever says such a thing.
    pub fn say(&mut self, line: &str, by: Option<&str>) -> Result<Value, Unanswered> {
        let command: Command = line.parse().map_err(wrong)?;
        if let Some(by) = by {
            self.run.speak_as(by.parse::<Actor>().map_err(wrong)?);
        }
        let events = match self.run.give(&command) {
            Ok(events) => events,
            Err(refusal) => return Err(refused(&refusal.reason, &refusal.by)),
        };
        let told =
            events.iter().map(|event| json!({ "what": event.what.to_string(), "by": event.by.to_string() }));
        Ok(Value::Array(told.collect()))
    }

    /// Lets time go by, as in `+90s`.
    pub fn wait(&mut self, time: &str) -> Result<(), Unanswered> {
        self.run.wait(ScriptTime::read(time).map_err(wrong)?);
        Ok(())
    }

    /// `closed`, `preparing`, `betting` or `dealing`.
    pub fn phase(&self) -> &'static str {
        match self.run.table.open.as_ref().map(|open| &open.phase) {
            None => "closed",
            Some(Phase::Preparing) => "preparing",
            Some(Phase::Betting(_)) => "betting",
            Some(Phase::Dealing(_)) => "dealing",
        }
    }

    /// The table's scoreboards.
    pub fn roads(&self) -> Value {
        game::shown(&roads_of(&self.run.table), TailPolicy::default())
    }
}

/// Runs a script, and gives the expectations that did not hold, a text each.
pub fn run_script(text: &str, document: Option<&str>) -> Result<Vec<String>, Unanswered> {
    let script: Script = text.parse().map_err(wrong)?;
    let report = match document {
        Some(document) => run_under(&Arc::new(book(document)?), &script),
        None => punto_script::run(&script).map_err(wrong)?,
    };
    Ok(report.failures.iter().map(ToString::to_string).collect())
}
