//! What laboratories and makers of shoes use: `rng`, `verify-shoe` and `shoe-sim`, with the real binary.

mod bundles;
#[allow(dead_code)] // the scanner's own tests use all of it
#[path = "../../../../scanner/tests/scanner/felt.rs"]
mod felt;
mod records;
mod rng;
mod shoe_sim;
