//! What two persons have accepted of a journal: it stands beside the key until the next start has it on record.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::anchor::{Anchor, AnchorFile};
use crate::check::{self, Coded, Keyed};
use crate::{ChainKey, Fault, KeyError, OpenError, private, secret, sqlite};

/// What was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// How many records the anchor knew before, if there was one.
    pub before: Option<u64>,
    /// How many records the journal has.
    pub now: u64,
}

const TITLE: &str = "punto acceptance 1";

/// Takes a journal that nobody runs as it is, and lets its anchor begin there; `by` says who has accepted it.
///
/// It must be whole in itself: every record written with the key of the chain, every shelf as it was left together.
pub fn accept(dir: &Path, key_file: &Path, by: &str) -> Result<Accepted, OpenError> {
    let _lock = sqlite::Folder::new(dir).lock()?;
    let file = sqlite::Folder::new(dir).database();
    let Some(key) = ChainKey::load(key_file)? else {
        return Err(OpenError::NoKey { file, key: key_file.to_owned() });
    };
    // One that cannot be read is replaced like one that is missing.
    let before = Anchor::load(key_file, &key).unwrap_or(None);
    let keyed = Keyed { key, anchor: None };
    let report = check::verify_keyed(dir, Some(&keyed), &[], &mut |_| {}, &mut |_| {})?;
    if let Some(finding) = report.findings.first() {
        return Err(sqlite::refusal(&file, dir, Fault::Damaged(finding.to_string())));
    }
    let refused = |error: io::Error| OpenError::from(KeyError::file(key_file, &error));
    let now = match report.codes {
        // A journal from before it was anchored is anchored by its next start.
        Coded::None => {
            fs::remove_file(Anchor::path(key_file)).or_else(no_file_is_fine).map_err(refused)?;
            report.records
        }
        Coded::Unchecked | Coded::From(_) => {
            let end = sqlite::SqliteReader::open(dir)?
                .end(&keyed.key)
                .map_err(|fault| sqlite::refusal(&file, dir, fault))?;
            AnchorFile::begin(key_file, &keyed.key, &end).map_err(refused)?;
            end.position
        }
    };
    write(key_file, &keyed.key, now, by).map_err(refused)?;
    Ok(Accepted { before: before.map(|anchor| anchor.position), now })
}

fn no_file_is_fine(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

fn path(key_file: &Path) -> PathBuf {
    secret::beside(key_file, ".accepted")
}

fn seal(said: &str, key: &ChainKey) -> String {
    key.codes(b"punto acceptance c1\n", [said.as_bytes()]).to_string()
}

fn write(key_file: &Path, key: &ChainKey, position: u64, by: &str) -> io::Result<()> {
    let said = format!("{TITLE} {position} {}", by.replace('\n', " "));
    let mut file = private::writing().create(true).truncate(true).open(path(key_file))?;
    file.write_all(format!("{said}\n{}\n", seal(&said, key)).as_bytes())?;
    file.sync_all()
}

/// Who accepted a journal that ends at this position, if anybody did.
pub(crate) fn of(key_file: &Path, key: &ChainKey, position: u64) -> Option<String> {
    let text = fs::read_to_string(path(key_file)).ok()?;
    let (said, sealed) = text.trim_end().split_once('\n')?;
    let (at, by) = said.strip_prefix(TITLE)?.trim_start().split_once(' ')?;
    (sealed == seal(said, key) && at.parse() == Ok(position)).then(|| by.to_owned())
}

/// Forgets it, once it is on record.
pub(crate) fn forget(key_file: &Path) -> io::Result<()> {
    fs::remove_file(path(key_file)).or_else(no_file_is_fine)
}
