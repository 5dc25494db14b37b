//! Something said to a promotion, from the client's words to the answer.

use punto_contest::{WhoseWord, seed_of_nothing};
use punto_floor::{FloorError, FloorReason};
use punto_promotion::{Command, Refused, Viewer};
use punto_steward::{PromotionAnswer, PromotionHandle, PromotionOutcome, PromotionSaying};
use punto_views::promotion_line;
use punto_vocab::Actor;
use punto_wire::{PromotionCommand, PromotionSaid, PromotionSay, Refusal};

use crate::auth::Caller;
use crate::people::proposed;
use crate::problem::{ApiError, account_refusal};
use crate::state::App;
use crate::tables::line;

/// What a client says, as a command. Nobody names a seed or a promise.
pub(super) fn spoken(say: &PromotionSay) -> Result<Command, ApiError> {
    let spoken = match (&say.command, &say.line) {
        (Some(command), None) => command.clone(),
        (None, Some(line)) => PromotionCommand::read(line).map_err(ApiError::bad_request)?,
        _ => return Err(ApiError::bad_request("expected either a `command` or a `line`")),
    };
    match spoken {
        // That a card was scanned is the house's to say, once it was.
        PromotionCommand::Core(command) if has_card(&command) => {
            Err(FloorError::from(FloorReason::FilledInByHouse).into())
        }
        PromotionCommand::Core(command) => Ok(*command),
        PromotionCommand::Publish => Ok(Command::Publish { draw: None, second: None }),
        PromotionCommand::Draw => {
            let seed = seed_of_nothing().ok_or_else(|| ApiError::fault("there is no seed of nothing"))?;
            Ok(Command::Draw { seed })
        }
    }
}

fn has_card(command: &Command) -> bool {
    matches!(command, Command::Enter { proof: Some(_), .. } | Command::Present { proof: Some(_), .. })
}

/// Says something to a promotion in somebody's name, and waits until the journal has it. What takes two becomes a proposal
/// by itself.
pub(super) async fn say(
    (app, caller): (&App, &Caller),
    by: Actor,
    one: &PromotionHandle,
    (id, what): (&str, Command),
) -> Result<PromotionSaid, ApiError> {
    let two = WhoseWord::of_promotion(&what) == WhoseWord::Two;
    if two && !by.is_patron() && !one.plan().demonstration {
        return propose((app, caller), one, by, (id, &what)).await;
    }
    match one.say(PromotionSaying { key: line::id(id)?, by, what }).await? {
        PromotionOutcome::Done(answer) => Ok(told(one, by, id, &answer)),
        PromotionOutcome::Refused(refused) => Err(ApiError::refused(refusal(&refused))),
        PromotionOutcome::Account(refused) => {
            // What is in an account is its owner's business.
            let reason = if by.is_patron() { refused.reason } else { refused.reason.unread() };
            Err(ApiError::refused(account_refusal(&punto_accounts::Refused { by: refused.by, reason })))
        }
    }
}

/// Proposes what one person does not do alone, if the promotion would let them.
async fn propose(
    (app, caller): (&App, &Caller),
    one: &PromotionHandle,
    by: Actor,
    (id, command): (&str, &Command),
) -> Result<PromotionSaid, ApiError> {
    let campaign = one.now().campaign.clone();
    if let Some(refused) = campaign.refuses(by, app.now(), command) {
        return Err(ApiError::refused(refusal(&refused)));
    }
    let measure = campaign.measure(one.plan().name, app.now(), command);
    let measure = measure.ok_or_else(|| ApiError::fault("a measure that nobody can propose"))?;
    let number = proposed(app, caller, measure).await?;
    let (id, seq) = (id.to_owned(), campaign.seq);
    Ok(PromotionSaid { id, seq, lines: Vec::new(), repeated: false, proposal: Some(number) })
}

/// What came of it, as the speaker may read it.
fn told(one: &PromotionHandle, by: Actor, id: &str, answer: &PromotionAnswer) -> PromotionSaid {
    let viewer = match by {
        Actor::Patron(name) => Viewer::Patron(name),
        Actor::Staff(..) | Actor::System => Viewer::Official,
    };
    let (place, published) = ((answer.seq, answer.at, by), one.now().campaign.own.results_published);
    let lines = answer.happened.iter().filter_map(|event| promotion_line((viewer, published), place, event));
    PromotionSaid {
        id: id.to_owned(),
        seq: answer.seq,
        lines: lines.collect(),
        repeated: answer.repeated,
        proposal: None,
    }
}

/// A promotion's refusal on the wire.
pub(super) fn refusal(refused: &Refused) -> Refusal {
    punto_http::problem::promotion_refusal(refused)
}
