//! Tables from outside: what is said, what each sees, what comes over the line, and what is kept.

mod anybody;
mod approvals;
mod attacks;
mod clock;
mod commands;
mod contact;
mod disputes;
mod figures;
pub(crate) mod floor;
mod follow;
mod intents;
mod leak;
mod live;
mod players;
mod records;
mod reports;
mod rules;
mod shares;
mod watcher;
mod wins;
