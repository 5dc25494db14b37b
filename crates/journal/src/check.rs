//! Checking a whole journal without changing it: every record, every link, every checkpoint, every page.

mod codes;
mod finding;
mod signed;
mod walk;

use std::path::Path;

use rusqlite::Connection;

use crate::sqlite::keys::StoredRun;
use crate::sqlite::{SqliteReader, refusal, store};
use crate::{Anchor, ChainKey, Fault, Head, OpenError, PublicKey, Record};

pub use finding::{Finding, Wrong};

use codes::Codes;
use signed::Signed;
use walk::Walk;

/// What a check came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// How many records were read.
    pub records: u64,
    /// Where every stream ends, sorted by name.
    pub heads: Vec<Head>,
    /// How many checkpoints were read.
    pub checkpoints: u64,
    /// The keys that signed them, in order of their first use.
    pub keys: Vec<PublicKey>,
    /// Whether codes were compared with the key of the chain.
    pub codes: Coded,
    /// What is wrong, the first record that is first; at most [`MOST`].
    pub findings: Vec<Finding>,
}

impl CheckReport {
    /// Whether nothing is wrong.
    pub fn passed(&self) -> bool {
        self.findings.is_empty()
    }
}

/// Whether codes were compared with the key of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coded {
    /// The journal has none.
    None,
    /// It has some, and no key was given.
    Unchecked,
    /// All of them, from behind this position on.
    From(u64),
}

/// What codes are compared with.
#[derive(Clone, Debug)]
pub struct Keyed {
    /// The key of the chain.
    pub key: ChainKey,
    /// What is known outside the database of where the journal ends.
    pub anchor: Option<Anchor>,
}

impl Keyed {
    /// The key in a file and the anchor beside it; `None` where there is no key.
    pub fn load(key_file: &Path) -> Result<Option<Keyed>, OpenError> {
        let Some(key) = ChainKey::load(key_file)? else { return Ok(None) };
        let anchor = Anchor::load(key_file, &key)?;
        Ok(Some(Keyed { key, anchor }))
    }
}

/// So many findings are told. A journal with more is not read on for their sake.
pub const MOST: usize = 100;

/// How far a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Records that were read.
    pub done: u64,
    /// Records that there are.
    pub of: u64,
}

/// Checks the journal in a folder, which may be running, stopped or crashed, or a single file such as a backup.
///
/// Checkpoints must be signed by one of the `trusted` keys; where none is given any key will do, and the report names
/// those that signed. `visit` is given every record, in the order in which they were committed, so that its meaning can
/// be checked as well; also a record that is wrong, if it can be read at all. What is appended while the check runs is
/// left to the next one.
pub fn verify(
    path: &Path,
    trusted: &[PublicKey],
    visit: &mut dyn FnMut(&Record),
    progress: &mut dyn FnMut(Progress),
) -> Result<CheckReport, OpenError> {
    verify_keyed(path, None, trusted, visit, progress)
}

/// The same, with every code compared: of each record, of each shelf, and of the end that the anchor knows.
///
/// An anchor must be read before the check begins, as it moves with a journal that is running.
pub fn verify_keyed(
    path: &Path,
    keyed: Option<&Keyed>,
    trusted: &[PublicKey],
    visit: &mut dyn FnMut(&Record),
    progress: &mut dyn FnMut(Progress),
) -> Result<CheckReport, OpenError> {
    // The mark must be older than what is compared with it.
    let marked = SqliteReader::marked(path);
    let reader = SqliteReader::open(path)?;
    let failed = |fault: Fault| refusal(reader.file(), path, fault);
    let db = reader.db();

    let mut findings = Findings::default();
    let snapshot = Snapshot::take(db, reader.has_codes(), &mut findings).map_err(failed)?;
    let codes = Codes::begin(snapshot.start, keyed, &mut findings);
    let signed = Signed::read(db, snapshot.checkpoints, trusted, &mut findings).map_err(failed)?;
    let mut walk = Walk::new(db, &snapshot, signed.heads, marked, codes);
    walk.run(&mut findings, visit, progress).map_err(failed)?;
    let (records, heads) = walk.finish(&mut findings);
    let coded = match (snapshot.start, keyed) {
        (Some((from, _)), Some(keyed)) => {
            codes::shelves(db, keyed, &mut findings).map_err(failed)?;
            Coded::From(from.unsigned_abs())
        }
        (Some(_), None) => Coded::Unchecked,
        (None, _) => {
            shelves(db, &mut findings).map_err(failed)?;
            Coded::None
        }
    };
    codes::last_checkpoint(db, &mut findings).map_err(failed)?;
    structure(db, &mut findings).map_err(failed)?;
    let (checkpoints, keys, findings) = (signed.count, signed.keys, findings.0);
    Ok(CheckReport { records, heads, checkpoints, keys, codes: coded, findings })
}

