//! Who works here, with which grants.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use punto_floor::{AnswerOf, OutcomeOf};
use punto_site::{Command, Grant, GrantSet, Happening, Principal, Right, Site, Standing};
use punto_vocab::{PersonId, Role};
use punto_wire::{OneTime, Page, StaffChange, StaffChanged, StaffMember, Why};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::proposals::view as proposal;
use super::{name, words};
use crate::auth::{Caller, secret};
use crate::paging::{self, Part};
use crate::problem::{ApiError, Body, Path, Query};
use crate::state::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, hire))
        .routes(routes!(change))
        .routes(routes!(reset_password))
        .routes(routes!(unlock))
        .routes(routes!(leave))
        .routes(routes!(end_sessions))
        .routes(routes!(review))
}

/// Everybody who works or has worked here.
#[utoipa::path(
    get, path = "/api/v1/staff", operation_id = "listStaff", tag = "people",
    params(Part),
    responses((status = 200, description = "everybody on staff, by name", body = Page<StaffMember>)),
    security(("session" = []))
)]
async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(part): Query<Part>,
) -> Result<Json<Page<StaffMember>>, ApiError> {
    caller.need(&app, Right::ReadStaff).await?;
    let (limit, after) = (paging::limit(part.limit)?, paging::after::<PersonId>(part.after.as_deref())?);
    let site = app.site();
    let behind = site.people.keys().filter(|name| after.is_none_or(|after| **name > after));
    // Programs have a list of their own.
    let people = behind.filter(|name| !site.is_program(**name));
    let members = people.filter_map(|name| member(&app, &site, *name));
    Ok(Json(paging::page(members, limit, |member| member.name.clone())))
}

/// Put somebody on staff, with what they are trusted with. It takes two, and each is shown half of the first password.
#[utoipa::path(
    post, path = "/api/v1/staff", operation_id = "hireStaff", tag = "people",
    request_body = StaffChange,
    responses(
        (status = 200, description = "the proposal that waits for a second person, and half of a password for one sign-in", body = StaffChanged)
    ),
    security(("session" = []))
)]
async fn hire(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<StaffChange>,
) -> Result<Json<StaffChanged>, ApiError> {
    caller.need(&app, Right::ManageStaff).await?;
    let (by, who) = (super::staff(&caller)?, name(&asked.name)?);
    if !asked.enabled {
        return Err(ApiError::bad_request(
            "somebody is hired to begin; disable the account once it is there",
        ));
    }
    // In the records a name is one person.
    let account: PersonId = who.as_str().to_ascii_lowercase().parse().map_err(ApiError::fault)?;
    if app.account(account).await?.is_some() {
        return Err(ApiError::bad_request(format!(
            "{account} has an account as a patron; choose another name"
        )));
    }
    let grants = GrantSet::of(grants(&asked.grants));
    let answer = app.say_site(by, Command::Hire { name: who, grants }).await?;
    let half = first_half(&app, &answer).await?;
    changed(&app, &caller, who, proposed(&answer).collect(), half)
}

/// Change what somebody may do, and whether they may sign in.
#[utoipa::path(
    post, path = "/api/v1/staff/{name}", operation_id = "changeStaff", tag = "people",
    params(("name" = String, Path)), request_body = StaffChange,
    responses(
        (status = 200, description = "the member of staff after the change, and what waits for approval", body = StaffChanged)
    ),
    security(("session" = []))
)]
async fn change(
    State(app): State<App>,
    caller: Caller,
    Path(asked_name): Path<String>,
    Body(asked): Body<StaffChange>,
) -> Result<Json<StaffChanged>, ApiError> {
    caller.need(&app, Right::ManageStaff).await?;
    let by = super::staff(&caller)?;
    let (who, wanted) = (name(&asked_name)?, grants(&asked.grants));
    if asked.name != asked_name {
        return Err(ApiError::bad_request("the body names somebody else than the address"));
    }
    let site = app.site();
    let person =
        site.people.get(&who).ok_or_else(|| ApiError::not_found("nobody of this name works here"))?;
    let mut proposals = Vec::new();
    // What is taken away goes first, so that grants that may not be together never are.
    for grant in person.grants.difference(&wanted) {
        proposals.extend(proposed(&app.say_site(by, Command::Withdraw { name: who, grant: *grant }).await?));
    }
    for grant in wanted.difference(&person.grants) {
        proposals.extend(proposed(&app.say_site(by, Command::Grant { name: who, grant: *grant }).await?));
    }
    match (person.standing, asked.enabled) {
        (Standing::Enabled, false) => {
            let why = words("by an administrator")?;
            proposals.extend(proposed(&app.say_site(by, Command::Disable { name: who, why }).await?));
        }
        (Standing::Disabled, true) => {
            proposals.extend(proposed(&app.say_site(by, Command::Enable { name: who }).await?));
        }
        (Standing::Enabled, true) | (Standing::Disabled, false) | (Standing::Left, _) => {}
    }
    changed(&app, &caller, who, proposals, None)
}

