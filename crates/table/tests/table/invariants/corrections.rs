//! What is put right moves money once, and what somebody was given a chance to do is not taken away by other business.

use punto_table::{Command, Happening, decide};

use super::Step;

pub(super) fn check(step: &Step<'_>) -> Result<(), String> {
    void_of_nothing(step)?;
    once(step)?;
    option_lasts(step)
}

/// A coup that is void is one in progress, wagers for one, or a settled one whose settlement is undone with it.
fn void_of_nothing(step: &Step<'_>) -> Result<(), String> {
    let ordered = matches!(step.said.command, Command::Order { cure: Some(punto_rulebook::Cure::VoidCoup) });
    let void = step.has(|what| matches!(what, Happening::CoupVoid { .. }));
    let undone = step.has(|what| matches!(what, Happening::Reversed));
    // Where play begins with the display, a game without wagers may be on.
    let shown = step.book.procedure.get(punto_rulebook::Rule::PlaceBets).is_some();
    let lay = shown || step.open().is_some_and(|open| open.in_coup() || !open.wagers().is_empty());
    match ordered && void && !undone && !lay {
        true => step.wrong("a void touched no wager and no settlement"),
        false => Ok(()),
    }
}

/// The same payment is not found wrong twice.
fn once(step: &Step<'_>) -> Result<(), String> {
    match step.said.command {
        Command::Mispaid { .. } if decide(step.book, step.after, step.said).is_ok() => {
            step.wrong("the same payment is found wrong again")
        }
        _ => Ok(()),
    }
}

/// The chance to take wagers back ends when play resumes, or with the coup.
fn option_lasts(step: &Step<'_>) -> Result<(), String> {
    let (Some(before), Some(after)) = (step.dealing(), step.dealing_after()) else { return Ok(()) };
    let resumed = step.has(|what| matches!(what, Happening::Resumed | Happening::CoupVoid { .. }));
    match before.may_withdraw && !after.may_withdraw && !resumed {
        true => step.wrong("the chance to take wagers back was taken away"),
        false => Ok(()),
    }
}
