//! Opening a journal: nothing is written before everything that was found has been looked at.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::{Fault, Hash, Head, OpenError, StreamName};

use super::anchoring::{self, Anchored, Anchoring, Ground, OpeningReport};
use super::current::Current;
use super::folder::{Folder, Lock};
use super::keys::Keys;
use super::schema::{self, Stamp};
use super::store::{self, End};
use super::writer::LastCheckpoint;

/// A journal that was found in order.
pub(crate) struct Opened {
    pub(crate) db: Connection,
    pub(crate) folder: Folder,
    pub(crate) lock: Lock,
    pub(crate) ends: Vec<(StreamName, End)>,
    pub(crate) keys: Keys,
    /// The position of the last record.
    pub(crate) position: i64,
    /// The engine that wrote it.
    pub(crate) engine: Option<u16>,
    pub(crate) last: LastCheckpoint,
    pub(crate) anchored: Option<Anchored>,
    pub(crate) opening: OpeningReport,
    /// What is on the shelves of an anchored journal.
    pub(crate) current: Option<Current>,
}

/// So many records at the end of each stream are checked at every start; `check::verify` checks all.
const TAIL: u64 = 16;

/// Databases up to this size are read through at every start. Beyond it the start would take too long, and a damaged
/// page is found when it is read.
const QUICK: u64 = 256 << 20;

/// Every page of a database has a multiple of so many bytes.
const LEAST_PAGE: u64 = 512;

/// How much of the write-ahead log is let grow before it is put into the database, in pages of 4 KiB.
const LOG_PAGES: u32 = 4_000;

pub(crate) fn open(dir: &Path, how: Option<&Anchoring<'_>>) -> Result<Opened, OpenError> {
    let folder = Folder::new(dir);
    let lock = folder.lock()?;
    let fresh = is_fresh(&folder)?;
    let made = !folder.database().exists();
    let opened = open_locked(folder.clone(), lock, fresh, how);
    if opened.is_err() && made {
        // An empty journal would stand in the way of a backup that is put back.
        folder.unmake_database();
    }
    opened
}

fn open_locked(
    folder: Folder,
    lock: Lock,
    fresh: bool,
    how: Option<&Anchoring<'_>>,
) -> Result<Opened, OpenError> {
    let (file, dir) = (folder.database(), folder.dir());
    let failed = |fault: Fault| refusal(&file, dir, fault);
    folder.make_database()?;
    let mut db = connect(&file).map_err(store::fault).map_err(failed)?;
    match Stamp::read(&db).map_err(store::fault).map_err(failed)? {
        stamp if stamp.empty && stamp.version == 0 && fresh => create(&mut db).map_err(failed)?,
        stamp => recognise(&file, &stamp)?,
    }
    let ends = examine(&db, &folder).map_err(failed)?;
    let keys = Keys::load(&db).map_err(store::fault).map_err(failed)?;
    let last = last_checkpoint(&db).map_err(failed)?;
    let position = store::last_position(&db).map_err(failed)?;
    let engine = store::last_engine(&db).map_err(failed)?;
    prepare_to_write(&db).map_err(failed)?;
    let version = Stamp::read(&db).map_err(store::fault).map_err(failed)?.version;
    if version < schema::KNOWN {
        schema::migrate(&mut db, version).map_err(store::fault).map_err(failed)?;
    }
    let coded = last.engine.is_some();
    let ground = Ground { dir, file: &file, ends: &ends, position, coded };
    let (anchored, opening, current) = match how {
        Some(how) => {
            let (anchored, opening, current) = anchoring::open(&mut db, &ground, how)?;
            (Some(anchored), opening, Some(current))
        }
        None if store::start(&db).map_err(failed)?.is_some() => return Err(OpenError::Anchored { file }),
        None => (None, OpeningReport::default(), None),
    };
    Ok(Opened {
        db,
        folder: folder.clone(),
        lock,
        ends,
        keys,
        position,
        engine,
        last,
        anchored,
        opening,
        current,
    })
}

/// Whether there is no journal yet. A log or a mark without a database is a journal that lost it.
fn is_fresh(folder: &Folder) -> Result<bool, OpenError> {
    let file = folder.database();
    let length = |path: &Path| fs::metadata(path).map_or(0, |data| data.len());
    if length(&file) > 0 {
        let ours = begins_like_sqlite(&file);
        let torn = !length(&file).is_multiple_of(LEAST_PAGE) && length(&folder.wal()) == 0;
        return match ours {
            Ok(true) if torn => {
                let what = "the file ends within a page, and there is no log that has the rest".into();
                Err(OpenError::Damaged { file, what })
            }
            Ok(true) => Ok(folder.marked().is_none()),
            Ok(false) => Err(foreign(&file)),
            Err(error) => Err(OpenError::folder(folder.dir(), &error)),
        };
    }
    let lost = |what: String| OpenError::Damaged { file: file.clone(), what };
    if length(&folder.wal()) > 0 {
        return Err(lost("the file is missing or empty, but its write-ahead log is there".into()));
    }
    match folder.marked() {
        Some(head) => Err(lost(format!(
            "the file is missing or empty, but record {} of {} was in it",
            head.seq, head.stream
        ))),
        None => Ok(true),
    }
}

