//! Programs that speak to the house by themselves: made with one role, listed with their last use, revoked at once.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use punto_site::{Command, Happening, Person, Right, Site, Standing};
use punto_vocab::{PersonId, Time};
use punto_wire::{NewProgram, OneTime, Page, ProgramMade, ProgramView};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::name;
use super::proposals::view as proposal;
use super::staff::{keep_half, proposed};
use crate::auth::{Caller, secret};
use crate::paging::{self, Part};
use crate::problem::{ApiError, Body, Path, Query};
use crate::state::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, make)).routes(routes!(revoke))
}

/// The programs that there are or have been, with when each was last heard of.
#[utoipa::path(
    get, path = "/api/v1/programs", operation_id = "listPrograms", tag = "people",
    params(Part),
    responses((status = 200, description = "every program, by name", body = Page<ProgramView>)),
    security(("session" = []))
)]
async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(part): Query<Part>,
) -> Result<Json<Page<ProgramView>>, ApiError> {
    caller.need(&app, Right::ReadStaff).await?;
    let (limit, after) = (paging::limit(part.limit)?, paging::after::<PersonId>(part.after.as_deref())?);
    let site = app.site();
    let behind = site.people.iter().filter(|(name, _)| after.is_none_or(|after| **name > after));
    let programs = behind.filter_map(|(name, person)| program(&app, *name, person));
    Ok(Json(paging::page(programs, limit, |program| program.name.clone())))
}

/// Make a program with one role, and a token for it that is shown once. Where giving the role to a person takes two, so does
/// this, and each is shown half of the token.
#[utoipa::path(
    post, path = "/api/v1/programs", operation_id = "createProgram", tag = "people",
    request_body = NewProgram,
    responses(
        (status = 200, description = "the program with its token, or what waits for a second person with half of it", body = ProgramMade)
    ),
    security(("session" = []))
)]
async fn make(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<NewProgram>,
) -> Result<Json<ProgramMade>, ApiError> {
    caller.need(&app, Right::ManageStaff).await?;
    let (by, who) = (super::staff(&caller)?, name(&asked.name)?);
    let account: PersonId = who.as_str().to_ascii_lowercase().parse().map_err(ApiError::fault)?;
    if app.account(account).await?.is_some() {
        let sentence = format!("{account} has an account as a patron; choose another name");
        return Err(ApiError::bad_request(sentence));
    }
    let command = Command::MakeProgram { name: who, grant: asked.grant.0, until: asked.until.map(Time) };
    let answer = app.say_site(by, command).await?;
    let first = secret::token_half().map_err(ApiError::fault)?;
    if let Some(number) = proposed(&answer).next() {
        keep_half(&app, number, &first).await?;
        let proposals = proposal(&app.site(), number, &caller).into_iter().collect();
        return Ok(Json(ProgramMade { program: None, proposals, secret: first }));
    }
    let second = second_half(&app, who, secret::code_hash(&first)).await?;
    let made = view(&app, &app.site(), who);
    Ok(Json(ProgramMade {
        program: made,
        proposals: Vec::new(),
        secret: format!("{first}{}", second.secret),
    }))
}

/// Make the second half of a token, with what is known of the first, and keep what the whole is known by.
pub(super) async fn second_half(app: &App, who: PersonId, first: [u8; 32]) -> Result<OneTime, ApiError> {
    let secret = secret::token_half().map_err(ApiError::fault)?;
    app.credentials().put_program(secret::program_hash(first, &secret), who).await?;
    Ok(OneTime { name: who.to_string(), secret })
}

/// Revoke a program at once: its token is good no more, and its name is given to nobody else.
#[utoipa::path(
    post, path = "/api/v1/programs/{name}/revoke", operation_id = "revokeProgram", tag = "people",
    params(("name" = String, Path)),
    responses((status = 204, description = "the token is good no more")), security(("session" = []))
)]
async fn revoke(
    State(app): State<App>,
    caller: Caller,
    Path(asked): Path<String>,
) -> Result<StatusCode, ApiError> {
    caller.need(&app, Right::ManageStaff).await?;
    let who = name(&asked)?;
    if !app.site().is_program(who) {
        return Err(ApiError::not_found("no program has this name"));
    }
    let answer = app.say_site(super::staff(&caller)?, Command::Leave { name: who }).await?;
    let gone = answer.happened.iter().any(|event| matches!(event.what, Happening::Left { .. }));
    if gone { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::fault("a program that is not revoked")) }
}

fn view(app: &App, site: &Site, name: PersonId) -> Option<ProgramView> {
    program(app, name, site.people.get(&name)?)
}

/// A program as it stands; nothing of a person.
fn program(app: &App, name: PersonId, person: &Person) -> Option<ProgramView> {
    let own = person.program?;
    let heard = app.sessions().heard_staff(name).max(person.last_sign_in.map(|time| time.0));
    Some(ProgramView {
        name: name.to_string(),
        grant: person.grants.first().map(|grant| (*grant).into()),
        since: person.since.0,
        until: own.until.map(|until| until.0),
        last_use: heard,
        good: person.standing == Standing::Enabled && own.ended(app.now()).is_none(),
    })
}
