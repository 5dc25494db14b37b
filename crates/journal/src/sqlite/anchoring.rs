//! Opening a journal with the key of its chain: what is in it must be this house's own, and nothing may be missing.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::acceptance::Acceptance;
use crate::anchor::{Anchor, AnchorFile};
use crate::{ChainKey, Fault, Hash, Head, KeyError, OpenError, StreamName, acceptance, check};

use super::current::{Codes, Current};
use super::shelves::{Broken, Examined, Shelves};
use super::store::{self, End};

/// How a journal is to be opened with a key.
#[derive(Clone, Copy, Debug)]
pub struct Anchoring<'a> {
    /// The file of the key; the anchor lies beside it.
    pub key_file: &'a Path,
    /// Shelves whose content can be made again from the records: one that is not as it was written is emptied.
    pub derivable: &'a [&'a str],
}

/// What the writer of an anchored journal keeps up.
pub(crate) struct Anchored {
    pub(crate) key: ChainKey,
    /// The code of the last record.
    pub(crate) last: Hash,
    pub(crate) shelves: Shelves,
    pub(crate) file: AnchorFile,
}

/// What was done while a journal was opened, for its record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningReport {
    /// The journal was anchored for the first time, behind so many records that had no codes.
    pub anchored: Option<u64>,
    /// Shelves that were not as they were written and could be emptied, each with what was wrong.
    pub emptied: Vec<String>,
    /// Who accepted the journal as it is since the last start.
    pub accepted: Option<String>,
    /// Who accepted another journal since the last start, in whose place this one was put, and how many records it had.
    pub replaced: Option<(String, u64)>,
    /// The codes of the keys that were accepted with it.
    pub(crate) accepted_keys: Vec<Hash>,
}

impl OpeningReport {
    fn accepted(self, acceptance: Option<Acceptance>, position: u64) -> OpeningReport {
        match acceptance {
            Some(Acceptance { at, by, keys }) if at == position => {
                OpeningReport { accepted: Some(by), accepted_keys: keys, ..self }
            }
            Some(Acceptance { at, by, .. }) => OpeningReport { replaced: Some((by, at)), ..self },
            None => self,
        }
    }
}

/// What there is of a journal when it is opened.
pub(crate) struct Ground<'a> {
    pub(crate) dir: &'a Path,
    pub(crate) file: &'a Path,
    pub(crate) ends: &'a [(StreamName, End)],
    pub(crate) position: i64,
    /// Whether its last checkpoint is of a program that gave codes to every record.
    pub(crate) coded: bool,
}

/// So many records at the end are checked at every start; a check of the whole journal checks all.
const TAIL: i64 = 64;

/// A chain that is open: what its writer keeps up, what was done to it, and what is on its shelves.
type Begun = (Anchored, OpeningReport, Current);

/// Opens the chain of a journal with its key, or begins one where there is none yet.
pub(crate) fn open(
    db: &mut Connection,
    ground: &Ground<'_>,
    how: &Anchoring<'_>,
) -> Result<Begun, OpenError> {
    let failed = |fault: Fault| super::refusal(ground.file, ground.dir, fault);
    let start = store::start(db).map_err(failed)?;
    let (key, new) = match ChainKey::load(how.key_file)? {
        Some(key) => (key, false),
        None if start.is_none() && !Anchor::path(how.key_file).exists() => {
            (ChainKey::create(how.key_file)?, true)
        }
        None => {
            let (file, key) = (ground.file.to_owned(), how.key_file.to_owned());
            return Err(OpenError::NoKey { file, key });
        }
    };
    let anchor = Anchor::load(how.key_file, &key)?;
    match (start, anchor) {
        (None, anchor) => {
            let accepted = acceptance::of(how.key_file, &key);
            let as_it_is = accepted.as_ref().is_some_and(|own| own.at == ground.position.unsigned_abs());
            // Who takes all codes off, and the anchor with them, has a journal that looks like one from before there were
            // any. Its key was there, though, or its checkpoints are of a time when there were codes.
            let earlier = ground.position == 0 || anchor.is_some() || (new && !ground.coded);
            if !earlier && !as_it_is {
                return Err(OpenError::NoCodes { file: ground.file.to_owned() });
            }
            begin(db, ground, how, key, anchor, accepted)
        }
        (Some(start), Some(anchor)) => resume(db, ground, how, key, start, anchor),
        (Some(_), None) => {
            let anchor = Anchor::path(how.key_file);
            Err(OpenError::NoAnchor { file: ground.file.to_owned(), anchor })
        }
    }
}