/// Whether the file has the first bytes of every SQLite database.
pub(crate) fn begins_like_sqlite(file: &Path) -> io::Result<bool> {
    let mut magic = Vec::new();
    fs::File::open(file)?.take(16).read_to_end(&mut magic)?;
    Ok(magic == b"SQLite format 3\0")
}

pub(crate) fn foreign(file: &Path) -> OpenError {
    OpenError::NotAJournal { file: file.to_owned(), why: "it does not begin like a SQLite database".into() }
}

/// A fault that was met while opening.
pub(crate) fn refusal(file: &Path, dir: &Path, fault: Fault) -> OpenError {
    match fault {
        Fault::Damaged(what) => OpenError::Damaged { file: file.to_owned(), what },
        // Some calls of the operating system that find no room come back as a general failure.
        Fault::Full => OpenError::Full { dir: dir.to_owned() },
        Fault::Io(_) if Folder::new(dir).is_full() => OpenError::Full { dir: dir.to_owned() },
        other => OpenError::Folder { dir: dir.to_owned(), why: other.to_string() },
    }
}

/// Whether the header says that this is a journal of a version we know.
pub(crate) fn recognise(file: &Path, stamp: &Stamp) -> Result<(), OpenError> {
    let file = file.to_owned();
    if stamp.application != schema::APPLICATION {
        return Err(OpenError::NotAJournal { file, why: "the database is another program's".into() });
    }
    match stamp.version {
        0 => Err(OpenError::NotAJournal { file, why: "it has no version".into() }),
        found if found > schema::KNOWN => Err(OpenError::Newer { file, found, known: schema::KNOWN }),
        _ => Ok(()),
    }
}

/// Opens the database so that closing it again changes nothing.
fn connect(file: &Path) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(file, flags)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    db.execute_batch("PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF;")?;
    db.busy_timeout(std::time::Duration::from_secs(5))?;
    Ok(db)
}

fn create(db: &mut Connection) -> Result<(), Fault> {
    db.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;").map_err(store::fault)?;
    schema::migrate(db, 0).map_err(store::fault)
}

/// Looks at everything that must hold before the first append.
fn examine(db: &Connection, folder: &Folder) -> Result<Vec<(StreamName, End)>, Fault> {
    schema::agrees(db).map_err(store::fault)?.map_err(Fault::Damaged)?;
    if fs::metadata(folder.database()).is_ok_and(|data| data.len() <= QUICK) {
        quick_check(db)?;
    }
    let ends = store::ends(db)?;
    for (stream, end) in &ends {
        store::read(db, stream, end, end.seq.saturating_sub(TAIL), TAIL as usize)?;
    }
    if let Some(mark) = folder.marked()
        && !has(db, &mark)?
    {
        let Head { stream, seq, .. } = mark;
        return Err(Fault::Damaged(format!(
            "record {seq} of {stream} was committed and is not there (if an older copy was put in its place on \
             purpose, let two persons accept it: punto accept)"
        )));
    }
    Ok(ends)
}

/// Whether this very record is there.
fn has(db: &Connection, head: &Head) -> Result<bool, Fault> {
    let Some(end) = store::end(db, &head.stream)? else { return Ok(false) };
    let found = store::read(db, &head.stream, &end, head.seq.saturating_sub(1), 1)?;
    Ok(found.first().is_some_and(|record| record.head() == *head))
}

fn quick_check(db: &Connection) -> Result<(), Fault> {
    let said: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(store::fault)?;
    if said == "ok" { Ok(()) } else { Err(Fault::Damaged(said)) }
}

/// The last checkpoint, whose heads must be there still.
fn last_checkpoint(db: &Connection) -> Result<LastCheckpoint, Fault> {
    let number = store::last_checkpoint(db)?;
    let Some(last) = store::checkpoints(db, number.saturating_sub(1), 1)?.pop() else {
        return Ok(LastCheckpoint { number: 0, hash: Hash::ZERO, engine: None, moved: None });
    };
    for head in &last.heads {
        if !has(db, head)? {
            let (stream, seq) = (&head.stream, head.seq);
            let what = format!("record {seq} of {stream} is not the one that checkpoint {number} signed");
            return Err(Fault::Damaged(what));
        }
    }
    Ok(LastCheckpoint { number, hash: last.hash(), engine: last.engine, moved: None })
}

/// Sets what makes an append durable, and makes sure that it is set.
fn prepare_to_write(db: &Connection) -> Result<(), Fault> {
    let mode: String =
        db.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).map_err(store::fault)?;
    db.execute_batch(&format!(
        "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
         PRAGMA secure_delete = ON; PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = {LOG_PAGES};"
    ))
    .map_err(store::fault)?;
    let synchronous: i64 = db.query_row("PRAGMA synchronous", [], |row| row.get(0)).map_err(store::fault)?;
    if mode != "wal" || synchronous != 2 {
        return Err(Fault::Io(format!(
            "SQLite does not write durably here (mode {mode}, synchronous {synchronous})"
        )));
    }
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true).map_err(store::fault)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(store::fault)?;
    Ok(())
}
