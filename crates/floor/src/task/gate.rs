//! What a table's task itself stops before the document is asked: faults, wins that wait for an attendant, the limits
//! of play, cards from elsewhere.

use punto_patron::may_play;
use punto_table::{Call, Command, Phase, Refused, Table, Time, With};

use super::{Refusal, Task};
use crate::refusal::FloorReason;
use crate::table::Job;

/// Refuses what may not be said to this table now, whatever its document allows.
pub(super) fn may_pass(
    task: &Task,
    table: &Table,
    at: Time,
    job: &Job,
    command: &Command,
) -> Result<(), Refusal> {
    if task.held() && is_play(table, command) {
        return Err(FloorReason::Held.refused().into());
    }
    task.not_held(table, command).map_err(Refusal::Account)?;
    if let Some(account) = &job.player {
        may_play(&account.now(), punto_site::Time(at.0)).map_err(Refusal::Account)?;
    }
    // The dealer speaks without a key, and what the floor draws or cuts for somebody is not in a line of theirs.
    if task.shared.plan.own_shoe() && job.key.is_some() && !job.line.is_empty() {
        own_shoe_only(command)?;
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

/// At a table with the house's own shoe nobody tells cards, and none is got ready step by step: the order is fixed when
/// the shoe is promised, and all that is left to choose is the cut.
fn own_shoe_only(command: &Command) -> Result<(), Refused> {
    match command {
        Command::Card { .. }
        | Command::CardTo { .. }
        | Command::CardSeen { .. }
        | Command::CardNowhere { .. }
        | Command::CardNowhereSeen { .. }
        | Command::CardFaceUp { .. }
        | Command::CardInShoe { .. }
        | Command::CardFaceDown { .. }
        | Command::PrepareBurn { .. }
        | Command::PrepareCutBurn { .. }
        | Command::PrepareCutForBurn { .. }
        | Command::Marker
        | Command::MarkerSeen => Err(FloorReason::CardsFromOwnShoe.refused()),
        Command::Shuffle { .. }
        | Command::LetPatronsCut
        | Command::OfferCut { .. }
        | Command::DeclineCut { .. }
        | Command::PassCut { .. }
        | Command::Cut { .. }
        | Command::CutFor { .. }
        | Command::PlaceMarker { .. }
        | Command::BurnAs { .. }
        | Command::BurnCard { .. } => Err(FloorReason::OwnShoeInOne.refused()),
        _ => Ok(()),
    }
}
