//! Tournaments from end to end, on real tables.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod bad_input;
mod house;
mod onward;
mod random;
mod seen;
mod undone;
mod whole;
