//! The checkpoints of a journal: their chain, their signatures, and what they say about the records.

use std::collections::{BTreeMap, HashMap};

use rusqlite::Connection;

use crate::checkpoint::root;
use crate::sqlite::store;
use crate::{Checkpoint, Fault, Hash, Head, PublicKey, StreamName};

use super::{Finding, Findings};

/// What the checkpoints say.
pub(crate) struct Signed {
    pub(crate) count: u64,
    pub(crate) keys: Vec<PublicKey>,
    /// The records that were signed: their hash, and the first checkpoint that has it.
    pub(crate) heads: HashMap<(StreamName, u64), (Hash, u64)>,
}

impl Signed {
    /// Reads all checkpoints up to a number.
    pub(crate) fn read(
        db: &Connection,
        upto: u64,
        trusted: &[PublicKey],
        findings: &mut Findings,
    ) -> Result<Signed, Fault> {
        let mut signed = Signed { count: 0, keys: Vec::new(), heads: HashMap::new() };
        let mut fold = Fold { number: 0, prev: Some(Hash::ZERO), all: BTreeMap::new(), engine: None };
        while fold.number < upto {
            let few = findings.note(store::checkpoint_lines(db, fold.number, 100))?.unwrap_or_default();
            if few.is_empty() {
                let (number, what) = (fold.number + 1, "and those behind it are missing".into());
                findings.add(Finding::Checkpoint { number, what });
                break;
            }
            for (number, line) in few {
                signed.count += 1;
                for what in fold.next(number, &line, trusted, &mut signed) {
                    findings.add(Finding::Checkpoint { number, what });
                }
            }
        }
        Ok(signed)
    }
}

/// Where the chain of checkpoints stands while it is read.
struct Fold {
    number: u64,
    /// The hash of the last one; unknown behind one that could not be read.
    prev: Option<Hash>,
    /// Where every stream ended.
    all: BTreeMap<StreamName, Head>,
    /// The engine of the last one.
    engine: Option<u16>,
}

impl Fold {
    /// Takes the next line and says what is wrong with it.
    fn next(&mut self, number: u64, line: &str, trusted: &[PublicKey], signed: &mut Signed) -> Vec<String> {
        let mut wrong = Vec::new();
        if number != self.number + 1 {
            wrong.push(format!("comes where checkpoint {} is due", self.number + 1));
        }
        self.number = number;
        let prev = self.prev.replace(Hash::of(line.as_bytes()));
        let checkpoint = match Checkpoint::from_line(line) {
            Ok(checkpoint) => checkpoint,
            Err(error) => {
                wrong.push(format!("cannot be read: {error}"));
                return wrong;
            }
        };
        if checkpoint.number != number {
            wrong.push(format!("says that it is checkpoint {}", checkpoint.number));
        }
        if let Some(prev) = prev.filter(|prev| *prev != checkpoint.prev) {
            wrong.push(format!("does not follow the one before, which has the hash {prev}"));
        }
        if !checkpoint.holds() {
            wrong.push("has a wrong signature".into());
            // What nobody signed says nothing about the records.
            return wrong;
        }
        if !trusted.is_empty() && !trusted.contains(&checkpoint.key) {
            wrong.push(format!("was signed with a key that is not trusted: {}", checkpoint.key));
        }
        if checkpoint.engine < self.engine {
            wrong.push("names an engine that is older than that of an earlier one".into());
        }
        self.engine = checkpoint.engine;
        if !signed.keys.contains(&checkpoint.key) {
            signed.keys.push(checkpoint.key);
        }
        self.fold(checkpoint, signed, &mut wrong);
        wrong
    }

    fn fold(&mut self, checkpoint: Checkpoint, signed: &mut Signed, wrong: &mut Vec<String>) {
        let Checkpoint { number, streams, root: signed_root, heads, .. } = checkpoint;
        for head in heads {
            let Head { stream, seq, hash } = &head;
            if self.all.get(stream).is_some_and(|before| before.seq > *seq) {
                wrong.push(format!("says that {stream} ends at {seq}, and an earlier one has more"));
            }
            let (before, _) = signed.heads.entry((stream.clone(), *seq)).or_insert((*hash, number));
            if before != hash {
                wrong.push(format!("and an earlier one differ about record {seq} of {stream}"));
            }
            self.all.insert(stream.clone(), head);
        }
        if (streams, signed_root) != root(self.all.values()) {
            wrong.push("does not agree with its own list of heads and those before it".into());
        }
    }
}
