//! One transaction: what waited, written together, while one refusal leaves its neighbours alone.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rusqlite::{CachedStatement, Connection, Result};

use crate::pending::Appended;
use crate::{AppendError, Checkpoint, Entry, Fault, Hash, Head, Record, Signer, StreamName};

use super::anchoring::Anchored;
use super::current::{Current, Shelved};
use super::heads::Heads;
use super::keys::{self, KeyEntry, Keys};
use super::shelves::Shelves;
use super::store::{self, End};
use super::writer::LastCheckpoint;

/// A transaction under way. Nothing of it is true before [`commit`](Batch::commit).
pub(crate) struct Batch<'a> {
    db: &'a Connection,
    // Every append needs it, so that it is not looked up for each.
    insert: CachedStatement<'a>,
    memory: Memory<'a>,
    /// Where the streams of this batch will end.
    ends: BTreeMap<StreamName, End>,
    /// The keys of this batch.
    fresh: BTreeSet<KeyEntry>,
    signed: Option<(u64, Hash)>,
    next: Next,
    head: Option<Head>,
    counts: Counts,
    /// With which key codes are made, and what they follow.
    anchored: Option<&'a Anchored>,
    code: Hash,
    /// The sums of the shelves, once something on one has changed.
    shelves: Option<Shelves>,
    /// What this batch puts on shelves of an anchored journal, by code, and takes off them.
    shelved: Shelved,
}

/// What is known of a journal without reading it.
#[derive(Clone, Copy)]
pub(crate) struct Memory<'a> {
    pub(crate) heads: &'a Heads,
    pub(crate) keys: &'a Keys,
    pub(crate) last: &'a LastCheckpoint,
    /// What is on the shelves of an anchored journal.
    pub(crate) current: Option<&'a Current>,
}

/// A conflict fails before anything is written, and spares SQLite the notes to undo a single statement.
const INSERT: &str = "INSERT OR FAIL INTO record
    (position, stream, seq, before, at, actor, schema, engine, key, body, prev, hash, code)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";

/// The numbers that come next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Next {
    /// For a new stream.
    pub(crate) id: i64,
    /// For a new record.
    pub(crate) position: i64,
    /// The newest engine that has written a record.
    pub(crate) engine: Option<u16>,
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
    /// The code of the last record, in an anchored journal.
    pub(crate) code: Option<Hash>,
    /// The sums of the shelves, where something on one has changed.
    pub(crate) shelves: Option<Shelves>,
}

/// The shelf where the public keys of signers are published.
pub(crate) const KEYS: &str = "checkpoint-key";

/// The shelf, and the name on it, of the last checkpoint: its number and its hash, so that none is taken off the end.
pub(crate) const LAST: &str = "last-checkpoint";

