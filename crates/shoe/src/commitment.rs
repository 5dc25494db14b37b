//! The promise published before the cut: a digest that fixes the whole order and tells nothing of it.

use std::fmt;
use std::str::FromStr;

use punto_vocab::hex;
use serde::{Deserialize, Serialize};

/// SHA-256 of the opening's text; prints as 64 hexadecimal digits.
///
/// The seed in that text has 384 bits, so nobody can try seeds until one fits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Commitment([u8; 32]);

impl Commitment {
    pub(crate) const fn from_digest(digest: [u8; 32]) -> Commitment {
        Commitment(digest)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl FromStr for Commitment {
    type Err = CommitmentError;

    fn from_str(text: &str) -> Result<Commitment, CommitmentError> {
        hex::decode(text).map(Commitment).ok_or_else(|| CommitmentError(text.chars().take(80).collect()))
    }
}

impl From<Commitment> for String {
    fn from(commitment: Commitment) -> String {
        commitment.to_string()
    }
}

impl TryFrom<String> for Commitment {
    type Error = CommitmentError;

    fn try_from(text: String) -> Result<Commitment, CommitmentError> {
        text.parse()
    }
}

/// A text that is no commitment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a commitment; a commitment is 64 hexadecimal digits in lower case")]
pub struct CommitmentError(pub String);
