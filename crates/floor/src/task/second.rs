//! What one person of staff does not say alone at a table: whatever changes a coup's result or what its wagers are
//! paid, once it is settled or a card of it has been taken for another.
//!
//! The documents name the officer who orders it. That a second person is there is a rule of the house: somebody asks for
//! the line at a screen of theirs, and the officer says it there with a password of their own. Both are on record.

use punto_site::{Concerned, Grant, Grants, Right};
use punto_table::{Actor, Event, Happening, Phase, Refused, Table};
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
    let two = takes_two(table, job.by, events) || own_shoe && events.iter().any(voids_by_no_clause);
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
    use punto_rulebook::Cure;
    use punto_vocab::{Authority, Citation, ClauseId, Setting};

    use super::*;

    #[test]
    fn a_void_by_no_clause_takes_two_where_punto_deals() {
        let void = |by: Citation| Event { what: Happening::CoupVoid { cure: Cure::VoidCoup }, by };
        let house = Citation::from(Authority::House(Setting::new("uncovered-irregularity")));
        assert!(voids_by_no_clause(&void(house.clone())));
        let clause = Citation::from(Authority::Clause(ClauseId::new(&"rws-2016".into(), "5.1.3")));
        assert!(!voids_by_no_clause(&void(clause.and(&house))), "a clause gives it to the officer");
    }
}