impl<'a> Batch<'a> {
    /// Begins a transaction; `next` says which numbers are free.
    pub(crate) fn begin(
        db: &'a Connection,
        memory: Memory<'a>,
        next: Next,
        anchored: Option<&'a Anchored>,
    ) -> Result<Batch<'a>> {
        db.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        let insert = db.prepare_cached(INSERT)?;
        let (ends, fresh, counts) = (BTreeMap::new(), BTreeSet::new(), Counts::default());
        let code = anchored.map_or(Hash::ZERO, |anchored| anchored.last);
        let (signed, head, shelves) = (None, None, None);
        Ok(Batch {
            db,
            insert,
            memory,
            ends,
            fresh,
            signed,
            next,
            head,
            counts,
            anchored,
            code,
            shelves,
            shelved: Shelved::new(),
        })
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
        let code = self.code_shelf(shelf, name, bytes);
        match bytes {
            Some(bytes) => {
                let sum = match &code {
                    Some(code) => code.as_bytes().to_vec(),
                    None => store::shelf_sum(shelf, name, bytes).to_vec(),
                };
                let put = "INSERT INTO shelf (shelf, name, bytes, sum) VALUES (?1, ?2, ?3, ?4)
                           ON CONFLICT (shelf, name) DO UPDATE SET bytes = excluded.bytes, sum = excluded.sum";
                self.db.prepare_cached(put)?.execute((shelf, name, bytes, sum))?;
            }
            None => {
                let remove = "DELETE FROM shelf WHERE shelf = ?1 AND name = ?2";
                self.db.prepare_cached(remove)?.execute((shelf, name))?;
            }
        }
        Ok(())
    }

    /// The code of something on a shelf, with the sum of the shelf brought up to date; `None` where there are no codes.
    fn code_shelf(&mut self, shelf: &str, name: &str, bytes: Option<&[u8]>) -> Option<Hash> {
        let (Some(Anchored { key, shelves, .. }), Some(current)) = (self.anchored, self.memory.current)
        else {
            return None;
        };
        // What the database says was there could be anybody's.
        let place = (shelf.to_owned(), name.to_owned());
        let before = self.shelved.get(&place).copied().unwrap_or_else(|| current.get(shelf, name));
        let code = bytes.map(|bytes| key.shelved(shelf, name, bytes));
        if before.is_some() || code.is_some() {
            let sums = self.shelves.get_or_insert_with(|| shelves.clone());
            sums.change(key, shelf, name, before, code);
            self.shelved.insert(place, code);
        }
        code
    }

    /// Signs where every stream ends, with what this batch wrote so far.
    pub(crate) fn checkpoint(&mut self, signer: &Signer, at: i64) -> Result<Checkpoint> {
        let (last, prev) = self.signed.unwrap_or((self.memory.last.number, self.memory.last.hash));
        let mut all: BTreeMap<StreamName, Head> =
            self.memory.heads.all().into_iter().map(|head| (head.stream.clone(), head)).collect();
        for (stream, end) in &self.ends {
            all.insert(stream.clone(), end.head(stream));
        }
        let moved = |stream: &StreamName| {
            self.ends.contains_key(stream)
                || self.memory.last.moved.as_ref().is_none_or(|moved| moved.contains(stream))
        };
        let heads = all.values().filter(|head| moved(&head.stream)).cloned().collect();
        let checkpoint = Checkpoint::sign(signer, last + 1, at, self.next.engine, prev, all.values(), heads);

        let number = store::integer(checkpoint.number);
        let insert = "INSERT INTO checkpoint (number, line) VALUES (?1, ?2)";
        self.db.prepare_cached(insert)?.execute((number, checkpoint.to_line()))?;
        let key = signer.public_key().to_string();
        self.shelve(KEYS, &key, Some(key.as_bytes()))?;
        let last = format!("{} {}", checkpoint.number, checkpoint.hash());
        self.shelve(LAST, LAST, Some(last.as_bytes()))?;
        self.signed = Some((checkpoint.number, checkpoint.hash()));
        Ok(checkpoint)
    }

    /// Makes everything durable.
    pub(crate) fn commit(mut self) -> Result<Done> {
        if let (Some(anchored), Some(shelves)) = (self.anchored, &mut self.shelves) {
            shelves.write(self.db, &anchored.key)?;
        }
        let run = self.memory.keys.full(&self.fresh);
        if let Some(run) = &run {
            keys::write_run(self.db, self.memory.keys.next_part(), self.next.position - 1, run)?;
        }
        if let Some(current) = self.memory.current {
            current.announce(std::mem::take(&mut self.shelved));
        }
        self.db.prepare_cached("COMMIT")?.execute([])?;
        let Batch { ends, fresh: keys, signed, next, head, counts, anchored, code, shelves, .. } = self;
        let code = anchored.map(|_| code);
        Ok(Done { ends, keys, run, head, signed, next, counts, code, shelves })
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
        Ok(here.is_some() || self.memory.keys.find(self.db, id, key)?.is_some())
    }

    fn insert(&mut self, entry: Entry) -> Result<Record> {
        let (id, before, prev) = match self.end(&entry.stream) {
            Some(End { id, position, hash, .. }) => (id, position, hash),
            None => (self.new_stream(&entry.stream)?, 0, Hash::ZERO),
        };
        let record = entry.seal(prev);
        let Record { entry, hash, .. } = &record;
        let (position, seq) = (self.next.position, entry.seq);
        let code = self.anchored.map(|anchored| anchored.key.record(&self.code, position, hash));
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
            code.as_ref().map(|code| code.as_bytes().as_slice()),
        ))?;
        self.code = code.unwrap_or(self.code);
        if let Some(key) = &entry.key {
            self.fresh.insert(KeyEntry::of(id, key, position));
        }
        self.next.position += 1;
        self.next.engine = self.next.engine.max(Some(entry.engine));
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
        self.ends.get(stream).copied().or_else(|| self.memory.heads.get(stream))
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
