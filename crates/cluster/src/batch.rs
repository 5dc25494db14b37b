//! One transaction: what waited, written together, while one refusal leaves its neighbours alone.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use futures_util::future::{join, join3, try_join3};
use punto_journal::{AppendError, ChainKey, Entry, Fault, Hash, Pending, Record, StreamName};
use tokio_postgres::{Error, Row};

use crate::error::fault;
use crate::lease::Held;
use crate::row::{self, integer};
use crate::session::Session;
use crate::tally::Counts;

/// What an append becomes.
pub(crate) type Appended = <Pending as Future>::Output;

/// Where a stream ends, and whose it is.
#[derive(Clone, Debug)]
struct End {
    id: i64,
    seq: u64,
    hash: Hash,
    code: Option<Hash>,
    engine: i32,
    owner: Option<String>,
    epoch: i64,
}

/// A transaction under way.
pub(crate) struct Batch<'a> {
    session: &'a Session,
    key: Option<&'a ChainKey>,
    held: &'a Held,
    ends: BTreeMap<StreamName, End>,
    /// Streams that were claimed for this process as their first record was written.
    claimed: Vec<StreamName>,
    /// The keys that streams have already, and those of this batch.
    taken: HashSet<(StreamName, String)>,
    made: Vec<(i64, i64, Record, Option<Hash>)>,
    moved: BTreeSet<StreamName>,
    counts: Counts,
}

/// What a commit made true.
pub(crate) struct Done {
    pub(crate) appended: Vec<Appended>,
    pub(crate) counts: Counts,
}

/// Why a transaction came to nothing.
pub(crate) enum Undone {
    /// It was undone for another's sake and can be tried again.
    Passing,
    Fault(Fault),
}

impl From<Error> for Undone {
    fn from(error: Error) -> Undone {
        match crate::error::is_passing(&error) {
            true => Undone::Passing,
            false => Undone::Fault(fault(&error)),
        }
    }
}

impl From<Fault> for Undone {
    fn from(fault: Fault) -> Undone {
        Undone::Fault(fault)
    }
}

/// In the order of their names, so that no two transactions wait for each other.
const LOCK: &str = "SELECT name, id, seq, hash, code, engine, owner, epoch FROM stream
    WHERE name = ANY($1) ORDER BY name FOR UPDATE";

const TAKEN: &str =
    "SELECT asked.n FROM unnest($1::text[], $2::bytea[]) WITH ORDINALITY AS asked (name, key, n)
    JOIN stream s ON s.name = asked.name JOIN record r ON r.stream = s.id AND r.key = asked.key";

const CLAIM: &str = "INSERT INTO stream (name, owner, epoch)
    SELECT name, owner, epoch FROM unnest($1::text[], $2::text[], $3::bigint[]) AS new (name, owner, epoch) ORDER BY name
    ON CONFLICT (name) DO NOTHING RETURNING name";

const TENURE: &str = "INSERT INTO tenure (stream, epoch, owner, seq)
    SELECT id, epoch, owner, 0 FROM stream WHERE name = ANY($1) AND owner IS NOT NULL";

/// A transaction's number is in the upper part of a position, and a record's place within it in the lower.
const INSERT: &str = "INSERT INTO record
        (stream, seq, at, actor, schema, engine, key, body, prev, hash, code, epoch, position)
    SELECT stream, seq, at, actor, schema, engine, key, body, prev, hash, code, epoch,
           (pg_current_xact_id()::text::bigint << 16) + n
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::int[], $6::int[], $7::bytea[], $8::bytea[],
                $9::bytea[], $10::bytea[], $11::bytea[], $12::bigint[])
        WITH ORDINALITY AS new (stream, seq, at, actor, schema, engine, key, body, prev, hash, code, epoch, n)";

const ADVANCE: &str = "UPDATE stream s SET seq = new.seq, hash = new.hash, code = new.code, engine = new.engine
    FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[], $5::int[]) AS new (id, seq, hash, code, engine)
    WHERE s.id = new.id";

/// More records than this have no places in one transaction.
pub(crate) const MOST: usize = 60_000;

impl<'a> Batch<'a> {
    /// Writes appends in one transaction and says what became of each.
    pub(crate) async fn write(
        session: &'a Session,
        (key, held): (Option<&'a ChainKey>, &'a Held),
        appends: &[Vec<Entry>],
    ) -> Result<Done, Undone> {
        let (ends, claimed, taken) = (BTreeMap::new(), Vec::new(), HashSet::new());
        let (made, moved, counts) = (Vec::new(), BTreeSet::new(), Counts::default());
        let mut batch = Batch { session, key, held, ends, claimed, taken, made, moved, counts };
        match batch.all(appends).await {
            Ok(appended) => Ok(Done { appended, counts: batch.counts }),
            Err(undone) => {
                // A connection that is lost undoes it by itself.
                let _ = session.client.batch_execute("ROLLBACK").await;
                Err(undone)
            }
        }
    }

