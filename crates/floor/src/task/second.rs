//! What one person of staff does not say alone at a table: whatever changes a coup's result or what its wagers are
//! paid, once it is settled or a card of it has been taken for another; and in a tournament whatever undoes a coup or ends a
//! shoe before its time.
//!
//! The documents name the officer who orders it. That a second person is there is a rule of the house: somebody asks for
//! the line at a screen of theirs, and the officer says it there with a password of their own. Both are on record.

use punto_site::{Concerned, Grant, Grants, Right};
use punto_table::{Actor, Event, Happening, MarkerState, Phase, Refused, Table};
use punto_vocab::{PersonId, Role};

use super::deed::Deed;
use crate::refusal::FloorReason;
use crate::table::Job;

/// Refuses what one person of staff would say alone, or two without an officer.
pub(super) fn there_is_one(
    table: &Table,
    own_shoe: bool,
    job: &Job,
    events: &[Event],
) -> Result<(), Refused> {
    let Actor::Staff(role, _) = job.by else { return Ok(()) };
    let people = job.on_duty || job.asked_by.is_some();
    let two = takes_two(table, job.by, events)
        || own_shoe && events.iter().any(voids_by_no_clause)
        || decides_a_session(table, events);
    if !people || !two || role != Role::Dealer && job.asked_by.is_some() {
        return Ok(());
    }
    let officers = Role::ALL.iter().map(|role| Grant::Work(*role));
    let needed = match role {
        Role::Dealer => officers.filter(|officer| officer.allows(Right::VoidCoup)).collect(),
        role => vec![Grant::Work(role)],
    };
    Err(FloorReason::TakesTwo { needed: Grants(needed) }.refused_by(&punto_site::Ground::TwoPersons.cite()))
}

/// Whether a coup is voided by a decision of the house alone. Where Punto deals nobody needs to say what happened, and
/// whoever may void what they dislike once they have seen it would choose the cards.
fn voids_by_no_clause(event: &Event) -> bool {
    matches!(event.what, Happening::CoupVoid { .. }) && event.by.clauses().next().is_none()
}

/// Whether a coup of a tournament is voided, or its shoe given up before the marker has come out. A session is so many
/// shoes or coups long: whoever ends or undoes one as they like who leads would choose who goes on.
fn decides_a_session(table: &Table, events: &[Event]) -> bool {
    let Some(open) = table.open.as_ref().filter(|open| open.opening.is_tournament()) else { return false };
    let any = |is: fn(&Happening) -> bool| events.iter().any(|event| is(&event.what));
    let out = matches!(open.shoe.marker, MarkerState::Out { .. })
        || any(|what| matches!(what, Happening::MarkerOut));
    any(|what| matches!(what, Happening::CoupVoid { .. }))
        || !out && any(|what| matches!(what, Happening::ShoeEnded))
}

/// Whether a command changes the result of a coup, or what its wagers are paid, after the fact.
///
/// A dealer who keys a card again before anything has followed it does not: the document leaves that to the dealer.
fn takes_two(table: &Table, by: Actor, events: &[Event]) -> bool {
    let Some(open) = &table.open else { return false };
    let reopened = matches!(&open.phase, Phase::Dealing(dealing) if dealing.reopened);
    let deals = by.role() == Some(Role::Dealer);
    events.iter().any(|event| Deed::of(&event.what).takes_two(reopened, deals))
}

/// The people of staff whose act it is: who said it, and who asked for it.
pub(super) fn persons(job: &Job) -> impl Iterator<Item = PersonId> {
    let said = match job.by {
        Actor::Staff(_, name) => Some(name),
        Actor::Patron(_) | Actor::System => None,
    };
    said.into_iter().chain(job.asked_by)
}

/// The same, none of whom sees to what is told of it.
pub(super) fn people(job: &Job) -> Option<Concerned> {
    Concerned::of(persons(job))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use punto_rulebook::Cure;
    use punto_vocab::{Authority, Citation, ClauseId, Setting};

    use punto_table::{Stamped, Time, apply, decide};

    use super::*;
    use crate::books::Books;

    /// A table of tas-2018 with its shoe ready.
    fn table(opening: &str) -> Table {
        let book = Books::embedded().of_id("tas-2018").unwrap();
        let mut table = Table::default();
        let open = format!("open {opening}, limits 10..200");
        for (by, line) in [("game-inspector tia", "sign-on"), ("system", &open), ("system", "prepare")] {
            let (at, by) = (Time(0), by.parse().unwrap());
            let said = Stamped { at, by, command: line.parse().unwrap() };
            let events = decide(&book, &table, &said).unwrap_or_else(|refused| panic!("{line}: {refused}"));
            events.iter().for_each(|event| apply(&mut table, at, by, event));
        }
        table
    }

    #[test]
    fn a_shoe_or_a_coup_of_a_tournament_is_given_up_by_two() {
        let by = Citation::from(Authority::House(Setting::new("table-order")));
        let events = |lines: &[&str]| -> Vec<Event> {
            lines.iter().map(|line| Event { what: line.parse().unwrap(), by: by.clone() }).collect()
        };
        let (cup, plain) = (table("usual, tournament yes"), table("usual"));
        for lines in [&["recorded end-check", "shoe-ended"][..], &["void void-coup"]] {
            assert!(decides_a_session(&cup, &events(lines)), "{lines:?}");
            assert!(!decides_a_session(&plain, &events(lines)), "{lines:?}");
        }
        // A shoe whose marker has come out ends by itself.
        assert!(!decides_a_session(&cup, &events(&["marker-out", "shoe-ended"])));
        assert!(!decides_a_session(&cup, &events(&["concluded"])));
    }

    #[test]
    fn a_void_by_no_clause_takes_two_where_punto_deals() {
        let void = |by: Citation| Event { what: Happening::CoupVoid { cure: Cure::VoidCoup }, by };
        let house = Citation::from(Authority::House(Setting::new("uncovered-irregularity")));
        assert!(voids_by_no_clause(&void(house.clone())));
        let clause = Citation::from(Authority::Clause(ClauseId::new(&"rws-2016".into(), "5.1.3")));
        assert!(!voids_by_no_clause(&void(clause.and(&house))), "a clause gives it to the officer");
    }
}
