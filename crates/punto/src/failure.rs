//! What a command says when its input is wrong.

use std::io::{self, Write};

use punto_rulebook::Problems;

/// Why a command ends with exit code 2.
#[derive(Debug)]
pub(crate) enum Failure {
    /// One clear sentence for people, on the error stream.
    Message(String),
    /// What was asked for was done, and what was expected did not hold: exit code 1, on the output stream.
    Disagreement(String),
    /// What a program asked for and gets: a report of what is wrong, on the output stream.
    Report(String),
}

/// What a command prints, or what was wrong.
pub(crate) type Answer = Result<String, Failure>;

impl Failure {
    /// A failure with the words of an error.
    pub(crate) fn of(error: impl std::fmt::Display) -> Failure {
        Failure::Message(error.to_string())
    }

    /// The mistakes of a rulebook, one a line, each beginning with its place.
    pub(crate) fn mistakes(problems: &Problems) -> Failure {
        Failure::Message(match problems.0.len() {
            1 => problems.to_string(),
            many => format!("{many} mistakes\n{problems}"),
        })
    }
}

/// Says on the error stream what is odd and stops nothing.
pub(crate) fn warn(message: &str) {
    let _ = writeln!(io::stderr(), "punto: warning: {}", plain(message));
}

/// Text without what could steer the terminal: it may come from the input.
pub(crate) fn plain(message: &str) -> String {
    message.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
}
