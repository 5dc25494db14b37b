//! What a table's task itself stops before the document is asked: faults, the limits of play, cards from elsewhere.

use punto_patron::may_play;
use punto_table::{Call, Command, Phase, Refused, Table, Time, With};

use super::{Refusal, Task};
use crate::dealer::ShoeStage;
use crate::keys::not_now;
use crate::table::Job;
use crate::time::locked;

/// What is said of a table that a fault holds.
pub(super) const HELD: &str = "a fault must be cleared first; no play and no money until then";

/// Refuses what may not be said to this table now, whatever its document allows.
pub(super) fn may_pass(
    task: &Task,
    table: &Table,
    at: Time,
    job: &Job,
    command: &Command,
) -> Result<(), Refusal> {
    if task.held() && is_play(table, command) {
        return Err(not_now(HELD).into());
    }
    if let Some(account) = &job.player {
        may_play(&account.now(), punto_site::Time(at.0)).map_err(Refusal::Account)?;
    }
    // The dealer speaks without a key, and what the floor draws or cuts for somebody is not in a line of theirs.
    if task.shared.plan.own_shoe() && job.key.is_some() && !job.line.is_empty() {
        own_shoe_only(task, command)?;
    }
    Ok(())
}

/// Whether a command starts play or brings money into it. What is under way may be finished, and money may go home.
fn is_play(table: &Table, command: &Command) -> bool {
    let in_coup = matches!(table.open.as_ref().map(|open| &open.phase), Some(Phase::Dealing(_)));
    match command {
        Command::Bet { .. }
        | Command::Tokens { .. }
        | Command::Alter { .. }
        | Command::Seal { .. }
        | Command::FreeCoup
        | Command::Open { .. }
        | Command::BuyIn { with: With::Cash | With::Voucher | With::Balance, .. }
        | Command::Call { call: Call::PlaceYourBets } => true,
        Command::Card { .. }
        | Command::CardTo { .. }
        | Command::CardSeen { .. }
        | Command::CardNowhere { .. }
        | Command::CardNowhereSeen { .. }
        | Command::CardFaceUp { .. }
        | Command::CardFaceDown { .. } => !in_coup,
        _ => false,
    }
}

/// At a table with the house's own shoe nobody tells cards, and nothing is cut that was not shuffled.
fn own_shoe_only(task: &Task, command: &Command) -> Result<(), Refused> {
    match command {
        Command::Card { .. }
        | Command::CardTo { .. }
        | Command::CardSeen { .. }
        | Command::CardNowhere { .. }
        | Command::CardNowhereSeen { .. }
        | Command::CardFaceUp { .. }
        | Command::CardInShoe { .. }
        | Command::CardFaceDown { .. }
        | Command::BurnCard { .. }
        | Command::Marker
        | Command::MarkerSeen => {
            Err(not_now("cards come from the house's own shoe here; ask for one to be dealt"))
        }
        Command::Prepare
        | Command::PrepareCut { .. }
        | Command::PrepareCutFor { .. }
        | Command::Shuffle { .. } => match task.own.stage(&locked(&task.shared.standing).shoe) {
            ShoeStage::Uncut { .. } => Ok(()),
            ShoeStage::None | ShoeStage::Cut | ShoeStage::Lost => {
                Err(not_now("the house's own shoe is not shuffled yet; its commitment comes before the cut"))
            }
        },
        _ => Ok(()),
    }
}
