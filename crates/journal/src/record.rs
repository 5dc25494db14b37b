//! What is written: an entry as its author gives it, the record that it becomes, and how the chain is made.
//!
//! A record's hash is plain BLAKE3 over these bytes, so that a stranger can make it again in any language:
//!
//! ```text
//! "punto record 1\n"                          15 bytes
//! hash of the record before                   32 bytes; zeros before the first
//! stream                                      text
//! seq                                         u64
//! at                                          i64, microseconds since 1970 UTC
//! actor                                       text
//! schema, engine                              u16 each
//! key                                         one byte 0, or one byte 1 and text
//! body                                        text
//! ```
//!
//! Numbers are little-endian. A text is its length in bytes as u32 and then its UTF-8 bytes, so no two records have
//! the same encoding.

use serde::{Deserialize, Serialize};

use crate::{Hash, StreamName};

/// One thing to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where it belongs.
    pub stream: StreamName,
    /// The number it must get: one more than the last of its stream. 1 is the first.
    pub seq: u64,
    /// When it happened, in microseconds since 1970 UTC.
    pub at: i64,
    /// Who caused it.
    pub actor: String,
    /// The version of the body's form.
    pub schema: u16,
    /// The version of the rules' code that decided it.
    pub engine: u16,
    /// The author's idempotency key; no two records of a stream share one.
    pub key: Option<String>,
    /// What happened, in the form that `schema` says.
    pub body: String,
}

impl Entry {
    /// The highest number that a record can have: the highest that every reader of JSON knows exactly.
    pub const LAST_SEQ: u64 = (1 << 53) - 1;
    /// The longest actor and the longest key, in bytes.
    pub const LONGEST_WORD: usize = 256;
    /// The longest body, in bytes.
    pub const LONGEST_BODY: usize = 16 << 20;

    /// The hash of this entry behind a record with the hash `prev`.
    pub fn hash(&self, prev: &Hash) -> Hash {
        let mut bytes = Vec::with_capacity(160 + self.actor.len() + self.body.len());
        bytes.extend_from_slice(b"punto record 1\n");
        bytes.extend_from_slice(prev.as_bytes());
        text(&mut bytes, self.stream.as_str());
        bytes.extend_from_slice(&self.seq.to_le_bytes());
        bytes.extend_from_slice(&self.at.to_le_bytes());
        text(&mut bytes, &self.actor);
        bytes.extend_from_slice(&self.schema.to_le_bytes());
        bytes.extend_from_slice(&self.engine.to_le_bytes());
        match &self.key {
            None => bytes.push(0),
            Some(key) => {
                bytes.push(1);
                text(&mut bytes, key);
            }
        }
        text(&mut bytes, &self.body);
        Hash::of(&bytes)
    }

    /// Seals the entry behind its predecessor.
    pub fn seal(self, prev: Hash) -> Record {
        let hash = self.hash(&prev);
        Record { entry: self, prev, hash }
    }

    /// What makes the entry unfit for any journal, whatever stands in it already.
    pub fn unfit(&self) -> Option<String> {
        let Entry { stream, seq, actor, key, body, .. } = self;
        let word = Entry::LONGEST_WORD;
        let key_length = key.as_ref().map_or(1, String::len);
        if !(1..=Entry::LAST_SEQ).contains(seq) {
            Some(format!("record {seq} of {stream} cannot be: numbers are 1 to {}", Entry::LAST_SEQ))
        } else if actor.len() > word {
            Some(format!("an actor of {} bytes is too long: {word} at most", actor.len()))
        } else if !(1..=word).contains(&key_length) {
            Some(format!("a key of {key_length} bytes cannot be: 1 to {word} bytes"))
        } else if body.len() > Entry::LONGEST_BODY {
            Some(format!("a body of {} bytes is too long: {} at most", body.len(), Entry::LONGEST_BODY))
        } else {
            None
        }
    }
}

/// Appends a text with its length before it. No text of a fit entry comes near four gigabytes.
fn text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
}

/// One record: an entry in its place in the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What its author wrote.
    pub entry: Entry,
    /// The hash of the record before it in the stream; zero before the first.
    pub prev: Hash,
    /// The hash of this record.
    pub hash: Hash,
}

impl Record {
    /// Whether the stated hash is the hash of what is stated.
    pub fn holds(&self) -> bool {
        self.entry.hash(&self.prev) == self.hash
    }

    /// The end of its stream, if this is the last.
    pub fn head(&self) -> Head {
        Head { stream: self.entry.stream.clone(), seq: self.entry.seq, hash: self.hash }
    }
}

/// The last record of a stream: its number and its hash.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The stream.
    pub stream: StreamName,
    /// The number of its last record.
    pub seq: u64,
    /// The hash of its last record.
    pub hash: Hash,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        Entry {
            stream: "table/nsw-1".parse().unwrap(),
            seq: 1,
            at: 1_800_000_000_000_000,
            actor: "dealer/mia".into(),
            schema: 1,
            engine: 1,
            key: Some("k-1".into()),
            body: r#"{"said":"card Ks"}"#.into(),
        }
    }

    /// The hash of a known record. If this changes, every journal in the world breaks.
    #[test]
    fn the_encoding_is_frozen() {
        let hash = entry().hash(&Hash::ZERO);
        assert_eq!(hash.to_string(), "b9aefb0ace7283809ac04abeda16ccfceedff047749e12cbd9b78bb117f9e306");
    }

    #[test]
    fn every_field_is_in_the_hash() {
        let first = entry().hash(&Hash::ZERO);
        let changes: [fn(&mut Entry); 9] = [
            |e| e.stream = "table/nsw-2".parse().unwrap(),
            |e| e.seq += 1,
            |e| e.at -= 1,
            |e| e.actor.push('a'),
            |e| e.schema += 1,
            |e| e.engine += 1,
            |e| e.key = None,
            |e| e.key = Some("k-2".into()),
            |e| e.body.push(' '),
        ];
        for (n, change) in changes.iter().enumerate() {
            let mut other = entry();
            change(&mut other);
            assert_ne!(other.hash(&Hash::ZERO), first, "change {n}");
        }
        assert_ne!(entry().hash(&first), first);
    }

    #[test]
    fn letters_cannot_wander_from_one_field_to_the_next() {
        let (mut one, mut two) = (entry(), entry());
        one.actor = "ab".into();
        one.key = Some("c".into());
        two.actor = "a".into();
        two.key = Some("bc".into());
        assert_ne!(one.hash(&Hash::ZERO), two.hash(&Hash::ZERO));
    }

    #[test]
    fn what_is_unfit_is_said() {
        assert_eq!(entry().unfit(), None);
        let unfit = |change: fn(&mut Entry)| {
            let mut entry = entry();
            change(&mut entry);
            entry.unfit().unwrap()
        };
        assert!(unfit(|e| e.seq = 0).contains("numbers are 1 to"));
        assert!(unfit(|e| e.seq = Entry::LAST_SEQ + 1).contains("numbers are 1 to"));
        assert!(unfit(|e| e.actor = "a".repeat(257)).contains("256 at most"));
        assert!(unfit(|e| e.key = Some(String::new())).contains("1 to 256 bytes"));
        assert!(unfit(|e| e.body = "b".repeat(Entry::LONGEST_BODY + 1)).contains("too long"));
    }
}
