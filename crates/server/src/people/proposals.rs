//! What takes two persons: one proposes, another approves, and what was approved is carried out.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use punto_floor::SaidTo;
use punto_site::{Actor, Command, Matter, Right, Site};
use punto_vocab::line::{Field, Words};
use punto_vocab::{Money, PatronId};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{word, words};
use crate::api::{Approved, ProposalView, Propose, Why};
use crate::auth::{Caller, Who};
use crate::problem::{ApiError, Body, Path};
use crate::state::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, propose))
        .routes(routes!(approve))
        .routes(routes!(refuse))
        .routes(routes!(take_back))
}

/// What waits, of the matters that the caller may propose or approve.
#[utoipa::path(get, path = "/api/proposals", tag = "people", responses((status = 200, body = Vec<ProposalView>)))]
async fn list(State(app): State<App>, caller: Caller) -> Result<Json<Vec<ProposalView>>, ApiError> {
    if !Matter::ALL.iter().any(|matter| concerns(&caller, *matter)) {
        // Refuses with the reason, and passes whoever has any of the rights.
        caller.need(&app, Right::ApproveSettings).await?;
    }
    let site = app.site();
    let own = site.proposals.iter().filter(|(_, proposal)| concerns(&caller, proposal.matter));
    Ok(Json(own.filter_map(|(number, _)| view(&site, *number, &caller)).collect()))
}

/// Propose something that takes two persons.
#[utoipa::path(post, path = "/api/proposals", tag = "people", request_body = Propose,
    responses((status = 200, body = ProposalView)))]
async fn propose(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<Propose>,
) -> Result<Json<ProposalView>, ApiError> {
    let matter: Matter = word(&asked.matter)?;
    caller.need(&app, matter.proposed_by()).await?;
    let text = words(&asked.text)?;
    match matter {
        Matter::Adjustment => drop(adjustment(text.as_str())?),
        Matter::Erasure => drop(whose(text.as_str())?),
        Matter::Site | Matter::Setting | Matter::Table | Matter::Void | Matter::Software => {}
    }
    app.say_site(super::staff(&caller)?, Command::Propose { matter, text }).await?;
    let site = app.site();
    let newest = site.proposals_ever;
    view(&site, newest, &caller).map(Json).ok_or_else(|| ApiError::fault("a proposal that is not there"))
}

/// Approve what somebody else has proposed.
#[utoipa::path(post, path = "/api/proposals/{number}/approve", tag = "people", params(("number" = u32, Path)),
    responses((status = 200, body = Approved)))]
async fn approve(
    State(app): State<App>,
    caller: Caller,
    Path(number): Path<u32>,
) -> Result<Json<Approved>, ApiError> {
    let matter = waiting(&app, number, &caller)?;
    caller.need(&app, matter.approved_by()).await?;
    let answer = app.say_site(super::staff(&caller)?, Command::Approve { number }).await?;
    let secret = super::staff::after_approval(&app, &answer).await?;
    let mut lines = answer.events;
    lines.extend(carry_out(&app, number).await?);
    Ok(Json(Approved { lines, secret }))
}

/// Refuse what somebody else has proposed.
#[utoipa::path(post, path = "/api/proposals/{number}/refuse", tag = "people", params(("number" = u32, Path)),
    request_body = Why, responses((status = 204)))]
async fn refuse(
    State(app): State<App>,
    caller: Caller,
    Path(number): Path<u32>,
    Body(asked): Body<Why>,
) -> Result<StatusCode, ApiError> {
    let matter = waiting(&app, number, &caller)?;
    caller.need(&app, matter.approved_by()).await?;
    app.say_site(super::staff(&caller)?, Command::Refuse { number, why: words(&asked.why)? }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take back what one has proposed oneself.
#[utoipa::path(post, path = "/api/proposals/{number}/take-back", tag = "people", params(("number" = u32, Path)),
    responses((status = 204)))]
