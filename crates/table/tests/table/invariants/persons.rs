//! No event names somebody who did not speak or was not there.

use punto_table::{Actor, Happening};
use punto_vocab::PersonId;

use super::Step;

pub(super) fn check(step: &Step<'_>) -> Result<(), String> {
    let opens = step.has(|what| matches!(what, Happening::Opened { .. }));
    for event in step.events {
        // Who was there yesterday has gone, and the opening says so.
        let gone = matches!(event.what, Happening::SignedOff { .. }) && opens;
        if let Some(who) = acts(&event.what).filter(|_| !gone) {
            spoke(step, who)?;
        }
        for patron in takes_part(&event.what).into_iter().flatten() {
            there(step, patron)?;
        }
        if let Happening::Found { patron, .. } = &event.what
            && !has_wager(step, *patron)
        {
            there(step, *patron)?;
        }
        if let (Some(patron), Actor::Patron(own)) = (own_word(&event.what), step.said.by)
            && patron != own
        {
            return step.wrong(format!("{own} spoke for {patron}"));
        }
    }
    Ok(())
}

/// Who did something, by the record.
fn acts(what: &Happening) -> Option<Actor> {
    match what {
        Happening::SignedOn { who }
        | Happening::SignedOff { who }
        | Happening::WasCut { who, .. }
        | Happening::Rekeyed { who, .. }
        | Happening::CardKnown { who, .. }
        | Happening::Mispaid { who, .. }
        | Happening::FoundAfter { who, .. }
        | Happening::Decided { who, .. }
        | Happening::Reviewed { who, .. } => Some(*who),
        _ => None,
    }
}

/// Who is on record has spoken, or is a patron who was offered the cut and is there.
fn spoke(step: &Step<'_>, who: Actor) -> Result<(), String> {
    match who {
        _ if who == step.said.by => Ok(()),
        Actor::Patron(patron) => {
            there(step, patron)?;
            let offered = step.open().is_some_and(|open| open.shoe.cut.offered == Some(patron));
            let chosen = step.said.by == Actor::System;
            if offered || chosen { Ok(()) } else { step.wrong(format!("{patron} was never offered the cut")) }
        }
        Actor::Staff(..) | Actor::System => step.wrong(format!("{who} did not speak")),
    }
}

fn there(step: &Step<'_>, patron: PersonId) -> Result<(), String> {
    match step.open().is_some_and(|open| open.patrons.has(patron)) {
        true => Ok(()),
        false => step.wrong(format!("{patron} is not at the table")),
    }
}

/// Whether somebody has a wager in the coup that is on or can be put right; they may have left since.
fn has_wager(step: &Step<'_>, patron: PersonId) -> bool {
    let coups = step.dealing().into_iter().chain(step.last().map(|last| &last.dealing));
    coups.flat_map(|dealing| &dealing.wagers).any(|placed| placed.wager.patron == patron)
}

/// The patrons who have a part in what happened, and must be there for it.
fn takes_part(what: &Happening) -> [Option<PersonId>; 2] {
    let named = match what {
        Happening::CutPassed { patron, to } => return [Some(*patron), Some(*to)],
        Happening::CutOffered { patron }
        | Happening::HandOffered { patron, .. }
        | Happening::Designated { patron, .. }
        | Happening::Passed { patron, .. }
        | Happening::Nominated { patron, .. }
        | Happening::BothApproved { patron }
        | Happening::PersonalLimits { patron, .. }
        | Happening::Relaxed { patron, .. }
        | Happening::Bought { patron, .. } => Some(*patron),
        what => own_word(what),
    };
    [named, None]
}

/// The patron whose own word or hand an event is.
fn own_word(what: &Happening) -> Option<PersonId> {
    match what {
        Happening::Consented { patron, .. }
        | Happening::CutDeclined { patron }
        | Happening::CutPassed { patron, .. }
        | Happening::HandDeclined { patron, .. }
        | Happening::TookBox { patron, .. }
        | Happening::CashedOut { patron, .. }
        | Happening::ColourChanged { patron, .. }
        | Happening::Wagered { patron, .. }
        | Happening::WageredTokens { patron, .. }
        | Happening::Altered { patron, .. }
        | Happening::Lifted { patron, .. }
        | Happening::Withdrawn { patron, .. } => Some(*patron),
        _ => None,
    }
}
