//! Where the text says that an officer may, letting the coup stand is one of the ways on.

use punto_rulebook::Cure;
use punto_table::{Actor, Command, Dealing, Open, Phase, Stamped, Table, Trouble, apply, decide};

use super::Step;
use super::alone::same_wagers;

pub(super) fn check(step: &Step<'_>) -> Result<(), String> {
    let (Command::Report { .. }, Some(trouble)) = (&step.said.command, waiting(step.after)) else {
        return Ok(());
    };
    let Some(officer) = trouble.ruling.ordered_by.filter(|_| trouble.ruling.may) else { return Ok(()) };
    let by = Actor::Staff(officer, "olga".parse().unwrap());
    let mut table = step.after.clone();
    // An officer has to be there first, where the document says so.
    for command in [Command::SignOn, Command::Order { cure: Some(Cure::Stands) }] {
        let stamped = Stamped { at: step.said.at, by, command };
        match decide(step.book, &table, &stamped) {
            Ok(events) => events.iter().for_each(|event| apply(&mut table, stamped.at, by, event)),
            Err(refused) => return step.wrong(format!("{by}: {} -> {refused}", stamped.command)),
        }
    }
    if waiting(&table).is_some() {
        return step.wrong("the officer lets it stand, and it waits on");
    }
    // What waited before the report speaks of another coup than the one that the report may have ended. Whatever lies now, and
    // whatever was settled, is left as it is.
    let waited = step.before.open.as_ref().and_then(|open| open.trouble.as_ref());
    if waited.is_some_and(|before| before.ruling == trouble.ruling) {
        return match left_alone(step.after, &table) {
            true => Ok(()),
            false => step.wrong("the officer lets it stand, and something else changes"),
        };
    }
    let coup = step.dealing().or(step.last().map(|last| &last.dealing));
    let stands = match table.open.as_ref().map(|open| &open.phase) {
        Some(Phase::Dealing(after)) => coup.is_some_and(|coup| same_coup(coup, after)),
        Some(Phase::Betting(_) | Phase::Preparing) => step.dealing().is_none(),
        None => false,
    };
    if stands { Ok(()) } else { step.wrong("the officer may let it stand, and it does not stand") }
}

/// Whether wagers, cards, shoe and the coup before are the same at both tables.
fn left_alone(before: &Table, after: &Table) -> bool {
    let (Some(before), Some(after)) = (&before.open, &after.open) else { return false };
    let hands = |open: &Open| match &open.phase {
        Phase::Dealing(dealing) => Some(dealing.coup.hands().clone()),
        Phase::Preparing | Phase::Betting(_) => None,
    };
    let shoe = |open: &Open| (open.shoe.stage, open.shoe.number, open.shoe.drawn, open.shoe.marker);
    same_wagers(before.wagers(), after.wagers())
        && hands(before) == hands(after)
        && shoe(before) == shoe(after)
        && before.last_coup() == after.last_coup()
}

fn same_coup(before: &Dealing, after: &Dealing) -> bool {
    same_wagers(&before.wagers, &after.wagers) && before.coup.hands() == after.coup.hands()
}

fn waiting(table: &Table) -> Option<&Trouble> {
    let open = table.open.as_ref()?;
    match &open.phase {
        Phase::Dealing(dealing) => dealing.trouble.as_ref(),
        Phase::Preparing | Phase::Betting(_) => open.trouble.as_ref(),
    }
}
