//! What is wrong with a record that was read again.

use std::fmt::Display;

use punto_journal::{Entry, Record, StreamName};
use punto_vocab::stored::Stored;

use crate::body::{ENGINE, ReadError};

/// A record that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("record {seq} of {stream}: expected {expected}, found {found}")]
pub struct BadRecord {
    /// The stream.
    pub stream: StreamName,
    /// The number of the record.
    pub seq: u64,
    /// In which way it is bad.
    pub fault: RecordFault,
    /// What should stand there.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

/// In which way a record is bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// It is not the one that belongs there, or not what the rules make of what was said: somebody changed it.
    Forged,
    /// It is of a form that no program reads any more.
    TooOld,
    /// It is sound, and this program cannot read it or what it rests on.
    Unreadable,
}

impl BadRecord {
    /// What is wrong with an entry.
    pub fn new(
        entry: &Entry,
        fault: RecordFault,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> BadRecord {
        let (stream, seq) = (entry.stream.clone(), entry.seq);
        BadRecord { stream, seq, fault, expected: expected.into(), found: found.into() }
    }

    /// An entry that this program cannot read.
    pub fn unread(entry: &Entry, error: &ReadError) -> BadRecord {
        let fault = match error {
            ReadError::Old(_) => RecordFault::TooOld,
            ReadError::New(_) | ReadError::Values(_) => RecordFault::Unreadable,
            ReadError::Actor(_) | ReadError::Spelling => RecordFault::Forged,
        };
        BadRecord::new(entry, fault, "a record that this program reads", error.to_string())
    }
}

/// The first place where two lists of events differ, each in words.
pub fn difference<E: PartialEq + Display + Stored>(made: &[E], stored: &[E]) -> (String, String) {
    let place = made.iter().zip(stored).position(|(made, stored)| made != stored);
    let place = place.unwrap_or(made.len().min(stored.len()));
    let line = |event: Option<&E>| event.map_or("nothing more".to_owned(), ToString::to_string);
    match (line(made.get(place)), line(stored.get(place))) {
        // A line names a ruling and terms only; their values tell them apart.
        (one, other) if one == other => {
            let values = |event: Option<&E>| event.map_or(String::new(), |event| event.store().to_string());
            (values(made.get(place)), values(stored.get(place)))
        }
        both => both,
    }
}

/// The engines that have written a stream so far.
///
/// What another engine wrote is not decided again, so that nobody may call a record older than those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Engines {
    newest: u16,
}

impl Engines {
    /// Takes the next record of the stream, if an engine wrote it that can have.
    pub fn next(&mut self, record: &Record) -> Result<(), BadRecord> {
        let entry = &record.entry;
        if entry.engine >= self.newest {
            self.newest = entry.engine;
            return Ok(());
        }
        let expected = format!("a record of the engine {} or a newer", self.newest);
        Err(BadRecord::new(
            entry,
            RecordFault::Forged,
            expected,
            format!("one of the engine {}", entry.engine),
        ))
    }

    /// Why this program cannot write the next record, if a newer one has written the last.
    pub fn too_new(self) -> Option<String> {
        (self.newest > ENGINE).then(|| {
            format!(
                "its last records were decided by the engine {}; this program has the engine {ENGINE} and can only read them",
                self.newest
            )
        })
    }
}
