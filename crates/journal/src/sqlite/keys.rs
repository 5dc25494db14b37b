//! The index of idempotency keys: finds the record that has a key, whatever keys look like and however many there are.
//!
//! An ordinary index has to be written in as many places as a commit has random keys. Here nothing is written at an
//! append: the keys of the newest records are kept in memory, and once there are [`RUN`] of them they are written as one
//! sorted *run*, side by side and never again changed. A start reads the records behind the last run. Every run has a
//! filter in memory, so that a new key, which is the usual case, is looked up in almost none of them.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use rusqlite::types::Type;
use rusqlite::{Connection, Error, OptionalExtension, Result, Row};

use crate::Hash;

use super::store;

/// How many keys make a run. More make a start longer, fewer make more filters to ask.
const RUN: usize = 1 << 15;

/// So many entries go into one part of a run, so that a part fills a page.
const PART: usize = 250;

/// The index of one journal. One thread changes it, after each commit; any thread reads it.
pub(crate) struct Keys(RwLock<Index>);

/// A key's place in the index: the fingerprint of stream and key, and the position of the record behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KeyEntry(u128);

impl KeyEntry {
    fn new(fingerprint: u64, position: i64) -> KeyEntry {
        KeyEntry(u128::from(fingerprint) << 64 | u128::from(position.unsigned_abs()))
    }

    pub(crate) fn of(stream: i64, key: &str, position: i64) -> KeyEntry {
        KeyEntry::new(fingerprint(stream, key), position)
    }

    fn fingerprint(self) -> u64 {
        (self.0 >> 64) as u64
    }

    fn position(self) -> i64 {
        self.0 as u64 as i64
    }
}

/// Two keys with one fingerprint do no harm: what is found is compared with the record.
fn fingerprint(stream: i64, key: &str) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&stream.to_le_bytes()).update(key.as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    u64::from_be_bytes(first)
}

/// A record that was found: its number and its position.
pub(crate) type Found = (u64, i64);

/// The keys of all records up to some position.
#[derive(Default)]
pub(crate) struct Index {
    /// The keys of the records behind the last run.
    tail: BTreeSet<KeyEntry>,
    runs: Vec<Run>,
    /// The number of the last part in the database.
    parts: i64,
}

/// What is in memory of a run that is in the database.
struct Run {
    filter: Filter,
    /// The number of its first part, and the first fingerprint of each.
    number: i64,
    firsts: Vec<u64>,
}

impl Keys {
    /// Reads the index, and the keys of the records that are in no run yet.
    pub(crate) fn load(db: &Connection) -> Result<Keys> {
        let (mut index, mut upto) = (Index::default(), 0);
        for run in StoredRun::all(db)? {
            index.complete(&run.entries(db)?);
            upto = run.upto;
        }
        index.tail = tail(db, upto)?;
        Ok(Keys(RwLock::new(index)))
    }

    /// The record that has a key in a stream.
    pub(crate) fn find(&self, db: &Connection, stream: i64, key: &str) -> Result<Option<Found>> {
        // The lock is let go before anything is read, so that no reader's disk keeps the writer waiting.
        let places = self.index().places(fingerprint(stream, key));
        places.find(db, stream, key)
    }

    /// The run that is to be written with these new keys, if they fill it.
    pub(crate) fn full(&self, fresh: &BTreeSet<KeyEntry>) -> Option<Vec<KeyEntry>> {
        let index = self.index();
        let full = index.tail.len() + fresh.len() >= RUN;
        full.then(|| index.tail.union(fresh).copied().collect())
    }

    /// The number of the part that is written next.
    pub(crate) fn next_part(&self) -> i64 {
        self.index().parts + 1
    }

    /// Takes over what a commit made true: new keys, or a run that has them and all that were in none before.
    pub(crate) fn advance(&self, fresh: BTreeSet<KeyEntry>, run: Option<Vec<KeyEntry>>) {
        let mut index = self.0.write().unwrap_or_else(PoisonError::into_inner);
        match run {
            Some(run) => {
                index.tail.clear();
                index.complete(&run);
            }
            None => index.tail.extend(fresh),
        }
    }

