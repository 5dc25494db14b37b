//! What is said to a table, and what comes back.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use punto_journal::AppendError;
use punto_table::{Actor, Command, Event, Refused, Table, Time};
use serde::{Deserialize, Serialize};

use crate::refusal::FloorReason;

/// A command with its idempotency key.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// Idempotency key chosen by the client.
    pub key: CommandKey,
    /// Who says it.
    pub by: Actor,
    /// What is said.
    pub command: Command,
    /// The coup it is said of; without one it is taken whenever it comes.
    pub of: Option<CoupRef>,
}

/// A coup at a table, and the last record the speaker had seen of it.
///
/// A wager that was sent and not answered may arrive much later. It is for the coup that its patron saw, and for no
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoupRef {
    /// The shoe's number at the table, from 1.
    pub shoe: u32,
    /// The number of the coup in progress, or of the one to come, from 1 since the table's first opening.
    pub coup: u32,
    /// The last record that was seen.
    pub seq: u64,
}

impl CoupRef {
    /// Where a table is after a record.
    pub fn of(table: &Table, seq: u64) -> CoupRef {
        let shoe = table.open.as_ref().map_or(0, |open| open.shoe.number) + 1;
        CoupRef { shoe, coup: table.coups.ended() as u32 + 1, seq }
    }
}

/// What became of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It was done, and the journal has it.
    Done(Answer),
    /// It was refused, and nothing has changed.
    Refused(Refused),
}

impl Outcome {
    /// The answer, if it was done.
    pub fn done(&self) -> Option<&Answer> {
        match self {
            Outcome::Done(answer) => Some(answer),
            Outcome::Refused(_) => None,
        }
    }

    /// The refusal, if it was refused.
    pub fn refused(&self) -> Option<&Refused> {
        match self {
            Outcome::Done(_) => None,
            Outcome::Refused(refused) => Some(refused),
        }
    }
}

/// What a command that was done has caused.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The number of its record.
    pub seq: u64,
    /// When it was done.
    pub at: Time,
    /// What happened.
    pub happened: Arc<[Event]>,
    /// Whether this is the answer to an earlier command with the same key.
    pub repeated: bool,
}

impl Answer {
    /// What happened, one line each, without the citations.
    pub fn lines(&self) -> Vec<String> {
        self.happened.iter().map(|event| event.what.to_string()).collect()
    }
}

/// Why a command was neither done nor refused. It may be retried with the same key.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FloorError {
    /// More waits already than may wait.
    #[error("too many commands wait; say it again in a moment")]
    Busy,
    /// The floor is stopping.
    #[error("the floor has stopped; say it again when it is back")]
    Stopped,
    /// The table, the site or the account is closed by a fault.
    #[error("closed by a fault: {0}")]
    Fault(String),
    /// The journal did not take it.
    #[error(transparent)]
    Journal(#[from] AppendError),
    /// A name that cannot be, or that names nothing.
    #[error("{0}")]
    Name(String),
    /// The floor itself refuses it.
    #[error(transparent)]
    Refused(#[from] FloorReason),
    /// The account of a patron refused, and so nothing happened at the table either.
    #[error(transparent)]
    Account(punto_accounts::Refused),
    /// A table that cannot be added.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// Why a table was not added.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// The document or the house refuses the opening.
    #[error(transparent)]
    Refused(Refused),
    /// The floor itself cannot do it: the name is taken, there is no such document, or no such way to deal.
    #[error(transparent)]
    Unfit(#[from] FloorReason),
}

/// Idempotency key of a command, chosen by the client: 1 to 64 printable ASCII characters without a space.
///
/// ```
/// use punto_floor::CommandKey;
/// assert_eq!("t7-000123".parse::<CommandKey>().unwrap().as_str(), "t7-000123");
/// for wrong in ["", "a b", "a\u{200b}", &"x".repeat(65)] {
///     assert!(wrong.parse::<CommandKey>().is_err());
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct CommandKey(Arc<str>);

impl CommandKey {
    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CommandKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for CommandKey {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<CommandKey, BadKey> {
        let fits = (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if fits { Ok(CommandKey(text.into())) } else { Err(BadKey(text.chars().take(64).collect())) }
    }
}

impl From<CommandKey> for String {
    fn from(key: CommandKey) -> String {
        key.0.as_ref().to_owned()
    }
}

impl TryFrom<String> for CommandKey {
    type Error = BadKey;

    fn try_from(text: String) -> Result<CommandKey, BadKey> {
        text.parse()
    }
}

/// A text that names no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} cannot name a command; 1 to 64 printable ASCII characters without a space can")]
pub struct BadKey(String);
