//! Past coups of a table and of a patron: cards, wagers, rulings, money.

use std::cmp::Reverse;

use axum::Json;
use axum::extract::State;
use punto_report::{CoupRecall, RECALLED};
use punto_views::{Reader, coup_view};
use punto_wire::{CoupView, Page};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::{Caller, Right};
use crate::paging::{self, Part};
use crate::problem::{ApiError, Path, Query};
use crate::state::App;
use crate::tables::table;

/// The routes about past coups.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(of_table)).routes(routes!(of_patron))
}

/// The last coups of a table, the newest first.
#[utoipa::path(
    get, path = "/api/v1/tables/{table}/coups", operation_id = "listTableCoups", tag = "records",
    params(("table" = String, Path), Part),
    responses((status = 200, description = "the last coups, the newest first", body = Page<CoupView>)),
    security((), ("session" = []))
)]
async fn of_table(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Page<CoupView>>, ApiError> {
    let table = table(&app, &name)?;
    let reader = reader(&caller);
    let (limit, after) = (paging::limit(part.limit)?, paging::after::<u64>(part.after.as_deref())?);
    let coups = table.recall(RECALLED);
    let older = coups.iter().filter(|coup| after.is_none_or(|after| coup.records.0 < after));
    Ok(Json(paging::page(older.map(|coup| coup_view(coup, reader)), limit, |coup| coup.records.0)))
}

/// The last coups that the caller had wagers on, at all tables, the newest first.
#[utoipa::path(
    get, path = "/api/v1/me/coups", operation_id = "listMyCoups", tag = "records",
    params(Part),
    responses((status = 200, description = "the last coups, the newest first", body = Page<CoupView>)),
    security(("session" = []))
)]
async fn of_patron(
    State(app): State<App>,
    caller: Caller,
    Query(part): Query<Part>,
) -> Result<Json<Page<CoupView>>, ApiError> {
    let patron = match caller.patron() {
        Some(patron) => patron,
        None if caller.session.is_none() => return Err(ApiError::not_signed_in()),
        None => return Ok(Json(Page { items: Vec::new(), next: None })),
    };
    let limit = paging::limit(part.limit)?;
    let after = part.after.as_deref().map(|text| ended(text).ok_or_else(paging::unfit)).transpose()?;
    let coups = app.floor().recall_of(patron);
    // As the floor recalls them: the newest first, and at one moment table by table.
    let key = |coup: &CoupRecall| (Reverse(coup.ended), coup.table.clone(), Reverse(coup.records.0));
    let older = coups.iter().filter(|coup| after.as_ref().is_none_or(|after| key(coup) > *after));
    let views = older.map(|coup| coup_view(coup, Reader::Patron(patron)));
    Ok(Json(paging::page(views, limit, |coup| format!("{}:{}:{}", coup.at.1, coup.table, coup.records.0))))
}

/// Where a page of coups at all tables ended: when, at which table, and with which record the coup began.
fn ended(text: &str) -> Option<(Reverse<i64>, String, Reverse<u64>)> {
    let mut parts = text.splitn(3, ':');
    let (at, table, record) = (parts.next()?, parts.next()?, parts.next()?);
    Some((Reverse(at.parse().ok()?), table.to_owned(), Reverse(record.parse().ok()?)))
}

fn reader(caller: &Caller) -> Reader {
    match caller.patron() {
        Some(patron) => Reader::Patron(patron),
        None if caller.has(Right::ReadRecords) => Reader::Records,
        None if caller.has(Right::WatchTable) => Reader::Table,
        None => Reader::Public,
    }
}
