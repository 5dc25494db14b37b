//! The journal in PostgreSQL as its users meet it: a real server, real processes, real crashes.
#![allow(missing_docs, clippy::unwrap_used)]

mod appends;
mod checks;
mod faults;
mod leases;

use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use punto_cluster::{Membership, PostgresJournal};
use punto_journal::{ChainKey, StreamName};
use punto_testkit::Postgres;

/// One server for all tests that leave it running; each has a database of its own.
fn server() -> &'static Postgres {
    static SERVER: OnceLock<Postgres> = OnceLock::new();
    SERVER.get_or_init(Postgres::start)
}

fn key() -> ChainKey {
    ChainKey::new(&[9; 32])
}

/// The shortest lease there is, so that a test waits for it no longer than it must.
const LEASE: Duration = Duration::from_secs(1);

fn membership(node: &str) -> Membership {
    Membership::of(node, 1).with_lease(LEASE)
}

fn open(address: &str, node: &str) -> PostgresJournal {
    PostgresJournal::open(address, membership(node), Some(key())).unwrap()
}

fn streams(names: &[&str]) -> Vec<StreamName> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

/// Waits until something holds, for as long as the slowest machine may take.
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(120);
    while !holds() {
        assert!(Instant::now() < end, "never: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}
