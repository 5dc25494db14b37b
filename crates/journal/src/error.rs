//! What can go wrong, in plain words: an append that was not made, a store that does not work, a folder that does not open.

use std::io;
use std::path::{Path, PathBuf};

use crate::{KeyError, StreamName};

/// Why an append was not made. Unless it says otherwise, nothing of it was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Another record has the number, or the numbers before it are missing.
    #[error("record {asked} of {stream} cannot be appended, as the stream ends at {found}")]
    Conflict {
        /// The stream.
        stream: StreamName,
        /// The number that was asked for.
        asked: u64,
        /// The number of the stream's last record, 0 where there is none.
        found: u64,
    },
    /// A record of the stream has this key already: the first answer stands, and `find` gives it.
    #[error("{stream} has a record with the key {key:?} already")]
    Repeated {
        /// The stream.
        stream: StreamName,
        /// The key.
        key: String,
    },
    /// Another process has taken the stream over: this one must not decide for it any more.
    #[error("{stream} is no longer this process's: {}", owner.as_ref().map_or("nobody has it now".into(), |own| format!("{own} has it now")))]
    Stale {
        /// The stream.
        stream: StreamName,
        /// Whose it is.
        owner: Option<String>,
    },
    /// An entry that no journal takes.
    #[error("{0}")]
    Unfit(String),
    /// The disk is full. The journal goes on by itself as soon as there is room.
    #[error("the disk is full; nothing was written, and the journal goes on when there is room")]
    Full,
    /// The store failed. Whether the append will be there after a restart is not known: look for it by its key.
    #[error("the journal cannot write: {0}")]
    Fault(String),
    /// The journal was closed before the append was made.
    #[error("the journal is closed")]
    Closed,
}

/// A store that does not work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// The operating system, or SQLite in its name, refused.
    #[error("{0}")]
    Io(String),
    /// What is stored is not what was written.
    #[error("the journal is damaged: {0}")]
    Damaged(String),
    /// What was asked cannot be done.
    #[error("{0}")]
    Unfit(String),
    /// The journal was closed.
    #[error("the journal is closed")]
    Closed,
}

/// Why a journal did not open. Its files are as they were.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The folder cannot be made, read or written.
    #[error("the folder {} cannot be used: {why}", dir.display())]
    Folder {
        /// The folder.
        dir: PathBuf,
        /// What the operating system says.
        why: String,
    },
    /// There is no room on the disk, and a journal cannot be opened without a little.
    #[error("the disk with the folder {} is full; nothing was changed: make room on it, or move the folder to a larger disk, and try again", dir.display())]
    Full {
        /// The folder.
        dir: PathBuf,
    },
    /// Another process has the journal.
    #[error("the journal in {} is in use by another process; stop that one first, or choose another folder", dir.display())]
    InUse {
        /// The folder.
        dir: PathBuf,
    },
    /// A later edition of this program wrote it.
    #[error("{} is a journal of version {found}, and this program knows versions up to {known}: use a newer program", file.display())]
    Newer {
        /// The database.
        file: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// The file is something else.
    #[error("{} is not a journal of Punto: {why}", file.display())]
    NotAJournal {
        /// The file.
        file: PathBuf,
        /// How that can be seen.
        why: String,
    },
    /// What is stored is not what was written.
    #[error("the journal {} is damaged: {what}; it was left as it is: keep a copy and restore a backup", file.display())]
    Damaged {
        /// The database.
        file: PathBuf,
        /// What was found.
        what: String,
    },
    /// A key cannot be used.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// It has codes, and is to be opened without the key that makes them.
    #[error("the journal {} is anchored: it can be read, and is written only with the key of its chain", file.display())]
    Anchored {
        /// The database.
        file: PathBuf,
    },
    /// It has codes, and the key that made them is not there.
    #[error("the journal {} was written with a key that is not at {}: put the key back, since nothing else can tell whether the journal is whole", file.display(), key.display())]
    NoKey {
        /// The database.
        file: PathBuf,
        /// Where the key should be.
        key: PathBuf,
    },
    /// It has codes, and what knows its end is not there.
    #[error("the anchor {} of the journal {} is missing: put it back, or let two persons accept the journal as it is (punto accept)", anchor.display(), file.display())]
    NoAnchor {
        /// The database.
        file: PathBuf,
        /// Where the anchor should be.
        anchor: PathBuf,
    },
    /// It has no codes, and must have had some.
    #[error("the journal {} has no codes, and neither has its key an anchor, though both must have been there: somebody took them off. Restore a backup and the anchor, or let two persons accept the journal as it is (punto accept)", file.display())]
    NoCodes {
        /// The database.
        file: PathBuf,
    },
    /// Something that was committed is not there.
    #[error("the journal {} is behind its anchor: {what}; somebody put an older copy in its place or cut its end off. Restore a newer backup, or, if the older one is wanted, let two persons accept it (punto accept)", file.display())]
    Behind {
        /// The database.
        file: PathBuf,
        /// How that can be seen.
        what: String,
    },
}

impl OpenError {
    /// What the operating system says about a folder.
    pub(crate) fn folder(dir: &Path, error: &io::Error) -> OpenError {
        let dir = dir.to_owned();
        if is_full(error) {
            OpenError::Full { dir }
        } else {
            OpenError::Folder { dir, why: error.to_string() }
        }
    }
}

/// Whether the operating system says that there is no room.
pub(crate) fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}
