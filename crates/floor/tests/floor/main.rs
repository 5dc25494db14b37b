//! The floor from outside: tables with clocks and dealers, accounts, journals that fail, scanning shoes.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod accounts;
mod audit;
mod common;
mod dealing;
mod document;
mod ends;
mod faults;
mod forged;
mod golden;
mod gone;
mod keys;
mod names;
mod office;
mod people;
mod restart;
mod scanner;
mod search;
mod shared;
mod shares;
mod significant;
mod statements;
mod vouchers;
mod wins;