/// Gives codes to a journal that has none: what is there is checked as far as it can be, and vouched for from now on.
fn begin(
    db: &mut Connection,
    ground: &Ground<'_>,
    how: &Anchoring<'_>,
    key: ChainKey,
    anchor: Option<Anchor>,
    accepted: Option<Acceptance>,
) -> Result<Begun, OpenError> {
    let failed = |fault: Fault| super::refusal(ground.file, ground.dir, fault);
    let heads = heads(ground.ends);
    let code = key.start(ground.position, &heads);
    let first = Anchor { position: ground.position.unsigned_abs(), code, shelves: 0 };
    if let Some(anchor) = anchor.filter(|anchor| *anchor != first) {
        // One that was begun and got no further is begun again; any other journal had codes, and has lost them.
        let what = format!(
            "it has no codes, and the anchor of its key is at position {} of an anchored journal",
            anchor.position
        );
        return Err(OpenError::Behind { file: ground.file.to_owned(), what });
    }
    if ground.position > 0 {
        let report = check::verify(ground.dir, &[], &mut |_| {}, &mut |_| {})?;
        if let Some(finding) = report.findings.first() {
            return Err(failed(Fault::Damaged(finding.to_string())));
        }
    }
    let broken_off = |error| OpenError::from(KeyError::file(how.key_file, &error));
    let mut file = AnchorFile::begin(how.key_file, &key, &first).map_err(broken_off)?;
    let (shelves, codes) =
        write_start(db, &key, first, ground.position).map_err(store::fault).map_err(failed)?;
    file.set(&Anchor { shelves: shelves.version, ..first }).and_then(|()| file.sync()).map_err(broken_off)?;
    // A journal that begins with its first record was never without.
    let anchored = (ground.position > 0).then_some(first.position);
    let opening = OpeningReport { anchored, ..OpeningReport::default() }.accepted(accepted, first.position);
    Ok((Anchored { key, last: code, shelves, file }, opening, Current::new(codes)))
}

fn write_start(
    db: &mut Connection,
    key: &ChainKey,
    first: Anchor,
    position: i64,
) -> rusqlite::Result<(Shelves, Codes)> {
    let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    change.execute(
        "INSERT INTO start (id, position, code) VALUES (1, ?1, ?2)",
        (position, first.code.as_bytes()),
    )?;
    let all: Vec<(String, String, Vec<u8>)> = {
        let mut select = change.prepare("SELECT shelf, name, bytes FROM shelf")?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        rows.collect::<rusqlite::Result<_>>()?
    };
    let (mut shelves, mut codes) = (Shelves::default(), Codes::new());
    for (shelf, name, bytes) in all {
        let code = key.shelved(&shelf, &name, &bytes);
        let update = "UPDATE shelf SET sum = ?3 WHERE shelf = ?1 AND name = ?2";
        change.prepare_cached(update)?.execute((&shelf, &name, code.as_bytes()))?;
        shelves.change(key, &shelf, &name, None, Some(code));
        codes.entry(shelf).or_default().insert(name, code);
    }
    shelves.write(&change, key)?;
    change.commit()?;
    Ok((shelves, codes))
}

