//! Disputes of a table, and for each a signed bundle: its records, what every seat saw, and which software ran.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use punto_floor::TableHandle;
use punto_journal::{Fault, Journal, Record, StreamName, bundle};
use punto_report::{Disputes, table_stream};
use punto_seen::Viewer;
use punto_vocab::Role;
use punto_wire::{DisputeBundle, DisputeRecord, Page, SeenBy, TableView};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::steps::{Kept, look};
use super::{aside, journal, place};
use crate::auth::{Caller, Right};
use crate::paging::{self, Part};
use crate::problem::{ApiError, Path, Query};
use crate::software;
use crate::state::App;
use crate::tables::table;

/// The routes about disputes.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(bundled))
}

/// Every dispute at a table, the oldest first.
#[utoipa::path(
    get, path = "/api/v1/tables/{table}/disputes", operation_id = "listDisputes", tag = "records",
    params(("table" = String, Path), Part),
    responses((status = 200, description = "the disputes, the oldest first", body = Page<DisputeRecord>)),
    security(("session" = []))
)]
async fn list(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Page<DisputeRecord>>, ApiError> {
    caller.need(&app, Right::ReadRecords).await?;
    let (limit, after) = (paging::limit(part.limit)?, paging::after::<u32>(part.after.as_deref())?);
    let table = table(&app, &name)?;
    aside(move || {
        let list = Disputes::of(&**app.journal(), *table.name())?.list.into_iter().map(|one| one.told);
        let behind = list.filter(|one| after.is_none_or(|after| one.number > after));
        Ok(paging::page(behind, limit, |one| one.number))
    })
    .await
    .map(Json)
}

/// All that there is about a dispute, signed: two lines, which `punto journal check-bundle` checks.
#[utoipa::path(
    get, path = "/api/v1/tables/{table}/disputes/{number}/bundle", operation_id = "getDisputeBundle", tag = "records",
    params(("table" = String, Path), ("number" = u32, Path)),
    responses(
        (status = 200, description = "the bundle, and its signature in a second line", body = DisputeBundle, content_type = "application/jsonl")
    ),
    security(("session" = []))
)]
async fn bundled(
    State(app): State<App>,
    caller: Caller,
    Path((name, number)): Path<(String, u32)>,
) -> Result<Response, ApiError> {
    caller.need(&app, Right::ReadRecords).await?;
    let by = caller.staff().map(|name| name.to_string()).unwrap_or_default();
    let table = table(&app, &name)?;
    let text = aside(move || sealed(&app, &table, number, by)).await?;
    let file = format!("attachment; filename=\"punto-dispute-{name}-{number}.jsonl\"");
    Ok(([(CONTENT_TYPE, "application/jsonl".to_owned()), (CONTENT_DISPOSITION, file)], text).into_response())
}

fn sealed(app: &App, table: &TableHandle, number: u32, made_by: String) -> Result<String, ApiError> {
    let disputes = Disputes::of(&**app.journal(), *table.name())?.list;
    let place = (number as usize).checked_sub(1);
    let Some(dispute) = place.and_then(|place| disputes.get(place)) else {
        let name = table.name();
        return Err(ApiError::not_found(format!("{name} has had {} disputes", disputes.len())));
    };
    let stream = table_stream(*table.name())?;
    let record = dispute.told.record;
    if record > place::readable(app, &stream)? {
        return Err(ApiError::not_found(
            "this coup is still being played; its records are read when it is over",
        ));
    }
    let mut records = part(&**app.journal(), &stream, dispute.opening, dispute.opening)?;
    records.extend(part(&**app.journal(), &stream, dispute.begins.max(dispute.opening + 1), record)?);
    let parts = software::parts(app.config()).map_err(ApiError::fault)?;
    let checkpoints = app.journal().checkpoints(0)?;
    let content = DisputeBundle {
        bundle: 1,
        site: app.config().site.clone(),
        dispute: dispute.told.clone(),
        made: app.now().0,
        made_by,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        software: parts.iter().map(|(what, name, digest)| format!("{what} {name} {digest}")).collect(),
        records: records.iter().map(journal::stored).collect(),
        seen: seen(app, table, record, &dispute.told.patron)?,
        checkpoint: checkpoints.last().map(punto_journal::Checkpoint::to_line),
    };
    let signer = app.floor().signer().ok_or_else(|| ApiError::fault("there is no key to sign with"))?;
    bundle::sign(signer, &content).map_err(ApiError::fault)
}

/// What everybody saw right after a record: the public, each patron at the table, and the dealer. A bundle leaves the house,
/// so of what is nobody else's business it has only that of the patron whose dispute it is.
fn seen(app: &App, table: &TableHandle, record: u64, whose: &str) -> Result<Vec<SeenBy>, ApiError> {
    let kept = Kept::default();
    let view = |viewer| look(app, &kept, table, record, viewer).map(|looked| looked.view);
    let others = |mut view: TableView| {
        (view.balance, view.owed, view.own_limits) = (None, None, None);
        view
    };
    // The public is told no names, so the dealer tells who was there.
    let dealer = view(Viewer::Staff(Role::Dealer))?;
    let mut seen = vec![SeenBy { r#as: "public".into(), view: view(Viewer::Public)? }];
    for patron in &dealer.patrons {
        let Ok(name) = patron.patron.parse() else { continue };
        let own = view(Viewer::Patron(name))?;
        let own = if patron.patron == whose { own } else { others(own) };
        seen.push(SeenBy { r#as: format!("patron:{name}"), view: own });
    }
    seen.push(SeenBy { r#as: format!("staff:{}", Role::Dealer), view: others(dealer) });
    Ok(seen)
}

/// The records from one number to another, both included.
fn part(journal: &dyn Journal, stream: &StreamName, from: u64, to: u64) -> Result<Vec<Record>, Fault> {
    let mut records: Vec<Record> = Vec::new();
    let mut after = from.saturating_sub(1);
    while after < to {
        let page = journal.read(stream, after, 500)?;
        let Some(last) = page.last() else { break };
        after = last.entry.seq;
        records.extend(page.into_iter().filter(|record| record.entry.seq <= to));
    }
    Ok(records)
}
