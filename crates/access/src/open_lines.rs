//! How many lines somebody holds open at once: streams that are followed, sockets that are watched.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// A count of open lines for each who holds some; whoever holds none takes no room.
pub struct OpenLines<K: Hash + Eq> {
    most: usize,
    open: Arc<Mutex<HashMap<K, usize>>>,
}

/// One open line, counted until it is dropped.
pub struct OpenLine<K: Hash + Eq> {
    who: K,
    open: Arc<Mutex<HashMap<K, usize>>>,
}

impl<K: Hash + Eq + Clone> OpenLines<K> {
    /// So many at once for each.
    pub fn at_most(most: usize) -> OpenLines<K> {
        OpenLines { most, open: Arc::default() }
    }

    /// Opens one more, if there may be one.
    pub fn open(&self, who: K) -> Option<OpenLine<K>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let own = open.get(&who).copied().unwrap_or_default();
        if own >= self.most {
            return None;
        }
        open.insert(who.clone(), own + 1);
        Some(OpenLine { who, open: self.open.clone() })
    }
}

impl<K: Hash + Eq> Drop for OpenLine<K> {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.who) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_closed_makes_room_for_another() {
        let lines = OpenLines::at_most(2);
        let (one, two) = (lines.open("ada"), lines.open("ada"));
        assert!(one.is_some() && two.is_some() && lines.open("ada").is_none());
        assert!(lines.open("ben").is_some(), "others are not held up");
        drop(one);
        assert!(lines.open("ada").is_some());
        drop(two);
        assert!(lines.open.lock().unwrap().is_empty(), "whoever holds none takes no room");
    }
}
