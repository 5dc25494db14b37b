//! One transaction: what waited, written together, while one refusal leaves its neighbours alone.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rusqlite::{CachedStatement, Connection, Result};

use crate::pending::Appended;
use crate::{AppendError, Checkpoint, Entry, Fault, Hash, Head, Record, Signer, StreamName};

use super::heads::Heads;
use super::keys::{self, KeyEntry, Keys};
use super::store::{self, End};
use super::writer::LastCheckpoint;

/// A transaction under way. Nothing of it is true before [`commit`](Batch::commit).
pub(crate) struct Batch<'a> {
    db: &'a Connection,
    // Every append needs it, so that it is not looked up for each.
    insert: CachedStatement<'a>,
    heads: &'a Heads,
    keys: &'a Keys,
    last: &'a LastCheckpoint,
    /// Where the streams of this batch will end.
    ends: BTreeMap<StreamName, End>,
    /// The keys of this batch.
    fresh: BTreeSet<KeyEntry>,
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
    /// The keys of the commit, and the run that was written with them and those before them.
    pub(crate) keys: BTreeSet<KeyEntry>,
    pub(crate) run: Option<Vec<KeyEntry>>,
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
        keys: &'a Keys,
        last: &'a LastCheckpoint,
        next: Next,
    ) -> Result<Batch<'a>> {
        db.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        let insert = db.prepare_cached(INSERT)?;
        let (ends, fresh, counts) = (BTreeMap::new(), BTreeSet::new(), Counts::default());
        Ok(Batch { db, insert, heads, keys, last, ends, fresh, signed: None, next, head: None, counts })
    }

    /// Writes the entries, or says why not and writes none of them.
    pub(crate) fn append(&mut self, entries: Vec<Entry>) -> Result<Appended> {
        let appended: Appended = match self.refusal(&entries)? {
            Some(refusal) => Err(refusal),
            None => Ok(entries.into_iter().map(|entry| self.insert(entry)).collect::<Result<_>>()?),
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
        let run = self.keys.full(&self.fresh);
        if let Some(run) = &run {
            keys::write_run(self.db, self.keys.next_part(), self.next.position - 1, run)?;
        }
        self.db.prepare_cached("COMMIT")?.execute([])?;
        let Batch { ends, fresh: keys, signed, next, head, counts, .. } = self;
        Ok(Done { ends, keys, run, head, signed, next, counts })
    }

    /// Why these entries cannot be appended. Looks only, so that a refused append needs no undoing.
    fn refusal(&self, entries: &[Entry]) -> Result<Option<AppendError>> {
        let mut keys = HashSet::with_capacity(entries.len());
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

    fn has_key(&self, stream: &StreamName, key: &str) -> Result<bool> {
        let Some(End { id, .. }) = self.end(stream) else { return Ok(false) };
        let here = keys::find_among(self.db, &self.fresh, id, key)?;
        Ok(here.is_some() || self.keys.find(self.db, id, key)?.is_some())
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
        if let Some(key) = &entry.key {
            self.fresh.insert(KeyEntry::of(id, key, position));
        }
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
