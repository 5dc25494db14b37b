//! Signed checkpoints: where every stream ended at a moment, in a line that can be kept elsewhere.
//!
//! A checkpoint is one line of JSON with its keys in one order and no spaces:
//!
//! ```text
//! {"checkpoint":7,"at":1800000000000000,"engine":3,"prev":"…","streams":12,"root":"…","heads":[{"stream":"site","seq":9,"hash":"…"}],"key":"…","signature":"…"}
//! ```
//!
//! `engine` is the newest that wrote a record; checkpoints from before it was named are without. `prev` is the BLAKE3 hash of the line before, zeros in the first. The signature is Ed25519 over the line without
//! its `,"signature":"…"`. `heads` names the streams that moved since the checkpoint before, and at the start of a
//! process all of them; so the ends of all streams are the fold of all `heads`. `root` is the BLAKE3 hash over *all* of
//! them in order of their names: `"punto heads 1\n"`, then for each the name as a text with its length (u32), the
//! number (u64) and the hash, little-endian.

use punto_vocab::hex;
use serde::{Deserialize, Serialize};

use crate::{Hash, Head, PublicKey, Signer};

/// Where every stream ended at a moment, signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// 1 is the first.
    pub number: u64,
    /// When it was signed, in microseconds since 1970 UTC.
    pub at: i64,
    /// The newest engine that had written a record.
    pub engine: Option<u16>,
    /// The hash of the checkpoint before; zero before the first.
    pub prev: Hash,
    /// How many streams there were.
    pub streams: u64,
    /// The hash over the ends of all streams.
    pub root: Hash,
    /// The streams that moved since the checkpoint before, sorted by name.
    pub heads: Vec<Head>,
    /// Who signed.
    pub key: PublicKey,
    signature: [u8; 64],
}

impl Checkpoint {
    /// Signs the ends of all streams, `all` of them sorted by name, of which `heads` moved.
    pub fn sign<'a>(
        signer: &Signer,
        number: u64,
        at: i64,
        engine: Option<u16>,
        prev: Hash,
        all: impl IntoIterator<Item = &'a Head>,
        heads: Vec<Head>,
    ) -> Checkpoint {
        let (streams, root) = root(all);
        let key = signer.public_key();
        let mut signed =
            Checkpoint { number, at, engine, prev, streams, root, heads, key, signature: [0; 64] };
        signed.signature = signer.sign(signed.message().as_bytes());
        signed
    }

    /// Whether the signature is the stated key's over what is stated.
    pub fn holds(&self) -> bool {
        self.key.accepts(self.message().as_bytes(), &self.signature)
    }

    /// The one line.
    pub fn to_line(&self) -> String {
        let mut line = self.message();
        line.pop();
        line.push_str(",\"signature\":\"");
        line.push_str(&Signed(self.signature).to_string());
        line.push_str("\"}");
        line
    }

    /// Reads a line, which must be spelt as [`to_line`](Checkpoint::to_line) spells it.
    pub fn from_line(line: &str) -> Result<Checkpoint, BadCheckpoint> {
        let wire: Wire = serde_json::from_str(line).map_err(|error| BadCheckpoint(error.to_string()))?;
        let signature = hex::decode(&wire.signature)
            .ok_or_else(|| BadCheckpoint("a signature is 128 lower-case hexadecimal digits".into()))?;
        let Wire { checkpoint: number, at, engine, prev, streams, root, heads, key, .. } = wire;
        let read = Checkpoint { number, at, engine, prev, streams, root, heads, key, signature };
        if read.to_line() == line {
            Ok(read)
        } else {
            Err(BadCheckpoint("it is not spelt in the one way: keys in order, no spaces".into()))
        }
    }

    /// Whether these are the ends of all streams that it signed, in order of their names.
    pub fn signs<'a>(&self, heads: impl IntoIterator<Item = &'a Head>) -> bool {
        (self.streams, self.root) == root(heads)
    }

    /// The hash of the line, which the next checkpoint names.
    pub fn hash(&self) -> Hash {
        Hash::of(self.to_line().as_bytes())
    }

    fn message(&self) -> String {
        let Checkpoint { number, at, engine, prev, streams, root, heads, key, .. } = self;
        let engine = engine.map_or(String::new(), |engine| format!(r#""engine":{engine},"#));
        let heads: Vec<String> = heads
            .iter()
            .map(|h| format!(r#"{{"stream":"{}","seq":{},"hash":"{}"}}"#, h.stream, h.seq, h.hash))
            .collect();
        format!(
            r#"{{"checkpoint":{number},"at":{at},{engine}"prev":"{prev}","streams":{streams},"root":"{root}","heads":[{}],"key":"{key}"}}"#,
            heads.join(",")
        )
    }
}

/// The number of heads, and the hash over all of them.
pub(crate) fn root<'a>(all: impl IntoIterator<Item = &'a Head>) -> (u64, Hash) {
    let mut streams = 0;
    let mut bytes = b"punto heads 1\n".to_vec();
    for head in all {
        streams += 1;
        let name = head.stream.as_str();
        bytes.extend_from_slice(&(name.len() as u32).to_le_bytes());
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(&head.seq.to_le_bytes());
        bytes.extend_from_slice(head.hash.as_bytes());
    }
    (streams, Hash::of(&bytes))
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    checkpoint: u64,
    at: i64,
    #[serde(default)]
    engine: Option<u16>,
    prev: Hash,
    streams: u64,
    root: Hash,
    heads: Vec<Head>,
    key: PublicKey,
    signature: String,
}

struct Signed([u8; 64]);

impl std::fmt::Display for Signed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        hex::write(f, &self.0)
    }
}

/// A line that is no checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no checkpoint: {0}")]
pub struct BadCheckpoint(String);

#[cfg(test)]
mod tests {
    use super::*;

    fn head(name: &str, seq: u64) -> Head {
        Head { stream: name.parse().unwrap(), seq, hash: Hash::of(name.as_bytes()) }
    }

    fn checkpoint() -> Checkpoint {
        let all = [head("site", 9), head("table/nsw-1", 17)];
        Checkpoint::sign(
            &Signer::new(&[7; 32]),
            3,
            1_800_000_000_000_000,
            Some(3),
            Hash::of(b"2"),
            &all,
            all[1..].to_vec(),
        )
    }

    #[test]
    fn a_line_is_read_back_to_the_same() {
        let signed = checkpoint();
        let line = signed.to_line();
        let read = Checkpoint::from_line(&line).unwrap();
        assert_eq!(read, signed);
        assert!(read.holds());
        assert_eq!(read.hash(), Hash::of(line.as_bytes()));
        let before = Checkpoint { engine: None, ..signed };
        let line = before.to_line();
        assert!(!line.contains("engine") && !before.holds(), "{line}");
        assert_eq!(Checkpoint::from_line(&line), Ok(before));
    }

    #[test]
    fn any_change_of_the_line_is_seen() {
        let line = checkpoint().to_line();
        for place in 0..line.len() {
            let mut bytes = line.clone().into_bytes();
            bytes[place] ^= 1;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            if let Ok(read) = Checkpoint::from_line(&changed) {
                assert!(!read.holds(), "byte {place}: {changed}");
            }
        }
        assert!(Checkpoint::from_line(&line.replace(':', ": ")).is_err());
    }

    #[test]
    fn the_root_is_over_all_heads() {
        let (count, one) = root(&[head("site", 9), head("table/nsw-1", 17)]);
        assert_eq!(count, 2);
        assert_ne!(root(&[head("site", 9), head("table/nsw-1", 16)]).1, one);
        assert_ne!(root(&[head("site", 9)]).1, one);
    }
}