/// Give somebody a password for one sign-in. It takes two, and each is shown half of it.
#[utoipa::path(
    post, path = "/api/v1/staff/{name}/password", operation_id = "resetStaffPassword", tag = "people",
    params(("name" = String, Path)),
    responses(
        (status = 200, description = "the proposal that waits for a second person, and half of the password", body = StaffChanged)
    ),
    security(("session" = []))
)]
async fn reset_password(
    State(app): State<App>,
    caller: Caller,
    Path(asked): Path<String>,
) -> Result<Json<StaffChanged>, ApiError> {
    caller.need(&app, Right::ManageStaff).await?;
    let who = name(&asked)?;
    let answer = app.say_site(super::staff(&caller)?, Command::ResetPassword { name: who }).await?;
    let half = first_half(&app, &answer).await?;
    changed(&app, &caller, who, proposed(&answer).collect(), half)
}

/// End the wait after failed sign-ins.
#[utoipa::path(
    post, path = "/api/v1/staff/{name}/unlock", operation_id = "unlockStaff", tag = "people",
    params(("name" = String, Path)),
    responses((status = 204, description = "the wait is over")), security(("session" = []))
)]
async fn unlock(
    State(app): State<App>,
    caller: Caller,
    Path(asked): Path<String>,
) -> Result<StatusCode, ApiError> {
    caller.need(&app, Right::ManageStaff).await?;
    app.say_site(super::staff(&caller)?, Command::Unlock { name: name(&asked)? }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Somebody leaves for good; the name is never given to another.
#[utoipa::path(
    post, path = "/api/v1/staff/{name}/leave", operation_id = "removeStaff", tag = "people",
    params(("name" = String, Path)),
    responses(
        (status = 200, description = "the person has left, or what waits for a second person", body = StaffChanged)
    ),
    security(("session" = []))
)]
async fn leave(
    State(app): State<App>,
    caller: Caller,
    Path(asked): Path<String>,
) -> Result<Json<StaffChanged>, ApiError> {
    caller.need(&app, Right::ManageStaff).await?;
    let who = name(&asked)?;
    let answer = app.say_site(super::staff(&caller)?, Command::Leave { name: who }).await?;
    changed(&app, &caller, who, proposed(&answer).collect(), None)
}

