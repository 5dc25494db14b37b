//! Records as text for others: JSON lines that can be imported again, and CSV for spreadsheets.
//!
//! A JSON line has all fields of a record: `{"stream":"site","seq":1,"at":1800000000000000,"actor":"…","schema":1,
//! "engine":1,"key":"…","body":"…","prev":"…","hash":"…"}`. The body is a text within the text, so that its bytes, which
//! the hash is made of, come back as they were.

use std::collections::VecDeque;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::{Entry, Fault, Hash, Head, Journal, Record, SqliteReader, StreamName};

/// Something that records can be read from: any journal, or a reader of one.
pub trait Source {
    /// The last record of every stream, sorted by name.
    fn heads(&self) -> Result<Vec<Head>, Fault>;
    /// The records of a stream behind number `after`, `limit` at most, in order.
    fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault>;
}

impl<J: Journal + ?Sized> Source for J {
    fn heads(&self) -> Result<Vec<Head>, Fault> {
        Journal::heads(self)
    }

    fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault> {
        Journal::read(self, stream, after, limit)
    }
}

impl Source for SqliteReader {
    fn heads(&self) -> Result<Vec<Head>, Fault> {
        SqliteReader::heads(self)
    }

    fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault> {
        SqliteReader::read(self, stream, after, limit)
    }
}

/// The records of some streams, one stream after the other, each up to the end it has now.
pub fn records<S: Source + ?Sized>(
    source: &S,
    streams: impl Fn(&StreamName) -> bool,
) -> Result<impl Iterator<Item = Result<Record, Fault>>, Fault> {
    let heads = source.heads()?.into_iter().filter(|head| streams(&head.stream)).collect();
    Ok(Records { source, heads, after: 0, ready: VecDeque::new() })
}

struct Records<'a, S: ?Sized> {
    source: &'a S,
    heads: VecDeque<Head>,
    after: u64,
    ready: VecDeque<Record>,
}

impl<S: Source + ?Sized> Records<'_, S> {
    const AT_ONCE: u64 = 512;

    fn fill(&mut self) -> Result<(), Fault> {
        while self.ready.is_empty() {
            let Some(Head { stream, seq, .. }) = self.heads.front() else { return Ok(()) };
            let few = (seq - self.after).min(Self::AT_ONCE) as usize;
            self.ready = self.source.read(stream, self.after, few)?.into();
            self.after += self.ready.len() as u64;
            if self.ready.is_empty() || self.after == *seq {
                self.heads.pop_front();
                self.after = 0;
            }
        }
        Ok(())
    }
}

impl<S: Source + ?Sized> Iterator for Records<'_, S> {
    type Item = Result<Record, Fault>;

    fn next(&mut self) -> Option<Result<Record, Fault>> {
        if let Err(fault) = self.fill() {
            self.heads.clear();
            return Some(Err(fault));
        }
        self.ready.pop_front().map(Ok)
    }
}

/// Writes records as JSON lines, and says how many.
pub fn jsonl(
    records: impl IntoIterator<Item = Result<Record, Fault>>,
    mut out: impl Write,
) -> Result<u64, ExportError> {
    let mut written = 0;
    for record in records {
        serde_json::to_writer(&mut out, &Line::from(record?)).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
        written += 1;
    }
    out.flush()?;
    Ok(written)
}

/// Writes records as CSV with a row of names on top, and says how many.
pub fn csv(
    records: impl IntoIterator<Item = Result<Record, Fault>>,
    out: impl Write,
) -> Result<u64, ExportError> {
    let mut written = 0;
    let mut out = csv::WriterBuilder::new().has_headers(false).from_writer(out);
    let failed = |error: csv::Error| ExportError::Write(error.to_string());
    out.write_record(COLUMNS).map_err(failed)?;
    for record in records {
        out.serialize(Line::from(record?)).map_err(failed)?;
        written += 1;
    }
    out.flush()?;
    Ok(written)
}

const COLUMNS: [&str; 10] =
    ["stream", "seq", "at", "actor", "schema", "engine", "key", "body", "prev", "hash"];

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
    /// They cannot be written.
    #[error("the records cannot be written: {0}")]
    Write(String),
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> ExportError {
        ExportError::Write(error.to_string())
    }
}
