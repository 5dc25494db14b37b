//! A BLAKE3 hash, the link of every chain.

use serde::{Deserialize, Serialize};

/// A BLAKE3 hash: 32 bytes, printed and stored in JSON as 64 lower-case hexadecimal digits.
///
/// ```
/// use punto_journal::Hash;
/// let hash = Hash::of(b"coup");
/// assert_eq!(hash.to_string().parse::<Hash>().unwrap(), hash);
/// assert!("F00D".parse::<Hash>().unwrap_err().to_string().contains("64"));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Hash([u8; 32]);

impl Hash {
    /// What the first record of a stream has for a predecessor: 32 zero bytes.
    pub const ZERO: Hash = Hash([0; 32]);

    /// Takes the 32 bytes of a hash made elsewhere.
    pub const fn new(bytes: [u8; 32]) -> Hash {
        Hash(bytes)
    }

    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(*blake3::hash(bytes).as_bytes())
    }

    /// The 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

punto_vocab::hex_text!(Hash, BadHash, |_| BadHash);

/// A text that is no hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a hash is 64 lower-case hexadecimal digits")]
pub struct BadHash;
