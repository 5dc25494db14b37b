//! A scanning shoe against real tables: its sessions and its wire.

mod due;
#[allow(dead_code)] // the command line's tests use it, too
mod felt;
mod sessions;
mod wire;
