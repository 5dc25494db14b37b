//! What a table's task itself stops before the document is asked: faults, wins that wait for an attendant, the limits
//! of play, cards from elsewhere.

use punto_accounts::{LimitKind, may_come, may_play, may_stake};
use punto_table::{Account as Of, Coin, Command, Event, Table, Time, apply};

use super::Concern;
use super::{Refusal, Task};
use crate::currency;
use crate::leave::may_say;
use crate::presence::may_speak;
use crate::refusal::FloorReason;
use crate::said::CoupRef;
use crate::table::{Job, has_accounts};

/// Refuses what may not be said to this table now, whatever its document allows.
pub(super) fn may_pass(
    task: &Task,
    (table, seq): (&Table, u64),
    at: Time,
    job: &Job,
    command: &Command,
) -> Result<(), Refusal> {
    if let Some(of) = job.of {
        still_now(of, CoupRef::of(table, seq), command).map_err(FloorReason::refused)?;
    }
    if let Command::Open { opening } = command
        && task.core.for_money()
        && opening.is_demonstration()
    {
        return Err(FloorReason::OnlyInDemonstrations.refused().into());
    }
    if let Command::Open { opening } = command
        && opening.is_tournament() != task.shared.plan.opening.is_tournament()
    {
        return Err(FloorReason::TablesOfTournaments.refused().into());
    }
    let currency = &task.shared.plan.currency;
    let fits = match command {
        Command::Open { opening } => currency::opened(currency, opening, &task.book()),
        other => currency::said(currency, other),
    };
    fits.map_err(|reason| reason.refused_by(&FloorReason::by_currency()))?;
    if task.shared.plan.opening.is_tournament() && job.key.is_some() && !job.of_tournament {
        may_say(command, task.leave.borrow().at(table)).map_err(FloorReason::refused)?;
    }
    if job.on_duty {
        may_speak(&task.core, (&task.shared.plan, table), job.by, command)?;
    }
    if let Command::Sit { patron, .. } | Command::TakeBox { patron, .. } | Command::BuyIn { patron, .. } =
        command
        && task.core.for_money()
        && task.core.site.now().people.keys().any(|who| who.as_str().eq_ignore_ascii_case(patron.as_str()))
    {
        return Err(FloorReason::NameOfStaff { who: *patron }.refused().into());
    }
    if !task.hold().lets_table(table, command) {
        return Err(FloorReason::Held.refused().into());
    }
    task.not_held(table, command).map_err(Refusal::Account)?;
    if let Some(account) = &job.player {
        let (account, wagers) = (account.now(), matches!(Concern::of(command), Concern::Wager(_)));
        // Where the house holds no money of theirs, nobody need be signed in at a terminal.
        let may = if wagers && has_accounts(table) { may_play } else { may_come };
        may(&account, at).map_err(Refusal::Account)?;
    }
    // The dealer speaks without a key, and what the floor draws or cuts for somebody is not in a line of theirs.
    let told = task.shared.plan.own_shoe() && job.key.is_some() && !job.line.is_empty();
    match own_shoe_refuses(command).filter(|_| told) {
        Some(reason) => Err(reason.refused().into()),
        None => Ok(()),
    }
}

/// Refuses a wager after which its patron could lose more than a limit of theirs allows.
pub(super) fn may_lose(
    task: &Task,
    table: &Table,
    at: Time,
    job: &Job,
    events: &[Event],
) -> Result<(), Refusal> {
    let Some(account) = job.player.as_ref().map(|account| account.now()) else { return Ok(()) };
    let Some(patron) = account.holder.map(|holder| holder.patron) else { return Ok(()) };
    // Hardly anybody has such a limit, and nothing is worked out for the others.
    if !account.limits.iter().any(|limit| limit.kind == LimitKind::Loss) || !has_accounts(table) {
        return Ok(());
    }
    let hand = |table: &Table| table.ledger.on(Coin::Credits, Of::Balance(patron));
    let mut after = table.clone();
    events.iter().for_each(|event| apply(&mut after, at, job.by, event));
    may_stake(&account, at, task.shared.name, (hand(table), hand(&after))).map_err(Refusal::Account)
}

/// Refuses what was said of another coup than the table is at, or of a table further on than this one.
fn still_now(of: CoupRef, now: CoupRef, command: &Command) -> Result<(), FloorReason> {
    if of.seq > now.seq {
        return Err(FloorReason::NotSoFar { seen: of.seq, seq: now.seq });
    }
    if Concern::of(command).is_of_coup() && (of.shoe, of.coup) != (now.shoe, now.coup) {
        let CoupRef { shoe, coup, .. } = of;
        return Err(FloorReason::OfAnotherCoup { coup, shoe, now: now.coup, now_shoe: now.shoe });
    }
    Ok(())
}

/// What is refused at a table with the house's own shoe, and why: no cards are accepted there, and none is prepared step
/// by step. The order is fixed when the shoe is promised, and all that is left to choose is the cut.
pub fn own_shoe_refuses(command: &Command) -> Option<FloorReason> {
    match Concern::of(command) {
        Concern::Card | Concern::Shoe => Some(FloorReason::CardsFromOwnShoe),
        Concern::Readying => Some(FloorReason::OwnShoeInOne),
        Concern::Wager(_)
        | Concern::Home(_)
        | Concern::Closing
        | Concern::Play
        | Concern::Start
        | Concern::Coup
        | Concern::Presence
        | Concern::Float
        | Concern::Terms => None,
    }
}
