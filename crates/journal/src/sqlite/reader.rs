//! Read-only access: the connections of a running journal, and a journal of another process or of none.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::{Anchor, ChainKey, Checkpoint, Fault, Head, OpenError, Record, StreamName};

use super::folder::Folder;
use super::schema::{self, Stamp};
use super::shelves::Shelves;
use super::{opening, store};

/// A few connections that read while the writer writes.
pub(crate) struct Readers {
    file: PathBuf,
    /// Which file that was when the journal was opened.
    own: Identity,
    free: Mutex<Vec<Connection>>,
    met: Mutex<Option<String>>,
}

impl Readers {
    const KEPT: usize = 4;

    pub(crate) fn new(file: PathBuf) -> std::io::Result<Readers> {
        let own = Identity::of(&file)?;
        Ok(Readers { file, own, free: Mutex::new(Vec::new()), met: Mutex::new(None) })
    }

    /// Whether the database's path still leads to the file that the writer has open.
    pub(crate) fn in_place(&self) -> Result<(), Fault> {
        match Identity::of(&self.file) {
            Ok(found) if found == self.own => Ok(()),
            Ok(_) => store::damaged("another file lies in the place of its database".into()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                store::damaged("its database was moved away or deleted".into())
            }
            Err(error) => Err(Fault::Io(error.to_string())),
        }
    }

    /// The first damage that was met since this was asked last.
    pub(crate) fn damage_met(&self) -> Option<String> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Reads with a connection of its own.
    pub(crate) fn with<T>(&self, read: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Fault> {
        let free = self.free().pop();
        let db = match free {
            Some(db) => db,
            None => connect(&self.file, "mode=ro").map_err(store::fault)?,
        };
        let read = read(&db).inspect_err(|fault| self.meet(fault))?;
        let mut free = self.free();
        if free.len() < Readers::KEPT {
            free.push(db);
        }
        Ok(read)
    }

    fn meet(&self, fault: &Fault) {
        if let Fault::Damaged(what) = fault {
            let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
            met.get_or_insert_with(|| what.clone());
        }
    }

    /// Closes idle connections.
    pub(crate) fn close(&self) {
        self.free().clear();
    }

    fn free(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Which file a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity(u64, u64);

impl Identity {
    #[cfg(unix)]
    fn of(file: &Path) -> std::io::Result<Identity> {
        use std::os::unix::fs::MetadataExt;
        std::fs::metadata(file).map(|data| Identity(data.dev(), data.ino()))
    }

    #[cfg(not(unix))]
    fn of(file: &Path) -> std::io::Result<Identity> {
        std::fs::metadata(file).map(|_| Identity(0, 0))
    }
}

/// Opens the database for reading; `mode` is the query of its URI.
fn connect(file: &Path, mode: &str) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let db = Connection::open_with_flags(uri(file, mode), flags)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    db.execute_batch("PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA query_only = ON;")?;
    db.busy_timeout(Duration::from_secs(5))?;
    Ok(db)
}

/// The file's URI, with every byte that could mean something written as a number.
fn uri(file: &Path, mode: &str) -> String {
    let mut uri = String::from("file:");
    for byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' => uri.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            byte => uri.push_str(&format!("%{byte:02x}")),
        }
    }
    uri + "?" + mode
}

/// A journal opened for reading only: it may be running in another process, be stopped, or have crashed.
///
/// Neither the database nor its write-ahead log is changed, and no lock keeps its owner waiting.
pub struct SqliteReader {
    db: Connection,
    file: PathBuf,
    version: u32,
    key: Option<ChainKey>,
}

impl SqliteReader {
    /// Opens the journal in a folder, or a single file such as a backup.
    pub fn open(path: &Path) -> Result<SqliteReader, OpenError> {
        let folder = path.is_dir().then(|| Folder::new(path));
        let file = folder.as_ref().map_or_else(|| path.to_owned(), Folder::database);
        let missing = |error: std::io::Error| OpenError::folder(path, &error);
        let failed = |fault: Fault| opening::refusal(&file, path, fault);

        std::fs::metadata(&file).map_err(missing)?;
        let running = folder.as_ref().is_some_and(Folder::in_use);
        // Who runs a journal has looked at its file. This process may be the one, and the operating system takes all locks
        // of a process on a file away when the process closes the file anywhere: SQLite's own must stay.
        if !running && !opening::begins_like_sqlite(&file).map_err(missing)? {
            return Err(opening::foreign(&file));
        }
        let db = connect_as_it_stands(&file, running).map_err(failed)?;
        let stamp = Stamp::read(&db).map_err(store::fault).map_err(failed)?;
        opening::recognise(&file, &stamp)?;
        Ok(SqliteReader { db, file, version: stamp.version, key: None })
    }

