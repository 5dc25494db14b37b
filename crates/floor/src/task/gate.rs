//! What a table's task itself stops before the document is asked: faults, wins that wait for an attendant, the limits
//! of play, cards from elsewhere.

use punto_accounts::may_play;
use punto_table::{Command, Table, Time};

use super::concern::Concern;
use super::{Refusal, Task};
use crate::leave::may_say;
use crate::presence::may_speak;
use crate::refusal::FloorReason;
use crate::said::CoupRef;
use crate::table::Job;

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
    if task.shared.plan.opening.is_tournament() && job.key.is_some() && !job.of_tournament {
        may_say(command, task.leave.borrow().at(table)).map_err(FloorReason::refused)?;
    }
    if job.on_duty {
        may_speak(&task.core, (&task.shared.plan, table), job.by, command)?;
    }
    if !task.hold().lets_table(table, command) {
        return Err(FloorReason::Held.refused().into());
    }
    task.not_held(table, command).map_err(Refusal::Account)?;
    if let Some(account) = &job.player {
        may_play(&account.now(), at).map_err(Refusal::Account)?;
    }
    // The dealer speaks without a key, and what the floor draws or cuts for somebody is not in a line of theirs.
    let told = task.shared.plan.own_shoe() && job.key.is_some() && !job.line.is_empty();
    match own_shoe_refuses(command).filter(|_| told) {
        Some(reason) => Err(reason.refused().into()),
        None => Ok(()),
    }
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
