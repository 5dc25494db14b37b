//! A patron's account from outside: money, limits, sessions and vouchers.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod book;
mod limits;
mod money;
mod properties;
mod sessions;
mod vouchers;
mod wagers;
