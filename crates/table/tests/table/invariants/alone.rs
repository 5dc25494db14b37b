//! After the first card nothing that a dealer or a patron says alone changes what a wager is paid. Cards told are
//! excepted: where they went, that one is foreign, that none is left.

use punto_coup::Due;
use punto_rulebook::{Device, Mishap};
use punto_table::{Actor, Command, Dealing, Happening, MarkerState, Phase, Placed};

use super::Step;

pub(super) fn check(step: &Step<'_>) -> Result<(), String> {
    if !step.alone() {
        return Ok(());
    }
    match (step.dealing(), step.last()) {
        (Some(dealing), _) => in_coup(step, dealing),
        (None, Some(last)) => after_coup(step, &last.dealing),
        (None, None) => Ok(()),
    }
}

fn in_coup(step: &Step<'_>, before: &Dealing) -> Result<(), String> {
    let card_told = match &step.said.command {
        Command::Report { mishap: Mishap::ForeignCard, .. } => before.given.len() <= 1,
        Command::Report { mishap: Mishap::TooFewCards, .. } => none_left(step, before),
        // What was taken back is the patron's own, and what follows from it is the patron's choice.
        Command::Withdraw { patron, .. } => before.may_withdraw && step.said.by == Actor::Patron(*patron),
        Command::Resume => before.may_withdraw,
        // A card that was keyed wrong is keyed again at once, where cards are keyed by hand.
        Command::Rekey { .. } => {
            let device = step.open().map(|open| open.terms.device.value);
            before.keyed && device != Some(Device::ScanningShoe)
        }
        // What a settlement pays has a check of its own.
        Command::Settle => true,
        _ => false,
    };
    if card_told {
        return Ok(());
    }
    let Some(after) = step.dealing_after() else {
        return step.wrong("somebody alone ended the coup");
    };
    // A card that was told while others lay face down is judged, like any that is told, when the last of them is turned.
    let turned = matches!(step.said.command, Command::Turn { .. } | Command::Return { .. });
    let joins = turned && before.too_soon > after.too_soon;
    let card = joins || matches!(step.said.command, Command::Card { .. });
    let mark = matches!(step.said.command, Command::Mark { .. }) && before.given.len() <= 1;
    if !mark && !same_wagers(&before.wagers, &after.wagers) {
        return step.wrong("somebody alone changed a wager after the first card");
    }
    if !card && before.coup.hands() != after.coup.hands() {
        return step.wrong("somebody alone changed the hands without a card");
    }
    let device = step.open().is_some_and(|open| open.terms.device.value == Device::ShufflingDevice);
    let failed = device && matches!(step.said.command, Command::Report { mishap: Mishap::DeviceFails, .. });
    if !card && !failed && after.may_withdraw && !before.may_withdraw {
        return step.wrong("somebody alone let wagers be taken back");
    }
    Ok(())
}

/// Whether the record agrees that no card is left though one is due.
fn none_left(step: &Step<'_>, before: &Dealing) -> bool {
    let Some(open) = step.open() else { return false };
    // The software knows of its own shoe when it can be dealt no further.
    if step.said.by == Actor::System {
        return true;
    }
    let out = matches!(open.shoe.marker, MarkerState::Out { .. });
    let due = matches!(before.coup.due(step.book), Due::Card { .. });
    // Against the count somebody alone is believed of no more than lie behind a cut card that is as deep as it must be.
    due && open.terms.cards().saturating_sub(open.shoe.drawn) <= if out { 20 } else { 0 }
}

/// A coup that has ended may be opened again by anybody who reports an error, and is then as it was.
fn after_coup(step: &Step<'_>, last: &Dealing) -> Result<(), String> {
    if step.has(|what| matches!(what, Happening::ReversedCoups { .. })) {
        return step.wrong("somebody alone undid the coups of a shoe");
    }
    if !step.has(|what| matches!(what, Happening::Reversed)) {
        return Ok(());
    }
    match step.after.open.as_ref().map(|open| &open.phase) {
        Some(Phase::Dealing(after)) if !after.may_withdraw => {
            let same = same_wagers(&last.wagers, &after.wagers) && last.coup.hands() == after.coup.hands();
            if same { Ok(()) } else { step.wrong("somebody alone changed a coup that had ended") }
        }
        _ => step.wrong("somebody alone took back what a coup had paid"),
    }
}

/// Whether the same wagers lie; that a stake is told changes nothing about it.
pub(super) fn same_wagers(left: &[Placed], right: &[Placed]) -> bool {
    let plain = |placed: &Placed| Placed { sealed: false, ..placed.clone() };
    left.iter().map(plain).eq(right.iter().map(plain))
}
