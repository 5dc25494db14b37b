//! The journal of many machines: streams of records in PostgreSQL, and the leases that say which process writes which.
//!
//! [`PostgresJournal`] is a [`Journal`](punto_journal::Journal) like the one in SQLite, for any number of processes at once.
//! An append is one transaction over all its streams. It locks the row of each, and compares the expected number and the
//! epoch of the lease; appends that wait go into one transaction, and what is refused of them leaves the others alone.
//!
//! Tables, tournaments and promotions are *leased*: a process that lets its lease run out loses its streams to others, and
//! whatever it still tries to append is answered with [`AppendError::Stale`](punto_journal::AppendError::Stale). The site
//! and the accounts have no lease: there the number decides, and who comes second decides again.
//!
//! Every record has a code by the key of the chain over the code of the record before it *in its stream*, as many processes
//! have no one order of commits. [`check`] makes them again.

mod address;
mod batch;
pub mod check;
mod error;
mod journal;
mod lease;
mod reads;
mod row;
mod schema;
mod session;
mod shelves;
mod signing;
mod tally;
mod writer;

pub use error::ClusterError;
pub use journal::{Membership, PostgresJournal};
pub use lease::{Lease, Moves, Node, Tenancy, balance};
