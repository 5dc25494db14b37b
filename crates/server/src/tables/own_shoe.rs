//! What can be said at a table that is dealt from the house's own shoe: nobody names a card there.

use punto_floor::{Moment, own_shoe_refuses};
use punto_table::{Allowed, Command, Laying};
use punto_wire::Command as Spoken;

/// Something that could be said.
pub(super) struct Sayable {
    pub(super) command: Spoken,
    pub(super) refusal: Option<punto_table::Refused>,
}

/// What a table allows.
pub(super) fn told(list: Vec<Allowed>) -> Vec<Sayable> {
    list.into_iter().map(|one| Sayable { command: one.command.into(), refusal: one.refusal }).collect()
}

/// The same at a table with the house's own shoe: a card is asked for with `deal`, as only the shoe knows which it is,
/// and cards are got ready in one step, while a shoe waits for its cut.
pub(super) fn dealt(list: Vec<Allowed>, moment: &Moment) -> Vec<Sayable> {
    let uncut = moment.shoe.as_ref().is_some_and(|shoe| shoe.cut.is_none());
    let spoken = |one: &Allowed| match &one.command {
        Command::Card { lies: None, .. } => Some(Spoken::Deal(None)),
        Command::Card { lies: Some(lies @ (Laying::To(_) | Laying::Nowhere | Laying::FaceDown)), .. } => {
            Some(Spoken::Deal(Some(*lies)))
        }
        Command::Prepare { cut, by, .. } => {
            uncut.then(|| Command::Prepare { cut: *cut, by: *by, burn: None }.into())
        }
        other => own_shoe_refuses(other).is_none().then(|| other.clone().into()),
    };
    let sayable = |one: Allowed| Some(Sayable { command: spoken(&one)?, refusal: one.refusal });
    list.into_iter().filter_map(sayable).collect()
}
