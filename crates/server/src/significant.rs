//! Significant events: what people of the house must learn of, acknowledge, and clear.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use punto_floor::SiteBody;
use punto_journal::{Fault, Journal, StreamName};
use punto_site::{Actor, Command, Happening, Kind, Place, Right, Severity, Site};
use punto_vocab::line::Words;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{Acknowledge, SignificantView};
use crate::auth::{Caller, blocking};
use crate::problem::{ApiError, Body, Path, Query};
use crate::state::App;

/// The routes about significant events.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(acknowledge)).routes(routes!(clear))
}

/// How far back the site's stream is read for events that nobody waits for any more.
const LOOKED_AT: u64 = 5_000;

/// Which events.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Which {
    /// Only those that wait for somebody.
    #[serde(default)]
    waiting: bool,
}

/// Significant events, newest first: all that wait for somebody, and the latest of the rest.
#[utoipa::path(get, path = "/api/events", tag = "records", params(Which),
    responses((status = 200, body = Vec<SignificantView>)))]
async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<Which>,
) -> Result<Json<Vec<SignificantView>>, ApiError> {
    caller.need(&app, Right::ReadEvents).await?;
    let site = app.site();
    let mut found: BTreeMap<u64, SignificantView> = BTreeMap::new();
    if !which.waiting {
        let journal = app.journal().clone();
        found = blocking(move || past(&*journal)).await?;
    }
    for (number, view) in waiting(&site) {
        found.insert(number, view);
    }
    Ok(Json(found.into_values().rev().collect()))
}

/// Say that one has seen an event, and what was done about it.
#[utoipa::path(post, path = "/api/events/{number}/acknowledge", tag = "records", params(("number" = u32, Path)),
    request_body = Acknowledge, responses((status = 204)))]
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
#[utoipa::path(post, path = "/api/events/{number}/clear", tag = "records", params(("number" = u32, Path)),
    request_body = Acknowledge, responses((status = 204)))]
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
    let by = caller.staff().map(Actor::Staff).ok_or_else(|| ApiError::not_allowed("only staff do this"))?;
    app.say_site(by, command(note)).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn waiting(site: &Site) -> impl Iterator<Item = (u64, SignificantView)> {
    site.notices.iter().map(|(number, notice)| {
        let number = u64::from(*number);
        let acknowledged = notice.acknowledged.map(|name| name.to_string());
        let what = Noted { kind: notice.kind.word(), severity: notice.severity, place: notice.place };
        (number, what.view(number, notice.at.0, notice.text.clone(), acknowledged))
    })
}

struct Noted {
    kind: &'static str,
    severity: Severity,
    place: Place,
}

impl Noted {
    fn view(self, number: u64, at: i64, text: String, acknowledged: Option<String>) -> SignificantView {
        let severity = match self.severity {
            Severity::Info => "notice",
            Severity::Warning => "warning",
            Severity::Fault => "alarm",
        };
        SignificantView {
            number,
            at,
            kind: self.kind.to_owned(),
            severity: severity.to_owned(),
            table: self.place.table().map(|table| table.to_string()),
            text,
            acknowledged,
        }
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
                note(&mut found, record.entry.at, &event.what);
            }
        }
    }
}

fn note(found: &mut BTreeMap<u64, SignificantView>, at: i64, what: &Happening) {
    match what {
        Happening::Noted { number, kind, severity, place, text } => {
            let number = u64::from(*number);
            let what = Noted { kind: kind.word(), severity: *severity, place: *place };
            found.insert(number, what.view(number, at, text.as_str().to_owned(), None));
        }
        Happening::Acknowledged { number, who, .. } | Happening::Cleared { number, who, .. } => {
            if let Some(view) = found.get_mut(&u64::from(*number)) {
                view.acknowledged = Some(who.to_string());
            }
        }
        _ => {}
    }
}
