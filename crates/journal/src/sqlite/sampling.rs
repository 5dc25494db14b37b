//! Looking at a running journal again, a little at a time: what is on the disk must be what was written.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use rusqlite::Connection;

use crate::{Anchor, ChainKey, Fault, Hash, Head, Journal, Record};

use super::shelves::{Examined, Shelves};
use super::{LAST, SqliteJournal, anchoring, schema, store};

impl SqliteJournal {
    /// Checks some records behind a position against their hashes and codes, and gives the position to go on from: the
    /// beginning again behind the last.
    ///
    /// The file, the schema and some checkpoints are looked at with every slice. With the last record of all the shelves and
    /// the ends of streams are compared as well.
    pub fn sample(&self, after: u64, limit: usize) -> Result<u64, Fault> {
        // What is compared must be older than what it is compared with.
        let last = self.heads.last();
        let anchor = self.anchor()?;
        self.readers.in_place()?;
        self.readers.with(|db| {
            schema::agrees(db).map_err(store::fault)?.map_err(Fault::Damaged)?;
            self.sample_checkpoints(db)
        })?;
        let Some(last) = last.filter(|last| after < last.position.unsigned_abs()) else {
            return self
                .readers
                .with(|db| {
                    self.sample_streams(db)?;
                    self.sample_shelves(db, anchor)
                })
                .map(|()| 0);
        };
        let upto = store::integer(after.saturating_add(limit as u64)).min(last.position);
        self.readers.with(|db| {
            let slice = store::behind(db, after, (upto - store::integer(after)).unsigned_abs() as usize)?;
            sample_milestones(db, &slice)?;
            if let Some((key, _)) = &self.key {
                sample_codes(db, key, store::integer(after), upto)?;
            }
            match store::codes(db, last.position - 1, last.position)?.pop() {
                Some((_, hash, _)) if hash == last.hash => Ok(upto.unsigned_abs()),
                _ => Err(Fault::Damaged(format!("the last record, at position {}, is gone", last.position))),
            }
        })
    }

    fn anchor(&self) -> Result<Option<Anchor>, Fault> {
        let Some((key, file)) = &self.key else { return Ok(None) };
        Anchor::load(file, key).map_err(|error| Fault::Damaged(error.to_string()))
    }

    /// Some checkpoints, and whether the last is the last that was signed.
    fn sample_checkpoints(&self, db: &Connection) -> Result<(), Fault> {
        const SLICE: usize = 8;
        let after = self.signed.load(Ordering::Relaxed);
        // The one before is read with them, so that each is seen to follow it.
        let read = store::checkpoints(db, after.saturating_sub(1), SLICE + 1)?;
        let next = if read.len() > SLICE { after + SLICE as u64 } else { 0 };
        self.signed.store(next, Ordering::Relaxed);
        // What was signed in the meantime is not missed: the note is read first.
        let Some(noted) = Journal::get(self, LAST, LAST)? else { return Ok(()) };
        let noted = String::from_utf8(noted).unwrap_or_default();
        let (number, hash) = noted.split_once(' ').unwrap_or_default();
        let number: u64 = number.parse().unwrap_or(0);
        match store::checkpoints(db, number.saturating_sub(1), 1)?.pop() {
            Some(last) if last.number == number && last.hash().to_string() == hash => Ok(()),
            _ => store::damaged(format!("checkpoint {number} is not the one that was signed")),
        }
    }

    /// Whether streams end no earlier than they did, and have their milestones.
    fn sample_streams(&self, db: &Connection) -> Result<(), Fault> {
        let heads = self.heads.all();
        let ends: BTreeMap<_, _> =
            store::streams(db)?.into_iter().map(|(_, stream, seq, _)| (stream, seq)).collect();
        for Head { stream, seq, .. } in heads {
            if ends.get(&stream).is_none_or(|end| *end < seq) {
                return store::damaged(format!("{stream} is said to end before record {seq}"));
            }
        }
        let select =
            "SELECT (SELECT count(*) FROM milestone) = (SELECT coalesce(sum(seq / ?1), 0) FROM stream)";
        let whole: bool = db
            .query_row(select, [store::integer(store::MILESTONE)], |row| row.get(0))
            .map_err(store::fault)?;
        if whole {
            Ok(())
        } else {
            store::damaged("there are more or fewer milestones than there must be".into())
        }
    }

    fn sample_shelves(&self, db: &Connection, anchor: Option<Anchor>) -> Result<(), Fault> {
        let Some((key, _)) = &self.key else { return Ok(()) };
        db.execute_batch("BEGIN").map_err(store::fault)?;
        let examined = Shelves::examine(db, key);
        db.execute_batch("COMMIT").map_err(store::fault)?;
        let Examined { shelves, broken, .. } = examined?;
        if let Some(broken) = broken.into_iter().next() {
            return Err(Fault::Damaged(broken.what));
        }
        match anchor {
            Some(anchor) if anchor.shelves > shelves.version => Err(Fault::Damaged(format!(
                "the shelves are those of version {}, and version {} was written",
                shelves.version, anchor.shelves
            ))),
            _ => Ok(()),
        }
    }
}

/// Whether the records of a slice are where their milestones say.
fn sample_milestones(db: &Connection, slice: &[(u64, Record)]) -> Result<(), Fault> {
    for (position, record) in slice {
        let (seq, stream) = (record.entry.seq, &record.entry.stream);
        if !seq.is_multiple_of(store::MILESTONE) {
            continue;
        }
        let noted = match store::stream_id(db, stream)? {
            Some(id) => store::milestone(db, id, seq)?,
            None => None,
        };
        if noted != Some(store::integer(*position)) {
            return store::damaged(format!("the milestone of record {seq} of {stream} is wrong"));
        }
    }
    Ok(())
}

fn sample_codes(db: &Connection, key: &ChainKey, after: i64, upto: i64) -> Result<Hash, Fault> {
    let Some((from, start)) = store::start(db)? else {
        return Err(Fault::Damaged("it has lost where its codes begin".into()));
    };
    let after = after.max(from);
    if after >= upto {
        return Ok(start);
    }
    let before = if after == from { start } else { store::code_at(db, after)? };
    anchoring::follow(db, key, (after, before), upto, None)
}
