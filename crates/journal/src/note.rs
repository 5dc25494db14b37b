//! Notes for a journal's record, left in its folder by programs that cannot write it while it runs.
//!
//! Who can write the folder can write such a file, too. So a note is believed only with a code by the key of the chain, and
//! once; from a program that may not have the key, a backup's say, fixed words are taken and nothing else.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::{ChainKey, Fault, Hash, Journal, SqliteJournal, private};

/// What was done to a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A backup was made.
    Made,
    /// A backup was put in the journal's place.
    PutBack,
}

/// What a note says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What was done.
    pub deed: Deed,
    /// To how many records, and to which file; whoever has not the key of the chain is not believed.
    pub of: Option<(u64, String)>,
}

/// Notes that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Those that can be recorded.
    pub told: Vec<Note>,
    /// Whether there was anything else, which was thrown away unread.
    pub foreign: bool,
}

const TITLE: &str = "punto note 1";

/// No more of a file of notes is read than this.
const LONGEST: u64 = 1 << 16;

/// The shelf, and the name on it, of the time of the last note that was taken.
const LAST: &str = "last-note";

impl Deed {
    const ALL: [Deed; 2] = [Deed::Made, Deed::PutBack];

    fn word(self) -> &'static str {
        match self {
            Deed::Made => "made",
            Deed::PutBack => "put-back",
        }
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("notes")
}

/// Leaves a note of a backup of so many records in a file; whoever runs the journal records it.
pub fn leave_note(
    folder: &Path,
    key: Option<&ChainKey>,
    deed: Deed,
    records: u64,
    backup: &Path,
) -> io::Result<()> {
    let line = match key {
        Some(key) => {
            let at = SystemTime::now().duration_since(UNIX_EPOCH).map_err(io::Error::other)?.as_micros();
            let place: String =
                backup.to_string_lossy().chars().filter(|letter| !letter.is_control()).collect();
            let said = format!("{TITLE} {at} {} {records} {place}", deed.word());
            let code = key.note(&said);
            format!("{said} {code}\n")
        }
        None => format!("{TITLE} {}\n", deed.word()),
    };
    let path = file(folder);
    if !private::is_plain(&path) {
        return Err(io::Error::other("notes is a link or no file, and nothing is written through one"));
    }
    let mut file = private::writing().append(true).create(true).open(path)?;
    file.write_all(line.as_bytes())?;
    file.sync_all()
}

impl SqliteJournal {
    /// Takes all notes that were left in the journal's folder.
    pub fn take_notes(&self) -> Result<Notes, Fault> {
        let Some(folder) = self.file().parent() else { return Ok(Notes::default()) };
        let (left, taken) = (file(folder), folder.join("notes.taken"));
        if fs::symlink_metadata(&left).is_err() || fs::rename(&left, &taken).is_err() {
            return Ok(Notes::default());
        }
        let text = read(&taken);
        let _ = fs::remove_file(&taken);
        let Some(text) = text else { return Ok(Notes { foreign: true, ..Notes::default() }) };
        let mut notes = Notes::default();
        let last = self.get(LAST, LAST)?.and_then(|bytes| String::from_utf8(bytes).ok()?.parse().ok());
        let mut newest: u128 = last.unwrap_or(0);
        let mut without = [false; Deed::ALL.len()];
        for line in text.lines() {
            match self.understood(line, newest) {
                Some(Understood::Coded(at, note)) => {
                    newest = at;
                    notes.told.push(note);
                }
                Some(Understood::Plain(deed)) => without[deed as usize] = true,
                None => notes.foreign = true,
            }
        }
        for deed in Deed::ALL.into_iter().filter(|deed| without[*deed as usize]) {
            notes.told.push(Note { deed, of: None });
        }
        if last != Some(newest) && newest > 0 {
            self.put(LAST, LAST, newest.to_string().as_bytes())?;
        }
        Ok(notes)
    }

    fn understood(&self, line: &str, newest: u128) -> Option<Understood> {
        if let Some(deed) = Deed::ALL.into_iter().find(|deed| line == format!("{TITLE} {}", deed.word())) {
            return Some(Understood::Plain(deed));
        }
        let (said, code) = line.rsplit_once(' ')?;
        if self.code_of_note(said)? != code.parse::<Hash>().ok()? {
            return None;
        }
        let mut words = said.strip_prefix(TITLE)?.trim_start().splitn(4, ' ');
        let at = words.next()?.parse().ok().filter(|at| *at > newest)?;
        let word = words.next()?;
        let deed = Deed::ALL.into_iter().find(|deed| deed.word() == word)?;
        let (records, place) = (words.next()?.parse().ok()?, words.next()?.to_owned());
        Some(Understood::Coded(at, Note { deed, of: Some((records, place)) }))
    }
}

/// A note that can be taken.
enum Understood {
    /// With its time, and what it says.
    Coded(u128, Note),
    Plain(Deed),
}

/// The text of a file of its own that is not too long; whatever else lies there is not even read.
fn read(path: &Path) -> Option<String> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW | libc::O_NONBLOCK);
    if !private::is_plain(path) {
        return None;
    }
    let file: File = options.open(path).ok()?;
    file.metadata().ok().filter(|data| data.is_file() && data.len() <= LONGEST)?;
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text).ok()?;
    Some(text)
}
