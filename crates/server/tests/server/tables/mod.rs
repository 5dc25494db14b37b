//! Tables from outside: what is said, what each sees, what comes over the line, and what is kept.

mod anybody;
mod approvals;
mod attacks;
mod clock;
mod commands;
mod contact;
mod disputes;
pub(crate) mod floor;
mod intents;
mod leak;
mod live;
mod records;
mod reports;
mod rules;
mod shares;
mod watcher;
mod wins;
