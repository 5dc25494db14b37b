//! The anchor: where the journal ends, kept outside the database beside the key of the chain.
//!
//! Codes show that what is in the database was written with the key; they cannot show that nothing is missing at its end.
//! The anchor can. It is written after every commit, so that it is never ahead of the database, and not waited for, so
//! that it costs next to nothing; after a loss of power it may lag. It has two places that are written in turn, and each
//! has a code: a torn one is not taken for the other.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::secret::{self, KeyError};
use crate::{ChainKey, Hash, private};

/// Where a journal ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The position of the last record.
    pub position: u64,
    /// Its code.
    pub(crate) code: Hash,
    /// How often shelves have changed.
    pub shelves: u64,
}

impl Anchor {
    /// Where the anchor of a key lies.
    pub(crate) fn path(key: &Path) -> PathBuf {
        secret::beside(key, ".anchor")
    }

    /// Reads the anchor beside a key; `None` where there is none.
    pub fn load(key_file: &Path, key: &ChainKey) -> Result<Option<Anchor>, KeyError> {
        let path = Anchor::path(key_file);
        let mut bytes = Vec::new();
        match File::open(&path).and_then(|mut file| file.read_to_end(&mut bytes)) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(KeyError::file(&path, &error)),
        }
        let newest = bytes.chunks(PLACE).filter_map(|place| read(place, key)).max_by_key(|(turn, _)| *turn);
        newest.map(|(_, anchor)| Some(anchor)).ok_or(KeyError::Anchor { path })
    }
}

/// So many bytes has each place, within one sector, so that it is not torn.
const PLACE: usize = 256;

const TITLE: &str = "punto anchor 1";

fn line(turn: u64, anchor: &Anchor) -> String {
    format!("{TITLE} {turn} {} {} {}", anchor.position, anchor.code, anchor.shelves)
}

fn seal(line: &str, key: &ChainKey) -> String {
    key.codes(b"punto anchor c1\n", [line.as_bytes()]).to_string()[..32].to_owned()
}

fn read(place: &[u8], key: &ChainKey) -> Option<(u64, Anchor)> {
    let (said, sealed) = std::str::from_utf8(place).ok()?.trim_end().rsplit_once(' ')?;
    if seal(said, key) != sealed {
        return None;
    }
    let mut words = said.strip_prefix(TITLE)?.split_ascii_whitespace();
    let turn = words.next()?.parse().ok()?;
    let position = words.next()?.parse().ok()?;
    let code = words.next()?.parse().ok()?;
    let shelves = words.next()?.parse().ok()?;
    Some((turn, Anchor { position, code, shelves }))
}

/// The anchor's file, open for writing.
#[derive(Debug)]
pub(crate) struct AnchorFile {
    file: File,
    key: ChainKey,
    turn: u64,
}

impl AnchorFile {
    /// Begins the file anew with this anchor, durably.
    pub(crate) fn begin(key_file: &Path, key: &ChainKey, anchor: &Anchor) -> io::Result<AnchorFile> {
        let file = private::writing().create(true).truncate(false).open(Anchor::path(key_file))?;
        let mut own = AnchorFile { file, key: key.clone(), turn: 0 };
        // Both places: what stood there of an earlier life must not be the newer one.
        own.set(anchor)?;
        own.set(anchor)?;
        own.sync()?;
        Ok(own)
    }

    /// Notes a commit.
    pub(crate) fn set(&mut self, anchor: &Anchor) -> io::Result<()> {
        self.turn += 1;
        let mut text = line(self.turn, anchor);
        let sealed = seal(&text, &self.key);
        text.push(' ');
        text.push_str(&sealed);
        let mut place = [b' '; PLACE];
        place[..text.len()].copy_from_slice(text.as_bytes());
        place[PLACE - 1] = b'\n';
        self.file.seek(SeekFrom::Start((self.turn % 2) * PLACE as u64))?;
        self.file.write_all(&place)
    }

    /// Makes what was noted last as durable as the database.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anchor(position: u64) -> Anchor {
        Anchor { position, code: Hash::of(&position.to_le_bytes()), shelves: position / 2 }
    }

    #[test]
    fn the_newest_is_read_and_a_torn_one_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let (at, key) = (folder.path().join("chain.key"), ChainKey::new(&[3; 32]));
        assert_eq!(Anchor::load(&at, &key), Ok(None));
        let mut file = AnchorFile::begin(&at, &key, &anchor(0)).unwrap();
        for position in 1..=5 {
            file.set(&anchor(position)).unwrap();
            assert_eq!(Anchor::load(&at, &key), Ok(Some(anchor(position))));
        }
        let good = std::fs::read(Anchor::path(&at)).unwrap();
        for byte in 0..good.len() {
            let mut torn = good.clone();
            torn[byte] ^= 4;
            std::fs::write(Anchor::path(&at), torn).unwrap();
            let read = Anchor::load(&at, &key).unwrap();
            assert!(read == Some(anchor(5)) || read == Some(anchor(4)), "byte {byte}: {read:?}");
        }
        std::fs::write(Anchor::path(&at), "nothing").unwrap();
        assert!(matches!(Anchor::load(&at, &key), Err(KeyError::Anchor { .. })));
        std::fs::write(Anchor::path(&at), &good).unwrap();
        assert!(Anchor::load(&at, &ChainKey::new(&[4; 32])).is_err(), "another key's");

        AnchorFile::begin(&at, &key, &anchor(2)).unwrap();
        assert_eq!(Anchor::load(&at, &key), Ok(Some(anchor(2))), "begun anew");
    }
}
