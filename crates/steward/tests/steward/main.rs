//! Tournaments and promotions on a real floor with a real journal: played to the end, cut off in the middle, and verified.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod anew;
mod forms;
mod house;
mod insiders;
mod money;
mod played;
mod promotion;
mod promotion_play;
mod returned;
mod taken_off;
