//! Where every stream ends, in memory: what the last commit made true.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use crate::{Head, StreamName};

use super::store::End;

/// The ends of all streams. One thread changes them, after each commit; any thread reads them.
pub(crate) struct Heads(RwLock<BTreeMap<StreamName, End>>);

impl Heads {
    pub(crate) fn new(ends: Vec<(StreamName, End)>) -> Heads {
        Heads(RwLock::new(ends.into_iter().collect()))
    }

    pub(crate) fn get(&self, stream: &StreamName) -> Option<End> {
        self.ends().get(stream).copied()
    }

    /// All heads, sorted by name.
    pub(crate) fn all(&self) -> Vec<Head> {
        self.ends().iter().map(|(stream, end)| end.head(stream)).collect()
    }

    /// The position of the last record, 0 where there is none.
    pub(crate) fn position(&self) -> u64 {
        self.ends().values().map(|end| end.position.unsigned_abs()).max().unwrap_or(0)
    }

    /// The last record of all.
    pub(crate) fn last(&self) -> Option<End> {
        self.ends().values().copied().max_by_key(|end| end.position)
    }

    /// Takes over what a commit made true.
    pub(crate) fn advance(&self, moved: impl IntoIterator<Item = (StreamName, End)>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).extend(moved);
    }

    fn ends(&self) -> RwLockReadGuard<'_, BTreeMap<StreamName, End>> {
        // Nothing that can panic runs under this lock.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}
