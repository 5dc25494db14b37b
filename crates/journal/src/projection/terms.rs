//! An index of terms: which records of which streams have a term, for searches.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rusqlite::{Connection, Transaction};

use crate::sqlite::store;
use crate::{Entry, Fault, Record, StreamName};

use super::{Projected, Projection};

/// A projection of every record to the terms that it can be found by.
///
/// Which terms those are is for the caller to say: this module knows nothing of a body. The same function and
/// [`Wanted::is_in`] answer a scan, so that index and scan cannot disagree.
pub struct TermIndex {
    name: &'static str,
    version: u32,
    terms: fn(&Entry) -> BTreeSet<String>,
}

impl TermIndex {
    /// An index of what `terms` makes of an entry; `version` changes with that function.
    pub fn new(name: &'static str, version: u32, terms: fn(&Entry) -> BTreeSet<String>) -> TermIndex {
        TermIndex { name, version, terms }
    }
}

/// The number of streams' bits below which the number of a record lies in a row's number.
const SEQ_BITS: u32 = 40;

impl Projection for TermIndex {
    fn name(&self) -> &str {
        self.name
    }

    fn version(&self) -> u32 {
        self.version
    }

    /// Only the lists of rows are kept, neither texts nor places within them. A row's number is its stream's number and
    /// its own within the stream, so that what is found of one stream lies together and in order.
    fn schema(&self) -> &str {
        "CREATE TABLE stream (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, seq INTEGER NOT NULL) STRICT;
         CREATE VIRTUAL TABLE term USING
             fts5(terms, content = '', columnsize = 0, detail = 'none', tokenize = 'ascii tokenchars _');"
    }

    fn add(&self, db: &Transaction<'_>, records: &[Record]) -> rusqlite::Result<()> {
        let mut rows = BTreeMap::new();
        for record in records {
            let id = stream_id(db, &record.entry)?;
            rows.insert(row(id, record.entry.seq)?, &record.entry);
        }
        // In the order of their numbers, as the index wants them.
        let mut insert = db.prepare_cached("INSERT INTO term (rowid, terms) VALUES (?1, ?2)")?;
        for (row, entry) in rows {
            let terms: Vec<String> = (self.terms)(entry).iter().map(|term| spelt(term)).collect();
            insert.execute((row, terms.join(" ")))?;
        }
        Ok(())
    }
}

/// The number of an entry's stream, whose end is now this entry.
fn stream_id(db: &Transaction<'_>, entry: &Entry) -> rusqlite::Result<i64> {
    let moved = "INSERT INTO stream (name, seq) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET seq = excluded.seq RETURNING id";
    db.prepare_cached(moved)?.query_row((entry.stream.as_str(), store::integer(entry.seq)), |row| row.get(0))
}

fn row(id: i64, seq: u64) -> rusqlite::Result<i64> {
    match i64::try_from(seq) {
        Ok(seq) if seq >> SEQ_BITS == 0 && id >> (63 - SEQ_BITS) == 0 => Ok(id << SEQ_BITS | seq),
        _ => Err(rusqlite::Error::IntegralValueOutOfRange(0, id)),
    }
}

/// A term in letters that the index takes for one word: what begins with a term also does so in this spelling.
fn spelt(term: &str) -> String {
    let mut spelt = String::with_capacity(term.len());
    for byte in term.bytes() {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' => spelt.push(char::from(byte)),
            other => spelt.push_str(&format!("_{other:02x}")),
        }
    }
    spelt
}

/// A term that a record must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The term as a whole.
    Whole(String),
    /// A term that begins with this.
    Beginning(String),
}

impl Wanted {
    /// Whether it is among the terms of a record.
    pub fn is_in(&self, terms: &BTreeSet<String>) -> bool {
        match self {
            Wanted::Whole(term) => terms.contains(term),
            Wanted::Beginning(start) => {
                terms.range(start.clone()..).next().is_some_and(|term| term.starts_with(start.as_str()))
            }
        }
    }

    fn query(&self) -> String {
        match self {
            Wanted::Whole(term) => format!("\"{}\"", spelt(term)),
            Wanted::Beginning(start) => format!("\"{}\" *", spelt(start)),
        }
    }
}

/// What an index says to a search, as it was at one moment.
pub struct Lookup<'a> {
    index: &'a Projected<TermIndex>,
    query: String,
    /// Every stream that the index knows: its number, and its last record that is indexed.
    streams: HashMap<StreamName, (i64, u64)>,
    /// All rows that fit, where they are few.
    few: Option<BTreeSet<i64>>,
}

/// Up to so many rows are taken at once. Where there are more, no stream has to be asked in vain for long.
const FEW: usize = 5_000;

impl Projected<TermIndex> {
    /// Looks for records that have all of these terms, of which there must be one; `None` where there is no index yet.
    pub fn look_up(&self, wanted: &[Wanted]) -> Result<Option<Lookup<'_>>, Fault> {
        let query = wanted.iter().map(Wanted::query).collect::<Vec<_>>().join(" AND ");
        let read = self.read(|db| Ok((streams(db)?, rows(db, &query, 0, i64::MAX, FEW + 1)?)))?;
        Ok(read.map(|(streams, rows)| {
            let few = (rows.len() <= FEW).then(|| rows.into_iter().collect());
            Lookup { index: self, query, streams, few }
        }))
    }
}

impl Lookup<'_> {
    /// The last record of a stream that is indexed; what comes behind it has to be read.
    pub fn indexed(&self, stream: &StreamName) -> u64 {
        self.streams.get(stream).map_or(0, |(_, seq)| *seq)
    }

    /// The numbers of the records that fit, behind `after` and up to `upto`, `limit` at most.
    pub fn find(&self, stream: &StreamName, after: u64, upto: u64, limit: usize) -> Result<Vec<u64>, Fault> {
        let Some((id, indexed)) = self.streams.get(stream).copied() else { return Ok(Vec::new()) };
        let upto = upto.min(indexed);
        if after >= upto {
            return Ok(Vec::new());
        }
        let (first, last) = (id << SEQ_BITS | (after as i64 + 1), id << SEQ_BITS | upto as i64);
        let rows = match &self.few {
            Some(few) => few.range(first..=last).take(limit).copied().collect(),
            None => self.index.read(|db| rows(db, &self.query, first, last, limit))?.unwrap_or_default(),
        };
        Ok(rows.into_iter().map(|row| (row & ((1 << SEQ_BITS) - 1)) as u64).collect())
    }
}

fn streams(db: &Connection) -> rusqlite::Result<HashMap<StreamName, (i64, u64)>> {
    let mut statement = db.prepare_cached("SELECT seq, name, id FROM stream")?;
    let mut rows = statement.query([])?;
    let mut streams = HashMap::new();
    while let Some(row) = rows.next()? {
        if let Ok(name) = row.get::<_, String>(1)?.parse() {
            streams.insert(name, (row.get(2)?, store::seq_of(row)?));
        }
    }
    Ok(streams)
}

fn rows(db: &Connection, query: &str, first: i64, last: i64, limit: usize) -> rusqlite::Result<Vec<i64>> {
    let select =
        "SELECT rowid FROM term WHERE term MATCH ?1 AND rowid BETWEEN ?2 AND ?3 ORDER BY rowid LIMIT ?4";
    let mut statement = db.prepare_cached(select)?;
    statement.query_map((query, first, last, limit as i64), |row| row.get(0))?.collect()
}
