//! Records from JSON lines: checked as a chain from the first to the last before one of them is written.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, Seek, SeekFrom};

use crate::export::Line;
use crate::{AppendError, Entry, Fault, Hash, Head, Journal, Record, StreamName};

/// What an import brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// How many records.
    pub records: u64,
    /// Where the new streams end, sorted by name.
    pub heads: Vec<Head>,
}

/// Checks JSON lines as [`export::jsonl`](crate::export::jsonl) writes them: each record matches its hash, follows the
/// one before it in its stream, and the first is number 1.
pub fn check(lines: impl BufRead) -> Result<Imported, ImportError> {
    Chain::default().run(lines, |_, _| Ok(()))
}

/// Appends the records of JSON lines to a journal that has none of their streams yet.
///
/// All lines are checked first, then read again and written, some hundred in one append. The hashes are made anew by the
/// journal and must come out the same.
pub fn import(journal: &dyn Journal, mut lines: impl BufRead + Seek) -> Result<Imported, ImportError> {
    let known: HashSet<StreamName> = journal.heads()?.into_iter().map(|head| head.stream).collect();
    let fresh = |n: usize, record: &Record| match known.contains(&record.entry.stream) {
        true => Err(ImportError::Exists { line: n, stream: record.entry.stream.clone() }),
        false => Ok(()),
    };
    let began = lines.stream_position().map_err(|error| ImportError::line(0, error))?;
    Chain::default().run(&mut lines, fresh)?;
    lines.seek(SeekFrom::Start(began)).map_err(|error| ImportError::line(0, error))?;

    let mut waiting: Vec<Record> = Vec::new();
    let imported = Chain::default().run(&mut lines, |_, record| {
        waiting.push(record.clone());
        if waiting.len() >= AT_ONCE { write(journal, std::mem::take(&mut waiting)) } else { Ok(()) }
    })?;
    write(journal, waiting)?;
    Ok(imported)
}

const AT_ONCE: usize = 500;

fn write(journal: &dyn Journal, records: Vec<Record>) -> Result<(), ImportError> {
    let entries = records.iter().map(|record| record.entry.clone()).collect();
    let written = journal.append(entries).wait()?;
    match written.iter().zip(&records).find(|(written, record)| written != record) {
        None => Ok(()),
        Some((_, record)) => {
            let Entry { stream, seq, .. } = &record.entry;
            Err(ImportError::Fault(Fault::Damaged(format!("record {seq} of {stream} got another hash"))))
        }
    }
}

/// The chains of all streams while they are read.
#[derive(Default)]
struct Chain {
    ends: HashMap<StreamName, (u64, Hash)>,
    keys: HashSet<(StreamName, String)>,
}

impl Chain {
    fn run(
        mut self,
        lines: impl BufRead,
        mut each: impl FnMut(usize, &Record) -> Result<(), ImportError>,
    ) -> Result<Imported, ImportError> {
        let mut records = 0;
        for (n, line) in lines.lines().enumerate() {
            let n = n + 1;
            let line = line.map_err(|error| ImportError::line(n, error))?;
            let read: Line = serde_json::from_str(&line).map_err(|error| ImportError::line(n, error))?;
            let record = Record::from(read);
            self.follow(&record).map_err(|why| ImportError::line(n, why))?;
            each(n, &record)?;
            records += 1;
        }
        let mut heads: Vec<Head> =
            self.ends.into_iter().map(|(stream, (seq, hash))| Head { stream, seq, hash }).collect();
        heads.sort();
        Ok(Imported { records, heads })
    }

    fn follow(&mut self, record: &Record) -> Result<(), String> {
        let Record { entry, prev, hash } = record;
        let Entry { stream, seq, key, .. } = entry;
        let (last, end) = self.ends.get(stream).copied().unwrap_or((0, Hash::ZERO));
        if let Some(why) = entry.unfit() {
            return Err(why);
        }
        if *seq != last + 1 {
            return Err(format!("record {seq} of {stream} comes where record {} is due", last + 1));
        }
        if !record.holds() {
            let expected = entry.hash(prev);
            return Err(format!(
                "record {seq} of {stream} was changed: it has the hash {expected}, and {hash} stands in it"
            ));
        }
        if *prev != end {
            return Err(format!(
                "record {seq} of {stream} does not follow the one before, which has the hash {end}"
            ));
        }
        if let Some(key) = key
            && !self.keys.insert((stream.clone(), key.clone()))
        {
            return Err(format!("record {seq} of {stream} has the key {key:?} of an earlier one"));
        }
        self.ends.insert(stream.clone(), (*seq, *hash));
        Ok(())
    }
}

/// Why an import was not made. Where a line is named, nothing was written, unless the lines changed meanwhile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// A line that cannot follow those before it.
    #[error("line {line}: {why}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The journal has the stream already.
    #[error("line {line}: the journal has the stream {stream} already, and nothing is overwritten")]
    Exists {
        /// The line, counted from 1.
        line: usize,
        /// The stream.
        stream: StreamName,
    },
    /// The journal cannot be read.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The journal did not take the records.
    #[error(transparent)]
    Append(#[from] AppendError),
}

impl ImportError {
    fn line(line: usize, why: impl ToString) -> ImportError {
        ImportError::Line { line, why: why.to_string() }
    }
}
