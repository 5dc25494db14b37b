//! The promise published before the cut: a digest that fixes the whole order and tells nothing of it.

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

punto_vocab::hex_text!(Commitment, CommitmentError, |text| CommitmentError(text.chars().take(80).collect()));

/// A text that is no commitment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a commitment; a commitment is 64 hexadecimal digits in lower case")]
pub struct CommitmentError(pub String);
