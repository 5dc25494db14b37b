//! The key of the chain: what makes a record, a shelf or an anchor this house's own, whoever can write the database.
//!
//! All codes are BLAKE3 in its keyed mode. The code of a record is over the code of the record before it *in the order of
//! commits*, its position and its hash; so nothing can be added, changed, taken out or put in another order without the
//! key. Each kind of code begins with words of its own, so that none can be taken for another.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::secret::{self, KeyError, Secret};
use crate::{Hash, Head, StreamName};

/// The secret that codes are made with. It is wiped when the last clone is dropped, and never printed.
#[derive(Clone)]
pub struct ChainKey(Arc<Secret>);

const TITLE: &str = "punto chain key 1\n";

impl ChainKey {
    /// Takes a secret of 32 bytes, from a vault or for a test; the caller wipes its own copy.
    pub fn new(secret: &[u8; 32]) -> ChainKey {
        ChainKey(Arc::new(Secret::new(*secret)))
    }

    /// Reads the key from its file; `None` where there is none. A file that others may read is refused.
    pub fn load(path: &Path) -> Result<Option<ChainKey>, KeyError> {
        Ok(secret::read(path, TITLE)?.map(|secret| ChainKey(Arc::new(secret))))
    }

    /// Makes a new key in a file that only its owner can read.
    pub fn create(path: &Path) -> Result<ChainKey, KeyError> {
        secret::create(path, TITLE).map(|secret| ChainKey(Arc::new(secret)))
    }

    /// The code of a record behind one with the code `before`. Its position is that in the order of commits, or, in a journal
    /// of many machines, its number in its stream.
    pub fn record(&self, before: &Hash, position: i64, hash: &Hash) -> Hash {
        // One buffer of known size: this is made for every record.
        let mut bytes = [0; 88];
        bytes[..16].copy_from_slice(b"punto record c1\n");
        bytes[16..48].copy_from_slice(before.as_bytes());
        bytes[48..56].copy_from_slice(&position.to_le_bytes());
        bytes[56..].copy_from_slice(hash.as_bytes());
        self.code(&bytes)
    }

    /// What stands before the first record that has a code: where every stream ended there.
    pub(crate) fn start<'a>(&self, position: i64, heads: impl IntoIterator<Item = &'a Head>) -> Hash {
        let (streams, root) = crate::checkpoint::root(heads);
        let number = [position.to_le_bytes(), streams.to_le_bytes()].concat();
        self.codes(b"punto start c1\n", [&number[..], root.as_bytes()])
    }

    /// What stands before the first record of a stream, where each stream has a chain of codes of its own.
    pub fn stream(&self, stream: &StreamName) -> Hash {
        self.codes(b"punto stream c1\n", [stream.as_str().as_bytes()])
    }

    /// The code of something on a shelf.
    pub fn shelved(&self, shelf: &str, name: &str, bytes: &[u8]) -> Hash {
        self.codes(b"punto shelf c1\n", [shelf.as_bytes(), name.as_bytes(), bytes])
    }

    /// The code of a note that a program of the house leaves in its folder.
    pub fn note(&self, note: &str) -> Hash {
        self.codes(b"punto note c1\n", [note.as_bytes()])
    }

    /// A code over parts, each with its length before it.
    pub(crate) fn codes<const N: usize>(&self, what: &[u8], parts: [&[u8]; N]) -> Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(what);
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
        Hash::new(*hasher.finalize().as_bytes())
    }

    fn code(&self, bytes: &[u8]) -> Hash {
        Hash::new(*blake3::keyed_hash(&self.0, bytes).as_bytes())
    }
}

impl fmt::Debug for ChainKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChainKey(…)")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// If these change, no journal in the world agrees with its key any more.
    #[test]
    fn the_codes_are_frozen() {
        let key = ChainKey::new(&[7; 32]);
        let record = key.record(&Hash::ZERO, 1, &Hash::of(b"one"));
        assert_eq!(record.to_string(), RECORD);
        assert_eq!(key.shelved("setting", "a", b"1").to_string(), SHELVED);
        assert_eq!(key.start(0, []).to_string(), START);
        assert_eq!(key.stream(&"table/nsw-1".parse().unwrap()).to_string(), STREAM);
    }

    const RECORD: &str = "6e489ca8beb2987352b70397cadcd2dc3639cbad7c691a096a7328e0b44b70f9";
    const SHELVED: &str = "5ce94e1ff417c19bcf29be7e7b5c847a4fce9d9b86fb095c260b58d5260aa538";
    const STREAM: &str = "fe030e9befcff7ada02b9e838c56fe7f1b9fc6415aed5e71acac47f536878db7";
    const START: &str = "98f61e94fa516c046ec1894698b5215d013a15cb477589bc59143b6b86c0edca";

    #[test]
    fn a_code_is_of_one_key_and_of_everything_it_is_over() {
        let (key, other) = (ChainKey::new(&[1; 32]), ChainKey::new(&[2; 32]));
        let (one, two) = (Hash::of(b"one"), Hash::of(b"two"));
        let code = key.record(&one, 5, &two);
        for changed in [other.record(&one, 5, &two), key.record(&two, 5, &two), key.record(&one, 6, &two)] {
            assert_ne!(changed, code);
        }
        assert_ne!(key.shelved("ab", "c", b""), key.shelved("a", "bc", b""));
        assert!(!format!("{key:?}").contains('1'));
    }
}