    async fn all(&mut self, appends: &[Vec<Entry>]) -> Result<Vec<Appended>, Undone> {
        self.begin(appends).await?;
        let mut appended: Vec<Appended> = Vec::with_capacity(appends.len());
        for entries in appends {
            let done = match self.refusal(entries) {
                Some(refusal) => {
                    self.counts.refusals += 1;
                    Err(refusal)
                }
                None => {
                    self.counts.appends += 1;
                    self.counts.records += entries.len() as u64;
                    entries.iter().map(|entry| self.make(entry.clone())).collect()
                }
            };
            appended.push(done);
        }
        self.commit().await?;
        Ok(appended)
    }

    /// Locks the streams, and reads where they end and which keys they have.
    async fn begin(&mut self, appends: &[Vec<Entry>]) -> Result<(), Undone> {
        let entries = || appends.iter().flatten();
        let names: BTreeSet<&StreamName> = entries().map(|entry| &entry.stream).collect();
        let asked: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
        let keyed: Vec<(&StreamName, &str)> =
            entries().filter_map(|entry| Some((&entry.stream, entry.key.as_deref()?))).collect();
        let (of, keys): (Vec<&str>, Vec<&[u8]>) =
            keyed.iter().map(|(stream, key)| (stream.as_str(), key.as_bytes())).unzip();
        let (lock, taken) = join(self.session.statement(LOCK), self.session.statement(TAKEN)).await;
        let (lock, taken) = (lock?, taken?);
        let client = &self.session.client;
        let (begun, rows, found) = join3(
            client.batch_execute("BEGIN"),
            client.query(&lock, &[&asked]),
            client.query(&taken, &[&of, &keys]),
        )
        .await;
        begun?;
        self.read_ends(&rows?)?;
        for place in found? {
            let place = usize::try_from(row::get::<i64>(&place, 0, "a place")? - 1).unwrap_or(0);
            if let Some((stream, key)) = keyed.get(place) {
                self.taken.insert(((*stream).clone(), (*key).to_owned()));
            }
        }
        let new = entries().filter(|entry| entry.seq == 1 && !self.ends.contains_key(&entry.stream));
        let new: BTreeSet<&StreamName> = new.map(|entry| &entry.stream).collect();
        if !new.is_empty() { self.claim(&new).await } else { Ok(()) }
    }

    fn read_ends(&mut self, rows: &[Row]) -> Result<(), Fault> {
        for found in rows {
            let stream = row::name(found, 0)?;
            let seq: i64 = row::get(found, 2, "the end of a stream")?;
            let end = End {
                id: row::get(found, 1, "the number of a stream")?,
                seq: seq.unsigned_abs(),
                hash: row::maybe_hash(found, 3, "the last hash of a stream")?.unwrap_or(Hash::ZERO),
                code: row::maybe_hash(found, 4, "the last code of a stream")?,
                engine: row::get(found, 5, "the engine of a stream")?,
                owner: row::get(found, 6, "the owner of a stream")?,
                epoch: row::get(found, 7, "the epoch of a stream")?,
            };
            self.ends.insert(stream, end);
        }
        Ok(())
    }

    /// Makes rows for new streams, those that are leased for this process.
    async fn claim(&mut self, new: &BTreeSet<&StreamName>) -> Result<(), Undone> {
        let membership = &self.held.membership;
        let names: Vec<&str> = new.iter().map(|stream| stream.as_str()).collect();
        let leased = || new.iter().map(|stream| membership.leases(stream));
        let owners: Vec<Option<&str>> =
            leased().map(|leased| leased.then_some(membership.node.as_str())).collect();
        let epochs: Vec<i64> = leased().map(i64::from).collect();
        let made = self.session.rows(CLAIM, &[&names, &owners, &epochs]).await?;
        for found in &made {
            let stream = row::name(found, 0)?;
            if membership.leases(&stream) {
                self.claimed.push(stream);
            }
        }
        let claimed: Vec<&str> = self.claimed.iter().map(StreamName::as_str).collect();
        self.session.execute(TENURE, &[&claimed]).await?;
        // Another process may have been the first.
        let rows = self.session.rows(LOCK, &[&names]).await?;
        Ok(self.read_ends(&rows)?)
    }

    /// Why these entries cannot be appended.
    fn refusal(&self, entries: &[Entry]) -> Option<AppendError> {
        let mut keys = HashSet::with_capacity(entries.len());
        for entry in entries {
            let Some(key) = &entry.key else { continue };
            let place = (entry.stream.clone(), key.clone());
            if self.taken.contains(&place) || !keys.insert(place) {
                return Some(AppendError::Repeated { stream: entry.stream.clone(), key: key.clone() });
            }
        }
        if let Some(stale) = entries.iter().find_map(|entry| self.stale(&entry.stream)) {
            return Some(stale);
        }
        let mut ends = HashMap::new();
        for entry in entries {
            let found = ends.entry(&entry.stream);
            let found = found.or_insert_with(|| self.ends.get(&entry.stream).map_or(0, |end| end.seq));
            if entry.seq != *found + 1 {
                let (stream, asked, found) = (entry.stream.clone(), entry.seq, *found);
                return Some(AppendError::Conflict { stream, asked, found });
            }
            *found += 1;
        }
        None
    }

