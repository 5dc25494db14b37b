//! Scripts as text: one line each for the rulebook, who, when, commands and expectations.

use std::fmt;
use std::str::FromStr;

use punto_table::{Actor, Command, ScriptTime};
use punto_vocab::line::Field;

use crate::Expectation;

/// What a script is the text form of; its first line says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Subject {
    /// A table: `script 1`.
    #[default]
    Table,
    /// A tournament: `script 1 tournament`.
    Tournament,
    /// A promotion: `script 1 promotion`.
    Promotion,
}

impl Subject {
    /// The first line of its scripts.
    pub const fn header(self) -> &'static str {
        match self {
            Subject::Table => "script 1",
            Subject::Tournament => "script 1 tournament",
            Subject::Promotion => "script 1 promotion",
        }
    }
}

/// A script: its lines in order, comments and blank lines among them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    /// What its commands are said to.
    pub subject: Subject,
    /// The lines after the first.
    pub lines: Vec<ScriptLine>,
}

/// A line with the comment behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptLine {
    /// Its number in the file, from 1.
    pub number: usize,
    /// What it says.
    pub said: Said,
    /// What stands behind its `#`, if anything.
    pub comment: Option<String>,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// Nothing but perhaps a comment.
    Nothing,
    /// Which document governs.
    Rulebook(String),
    /// Who speaks from here on.
    As(Actor),
    /// How much later the next command is given.
    At(ScriptTime),
    /// A command to a table.
    Command(Box<Command>),
    /// A command to a tournament.
    Tournament(Box<punto_tournament::Command>),
    /// A command to a promotion.
    Promotion(Box<punto_promotion::Command>),
    /// What must have followed the last command.
    Expect(Expectation),
}

impl Said {
    /// Every word a line may begin with, besides the verbs of commands.
    pub const WORDS: [&'static str; 4] = ["rulebook", "as", "at", "expect"];
}

/// A script that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ScriptError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl Script {
    /// The longest script that is read, in bytes.
    pub const LONGEST: usize = 16 * 1024 * 1024;

    /// The document that governs, if the script names one.
    pub fn rulebook(&self) -> Option<&str> {
        self.lines.iter().find_map(|line| match &line.said {
            Said::Rulebook(id) => Some(id.as_str()),
            _ => None,
        })
    }
}

impl FromStr for Script {
    type Err = ScriptError;

    fn from_str(text: &str) -> Result<Script, ScriptError> {
        let wrong = |line: usize, column: usize, message: String| ScriptError { line, column, message };
        if text.len() > Script::LONGEST {
            let message =
                format!("the script is {} bytes long; expected at most {}", text.len(), Script::LONGEST);
            return Err(wrong(1, 1, message));
        }
        let mut lines = text.lines().enumerate();
        let header = lines.find(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
        let subjects = [Subject::Table, Subject::Tournament, Subject::Promotion];
        let subject = match header {
            Some((at, line)) => {
                subjects.into_iter().find(|own| line.trim() == own.header()).ok_or_else(|| {
                    let found: String = line.chars().take(40).collect();
                    wrong(at + 1, 1, format!("`{found}` found; expected the first line `script 1`"))
                })?
            }
            None => return Err(wrong(1, 1, "the file is empty; expected the first line `script 1`".into())),
        };
        let read = |(at, text): (usize, &str)| {
            read_line(subject, at + 1, text).map_err(|(column, message)| wrong(at + 1, column, message))
        };
        Ok(Script { subject, lines: lines.map(read).collect::<Result<_, _>>()? })
    }
}

fn read_line(subject: Subject, number: usize, text: &str) -> Result<ScriptLine, (usize, String)> {
    let (body, comment) = match text.split_once('#') {
        Some((body, comment)) => (body, Some(comment.trim().to_owned())),
        None => (text, None),
    };
    let said = read_said(subject, body)?;
    Ok(ScriptLine { number, said, comment })
}

fn read_said(subject: Subject, body: &str) -> Result<Said, (usize, String)> {
    let trimmed = body.trim();
    let indent = body.chars().count() - body.trim_start().chars().count();
    let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
    let rest = rest.trim();
    let column = indent + word.chars().count() + 2;
    match word {
        "" => Ok(Said::Nothing),
        "rulebook" if rest.is_empty() => Err((column, "the line ends here; expected a rulebook's id".into())),
        "rulebook" => Ok(Said::Rulebook(rest.to_owned())),
        "as" => rest.parse().map(Said::As).map_err(|message| (column, message)),
        "at" => ScriptTime::read(rest).map(Said::At).map_err(|message| (column, message)),
        "expect" => rest.parse().map(Said::Expect).map_err(|message| (column, message)),
        _ => {
            let line = body.trim_end();
            let said = match subject {
                Subject::Table => line.parse().map(|command| Said::Command(Box::new(command))),
                Subject::Tournament => line.parse().map(|command| Said::Tournament(Box::new(command))),
                Subject::Promotion => line.parse().map(|command| Said::Promotion(Box::new(command))),
            };
            said.map_err(|error: punto_vocab::line::LineError| (error.column, error.message))
        }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Said::Nothing => Ok(()),
            Said::Rulebook(id) => write!(f, "rulebook {id}"),
            Said::As(actor) => write!(f, "as {actor}"),
            Said::At(time) => write!(f, "at {time}"),
            Said::Command(command) => write!(f, "{command}"),
            Said::Tournament(command) => write!(f, "{command}"),
            Said::Promotion(command) => write!(f, "{command}"),
            Said::Expect(expectation) => write!(f, "expect {expectation}"),
        }
    }
}

impl fmt::Display for ScriptLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.said, &self.comment) {
            (Said::Nothing, Some(comment)) => write!(f, "# {comment}"),
            (said, Some(comment)) => write!(f, "{said}  # {comment}"),
            (said, None) => write!(f, "{said}"),
        }
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.subject.header())?;
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}
