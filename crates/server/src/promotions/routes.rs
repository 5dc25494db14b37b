//! The routes of promotions.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use punto_contest::{PromotionPlan, allowed_in_promotion};
use punto_promotion::{Command, EntryProof, Viewer};
use punto_records::{PromotionBody, StreamOf};
use punto_site::Right;
use punto_views::{promotion_draw, promotion_form, promotion_line, promotion_summary, promotion_view};
use punto_vocab::{Actor, Money, Time};
use punto_wire::{
    CitedLine, NewPromotion, PromotionAllowed, PromotionDraw, PromotionForm, PromotionSaid, PromotionSay,
    PromotionSummary, PromotionView, ScannedEntry,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::say::{refusal, say, spoken};
use super::{is_open, promotion, viewer};
use crate::auth::Caller;
use crate::problem::{ApiError, Body, Path, Query};
use crate::state::App;
use crate::tournaments::{Behind, InRole, LINES, LinesBehind, behind, newer, not_put_up, short, wrong};

/// The routes about promotions.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, put_up))
        .routes(routes!(one))
        .routes(routes!(form))
        .routes(routes!(draw))
        .routes(routes!(allowed))
        .routes(routes!(command))
        .routes(routes!(scanned))
        .routes(routes!(lines))
}

/// All promotions at a glance.
#[utoipa::path(
    get, path = "/api/v1/promotions", operation_id = "listPromotions", tag = "promotions",
    responses((status = 200, description = "every promotion that the caller may see", body = Vec<PromotionSummary>)),
    security((), ("session" = []))
)]
async fn list(State(app): State<App>, caller: Caller) -> Result<Json<Vec<PromotionSummary>>, ApiError> {
    let viewer = viewer(&caller, None)?;
    let all = app.hall().promotions().into_iter();
    let seen = all.filter(|one| viewer == Viewer::Official || is_open(one));
    Ok(Json(seen.map(|one| promotion_summary(one.plan(), &one.now().campaign, viewer)).collect()))
}

/// Put up a promotion, whose conditions and prizes are still to be written.
#[utoipa::path(
    post, path = "/api/v1/promotions", operation_id = "putUpPromotion", tag = "promotions",
    request_body = NewPromotion,
    responses((status = 201, description = "the promotion is there", body = PromotionView)),
    security(("session" = []))
)]
async fn put_up(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<NewPromotion>,
) -> Result<(StatusCode, Json<PromotionView>), ApiError> {
    caller.need(&app, Right::RunPromotion).await?;
    let plan = PromotionPlan {
        name: new.name.parse().map_err(|error| wrong("name", format!("{error}")))?,
        title: short("title", &new.title, 60)?,
        rulebook: new.rulebook.clone(),
        digest: String::new(),
        currency: short("currency", &new.currency, 12)?,
        demonstration: new.demonstration,
    };
    let one = app.hall().add_promotion(plan).await.map_err(not_put_up)?;
    let view = promotion_view(one.plan(), &one.now().campaign, Viewer::Official, app.now());
    Ok((StatusCode::CREATED, Json(view)))
}

/// A promotion as the caller sees it; with `after`, once there is something newer than that.
#[utoipa::path(
    get, path = "/api/v1/promotions/{promotion}", operation_id = "getPromotion", tag = "promotions",
    params(("promotion" = String, Path), Behind),
    responses((status = 200, description = "the promotion as the caller may see it", body = PromotionView)),
    security((), ("session" = []))
)]
async fn one(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<Behind>,
) -> Result<Json<PromotionView>, ApiError> {
    let one = promotion(&app, &caller, &name)?;
    let viewer = viewer(&caller, asked.role.map(|role| role.0))?;
    if let Some(after) = asked.after {
        newer(&app, one.watch(), |moment| moment.campaign.seq > after).await;
    }
    Ok(Json(promotion_view(one.plan(), &one.now().campaign, viewer, app.now())))
}

/// The conditions and prizes as forms: what the document asks for, and what is missing.
#[utoipa::path(
    get, path = "/api/v1/promotions/{promotion}/form", operation_id = "getPromotionForm", tag = "promotions",
    params(("promotion" = String, Path)),
    responses((status = 200, description = "every item, with its clauses", body = PromotionForm)),
    security((), ("session" = []))
)]
async fn form(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Json<PromotionForm>, ApiError> {
    let campaign = promotion(&app, &caller, &name)?.now().campaign.clone();
    Ok(Json(promotion_form(&campaign.book, &campaign.own)))
}

/// The draw with all that is needed to make it again: for staff, and for everybody who entered.
#[utoipa::path(
    get, path = "/api/v1/promotions/{promotion}/draw", operation_id = "getPromotionDraw", tag = "promotions",
    params(("promotion" = String, Path), InRole),
    responses((status = 200, description = "promise, seed and every entry", body = PromotionDraw)),
    security(("session" = []))
)]
async fn draw(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<InRole>,
) -> Result<Json<PromotionDraw>, ApiError> {
    let role = asked.role.map(|role| role.0);
    caller.actor(role)?;
    let own = promotion(&app, &caller, &name)?.now().campaign.own.clone();
    let may = match viewer(&caller, role)? {
        Viewer::Official => true,
        Viewer::Patron(name) => own.entries_of(name) > 0,
        Viewer::Public => false,
    };
    let drawn = promotion_draw(&own).ok_or_else(|| ApiError::not_found("the draw is not made yet"))?;
    match may {
        true => Ok(Json(drawn)),
        false => Err(ApiError::not_allowed("the list of entries is for those who entered, and for staff")),
    }
}

