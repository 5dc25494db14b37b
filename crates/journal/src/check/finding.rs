//! What a check can find.

use std::fmt;

use crate::{Hash, StreamName};

/// Something that is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A record.
    Record {
        /// Its stream.
        stream: StreamName,
        /// Its number.
        seq: u64,
        /// What is wrong with it.
        wrong: Wrong,
    },
    /// A checkpoint.
    Checkpoint {
        /// Its number.
        number: u64,
        /// What is wrong with it.
        what: String,
    },
    /// Something else in the database.
    Database(String),
}

/// Who says what the last record was, where no checkpoint does.
pub(crate) const MARK: &str = "the mark of the last commit";

impl Finding {
    /// Whether it is only that the journal once ended elsewhere.
    pub(crate) fn is_of_mark(&self) -> bool {
        let Finding::Record { wrong, .. } = self else { return false };
        matches!(wrong, Wrong::Missing { witness } | Wrong::Replaced { witness, .. } if witness == MARK)
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It does not have the hash that stands in it: it was changed.
    Hash {
        /// The hash of what it says.
        expected: Hash,
        /// The hash that stands in it.
        found: Hash,
    },
    /// It does not follow the record before it: one of the two was replaced.
    Prev {
        /// The hash of the record before.
        expected: Hash,
        /// What stands in it as that.
        found: Hash,
    },
    /// It comes where another number is due: records before it are gone, or it is there twice.
    Number {
        /// The number that is due.
        expected: u64,
    },
    /// It is gone, though a checkpoint signed it or the journal noted its commit.
    Missing {
        /// Who says that it was there.
        witness: String,
    },
    /// It is not the record that a checkpoint signed or the journal noted.
    Replaced {
        /// Who says that it was another.
        witness: String,
        /// The hash of that one.
        expected: Hash,
        /// The hash that stands in it.
        found: Hash,
    },
    /// It was not written with the key of the chain, or not in this place.
    Code,
    /// It was written with the key of the chain, and is not the one that the anchor knows.
    Anchor,
    /// A value of it cannot be read, or a pointer to it is wrong.
    Field(String),
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Record { stream, seq, wrong } => write!(f, "record {seq} of {stream} {wrong}"),
            Finding::Checkpoint { number, what } => write!(f, "checkpoint {number} {what}"),
            Finding::Database(what) => write!(f, "the database is damaged: {what}"),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Hash { expected, found } => {
                write!(f, "was changed: what it says has the hash {expected}, and {found} stands in it")
            }
            Wrong::Prev { expected, found } => {
                write!(
                    f,
                    "does not follow the record before it: that has the hash {expected}, and {found} stands here"
                )
            }
            Wrong::Number { expected } => write!(f, "comes where record {expected} is due"),
            Wrong::Missing { witness } => write!(f, "is missing, and {witness} has it"),
            Wrong::Replaced { witness, expected, found } => {
                write!(f, "was replaced: {witness} has the hash {expected}, and {found} stands in it")
            }
            Wrong::Code => f.write_str("was not written with the key of this chain, or not in this place"),
            Wrong::Anchor => f.write_str("is not the one that the anchor knows"),
            Wrong::Field(what) => write!(f, "is damaged: {what}"),
        }
    }
}
