//! The site from outside: who works here, on which machines, and what takes two persons.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod approvals;
mod bound;
mod devices;
mod house;
mod notices;
mod programs;
mod properties;
mod rights;
mod sign_ins;
mod staff;
mod two_persons;
