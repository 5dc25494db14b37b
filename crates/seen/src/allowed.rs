//! What somebody may do now, and for the rest the clause why not.
//!
//! Candidates are drawn from the table as it stands and put to [`decide`](punto_table::decide) itself, so that this list and the
//! decisions cannot disagree.

mod patron;
mod staff;

use punto_rulebook::Rulebook;

use punto_table::Actor;
use punto_table::Open;
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

/// Everything an actor could sensibly say now, each with its answer. A card that waits to be dealt is not named: whoever deals
/// it sees it then, and the answer is the same for whichever it is.
pub fn allowed(book: &Rulebook, table: &Table, actor: Actor) -> Vec<Allowed> {
    let decide = deciding(book, table, (table.now, actor));
    let waits = |open: &Open| Some((open.waiting_card()?, staff::in_shoe(open)?));
    let waits = table.open.as_ref().and_then(waits);
    let ask = |command| {
        let refusal = decide(&command).err();
        let command = match (command, waits) {
            (Command::Card { card, lies }, Some((waiting, example))) if card == waiting => {
                Command::Card { card: example, lies }
            }
            (command, _) => command,
        };
        Allowed { command, refusal }
    };
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
                // A table goes on as it was, and begins as usual.
                let closed = table.closed_with.as_ref().and_then(|closed| closed.opening.as_deref());
                let open = Command::Open { opening: closed.cloned().unwrap_or_else(Opening::usual) };
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