    /// Checks what is on shelves with the key of the chain.
    pub fn with_key(self, key: Option<ChainKey>) -> SqliteReader {
        SqliteReader { key, ..self }
    }

    /// The version of the database's tables, and the newest that this program knows, to which its start brings them.
    pub fn versions(&self) -> (u32, u32) {
        (self.version, schema::KNOWN)
    }

    /// Opens the database of a journal that runs in this process.
    pub(crate) fn open_running(file: &Path) -> Result<SqliteReader, OpenError> {
        let db =
            connect(file, "mode=ro").map_err(|error| opening::refusal(file, file, store::fault(error)))?;
        Ok(SqliteReader { db, file: file.to_owned(), version: schema::KNOWN, key: None })
    }

    /// The last record of every stream, sorted by name.
    pub fn heads(&self) -> Result<Vec<Head>, Fault> {
        let mut heads: Vec<Head> =
            store::ends(&self.db)?.iter().map(|(stream, end)| end.head(stream)).collect();
        heads.sort();
        Ok(heads)
    }

    /// The records of a stream behind number `after`, `limit` at most, in order and checked.
    pub fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault> {
        match store::end(&self.db, stream)? {
            Some(end) => store::read(&self.db, stream, &end, after, limit),
            None => Ok(Vec::new()),
        }
    }

    /// How many records the journal has.
    pub fn position(&self) -> Result<u64, Fault> {
        store::last_position(&self.db).map(i64::unsigned_abs)
    }

    /// The records behind a position, `limit` at most, in the order of their commits, each with its position and checked
    /// against its hash.
    pub fn follow(&self, after: u64, limit: usize) -> Result<Vec<(u64, Record)>, Fault> {
        store::behind(&self.db, after, limit)
    }

    /// What is on a shelf under this name.
    pub fn get(&self, shelf: &str, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        store::get_shelved(&self.db, self.key.as_ref(), shelf, name)
    }

    /// The names on a shelf, sorted.
    pub fn names(&self, shelf: &str) -> Result<Vec<String>, Fault> {
        store::names(&self.db, shelf)
    }

    /// The checkpoints behind number `after`, in order and checked.
    pub fn checkpoints(&self, after: u64) -> Result<Vec<Checkpoint>, Fault> {
        store::checkpoints(&self.db, after, usize::MAX)
    }

    /// The last commit that was noted beside the database.
    pub(crate) fn marked(path: &Path) -> Option<Head> {
        Folder::new(path).marked()
    }

    /// Where an anchored journal ends, as it says itself.
    pub(crate) fn end(&self, key: &ChainKey) -> Result<Anchor, Fault> {
        let position = store::last_position(&self.db)?;
        let start = store::start(&self.db)?;
        let code = match start {
            Some((from, code)) if from == position => code,
            _ => store::code_at(&self.db, position)?,
        };
        let shelves = Shelves::examine(&self.db, key)?.shelves;
        Ok(Anchor { position: position.unsigned_abs(), code, shelves: shelves.version })
    }

    /// Whether the database is of a version that can have codes.
    pub(crate) fn has_codes(&self) -> bool {
        self.version >= 2
    }

    pub(crate) fn db(&self) -> &Connection {
        &self.db
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }
}

/// Chooses how to open the file so that it stays as it is.
///
/// A database without a log is complete, and if nobody runs it, it is opened as immutable: SQLite then makes no
/// file beside it. With a log SQLite needs the log's index: a running journal has one to share, and after a
/// crash an old one may lie there that SQLite can pass over in memory. Only a log without any index makes a new one.
fn connect_as_it_stands(file: &Path, running: bool) -> Result<Connection, Fault> {
    let beside = |end: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    let logged = std::fs::metadata(beside("-wal")).is_ok_and(|data| data.len() > 0);
    let mode = match (running, logged, beside("-shm").exists()) {
        (true, _, _) | (false, true, false) => "mode=ro",
        (false, false, _) => "mode=ro&immutable=1",
        (false, true, true) => "mode=ro&readonly_shm=1",
    };
    connect(file, mode).map_err(store::fault)
}
