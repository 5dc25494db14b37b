//! Scripts: every scenario of every document, what each of them would not do without, whole nights, and the words of docs/script.md.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod docs;
mod mutation;
mod night;
mod roads;
mod scenarios;
