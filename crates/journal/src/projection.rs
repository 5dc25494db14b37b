//! Projections: databases that are derived from a journal, outside the append.
//!
//! A [`Projection`] says what to keep of a record. [`Projected`] keeps it in a file of its own, together with the
//! position in the journal up to which it has come. It is never part of an append, so that it can neither delay nor fail
//! one: a [`Follower`] lets it catch up in the background. The file can be deleted at any time and is then made again;
//! the same happens if it is damaged, is of another version, or belongs to another journal.
//!
//! What a projection does not have yet is in the journal behind its position. A query reads that tail as well, and
//! so gets a complete answer however far the projection is.

mod follower;
mod terms;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction};

use crate::sqlite::store;
use crate::{Fault, Hash, Record, SqliteJournal, SqliteReader, private};

pub use follower::Follower;
pub use terms::{Lookup, TermIndex, Wanted};

/// What is kept of records.
///
/// It must depend on the records alone, and not on how many are given at once: a projection that was made again is equal
/// to one that has followed the journal from its first record.
pub trait Projection: Send + Sync + 'static {
    /// Names the file.
    fn name(&self) -> &str;

    /// A number that changes with the schema or with what is derived; a file of another number is made again.
    fn version(&self) -> u32;

    /// What makes the tables.
    fn schema(&self) -> &str;

    /// Adds records, in the order of their commits.
    fn add(&self, db: &Transaction<'_>, records: &[Record]) -> rusqlite::Result<()>;
}

/// A journal whose records can be read in the order of their commits.
pub trait CommitOrder {
    /// How many records it has.
    fn position(&self) -> Result<u64, Fault>;

    /// The records behind a position, `limit` at most, each with its position.
    fn follow(&self, after: u64, limit: usize) -> Result<Vec<(u64, Record)>, Fault>;
}

impl CommitOrder for SqliteJournal {
    fn position(&self) -> Result<u64, Fault> {
        Ok(SqliteJournal::position(self))
    }

    fn follow(&self, after: u64, limit: usize) -> Result<Vec<(u64, Record)>, Fault> {
        SqliteJournal::follow(self, after, limit)
    }
}

impl CommitOrder for SqliteReader {
    fn position(&self) -> Result<u64, Fault> {
        SqliteReader::position(self)
    }

    fn follow(&self, after: u64, limit: usize) -> Result<Vec<(u64, Record)>, Fault> {
        SqliteReader::follow(self, after, limit)
    }
}

impl<J: CommitOrder + ?Sized> CommitOrder for Arc<J> {
    fn position(&self) -> Result<u64, Fault> {
        (**self).position()
    }

    fn follow(&self, after: u64, limit: usize) -> Result<Vec<(u64, Record)>, Fault> {
        (**self).follow(after, limit)
    }
}

/// How far a projection has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Records that it has.
    pub done: u64,
    /// Records that the journal has.
    pub of: u64,
}

/// A projection in its file.
pub struct Projected<P> {
    projection: P,
    file: PathBuf,
    /// For adding; `None` until the file was opened, and after a failure.
    adding: Mutex<Option<Connection>>,
    reading: Mutex<Option<Connection>>,
    done: AtomicU64,
}

/// So many records are added in one transaction.
const AT_ONCE: usize = 2_000;

impl<P: Projection> Projected<P> {
    /// A projection in this folder. Nothing is opened before [`catch_up`](Projected::catch_up).
    pub fn new(folder: &Path, projection: P) -> Projected<P> {
        let file = folder.join(format!("{}.sqlite3", projection.name()));
        let (adding, reading) = (Mutex::new(None), Mutex::new(None));
        Projected { projection, file, adding, reading, done: AtomicU64::new(0) }
    }

    /// What is projected.
    pub fn projection(&self) -> &P {
        &self.projection
    }

    /// How far it has come.
    pub fn progress(&self, journal: &SqliteJournal) -> Progress {
        Progress { done: self.done.load(Relaxed), of: journal.position() }
    }

    /// Adds some of the records that are missing, and says whether there are more.
    ///
    /// After a failure the file is opened again at the next call, and made again where it is damaged.
    pub fn catch_up(&self, journal: &impl CommitOrder) -> Result<bool, Fault> {
        let mut adding = locked(&self.adding);
        let added = self.step(&mut adding, journal);
        if let Err(fault) = &added {
            *adding = None;
            if matches!(fault, Fault::Damaged(_)) {
                self.discard().map_err(|error| self.failed(&error))?;
            }
        }
        added
    }

