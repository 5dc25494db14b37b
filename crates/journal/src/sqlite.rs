//! The journal in SQLite: one file, one writer thread, group commit.

mod anchoring;
mod backup;
mod batch;
mod current;
mod folder;
mod heads;
pub(crate) mod keys;
mod opening;
mod queue;
mod reader;
mod sampling;
mod schema;
mod shelves;
pub(crate) mod store;
mod tally;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crate::{
    ChainKey, Checkpoint, Entry, Fault, Hash, Head, Journal, OpenError, Pending, Record, Signer, StreamName,
};

use batch::Next;
use current::Current;
pub(crate) use folder::Folder;
use folder::Lock;
use heads::Heads;
use keys::Keys;
use opening::Opened;
use queue::Queue;
use reader::Readers;
use tally::Counters;
use writer::{Job, Writer};

pub use anchoring::{Anchoring, OpeningReport};
pub use backup::{BackupError, CopyStage, restore};
pub(crate) use batch::LAST;
pub(crate) use opening::refusal;
pub use reader::SqliteReader;
pub(crate) use schema::agrees;
pub(crate) use shelves::{Examined, Shelves};
pub use tally::CommitTally;

/// A journal in a folder of its own, open in this process and no other.
///
/// Appends wait in one queue. A thread takes all that wait, writes them in one transaction, waits for the disk
/// (`WAL`, `synchronous=FULL`) and answers each. Whatever comes in the meantime goes into the next commit.
///
/// ```
/// use punto_journal::{Entry, Journal, SqliteJournal};
///
/// let folder = tempfile::tempdir()?;
/// let journal = SqliteJournal::open(folder.path())?;
/// let entry = Entry {
///     stream: "table/nsw-1".parse()?,
///     seq: 1,
///     at: 1_800_000_000_000_000,
///     actor: "dealer/mia".into(),
///     schema: 1,
///     engine: 1,
///     key: Some("7b1f".into()),
///     body: r#"{"said":"prepare","events":[]}"#.into(),
/// };
/// let written = journal.append(vec![entry.clone()]).wait()?;
/// assert_eq!(journal.read(&entry.stream, 0, 10)?, written);
///
/// // A repeat is seen, and what the first one wrote can be found.
/// assert!(journal.append(vec![entry.clone()]).wait().is_err());
/// assert_eq!(journal.find(&entry.stream, "7b1f")?.unwrap().entry, entry);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SqliteJournal {
    queue: Arc<Queue<Job>>,
    heads: Arc<Heads>,
    keys: Arc<Keys>,
    counters: Arc<Counters>,
    readers: Readers,
    writer: Mutex<Option<JoinHandle<()>>>,
    file: PathBuf,
    /// The key of the chain, and its file.
    key: Option<(ChainKey, PathBuf)>,
    /// What is on the shelves, where that is known by codes.
    current: Option<Arc<Current>>,
    /// The checkpoint up to which those of this round were looked at again.
    signed: AtomicU64,
    opening: OpeningReport,
    engine: Option<u16>,
    _lock: Lock,
}

impl SqliteJournal {
    /// Opens the journal in a folder, or makes a new one where there is none.
    ///
    /// The ends of all streams are checked first, and small journals as a whole. Where anything is wrong, nothing is
    /// changed.
    pub fn open(dir: &Path) -> Result<SqliteJournal, OpenError> {
        SqliteJournal::start(opening::open(dir, None)?, None)
    }

    /// The same with the key of the chain, so that who can write the database alone can neither change nor cut it.
    ///
    /// The key is made where there is none yet. A journal without codes is anchored from here on; one that is behind
    /// its anchor, or has anything in it that was not written with the key, is refused.
    pub fn open_anchored(dir: &Path, how: &Anchoring<'_>) -> Result<SqliteJournal, OpenError> {
        SqliteJournal::start(opening::open(dir, Some(how))?, Some(how.key_file))
    }

