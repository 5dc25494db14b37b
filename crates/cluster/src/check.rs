//! Checking a whole journal in PostgreSQL without changing it: every record, link, code, lease and checkpoint.

use std::collections::BTreeMap;

use punto_journal::check::{CheckReport, Coded, Finding, MOST, Wrong};
use punto_journal::{Checkpoint, Fault, Hash, Head, Journal, PublicKey, Record, StreamName};
use tokio_postgres::Row;

use crate::journal::{Inner, PostgresJournal};
use crate::row::{self, columns, integer};

const PAGE: u64 = 1_000;

/// Records as they lie there, each with its code and the epoch it was written under.
const RECORDS: &str = concat!(
    "SELECT ",
    columns!(),
    ", r.code, r.epoch FROM stream s JOIN record r ON r.stream = s.id
      WHERE s.name = $1 AND r.seq > $2 AND r.seq <= $3 ORDER BY r.seq LIMIT $4"
);

/// Since which record each lease of a stream was held.
const TENURES: &str =
    "SELECT t.seq, t.epoch FROM stream s JOIN tenure t ON t.stream = s.id WHERE s.name = $1 ORDER BY t.epoch";

/// Checks everything up to where each stream ends now. `visit` is given every record that can be read, stream by stream.
///
/// Checkpoints must be signed by one of the `trusted` keys; where none is given any key will do. An append that was made
/// under a lease that another process had taken over is a finding, too.
pub fn verify(
    journal: &PostgresJournal,
    trusted: &[PublicKey],
    visit: &mut dyn FnMut(&Record),
) -> Result<CheckReport, Fault> {
    let inner = journal.inner().clone();
    // What was signed must be read before what it signs, as a running journal goes on.
    let signed = journal.checkpoints(0);
    let heads = journal.heads()?;
    let mut findings = Vec::new();
    let checkpoints = match signed {
        Ok(checkpoints) => checkpoints,
        Err(Fault::Damaged(what)) => {
            findings.push(Finding::Database(what));
            Vec::new()
        }
        Err(other) => return Err(other),
    };
    let mut walk = Walk { journal, inner: &inner, awaited: awaited(&checkpoints), records: 0, findings };
    let mut keys: Vec<PublicKey> = Vec::new();
    for Checkpoint { number, key, .. } in &checkpoints {
        if !keys.contains(key) {
            keys.push(*key);
        }
        if !trusted.is_empty() && !trusted.contains(key) {
            let what = format!("was signed with a key that is not trusted: {key}");
            walk.findings.push(Finding::Checkpoint { number: *number, what });
        }
    }
    for head in &heads {
        if walk.findings.len() >= MOST {
            break;
        }
        walk.stream(head, visit)?;
    }
    walk.missing();
    walk.last_checkpoint(checkpoints.last());
    walk.shelves()?;
    let codes = if inner.key.is_some() { Coded::From(0) } else { Coded::None };
    let Walk { records, mut findings, .. } = walk;
    findings.truncate(MOST);
    Ok(CheckReport { records, heads, checkpoints: checkpoints.len() as u64, keys, codes, findings })
}

/// The records that checkpoints signed.
type Awaited = BTreeMap<(StreamName, u64), (Hash, u64)>;

fn awaited(checkpoints: &[Checkpoint]) -> Awaited {
    let of = |checkpoint: &Checkpoint| {
        let number = checkpoint.number;
        let head = move |head: &Head| ((head.stream.clone(), head.seq), (head.hash, number));
        checkpoint.heads.iter().map(head).collect::<Vec<_>>()
    };
    checkpoints.iter().flat_map(of).collect()
}

struct Walk<'a> {
    journal: &'a PostgresJournal,
    inner: &'a std::sync::Arc<Inner>,
    awaited: Awaited,
    records: u64,
    findings: Vec<Finding>,
}

/// Where a stream stands while it is read.
struct Now {
    seq: u64,
    hash: Option<Hash>,
    code: Option<Hash>,
    /// Since which record each epoch was held, the next to come last.
    tenures: Vec<(u64, i64)>,
    epoch: i64,
}

