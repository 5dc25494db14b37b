//! Significant events: what people of the house must learn of, acknowledge, and clear.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use punto_floor::{AnswerOf, FloorError, FloorReason};
use punto_report::{past_events, waiting_events};
use punto_site::{Command, Happening, Kind, Principal, Right, Site};
use punto_vocab::line::Words;
use punto_wire::{Acknowledge, Cleared, Page, SignificantView};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::{Caller, blocking};
use crate::paging;
use crate::problem::{ApiError, Body, Path, Query, to_the_end};
use crate::software;
use crate::state::App;

/// The routes about significant events.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(acknowledge)).routes(routes!(clear))
}

/// Which events.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Which {
    /// Only those that wait for somebody.
    #[serde(default)]
    waiting: bool,
    /// The `next` of the page before; the first page if left out.
    after: Option<String>,
    /// How many at most; 100 if left out, 1000 at most.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
}

/// Significant events, newest first: all that wait for somebody, and the latest of the rest.
#[utoipa::path(
    get, path = "/api/v1/events", operation_id = "listEvents", tag = "records",
    params(Which),
    responses((status = 200, description = "the events, the newest first", body = Page<SignificantView>)),
    security(("session" = []))
)]
async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<Which>,
) -> Result<Json<Page<SignificantView>>, ApiError> {
    caller.need(&app, Right::ReadEvents).await?;
    let (limit, after) = (paging::limit(which.limit)?, paging::after::<u64>(which.after.as_deref())?);
    let site = app.site();
    let mut found: BTreeMap<u64, SignificantView> = BTreeMap::new();
    if !which.waiting {
        let journal = app.journal().clone();
        found = blocking(move || past_events(&*journal)).await?;
    }
    found.extend(waiting_events(&site));
    let older = found.into_values().rev().filter(|event| after.is_none_or(|after| event.number < after));
    Ok(Json(paging::page(older, limit, |event| event.number)))
}

/// Say that one has seen an event, and what was done about it.
#[utoipa::path(
    post, path = "/api/v1/events/{number}/acknowledge", operation_id = "acknowledgeEvent", tag = "records",
    params(("number" = u32, Path)), request_body = Acknowledge,
    responses((status = 204, description = "the event is acknowledged")), security(("session" = []))
)]
async fn acknowledge(
    State(app): State<App>,
    caller: Caller,
    Path(number): Path<u32>,
    Body(asked): Body<Acknowledge>,
) -> Result<StatusCode, ApiError> {
    let kind = app.site().notices.get(&number).map(|notice| notice.kind);
    caller.need(&app, kind.map_or(Right::AcknowledgeEvent, Kind::acknowledged_by)).await?;
    say(&app, &caller, |note| Command::Acknowledge { number, note }, &asked.note).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Clear a fault, so that play can go on. One of the data, the software or the generator takes two persons: the first
/// is told which proposal waits for the second. The check is made again each time, whole, and nothing is cleared that is
/// still wrong.
#[utoipa::path(
    post, path = "/api/v1/events/{number}/clear", operation_id = "clearEvent", tag = "records",
    params(("number" = u32, Path)), request_body = Acknowledge,
    responses(
        (status = 200, description = "the event is cleared, or what waits for a second person", body = Cleared)
    ),
    security(("session" = []))
)]
async fn clear(
    State(app): State<App>,
    caller: Caller,
    Path(number): Path<u32>,
    Body(asked): Body<Acknowledge>,
) -> Result<Json<Cleared>, ApiError> {
    let kind = app.site().notices.get(&number).map(|notice| notice.kind);
    match kind {
        Some(kind) => caller.need(&app, kind.cleared_by()).await?,
        None if caller.has(Right::ClearFault) || caller.has(Right::ClearIntegrityFault) => {}
        None => caller.need(&app, Right::ClearFault).await?,
    }
    if kind.is_none() {
        return Err(ApiError::not_found(format!("no significant event {number} waits for anybody")));
    }
    let answer = to_the_end(async move {
        checked_again(&app, number).await?;
        say(&app, &caller, |note| Command::Clear { number, note }, &asked.note).await
    })
    .await?;
    let proposed = answer.happened.iter().find_map(|event| match event.what {
        Happening::Proposed { number, .. } => Some(number),
        _ => None,
    });
    Ok(Json(Cleared { proposed }))
}

/// Makes the check again, whole, that a fault of the data, the software or the generator came from, and refuses to have it
/// cleared while anything is still wrong.
pub(crate) async fn checked_again(app: &App, number: u32) -> Result<(), ApiError> {
    let wrong = match app.site().notices.get(&number).map(|notice| notice.kind) {
        Some(Kind::SoftwareCheckFailed) => software::run(app).await?.wrong,
        Some(kind) if kind.is_of_integrity() => {
            let own = app.clone();
            let check = move || {
                let config = own.config();
                own.floor().still_wrong(kind, own.sqlite(), (&config.chain_key, &config.copies.keys))
            };
            tokio::task::spawn_blocking(check).await.map_err(ApiError::fault)?
        }
        Some(_) | None => None,
    };
    wrong.map_or(Ok(()), |wrong| Err(FloorError::from(FloorReason::StillWrong { wrong }).into()))
}

async fn say(
    app: &App,
    caller: &Caller,
    command: impl FnOnce(Words) -> Command,
    note: &str,
) -> Result<AnswerOf<Site>, ApiError> {
    let note = Words::new(note).map_err(|error| ApiError::bad_request(format!("the note is {error}")))?;
    let by =
        caller.staff().map(Principal::Staff).ok_or_else(|| ApiError::not_allowed("only staff do this"))?;
    app.say_site(by, command(note)).await
}
