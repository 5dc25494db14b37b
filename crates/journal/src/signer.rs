//! The key that signs checkpoints: kept in a file outside the database, so that who can write the one need not have the other.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};

use crate::secret::{self, KeyError};

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
        let secret = match secret::read(path, TITLE)? {
            Some(secret) => secret,
            None => {
                let made = secret::create(path, TITLE)?;
                // What was published of a key that is lost is in every checkpoint that it signed.
                let _ = fs::remove_file(secret::beside(path, ".pub"));
                made
            }
        };
        let signer = Signer::new(&secret);
        signer.publish(path)?;
        Ok(signer)
    }

    /// The key in a file; nothing where there is no file, and none is made.
    pub fn load(path: &Path) -> Result<Option<Signer>, KeyError> {
        Ok(secret::read(path, TITLE)?.map(|secret| Signer::new(&secret)))
    }

    /// The key that checks this one's signatures.
    pub fn public_key(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }

    fn publish(&self, path: &Path) -> Result<(), KeyError> {
        let beside = secret::beside(path, ".pub");
        let text = format!("{}\n", self.public_key());
        match fs::read_to_string(&beside) {
            Ok(found) if found == text => Ok(()),
            Ok(_) => Err(KeyError::Pair { path: path.to_owned(), beside }),
            Err(_) => match fs::write(&beside, text) {
                // Where the keys are the service manager's nothing is written beside them; checkpoints name the key.
                Err(error) if secret::is_read_only(error.kind()) => Ok(()),
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