    fn start(opened: Opened, key_file: Option<&Path>) -> Result<SqliteJournal, OpenError> {
        let Opened { db, folder, lock, ends, keys, position, engine, last, anchored, opening, current } =
            opened;
        let current = current.map(Arc::new);
        let key = anchored.as_ref().map(|anchored| anchored.key.clone()).zip(key_file.map(Path::to_owned));
        let dir = folder.dir().to_owned();
        let refused = |error: std::io::Error| OpenError::folder(&dir, &error);
        let id = ends.iter().map(|(_, end)| end.id).max().unwrap_or(0) + 1;
        let file = folder.database();
        let (queue, heads) = (Arc::new(Queue::new()), Arc::new(Heads::new(ends)));
        let (keys, counters) = (Arc::new(keys), Arc::new(Counters::default()));
        let writer = Writer {
            db,
            mark: folder.mark().map_err(refused)?,
            current: current.clone(),
            anchored,
            folder,
            queue: queue.clone(),
            heads: heads.clone(),
            keys: keys.clone(),
            counters: counters.clone(),
            last,
            next: Next { id, position: position + 1, engine },
            halted: None,
        };
        let thread = thread::Builder::new().name("journal".into());
        let writer = thread.spawn(|| writer.run()).map_err(refused)?;
        let (readers, writer) = (Readers::new(file.clone()).map_err(refused)?, Mutex::new(Some(writer)));
        Ok(SqliteJournal {
            queue,
            heads,
            keys,
            counters,
            readers,
            writer,
            file,
            key,
            current,
            signed: AtomicU64::new(0),
            opening,
            engine,
            _lock: lock,
        })
    }

    /// Takes no more appends, writes those that wait, and closes the files. A dropped journal is closed, too.
    pub fn close(&self) {
        self.queue.close();
        // The last connection to go puts the log into the database, and only the writer's can.
        self.readers.close();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            // A writer that panicked has said so itself, and everybody who waited was told.
            let _ = writer.join();
        }
    }

    /// The engine of the last record that there was when the journal was opened.
    pub fn engine(&self) -> Option<u16> {
        self.engine
    }

    /// What was done while it was opened.
    pub fn opening(&self) -> &OpeningReport {
        &self.opening
    }

    /// Whether two persons have accepted this key, as it is, with the journal.
    pub fn accepts_key(&self, file: &Path) -> bool {
        let Some((key, _)) = &self.key else { return false };
        crate::acceptance::code_of(file, key).is_ok_and(|code| self.opening.accepted_keys.contains(&code))
    }

    /// What a key in a file is called by in an acceptance, to who does not have it.
    pub fn mark_of_key(&self, file: &Path) -> Option<String> {
        let (key, _) = self.key.as_ref()?;
        crate::acceptance::code_of(file, key).ok().map(|code| crate::acceptance::mark(&code))
    }

    /// Forgets that two persons accepted the journal as it was, now that this is on record.
    pub fn acceptance_recorded(&self) -> Result<(), Fault> {
        let forgotten = self.key.as_ref().map_or(Ok(()), |(_, file)| crate::acceptance::forget(file));
        forgotten.map_err(|error| Fault::Io(error.to_string()))
    }

    /// What was read since this was asked last and is not what was written: whoever met it got no more than an error.
    pub fn damage_met(&self) -> Option<String> {
        self.readers.damage_met()
    }

    /// The authentication code of a note left by another Punto process; `None` where there is no key.
    pub fn code_of_note(&self, note: &str) -> Option<Hash> {
        self.key.as_ref().map(|(key, _)| key.note(note))
    }

    /// The database file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The position of the last record: how many records there are in all streams.
    pub fn position(&self) -> u64 {
        self.heads.position()
    }

    /// The records behind a position, `limit` at most, in the order of their commits, each with its position and checked
    /// against its hash.
    pub fn follow(&self, after: u64, limit: usize) -> Result<Vec<(u64, Record)>, Fault> {
        if after >= self.position() {
            return Ok(Vec::new());
        }
        self.readers.with(|db| store::behind(db, after, limit))
    }

    /// The last checkpoint, if its signature holds.
    pub fn last_checkpoint(&self) -> Result<Option<Checkpoint>, Fault> {
        self.readers.with(|db| {
            let number = store::last_checkpoint(db)?;
            Ok(store::checkpoints(db, number.saturating_sub(1), 1)?.pop())
        })
    }

    /// What was written since the start.
    pub fn tally(&self) -> CommitTally {
        self.counters.tally()
    }

    /// Hands a job to the writer and waits for its answer.
    fn ask<T>(&self, job: impl FnOnce(SyncSender<Result<T, Fault>>) -> Job) -> Result<T, Fault> {
        let (answer, question) = mpsc::sync_channel(1);
        self.queue.push(job(answer)).map_err(|_| Fault::Closed)?;
        question.recv().unwrap_or(Err(Fault::Closed))
    }
}

