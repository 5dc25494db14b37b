//! For tests alone: what every journal must do, and a PostgreSQL of a test's own with a network that can be cut.

#![allow(clippy::unwrap_used)]

pub mod journal;
mod postgres;
mod proxy;

pub use postgres::Postgres;
pub use proxy::Proxy;