impl Walk<'_> {
    fn stream(&mut self, head: &Head, visit: &mut dyn FnMut(&Record)) -> Result<(), Fault> {
        let Head { stream, seq: end, hash } = head;
        let key = self.inner.key.clone();
        let tenures = self.tenures(stream)?;
        let code = key.as_ref().map(|key| key.stream(stream));
        let mut now = Now { seq: 0, hash: Some(Hash::ZERO), code, tenures, epoch: 0 };
        while now.seq < *end && self.findings.len() < MOST {
            let rows = self.page(stream, now.seq, *end)?;
            if rows.is_empty() {
                break;
            }
            for found in &rows {
                self.record(found, stream, &mut now, visit)?;
            }
        }
        if now.seq != *end || now.hash.is_some_and(|last| last != *hash) {
            let what = format!("{stream} ends at record {}, and should end at {end}", now.seq);
            self.findings.push(Finding::Database(what));
        }
        Ok(())
    }

    fn record(
        &mut self,
        found: &Row,
        stream: &StreamName,
        now: &mut Now,
        visit: &mut dyn FnMut(&Record),
    ) -> Result<(), Fault> {
        self.records += 1;
        let due = now.seq + 1;
        let mut wrong = |seq: u64, wrong: Wrong| {
            self.findings.push(Finding::Record { stream: stream.clone(), seq, wrong });
        };
        let record = match row::unchecked(found, 0, stream) {
            Ok(record) => record,
            Err(fault) => {
                wrong(due, Wrong::Field(fault.to_string()));
                (now.seq, now.hash, now.code) = (due, None, None);
                return Ok(());
            }
        };
        visit(&record);
        let (seq, hash) = (record.entry.seq, record.hash);
        if seq != due {
            wrong(seq, Wrong::Number { expected: due });
        }
        let expected = record.entry.hash(&record.prev);
        if expected != hash {
            wrong(seq, Wrong::Hash { expected, found: hash });
        }
        if let Some(expected) = now.hash.filter(|before| *before != record.prev) {
            wrong(seq, Wrong::Prev { expected, found: record.prev });
        }
        let code = row::maybe_hash(found, 9, "the code of a record")?;
        if let Some(key) = &self.inner.key {
            let made = now.code.map(|before| key.record(&before, integer(seq), &hash));
            if code.is_none() || made.is_some_and(|made| code != Some(made)) {
                wrong(seq, Wrong::Code);
            }
        }
        let epoch: i64 = row::get(found, 10, "the epoch of a record")?;
        while let Some((_, next)) = now.tenures.pop_if(|(since, _)| *since < seq) {
            now.epoch = next;
        }
        if epoch != now.epoch {
            let owned = now.epoch;
            let what = format!("it was written under lease {epoch}, and the stream was under lease {owned}");
            wrong(seq, Wrong::Field(what));
        }
        if let Some((expected, number)) = self.awaited.remove(&(stream.clone(), seq))
            && expected != hash
        {
            wrong(seq, Wrong::Replaced { witness: format!("checkpoint {number}"), expected, found: hash });
        }
        (now.seq, now.hash, now.code) = (seq, Some(hash), code);
        Ok(())
    }

    /// Records that were signed, and are not there.
    fn missing(&mut self) {
        for ((stream, seq), (_, number)) in std::mem::take(&mut self.awaited) {
            let wrong = Wrong::Missing { witness: format!("checkpoint {number}") };
            self.findings.push(Finding::Record { stream, seq, wrong });
        }
    }

    /// Whether the last checkpoint that was signed is there.
    fn last_checkpoint(&mut self, last: Option<&Checkpoint>) {
        // One that is damaged is found with the shelves.
        let Ok(Some(noted)) = self.journal.get("last-checkpoint", "last-checkpoint") else { return };
        let noted = String::from_utf8(noted).unwrap_or_default();
        let number = noted.split(' ').next().unwrap_or_default().to_owned();
        // A running house may have signed another in the meantime.
        let last = last.map(|last| last.number).unwrap_or(0);
        if number.parse().is_ok_and(|number: u64| number > last)
            && self.journal.checkpoints(last).is_ok_and(|more| more.is_empty())
        {
            let what = format!("checkpoint {number} was signed, and is not there");
            self.findings.push(Finding::Database(what));
        }
    }

    /// Whether everything on the shelves was put there by this house.
    fn shelves(&mut self) -> Result<(), Fault> {
        let inner = self.inner.clone();
        let names = "SELECT shelf, name FROM shelf ORDER BY shelf, name";
        let all = self.journal.ask(async move { inner.readers.rows(names, &[]).await })?;
        for found in &all {
            let (shelf, name): (String, String) =
                (row::get(found, 0, "the name of a shelf")?, row::get(found, 1, "a name on a shelf")?);
            match self.journal.get(&shelf, &name) {
                Ok(_) => {}
                Err(Fault::Damaged(what)) => self.findings.push(Finding::Database(what)),
                Err(other) => return Err(other),
            }
        }
        Ok(())
    }

    fn page(&self, stream: &StreamName, after: u64, upto: u64) -> Result<Vec<Row>, Fault> {
        let (inner, stream) = (self.inner.clone(), stream.clone());
        let bounds = [after, upto, PAGE].map(integer);
        self.journal.ask(async move {
            inner.readers.rows(RECORDS, &[&stream.as_str(), &bounds[0], &bounds[1], &bounds[2]]).await
        })
    }

    /// Since which record each epoch of a stream was held, the first one last.
    fn tenures(&self, stream: &StreamName) -> Result<Vec<(u64, i64)>, Fault> {
        let (inner, stream) = (self.inner.clone(), stream.clone());
        let rows = self.journal.ask(async move { inner.readers.rows(TENURES, &[&stream.as_str()]).await })?;
        let tenure = |found: &Row| {
            let seq: i64 = row::get(found, 0, "the beginning of a lease")?;
            Ok((seq.unsigned_abs(), row::get(found, 1, "an epoch")?))
        };
        rows.iter().rev().map(tenure).collect()
    }
}
