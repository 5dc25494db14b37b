//! Copies of a journal: made while it runs, checked before they count, put back only where nothing is.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use crate::check::{self, CheckReport, Finding};
use crate::error::is_full;
use crate::{Fault, OpenError, private};

use super::folder::{Folder, sync};
use super::reader::SqliteReader;
use super::{SqliteJournal, store};

/// How far a copy has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyStage {
    /// Pages of the database that are copied, of so many.
    Copying {
        /// Copied.
        done: u64,
        /// Of so many.
        of: u64,
    },
    /// Records of the copy that are checked, of so many.
    Checking {
        /// Checked.
        done: u64,
        /// Of so many.
        of: u64,
    },
}

impl SqliteJournal {
    /// Copies the journal as it is now into one new file, while appends go on, and checks the copy.
    pub fn backup(&self, to: &Path, progress: &mut dyn FnMut(CopyStage)) -> Result<CheckReport, BackupError> {
        // A connection of its own, as the copy keeps it for long.
        SqliteReader::open_running(&self.file)?.backup(to, progress)
    }
}

impl SqliteReader {
    /// Copies the journal as it is now into one new file, also while another process runs it, and checks the copy.
    pub fn backup(&self, to: &Path, progress: &mut dyn FnMut(CopyStage)) -> Result<CheckReport, BackupError> {
        if to.exists() {
            return Err(BackupError::Exists(to.to_owned()));
        }
        let part = Part::new(to)?;
        copy(self.db(), &part.0, progress)?;
        part.finish(to, progress)
    }
}

/// Puts a backup into a folder that has no journal, and checks it.
pub fn restore(
    backup: &Path,
    dir: &Path,
    progress: &mut dyn FnMut(CopyStage),
) -> Result<CheckReport, BackupError> {
    let folder = Folder::new(dir);
    let _lock = folder.lock()?;
    if let Some(there) = folder.remains() {
        return Err(BackupError::Exists(there));
    }
    // A database may have its newest records in a log beside it, and only SQLite knows how to read them.
    let source = SqliteReader::open(backup)?;
    let part = Part::new(&folder.database())?;
    copy(source.db(), &part.0, progress)?;
    part.finish(&folder.database(), progress)
}

/// Copies all pages as they are at one moment.
fn copy(from: &Connection, to: &Path, progress: &mut dyn FnMut(CopyStage)) -> Result<(), BackupError> {
    let failed = |error| BackupError::Fault(store::fault(error));
    // Without a transaction around the copy each append would make it start again.
    from.execute_batch("BEGIN; SELECT count(*) FROM stream;").map_err(failed)?;
    let copied = copy_pages(from, to, progress);
    from.execute_batch("COMMIT").map_err(failed)?;
    copied.map_err(|error| match store::fault(error) {
        Fault::Full => BackupError::full(to),
        // Some calls of the operating system that find no room come back as a general failure.
        Fault::Io(_) if Folder::new(&place(to)).is_full() => BackupError::full(to),
        other => BackupError::Fault(other),
    })
}

fn copy_pages(from: &Connection, to: &Path, progress: &mut dyn FnMut(CopyStage)) -> rusqlite::Result<()> {
    let mut copy = Connection::open(to)?;
    // The finished file is synced as a whole.
    copy.execute_batch("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF;")?;
    let backup = Backup::new(from, &mut copy)?;
    loop {
        let step = backup.step(256)?;
        let state = backup.progress();
        let (of, left) = (u64::try_from(state.pagecount), u64::try_from(state.remaining));
        let of = of.unwrap_or(0);
        progress(CopyStage::Copying { done: of - left.unwrap_or(0).min(of), of });
        match step {
            StepResult::Done => return Ok(()),
            StepResult::Busy | StepResult::Locked => std::thread::sleep(Duration::from_millis(10)),
            _ => {}
        }
    }
}

/// A file that is not finished; removed when dropped. Whoever makes it holds its lock, so that one that an interrupted
/// copy has left is begun anew, and one that another process is making is left alone.
struct Part(PathBuf, #[expect(dead_code, reason = "held, not used")] File);

impl Part {
    fn new(to: &Path) -> Result<Part, BackupError> {
        let mut name = to.as_os_str().to_owned();
        name.push(".part");
        let part = PathBuf::from(name);
        let refused = |error: io::Error| BackupError::file(&part, &error);
        let file = private::writing().create(true).truncate(false).open(&part).map_err(refused)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(BackupError::Exists(part)),
            Err(TryLockError::Error(error)) => return Err(refused(error)),
        }
        file.set_len(0).map_err(refused)?;
        Ok(Part(part, file))
    }

    /// Checks the copy, makes it durable, and gives it its name if that is still free.
    fn finish(self, to: &Path, progress: &mut dyn FnMut(CopyStage)) -> Result<CheckReport, BackupError> {
        let checking = &mut |check::Progress { done, of }| progress(CopyStage::Checking { done, of });
        let report = check::verify(&self.0, &[], &mut |_| {}, checking)?;
        if let Some(finding) = report.findings.first() {
            return Err(BackupError::Damaged(finding.clone()));
        }
        let named = File::open(&self.0)
            .and_then(|file| file.sync_all())
            // A hard link fails where a file is already; a rename would take its place.
            .and_then(|()| fs::hard_link(&self.0, to))
            .and_then(|()| to.parent().map_or(Ok(()), sync));
        match named {
            Ok(()) => Ok(report),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(BackupError::Exists(to.to_owned()))
            }
            Err(error) => Err(BackupError::file(to, &error)),
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // What cannot be removed is named `.part` and harms nobody.
        let _ = fs::remove_file(&self.0);
    }
}

/// Why there is no copy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackupError {
    /// Nothing is ever overwritten.
    #[error("{} is there already, and nothing is overwritten: choose another place", .0.display())]
    Exists(PathBuf),
    /// There is no room for it.
    #[error("the disk with the folder {} is full, and no copy was made: make room on it, or choose a place on another disk", dir.display())]
    Full {
        /// The folder that the copy was to be in.
        dir: PathBuf,
    },
    /// The copy, and so most likely its source, is damaged.
    #[error("the copy is not in order: {0}")]
    Damaged(Finding),
    /// The operating system refused.
    #[error("{} cannot be written: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        why: String,
    },
    /// The source cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The source cannot be read, or the copy cannot be written.
    #[error("the copy cannot be made: {0}")]
    Fault(Fault),
}

impl BackupError {
    fn file(path: &Path, error: &io::Error) -> BackupError {
        if is_full(error) {
            return BackupError::full(path);
        }
        BackupError::File { path: path.to_owned(), why: error.to_string() }
    }

    fn full(path: &Path) -> BackupError {
        BackupError::Full { dir: place(path) }
    }
}

/// The folder that a file is in.
fn place(path: &Path) -> PathBuf {
    match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir.to_owned(),
        _ => PathBuf::from("."),
    }
}
