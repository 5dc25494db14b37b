//! What laboratories and makers of shoes use: `rng`, `verify-shoe` and `shoe-sim`, with the real binary.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod bundles;
#[allow(dead_code)] // the scanner's own tests use all of it
#[path = "../../../floor/tests/scanner/felt.rs"]
mod felt;
mod records;
mod rng;
mod shoe_sim;
#[allow(dead_code)] // other tests take command lines apart
#[path = "../support/mod.rs"]
mod support;
