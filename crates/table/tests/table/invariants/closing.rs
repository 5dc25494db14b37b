//! What closing and opening leave alone: settings, limits, restrictions, and who has a part in what can still be put right.

use std::collections::BTreeSet;

use punto_rulebook::{Rule, Terms};
use punto_table::{Actor, Happening, Table};
use punto_vocab::{BetId, Role};

use super::Step;

pub(super) fn check(step: &Step<'_>) -> Result<(), String> {
    restrictions(step)?;
    settings(step)?;
    heard_by_others(step)
}

/// A side bet is confined until an officer lifts that.
fn restrictions(step: &Step<'_>) -> Result<(), String> {
    let of = |table: &Table| -> BTreeSet<BetId> {
        let open = table.open.as_ref();
        let coming = open.map(|open| open.coming.as_ref().map_or(&open.restricted, |own| &own.restricted));
        coming.or(table.closed_with.as_ref().map(|own| &own.restricted)).cloned().unwrap_or_default()
    };
    let after = of(step.after);
    let lifted = |bet: &BetId| step.has(|what| *what == Happening::Unrestricted { bet: *bet });
    match of(step.before).into_iter().find(|bet| !after.contains(bet) && !lifted(bet)) {
        Some(bet) => step.wrong(format!("{bet} was confined, and is not any more")),
        None => Ok(()),
    }
}

/// Whoever opens the table goes on with what it closed with, unless they are the officer for it.
fn settings(step: &Step<'_>) -> Result<(), String> {
    let (Some(open), Some(before)) = (&step.after.open, &step.before.closed_with) else { return Ok(()) };
    let opened = step.has(|what| matches!(what, Happening::Opened { .. }));
    if !opened || step.said.by == Actor::System || open.opening.is_tournament() {
        return Ok(());
    }
    let house = step.book.procedure.get(Rule::HouseSettings).map_or(&[][..], |rule| &rule.roles);
    let own = |own: Role| house.iter().any(|role| step.book.counts_as(own, *role));
    let of = |terms: &Terms| (terms.house.clone(), terms.chips.clone(), terms.decks, terms.credits);
    match of(&open.terms) == of(&before.terms) || step.said.by.role().is_some_and(own) {
        true => Ok(()),
        false => step.wrong("an opening changed the settings of the table"),
    }
}

/// Nobody decides or reviews what was complained of where they dealt or played.
fn heard_by_others(step: &Step<'_>) -> Result<(), String> {
    let heard = step.has(|what| matches!(what, Happening::Decided { .. } | Happening::Reviewed { .. }));
    let Some(own) = step.said.by.name().filter(|_| heard) else { return Ok(()) };
    let left = |number: u32| step.after.disputes.iter().find(|case| case.number == number);
    let moved = step.before.disputes.iter().filter(|case| left(case.number) != Some(case));
    match moved.into_iter().any(|case| case.parties.contains(&own) || case.patron == own) {
        true => step.wrong("somebody heard a complaint about their own game"),
        false => Ok(()),
    }
}
