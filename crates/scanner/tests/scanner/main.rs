//! A scanning shoe and the house: every line between them, and whole conversations with a table behind them.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod due;
#[allow(dead_code)] // the command line's tests use it, too
mod felt;
mod lines;
mod sessions;
