//! What can be said at a table that is dealt from the house's own shoe: nobody names a card there.

use punto_floor::{Moment, own_shoe_refuses};
use punto_table::{Allowed, Command, Laying};

/// Something that could be said, by its line.
pub(super) struct Sayable {
    pub(super) line: String,
    pub(super) refusal: Option<punto_table::Refused>,
}

/// The lines for what a table allows.
pub(super) fn told(list: Vec<Allowed>) -> Vec<Sayable> {
    list.into_iter().map(|one| Sayable { line: one.command.to_string(), refusal: one.refusal }).collect()
}

/// The same at a table with the house's own shoe: a card is asked for with `deal`, as only the shoe knows which it is,
/// and cards are got ready in one step, while a shoe waits for its cut.
pub(super) fn dealt(list: Vec<Allowed>, moment: &Moment) -> Vec<Sayable> {
    let uncut = moment.shoe.as_ref().is_some_and(|shoe| shoe.cut.is_none());
    let line = |one: &Allowed| match &one.command {
        Command::Card { lies: None, .. } => Some("deal".to_owned()),
        Command::Card { lies: Some(Laying::To(hand)), .. } => Some(format!("deal to {hand}")),
        Command::Card { lies: Some(Laying::Nowhere), .. } => Some("deal to nobody".to_owned()),
        Command::Card { lies: Some(Laying::FaceDown), .. } => Some("deal face-down".to_owned()),
        Command::Prepare { cut, by, .. } => {
            uncut.then(|| Command::Prepare { cut: *cut, by: *by, burn: None }.to_string())
        }
        other => own_shoe_refuses(other).is_none().then(|| other.to_string()),
    };
    list.into_iter().filter_map(|one| Some(Sayable { line: line(&one)?, refusal: one.refusal })).collect()
}
