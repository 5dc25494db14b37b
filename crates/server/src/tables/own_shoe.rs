//! What can be said at a table that is dealt from the house's own shoe: nobody names a card there.

use punto_floor::own_shoe_refuses;
use punto_table::{Allowed, Command, Laying};

/// Something that could be said, by its line.
pub(super) struct Sayable {
    pub(super) line: String,
    pub(super) refusal: Option<punto_table::Refused>,
}

/// Whether a command is not offered: one that stands for what several people do is a script's, and one that names a card
/// that was keyed would tell a card that lies face down.
fn not_offered(command: &Command) -> bool {
    matches!(command, Command::Prepare { .. } | Command::Rekey { .. })
}

/// The lines for what a table allows.
pub(super) fn told(list: Vec<Allowed>) -> Vec<Sayable> {
    let own = list.into_iter().filter(|one| !not_offered(&one.command));
    own.map(|one| Sayable { line: one.command.to_string(), refusal: one.refusal }).collect()
}

/// The same at a table with the house's own shoe: a card is asked for with `deal`, as only the shoe knows which it is.
pub(super) fn dealt(list: Vec<Allowed>) -> Vec<Sayable> {
    let line = |one: &Allowed| match &one.command {
        Command::Card { lies: None, .. } => Some("deal".to_owned()),
        Command::Card { lies: Some(Laying::To(hand)), .. } => Some(format!("deal to {hand}")),
        Command::Card { lies: Some(Laying::Nowhere), .. } => Some("deal to nobody".to_owned()),
        Command::Card { lies: Some(Laying::FaceDown), .. } => Some("deal face-down".to_owned()),
        other if not_offered(other) => None,
        other => own_shoe_refuses(other).is_none().then(|| other.to_string()),
    };
    list.into_iter().filter_map(|one| Some(Sayable { line: line(&one)?, refusal: one.refusal })).collect()
}
