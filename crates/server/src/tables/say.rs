//! Something said to a table, from the client's words to the answer; the same over HTTP and over a WebSocket.

use std::net::IpAddr;

use punto_floor::{CommandKey, FloorError, FloorReason, Outcome, Said as SaidToFloor, TableHandle};
use punto_site::Place;
use punto_table::{Actor, Command, Viewer, told};
use punto_views::cited;
use punto_vocab::{Role, Word};
use punto_wire::{Approver, CitedLine, CoupRef, Said, Say};

use super::line::{self, Utterance};
use crate::auth::{Asking, Caller};
use crate::problem::{ApiError, account_refusal, refusal};
use crate::state::App;

/// Says a line to a table, for whoever asks and in a role of theirs, and waits until the journal has it.
pub(crate) async fn say(caller: &Caller, table: &TableHandle, say: &Say) -> Result<Said, ApiError> {
    if say.approver.is_some() {
        return Err(ApiError::bad_request("a second person approves over HTTP, not on this line"));
    }
    let actor = actor(caller, say.role.as_deref())?;
    tell(table, say, read(say)?, actor, viewer(actor)).await
}

/// Says a line to a table for a second person, who approves it at the caller's screen.
///
/// It is the caller who reads the answer, and so with the caller's eyes: the other may see more.
pub(crate) async fn say_approved(
    app: &App,
    (caller, address): (&Caller, IpAddr),
    table: &TableHandle,
    say: &Say,
    approver: &Approver,
) -> Result<Said, ApiError> {
    let asking = Asking::of(app, caller)?;
    let role = self::role(say.role.as_deref())?;
    let role = role.ok_or_else(|| ApiError::bad_request("name the role in which the line is approved"))?;
    let spoken = read(say)?;
    let what = (Place::Table(*table.name()), say.line.as_str());
    let actor = asking.approved(app, address, approver, role, what).await?;
    tell(table, say, spoken, actor, caller.viewer()).await
}

/// What is said, and the name it was given.
fn read(say: &Say) -> Result<(CommandKey, Utterance), ApiError> {
    Ok((line::id(&say.id)?, line::read(&say.line)?))
}

async fn tell(
    table: &TableHandle,
    say: &Say,
    (key, spoken): (CommandKey, Utterance),
    actor: Actor,
    viewer: Viewer,
) -> Result<Said, ApiError> {
    let of = say.of.map(coup_ref);
    let outcome = match spoken {
        // It stands for what several people do, and so nobody says it.
        Utterance::Command(command) if matches!(*command, Command::Prepare { .. }) => {
            Ok(Outcome::Refused(FloorReason::PrepareIsForScripts.refused()))
        }
        Utterance::Command(command) => table.say(SaidToFloor { key, by: actor, command: *command, of }).await,
        Utterance::Deal(laid) => table.deal(key, actor, laid, of).await,
    };
    match outcome {
        Ok(outcome) => Ok(told_to(viewer, table, actor, &say.id, &outcome)),
        // The account has the last word on its own money; to the speaker that is a refusal like any other.
        Err(FloorError::Account(refused)) => {
            let refusal = Some(account_refusal(&refused));
            Ok(Said { id: say.id.clone(), seq: None, lines: Vec::new(), refusal, repeated: false })
        }
        Err(error) => Err(error.into()),
    }
}

/// A coup as the floor names it.
pub(super) fn coup_ref(CoupRef { shoe, coup, seq }: CoupRef) -> punto_floor::CoupRef {
    punto_floor::CoupRef { shoe, coup, seq }
}

/// Who speaks: a patron as themselves, staff in a role they have.
pub(crate) fn actor(caller: &Caller, role: Option<&str>) -> Result<Actor, ApiError> {
    caller.actor(self::role(role)?)
}

/// The role that is named, if one is.
pub(crate) fn role(text: Option<&str>) -> Result<Option<Role>, ApiError> {
    text.map(Role::from_word).transpose().map_err(|error| ApiError::bad_request(error.to_string()))
}

/// What came of it, as the speaker may read it.
pub(crate) fn answer(table: &TableHandle, actor: Actor, id: &str, outcome: &Outcome) -> Said {
    told_to(viewer(actor), table, actor, id, outcome)
}

fn told_to(viewer: Viewer, table: &TableHandle, actor: Actor, id: &str, outcome: &Outcome) -> Said {
    let mut said = Said { id: id.to_owned(), seq: None, lines: Vec::new(), refusal: None, repeated: false };
    match outcome {
        Outcome::Refused(refused) => said.refusal = Some(refusal(refused)),
        Outcome::Done(done) => {
            let now = table.now();
            let line = |event: &punto_table::Event| {
                let text = told(event, &now.table, viewer)?;
                Some(CitedLine {
                    seq: done.seq,
                    at: done.at.0,
                    actor: actor.to_string(),
                    text,
                    by: cited(&event.by),
                })
            };
            said.seq = Some(done.seq);
            said.lines = done.happened.iter().filter_map(line).collect();
            said.repeated = done.repeated;
        }
    }
    said
}

/// With whose eyes a speaker reads the answer.
fn viewer(actor: Actor) -> Viewer {
    match actor {
        Actor::Patron(patron) => Viewer::Patron(patron),
        Actor::Staff(role, _) => Viewer::Staff(role),
        Actor::System => Viewer::Public,
    }
}
