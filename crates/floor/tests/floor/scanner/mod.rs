//! A scanning shoe against real tables: its lines, its sessions and its wire.

mod due;
#[allow(dead_code)] // the command line's tests use it, too
mod felt;
mod lines;
mod sessions;
mod wire;