    /// Whether a leased stream is not this process's any more.
    fn stale(&self, stream: &StreamName) -> Option<AppendError> {
        let membership = &self.held.membership;
        let end = self.ends.get(stream)?;
        if !membership.leases(stream) || !membership.checks_epochs || self.claimed.contains(stream) {
            return None;
        }
        let ours = end.owner.as_ref() == Some(&membership.node) && self.held.epoch(stream) == Some(end.epoch);
        (!ours).then(|| AppendError::Stale { stream: stream.clone(), owner: end.owner.clone() })
    }

    fn make(&mut self, entry: Entry) -> Result<Record, AppendError> {
        let stream = entry.stream.clone();
        let Some(end) = self.ends.get_mut(&stream) else {
            let (asked, found) = (entry.seq, 0);
            return Err(AppendError::Conflict { stream, asked, found });
        };
        let record = entry.seal(end.hash);
        let code = self.key.map(|key| {
            let before = end.code.unwrap_or_else(|| key.stream(&stream));
            key.record(&before, integer(record.entry.seq), &record.hash)
        });
        if let Some(key) = &record.entry.key {
            self.taken.insert((stream.clone(), key.clone()));
        }
        (end.seq, end.hash, end.code) = (record.entry.seq, record.hash, code);
        end.engine = end.engine.max(i32::from(record.entry.engine));
        // What this process believes, so that the database shows who wrote under which lease.
        let epoch = match self.claimed.contains(&stream) {
            true => end.epoch,
            false => self.held.epoch(&stream).unwrap_or(0),
        };
        self.made.push((end.id, epoch, record.clone(), code));
        self.moved.insert(stream);
        Ok(record)
    }

    /// Makes everything durable.
    async fn commit(&mut self) -> Result<(), Undone> {
        if self.made.is_empty() && self.claimed.is_empty() {
            return Ok(self.session.client.batch_execute("ROLLBACK").await?);
        }
        let made = &self.made;
        let of = |field: fn(&Record) -> i64| -> Vec<i64> { made.iter().map(|(.., r, _)| field(r)).collect() };
        let small = |field: fn(&Record) -> u16| -> Vec<i32> {
            made.iter().map(|(.., r, _)| i32::from(field(r))).collect()
        };
        let ids: Vec<i64> = made.iter().map(|(id, ..)| *id).collect();
        let epochs: Vec<i64> = made.iter().map(|(_, epoch, ..)| *epoch).collect();
        let (seqs, times) = (of(|r| integer(r.entry.seq)), of(|r| r.entry.at));
        let (schemas, engines) = (small(|r| r.entry.schema), small(|r| r.entry.engine));
        let actors: Vec<&[u8]> = made.iter().map(|(.., r, _)| r.entry.actor.as_bytes()).collect();
        let keys: Vec<Option<&[u8]>> =
            made.iter().map(|(.., r, _)| r.entry.key.as_ref().map(String::as_bytes)).collect();
        let bodies: Vec<&[u8]> = made.iter().map(|(.., r, _)| r.entry.body.as_bytes()).collect();
        let prevs: Vec<&[u8]> = made.iter().map(|(.., r, _)| r.prev.as_bytes().as_slice()).collect();
        let hashes: Vec<&[u8]> = made.iter().map(|(.., r, _)| r.hash.as_bytes().as_slice()).collect();
        let codes: Vec<Option<&[u8]>> =
            made.iter().map(|(.., code)| code.as_ref().map(|code| code.as_bytes().as_slice())).collect();
        let ends: Vec<&End> = self.moved.iter().filter_map(|stream| self.ends.get(stream)).collect();
        let end_ids: Vec<i64> = ends.iter().map(|end| end.id).collect();
        let end_seqs: Vec<i64> = ends.iter().map(|end| integer(end.seq)).collect();
        let end_hashes: Vec<&[u8]> = ends.iter().map(|end| end.hash.as_bytes().as_slice()).collect();
        let end_codes: Vec<Option<&[u8]>> =
            ends.iter().map(|end| end.code.as_ref().map(|code| code.as_bytes().as_slice())).collect();
        let end_engines: Vec<i32> = ends.iter().map(|end| end.engine).collect();

        let (insert, advance) = join(self.session.statement(INSERT), self.session.statement(ADVANCE)).await;
        let (insert, advance) = (insert?, advance?);
        let client = &self.session.client;
        // All three are on their way at once. After one that fails the server makes an undoing of the commit.
        try_join3(
            client.execute(
                &insert,
                &[
                    &ids, &seqs, &times, &actors, &schemas, &engines, &keys, &bodies, &prevs, &hashes,
                    &codes, &epochs,
                ],
            ),
            client.execute(&advance, &[&end_ids, &end_seqs, &end_hashes, &end_codes, &end_engines]),
            client.batch_execute("COMMIT"),
        )
        .await?;
        let owned =
            self.claimed.iter().filter_map(|stream| Some((stream.clone(), self.ends.get(stream)?.epoch)));
        self.held.take(owned);
        Ok(())
    }
}
