//! Promotions from their conditions to their prizes, among people who mean well and people who do not.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod bad_input;
mod house;
mod people;
mod properties;
mod seen;