/// What was found so far.
#[derive(Default)]
pub(crate) struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, finding: Finding) {
        if self.0.len() < MOST {
            self.0.push(finding);
        }
    }

    fn enough(&self) -> bool {
        self.0.len() >= MOST
    }

    /// Takes damage for a finding, and leaves other faults to end the check.
    fn note<T>(&mut self, result: Result<T, Fault>) -> Result<Option<T>, Fault> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Fault::Damaged(what)) => {
                self.add(Finding::Database(what));
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }
}

/// What there is at the moment when the check begins.
pub(crate) struct Snapshot {
    /// Each stream's row: number, name, last record, its position.
    streams: Vec<(i64, crate::StreamName, u64, i64)>,
    /// The position of the last record.
    last: i64,
    /// The runs of the index of keys.
    runs: Vec<StoredRun>,
    /// The number of the last checkpoint.
    checkpoints: u64,
    /// Where codes begin, and what stands before the first.
    start: Option<(i64, crate::Hash)>,
    /// Whether records can have codes.
    has_codes: bool,
}

impl Snapshot {
    fn take(db: &Connection, has_codes: bool, findings: &mut Findings) -> Result<Snapshot, Fault> {
        db.execute_batch("BEGIN").map_err(store::fault)?;
        let streams = findings.note(store::streams(db));
        let last = findings.note(store::last_position(db));
        let runs = findings.note(StoredRun::all(db).map_err(store::fault));
        let checkpoints = findings.note(store::last_checkpoint(db));
        let start = if has_codes { findings.note(store::start(db)) } else { Ok(None) };
        db.execute_batch("COMMIT").map_err(store::fault)?;
        Ok(Snapshot {
            streams: streams?.unwrap_or_default(),
            last: last?.unwrap_or(0),
            runs: runs?.unwrap_or_default(),
            checkpoints: checkpoints?.unwrap_or(0),
            start: start?.flatten(),
            has_codes,
        })
    }
}

/// Whether everything on the shelves is what was put there.
fn shelves(db: &Connection, findings: &mut Findings) -> Result<(), Fault> {
    let all = || {
        let mut statement = db.prepare("SELECT shelf, name FROM shelf").map_err(store::fault)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).map_err(store::fault)?;
        rows.collect::<rusqlite::Result<Vec<(String, String)>>>().map_err(store::fault)
    };
    for (shelf, name) in findings.note(all())?.unwrap_or_default() {
        findings.note(store::get_shelved(db, None, &shelf, &name))?;
    }
    Ok(())
}

/// Whether SQLite finds its own structure in order, and it is ours.
fn structure(db: &Connection, findings: &mut Findings) -> Result<(), Fault> {
    let ours = || crate::sqlite::agrees(db).map_err(store::fault)?.map_err(Fault::Damaged);
    findings.note(ours())?;
    let complaints = || {
        let mut statement = db.prepare("PRAGMA integrity_check(20)").map_err(store::fault)?;
        let rows = statement.query_map([], |row| row.get(0)).map_err(store::fault)?;
        rows.collect::<rusqlite::Result<Vec<String>>>().map_err(store::fault)
    };
    for complaint in findings.note(complaints())?.unwrap_or_default() {
        if complaint != "ok" {
            findings.add(Finding::Database(complaint));
        }
    }
    Ok(())
}
