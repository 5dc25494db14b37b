//! The house's own shoe: its generator, its shuffle, its seal and its records.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod cavp;
mod common;
mod exact;
mod faults;
mod opening;
mod record;
mod seal;
mod share;
mod shoe;
mod statistics;
