//! Reports against the journal that they are made of.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod aside;
mod expected;
mod flat;
mod night;
mod periods;