    fn index(&self) -> RwLockReadGuard<'_, Index> {
        // Nothing that can panic runs under this lock.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Index {
    /// Adds the key of the next record.
    pub(crate) fn add(&mut self, entry: KeyEntry) {
        self.tail.insert(entry);
    }

    /// Takes the keys that are in no run yet.
    pub(crate) fn take_tail(&mut self) -> Vec<KeyEntry> {
        std::mem::take(&mut self.tail).into_iter().collect()
    }

    /// Takes note of a run that is in the database.
    pub(crate) fn complete(&mut self, run: &[KeyEntry]) {
        let firsts: Vec<u64> = run.chunks(PART).map(|part| part[0].fingerprint()).collect();
        let number = self.parts + 1;
        self.parts += firsts.len() as i64;
        self.runs.push(Run { filter: Filter::of(run), number, firsts });
    }

    /// The record that has a key in a stream.
    pub(crate) fn find(&self, db: &Connection, stream: i64, key: &str) -> Result<Option<Found>> {
        self.places(fingerprint(stream, key)).find(db, stream, key)
    }

    /// Where a fingerprint may be found.
    fn places(&self, fingerprint: u64) -> Places {
        let positions = with(&self.tail, fingerprint).collect();
        // The newest first: what is repeated at all is repeated soon.
        let runs = self.runs.iter().rev().filter(|run| run.filter.may_have(fingerprint));
        Places { fingerprint, positions, parts: runs.map(|run| run.parts(fingerprint)).collect() }
    }
}

impl Run {
    /// The parts that may have this fingerprint.
    fn parts(&self, fingerprint: u64) -> Range<i64> {
        // Those of one fingerprint may begin in the part before the first that begins with it.
        let from = self.firsts.partition_point(|first| *first < fingerprint).saturating_sub(1);
        let to = self.firsts.partition_point(|first| *first <= fingerprint);
        self.number + from as i64..self.number + to as i64
    }
}

/// Where the record of a key may be: at a position, or at one that is in some parts of the index.
struct Places {
    fingerprint: u64,
    positions: Vec<i64>,
    parts: Vec<Range<i64>>,
}

