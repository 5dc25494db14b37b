//! What takes two persons: one proposes, another approves, and what was approved is carried out.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use punto_site::{Command, Happening, Measure, Person, ProposalMatter, Right, Site};
use punto_wire::{Approved, ProposalView, Proposed, Why};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::carry_out::carry_out;
use super::possible::possible;
use super::words;
use crate::auth::{Caller, Who};
use crate::problem::{ApiError, Body, Path, to_the_end};
use crate::significant::checked_again;
use crate::state::App;
use crate::tables;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, propose))
        .routes(routes!(approve))
        .routes(routes!(refuse))
        .routes(routes!(take_back))
}

/// What waits, of the matters that the caller may propose or approve.
#[utoipa::path(
    get, path = "/api/v1/proposals", operation_id = "listProposals", tag = "people",
    responses((status = 200, description = "the proposals that wait", body = Vec<ProposalView>)),
    security(("session" = []))
)]
async fn list(State(app): State<App>, caller: Caller) -> Result<Json<Vec<ProposalView>>, ApiError> {
    let concerns_any =
        |matter: &ProposalMatter| caller.has(matter.proposed_by()) || caller.has(matter.approved_by());
    if !ProposalMatter::ALL.iter().any(concerns_any) {
        // Refuses with the reason, and passes whoever has any of the rights.
        caller.need(&app, Right::ApproveSettings).await?;
    }
    let site = app.site();
    let own = site.proposals.iter().filter(|(_, proposal)| concerns(&caller, &proposal.what));
    Ok(Json(own.filter_map(|(number, _)| view(&site, *number, &caller)).collect()))
}

/// Propose something that takes two persons.
#[utoipa::path(
    post, path = "/api/v1/proposals", operation_id = "createProposal", tag = "people",
    request_body = Proposed,
    responses((status = 200, description = "the new proposal", body = ProposalView)),
    security(("session" = []))
)]
async fn propose(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<Proposed>,
) -> Result<Json<ProposalView>, ApiError> {
    let what = asked.measure();
    let right = what.as_ref().map_or_else(|_| asked.matter().proposed_by(), Measure::proposed_by);
    caller.need(&app, right).await?;
    let what = what.map_err(ApiError::bad_request)?;
    let number = proposed(&app, &caller, what).await?;
    let proposed = view(&app.site(), number, &caller);
    proposed.map(Json).ok_or_else(|| ApiError::fault("a proposal that is not there"))
}

/// Proposes a measure in the caller's name, if it could be carried out as things stand; its number.
pub(crate) async fn proposed(app: &App, caller: &Caller, what: Measure) -> Result<u32, ApiError> {
    caller.need(app, what.proposed_by()).await?;
    let by = super::staff(caller)?;
    if let Some(who) = by.staff() {
        possible(app, who, &what).await?;
    }
    let answer = app.say_site(by, Command::Propose { what }).await?;
    let number = answer.happened.iter().find_map(|event| match event.what {
        Happening::Proposed { number, .. } => Some(number),
        _ => None,
    });
    number.ok_or_else(|| ApiError::fault("a proposal that is not there"))
}

/// Approve what somebody else has proposed.
#[utoipa::path(
    post, path = "/api/v1/proposals/{number}/approve", operation_id = "approveProposal", tag = "people",
    params(("number" = u32, Path)),
    responses((status = 200, description = "what was approved, and what came of it", body = Approved)),
    security(("session" = []))
)]
async fn approve(
    State(app): State<App>,
    caller: Caller,
    Path(number): Path<u32>,
) -> Result<Json<Approved>, ApiError> {
    let what = waiting(&app, number, &caller)?;
    caller.need(&app, what.matter().approved_by()).await?;
    let by = super::staff(&caller)?;
    still_there(&app, number)?;
    to_the_end(async move {
        let turn = app.carrying_out().lock().await;
        let cleared = app.site().proposals.get(&number).and_then(|proposal| match proposal.what {
            Measure::Clear { number, .. } => Some(number),
            _ => None,
        });
        if let Some(number) = cleared {
            checked_again(&app, number).await?;
        }
        let answer = app.say_site(by, Command::Approve { number }).await?;
        let secret = super::staff::after_approval(&app, number, &answer).await?;
        let mut lines = answer.lines();
        lines.extend(carry_out(&app, number, &turn).await?);
        Ok(Json(Approved { lines, secret }))
    })
    .await
}

