//! Something said to a tournament, from the client's words to the answer.

use punto_contest::WhoseWord;
use punto_steward::{TournamentAnswer, TournamentHandle, TournamentOutcome, TournamentSaying, What};
use punto_tournament::{Command, Refused, Viewer};
use punto_views::{hidden_form, tournament_line};
use punto_vocab::{Actor, PersonId};
use punto_wire::{Refusal, TournamentCommand, TournamentSaid, TournamentSay};

use crate::auth::Caller;
use crate::people::proposed;
use crate::problem::{ApiError, account_refusal};
use crate::state::App;
use crate::tables::line;

/// Says something to a tournament in somebody's name, and waits until the journal has it. What takes two becomes a proposal
/// by itself.
pub(super) async fn say(
    (app, caller): (&App, &Caller),
    by: Actor,
    one: &TournamentHandle,
    say: &TournamentSay,
) -> Result<TournamentSaid, ApiError> {
    let spoken = match (&say.command, &say.line) {
        (Some(command), None) => command.clone(),
        (None, Some(line)) => TournamentCommand::read(line).map_err(ApiError::bad_request)?,
        _ => return Err(ApiError::bad_request("expected either a `command` or a `line`")),
    };
    let handed = handed_in(&spoken);
    let said = TournamentSaying { key: line::id(&say.id)?, by, what: what(spoken)? };
    let whose = said.what.whose(&one.now().contest, by, app.now());
    if whose == WhoseWord::Two && !by.is_patron() && !one.plan().demonstration() {
        return propose((app, caller), one, (by, &said.what), &say.id).await;
    }
    match one.say(said).await? {
        TournamentOutcome::Done(answer) => Ok(told(by, handed, &say.id, &answer)),
        TournamentOutcome::Refused(refused) => Err(ApiError::refused(refusal(&refused))),
        TournamentOutcome::Account(refused) => {
            // What is in an account is its owner's business.
            let reason = if by.is_patron() { refused.reason } else { refused.reason.unread() };
            Err(ApiError::refused(account_refusal(&punto_accounts::Refused { by: refused.by, reason })))
        }
    }
}

/// Proposes what one person does not do alone, if the tournament would let them.
async fn propose(
    (app, caller): (&App, &Caller),
    one: &TournamentHandle,
    (by, what): (Actor, &What),
    id: &str,
) -> Result<TournamentSaid, ApiError> {
    let command = match what {
        What::Command(command) => (**command).clone(),
        What::Publish => Command::Publish { draw: None },
        What::Draw | What::Seal { .. } | What::Announce { .. } => {
            return Err(ApiError::fault("one person does this alone"));
        }
    };
    let contest = one.now().contest.clone();
    if let Some(refused) = contest.refuses(by, app.now(), &command) {
        return Err(ApiError::refused(refusal(&refused)));
    }
    let measure = contest.measure(one.plan().name, &command);
    let measure = measure.ok_or_else(|| ApiError::fault("a measure that nobody can propose"))?;
    let number = proposed(app, caller, measure).await?;
    Ok(TournamentSaid {
        id: id.to_owned(),
        seq: contest.seq,
        lines: Vec::new(),
        repeated: false,
        receipt: None,
        proposal: Some(number),
    })
}

/// What the house completes, and what it takes as it is. Nobody names a seed, a promise or the digest of a form.
fn what(spoken: TournamentCommand) -> Result<What, ApiError> {
    Ok(match spoken {
        TournamentCommand::Publish => What::Publish,
        TournamentCommand::Draw => What::Draw,
        TournamentCommand::Seal { entrant, bet, stake, words } => What::Seal { entrant, bet, stake, words },
        TournamentCommand::Announce { entrant } => What::Announce { entrant },
        TournamentCommand::Core(command) => match *command {
            Command::Publish { draw: Some(_) }
            | Command::Draw { .. }
            | Command::Seal { .. }
            | Command::Announce { .. } => {
                return Err(ApiError::bad_request("the house fills in seeds, promises and seals itself"));
            }
            Command::Publish { draw: None } => What::Publish,
            command => command.into(),
        },
    })
}

fn handed_in(spoken: &TournamentCommand) -> Option<PersonId> {
    match spoken {
        TournamentCommand::Seal { entrant, .. } => Some(*entrant),
        TournamentCommand::Core(_)
        | TournamentCommand::Publish
        | TournamentCommand::Draw
        | TournamentCommand::Announce { .. } => None,
    }
}

/// What came of it, as the speaker may read it. A form goes back to its entrant alone.
fn told(by: Actor, handed: Option<PersonId>, id: &str, answer: &TournamentAnswer) -> TournamentSaid {
    let viewer = match by {
        Actor::Patron(name) => Viewer::Entrant(name),
        Actor::Staff(..) | Actor::System => Viewer::Official,
    };
    let place = (answer.seq, answer.at, by);
    let own = handed.filter(|entrant| by == Actor::Patron(*entrant));
    TournamentSaid {
        id: id.to_owned(),
        seq: answer.seq,
        lines: answer.happened.iter().filter_map(|event| tournament_line(viewer, place, event)).collect(),
        repeated: answer.repeated,
        receipt: own.zip(answer.receipt.as_ref()).map(|(entrant, form)| hidden_form(entrant, form)),
        proposal: None,
    }
}

/// A tournament's refusal on the wire.
pub(super) fn refusal(refused: &Refused) -> Refusal {
    punto_http::problem::tournament_refusal(refused)
}
