//! What the records of a table must not tell yet.

use punto_coup::Place;
use punto_table::{Phase, Table};

/// Whether a table has something that not everybody may know: a card face down, or a stake that is sealed.
pub fn hides(table: &Table) -> bool {
    let Some(open) = &table.open else { return false };
    let sealed = open.wagers().iter().any(|placed| placed.sealed)
        || !open.hooks.sealed.is_empty()
        || !open.hooks.withheld.is_empty();
    let down = match &open.phase {
        Phase::Dealing(dealing) => {
            dealing.dealt.iter().chain(&dealing.given).any(|card| !card.exposed && card.to != Place::Nowhere)
                || dealing.dealt.iter().any(|card| !card.exposed)
                || !dealing.carries.is_empty()
                || !dealing.waiting.is_empty()
        }
        Phase::Betting(betting) => !betting.waiting.is_empty(),
        Phase::Preparing => false,
    };
    sealed || down
}
