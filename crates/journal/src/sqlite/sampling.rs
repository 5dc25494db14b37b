//! Looking at a running journal again, a little at a time: what is on the disk must be what was written.

use rusqlite::Connection;

use crate::{Anchor, ChainKey, Fault, Hash};

use super::shelves::Shelves;
use super::{SqliteJournal, anchoring, store};

impl SqliteJournal {
    /// Checks some records behind a position against their hashes and codes, and gives the position to go on from: the
    /// beginning again behind the last.
    ///
    /// With the last record of all the shelves are compared as well.
    pub fn sample(&self, after: u64, limit: usize) -> Result<u64, Fault> {
        // What is compared must be older than what it is compared with.
        let last = self.heads.last();
        let anchor = self.anchor()?;
        let Some(last) = last.filter(|last| after < last.position.unsigned_abs()) else {
            return self.readers.with(|db| self.sample_shelves(db, anchor)).map(|()| 0);
        };
        let upto = store::integer(after.saturating_add(limit as u64)).min(last.position);
        self.readers.with(|db| {
            store::behind(db, after, (upto - store::integer(after)).unsigned_abs() as usize)?;
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

    fn sample_shelves(&self, db: &Connection, anchor: Option<Anchor>) -> Result<(), Fault> {
        let Some((key, _)) = &self.key else { return Ok(()) };
        db.execute_batch("BEGIN").map_err(store::fault)?;
        let examined = Shelves::examine(db, key);
        db.execute_batch("COMMIT").map_err(store::fault)?;
        let (shelves, broken) = examined?;
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
