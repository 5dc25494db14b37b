//! The two halves of the key that vouches for software: one signs in the workshop, one checks at the site.

use std::fs;
use std::io::Write;
use std::path::Path;

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use punto_vocab::hex;
use serde::{Deserialize, Serialize};

/// Signs manifests. Kept in a file that only its owner can read, away from the servers.
pub struct VouchingKey(SigningKey);

/// Whether nobody but its owner reads or writes a file.
#[cfg(unix)]
fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o077 == 0)
}

#[cfg(not(unix))]
fn is_private(_: &Path) -> bool {
    true
}

const TITLE: &str = "punto manifest key 1\n";

impl VouchingKey {
    /// Makes a new one.
    pub fn make() -> Result<VouchingKey, String> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|error| format!("no randomness for a new key: {error}"))?;
        Ok(VouchingKey(SigningKey::from_bytes(&secret)))
    }

    /// Reads one from its file, or makes a new one there.
    pub fn load_or_create(path: &Path) -> Result<VouchingKey, String> {
        let wrong = |what: String| format!("the key file {}: {what}", path.display());
        match fs::read_to_string(path) {
            Ok(_) if !is_private(path) => {
                Err(wrong("can be read or written by others: make it 600, and think about a new key".into()))
            }
            Ok(text) => {
                let secret = text.strip_prefix(TITLE).map(str::trim_end).and_then(hex::decode);
                let secret = secret.ok_or_else(|| wrong("holds no key for manifests".into()))?;
                Ok(VouchingKey(SigningKey::from_bytes(&secret)))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let key = VouchingKey::make()?;
                key.write(path).map_err(|error| wrong(format!("cannot be written: {error}")))?;
                Ok(key)
            }
            Err(error) => Err(wrong(format!("cannot be read: {error}"))),
        }
    }

    fn write(&self, path: &Path) -> std::io::Result<()> {
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        file.write_all(format!("{TITLE}{}\n", hex::encode(&self.0.to_bytes())).as_bytes())?;
        file.sync_all()
    }

    /// The half that checks.
    pub fn public(&self) -> VouchedKey {
        VouchedKey(self.0.verifying_key().to_bytes())
    }

    pub(super) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }
}

/// Checks manifests: 64 hexadecimal digits, in the configuration of the server.
///
/// ```
/// use punto_software::VouchedKey;
/// let key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
/// assert_eq!(key.parse::<VouchedKey>().unwrap().to_string(), key);
/// assert!("D75A".parse::<VouchedKey>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct VouchedKey([u8; 32]);

impl VouchedKey {
    pub(super) fn accepts(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        VerifyingKey::from_bytes(&self.0)
            .is_ok_and(|key| key.verify_strict(message, &Signature::from_bytes(signature)).is_ok())
    }
}

punto_vocab::hex_text!(VouchedKey, String, |_| "a public key is 64 lower-case hexadecimal digits".to_owned());
