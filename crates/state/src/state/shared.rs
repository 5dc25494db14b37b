//! Parts of a table that its copies share.

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A part of a table that seldom changes. Every command is decided on a copy of its table: copies have this part in common
/// until one of them changes it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Shared<T>(Arc<T>);

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

impl<T: Clone + Ord> Shared<BTreeSet<T>> {
    /// Puts something in; what is there already parts no copies.
    pub(crate) fn put(&mut self, value: T) {
        if !self.contains(&value) {
            self.insert(value);
        }
    }

    /// Takes something out; what is not there parts no copies.
    pub(crate) fn take(&mut self, value: &T) {
        if self.contains(value) {
            self.remove(value);
        }
    }
}
