//! Append-only, hash-chained, durable streams of records: SQLite, one writer, group commit, signed checkpoints.
//!
//! A journal knows nothing of baccarat. It keeps streams of [`Record`]s, each linked to the one before it by a BLAKE3
//! hash ([`record`]); shelves for small things that may change or be erased; and signed [`Checkpoint`]s, so that who
//! rewrites the past must forge a signature, too. [`Journal`] is the narrow trait that the floor uses,
//! [`SqliteJournal`] keeps it in a folder, [`SqliteReader`] reads one that somebody else runs, and a
//! [`projection`] derives something from one.

mod acceptance;
mod anchor;
pub mod bundle;
mod chain_key;
pub mod check;
mod checkpoint;
mod copies;
mod destination;
mod error;
pub mod export;
mod hash;
pub mod import;
mod journal;
mod note;
mod pending;
mod private;
pub mod projection;
pub mod record;
pub mod secret;
mod signer;
mod sqlite;
pub mod statement;
mod stream;

pub use acceptance::{Accepted, KEYS as ACCEPTED_KEYS, WaitingAcceptance, accept, waiting_acceptance};
pub use anchor::Anchor;
pub use chain_key::ChainKey;
pub use checkpoint::{BadCheckpoint, Checkpoint};
pub use copies::{Compared, CopyDisagreement, compare_copies};
pub use destination::Destination;
pub use error::{AppendError, Fault, OpenError};
pub use hash::{BadHash, Hash};
pub use journal::Journal;
pub use note::{Deed, Note, Notes, leave_note};
pub use pending::{AnswerPlace, Appended, Pending};
pub use record::{Entry, Head, Record};
pub use secret::KeyError;
pub use signer::{BadPublicKey, PublicKey, Signer};
pub use sqlite::{
    Anchoring, BackupError, CommitTally, CopyStage, OpeningReport, SqliteJournal, SqliteReader, restore,
};
pub use stream::{BadStreamName, StreamName};
