//! The order of wagering: where its marker lies, and which way round the table it goes.

use punto_rulebook::{Rulebook, TournamentRule, Way};
use punto_vocab::PersonId;

use crate::state::Tournament;

/// Everybody who is there, from the marker on in the direction of the document.
pub fn sequence(book: &Rulebook, own: &Tournament, table: u8) -> Vec<PersonId> {
    let marker = own.venues.get(&table).map_or(0, |venue| venue.marker);
    let here = own.at(table);
    let here: Vec<_> = here.iter().filter(|(_, place)| place.present).collect();
    let rises = rises(book, own);
    let found = if rises {
        here.iter().position(|(_, place)| place.seat >= marker)
    } else {
        here.iter().rposition(|(_, place)| place.seat <= marker)
    };
    let count = here.len();
    let first = found.unwrap_or(if rises { 0 } else { count.saturating_sub(1) });
    let at = |step: usize| if rises { (first + step) % count } else { (first + count - step) % count };
    (0..count).map(|step| here[at(step)].0).collect()
}

/// Whether the order goes on to the next higher seat.
fn rises(book: &Rulebook, own: &Tournament) -> bool {
    let way = book.tournament.get(TournamentRule::Sequence).and_then(|rule| rule.value);
    numbered_clockwise(own) == (way == Some(Way::Clockwise))
}

fn numbered_clockwise(own: &Tournament) -> bool {
    own.plan.as_ref().is_some_and(|plan| plan.clockwise)
}

/// The seat that the marker goes to: the first of a session, or the one after where it lies. It goes by the numbers of boxes,
/// or from the dealer's right hand on and anticlockwise, as the document has it; seats that nobody plays are passed over.
pub(crate) fn marker(book: &Rulebook, own: &Tournament, table: u8, lies: Option<u8>) -> Option<u8> {
    let by_number = book.tournament.get(TournamentRule::Marker)?.value == Some(Way::BoxByBox);
    let mut seats: Vec<u8> = own.at(table).iter().map(|(_, place)| place.seat).collect();
    let falls = !by_number && numbered_clockwise(own);
    if falls {
        seats.reverse();
    }
    let after = |seat: &&u8| lies.is_some_and(|lies| if falls { **seat < lies } else { **seat > lies });
    seats.iter().find(after).or(seats.first()).copied()
}
