//! What somebody may do now, and for the rest the clause why not.
//!
//! Candidates are drawn from the table as it stands and put to [`decide`](punto_table::decide) itself, so that this list and the
//! decisions cannot disagree.

mod patron;
mod staff;

use punto_rulebook::Rulebook;

use punto_table::Actor;
use punto_table::Opening;
use punto_table::Refused;
use punto_table::Table;
use punto_table::deciding;
use punto_table::{Call, Command};

/// A command that could be given now, and the refusal it would get, if any.
#[derive(Clone, Debug, PartialEq)]
pub struct Allowed {
    /// The command.
    pub command: Command,
    /// Why not.
    pub refusal: Option<Refused>,
}

/// Everything an actor could sensibly say now, each with its answer.
pub fn allowed(book: &Rulebook, table: &Table, actor: Actor) -> Vec<Allowed> {
    let decide = deciding(book, table, (table.now, actor));
    let ask = |command| Allowed { refusal: decide(&command).err(), command };
    candidates(book, table, actor).into_iter().map(ask).collect()
}

/// Commands an actor could sensibly try at this table.
///
/// Amounts, depths and words are examples: the least wager, a cut in the middle, the limits as they are.
pub fn candidates(book: &Rulebook, table: &Table, actor: Actor) -> Vec<Command> {
    let Some(open) = &table.open else {
        return match actor {
            Actor::Patron(_) => Vec::new(),
            Actor::Staff(..) | Actor::System => {
                let open = Command::Open { opening: Opening::usual() };
                [open, Command::SignOn, Command::SignOff].into_iter().chain(staff::disputes(table)).collect()
            }
        };
    };
    match actor {
        Actor::Patron(patron) => patron::candidates(book, table, open, patron),
        Actor::Staff(..) => staff::candidates(book, table, open),
        Actor::System => vec![Command::Settle, Command::Call { call: Call::NoMoreBets }],
    }
}
