//! What can be said at a table that is dealt from the house's own shoe: nobody names a card there.

use punto_floor::own_shoe_refuses;
use punto_seen::Allowed;
use punto_table::{Actor, Command, Laying, With};
use punto_wire::Command as Spoken;

/// Something that could be said.
pub struct Sayable {
    /// What.
    pub command: Spoken,
    /// Why it would be refused now, if it would be.
    pub refusal: Option<punto_table::Refused>,
}

/// Whether a command is not offered: one that stands for what several people do is a script's, one that names a card
/// that was keyed would tell a card that lies face down, and cash is taken by a patron's terminal, not by their word.
fn not_offered(command: &Command, actor: Actor) -> bool {
    matches!(command, Command::Prepare { .. } | Command::Rekey { .. })
        || (actor.is_patron() && matches!(command, Command::BuyIn { with: With::Cash, .. }))
}

/// What a table allows.
pub fn sayable_told(list: Vec<Allowed>, actor: Actor) -> Vec<Sayable> {
    let own = list.into_iter().filter(|one| !not_offered(&one.command, actor));
    own.map(|one| Sayable { command: one.command.into(), refusal: one.refusal }).collect()
}

/// The same at a table with the house's own shoe: a card is asked for with `deal`, as only the shoe knows which it is.
pub fn sayable_dealt(list: Vec<Allowed>, actor: Actor) -> Vec<Sayable> {
    let spoken = |one: &Allowed| match &one.command {
        Command::Card { lies: None, .. } => Some(Spoken::Deal(None)),
        Command::Card { lies: Some(lies @ (Laying::To(_) | Laying::Nowhere | Laying::FaceDown)), .. } => {
            Some(Spoken::Deal(Some(*lies)))
        }
        other if not_offered(other, actor) => None,
        other => own_shoe_refuses(other).is_none().then(|| other.clone().into()),
    };
    let sayable = |one: Allowed| Some(Sayable { command: spoken(&one)?, refusal: one.refusal });
    list.into_iter().filter_map(sayable).collect()
}
