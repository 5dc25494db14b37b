//! One coup from outside: drawing, wagers, limits, settlement and rulings, under every document.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod common;
mod drawing;
mod irregular;
mod irregularities_nsw;
mod irregularities_nsw_shoe;
mod irregularities_nz;
mod irregularities_part_m;
mod irregularities_properties;
mod irregularities_rws;
mod irregularities_tas;
mod limits;
mod officers;
mod pro_rata;
mod published;
mod settlement;
mod settlement_money;
mod settlement_properties;
mod wagers;
