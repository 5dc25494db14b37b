//! The walk along all records in the order of their commits.

use std::collections::{BTreeMap, HashMap};

use rusqlite::Connection;

use crate::sqlite::keys::{Index, KeyEntry, StoredRun};
use crate::sqlite::store::{self, Stored};
use crate::{Fault, Hash, Head, Record, StreamName};

use super::codes::Codes;
use super::{Finding, Findings, Progress, Snapshot, Wrong, finding};

/// The walk: where every stream stands, and what must still be met.
pub(crate) struct Walk<'a> {
    db: &'a Connection,
    snapshot: &'a Snapshot,
    names: HashMap<i64, StreamName>,
    now: HashMap<i64, Now>,
    records: u64,
    milestones: u64,
    /// The keys so far, and the runs of the stored index that are still to be compared, the last one first.
    keys: Index,
    runs: Vec<StoredRun>,
    /// Records that somebody signed or noted: the hash, and who.
    awaited: HashMap<(StreamName, u64), (Hash, Witness)>,
    codes: Option<Codes<'a>>,
}

/// Where a stream stands.
#[derive(Clone, Copy)]
struct Now {
    seq: u64,
    position: i64,
    /// The hash of its last record; unknown behind one that cannot be read.
    hash: Option<Hash>,
}

/// Who says that a record is there.
#[derive(Clone, Copy)]
enum Witness {
    Checkpoint(u64),
    Mark,
}

impl Witness {
    fn name(self) -> String {
        match self {
            Witness::Checkpoint(number) => format!("checkpoint {number}"),
            Witness::Mark => finding::MARK.into(),
        }
    }
}

/// So many records are read at a time; between them a running journal may do what it likes.
const AT_ONCE: i64 = 1_000;

