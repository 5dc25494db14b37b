//! Where records are read from: a running journal, or the files of one that is not running.

use punto_journal::{Fault, Head, Journal, Record, SqliteJournal, SqliteReader, StreamName};

/// What reading a journal again needs. The methods are the journal's own.
#[allow(missing_docs)]
pub trait Source {
    fn heads(&self) -> Result<Vec<Head>, Fault>;
    fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault>;
    fn get(&self, shelf: &str, name: &str) -> Result<Option<Vec<u8>>, Fault>;
    fn names(&self, shelf: &str) -> Result<Vec<String>, Fault>;
}

macro_rules! sources {
    ($($type:ty: $own:ident,)*) => {
        $(impl Source for $type {
            fn heads(&self) -> Result<Vec<Head>, Fault> {
                $own::heads(self)
            }

            fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault> {
                $own::read(self, stream, after, limit)
            }

            fn get(&self, shelf: &str, name: &str) -> Result<Option<Vec<u8>>, Fault> {
                $own::get(self, shelf, name)
            }

            fn names(&self, shelf: &str) -> Result<Vec<String>, Fault> {
                $own::names(self, shelf)
            }
        })*
    };
}

sources! {
    dyn Journal: Journal,
    SqliteJournal: Journal,
    SqliteReader: SqliteReader,
}
