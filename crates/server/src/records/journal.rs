//! The journal for auditors: streams, records and checkpoints.

use axum::Json;
use axum::extract::State;
use punto_journal::projection::Progress;
use punto_journal::{Head, Record, StreamName};
use punto_records::Told;
use punto_site::Reading;
use punto_vocab::Citation;
use punto_wire::{
    CheckpointView, Page, ProjectionView, RecordView, StoredRecord, StreamView, ToldEvent, ToldView,
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::search::{Search, SearchKind};
use super::{aside, place};
use crate::auth::{Caller, Right};
use crate::paging::{self, Part};
use crate::problem::{ApiError, Query};
use crate::reads;
use crate::state::App;

/// How many records of a stream are read at once, and how many are looked through for a page of a search.
const AT_ONCE: usize = 1_000;
const SEARCHED: u64 = 50_000;

/// The routes about the journal.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(streams))
        .routes(routes!(records))
        .routes(routes!(checkpoints))
        .routes(routes!(projections))
}

/// Every stream and where it ends.
#[utoipa::path(
    get, path = "/api/v1/journal/streams", operation_id = "listStreams", tag = "journal",
    params(Part),
    responses((status = 200, description = "the streams by name, each with its last record", body = Page<StreamView>)),
    security(("session" = []))
)]
async fn streams(
    State(app): State<App>,
    caller: Caller,
    Query(part): Query<Part>,
) -> Result<Json<Page<StreamView>>, ApiError> {
    caller.need(&app, Right::ReadJournal).await?;
    let (limit, after) = (paging::limit(part.limit)?, paging::after::<StreamName>(part.after.as_deref())?);
    aside(move || {
        let view = |head: Head| StreamView {
            stream: head.stream.to_string(),
            seq: head.seq,
            hash: head.hash.to_string(),
        };
        let mut heads = app.journal().heads()?;
        heads.sort_by(|one, other| one.stream.cmp(&other.stream));
        let behind = heads.into_iter().filter(|head| after.as_ref().is_none_or(|after| head.stream > *after));
        Ok(paging::page(behind.map(view), limit, |head| head.stream.clone()))
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
    /// The `next` of the page before; in one stream, also any record's number. The first page if left out.
    after: Option<String>,
    /// How many at most; 100 if left out, 1000 at most.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
    /// Only records with this in them.
    search: Option<String>,
    /// What is searched for: words of the lines, the actor or the key if left out.
    #[param(inline)]
    kind: Option<SearchKind>,
}

/// Records of a stream, or those that a search finds.
#[utoipa::path(
    get, path = "/api/v1/journal/records", operation_id = "listRecords", tag = "journal",
    params(WhichRecords),
    responses((status = 200, description = "the records, the oldest first", body = Page<RecordView>)),
    security(("session" = []))
)]
async fn records(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<WhichRecords>,
) -> Result<Json<Page<RecordView>>, ApiError> {
    caller.need(&app, Right::ReadJournal).await?;
    let limit = paging::limit(asked.limit)?;
    let search = asked.search.as_deref().filter(|text| !text.trim().is_empty());
    let search = search.map(|text| asked.kind.unwrap_or_default().sought(text)).transpose()?;
    let stream = asked.stream.as_deref().map(name).transpose()?;
    reads::log_stream(&app, &caller, Reading::Journal, stream.as_ref()).await?;
    if stream.is_none() && search.is_none() {
        return Err(ApiError::bad_request("say which stream, or what to search for"));
    }
    let after = match &stream {
        Some(stream) => (Some(stream.clone()), paging::after(asked.after.as_deref())?.unwrap_or(0)),
        None => everywhere(asked.after.as_deref())?,
    };
    aside(move || {
        let mut heads = app.journal().heads()?;
        heads.retain(|head| stream.as_ref().is_none_or(|only| head.stream == *only));
        let search = search.as_ref().map(|sought| Search::begin(&app, sought));
        let place = |name: &StreamName, seq: u64| match stream {
            Some(_) => seq.to_string(),
            None => format!("{name}:{seq}"),
        };
        found(&app, &heads, after, limit, search.as_ref(), place)
    })
    .await
    .map(Json)
}

/// A record in a stream, and none where a page is the first of all streams.
type Place = (Option<StreamName>, u64);

/// Where a page of all streams ended.
fn everywhere(after: Option<&str>) -> Result<Place, ApiError> {
    let Some(text) = after else { return Ok((None, 0)) };
    let (stream, seq) = text.rsplit_once(':').ok_or_else(paging::unfit)?;
    Ok((Some(name(stream)?), seq.parse().map_err(|_| paging::unfit())?))
}