impl<'a> Walk<'a> {
    pub(crate) fn new(
        db: &'a Connection,
        snapshot: &'a Snapshot,
        signed: HashMap<(StreamName, u64), (Hash, u64)>,
        marked: Option<Head>,
        codes: Option<Codes<'a>>,
    ) -> Walk<'a> {
        let names = snapshot.streams.iter().map(|(id, name, ..)| (*id, name.clone())).collect();
        let mut awaited: HashMap<_, _> = signed
            .into_iter()
            .map(|(at, (hash, number))| (at, (hash, Witness::Checkpoint(number))))
            .collect();
        if let Some(Head { stream, seq, hash }) = marked {
            awaited.entry((stream, seq)).or_insert((hash, Witness::Mark));
        }
        let (keys, mut runs) = (Index::default(), snapshot.runs.clone());
        runs.reverse();
        let (now, records, milestones) = (HashMap::new(), 0, 0);
        Walk { db, snapshot, names, now, records, milestones, keys, runs, awaited, codes }
    }

    /// Reads every record up to the last of the snapshot.
    pub(crate) fn run(
        &mut self,
        findings: &mut Findings,
        visit: &mut dyn FnMut(&Record),
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), Fault> {
        let of = self.snapshot.last.unsigned_abs();
        let mut position = 0;
        progress(Progress { done: 0, of });
        while position < self.snapshot.last && !findings.enough() {
            let reached = self.some(position, findings, visit);
            match findings.note(reached)? {
                Some(reached) if reached > position => position = reached,
                Some(_) => {
                    let lost = self.snapshot.last - position;
                    findings.add(Finding::Database(format!(
                        "{lost} records behind position {position} are missing"
                    )));
                    break;
                }
                None => break,
            }
            progress(Progress { done: self.records, of });
        }
        self.codes.iter().for_each(|codes| codes.finish(self.snapshot.last, findings));
        let milestones = findings.note(store::milestones(self.db, self.snapshot.last))?;
        if milestones.is_some_and(|found| found != self.milestones) {
            findings.add(Finding::Database("there are more or fewer milestones than there should be".into()));
        }
        Ok(())
    }

    /// Reads a few records behind a position, and says how far it came.
    fn some(
        &mut self,
        after: i64,
        findings: &mut Findings,
        visit: &mut dyn FnMut(&Record),
    ) -> Result<i64, Fault> {
        let db = self.db;
        let code = if self.snapshot.has_codes { "code" } else { "NULL" };
        let select = format!(
            "SELECT position, stream, seq, before, at, actor, schema, engine, key, body, prev, hash, {code} FROM record
             WHERE position > ?1 AND position <= ?2 ORDER BY position LIMIT ?3"
        );
        let mut statement = db.prepare_cached(&select).map_err(store::fault)?;
        let mut rows = statement.query((after, self.snapshot.last, AT_ONCE)).map_err(store::fault)?;
        let mut reached = after;
        while let Some(row) = rows.next().map_err(store::fault)? {
            let position: i64 = store::get(row, 0, "a position")?;
            if position != reached + 1 {
                let (from, to) = (reached + 1, position - 1);
                findings
                    .add(Finding::Database(format!("the records at positions {from} to {to} are missing")));
            }
            reached = position;
            self.records += 1;
            let id: i64 = store::get(row, 1, "the stream of a record")?;
            let Some(stream) = self.names.get(&id).cloned() else {
                findings.add(Finding::Database(format!(
                    "the record at position {position} is of no known stream"
                )));
                continue;
            };
            let before =
                self.now.get(&id).copied().unwrap_or(Now { seq: 0, position: 0, hash: Some(Hash::ZERO) });
            let code =
                store::get::<Option<[u8; 32]>>(row, 12, "the code of a record").map(|c| c.map(Hash::new));
            let read = store::record(row, &stream).and_then(|stored| code.clone().map(|_| stored));
            let (hash, code) = (read.as_ref().ok().map(|stored| stored.record.hash), code.unwrap_or(None));
            let coded = self.codes.as_mut().map(|codes| codes.next(position, hash.as_ref(), code));
            match read {
                Ok(stored) => {
                    visit(&stored.record);
                    let seq = stored.record.entry.seq;
                    let now = Now { seq, position, hash: Some(stored.record.hash) };
                    for wrong in
                        self.examine(&stored, id, before, now)?.into_iter().chain(coded.unwrap_or_default())
                    {
                        findings.add(Finding::Record { stream: stream.clone(), seq, wrong });
                    }
                    self.now.insert(id, now);
                }
                Err(fault) => {
                    let seq = before.seq + 1;
                    findings.add(Finding::Record { stream, seq, wrong: Wrong::Field(fault.to_string()) });
                    self.now.insert(id, Now { seq, position, hash: None });
                }
            }
            if self.codes.as_ref().is_some_and(|codes| codes.begin_behind(position)) {
                let heads = self.heads();
                self.codes.iter_mut().for_each(|codes| codes.compare_start(&heads, findings));
            }
            if let Some(run) = self.runs.pop_if(|run| run.upto == position) {
                findings.note(self.compare_run(&run))?;
            }
        }
        Ok(reached)
    }

    /// Makes a run of the index of keys again from the records, and compares it with the stored one.
    fn compare_run(&mut self, run: &StoredRun) -> Result<(), Fault> {
        let made = self.keys.take_tail();
        if run.entries(self.db).map_err(store::fault)? != made {
            return Err(Fault::Damaged(format!(
                "the index of keys up to position {} is not that of the records",
                run.upto
            )));
        }
        self.keys.complete(&made);
        Ok(())
    }

    /// All that is wrong with one record.
    fn examine(&mut self, stored: &Stored, id: i64, before: Now, now: Now) -> Result<Vec<Wrong>, Fault> {
        let Stored { record, before: before_position } = stored;
        let Record { entry, prev, hash } = record;
        let mut wrong = Vec::new();
        if entry.seq != before.seq + 1 {
            wrong.push(Wrong::Number { expected: before.seq + 1 });
        }
        let expected = entry.hash(prev);
        if expected != *hash {
            wrong.push(Wrong::Hash { expected, found: *hash });
        }
        if let Some(expected) = before.hash.filter(|expected| expected != prev) {
            wrong.push(Wrong::Prev { expected, found: *prev });
        }
        if *before_position != before.position {
            wrong.push(Wrong::Field("the position of the record before it is wrong".into()));
        }
        if entry.seq.is_multiple_of(store::MILESTONE) {
            self.milestones += 1;
            if store::milestone(self.db, id, entry.seq)? != Some(now.position) {
                wrong.push(Wrong::Field("its milestone is wrong".into()));
            }
        }
        if let Some(key) = &entry.key {
            if self.keys.find(self.db, id, key).map_err(store::fault)?.is_some() {
                wrong.push(Wrong::Field("a record before it has the same key".into()));
            }
            self.keys.add(KeyEntry::of(id, key, now.position));
        }
        if let Some((expected, witness)) = self.awaited.remove(&(entry.stream.clone(), entry.seq))
            && expected != *hash
        {
            wrong.push(Wrong::Replaced { witness: witness.name(), expected, found: *hash });
        }
        Ok(wrong)
    }

    /// Where every stream stands now, sorted by name.
    fn heads(&self) -> Vec<Head> {
        let head = |(id, now): (&i64, &Now)| {
            Some(Head { stream: self.names.get(id)?.clone(), seq: now.seq, hash: now.hash? })
        };
        let mut heads: Vec<Head> = self.now.iter().filter_map(head).collect();
        heads.sort();
        heads
    }

    /// Compares where every stream was left with where it should end; gives the count of records and all heads.
    pub(crate) fn finish(mut self, findings: &mut Findings) -> (u64, Vec<Head>) {
        let mut heads = BTreeMap::new();
        for (id, stream, seq, position) in &self.snapshot.streams {
            let now = self.now.get(id);
            if now.map(|now| (now.seq, now.position)) != Some((*seq, *position)) {
                let found = now.map_or(0, |now| now.seq);
                let what = format!("{stream} ends at record {found}, and should end at {seq}");
                findings.add(Finding::Database(what));
            }
            if let Some(Now { seq, hash: Some(hash), .. }) = now {
                heads.insert(stream.clone(), Head { stream: stream.clone(), seq: *seq, hash: *hash });
            }
        }
        if let Some(run) = self.runs.last() {
            findings.add(Finding::Database(format!(
                "the index of keys goes up to position {}, and no record is there",
                run.upto
            )));
        }
        let mut missing: Vec<_> = self.awaited.drain().collect();
        missing.sort_by(|(one, _), (other, _)| one.cmp(other));
        for ((stream, seq), (_, witness)) in missing {
            let wrong = Wrong::Missing { witness: witness.name() };
            findings.add(Finding::Record { stream, seq, wrong });
        }
        (self.records, heads.into_values().collect())
    }
}
