//! The way to the final on the wire: every round with its tables, and who went on.

use punto_contest::{Contest, Sitting};
use punto_vocab::PersonId;
use punto_wire::{BracketEntrant, BracketRound, BracketTable, EntrantRef};

/// Who sat at which table in each round, in the order of their entries.
pub(crate) fn bracket(contest: &Contest, named: impl Fn(PersonId) -> EntrantRef) -> Vec<BracketRound> {
    let mut rounds: Vec<BracketRound> = Vec::new();
    let mut sittings: Vec<&Sitting> = contest.sittings.iter().collect();
    sittings.sort_by_key(|sitting| (sitting.round, sitting.table, contest.number(sitting.entrant)));
    for sitting in sittings {
        let Sitting { round, table, entrant, .. } = *sitting;
        if rounds.last().is_none_or(|last| last.round != round) {
            rounds.push(BracketRound { round, tables: Vec::new() });
        }
        let Some(BracketRound { tables, .. }) = rounds.last_mut() else { continue };
        if tables.last().is_none_or(|last| last.table != table) {
            tables.push(BracketTable { table, entrants: Vec::new() });
        }
        let here =
            contest.own.place(entrant).filter(|place| round == contest.own.round && place.table == table);
        let chips = sitting.chips.or(here.map(|place| place.stack)).map(|chips| chips.minor());
        let seen = BracketEntrant { entrant: named(entrant), chips, through: sitting.through };
        if let Some(last) = tables.last_mut() {
            last.entrants.push(seen);
        }
    }
    rounds
}
