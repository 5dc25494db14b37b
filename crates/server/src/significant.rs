//! Significant events: what people of the house must learn of, acknowledge, and clear.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use punto_journal::{Fault, Journal, StreamName};
use punto_records::SiteBody;
use punto_site::{Command, Happening, Kind, LargeWin, Notice, Principal, Right, Severity, Site, Time};
use punto_vocab::line::Words;
use punto_wire as wire;
use punto_wire::{Acknowledge, Page, SignificantView, WinView};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::{Caller, blocking};
use crate::paging;
use crate::problem::{ApiError, Body, Path, Query};
use crate::state::App;

/// The routes about significant events.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(acknowledge)).routes(routes!(clear))
}

/// How far back the site's stream is read for events that are settled.
const LOOKED_AT: u64 = 5_000;

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
        found = blocking(move || past(&*journal)).await?;
    }
    for (number, view) in waiting(&site) {
        found.insert(number, view);
    }
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
    say(&app, &caller, |note| Command::Acknowledge { number, note }, &asked.note).await
}

/// Clear a fault, so that play can go on.
#[utoipa::path(
    post, path = "/api/v1/events/{number}/clear", operation_id = "clearEvent", tag = "records",
    params(("number" = u32, Path)), request_body = Acknowledge,
    responses((status = 204, description = "the event is cleared")), security(("session" = []))
)]
async fn clear(
    State(app): State<App>,
    caller: Caller,
    Path(number): Path<u32>,
    Body(asked): Body<Acknowledge>,
) -> Result<StatusCode, ApiError> {
    let kind = app.site().notices.get(&number).map(|notice| notice.kind);
    match kind {
        Some(kind) => caller.need(&app, kind.cleared_by()).await?,
        None if caller.has(Right::ClearFault) || caller.has(Right::ClearIntegrityFault) => {}
        None => caller.need(&app, Right::ClearFault).await?,
    }
    if kind.is_none() {
        return Err(ApiError::not_found(format!("no significant event {number} waits for anybody")));
    }
    say(&app, &caller, |note| Command::Clear { number, note }, &asked.note).await
}

async fn say(
    app: &App,
    caller: &Caller,
    command: impl FnOnce(Words) -> Command,
    note: &str,
) -> Result<StatusCode, ApiError> {
    let note = Words::new(note).map_err(|error| ApiError::bad_request(format!("the note is {error}")))?;
    let by =
        caller.staff().map(Principal::Staff).ok_or_else(|| ApiError::not_allowed("only staff do this"))?;
    app.say_site(by, command(note)).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn waiting(site: &Site) -> impl Iterator<Item = (u64, SignificantView)> {
    site.notices.iter().map(|(number, notice)| (u64::from(*number), view(u64::from(*number), notice)))
}

fn view(number: u64, notice: &Notice) -> SignificantView {
    let severity = match notice.severity {
        Severity::Info => wire::Severity::Notice,
        Severity::Warning => wire::Severity::Warning,
        Severity::Fault => wire::Severity::Alarm,
    };
    let won = |win: LargeWin| WinView { patron: win.patron.to_string(), amount: win.amount.minor() };
    SignificantView {
        number,
        at: notice.at.0,
        kind: notice.kind.into(),
        severity,
        table: notice.place.table().map(|table| table.to_string()),
        text: notice.text.clone(),
        win: notice.win.map(won),
        acknowledged: notice.acknowledged.map(|name| name.to_string()),
    }
}

/// What the newest records of the site's stream say.
fn past(journal: &dyn Journal) -> Result<BTreeMap<u64, SignificantView>, Fault> {
    let site: StreamName = "site".parse().map_err(|_| Fault::Unfit("no stream of the site".into()))?;
    let head = journal.heads()?.into_iter().find(|head| head.stream == site).map_or(0, |head| head.seq);
    let mut found = BTreeMap::new();
    let mut after = head.saturating_sub(LOOKED_AT);
    loop {
        let records = journal.read(&site, after, 1_000)?;
        let Some(last) = records.last() else { return Ok(found) };
        after = last.entry.seq;
        for record in &records {
            let Some(said) = SiteBody::of(&record.entry).ok().and_then(SiteBody::said) else { continue };
            for event in &said.events {
                note(&mut found, Time(record.entry.at), &event.what);
            }
        }
    }
}

fn note(found: &mut BTreeMap<u64, SignificantView>, at: Time, what: &Happening) {
    if let Some((number, notice)) = Notice::of(at, what) {
        found.insert(u64::from(number), view(u64::from(number), &notice));
    }
    match what {
        Happening::Acknowledged { number, who, .. } | Happening::Cleared { number, who, .. } => {
            if let Some(view) = found.get_mut(&u64::from(*number)) {
                view.acknowledged = Some(who.to_string());
            }
        }
        _ => {}
    }
}
