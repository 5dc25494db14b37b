//! The folder of a journal: its files, the lock that keeps a second process out, and the mark that knows where it ended.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::is_full;
use crate::{Hash, Head, OpenError, private};

/// A folder and the names of what is in it.
#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(dir: &Path) -> Folder {
        Folder(dir.to_owned())
    }

    pub(crate) fn dir(&self) -> &Path {
        &self.0
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.0.join("journal.sqlite3")
    }

    /// The write-ahead log, which SQLite keeps beside the database while it is open and after a crash.
    pub(crate) fn wal(&self) -> PathBuf {
        self.0.join("journal.sqlite3-wal")
    }

    fn lock_file(&self) -> PathBuf {
        self.0.join("lock")
    }

    fn mark_file(&self) -> PathBuf {
        self.0.join("mark")
    }

    /// Makes the folder where there is none, and keeps other processes out for as long as the lock lives.
    pub(crate) fn lock(&self) -> Result<Lock, OpenError> {
        let refused = |error: io::Error| OpenError::folder(&self.0, &error);
        make(&self.0).map_err(refused)?;
        if let Some(path) = self.not_plain() {
            let (dir, name) = (self.0.clone(), path.file_name().unwrap_or_default().display());
            let why = format!(
                "{name} is a link or no file, and nothing is written through one: find out who laid it there, remove \
                 it, and start again"
            );
            return Err(OpenError::Folder { dir, why });
        }
        let file = opened(&self.lock_file()).map_err(refused)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock(file)),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse { dir: self.0.clone() }),
            Err(TryLockError::Error(error)) => Err(refused(error)),
        }
    }

    /// What is written here and is not a file of its own.
    fn not_plain(&self) -> Option<PathBuf> {
        let beside = ["-shm", "-journal"].map(|end| self.0.join(format!("journal.sqlite3{end}")));
        let own = [self.database(), self.wal(), self.lock_file(), self.mark_file(), self.probe()];
        own.into_iter().chain(beside).find(|path| !private::is_plain(path))
    }

    /// A file that is made to find out whether there is room.
    fn probe(&self) -> PathBuf {
        self.0.join("room")
    }

    /// Takes a database that has just been made away again, with what SQLite keeps beside it.
    pub(crate) fn unmake_database(&self) {
        for path in [self.database(), self.wal(), self.0.join("journal.sqlite3-shm")] {
            // What cannot be removed is named by whoever finds it in the way.
            let _ = fs::remove_file(path);
        }
    }

    /// Makes the database where there is none, empty and for its owner alone; SQLite gives the files that it keeps beside
    /// it the same mode.
    pub(crate) fn make_database(&self) -> Result<(), OpenError> {
        opened(&self.database()).map(drop).map_err(|error| OpenError::folder(&self.0, &error))
    }

    /// Whatever is there of a journal.
    pub(crate) fn remains(&self) -> Option<PathBuf> {
        [self.database(), self.wal(), self.mark_file()].into_iter().find(|path| path.exists())
    }

    /// Whether a process has the lock now. Changes nothing.
    pub(crate) fn in_use(&self) -> bool {
        let Ok(file) = File::open(self.lock_file()) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }

    /// The last record that is known to have been committed; `None` where there is no mark or no readable one.
    pub(crate) fn marked(&self) -> Option<Head> {
        let mut text = String::new();
        File::open(self.mark_file()).and_then(|mut file| file.read_to_string(&mut text)).ok()?;
        let (line, sum) = text.trim_end().rsplit_once(' ')?;
        if sum != sum_of(line) {
            return None;
        }
        let mut words = line.strip_prefix(MARK)?.split(' ');
        let stream = words.next()?.parse().ok()?;
        let seq = words.next()?.parse().ok()?;
        let hash = words.next()?.parse::<Hash>().ok()?;
        Some(Head { stream, seq, hash })
    }

    /// Forgets the last record, where two persons have accepted that it is another.
    pub(crate) fn unmark(&self) -> io::Result<()> {
        match fs::remove_file(self.mark_file()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    pub(crate) fn mark(&self) -> io::Result<Mark> {
        opened(&self.mark_file()).map(Mark)
    }

    /// Whether the disk takes no more, found out by writing a little.
    pub(crate) fn is_full(&self) -> bool {
        let probe = self.probe();
        let written = opened(&probe).and_then(|mut file| file.write_all(&[0; 1 << 16]));
        let _ = fs::remove_file(&probe);
        written.is_err_and(|error| is_full(&error))
    }
}

/// Makes a folder that only its owner can look into, and makes sure that it is there after a loss of power.
fn make(dir: &Path) -> io::Result<()> {
    if dir.is_dir() {
        return Ok(());
    }
    private::make_folder(dir)?;
    sync(dir.parent().unwrap_or(dir))
}

/// Makes durable which names are in a folder.
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    File::open(folder)?.sync_all()
}

