//! What a table's task itself stops before the document is asked: faults, wins that wait for an attendant, the limits
//! of play, cards from elsewhere.

use punto_patron::may_play;
use punto_table::{Call, Command, Phase, Table, Time, With};

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
    let told = task.shared.plan.own_shoe() && job.key.is_some() && !job.line.is_empty();
    match own_shoe_refuses(command).filter(|_| told) {
        Some(reason) => Err(reason.refused().into()),
        None => Ok(()),
    }
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

/// What nobody says at a table with the house's own shoe, and why: there nobody tells cards, and none is got ready step
/// by step. The order is fixed when the shoe is promised, and all that is left to choose is the cut.
pub fn own_shoe_refuses(command: &Command) -> Option<FloorReason> {
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
        | Command::MarkerSeen => Some(FloorReason::CardsFromOwnShoe),
        Command::Shuffle { .. }
        | Command::LetPatronsCut
        | Command::OfferCut { .. }
        | Command::DeclineCut { .. }
        | Command::PassCut { .. }
        | Command::Cut { .. }
        | Command::CutFor { .. }
        | Command::PlaceMarker { .. }
        | Command::BurnAs { .. }
        | Command::BurnCard { .. } => Some(FloorReason::OwnShoeInOne),
        Command::Open { .. }
        | Command::Close
        | Command::SignOn
        | Command::SignOff
        | Command::Act { .. }
        | Command::ActNoted { .. }
        | Command::Tell { .. }
        | Command::TellBet { .. }
        | Command::Consent { .. }
        | Command::PostLimits { .. }
        | Command::PostVariant { .. }
        | Command::PostClosure
        | Command::PostOldMinimumEnds
        | Command::PostRestriction { .. }
        | Command::ChangeLimits { .. }
        | Command::RaiseAtOnce { .. }
        | Command::EndOldMinimum
        | Command::ChangeVariant { .. }
        | Command::ChangeMethod { .. }
        | Command::Personal { .. }
        | Command::Liability { .. }
        | Command::Restrict { .. }
        | Command::Unrestrict { .. }
        | Command::Sit { .. }
        | Command::Stand { .. }
        | Command::TakeBox { .. }
        | Command::Leave { .. }
        | Command::BuyIn { .. }
        | Command::CashOut { .. }
        | Command::ColourChange { .. }
        | Command::Fill { .. }
        | Command::Credit { .. }
        | Command::Exclude { .. }
        | Command::MoveOn { .. }
        | Command::Dispute { .. }
        | Command::Decide { .. }
        | Command::Review { .. }
        | Command::Bet { .. }
        | Command::Tokens { .. }
        | Command::Alter { .. }
        | Command::Lift { .. }
        | Command::ApproveBoth { .. }
        | Command::RefuseWager { .. }
        | Command::Mark { .. }
        | Command::Found { .. }
        | Command::VoidWagers { .. }
        | Command::Reduce
        | Command::Relax { .. }
        | Command::Prepare
        | Command::PrepareCut { .. }
        | Command::PrepareCutFor { .. }
        | Command::NewCards { .. }
        | Command::Call { .. }
        | Command::Turn { .. }
        | Command::OfferHand { .. }
        | Command::DeclineHand { .. }
        | Command::Pass { .. }
        | Command::PassOn { .. }
        | Command::Return { .. }
        | Command::ReturnUnseen { .. }
        | Command::Forfeit { .. }
        | Command::GiveUpRole
        | Command::FreeCoup
        | Command::Settle
        | Command::EndShoe
        | Command::Report { .. }
        | Command::Order
        | Command::OrderAs { .. }
        | Command::Withdraw { .. }
        | Command::Resume
        | Command::Invalidate { .. }
        | Command::LimitOff { .. }
        | Command::WagerOrder { .. }
        | Command::Seal { .. }
        | Command::Reveal { .. }
        | Command::Tick { .. } => None,
    }
}