/// What the caller could say now, and for the rest why not.
#[utoipa::path(
    get, path = "/api/v1/promotions/{promotion}/allowed", operation_id = "listAllowedInPromotion",
    tag = "promotions", params(("promotion" = String, Path), InRole),
    responses(
        (status = 200, description = "each command, and why not where it is refused now", body = Vec<PromotionAllowed>)
    ),
    security(("session" = []))
)]
async fn allowed(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<InRole>,
) -> Result<Json<Vec<PromotionAllowed>>, ApiError> {
    let (by, at) = (caller.actor(asked.role.map(|role| role.0))?, app.now());
    let campaign = promotion(&app, &caller, &name)?.now().campaign.clone();
    let ask = move || {
        let answer = |one: punto_contest::PromotionSayable| {
            let command: punto_wire::PromotionCommand = one.what.into();
            PromotionAllowed {
                line: command.to_string(),
                command,
                asks: one.asks.iter().map(ToString::to_string).collect(),
                refusal: one.refused.as_ref().map(refusal),
            }
        };
        allowed_in_promotion(&campaign, by, at).into_iter().map(answer).collect()
    };
    tokio::task::spawn_blocking(ask).await.map(Json).map_err(ApiError::fault)
}

/// Say something to a promotion. A refusal is answered with 409.
#[utoipa::path(
    post, path = "/api/v1/promotions/{promotion}/commands", operation_id = "sendToPromotion", tag = "promotions",
    params(("promotion" = String, Path)), request_body = PromotionSay,
    responses(
        (status = 200, description = "the command is done, or was done before with the same id", body = PromotionSaid)
    ),
    security(("session" = []))
)]
async fn command(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Body(said): Body<PromotionSay>,
) -> Result<Json<PromotionSaid>, ApiError> {
    let by = caller.actor(said.role.map(|role| role.0))?;
    let one = promotion(&app, &caller, &name)?;
    say((&app, &caller), by, &one, (&said.id, spoken(&said)?)).await.map(Json)
}

/// Enter whoever's card is scanned at a desk, or put down that they are there.
#[utoipa::path(
    post, path = "/api/v1/promotions/{promotion}/entries", operation_id = "enterByCard", tag = "promotions",
    params(("promotion" = String, Path)), request_body = ScannedEntry,
    responses(
        (status = 200, description = "the entry is taken, or was taken before with the same id", body = PromotionSaid)
    ),
    security(("session" = []))
)]
async fn scanned(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Body(said): Body<ScannedEntry>,
) -> Result<Json<PromotionSaid>, ApiError> {
    let by = caller.actor(said.role.map(|role| role.0))?;
    if !matches!(by, Actor::Staff(..)) {
        return Err(ApiError::not_allowed("cards are scanned by staff"));
    }
    let one = promotion(&app, &caller, &name)?;
    let wager = said.wager.map(|minor| match (0..=Money::LARGEST.minor()).contains(&minor) {
        true => Ok(Money::from_minor(minor)),
        false => Err(wrong("wager", "an amount is not negative and not too large".into())),
    });
    let card = app.credentials().card(said.card.trim()).await?;
    let card = card.ok_or_else(|| ApiError::not_found("no patron has this card"))?;
    let (entrant, wager, proof) = (card.patron, wager.transpose()?, Some(EntryProof::Card));
    let what = match said.present {
        true if wager.is_some() => return Err(wrong("wager", "who is there lays none by it".into())),
        true => Command::Present { entrant, proof },
        false => Command::Enter { entrant, wager, proof },
    };
    say((&app, &caller), by, &one, (&said.id, what)).await.map(Json)
}

/// What happened in a promotion, as the caller may read it: the newest hundred lines, or those behind a record.
#[utoipa::path(
    get, path = "/api/v1/promotions/{promotion}/lines", operation_id = "listPromotionLines", tag = "promotions",
    params(("promotion" = String, Path), LinesBehind),
    responses((status = 200, description = "lines, oldest first", body = Vec<CitedLine>)),
    security(("session" = []))
)]
async fn lines(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<LinesBehind>,
) -> Result<Json<Vec<CitedLine>>, ApiError> {
    caller.actor(asked.role.map(|role| role.0))?;
    let one = promotion(&app, &caller, &name)?;
    let viewer = viewer(&caller, asked.role.map(|role| role.0))?;
    let campaign = one.now().campaign.clone();
    let after = asked.after.unwrap_or_else(|| campaign.seq.saturating_sub(LINES as u64));
    let stream = StreamOf::Promotion(one.plan().name).name().map_err(ApiError::fault)?;
    let records = behind(&app, stream, after).await?;
    let mut lines = Vec::new();
    for record in &records {
        let body = PromotionBody::of(&record.entry).map_err(ApiError::fault)?;
        let by: Actor = record.entry.actor.parse().map_err(ApiError::fault)?;
        let place = (record.entry.seq, Time(record.entry.at), by);
        let events = body.said().map(|said| said.events).unwrap_or_default();
        let eyes = (viewer, campaign.own.results_published);
        lines.extend(events.iter().filter_map(|event| promotion_line(eyes, place, event)));
    }
    Ok(Json(lines))
}
