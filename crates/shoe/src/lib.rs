//! The house's own shoe: generator, shuffle, commitment, seal.

mod drbg;
mod hex;

pub use drbg::{DrbgError, HmacDrbg};
