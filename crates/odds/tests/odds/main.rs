//! Exact and simulated odds, against figures that others published, naive enumerations and each other.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod exact_naive;
mod exact_properties;
mod exact_published;
mod exact_refusals;
mod examples;
mod sim_bulk;
mod sim_engine;
mod sim_exact;
mod sim_system;
