//! What is put right moves money once, and what somebody was given a chance to do is not taken away by other business.

use punto_coup::{Noticed, window_closed};
use punto_rulebook::{Cure, Mishap};
use punto_table::{Actor, Command, Fact, Fault, Happening, Laying, Phase, Stamped, decide};

use super::Step;

pub(super) fn check(step: &Step<'_>) -> Result<(), String> {
    stays_open(step)?;
    in_reach_of_a_ruling(step)?;
    settled_once(step)?;
    of_an_earlier_coup(step)?;
    not_after_the_result(step)?;
    void_of_nothing(step)?;
    once(step)?;
    option_lasts(step)
}

/// A coup that is void is one in progress, wagers for one, or a settled one whose settlement is undone with it.
fn void_of_nothing(step: &Step<'_>) -> Result<(), String> {
    let ordered = matches!(step.said.command, Command::Order { cure: Some(Cure::VoidCoup) });
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

/// What is reported or ordered between coups shuts the time of no coup that can still be put right.
fn stays_open(step: &Step<'_>) -> Result<(), String> {
    let (Some(open), Some(last)) = (step.open(), step.last()) else { return Ok(()) };
    let said = matches!(
        step.said.command,
        Command::Report { .. }
            | Command::Order { .. }
            | Command::Marker
            | Command::Card { lies: Some(Laying::InShoe), .. }
    );
    let noticed = match &open.phase {
        Phase::Betting(betting) if betting.closed || betting.opened.is_some() => Noticed::BettingOpen,
        _ => Noticed::AfterCoup,
    };
    let over = window_closed(&last.before.basis.terms, noticed).is_some() || last.dealing.void;
    let undone = step.has(|what| matches!(what, Happening::Reversed | Happening::ReversedCoups { .. }));
    // A card that the officer has open the next coup begins it.
    let goes_on = step.has(|what| matches!(what, Happening::ShoeGoesOn)) || step.dealing_after().is_some();
    if !said || over || undone || goes_on || open.opening.deals_itself() {
        return Ok(());
    }
    let after = step.after.open.as_ref().and_then(|open| open.last_coup());
    match after.is_some_and(|after| after.dealing.given == last.dealing.given) {
        true => Ok(()),
        false => step.wrong("the time to put the coup before right was shut"),
    }
}

/// While a ruling waits, nobody shuts the time in which it can reach the coup before.
fn in_reach_of_a_ruling(step: &Step<'_>) -> Result<(), String> {
    let (Some(open), Some(_)) = (step.open(), step.last()) else { return Ok(()) };
    let waits = |open: &punto_table::Open| open.in_trouble().map(|trouble| trouble.ruling.clone());
    let Some(before) = waits(open) else { return Ok(()) };
    let shut = match &step.after.open {
        Some(after) => waits(after) == Some(before) && after.last_coup().is_none(),
        None => true,
    };
    if shut { step.wrong("the coup that a ruling waits on was put out of its reach") } else { Ok(()) }
}

/// What the document orders only while a coup runs does not void one that was settled and is open again.
fn settled_once(step: &Step<'_>) -> Result<(), String> {
    let reopened = step.dealing().is_some_and(|dealing| dealing.reopened);
    let ended = |what: &Happening| match what {
        Happening::Ordered { ruling } if ruling.0.cure == Cure::VoidCoup => {
            let remedy = step.book.irregularities.remedy(ruling.0.mishap, ruling.0.case);
            remedy.is_some_and(|remedy| remedy.until == Some(punto_rulebook::Window::CoupEnd))
        }
        _ => false,
    };
    match reopened && step.has(ended) {
        true => step.wrong("a coup that was over is void by what reaches only one that runs"),
        false => Ok(()),
    }
}

/// What went wrong in an earlier coup than the last, or than the one that is on, voids neither, whatever the officer orders.
fn of_an_earlier_coup(step: &Step<'_>) -> Result<(), String> {
    let (Command::Report { mishap, fact: Fact::EarlierCoup }, Some(open)) =
        (&step.said.command, step.after.open.as_ref())
    else {
        return Ok(());
    };
    let Some(officer) = open.in_trouble().and_then(|trouble| trouble.ruling.ordered_by) else {
        return Ok(());
    };
    // A device is a person's, and what is void by it is that person's.
    if *mishap == Mishap::ProhibitedDevice {
        return Ok(());
    }
    let by = Actor::Staff(officer, "olga".parse().unwrap());
    for cure in [Some(Cure::VoidCoup), None] {
        let said = Stamped { at: step.said.at, by, command: Command::Order { cure } };
        let events = decide(step.book, step.after, &said).unwrap_or_default();
        let undone = events.iter().any(|own| matches!(own.what, Happening::Reversed));
        let void = events.iter().any(|own| matches!(own.what, Happening::CoupVoid { .. })) && open.in_coup();
        if undone || void {
            return step.wrong(format!("{by}: {} undoes another coup", said.command));
        }
    }
    Ok(())
}

/// Once everybody sees who has won, nothing is found wrong with how or when a wager was put down.
fn not_after_the_result(step: &Step<'_>) -> Result<(), String> {
    let (Command::Mark { fault: Fault::Late | Fault::BadlyPlaced, .. }, Some(dealing)) =
        (&step.said.command, step.dealing())
    else {
        return Ok(());
    };
    match dealing.coup.due(step.book).side().is_none() && dealing.all_turned() {
        true => step.wrong("a wager was marked after the result"),
        false => Ok(()),
    }
}
