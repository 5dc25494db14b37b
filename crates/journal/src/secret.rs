//! Secrets in files of their own, outside the database, so that who can write the one need not have the other.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use punto_vocab::hex;
use zeroize::Zeroizing;

use crate::error::is_full;
use crate::private;

/// A secret that is wiped when it is dropped.
pub type Secret = Zeroizing<[u8; 32]>;

/// Reads a secret from its file; `None` where there is no file.
pub(crate) fn read(path: &Path, title: &str) -> Result<Option<Secret>, KeyError> {
    let Some(text) = text(path)? else { return Ok(None) };
    let secret = text.strip_prefix(title).and_then(|rest| rest.strip_suffix('\n')).and_then(hex::decode);
    secret.map(|secret| Some(Zeroizing::new(secret))).ok_or_else(|| KeyError::Text { path: path.to_owned() })
}

/// What the file of a secret says; `None` where there is no file. One that others may read or write, or lay another in the
/// place of, is refused: it proves nothing.
pub fn text(path: &Path) -> Result<Option<Zeroizing<String>>, KeyError> {
    let mut file = match OpenOptions::new().read(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(KeyError::file(path, &error)),
    };
    private_file(path, &file)?;
    private_folder(path)?;
    let mut text = Zeroizing::new(String::new());
    file.read_to_string(&mut text).map_err(|error| KeyError::file(path, &error))?;
    Ok(Some(text))
}

/// Makes a new secret in a file that only its owner can read, where none is.
pub fn create(path: &Path, title: &str) -> Result<Secret, KeyError> {
    let mut secret = Zeroizing::new([0; 32]);
    getrandom::fill(&mut *secret).map_err(|error| KeyError::Entropy(error.to_string()))?;
    let text = Zeroizing::new(format!("{title}{}\n", Hex(&*secret)));
    if let Some(folder) = path.parent() {
        private::make_folder(folder).map_err(|error| KeyError::file(path, &error))?;
    }
    private_folder(path)?;
    write_new(path, text.as_bytes()).map_err(|error| KeyError::file(path, &error))?;
    Ok(secret)
}

/// A path with something at its end.
pub(crate) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(end);
    PathBuf::from(beside)
}

/// Bytes, to be printed.
pub(crate) struct Hex<'a>(pub(crate) &'a [u8]);

impl std::fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        hex::write(f, self.0)
    }
}

/// Writes a file that was not there before; a crash leaves no half of it under the name.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = beside(path, ".part");
    let mut file = private::writing().create(true).truncate(true).open(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    // A hard link fails where a file is already; a rename would take its place.
    let linked = fs::hard_link(&part, path);
    fs::remove_file(&part)?;
    linked
}

/// Whether a file could not be written because its folder is not this program's to write.
pub(crate) fn is_read_only(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied)
}

/// The permissions of something.
#[cfg(unix)]
fn mode(found: &fs::Metadata) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o777
}

#[cfg(unix)]
fn private_file(path: &Path, file: &File) -> Result<(), KeyError> {
    // A credential of the service manager has mode 440: nobody writes it, and the group is the access list of the service.
    let mode = mode(&file.metadata().map_err(|error| KeyError::file(path, &error))?);
    if mode & 0o077 == 0 || mode == 0o440 {
        Ok(())
    } else {
        Err(KeyError::Open { path: path.to_owned(), mode })
    }
}

/// Whether nobody but the owner can lay another file in the place of a key.
#[cfg(unix)]
fn private_folder(path: &Path) -> Result<(), KeyError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mode = mode(&fs::metadata(folder).map_err(|error| KeyError::file(path, &error))?);
    match mode & 0o022 {
        0 => Ok(()),
        _ => Err(KeyError::Folder { path: folder.to_owned(), mode }),
    }
}

#[cfg(not(unix))]
fn private_file(_: &Path, _: &File) -> Result<(), KeyError> {
    Ok(())
}

#[cfg(not(unix))]
fn private_folder(_: &Path) -> Result<(), KeyError> {
    Ok(())
}

/// Why there is no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The operating system refused.
    #[error("the key file {} cannot be used: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        why: String,
    },
    /// There is no room for it.
    #[error("the disk with the key file {} is full, and no key can be kept there: make room on it, and try again", path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// The file holds something else.
    #[error("{} does not hold the key that belongs there", path.display())]
    Text {
        /// The file.
        path: PathBuf,
    },
    /// Others than the owner may read or write it.
    #[error("the key file {} can be {} by others (mode {mode:o}): make it 600, and think about a new key", path.display(), if mode & 0o044 == 0 { "written" } else { "read" })]
    Open {
        /// The file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// Others than the owner may put files into its folder.
    #[error("the folder {} of a key can be written by others (mode {mode:o}), who could lay a key of their own there: make it 700", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// The public key beside it is another's.
    #[error("{} is not the public key of {}: one of the two was changed", beside.display(), path.display())]
    Pair {
        /// The secret key's file.
        path: PathBuf,
        /// The public key's file.
        beside: PathBuf,
    },
    /// The anchor beside the key of the chain cannot be read with that key.
    #[error("{} is not an anchor that was written with the key beside it: put back the one that was", path.display())]
    Anchor {
        /// The anchor.
        path: PathBuf,
    },
    /// No randomness for a new key.
    #[error("the operating system gives no randomness for a new key: {0}")]
    Entropy(String),
}

impl KeyError {
    pub(crate) fn file(path: &Path, error: &io::Error) -> KeyError {
        let path = path.to_owned();
        if is_full(error) { KeyError::Full { path } } else { KeyError::File { path, why: error.to_string() } }
    }
}
