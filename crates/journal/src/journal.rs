//! What a journal does, whatever it is kept in.

use crate::{Checkpoint, Entry, Fault, Head, Pending, Record, Signer, StreamName};

/// Streams of records that only grow, shelves for what may change, and signed checkpoints.
///
/// The trait is as narrow as the floor's use of it. All methods may be called from any thread; those other than
/// `append` block for as long as the disk takes.
pub trait Journal: Send + Sync + 'static {
    /// Appends to any number of streams, all or nothing; resolves when everything is durable.
    ///
    /// Each entry must have the number after the last of its stream, counted within this append, too. Of the reasons
    /// to refuse it, a repeated key is named before a number that does not fit, so that a repeat of an append that
    /// was made is seen as one.
    fn append(&self, entries: Vec<Entry>) -> Pending;

    /// Whether other processes write it as well: what is not this process's own must be read before it is decided on.
    fn is_shared(&self) -> bool {
        false
    }

    /// Whether a stream is this process's to write, or anybody's.
    fn may_write(&self, _stream: &StreamName) -> bool {
        true
    }

    /// The records of a stream behind number `after`, `limit` at most, in order. Each is checked against its hash.
    fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault>;

    /// The last record of every stream, sorted by name.
    fn heads(&self) -> Result<Vec<Head>, Fault>;

    /// The record of a stream that has this key.
    fn find(&self, stream: &StreamName, key: &str) -> Result<Option<Record>, Fault>;

    /// Puts something on a shelf, in place of what is there; durable when it returns.
    fn put(&self, shelf: &str, name: &str, bytes: &[u8]) -> Result<(), Fault>;

    /// What is on a shelf under this name.
    fn get(&self, shelf: &str, name: &str) -> Result<Option<Vec<u8>>, Fault>;

    /// Deletes a value; deleting a missing one is not an error.
    fn remove(&self, shelf: &str, name: &str) -> Result<(), Fault>;

    /// The names on a shelf, sorted.
    fn names(&self, shelf: &str) -> Result<Vec<String>, Fault>;

    /// Signs where every stream ends now, and stores that.
    fn checkpoint(&self, signer: &Signer, at: i64) -> Result<Checkpoint, Fault>;

    /// The checkpoints behind number `after`, in order.
    fn checkpoints(&self, after: u64) -> Result<Vec<Checkpoint>, Fault>;
}
