//! One module a command: it takes its arguments and gives back what to print.

pub(crate) mod accept;
pub(crate) mod along;
pub(crate) mod backup;
pub(crate) mod bundle;
pub(crate) mod check;
pub(crate) mod clauses;
pub(crate) mod deal;
mod decided_in;
pub(crate) mod explain;
pub(crate) mod game;
pub(crate) mod journal;
pub(crate) mod manifest;
pub(crate) mod odds;
pub(crate) mod play;
pub(crate) mod plot;
pub(crate) mod print_script;
pub(crate) mod rng;
pub(crate) mod roads;
pub(crate) mod rulebook;
pub(crate) mod serve;
pub(crate) mod shoe_sim;
pub(crate) mod simulate;
pub(crate) mod tournament;
pub(crate) mod verify;
pub(crate) mod verify_shoe;
