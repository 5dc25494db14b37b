//! `punto` from outside: the real binary, what it prints, and what a server of it goes through.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod cli;
mod crates_picture;
mod dependencies;
mod laboratory;
mod names;
mod odds;
mod serve;
mod standards;
mod starting;
mod support;
mod tidy;
