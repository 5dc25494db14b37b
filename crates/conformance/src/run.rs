//! All questions to another program, over its standard input and output, a line of JSON each.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::{AskedTable, Difference, PublicQuestion, QuestionKind, differences};

/// How one question was answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// As the engine answers it.
    Right,
    /// Otherwise, here.
    Wrong(Vec<Difference>),
    /// Not at all: the program says that it does not do this.
    Skipped,
}

/// What came of all questions of one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindCount {
    /// The part.
    pub part: QuestionKind,
    /// How many were answered as they should be.
    pub right: usize,
    /// How many were answered otherwise.
    pub wrong: usize,
    /// How many the program does not answer.
    pub skipped: usize,
}

/// Why a program cannot be asked further.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// It does not start.
    #[error("{command} cannot be started: {why}")]
    Start {
        /// What was to be started.
        command: String,
        /// Why not.
        why: io::Error,
    },
    /// It ended before it had answered.
    #[error("the program ended before it answered {id}")]
    Ended {
        /// The question.
        id: String,
    },
    /// It takes too long.
    #[error("the program did not answer {id} within {seconds} s")]
    Silent {
        /// The question.
        id: String,
        /// How long was waited.
        seconds: u64,
    },
    /// It said something that is no answer.
    #[error("the program said `{said}`, which is no answer to {id}: {why}")]
    Odd {
        /// The question.
        id: String,
        /// The beginning of what it said.
        said: String,
        /// What is wrong with it.
        why: String,
    },
}

/// Ends the program whatever happens.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a program and asks it one question after the other; each answer is told as it comes.
pub fn run(
    command: &[String],
    tables: &[AskedTable],
    cases: &[PublicQuestion],
    patience: Duration,
    mut told: impl FnMut(&PublicQuestion, &Verdict),
) -> Result<Vec<KindCount>, AskError> {
    let start = |why| AskError::Start { command: command.join(" "), why };
    let (name, words) =
        command.split_first().ok_or_else(|| start(io::Error::from(io::ErrorKind::NotFound)))?;
    let child = Command::new(name).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = Running(child.map_err(start)?);
    let (Some(mut to), Some(from)) = (child.0.stdin.take(), child.0.stdout.take()) else {
        return Err(start(io::Error::from(io::ErrorKind::BrokenPipe)));
    };
    let (heard, answers) = mpsc::channel();
    thread::spawn(move || BufReader::new(from).lines().try_for_each(|line| heard.send(line.ok()?).ok()));
    for table in tables {
        // Whether it reads on shows at the first question.
        let _ = writeln!(to, "{}", table.told());
    }
    let mut asked: Vec<KindCount> = QuestionKind::ALL
        .iter()
        .map(|part| KindCount { part: *part, right: 0, wrong: 0, skipped: 0 })
        .collect();
    for case in cases {
        let ended = || AskError::Ended { id: case.id.clone() };
        writeln!(to, "{}", case.question()).and_then(|()| to.flush()).map_err(|_| ended())?;
        let line = answers.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Disconnected => ended(),
            RecvTimeoutError::Timeout => {
                AskError::Silent { id: case.id.clone(), seconds: patience.as_secs() }
            }
        })?;
        let answer = answer(case, &line).map_err(|why| AskError::Odd {
            id: case.id.clone(),
            said: line.chars().take(80).collect(),
            why,
        })?;
        let count = asked.iter_mut().find(|asked| asked.part == case.part);
        let count = count.unwrap_or_else(|| unreachable!("all parts are counted"));
        match &answer {
            Verdict::Right => count.right += 1,
            Verdict::Wrong(_) => count.wrong += 1,
            Verdict::Skipped => count.skipped += 1,
        }
        told(case, &answer);
    }
    Ok(asked)
}

fn answer(case: &PublicQuestion, line: &str) -> Result<Verdict, String> {
    let said: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    match said.get("id").and_then(Value::as_str) {
        Some(id) if id == case.id => {}
        Some(id) => return Err(format!("it has the id {id}")),
        None => return Err("it has no id".to_owned()),
    }
    if said.get("skip").is_some_and(|skip| *skip != Value::Bool(false) && !skip.is_null()) {
        return Ok(Verdict::Skipped);
    }
    let Some(answer) = said.get("answer") else { return Err("it has neither answer nor skip".to_owned()) };
    let found = differences(&case.answer, answer);
    Ok(if found.is_empty() { Verdict::Right } else { Verdict::Wrong(found) })
}
