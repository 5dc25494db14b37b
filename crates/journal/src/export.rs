//! Records for others: JSON lines that can be imported again, CSV for spreadsheets, Parquet for analysis.
//!
//! All three have the same ten columns: stream, seq, at (`time` in Parquet), actor, schema, engine, key, body, prev, hash.
//! [`records`] reads them little by little, and each form is written as they come, so that a journal of any length goes
//! through.

mod csv;
mod jsonl;
#[cfg(feature = "parquet")]
mod parquet;

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::is_full;
use crate::{Entry, Fault, Hash, Head, Journal, Record, SqliteReader, StreamName, private};

pub use self::csv::{csv, harmless};
pub use self::jsonl::jsonl;
#[cfg(feature = "parquet")]
pub use self::parquet::parquet;

/// Something that records can be read from: any journal, or a reader of one.
pub trait RecordSource {
    /// The last record of every stream, sorted by name.
    fn heads(&self) -> Result<Vec<Head>, Fault>;
    /// The records of a stream behind number `after`, `limit` at most, in order.
    fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault>;
}

impl<J: Journal + ?Sized> RecordSource for J {
    fn heads(&self) -> Result<Vec<Head>, Fault> {
        Journal::heads(self)
    }

    fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault> {
        Journal::read(self, stream, after, limit)
    }
}

impl RecordSource for SqliteReader {
    fn heads(&self) -> Result<Vec<Head>, Fault> {
        SqliteReader::heads(self)
    }

    fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault> {
        SqliteReader::read(self, stream, after, limit)
    }
}

/// The records of some streams, one stream after the other, each up to the end it has now.
pub fn records<S: RecordSource + ?Sized>(
    source: &S,
    streams: impl Fn(&StreamName) -> bool,
) -> Result<Records<'_, S>, Fault> {
    let heads = source.heads()?.into_iter().filter(|head| streams(&head.stream));
    Ok(records_upto(source, heads.map(|Head { stream, seq, .. }| (stream, seq))))
}

/// The records of these streams, one stream after the other, each up to the record with this number.
pub fn records_upto<S: RecordSource + ?Sized>(
    source: &S,
    ends: impl IntoIterator<Item = (StreamName, u64)>,
) -> Records<'_, S> {
    let ends: VecDeque<_> = ends.into_iter().filter(|(_, upto)| *upto > 0).collect();
    let of = ends.iter().map(|(_, upto)| upto).sum();
    Records { source, ends, of, after: 0, ready: VecDeque::new() }
}

/// Records that are read as they are asked for, some hundred at a time.
pub struct Records<'a, S: ?Sized> {
    source: &'a S,
    ends: VecDeque<(StreamName, u64)>,
    of: u64,
    after: u64,
    ready: VecDeque<Record>,
}

impl<S: RecordSource + ?Sized> Records<'_, S> {
    const AT_ONCE: u64 = 512;

    /// How many there are from the first to the last, for those who show progress.
    pub fn of(&self) -> u64 {
        self.of
    }

    fn fill(&mut self) -> Result<(), Fault> {
        while self.ready.is_empty() {
            let Some((stream, upto)) = self.ends.front() else { return Ok(()) };
            let few = (upto - self.after).min(Self::AT_ONCE) as usize;
            self.ready = self.source.read(stream, self.after, few)?.into();
            self.after += self.ready.len() as u64;
            if self.ready.is_empty() || self.after == *upto {
                self.ends.pop_front();
                self.after = 0;
            }
        }
        Ok(())
    }
}

impl<S: RecordSource + ?Sized> Iterator for Records<'_, S> {
    type Item = Result<Record, Fault>;

    fn next(&mut self) -> Option<Result<Record, Fault>> {
        if let Err(fault) = self.fill() {
            self.ends.clear();
            return Some(Err(fault));
        }
        self.ready.pop_front().map(Ok)
    }
}

/// Writes the text that each record comes to, and says how many records there were.
pub fn lines(
    records: impl IntoIterator<Item = Result<Record, Fault>>,
    mut out: impl Write,
    mut text: impl FnMut(Record) -> String,
) -> Result<u64, ExportError> {
    let mut written = 0;
    for record in records {
        out.write_all(text(record?).as_bytes())?;
        written += 1;
    }
    out.flush()?;
    Ok(written)
}

/// A new file for an export, which only its owner can read. One that is there is not overwritten.
pub fn file(path: &Path) -> Result<File, ExportError> {
    Ok(private::writing().create_new(true).open(path)?)
}

/// One record as it stands on a line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    stream: StreamName,
    seq: u64,
    at: i64,
    actor: String,
    schema: u16,
    engine: u16,
    key: Option<String>,
    body: String,
    prev: Hash,
    hash: Hash,
}

/// The names of a line's fields, and of the columns of a table.
const COLUMNS: [&str; 10] =
    ["stream", "seq", "at", "actor", "schema", "engine", "key", "body", "prev", "hash"];

impl From<Record> for Line {
    fn from(Record { entry, prev, hash }: Record) -> Line {
        let Entry { stream, seq, at, actor, schema, engine, key, body } = entry;
        Line { stream, seq, at, actor, schema, engine, key, body, prev, hash }
    }
}

impl From<Line> for Record {
    fn from(Line { stream, seq, at, actor, schema, engine, key, body, prev, hash }: Line) -> Record {
        Record { entry: Entry { stream, seq, at, actor, schema, engine, key, body }, prev, hash }
    }
}

/// Why records were not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// They cannot be read.
    #[error(transparent)]
    Read(#[from] Fault),
    /// There is no room for them.
    #[error("the disk that the records go to is full: make room on it, or choose a place on another disk")]
    Full,
    /// They cannot be written.
    #[error("the records cannot be written: {0}")]
    Write(String),
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> ExportError {
        if is_full(&error) { ExportError::Full } else { ExportError::Write(error.to_string()) }
    }
}
