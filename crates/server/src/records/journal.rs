//! The journal for auditors: streams, records and checkpoints.

use axum::Json;
use axum::extract::State;
use punto_journal::{Record, StreamName};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{aside, place};
use crate::api::{CheckpointView, RecordView, StreamView};
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
#[utoipa::path(get, path = "/api/journal/streams", tag = "journal", responses((status = 200, body = Vec<StreamView>)))]
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
    /// Only records with this text in the actor, the key or the body.
    search: Option<String>,
}

/// Records of a stream, or those that have a text in them.
#[utoipa::path(get, path = "/api/journal/records", tag = "journal", params(WhichRecords),
    responses((status = 200, body = Vec<RecordView>)))]
async fn records(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<WhichRecords>,
) -> Result<Json<Vec<RecordView>>, ApiError> {
    caller.need(&app, Right::ReadJournal).await?;
    let limit = asked.limit.unwrap_or(100).clamp(1, MOST);
    let search = asked.search.filter(|text| !text.is_empty());
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
            let fits = |record: &Record| search.as_ref().is_none_or(|text| has(record, text));
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

fn has(record: &Record, text: &str) -> bool {
    let entry = &record.entry;
    entry.body.contains(text)
        || entry.actor.contains(text)
        || entry.key.as_ref().is_some_and(|key| key.contains(text))
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

/// A record on the wire.
pub(super) fn view(record: &Record) -> RecordView {
    let entry = &record.entry;
    RecordView {
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

/// Behind which checkpoint.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Behind {
    /// Its number; from the first if left out.
    after: Option<u64>,
}

/// The signed checkpoints.
#[utoipa::path(get, path = "/api/journal/checkpoints", tag = "journal", params(Behind),
    responses((status = 200, body = Vec<CheckpointView>)))]
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
