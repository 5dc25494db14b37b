//! The codes of a journal, compared with the key of its chain.

use rusqlite::Connection;

use crate::sqlite::{Examined, LAST, Shelves, store};
use crate::{Checkpoint, Fault, Hash, Head};

use super::{Finding, Findings, Keyed, Wrong};

/// The codes of records while they are read in the order of their commits.
pub(crate) struct Codes<'a> {
    keyed: &'a Keyed,
    /// Behind which position records have codes, and what stands before the first.
    from: i64,
    start: Hash,
    /// The code of the last record; unknown behind one that could not be read.
    last: Option<Hash>,
    /// Whether what stands before the first code was compared; a position where no record is would pass it by.
    begun: bool,
}

impl<'a> Codes<'a> {
    /// Begins, where there are codes and a key.
    pub(crate) fn begin(
        start: Option<(i64, Hash)>,
        keyed: Option<&'a Keyed>,
        findings: &mut Findings,
    ) -> Option<Codes<'a>> {
        let keyed = keyed?;
        let Some((from, start)) = start else {
            if keyed.anchor.is_some() {
                findings.add(Finding::Database("it has no codes, and there is an anchor for it".into()));
            }
            return None;
        };
        let mut codes = Codes { keyed, from, start, last: Some(start), begun: false };
        if from == 0 {
            codes.compare_start(&[], findings);
        }
        Some(codes)
    }

    /// Whether all streams have to be known at this position, since codes begin behind it.
    pub(crate) fn begin_behind(&self, position: i64) -> bool {
        position == self.from
    }

    /// Compares what stands before the first code with where all streams ended there.
    pub(crate) fn compare_start(&mut self, heads: &[Head], findings: &mut Findings) {
        self.begun = true;
        if self.keyed.key.start(self.from, heads) != self.start {
            findings.add(Finding::Database(format!(
                "what stands before the first code, at position {}, was not written with the key of this chain",
                self.from
            )));
        }
        findings.note_anchor(self.anchored(self.from, self.start));
    }

    /// What is wrong with the code of the next record; `hash` is the record's if it can be read.
    pub(crate) fn next(&mut self, position: i64, hash: Option<&Hash>, code: Option<Hash>) -> Vec<Wrong> {
        if position <= self.from {
            return code.map(|_| Wrong::Code).into_iter().collect();
        }
        let expected =
            self.last.zip(hash).map(|(before, hash)| self.keyed.key.record(&before, position, hash));
        // From a wrong one on the next are compared with what stands there, so that one change is one finding.
        self.last = code;
        let ours = code.is_some() && expected.is_none_or(|expected| code == Some(expected));
        let anchored = self.anchored(position, code.unwrap_or(Hash::ZERO));
        (!ours).then_some(Wrong::Code).into_iter().chain(anchored.err()).collect()
    }

    /// Compares with the anchor, if it is at this position.
    fn anchored(&self, position: i64, code: Hash) -> Result<(), Wrong> {
        match self.keyed.anchor {
            Some(anchor) if store::integer(anchor.position) == position && anchor.code != code => {
                Err(Wrong::Anchor)
            }
            _ => Ok(()),
        }
    }

    /// Whether the anchor is at a record that is there.
    pub(crate) fn finish(&self, last: i64, findings: &mut Findings) {
        if !self.begun {
            findings.add(Finding::Database(format!("codes cannot begin behind position {}", self.from)));
        }
        let Some(anchor) = self.keyed.anchor else { return };
        if store::integer(anchor.position) > last {
            findings.add(Finding::Database(format!(
                "the anchor knows {} records, and there are {last}: an older copy was put in its place, or its end cut off",
                anchor.position
            )));
        }
    }
}

impl Findings {
    fn note_anchor(&mut self, anchored: Result<(), Wrong>) {
        if anchored.is_err() {
            self.add(Finding::Database("it does not begin as the anchor knows it".into()));
        }
    }
}

/// Whether everything on the shelves is what was put there last.
pub(super) fn shelves(db: &Connection, keyed: &Keyed, findings: &mut Findings) -> Result<(), Fault> {
    db.execute_batch("BEGIN").map_err(store::fault)?;
    let examined = findings.note(Shelves::examine(db, &keyed.key));
    db.execute_batch("COMMIT").map_err(store::fault)?;
    let Some(Examined { shelves, broken, .. }) = examined? else { return Ok(()) };
    for broken in broken {
        findings.add(Finding::Database(broken.what));
    }
    if keyed.anchor.is_some_and(|anchor| anchor.shelves > shelves.version) {
        findings.add(Finding::Database(format!(
            "its shelves are those of version {}, and the anchor knows a later one",
            shelves.version
        )));
    }
    Ok(())
}

/// Whether the last checkpoint is the last that was signed.
pub(super) fn last_checkpoint(db: &Connection, findings: &mut Findings) -> Result<(), Fault> {
    db.execute_batch("BEGIN").map_err(store::fault)?;
    let read = || -> Result<_, Fault> {
        let noted = store::get_shelved(db, None, LAST, LAST)?;
        let number = store::last_checkpoint(db)?;
        Ok((noted, store::checkpoint_lines(db, number.saturating_sub(1), 1)?.pop()))
    };
    let read = findings.note(read());
    db.execute_batch("COMMIT").map_err(store::fault)?;
    let Some((Some(noted), last)) = read? else { return Ok(()) };
    let found = last
        .and_then(|(number, line)| Some(format!("{number} {}", Checkpoint::from_line(&line).ok()?.hash())));
    if found.is_none_or(|found| found.as_bytes() != noted) {
        findings.add(Finding::Database("the last checkpoint is not the last that was signed".into()));
    }
    Ok(())
}