/// One page of what fits in these streams, each to its end before the next.
fn found(
    app: &App,
    heads: &[Head],
    (stream, mut after): Place,
    limit: usize,
    search: Option<&Search<'_>>,
    place: impl Fn(&StreamName, u64) -> String,
) -> Result<Page<RecordView>, ApiError> {
    let mut items = Vec::new();
    let first = heads.partition_point(|head| stream.as_ref().is_some_and(|first| head.stream < *first));
    let mut heads = heads[first..].iter();
    while let Some(head) = heads.next() {
        let stopped = find(app, head, after, limit - items.len(), search, &mut items)?;
        // A full page that ends where its stream does goes on with the next stream.
        let full = items.len() == limit && heads.len() > 0;
        if let Some(seq) = stopped.or(full.then_some(head.seq)) {
            return Ok(Page { items, next: Some(place(&head.stream, seq)) });
        }
        after = 0;
    }
    Ok(Page { items, next: None })
}

/// The records of one stream behind another, as far as they may be read.
pub(super) fn behind(
    app: &App,
    stream: &StreamName,
    after: u64,
    most: usize,
) -> Result<Vec<RecordView>, ApiError> {
    let mut items = Vec::new();
    let heads = app.journal().heads()?;
    if let Some(head) = heads.iter().find(|head| head.stream == *stream) {
        find(app, head, after, most, None, &mut items)?;
    }
    Ok(items)
}

/// The name of a stream.
pub(super) fn name(text: &str) -> Result<StreamName, ApiError> {
    text.parse().map_err(|error| ApiError::bad_request(format!("{error}")))
}

/// Looks through a stream; says behind which record to go on, unless it has come to the end.
fn find(
    app: &App,
    Head { stream, seq: newest, .. }: &Head,
    mut after: u64,
    most: usize,
    search: Option<&Search<'_>>,
    found: &mut Vec<RecordView>,
) -> Result<Option<u64>, ApiError> {
    let (upto, enough) = (place::readable(app, stream)?.min(*newest), found.len() + most);
    if let Some(search) = search {
        let (indexed, reached) = search.indexed(&**app.journal(), stream, (after, upto), most)?;
        found.extend(indexed.iter().map(view));
        after = reached;
        if found.len() == enough {
            return Ok((after < upto).then_some(after));
        }
    }
    let fits = |record: &Record| search.is_none_or(|search| search.fits(record));
    let furthest = after.saturating_add(SEARCHED);
    while after < upto {
        if after >= furthest {
            return Ok(Some(after));
        }
        let records = app.journal().read(stream, after, AT_ONCE)?;
        let Some(last) = records.last() else { return Ok(None) };
        after = last.entry.seq;
        for record in records.iter().filter(|record| record.entry.seq <= upto && fits(record)) {
            found.push(view(record));
            if found.len() == enough {
                let seq = record.entry.seq;
                return Ok((seq < upto).then_some(seq));
            }
        }
    }
    Ok(None)
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

/// The signed checkpoints.
#[utoipa::path(
    get, path = "/api/v1/journal/checkpoints", operation_id = "listCheckpoints", tag = "journal",
    params(Part),
    responses((status = 200, description = "the checkpoints, the oldest first", body = Page<CheckpointView>)),
    security(("session" = []))
)]
async fn checkpoints(
    State(app): State<App>,
    caller: Caller,
    Query(part): Query<Part>,
) -> Result<Json<Page<CheckpointView>>, ApiError> {
    caller.need(&app, Right::ReadJournal).await?;
    let (limit, after) = (paging::limit(part.limit)?, paging::after(part.after.as_deref())?);
    aside(move || {
        let view = |checkpoint: punto_journal::Checkpoint| CheckpointView {
            number: checkpoint.number,
            at: checkpoint.at,
            streams: checkpoint.streams,
            key: checkpoint.key.to_string(),
            line: checkpoint.to_line(),
        };
        let behind = app.journal().checkpoints(after.unwrap_or(0))?;
        Ok(paging::page(behind.into_iter().map(view), limit, |checkpoint| checkpoint.number))
    })
    .await
    .map(Json)
}

/// What is derived from the journal, and how far it has come. A search is complete however far that is.
#[utoipa::path(
    get, path = "/api/v1/journal/projections", operation_id = "listProjections", tag = "journal",
    responses((status = 200, description = "every projection", body = Vec<ProjectionView>)),
    security(("session" = []))
)]
async fn projections(State(app): State<App>, caller: Caller) -> Result<Json<Vec<ProjectionView>>, ApiError> {
    caller.need(&app, Right::ReadJournal).await?;
    let Progress { done, of } = app.search_index().progress();
    Ok(Json(vec![ProjectionView { name: "search".into(), done, of }]))
}
