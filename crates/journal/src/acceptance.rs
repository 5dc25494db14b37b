//! What two persons have accepted of a journal: it stands beside the key until the next start has it on record.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::anchor::{Anchor, AnchorFile};
use crate::check::{self, Coded, Keyed};
use crate::{ChainKey, Fault, Hash, KeyError, OpenError, private, secret, sqlite};

/// What was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// How many records the anchor knew before, if there was one.
    pub before: Option<u64>,
    /// How many records the journal has.
    pub now: u64,
    /// The keys as they are now, each by its name and its mark.
    pub keys: Vec<String>,
}

const TITLE: &str = "punto acceptance 2";

/// What stands in an acceptance before the keys that were accepted with it, each by its name and its mark.
pub const KEYS: &str = "; with the keys ";

/// Takes a journal that nobody runs as it is, and lets its anchor begin there; `by` says who has accepted it.
///
/// It must be whole in itself: every record written with the key of the chain, every shelf as it was left together. Keys
/// that have changed are accepted as they are now, those beside the key of the chain and `others`; none that comes later is.
pub fn accept(dir: &Path, key_file: &Path, others: &[PathBuf], by: &str) -> Result<Accepted, OpenError> {
    let _lock = sqlite::Folder::new(dir).lock()?;
    let file = sqlite::Folder::new(dir).database();
    let Some(key) = ChainKey::load(key_file)? else {
        return Err(OpenError::NoKey { file, key: key_file.to_owned() });
    };
    // One that cannot be read is replaced like one that is missing.
    let before = Anchor::load(key_file, &key).unwrap_or(None);
    let keyed = Keyed { key, anchor: None };
    let report = check::verify_keyed(dir, Some(&keyed), &[], &mut |_| {}, &mut |_| {})?;
    // Where the journal once ended is what the two accept otherwise.
    if let Some(finding) = report.findings.iter().find(|finding| !finding.is_of_mark()) {
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
    let before = before.map(|anchor| anchor.position);
    let said = match before {
        Some(before) if before > now => format!("{by}; its anchor knew {} records more", before - now),
        Some(_) => by.to_owned(),
        None => format!("{by}; it had no anchor"),
    };
    let keys = keys(key_file, others, &keyed.key).map_err(refused)?;
    let marks: Vec<String> = keys.iter().map(|(name, code)| format!("{name} {}", mark(code))).collect();
    let said = format!("{said}{KEYS}{}", marks.join(", "));
    let codes: Vec<Hash> = keys.into_iter().map(|(_, code)| code).collect();
    write(key_file, &keyed.key, now, &codes, &said).map_err(refused)?;
    sqlite::Folder::new(dir).unmark().map_err(|error| OpenError::folder(dir, &error))?;
    Ok(Accepted { before, now, keys: marks })
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

/// What a key is called by to who does not have it: the beginning of its code.
pub(crate) fn mark(code: &Hash) -> String {
    code.to_string().chars().take(16).collect()
}

/// The names and codes of all keys beside the key of the chain, and of others.
fn keys(key_file: &Path, others: &[PathBuf], key: &ChainKey) -> io::Result<Vec<(String, Hash)>> {
    let folder = key_file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut files = others.to_vec();
    for entry in fs::read_dir(folder.unwrap_or(Path::new(".")))? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "key") {
            files.push(path);
        }
    }
    files.sort();
    let name = |file: &Path| file.file_stem().map(|name| name.to_string_lossy().into_owned());
    files.iter().map(|file| Ok((name(file).unwrap_or_default(), code_of(file, key)?))).collect()
}

/// The code of a key as it is now.
pub(crate) fn code_of(file: &Path, key: &ChainKey) -> io::Result<Hash> {
    let bytes = zeroize::Zeroizing::new(fs::read(file)?);
    Ok(key.codes(b"punto accepted key c1\n", [&bytes]))
}

fn write(key_file: &Path, key: &ChainKey, position: u64, keys: &[Hash], by: &str) -> io::Result<()> {
    let keys: Vec<String> = keys.iter().map(Hash::to_string).collect();
    let said = format!("{TITLE} {position} {} {}", keys.join(","), by.replace('\n', " "));
    let mut file = private::writing().create(true).truncate(true).open(path(key_file))?;
    file.write_all(format!("{said}\n{}\n", seal(&said, key)).as_bytes())?;
    file.sync_all()
}

/// What two persons have said of a journal.
pub(crate) struct Acceptance {
    /// How many records it had.
    pub(crate) at: u64,
    /// Who they are, and what they saw.
    pub(crate) by: String,
    /// The codes of the keys that there were.
    pub(crate) keys: Vec<Hash>,
}

/// What was accepted since the last start, if anything was.
pub(crate) fn of(key_file: &Path, key: &ChainKey) -> Option<Acceptance> {
    let text = fs::read_to_string(path(key_file)).ok()?;
    let (said, sealed) = text.trim_end().split_once('\n')?;
    let mut words = said.strip_prefix(TITLE)?.trim_start().splitn(3, ' ');
    let at: u64 = words.next()?.parse().ok()?;
    let keys = words.next()?.split(',').filter_map(|code| code.parse().ok()).collect();
    let by = words.next()?.to_owned();
    (sealed == seal(said, key)).then_some(Acceptance { at, by, keys })
}

/// An acceptance that waits for the next start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingAcceptance {
    /// Who they are, and what they saw.
    pub by: String,
    /// Whether the key that signs is as it was then.
    pub signer: bool,
}

/// What two persons have accepted of a journal with so many records, if the next start has still to record it.
pub fn waiting_acceptance(
    (key_file, key): (&Path, &ChainKey),
    records: u64,
    signing_key: &Path,
) -> Option<WaitingAcceptance> {
    let Acceptance { by, keys, .. } = of(key_file, key).filter(|own| own.at == records)?;
    let signer = code_of(signing_key, key).is_ok_and(|code| keys.contains(&code));
    Some(WaitingAcceptance { by, signer })
}

/// Forgets it, once it is on record.
pub(crate) fn forget(key_file: &Path) -> io::Result<()> {
    fs::remove_file(path(key_file)).or_else(no_file_is_fine)
}
