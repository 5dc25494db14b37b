//! Promotions from their conditions to their prizes, among people who mean well and people who do not.

mod bad_input;
mod house;
mod people;
mod properties;
mod seen;
