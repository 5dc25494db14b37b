//! Files that decide what the program does, read again and again while it runs, a piece at a time.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use punto_vocab::hex;
use sha2::{Digest, Sha256};

use crate::digest;

/// A file that may not change while the program runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// What it is to people, such as `binary punto`.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
    /// Its SHA-256 when the program began, in hexadecimal.
    pub digest: String,
}

/// Goes round the files for ever. Each step is bounded: a small file is read whole each time, a large one piece by piece.
#[derive(Debug)]
pub struct Rounds {
    files: Vec<Watched>,
    /// The large file that is being read, and how far its digest has come.
    reading: Option<(usize, File, Sha256)>,
    next: usize,
}

/// How much of a large file is read in one step, and up to which length a file is small.
const PIECE: usize = 1 << 20;

impl Rounds {
    /// Begins with the first file.
    pub fn of(files: Vec<Watched>) -> Rounds {
        Rounds { files, reading: None, next: 0 }
    }

    /// One step; what is found to differ, if anything is.
    pub fn step(&mut self) -> Option<String> {
        let small = self.files.iter().filter(|file| is_small(&file.path));
        small.filter_map(looked_at).next().or_else(|| self.read_on())
    }

    /// Reads the next piece of the large files, one after another.
    fn read_on(&mut self) -> Option<String> {
        let (place, mut file, mut sum) = match self.reading.take() {
            Some(reading) => reading,
            None => {
                let place = self.next_large()?;
                let watched = &self.files[place];
                match File::open(&watched.path) {
                    Ok(file) => (place, file, Sha256::new()),
                    Err(error) => return Some(format!("{} cannot be read: {error}", watched.name)),
                }
            }
        };
        let watched = &self.files[place];
        let mut piece = Vec::with_capacity(PIECE);
        match file.by_ref().take(PIECE as u64).read_to_end(&mut piece) {
            Err(error) => Some(format!("{} cannot be read: {error}", watched.name)),
            Ok(0) => differs(watched, &hex::encode(&sum.finalize())),
            Ok(_) => {
                sum.update(&piece);
                self.reading = Some((place, file, sum));
                None
            }
        }
    }

    fn next_large(&mut self) -> Option<usize> {
        let count = self.files.len();
        let mut places = (0..count).map(|step| (self.next + step) % count);
        let place = places.find(|place| !is_small(&self.files[*place].path))?;
        self.next = place + 1;
        Some(place)
    }
}

fn is_small(path: &Path) -> bool {
    // A file that is gone is told of at once, like a small one.
    path.metadata().map_or(true, |facts| facts.len() <= PIECE as u64)
}

fn looked_at(file: &Watched) -> Option<String> {
    match std::fs::read(&file.path) {
        Ok(bytes) => differs(file, &digest(&bytes)),
        Err(error) => Some(format!("{} cannot be read: {error}", file.name)),
    }
}

fn differs(file: &Watched, found: &str) -> Option<String> {
    (found != file.digest)
        .then(|| format!("{} was changed while the house runs: its digest is {found}", file.name))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    fn watched(path: &Path) -> Watched {
        let bytes = std::fs::read(path).unwrap();
        Watched { name: "a file".into(), path: path.to_owned(), digest: digest(&bytes) }
    }

    #[test]
    fn a_small_file_is_seen_to_change_in_one_step_and_a_large_one_in_a_round() {
        let folder = tempfile::tempdir().unwrap();
        let (small, large) = (folder.path().join("small"), folder.path().join("large"));
        std::fs::write(&small, "as approved").unwrap();
        let mut bytes = vec![7; 3 * PIECE + 5];
        std::fs::write(&large, &bytes).unwrap();
        let mut rounds = Rounds::of(vec![watched(&small), watched(&large)]);
        for _ in 0..20 {
            assert_eq!(rounds.step(), None);
        }
        std::fs::write(&small, "as I like it").unwrap();
        assert!(
            rounds.step().unwrap().starts_with("a file was changed while the house runs: its digest is ")
        );
        std::fs::write(&small, "as approved").unwrap();
        assert_eq!(rounds.step(), None);
        // One bit, in the last piece.
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&large, &bytes).unwrap();
        let found = (0..12).find_map(|_| rounds.step());
        assert!(found.unwrap().contains("was changed"));
        std::fs::remove_file(&large).unwrap();
        assert!((0..2).find_map(|_| rounds.step()).unwrap().contains("cannot be read"));
    }
}
