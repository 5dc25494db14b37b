//! The journal for auditors: streams, records and checkpoints.

use axum::Json;
use axum::extract::State;
use punto_floor::{Sought, Told};
use punto_journal::{Record, StreamName};
use punto_vocab::{CardError, Citation, MoneyError};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{aside, place};
use crate::api::{CheckpointView, RecordView, StoredRecord, StreamView, ToldEvent, ToldView};
use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Query};
use crate::state::App;

/// How many records are given at once, and how many are looked through for a search.
const MOST: usize = 1_000;
const SEARCHED: u64 = 50_000;

/// The routes about the journal.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(streams)).routes(routes!(records)).routes(routes!(checkpoints))
}

/// Every stream and where it ends.
#[utoipa::path(
    get, path = "/api/v1/journal/streams", operation_id = "listStreams", tag = "journal",
    responses((status = 200, description = "every stream and its last record", body = Vec<StreamView>)),
    security(("session" = []))
)]
async fn streams(State(app): State<App>, caller: Caller) -> Result<Json<Vec<StreamView>>, ApiError> {
    caller.need(&app, Right::ReadJournal).await?;
    aside(move || {
        let view = |head: punto_journal::Head| StreamView {
            stream: head.stream.to_string(),
            seq: head.seq,
            hash: head.hash.to_string(),
        };
        Ok(app.journal().heads()?.into_iter().map(view).collect())
    })
    .await
    .map(Json)
}

/// Which records.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WhichRecords {
    /// The stream; with a search all streams if left out.
    stream: Option<String>,
    /// Behind which number; from the first if left out.
    after: Option<u64>,
    /// How many at most; 100 if left out, 1000 at most.
    limit: Option<usize>,
    /// Only records with this in them.
    search: Option<String>,
    /// What is searched for: a text in the lines, the actor or the key if left out.
    #[param(inline)]
    kind: Option<SearchKind>,
}

/// What is searched for.
#[derive(Clone, Copy, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
enum SearchKind {
    /// A text in the lines, the actor or the key.
    #[default]
    Any,
    /// A person who spoke or is spoken of, by name.
    Patron,
    /// A clause by its number, or a setting of the house.
    Clause,
    /// A card, such as `Ks`.
    Card,
    /// An amount, such as `23.75`.
    Amount,
}

impl SearchKind {
    fn sought(self, text: &str) -> Result<Sought, ApiError> {
        let text = text.trim();
        let wrong = |error: &dyn std::fmt::Display| ApiError::bad_request(error.to_string());
        Ok(match self {
            SearchKind::Any => Sought::Text(text.to_owned()),
            SearchKind::Patron => Sought::Person(text.to_owned()),
            SearchKind::Clause => Sought::Clause(text.trim_start_matches('§').trim().to_owned()),
            SearchKind::Card => Sought::Card(text.parse().map_err(|error: CardError| wrong(&error))?),
            SearchKind::Amount => {
                Sought::Money(text.replace(',', "").parse().map_err(|error: MoneyError| wrong(&error))?)
            }
        })
    }
}

/// Records of a stream, or those that have a text in them.
#[utoipa::path(
    get, path = "/api/v1/journal/records", operation_id = "listRecords", tag = "journal",
    params(WhichRecords),
    responses((status = 200, description = "the records, the oldest first", body = Vec<RecordView>)),
    security(("session" = []))
)]
async fn records(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<WhichRecords>,
) -> Result<Json<Vec<RecordView>>, ApiError> {
    caller.need(&app, Right::ReadJournal).await?;
    let limit = asked.limit.unwrap_or(100).clamp(1, MOST);
    let search = asked.search.as_deref().filter(|text| !text.trim().is_empty());
    let search = search.map(|text| asked.kind.unwrap_or_default().sought(text)).transpose()?;
    let stream = asked.stream.as_deref().map(name).transpose()?;
    if stream.is_none() && search.is_none() {
        return Err(ApiError::bad_request("say which stream, or what to search for"));
    }
    aside(move || {
        let streams = match stream {
            Some(stream) => vec![stream],
            None => app.journal().heads()?.into_iter().map(|head| head.stream).collect(),
        };
        let mut found = Vec::new();
        for stream in streams {
            let fits = |record: &Record| search.as_ref().is_none_or(|sought| sought.is_in(&record.entry));
            find(&app, &stream, asked.after.unwrap_or(0), limit - found.len(), fits, &mut found)?;
            if found.len() == limit {
                break;
            }
        }
        Ok(found)
    })
    .await
    .map(Json)
}

/// The name of a stream.
pub(super) fn name(text: &str) -> Result<StreamName, ApiError> {
    text.parse().map_err(|error| ApiError::bad_request(format!("{error}")))
}

fn find(
    app: &App,
    stream: &StreamName,
    mut after: u64,
    most: usize,
    fits: impl Fn(&Record) -> bool,
    found: &mut Vec<RecordView>,
) -> Result<(), ApiError> {
    let (upto, enough) = (place::readable(app, stream)?, found.len() + most);
    let furthest = after.saturating_add(SEARCHED);
    while after < furthest {
        let page = app.journal().read(stream, after, MOST)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.entry.seq;
        for record in page.iter().filter(|record| record.entry.seq <= upto && fits(record)) {
            found.push(view(record));
            if found.len() == enough {
                return Ok(());
            }
        }
        if after >= upto {
            return Ok(());
        }
    }
    Ok(())
}

/// A record on the wire, with what it says.
pub(super) fn view(record: &Record) -> RecordView {
    RecordView { stored: stored(record), told: Told::of(&record.entry).ok().map(told) }
}

/// A record on the wire as it is stored.
pub(super) fn stored(record: &Record) -> StoredRecord {
    let entry = &record.entry;
    StoredRecord {
        stream: entry.stream.to_string(),
        seq: entry.seq,
        at: entry.at,
        actor: entry.actor.clone(),
        schema: entry.schema,
        engine: entry.engine,
        key: entry.key.clone(),
        body: entry.body.clone(),
        prev: record.prev.to_string(),
        hash: record.hash.to_string(),
    }
}

fn told(told: Told) -> ToldView {
    let by = |by: Citation| by.authorities().iter().map(ToString::to_string).collect();
    let events = told.events.into_iter().map(|(what, own)| ToldEvent { what, by: by(own) }).collect();
    ToldView { said: told.said, events }
}

/// Behind which checkpoint.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Behind {
    /// Its number; from the first if left out.
    after: Option<u64>,
}

/// The signed checkpoints.
#[utoipa::path(
    get, path = "/api/v1/journal/checkpoints", operation_id = "listCheckpoints", tag = "journal",
    params(Behind),
    responses((status = 200, description = "the checkpoints, the oldest first", body = Vec<CheckpointView>)),
    security(("session" = []))
)]
async fn checkpoints(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<Behind>,
) -> Result<Json<Vec<CheckpointView>>, ApiError> {
    caller.need(&app, Right::ReadJournal).await?;
    aside(move || {
        let view = |checkpoint: punto_journal::Checkpoint| CheckpointView {
            number: checkpoint.number,
            at: checkpoint.at,
            streams: checkpoint.streams,
            key: checkpoint.key.to_string(),
            line: checkpoint.to_line(),
        };
        let behind = app.journal().checkpoints(asked.after.unwrap_or(0))?;
        Ok(behind.into_iter().take(MOST).map(view).collect())
    })
    .await
    .map(Json)
}