/// Opens a file for writing as it is, or makes it.
fn opened(path: &Path) -> io::Result<File> {
    private::writing().create(true).truncate(false).open(path)
}

/// The lock of a folder; the operating system lets it go when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "held, not used")] File);

/// Notes the last record of each commit beside the database.
///
/// SQLite takes a log that breaks off for a log that ends there: a flipped byte in it would make committed records
/// vanish without a word. The mark is written after each commit and never synced, so it costs next to nothing; it may
/// lag behind the database after a loss of power, but it is never ahead of it.
#[derive(Debug)]
pub(crate) struct Mark(File);

impl Mark {
    pub(crate) fn set(&mut self, head: &Head) -> io::Result<()> {
        let mut text = format!("{MARK}{} {} {}", head.stream, head.seq, head.hash);
        let sum = sum_of(&text);
        text.push(' ');
        text.push_str(&sum);
        // One length for all, so that a shorter line covers a longer one, and within one sector, so that it is not torn.
        let mut line = [b' '; 256];
        line[..text.len()].copy_from_slice(text.as_bytes());
        line[255] = b'\n';
        self.0.seek(SeekFrom::Start(0))?;
        self.0.write_all(&line)
    }
}

const MARK: &str = "punto mark 1 ";

fn sum_of(line: &str) -> String {
    Hash::of(line.as_bytes()).to_string()[..16].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(name: &str, seq: u64) -> Head {
        Head { stream: name.parse().unwrap(), seq, hash: Hash::of(&seq.to_le_bytes()) }
    }

    #[test]
    fn a_mark_is_read_back_and_a_broken_one_is_none() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        assert_eq!(folder.marked(), None);
        let mut mark = folder.mark().unwrap();
        let longest = head(&"a".repeat(80), u64::MAX);
        mark.set(&longest).unwrap();
        assert_eq!(folder.marked(), Some(longest));
        mark.set(&head("site", 7)).unwrap();
        assert_eq!(folder.marked(), Some(head("site", 7)));

        let good = fs::read(folder.mark_file()).unwrap();
        assert_eq!(good.len(), 256);
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 4;
            fs::write(folder.mark_file(), bad).unwrap();
            let read = folder.marked();
            assert!(read.is_none() || read == Some(head("site", 7)), "byte {place}");
        }
    }

    #[test]
    fn one_lock_a_folder() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(&place.path().join("new/data"));
        assert!(!folder.in_use());
        let lock = folder.lock().unwrap();
        assert!(folder.in_use());
        let second = folder.lock().unwrap_err();
        assert_eq!(second, OpenError::InUse { dir: folder.dir().to_owned() });
        assert!(second.to_string().contains("new/data"));
        drop(lock);
        assert!(!folder.in_use());
        folder.lock().unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("file"), "").unwrap();
        let refused = Folder::new(&place.path().join("file/data")).lock().unwrap_err().to_string();
        assert!(refused.contains("file/data cannot be used"), "{refused}");
    }
}
