//! Something said to a table, from the client's words to the answer; the same over HTTP and over a WebSocket.

use std::net::IpAddr;

use punto_accounts::Refused;
use punto_floor::{CommandKey, FloorError, FloorReason, Laid, Outcome, Said as SaidToFloor, TableHandle};
use punto_seen::{Viewer, told};
use punto_site::{Grant, Place, Right, Seconded};
use punto_table::{Actor, Command as TableCommand, Laying, With};
use punto_views::{cited, happened};
use punto_vocab::{PersonId, Role};
use punto_wire::{Approver, CitedLine, Command, CoupRef, Said, Say};

use super::{line, opening};
use crate::auth::{Asking, Caller};
use crate::problem::{ApiError, account_refusal, refusal};
use crate::state::App;

/// Says a line to a table, for whoever asks and in a role of theirs, and waits until the journal has it.
///
/// Staff must be on at the table, and change its limits within the bounds that the house has for one person.
pub(crate) async fn say(
    app: &App,
    caller: &Caller,
    table: &TableHandle,
    say: &Say,
) -> Result<Said, ApiError> {
    if say.approver.is_some() {
        return Err(ApiError::bad_request("a second person approves over HTTP, not on this line"));
    }
    let actor = caller.actor(role(say))?;
    let spoken = read(say)?;
    if let Command::Table(command) = &spoken.1 {
        opening::takes_tips(app, command)?;
    }
    if let (Command::Table(command), Actor::Staff(..)) = (&spoken.1, actor) {
        opening::alone_says(app, table, command)?;
    }
    tell(table, say, spoken, actor, (viewer(actor), None)).await
}

/// Says a line to a table for a second person, who approves it at the caller's screen, and so is there: the site has
/// it on record with session and machine.
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
    let asker = caller.staff().filter(|_| caller.has(Right::WatchTable));
    let asker = asker.ok_or_else(|| ApiError::not_allowed("you do not work at tables"))?;
    let role =
        role(say).ok_or_else(|| ApiError::bad_request("name the role in which the line is approved"))?;
    let spoken = read(say)?;
    let asked = match &spoken.1 {
        Command::Table(command) => Seconded::Say { command: command.clone() },
        Command::Deal(lies) => Seconded::Deal { lies: *lies },
    };
    let what = (Place::Table(*table.name()), asked);
    let actor = asking.approved(app, address, approver, role, what).await?;
    if let Command::Table(command) = &spoken.1 {
        opening::takes_tips(app, command)?;
        let float = matches!(
            **command,
            TableCommand::Fill { .. } | TableCommand::Credit { .. } | TableCommand::Count { .. }
        );
        if float || !Grant::Work(role).allows(Right::ApproveSettings) {
            opening::alone_says(app, table, command)?;
        }
    }
    tell(table, say, spoken, actor, (caller.viewer(), Some(asker))).await
}

/// What is said, and the name it was given.
fn read(say: &Say) -> Result<(CommandKey, Command), ApiError> {
    let spoken = match (&say.command, &say.line) {
        (Some(command), None) => command.clone(),
        (None, Some(line)) => line::read(line)?,
        _ => return Err(ApiError::bad_request("expected either a `command` or a `line`")),
    };
    Ok((line::id(&say.id)?, spoken))
}

/// The role that is named, if one is.
fn role(say: &Say) -> Option<Role> {
    say.role.map(|role| role.0)
}

async fn tell(
    table: &TableHandle,
    say: &Say,
    (key, spoken): (CommandKey, Command),
    actor: Actor,
    (viewer, asker): (Viewer, Option<PersonId>),
) -> Result<Said, ApiError> {
    let of = say.of.map(coup_ref);
    let outcome = match spoken {
        // It stands for what several people do, and so nobody says it.
        Command::Table(command) if matches!(*command, TableCommand::Prepare { .. }) => {
            Ok(Outcome::Refused(FloorReason::PrepareIsForScripts.refused()))
        }
        // A terminal that takes cash says what it took; a person's word for it is not money.
        Command::Table(command)
            if actor.is_patron() && matches!(*command, TableCommand::BuyIn { with: With::Cash, .. }) =>
        {
            Ok(Outcome::Refused(FloorReason::BothSidesAtOnce.refused()))
        }
        Command::Table(command) => {
            let said = SaidToFloor { key, by: actor, command: *command, of };
            match asker {
                Some(asker) => table.say_asked_by(said, asker).await,
                None => table.say_on_duty(said).await,
            }
        }
        Command::Deal(lies) => table.deal(key, actor, laid(lies)?, of).await,
    };
    match outcome {
        Ok(outcome) => Ok(told_to(viewer, table, actor, &say.id, &outcome)),
        // The account has the last word on its own money; to the speaker that is a refusal like any other.
        Err(FloorError::Account(Refused { by, reason })) => {
            // What is in it is its owner's business.
            let reason = if actor.is_patron() { reason } else { reason.unread() };
            let refusal = Some(account_refusal(&Refused { by, reason }));
            Ok(Said { id: say.id.clone(), seq: None, lines: Vec::new(), refusal, repeated: false })
        }
        Err(error) => Err(error.into()),
    }
}

/// A coup as the floor names it.
pub(super) fn coup_ref(CoupRef { shoe, coup, seq }: CoupRef) -> punto_floor::CoupRef {
    punto_floor::CoupRef { shoe, coup, seq }
}

/// How the next card of the house's own shoe is laid.
fn laid(lies: Option<Laying>) -> Result<Laid, ApiError> {
    match lies {
        None => Ok(Laid::AsDue),
        Some(Laying::FaceDown) => Ok(Laid::FaceDown),
        Some(_) => Err(ApiError::bad_request(
            "a card of the house's own shoe is laid where it is due, or face down where the method leaves a choice",
        )),
    }
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
                    actor: Some(actor.into()),
                    text,
                    what: happened(event, &now.table, viewer),
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
