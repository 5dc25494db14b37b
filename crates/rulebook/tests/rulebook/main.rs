//! Documents as data: the five that come with the software, and every mistake in one that is reported.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod drawing;
mod five_books;
mod folders;
mod mistakes;
mod mutations;
mod terms;
