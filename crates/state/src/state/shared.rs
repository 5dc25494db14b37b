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

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Shared<T> {
        Shared(Arc::new(value))
    }
}

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

impl<'a, T> IntoIterator for &'a Shared<T>
where
    &'a T: IntoIterator,
{
    type Item = <&'a T as IntoIterator>::Item;
    type IntoIter = <&'a T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        (&*self.0).into_iter()
    }
}

impl<T: Clone> Shared<Vec<T>> {
    /// Adds one. Where copies share the others, these are copied once and with room for it.
    pub(crate) fn push(&mut self, value: T) {
        match Arc::get_mut(&mut self.0) {
            Some(own) => own.push(value),
            None => *self = self.iter().cloned().chain([value]).collect::<Vec<_>>().into(),
        }
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
