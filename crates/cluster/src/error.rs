//! What can go wrong with a database, in plain words.

use punto_journal::{AppendError, Fault};
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

/// Why a journal in PostgreSQL did not open. The database is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClusterError {
    /// The address cannot be understood.
    #[error("this is no address of a journal in PostgreSQL: {0}; write postgres://USER@HOST/DATABASE")]
    Address(String),
    /// The database does not answer, or not as it should.
    #[error("the journal in PostgreSQL cannot be opened: {0}")]
    Database(#[from] Fault),
    /// A newer program has made it.
    #[error(
        "the journal in PostgreSQL is of version {found}, and this program knows versions up to {known}: use a newer program"
    )]
    Newer {
        /// Its version.
        found: i32,
        /// The newest version that this program knows.
        known: i32,
    },
    /// The database acknowledges what a loss of power can take away.
    #[error(
        "PostgreSQL runs with {setting} = off: what it acknowledges can be lost, and no house is kept in it"
    )]
    Careless {
        /// The setting.
        setting: &'static str,
    },
    /// The key of the chain is another one, or there is none.
    #[error(
        "the journal in PostgreSQL was begun with another key of its chain: every process of a house has the same"
    )]
    OtherKey,
    /// The name of this process cannot be one.
    #[error("{0:?} is no name of a node: 1 to 40 of a-z, 0-9 and '-'")]
    Node(String),
}

/// What PostgreSQL says, as one of our faults.
pub(crate) fn fault(error: &Error) -> Fault {
    let Some(db) = error.as_db_error() else { return Fault::Io(chain(error)) };
    match db.code() {
        &SqlState::DISK_FULL => Fault::Full,
        &SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED => Fault::Damaged(db.message().to_owned()),
        code => Fault::Io(format!("{} (PostgreSQL {})", db.message(), code.code())),
    }
}

/// The same in the words of an append.
pub(crate) fn refused(fault: &Fault) -> AppendError {
    AppendError::from(fault)
}

/// Whether a transaction was undone for another's sake, and can be tried again as it is.
pub(crate) fn is_passing(error: &Error) -> bool {
    let passing = [&SqlState::T_R_DEADLOCK_DETECTED, &SqlState::T_R_SERIALIZATION_FAILURE];
    error.code().is_some_and(|code| passing.contains(&code))
}

/// An error with what caused it: the outer one often says no more than "db error".
fn chain(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}
