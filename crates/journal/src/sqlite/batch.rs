//! One transaction: what waited, written together, while one refusal leaves its neighbours alone.

use std::collections::{BTreeMap, HashMap, HashSet};

use rusqlite::{CachedStatement, Connection, Result, ffi};

use crate::pending::Appended;
use crate::{AppendError, Checkpoint, Entry, Fault, Hash, Head, Record, Signer, StreamName};

use super::heads::Heads;
use super::store::{self, End};
use super::writer::LastCheckpoint;

/// A transaction under way. Nothing of it is true before [`commit`](Batch::commit).
pub(crate) struct Batch<'a> {
    db: &'a Connection,
    // The two that every append needs, so that they are not looked up for each.
    has_key: CachedStatement<'a>,
    insert: CachedStatement<'a>,
    heads: &'a Heads,
    last: &'a LastCheckpoint,
    /// Where the streams of this batch will end.
    ends: BTreeMap<StreamName, End>,
    signed: Option<(u64, Hash)>,
    next: Next,
    head: Option<Head>,
    counts: Counts,
}

/// A conflict fails before anything is written, and spares SQLite the notes to undo a single statement.
const INSERT: &str = "INSERT OR FAIL INTO record
    (position, stream, seq, before, at, actor, schema, engine, key, body, prev, hash)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";

/// The numbers that come next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Next {
    /// For a new stream.
    pub(crate) id: i64,
    /// For a new record.
    pub(crate) position: i64,
}

/// What is in a batch.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) appends: u64,
    pub(crate) records: u64,
    pub(crate) refusals: u64,
}

/// What a commit made true.
pub(crate) struct Done {
    pub(crate) ends: BTreeMap<StreamName, End>,
    /// The last record of the commit.
    pub(crate) head: Option<Head>,
    /// The last checkpoint of the commit: its number and hash.
    pub(crate) signed: Option<(u64, Hash)>,
    pub(crate) next: Next,
    pub(crate) counts: Counts,
}

/// The shelf where the public keys of signers are published.
pub(crate) const KEYS: &str = "checkpoint-key";

