//! Tournaments from end to end, on real tables.

mod bad_input;
mod house;
mod seen;
mod whole;