async fn take_back(
    State(app): State<App>,
    caller: Caller,
    Path(number): Path<u32>,
) -> Result<StatusCode, ApiError> {
    let matter = waiting(&app, number, &caller)?;
    caller.need(&app, matter.proposed_by()).await?;
    app.say_site(super::staff(&caller)?, Command::TakeBack { number }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The matter of a proposal; whoever is not on staff does not learn which numbers there are.
fn waiting(app: &App, number: u32, caller: &Caller) -> Result<Matter, ApiError> {
    match &caller.who {
        Who::Nobody => Err(ApiError::not_signed_in()),
        Who::Staff { .. } => {
            let site = app.site();
            let proposal = site.proposals.get(&number);
            proposal
                .map(|proposal| proposal.matter)
                .ok_or_else(|| ApiError::not_found(format!("no proposal {number} waits")))
        }
        Who::Guest(_) | Who::Patron(_) | Who::Device { .. } => {
            Err(ApiError::not_allowed("only staff do this"))
        }
    }
}

fn concerns(caller: &Caller, matter: Matter) -> bool {
    [matter.proposed_by(), matter.approved_by()].into_iter().any(|right| caller.has(right))
}

pub(super) fn view(site: &Site, number: u32, caller: &Caller) -> Option<ProposalView> {
    let proposal = site.proposals.get(&number)?;
    let second = caller.has(proposal.matter.approved_by()) && caller.staff() != Some(proposal.by);
    Some(ProposalView {
        number,
        matter: proposal.matter.to_string(),
        text: proposal.text.clone(),
        by: proposal.by.to_string(),
        at: proposal.at.0,
        until: proposal.until.0,
        approved: proposal.approved.map(|name| name.to_string()),
        mine_to_decide: second && proposal.approved.is_none(),
    })
}

/// Carries out what was approved, where the server can; the rest is done by people and stays on the list until then.
async fn carry_out(app: &App, number: u32) -> Result<Vec<String>, ApiError> {
    let site = app.site();
    let Some(proposal) = site.approval(number, punto_site::Time(app.now().0)) else { return Ok(Vec::new()) };
    match proposal.matter {
        Matter::Adjustment => {
            let (patron, up, amount, why) = adjustment(&proposal.text)?;
            let command = match up {
                true => punto_patron::Command::AdjustUp { amount, proposal: number, why },
                false => punto_patron::Command::AdjustDown { amount, proposal: number, why },
            };
            // The number is the key, so that a proposal is carried out once whatever happens in between.
            let key = format!("proposal-{number}").parse().ok();
            let answer =
                app.say_account(patron, SaidTo { key, by: Actor::Staff(proposal.by), command }).await?;
            app.say_site(Actor::System, Command::CarryOut { number }).await?;
            Ok(answer.events)
        }
        Matter::Erasure => {
            super::patrons::erase(app, whose(&proposal.text)?).await?;
            let answer = app.say_site(Actor::System, Command::CarryOut { number }).await?;
            Ok(answer.events)
        }
        Matter::Site | Matter::Setting | Matter::Table | Matter::Void | Matter::Software => Ok(Vec::new()),
    }
}

/// `ada up 12.50 counted wrong`.
fn adjustment(text: &str) -> Result<(PatronId, bool, Money, Words), ApiError> {
    let wrong = || {
        ApiError::bad_request(
            "an adjustment names the account, up or down, an amount and why: ada up 12.50 counted wrong",
        )
    };
    let mut parts = text.splitn(4, ' ');
    let patron = parts.next().and_then(|name| name.parse().ok()).ok_or_else(wrong)?;
    let up = match parts.next() {
        Some("up") => true,
        Some("down") => false,
        _ => return Err(wrong()),
    };
    let amount =
        parts.next().and_then(|amount| Money::read(amount).ok()).filter(|amount| amount.is_positive());
    let why = parts.next().and_then(|why| Words::new(why).ok()).ok_or_else(wrong)?;
    Ok((patron, up, amount.ok_or_else(wrong)?, why))
}

/// `ada asked for it`.
fn whose(text: &str) -> Result<PatronId, ApiError> {
    let first = text.split(' ').next().unwrap_or_default();
    first.parse().map_err(|_| ApiError::bad_request("an erasure begins with the account: ada asked for it"))
}
