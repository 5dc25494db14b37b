//! The key that signs checkpoints: kept in a file outside the database, so that who can write the one need not have the other.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use punto_vocab::hex;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::error::is_full;
use crate::private;

/// Signs checkpoints with Ed25519. The secret is wiped when the last clone is dropped, and never printed.
#[derive(Clone)]
pub struct Signer(Arc<SigningKey>);

impl Signer {
    /// Takes a secret of 32 bytes, from a vault or for a test; the caller wipes its own copy.
    pub fn new(secret: &[u8; 32]) -> Signer {
        Signer(Arc::new(SigningKey::from_bytes(secret)))
    }

    /// Reads the key from its file, or makes a new one there that only its owner can read.
    ///
    /// The public key is written beside it, with `.pub` at the end, to be handed to whoever checks. A key file that
    /// others may read is refused: its signatures would prove nothing.
    pub fn load_or_create(path: &Path) -> Result<Signer, KeyError> {
        let signer = match open_secret(path) {
            Ok(file) => Signer::read(path, file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Signer::create(path)?,
            Err(error) => return Err(KeyError::file(path, &error)),
        };
        signer.publish(path)?;
        Ok(signer)
    }

    /// The key that checks this one's signatures.
    pub fn public_key(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }

    fn read(path: &Path, mut file: File) -> Result<Signer, KeyError> {
        unread_by_others(path, &file)?;
        let mut text = Zeroizing::new(String::new());
        file.read_to_string(&mut text).map_err(|error| KeyError::file(path, &error))?;
        let secret = text.strip_prefix(TITLE).and_then(|rest| rest.strip_suffix('\n')).and_then(hex::decode);
        let secret = Zeroizing::new(secret.ok_or_else(|| KeyError::Text { path: path.to_owned() })?);
        Ok(Signer::new(&secret))
    }

    fn create(path: &Path) -> Result<Signer, KeyError> {
        let mut secret = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *secret).map_err(|error| KeyError::Entropy(error.to_string()))?;
        let signer = Signer::new(&secret);
        let text = Zeroizing::new(format!("{TITLE}{}\n", Hex(&*secret)));
        if let Some(folder) = path.parent() {
            private::make_folder(folder).map_err(|error| KeyError::file(path, &error))?;
        }
        write_new(path, text.as_bytes()).map_err(|error| KeyError::file(path, &error))?;
        Ok(signer)
    }

    fn publish(&self, path: &Path) -> Result<(), KeyError> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(".pub");
        let beside = PathBuf::from(beside);
        let text = format!("{}\n", self.public_key());
        match fs::read_to_string(&beside) {
            Ok(found) if found == text => Ok(()),
            Ok(_) => Err(KeyError::Pair { path: path.to_owned(), beside }),
            Err(_) => match fs::write(&beside, text) {
                // Where the keys are the service manager's nothing is written beside them; checkpoints name the key.
                Err(error) if is_read_only(error.kind()) => Ok(()),
                written => written.map_err(|error| KeyError::file(&beside, &error)),
            },
        }
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer(public {})", self.public_key())
    }
}

const TITLE: &str = "punto checkpoint key 1\n";

/// Bytes, to be printed.
pub(crate) struct Hex<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(f, self.0)
    }
}

fn open_secret(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

/// Writes a file that was not there before; a crash leaves no half of it under the name.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let mut file = private::writing().create(true).truncate(true).open(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    // A hard link fails where a file is already; a rename would take its place.
    let linked = fs::hard_link(&part, path);
    fs::remove_file(&part)?;
    linked
}

fn is_read_only(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied)
}

#[cfg(unix)]
fn unread_by_others(path: &Path, file: &File) -> Result<(), KeyError> {
    // A credential of the service manager has mode 440: nobody writes it, and the group is the access list of the service.
    use std::os::unix::fs::PermissionsExt;
    let mode = file.metadata().map_err(|error| KeyError::file(path, &error))?.permissions().mode() & 0o777;
    if mode & 0o077 == 0 || mode == 0o440 {
        Ok(())
    } else {
        Err(KeyError::Open { path: path.to_owned(), mode })
    }
}

#[cfg(not(unix))]
fn unread_by_others(_: &Path, _: &File) -> Result<(), KeyError> {
    Ok(())
}

/// The key that checks signatures: 64 hexadecimal digits, to be kept where the journal's keeper cannot change it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// Whether the signature is this key's, under the strict rules: no weak key, no second form of a signature.
    pub(crate) fn accepts(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        VerifyingKey::from_bytes(&self.0)
            .is_ok_and(|key| key.verify_strict(message, &Signature::from_bytes(signature)).is_ok())
    }
}

punto_vocab::hex_text!(PublicKey, BadPublicKey, |_| BadPublicKey);

/// A text that is no public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a public key is 64 lower-case hexadecimal digits")]
pub struct BadPublicKey;

/// Why there is no key to sign with.
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
    #[error("{} holds no key for checkpoints", path.display())]
    Text {
        /// The file.
        path: PathBuf,
    },
    /// Others than the owner may read it.
    #[error("the key file {} can be read by others (mode {mode:o}): make it 600, and think about a new key", path.display())]
    Open {
        /// The file.
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
    /// No randomness for a new key.
    #[error("the operating system gives no randomness for a new key: {0}")]
    Entropy(String),
}

impl KeyError {
    fn file(path: &Path, error: &io::Error) -> KeyError {
        let path = path.to_owned();
        if is_full(error) { KeyError::Full { path } } else { KeyError::File { path, why: error.to_string() } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_then_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys/checkpoint.key");
        let made = Signer::load_or_create(&path).unwrap().public_key();
        assert_eq!(Signer::load_or_create(&path).unwrap().public_key(), made);
        let beside = folder.path().join("keys/checkpoint.key.pub");
        assert_eq!(fs::read_to_string(&beside).unwrap().trim().parse(), Ok(made));
        fs::remove_file(&beside).unwrap();
        Signer::load_or_create(&path).unwrap();
        assert!(beside.exists());

        fs::write(&beside, format!("{}\n", Signer::new(&[1; 32]).public_key())).unwrap();
        assert!(
            Signer::load_or_create(&path).unwrap_err().to_string().contains("one of the two was changed")
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_key_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.key");
        Signer::load_or_create(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let refused = Signer::load_or_create(&path).unwrap_err().to_string();
        assert!(refused.contains("mode 640"), "{refused}");
    }

    #[test]
    fn a_file_with_something_else_is_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.key");
        Signer::load_or_create(&path).unwrap();
        fs::write(&path, "no key").unwrap();
        assert!(matches!(Signer::load_or_create(&path), Err(KeyError::Text { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), "no key");
    }

    #[test]
    fn a_signature_is_of_one_message_and_one_key() {
        let (one, two) = (Signer::new(&[1; 32]), Signer::new(&[2; 32]));
        let signature = one.sign(b"heads");
        assert!(one.public_key().accepts(b"heads", &signature));
        assert!(!one.public_key().accepts(b"heals", &signature));
        assert!(!two.public_key().accepts(b"heads", &signature));
        assert!(!format!("{one:?}").contains("0101"));
    }
}