/// Refuses to approve what somebody asks for at a table where they are on no more.
fn still_there(app: &App, number: u32) -> Result<(), ApiError> {
    let site = app.site();
    let Some(proposal) = site.proposals.get(&number) else { return Ok(()) };
    match &proposal.what {
        Measure::Fill { table, .. }
        | Measure::Credit { table, .. }
        | Measure::Count { table, .. }
        | Measure::Order { table, .. } => Ok(tables::table(app, table.as_str())?.has_on(proposal.by)?),
        _ => Ok(()),
    }
}

/// Refuse what somebody else has proposed.
#[utoipa::path(
    post, path = "/api/v1/proposals/{number}/refuse", operation_id = "refuseProposal", tag = "people",
    params(("number" = u32, Path)), request_body = Why,
    responses((status = 204, description = "the proposal is refused")), security(("session" = []))
)]
async fn refuse(
    State(app): State<App>,
    caller: Caller,
    Path(number): Path<u32>,
    Body(asked): Body<Why>,
) -> Result<StatusCode, ApiError> {
    let what = waiting(&app, number, &caller)?;
    caller.need(&app, what.matter().approved_by()).await?;
    app.say_site(super::staff(&caller)?, Command::Refuse { number, why: words(&asked.why)? }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take back what one has proposed oneself.
#[utoipa::path(
    post, path = "/api/v1/proposals/{number}/take-back", operation_id = "takeBackProposal", tag = "people",
    params(("number" = u32, Path)),
    responses((status = 204, description = "the proposal is taken back")), security(("session" = []))
)]
async fn take_back(
    State(app): State<App>,
    caller: Caller,
    Path(number): Path<u32>,
) -> Result<StatusCode, ApiError> {
    let what = waiting(&app, number, &caller)?;
    caller.need(&app, what.proposed_by()).await?;
    app.say_site(super::staff(&caller)?, Command::TakeBack { number }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is proposed; callers who are not staff do not learn which numbers exist.
fn waiting(app: &App, number: u32, caller: &Caller) -> Result<Measure, ApiError> {
    match &caller.who {
        Who::Nobody => Err(ApiError::not_signed_in()),
        Who::Staff { .. } => {
            let site = app.site();
            let proposal = site.proposals.get(&number);
            proposal
                .map(|proposal| proposal.what.clone())
                .ok_or_else(|| ApiError::not_found(format!("no proposal {number} waits")))
        }
        Who::Guest(_) | Who::Patron(_) | Who::Device { .. } => {
            Err(ApiError::not_allowed("only staff do this"))
        }
    }
}

fn concerns(caller: &Caller, what: &Measure) -> bool {
    [what.proposed_by(), what.matter().approved_by()].into_iter().any(|right| caller.has(right))
}

pub(super) fn view(site: &Site, number: u32, caller: &Caller) -> Option<ProposalView> {
    let proposal = site.proposals.get(&number)?;
    let matter = proposal.what.matter();
    let may = match matter.is_of_administrators() {
        true => caller.staff().and_then(|who| site.people.get(&who)).is_some_and(Person::seconds_staff),
        false => caller.has(matter.approved_by()),
    };
    let second = may && caller.staff() != Some(proposal.by);
    Some(ProposalView {
        number,
        matter: matter.into(),
        what: (&proposal.what).into(),
        by: proposal.by.to_string(),
        at: proposal.at.0,
        until: proposal.until.0,
        approved: proposal.approved.map(|name| name.to_string()),
        mine_to_decide: second && proposal.approved.is_none(),
    })
}