/// End every session of somebody.
#[utoipa::path(
    post, path = "/api/v1/staff/{name}/sign-out", operation_id = "signOutStaff", tag = "people",
    params(("name" = String, Path)),
    responses((status = 204, description = "every session of the person has ended")),
    security(("session" = []))
)]
async fn end_sessions(
    State(app): State<App>,
    caller: Caller,
    Path(asked): Path<String>,
) -> Result<StatusCode, ApiError> {
    caller.need(&app, Right::EndSessions).await?;
    app.say_site(super::staff(&caller)?, Command::SignOutEverywhere { name: name(&asked)? }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Put on record that the grants of all staff were gone through.
#[utoipa::path(
    post, path = "/api/v1/access-review", operation_id = "reviewAccess", tag = "people",
    request_body = Why,
    responses((status = 204, description = "the review is on record")), security(("session" = []))
)]
async fn review(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<Why>,
) -> Result<StatusCode, ApiError> {
    caller.need(&app, Right::ReadStaff).await?;
    let note = words(&asked.why)?;
    app.say_site(super::staff(&caller)?, Command::ReviewAccess { note }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes a password for one sign-in. The site says that it must be changed.
async fn one_time(app: &App, who: PersonId) -> Result<String, ApiError> {
    let secret = secret::readable(4).map_err(ApiError::fault)?;
    let hash =
        app.passwords().hash(secret.clone()).await.map_err(|error| ApiError::busy(error.to_string()))?;
    app.credentials().put_staff(who, hash).await?;
    Ok(secret)
}

/// The half of a first password for whoever has proposed it; of the rest only the second person learns.
async fn first_half(app: &App, answer: &AnswerOf<Site>) -> Result<Option<String>, ApiError> {
    let Some(number) = proposed(answer).next() else { return Ok(None) };
    let half = secret::readable(2).map_err(ApiError::fault)?;
    keep_half(app, number, &half).await?;
    Ok(Some(half))
}

/// Keeps what is known of the first half of a secret until a second person has said yes.
pub(super) async fn keep_half(app: &App, number: u32, half: &str) -> Result<(), ApiError> {
    let site = app.site();
    let waits = |number| site.proposals.contains_key(&number);
    Ok(app.credentials().put_half(number, secret::code_hash(half), waits).await?)
}

fn grants(asked: &[punto_wire::Grant]) -> BTreeSet<Grant> {
    asked.iter().map(|grant| grant.0).collect()
}

/// The proposals that a command became.
pub(super) fn proposed(answer: &AnswerOf<Site>) -> impl Iterator<Item = u32> {
    answer.happened.iter().filter_map(|event| match event.what {
        Happening::Proposed { number, .. } => Some(number),
        _ => None,
    })
}

fn changed(
    app: &App,
    caller: &Caller,
    who: PersonId,
    proposals: Vec<u32>,
    secret: Option<String>,
) -> Result<Json<StaffChanged>, ApiError> {
    let site = app.site();
    let member = member(app, &site, who);
    let proposals = proposals.into_iter().filter_map(|number| proposal(&site, number, caller)).collect();
    Ok(Json(StaffChanged { member, proposals, secret }))
}

fn member(app: &App, site: &Site, name: PersonId) -> Option<StaffMember> {
    let person = site.people.get(&name)?;
    Some(StaffMember {
        name: name.to_string(),
        grants: person.grants.iter().map(|grant| (*grant).into()).collect(),
        enabled: person.standing == Standing::Enabled,
        last_sign_in: person.last_sign_in.map(|time| time.0),
        locked_until: person.attempts.locked(app.now()).map(|time| time.0),
    })
}

/// What an approved proposal about staff brings with it: the second half of a password for one sign-in.
pub(super) async fn after_approval(
    app: &App,
    number: u32,
    answer: &AnswerOf<Site>,
) -> Result<Option<OneTime>, ApiError> {
    let opened = answer.happened.iter().find_map(|event| match event.what {
        Happening::PasswordReset { name } | Happening::Hired { name } => Some((name, false)),
        Happening::ProgramMade { name, .. } => Some((name, true)),
        _ => None,
    });
    let Some((name, program)) = opened else { return Ok(None) };
    let first = app.credentials().take_half(number).await?;
    let first =
        first.ok_or_else(|| ApiError::fault("the first half of a secret is lost; ask for it anew"))?;
    if program {
        return super::programs::second_half(app, name, first).await.map(Some);
    }
    let second = secret::readable(2).map_err(ApiError::fault)?;
    let hash = app.passwords().hash(secret::of_halves(first, &second)).await;
    let hash = hash.map_err(|error| ApiError::busy(error.to_string()))?;
    app.credentials().put_staff_halves(name, hash).await?;
    Ok(Some(OneTime { name: name.to_string(), secret: second }))
}

/// Who a house begins with: two who make accounts, and one of another kind who agrees to them.
const FOUNDERS: [(&str, Option<Grant>); 3] =
    [("admin", None), ("admin-2", None), ("operator", Some(Grant::Work(Role::CasinoOperator)))];

/// The founders who have no password of their own yet, each with one for one sign-in, made anew at every start: whoever
/// was to get the last may not have seen it. A house that was founded with fewer is completed. Of a password that two
/// persons have reset each has half, and a start does not replace it.
pub(crate) async fn founders(app: &App, all: bool) -> Result<Vec<(PersonId, String)>, ApiError> {
    let mut first = Vec::new();
    for (name, grant) in FOUNDERS.into_iter().take(if all { FOUNDERS.len() } else { 1 }) {
        let name: PersonId = name.parse().map_err(ApiError::fault)?;
        if !app.site().people.contains_key(&name) {
            let found = app.try_site(Principal::System, Command::Found { name, grant }).await?;
            if matches!(found, OutcomeOf::Refused(_)) {
                continue;
            }
        }
        let halves = app.credentials().staff(name).await?.is_some_and(|kept| kept.halves);
        if app.site().people.get(&name).is_some_and(|person| person.must_change && !halves) {
            let used = app.site().people.get(&name).is_some_and(|person| person.first_used);
            if used {
                app.say_site(Principal::System, Command::ResetPassword { name }).await?;
            }
            first.push((name, one_time(app, name).await?));
        }
    }
    Ok(first)
}