impl Journal for SqliteJournal {
    fn append(&self, entries: Vec<Entry>) -> Pending {
        let (answer, pending) = Pending::new();
        if let Some(why) = entries.iter().find_map(Entry::unfit) {
            answer.give(Err(crate::AppendError::Unfit(why)));
        } else if entries.is_empty() {
            answer.give(Ok(Vec::new()));
        } else {
            // A job that comes back from a closed queue is dropped, and a dropped answer says "closed".
            let _ = self.queue.push(Job::Append { entries, answer });
        }
        pending
    }

    fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault> {
        match self.heads.get(stream) {
            Some(end) => self.readers.with(|db| store::read(db, stream, &end, after, limit)),
            None => Ok(Vec::new()),
        }
    }

    fn heads(&self) -> Result<Vec<Head>, Fault> {
        Ok(self.heads.all())
    }

    fn find(&self, stream: &StreamName, key: &str) -> Result<Option<Record>, Fault> {
        let Some(end) = self.heads.get(stream) else { return Ok(None) };
        self.readers.with(|db| match self.keys.find(db, end.id, key).map_err(store::fault)? {
            Some(place) => store::placed(db, stream, end.id, place).map(Some),
            None => Ok(None),
        })
    }

    fn put(&self, shelf: &str, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        if bytes.len() > Entry::LONGEST_BODY {
            let most = Entry::LONGEST_BODY;
            return Err(Fault::Unfit(format!(
                "{} bytes are too many for a shelf: {most} at most",
                bytes.len()
            )));
        }
        let (shelf, name, bytes) = (shelf.to_owned(), name.to_owned(), Some(bytes.to_vec()));
        self.ask(|answer| Job::Shelve { shelf, name, bytes, answer })
    }

    fn get(&self, shelf: &str, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        self.readers.with(|db| match (&self.key, &self.current) {
            (Some((key, _)), Some(current)) => current.read(db, key, shelf, name),
            _ => store::get_shelved(db, None, shelf, name),
        })
    }

    fn remove(&self, shelf: &str, name: &str) -> Result<(), Fault> {
        let (shelf, name) = (shelf.to_owned(), name.to_owned());
        self.ask(|answer| Job::Shelve { shelf, name, bytes: None, answer })
    }

    fn names(&self, shelf: &str) -> Result<Vec<String>, Fault> {
        match &self.current {
            Some(current) => Ok(current.names(shelf)),
            None => self.readers.with(|db| store::names(db, shelf)),
        }
    }

    fn checkpoint(&self, signer: &Signer, at: i64) -> Result<Checkpoint, Fault> {
        let signer = signer.clone();
        self.ask(|answer| Job::Checkpoint { signer, at, answer })
    }

    fn checkpoints(&self, after: u64) -> Result<Vec<Checkpoint>, Fault> {
        self.readers.with(|db| store::checkpoints(db, after, usize::MAX))
    }
}

impl Drop for SqliteJournal {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AppendError;

    fn entry(seq: u64) -> Entry {
        let (stream, body) = ("site".parse().unwrap(), "x".repeat(2_000));
        Entry { stream, seq, at: 0, actor: String::new(), schema: 1, engine: 1, key: None, body }
    }

    /// SQLite's own bound on the size of the file stands in for a disk without room.
    #[test]
    fn a_full_database_answers_full_and_keeps_what_it_has() {
        let folder = tempfile::tempdir().unwrap();
        let opened = opening::open(folder.path(), None).unwrap();
        opened.db.execute_batch("PRAGMA max_page_count = 40").unwrap();
        let journal = SqliteJournal::start(opened, None).unwrap();
        let mut seq = 1;
        while journal.append(vec![entry(seq)]).wait().is_ok() {
            seq += 1;
        }
        assert!(seq > 10, "{seq}");
        assert_eq!(journal.append(vec![entry(seq)]).wait(), Err(AppendError::Full));
        assert_eq!(journal.put("setting", "a", &[0; 5_000]), Err(Fault::Full));
        assert_eq!(journal.heads().unwrap()[0].seq, seq - 1);
        drop(journal);
        let journal = SqliteJournal::open(folder.path()).unwrap();
        assert!(journal.append(vec![entry(seq)]).wait().is_ok());
        assert_eq!(journal.read(&entry(1).stream, 0, 100).unwrap().len() as u64, seq);
    }
}