    fn step(&self, adding: &mut Option<Connection>, journal: &impl CommitOrder) -> Result<bool, Fault> {
        let db = match adding {
            Some(db) => db,
            None => adding.insert(self.open(journal)?),
        };
        let records = journal.follow(self.done.load(Relaxed), AT_ONCE)?;
        let Some((position, last)) = records.last().map(|(position, last)| (*position, last.hash)) else {
            return Ok(false);
        };
        let more = records.len() == AT_ONCE;
        let records: Vec<Record> = records.into_iter().map(|(_, record)| record).collect();
        let add = |db: &mut Connection| {
            let change = db.transaction()?;
            self.projection.add(&change, &records)?;
            let note = "UPDATE projected SET position = ?1, hash = ?2";
            change.prepare_cached(note)?.execute((store::integer(position), last.as_bytes().as_slice()))?;
            change.commit()
        };
        add(db).map_err(store::fault)?;
        self.done.store(position, Relaxed);
        Ok(more)
    }

    /// Reads the projection as it is at one moment; `None` where there is none yet.
    pub fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<Option<T>, Fault> {
        let mut reading = locked(&self.reading);
        let db = match &mut *reading {
            Some(db) => db,
            None if self.done.load(Relaxed) == 0 => return Ok(None),
            none => none.insert(connect(&self.file).map_err(store::fault)?),
        };
        let result = db.transaction().and_then(|moment| read(&moment)).map_err(store::fault);
        if result.is_err() {
            *reading = None;
        }
        result.map(Some)
    }

    /// Opens the file if it is a projection of this journal, or begins it anew.
    fn open(&self, journal: &impl CommitOrder) -> Result<Connection, Fault> {
        if let Some((db, position)) = self.found(journal)? {
            self.done.store(position, Relaxed);
            return Ok(db);
        }
        self.discard().map_err(|error| self.failed(&error))?;
        self.create().map_err(store::fault)
    }

    /// The file and how far it is, if it can be gone on with.
    fn found(&self, journal: &impl CommitOrder) -> Result<Option<(Connection, u64)>, Fault> {
        if !self.file.exists() {
            return Ok(None);
        }
        let noted = connect(&self.file).and_then(|db| {
            let version: u32 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
            let select = "SELECT position, hash FROM projected";
            let noted: Option<(u64, [u8; 32])> = match version == self.projection.version() {
                true => db.query_row(select, [], |row| Ok((store::seq_of(row)?, row.get(1)?))).optional()?,
                false => None,
            };
            Ok(noted.map(|(position, hash)| (db, position, Hash::new(hash))))
        });
        // What cannot be read is made again like what was never there.
        let Ok(Some((db, position, hash))) = noted else { return Ok(None) };
        let last = position.checked_sub(1).map_or(Ok(Vec::new()), |before| journal.follow(before, 1))?;
        let ours = last.first().map_or((0, Hash::ZERO), |(position, last)| (*position, last.hash));
        Ok((ours == (position, hash)).then_some((db, position)))
    }

    fn create(&self) -> rusqlite::Result<Connection> {
        let mut db = connect(&self.file)?;
        db.pragma_update(None, "journal_mode", "WAL")?;
        let change = db.transaction()?;
        change.execute_batch(self.projection.schema())?;
        change
            .execute_batch("CREATE TABLE projected (position INTEGER NOT NULL, hash BLOB NOT NULL) STRICT")?;
        change.execute("INSERT INTO projected VALUES (0, zeroblob(32))", [])?;
        change.pragma_update(None, "user_version", self.projection.version())?;
        change.commit()?;
        Ok(db)
    }

    /// Removes the file and makes an empty one for its owner alone.
    fn discard(&self) -> io::Result<()> {
        self.done.store(0, Relaxed);
        *locked(&self.reading) = None;
        for end in ["", "-wal", "-shm"] {
            let mut file = self.file.clone().into_os_string();
            file.push(end);
            match std::fs::remove_file(file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        self.file.parent().map_or(Ok(()), private::make_folder)?;
        private::writing().create_new(true).open(&self.file).map(drop)
    }

    fn failed(&self, error: &io::Error) -> Fault {
        Fault::Io(format!("{}: {error}", self.file.display()))
    }
}

/// Opens the file. What was committed last may be lost with the power, and then is made again from where the file is.
fn connect(file: &Path) -> rusqlite::Result<Connection> {
    let db = Connection::open(file)?;
    db.busy_timeout(Duration::from_secs(5))?;
    db.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192; PRAGMA trusted_schema = OFF;")?;
    Ok(db)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
