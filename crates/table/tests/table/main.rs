//! A running table from outside: what it decides, what each may see, and what always holds.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod apart;
mod bounded;
mod codes;
mod demonstration;
mod float;
mod hooks;
mod invariants;
mod properties;
mod refusal_order;
mod review;
mod search;
mod seen;
mod settings;
