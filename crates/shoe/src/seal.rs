//! The seed at rest: sealed with XChaCha20-Poly1305 under a key that is kept outside the database.

use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use serde::{Deserialize, Serialize};
use zeroize::{ZeroizeOnDrop, Zeroizing};

use crate::recipe::{Recipe, Seed};
use crate::{Algorithm, Decks, PromisedShoe, ShoeId};

/// The key that seals seeds. Wiped when dropped, never printed.
pub struct SealingKey(Zeroizing<[u8; 32]>);

impl SealingKey {
    /// Takes 32 secret bytes, from a file or a vault; the caller wipes its own copy.
    pub fn new(bytes: [u8; 32]) -> SealingKey {
        SealingKey(Zeroizing::new(bytes))
    }

    /// Seals a recipe's seed, bound to the shoe's name and decks.
    pub(crate) fn seal(&self, recipe: &Recipe, nonce: [u8; NONCE]) -> Result<Sealed, SealError> {
        let name = bound_to(&recipe.id, recipe.algorithm, recipe.decks);
        let payload = Payload { msg: recipe.seed.bytes(), aad: name.as_bytes() };
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), payload).map_err(|_| SealError::Refused)?;
        let mut bytes = [0; LENGTH];
        let (head, body) = bytes.split_at_mut(1 + NONCE);
        if body.len() != sealed.len() {
            return Err(SealError::Refused);
        }
        head[0] = VERSION;
        head[1..].copy_from_slice(&nonce);
        body.copy_from_slice(&sealed);
        Ok(Sealed(bytes))
    }

    /// Seals something else that nobody may read yet, bound to its name: the seeds of a draw, a hidden wager. What is sealed
    /// under one name does not open under another.
    pub fn seal_named(&self, name: &str, secret: &[u8], nonce: [u8; NONCE]) -> Result<Vec<u8>, SealError> {
        let name = named(name);
        let payload = Payload { msg: secret, aad: name.as_bytes() };
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), payload).map_err(|_| SealError::Refused)?;
        Ok([&[VERSION], &nonce[..], &sealed].concat())
    }

    /// Opens what was sealed under this name.
    pub fn open_named(&self, name: &str, sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, SealError> {
        let (head, body) = sealed.split_at_checked(1 + NONCE).ok_or(SealError::Refused)?;
        if head[0] != VERSION {
            return Err(SealError::Version(head[0]));
        }
        let mut nonce = [0; NONCE];
        nonce.copy_from_slice(&head[1..]);
        let name = named(name);
        let payload = Payload { msg: body, aad: name.as_bytes() };
        let opened = self.cipher().decrypt(&XNonce::from(nonce), payload).map_err(|_| SealError::Refused)?;
        Ok(Zeroizing::new(opened))
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(<&Key>::from(&*self.0))
    }
}

impl ZeroizeOnDrop for SealingKey {}

impl fmt::Debug for SealingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealingKey(secret)")
    }
}

/// The nonce of XChaCha20, long enough to be drawn at random for ever.
pub const NONCE: usize = 24;
const VERSION: u8 = 1;
const TAG: usize = 16;
const LENGTH: usize = 1 + NONCE + Seed::LENGTH + TAG;

/// A sealed seed: the version, the nonce, the ciphertext and its tag, 89 bytes; prints as hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Sealed([u8; LENGTH]);

impl Sealed {
    /// Opens the seal: the shoe as it was when it was promised, before any share and before the cut.
    ///
    /// The shoe must be named as it was when it was sealed: a seal moved to another table does not open.
    pub fn open(
        &self,
        key: &SealingKey,
        id: &ShoeId,
        algorithm: Algorithm,
        decks: Decks,
    ) -> Result<PromisedShoe, SealError> {
        let (head, body) = self.0.split_at(1 + NONCE);
        if head[0] != VERSION {
            return Err(SealError::Version(head[0]));
        }
        let mut nonce = [0; NONCE];
        nonce.copy_from_slice(&head[1..]);
        let name = bound_to(id, algorithm, decks);
        let payload = Payload { msg: body, aad: name.as_bytes() };
        let opened = key.cipher().decrypt(&XNonce::from(nonce), payload).map_err(|_| SealError::Refused)?;
        let opened = Zeroizing::new(opened);
        let mut seed = Zeroizing::new([0; Seed::LENGTH]);
        if opened.len() != seed.len() {
            return Err(SealError::Refused);
        }
        seed.copy_from_slice(&opened);
        Ok(PromisedShoe::new(Recipe { id: id.clone(), algorithm, decks, seed: Seed::new(seed) }))
    }
}

/// No shoe's name begins so.
fn named(name: &str) -> String {
    format!("named-seal 1\n{name}")
}

fn bound_to(id: &ShoeId, algorithm: Algorithm, decks: Decks) -> String {
    format!("shoe-seal 1\n{}", id.lines(algorithm, decks))
}

punto_vocab::hex_text!(Sealed, SealError, |_| SealError::Text);

/// Why a seal does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SealError {
    #[error("the seal does not open: the key is another, the shoe is another, or a byte was changed")]
    Refused,
    #[error("the seal is of version {0}, and this software knows version {VERSION}")]
    Version(u8),
    #[error("a sealed seed is {} hexadecimal digits in lower case", 2 * LENGTH)]
    Text,
}