/// Goes on with an anchored journal, if it is the one that was written with this key and has all that was committed.
fn resume(
    db: &mut Connection,
    ground: &Ground<'_>,
    how: &Anchoring<'_>,
    key: ChainKey,
    (from, start): (i64, Hash),
    anchor: Anchor,
) -> Result<Begun, OpenError> {
    let failed = |fault: Fault| super::refusal(ground.file, ground.dir, fault);
    let behind = |what: String| OpenError::Behind { file: ground.file.to_owned(), what };
    if anchor.position > ground.position.unsigned_abs() {
        return Err(behind(format!(
            "record {} in the order of commits was written, and the journal ends at {}",
            anchor.position, ground.position
        )));
    }
    let anchored = store::integer(anchor.position);
    let after = anchored.min(ground.position - TAIL).max(from);
    let before = if after == from { start } else { store::code_at(db, after).map_err(failed)? };
    let last = follow(db, &key, (after, before), ground.position, Some(anchor)).map_err(failed)?;
    let Examined { mut shelves, mut codes, broken } = Shelves::examine(db, &key).map_err(failed)?;
    broken.iter().for_each(|broken| drop(codes.remove(&broken.shelf)));
    let emptied = empty(db, &key, &mut shelves, broken, how.derivable).map_err(failed)?;
    if shelves.version < anchor.shelves {
        return Err(behind(format!(
            "its shelves are those of version {}, and version {} was written",
            shelves.version, anchor.shelves
        )));
    }
    let now = Anchor { position: ground.position.unsigned_abs(), code: last, shelves: shelves.version };
    let begun = AnchorFile::begin(how.key_file, &key, &now);
    let file = begun.map_err(|error| OpenError::from(KeyError::file(how.key_file, &error)))?;
    let accepted = acceptance::of(how.key_file, &key);
    let opening = OpeningReport { emptied, ..OpeningReport::default() }.accepted(accepted, now.position);
    Ok((Anchored { key, last, shelves, file }, opening, Current::new(codes)))
}

/// Makes the codes of the last records again, and gives that of the very last.
pub(crate) fn follow(
    db: &Connection,
    key: &ChainKey,
    (after, before): (i64, Hash),
    upto: i64,
    anchor: Option<Anchor>,
) -> Result<Hash, Fault> {
    let wrong =
        |position: i64, what: &str| Err(Fault::Damaged(format!("the record at position {position} {what}")));
    let (mut last, mut at) = (before, after);
    let replaced = |position: i64, code: Hash| {
        anchor.is_some_and(|anchor| anchor.position == position.unsigned_abs() && anchor.code != code)
    };
    if replaced(after, before) {
        return wrong(after, REPLACED);
    }
    for (position, hash, code) in store::codes(db, after, upto)? {
        at += 1;
        last = key.record(&last, at, &hash);
        if position != at || code != Some(last) {
            return wrong(at, NOT_OURS);
        }
        if replaced(position, last) {
            return wrong(position, REPLACED);
        }
    }
    if at == upto { Ok(last) } else { wrong(at + 1, "is missing") }
}

/// A record that nobody with the key has written there.
const NOT_OURS: &str = "was not written with the key of this chain, or not in this place";
/// A record that was written with the key, and is not the one that the anchor knows.
const REPLACED: &str = "is not the one that was committed there";

/// Empties the shelves that can be made again; any other that is broken is a fault.
fn empty(
    db: &mut Connection,
    key: &ChainKey,
    shelves: &mut Shelves,
    broken: Vec<Broken>,
    derivable: &[&str],
) -> Result<Vec<String>, Fault> {
    if let Some(fatal) = broken.iter().find(|broken| !derivable.contains(&broken.shelf.as_str())) {
        return Err(Fault::Damaged(fatal.what.clone()));
    }
    if broken.is_empty() {
        return Ok(Vec::new());
    }
    let mut change = || {
        let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for Broken { shelf, .. } in &broken {
            change.execute("DELETE FROM shelf WHERE shelf = ?1", [shelf])?;
            shelves.clear(shelf);
        }
        shelves.write(&change, key)?;
        change.commit()
    };
    change().map_err(store::fault)?;
    Ok(broken.into_iter().map(|broken| broken.what).collect())
}

fn heads(ends: &[(StreamName, End)]) -> Vec<Head> {
    let mut heads: Vec<Head> = ends.iter().map(|(stream, end)| end.head(stream)).collect();
    heads.sort();
    heads
}
