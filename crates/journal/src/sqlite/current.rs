//! What is on the shelves of an anchored journal, by its codes, in the memory of the one process that writes them.
//!
//! The code of a thing shows that it was put there once. Only who remembers what was put there last can tell that it has
//! not been put back since: for a moment, say, in which an old password fits.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use rusqlite::Connection;

use crate::{ChainKey, Fault, Hash};

use super::store;

/// The codes of all that is on the shelves. One thread changes them, around each commit; any thread reads them.
pub(crate) struct Current(RwLock<Known>);

/// The code of each thing, by shelf and name.
pub(crate) type Codes = BTreeMap<String, BTreeMap<String, Hash>>;

/// What a commit puts on shelves, or takes off them, by shelf and name.
pub(crate) type Shelved = BTreeMap<(String, String), Option<Hash>>;

struct Known {
    codes: Codes,
    /// What the commit under way changes: until it is made, either may be read.
    coming: Shelved,
}

impl Current {
    pub(crate) fn new(codes: Codes) -> Current {
        Current(RwLock::new(Known { codes, coming: Shelved::new() }))
    }

    /// The code of what is on a shelf.
    pub(crate) fn get(&self, shelf: &str, name: &str) -> Option<Hash> {
        self.known().get(shelf, name)
    }

    /// The names on a shelf, sorted.
    pub(crate) fn names(&self, shelf: &str) -> Vec<String> {
        self.known().codes.get(shelf).map_or_else(Vec::new, |names| names.keys().cloned().collect())
    }

    /// Says what a commit is about to change.
    pub(crate) fn announce(&self, coming: Shelved) {
        self.change().coming = coming;
    }

    /// The commit was made.
    pub(crate) fn settle(&self) {
        let mut known = self.change();
        for ((shelf, name), code) in std::mem::take(&mut known.coming) {
            let names = known.codes.entry(shelf).or_default();
            match code {
                Some(code) => drop(names.insert(name, code)),
                None => drop(names.remove(&name)),
            }
        }
    }

    /// The commit was not made.
    pub(crate) fn forget(&self) {
        self.change().coming.clear();
    }

    /// Something from a shelf, if it is what was put there last.
    pub(crate) fn read(
        &self,
        db: &Connection,
        key: &ChainKey,
        shelf: &str,
        name: &str,
    ) -> Result<Option<Vec<u8>>, Fault> {
        loop {
            let before = self.known().either(shelf, name);
            let found = store::get_shelved(db, Some(key), shelf, name)?;
            let code = found.as_ref().map(|bytes| key.shelved(shelf, name, bytes));
            if code == before.0 || Some(code) == before.1 {
                return Ok(found);
            }
            // A commit that was made in between explains it; then it is read again.
            if self.known().either(shelf, name) == before {
                return store::damaged(format!(
                    "{name:?} on the shelf {shelf:?} is not what was put there last"
                ));
            }
        }
    }

    fn known(&self) -> RwLockReadGuard<'_, Known> {
        // Nothing that can panic runs under this lock.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) -> RwLockWriteGuard<'_, Known> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn get(&self, shelf: &str, name: &str) -> Option<Hash> {
        self.codes.get(shelf)?.get(name).copied()
    }

    /// What is there, and what the commit under way makes of it.
    fn either(&self, shelf: &str, name: &str) -> (Option<Hash>, Option<Option<Hash>>) {
        // Most commits change no shelf, and then nothing is looked up.
        let coming = match self.coming.is_empty() {
            true => None,
            false => self.coming.get(&(shelf.to_owned(), name.to_owned())).copied(),
        };
        (self.get(shelf, name), coming)
    }
}
