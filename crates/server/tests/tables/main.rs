//! Tables from outside: what is said, what each sees, what comes over the line, and what is kept.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

#[path = "../support/mod.rs"]
mod support;

mod approvals;
mod attacks;
mod clock;
mod commands;
mod contact;
mod disputes;
mod floor;
mod leak;
mod live;
mod records;
mod reports;
mod rules;
mod watcher;
mod wins;