impl Places {
    fn find(self, db: &Connection, stream: i64, key: &str) -> Result<Option<Found>> {
        if let Some(found) = find_at(db, self.positions, stream, key)? {
            return Ok(Some(found));
        }
        for part in self.parts.into_iter().flatten() {
            let same = read_part(db, part)?.into_iter().filter(|one| one.fingerprint() == self.fingerprint);
            if let Some(found) = find_at(db, same.map(KeyEntry::position), stream, key)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// Which fingerprints a run may have: a Bloom filter of 16 bits a key, with all bits of a key in one line of the
/// processor's cache. It is wrong about one key in some hundred.
struct Filter(Box<[[u64; 8]]>);

impl Filter {
    const BLOCKS: usize = RUN / 32;
    const BITS: u32 = 5;

    fn of(run: &[KeyEntry]) -> Filter {
        let mut blocks = vec![[0; 8]; Filter::BLOCKS].into_boxed_slice();
        for entry in run {
            let block = &mut blocks[Filter::block(entry.fingerprint())];
            Filter::bits(entry.fingerprint()).for_each(|(word, bit)| block[word] |= bit);
        }
        Filter(blocks)
    }

    fn may_have(&self, fingerprint: u64) -> bool {
        let block = &self.0[Filter::block(fingerprint)];
        Filter::bits(fingerprint).all(|(word, bit)| block[word] & bit != 0)
    }

    /// The high bits choose the block, the low bits what is set in it.
    fn block(fingerprint: u64) -> usize {
        (fingerprint >> (64 - Filter::BLOCKS.ilog2())) as usize
    }

    fn bits(fingerprint: u64) -> impl Iterator<Item = (usize, u64)> {
        (0..Filter::BITS).map(move |n| {
            let bit = fingerprint >> (9 * n) & 511;
            ((bit / 64) as usize, 1 << (bit % 64))
        })
    }
}

/// The record that has a key in a stream, among these.
pub(crate) fn find_among(
    db: &Connection,
    entries: &BTreeSet<KeyEntry>,
    stream: i64,
    key: &str,
) -> Result<Option<Found>> {
    find_at(db, with(entries, fingerprint(stream, key)), stream, key)
}

/// The positions of entries with a fingerprint.
fn with(entries: &BTreeSet<KeyEntry>, fingerprint: u64) -> impl Iterator<Item = i64> {
    let all = KeyEntry::new(fingerprint, 0)..=KeyEntry::new(fingerprint, i64::MAX);
    entries.range(all).map(|entry| entry.position())
}

/// The record that has a key in a stream, if it is at one of these positions.
fn find_at(
    db: &Connection,
    positions: impl IntoIterator<Item = i64>,
    stream: i64,
    key: &str,
) -> Result<Option<Found>> {
    let select = "SELECT seq FROM record WHERE position = ?1 AND stream = ?2 AND key = ?3";
    for position in positions {
        let mut statement = db.prepare_cached(select)?;
        let seq = statement.query_row((position, stream, key), store::seq_of).optional()?;
        if let Some(seq) = seq {
            return Ok(Some((seq, position)));
        }
    }
    Ok(None)
}

/// Writes a run; `upto` is the position of the last record whose key is in it.
pub(crate) fn write_run(db: &Connection, number: i64, upto: i64, run: &[KeyEntry]) -> Result<()> {
    let insert = "INSERT INTO key_part (number, upto, entries, sum) VALUES (?1, ?2, ?3, ?4)";
    let mut insert = db.prepare_cached(insert)?;
    for (number, part) in (number..).zip(run.chunks(PART)) {
        let bytes: Vec<u8> = part.iter().flat_map(|entry| entry.0.to_be_bytes()).collect();
        insert.execute((number, upto, &bytes, sum(&bytes)))?;
    }
    Ok(())
}

/// A run in the database: its parts, and the position of the last record whose key is in it.
#[derive(Clone, Debug)]
pub(crate) struct StoredRun {
    pub(crate) upto: i64,
    parts: RangeInclusive<i64>,
}

impl StoredRun {
    /// All runs, in order.
    pub(crate) fn all(db: &Connection) -> Result<Vec<StoredRun>> {
        let select = "SELECT upto, min(number), max(number) FROM key_part GROUP BY upto ORDER BY upto";
        let mut statement = db.prepare(select)?;
        let run = |row: &Row<'_>| Ok(StoredRun { upto: row.get(0)?, parts: row.get(1)?..=row.get(2)? });
        statement.query_map([], run)?.collect()
    }

    /// All entries.
    pub(crate) fn entries(&self, db: &Connection) -> Result<Vec<KeyEntry>> {
        let mut entries = Vec::new();
        for number in self.parts.clone() {
            entries.extend(read_part(db, number)?);
        }
        Ok(entries)
    }
}

/// The entries of a part, if they are those that were written.
fn read_part(db: &Connection, number: i64) -> Result<Vec<KeyEntry>> {
    let wrong = || {
        let what = format!("part {number} of the index of keys is not what was written");
        Error::FromSqlConversionFailure(0, Type::Blob, what.into())
    };
    let mut statement = db.prepare_cached("SELECT entries, sum FROM key_part WHERE number = ?1")?;
    let mut rows = statement.query([number])?;
    let row = rows.next()?.ok_or_else(wrong)?;
    let (bytes, found): (Vec<u8>, Vec<u8>) = (row.get(0)?, row.get(1)?);
    if found != sum(&bytes) {
        return Err(wrong());
    }
    let entry = |bytes: &[u8; 16]| KeyEntry(u128::from_be_bytes(*bytes));
    Ok(bytes.as_chunks().0.iter().map(entry).collect())
}

/// A check over a part. It finds accidents; attacks are found by a check of the whole journal, which makes it again.
fn sum(bytes: &[u8]) -> Vec<u8> {
    Hash::of(bytes).as_bytes()[..16].to_vec()
}

/// The keys of the records behind a position.
fn tail(db: &Connection, after: i64) -> Result<BTreeSet<KeyEntry>> {
    let select = "SELECT position, stream, key FROM record WHERE position > ?1 AND key IS NOT NULL";
    let mut statement = db.prepare(select)?;
    let mut rows = statement.query([after])?;
    let mut tail = BTreeSet::new();
    while let Some(row) = rows.next()? {
        let key: String = row.get(2)?;
        tail.insert(KeyEntry::of(row.get(1)?, &key, row.get(0)?));
    }
    Ok(tail)
}
