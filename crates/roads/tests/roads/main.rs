//! The scoreboards: worked examples, drawings, and what holds for every shoe.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod derived_agreement;
mod layout;
mod properties;
mod worked_examples;
