//! Tournaments from outside: put up, entered, played and paid over HTTP, and what is refused.

mod bad_input;
mod hall;
mod insiders;
mod secret;