impl<'a> Batch<'a> {
    /// Begins a transaction; `next` says which numbers are free.
    pub(crate) fn begin(
        db: &'a Connection,
        heads: &'a Heads,
        last: &'a LastCheckpoint,
        next: Next,
    ) -> Result<Batch<'a>> {
        db.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        let has_key = db.prepare_cached("SELECT 1 FROM record WHERE stream = ?1 AND key = ?2")?;
        let insert = db.prepare_cached(INSERT)?;
        let (ends, counts) = (BTreeMap::new(), Counts::default());
        Ok(Batch { db, has_key, insert, heads, last, ends, signed: None, next, head: None, counts })
    }

    /// Writes the entries, or says why not and writes none of them.
    pub(crate) fn append(&mut self, entries: Vec<Entry>) -> Result<Appended> {
        let appended = match <[Entry; 1]>::try_from(entries) {
            Ok([entry]) if self.follows(&entry) => self.alone(entry)?,
            Ok([entry]) => self.all(vec![entry])?,
            Err(entries) => self.all(entries)?,
        };
        match &appended {
            Ok(records) => {
                self.counts.appends += 1;
                self.counts.records += records.len() as u64;
                self.head = records.last().map(Record::head).or(self.head.take());
            }
            Err(_) => self.counts.refusals += 1,
        }
        Ok(appended)
    }

    /// Writes an entry whose number fits. Its key is looked at by the index that it goes into and not once before: nothing
    /// else of the append would have to be undone.
    fn alone(&mut self, entry: Entry) -> Result<Appended> {
        let (stream, key) = (entry.stream.clone(), entry.key.clone());
        match (self.insert(entry), key) {
            (Ok(record), _) => Ok(Ok(vec![record])),
            (Err(error), Some(key)) if is_taken(&error) && self.has_key(&stream, &key)? => {
                Ok(Err(AppendError::Repeated { stream, key }))
            }
            (Err(error), _) => Err(error),
        }
    }

    /// Writes entries of which one may be refused: they are looked at before, and a conflict is then a broken invariant.
    fn all(&mut self, entries: Vec<Entry>) -> Result<Appended> {
        match self.refusal(&entries)? {
            Some(refusal) => Ok(Err(refusal)),
            None => Ok(Ok(entries.into_iter().map(|entry| self.insert(entry)).collect::<Result<_>>()?)),
        }
    }

    /// Puts something on a shelf, or takes it off.
    pub(crate) fn shelve(&mut self, shelf: &str, name: &str, bytes: Option<&[u8]>) -> Result<()> {
        match bytes {
            Some(bytes) => {
                let sum = store::shelf_sum(shelf, name, bytes);
                let put = "INSERT INTO shelf (shelf, name, bytes, sum) VALUES (?1, ?2, ?3, ?4)
                           ON CONFLICT (shelf, name) DO UPDATE SET bytes = excluded.bytes, sum = excluded.sum";
                self.db.prepare_cached(put)?.execute((shelf, name, bytes, sum.as_slice()))?;
            }
            None => {
                let remove = "DELETE FROM shelf WHERE shelf = ?1 AND name = ?2";
                self.db.prepare_cached(remove)?.execute((shelf, name))?;
            }
        }
        Ok(())
    }

    /// Signs where every stream ends, with what this batch wrote so far.
    pub(crate) fn checkpoint(&mut self, signer: &Signer, at: i64) -> Result<Checkpoint> {
        let (last, prev) = self.signed.unwrap_or((self.last.number, self.last.hash));
        let mut all: BTreeMap<StreamName, Head> =
            self.heads.all().into_iter().map(|head| (head.stream.clone(), head)).collect();
        for (stream, end) in &self.ends {
            all.insert(stream.clone(), end.head(stream));
        }
        let moved = |stream: &StreamName| {
            self.ends.contains_key(stream)
                || self.last.moved.as_ref().is_none_or(|moved| moved.contains(stream))
        };
        let heads = all.values().filter(|head| moved(&head.stream)).cloned().collect();
        let checkpoint = Checkpoint::sign(signer, last + 1, at, prev, all.values(), heads);

        let number = store::integer(checkpoint.number);
        let insert = "INSERT INTO checkpoint (number, line) VALUES (?1, ?2)";
        self.db.prepare_cached(insert)?.execute((number, checkpoint.to_line()))?;
        let key = signer.public_key().to_string();
        self.shelve(KEYS, &key, Some(key.as_bytes()))?;
        self.signed = Some((checkpoint.number, checkpoint.hash()));
        Ok(checkpoint)
    }

    /// Makes everything durable.
    pub(crate) fn commit(self) -> Result<Done> {
        self.db.prepare_cached("COMMIT")?.execute([])?;
        let Batch { ends, signed, next, head, counts, .. } = self;
        Ok(Done { ends, head, signed, next, counts })
    }

    /// Why these entries cannot be appended. Looks only, so that a refused append needs no undoing.
    fn refusal(&mut self, entries: &[Entry]) -> Result<Option<AppendError>> {
        let mut keys = HashSet::new();
        for entry in entries {
            if let Some(key) = &entry.key
                && (!keys.insert((&entry.stream, key)) || self.has_key(&entry.stream, key)?)
            {
                let (stream, key) = (entry.stream.clone(), key.clone());
                return Ok(Some(AppendError::Repeated { stream, key }));
            }
        }
        let mut ends = HashMap::new();
        for entry in entries {
            let end = ends.entry(&entry.stream);
            let found = end.or_insert_with(|| self.end(&entry.stream).map_or(0, |end| end.seq));
            if entry.seq != *found + 1 {
                let (stream, asked, found) = (entry.stream.clone(), entry.seq, *found);
                return Ok(Some(AppendError::Conflict { stream, asked, found }));
            }
            *found += 1;
        }
        Ok(None)
    }

    /// Whether an entry has the number after the last of its stream.
    fn follows(&self, entry: &Entry) -> bool {
        entry.seq == self.end(&entry.stream).map_or(0, |end| end.seq) + 1
    }

    fn has_key(&mut self, stream: &StreamName, key: &str) -> Result<bool> {
        match self.end(stream) {
            Some(End { id, .. }) => self.has_key.exists((id, key)),
            None => Ok(false),
        }
    }

    fn insert(&mut self, entry: Entry) -> Result<Record> {
        let (id, before, prev) = match self.end(&entry.stream) {
            Some(End { id, position, hash, .. }) => (id, position, hash),
            None => (self.new_stream(&entry.stream)?, 0, Hash::ZERO),
        };
        let record = entry.seal(prev);
        let Record { entry, hash, .. } = &record;
        let (position, seq) = (self.next.position, entry.seq);
        self.insert.execute((
            position,
            id,
            store::integer(seq),
            before,
            entry.at,
            &entry.actor,
            entry.schema,
            entry.engine,
            &entry.key,
            &entry.body,
            prev.as_bytes().as_slice(),
            hash.as_bytes().as_slice(),
        ))?;
        self.next.position += 1;
        self.ends.insert(entry.stream.clone(), End { id, seq, position, hash: *hash });
        Ok(record)
    }

    fn new_stream(&mut self, stream: &StreamName) -> Result<i64> {
        let id = self.next.id;
        let insert = "INSERT INTO stream (id, name, seq, position) VALUES (?1, ?2, 0, 0)";
        self.db.prepare_cached(insert)?.execute((id, stream.as_str()))?;
        self.next.id += 1;
        Ok(id)
    }

    fn end(&self, stream: &StreamName) -> Option<End> {
        self.ends.get(stream).copied().or_else(|| self.heads.get(stream))
    }
}

/// Whether an insert found its key in the index already.
fn is_taken(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == ffi::SQLITE_CONSTRAINT_UNIQUE)
}

/// A fault in the words of an append.
impl From<&Fault> for AppendError {
    fn from(fault: &Fault) -> AppendError {
        match fault {
            Fault::Full => AppendError::Full,
            Fault::Closed => AppendError::Closed,
            Fault::Unfit(why) => AppendError::Unfit(why.clone()),
            Fault::Io(_) | Fault::Damaged(_) => AppendError::Fault(fault.to_string()),
        }
    }
}
