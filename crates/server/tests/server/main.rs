//! The server from outside: a real server on a real port, a real journal, and what people and attackers would send.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod codes;
mod house;
mod promotions;
mod support;
mod tables;
mod tournaments;
