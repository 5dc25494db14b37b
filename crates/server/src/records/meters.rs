//! Meters of tables, and what they won in a period.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use punto_floor::{Replay, Standing, TableHandle};
use punto_report::{Meters, first_at, meters_view, table_stream, win_row, win_sums};
use punto_wire as api;
use punto_wire::{WinReport, WinRow};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::aside;
use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Path, Query};
use crate::state::App;
use crate::tables::table;

/// The routes about meters.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(all)).routes(routes!(one)).routes(routes!(win))
}

/// The meters of every table.
#[utoipa::path(
    get, path = "/api/v1/meters", operation_id = "listMeters", tag = "records",
    responses((status = 200, description = "the meters of every table", body = Vec<api::Meters>)),
    security(("session" = []))
)]
async fn all(State(app): State<App>, caller: Caller) -> Result<Json<Vec<api::Meters>>, ApiError> {
    caller.need(&app, Right::ReadReports).await?;
    Ok(Json(for_money(&app).iter().map(view).collect()))
}

/// The meters of a table.
#[utoipa::path(
    get, path = "/api/v1/tables/{table}/meters", operation_id = "getTableMeters", tag = "records",
    params(("table" = String, Path)),
    responses((status = 200, description = "the meters", body = api::Meters)), security(("session" = []))
)]
async fn one(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Json<api::Meters>, ApiError> {
    caller.need(&app, Right::ReadReports).await?;
    Ok(Json(view(&table(&app, &name)?)))
}

/// The tables that play with the money of patrons: the chips of a tournament are none.
fn for_money(app: &App) -> Vec<TableHandle> {
    app.floor().tables().into_iter().filter(|table| !table.plan().opening.is_tournament()).collect()
}

fn view(table: &TableHandle) -> api::Meters {
    meters_view(table.name().as_str(), &table.meters())
}

/// A period.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Period {
    /// From when, in microseconds of UTC; from the first record if left out.
    from: Option<i64>,
    /// Until before when; until now if left out.
    to: Option<i64>,
}

/// What tables won in a period: the meters at its end less those at its beginning.
#[utoipa::path(
    get, path = "/api/v1/reports/win", operation_id = "getWinReport", tag = "records",
    params(Period),
    responses((status = 200, description = "the report", body = WinReport)), security(("session" = []))
)]
async fn win(
    State(app): State<App>,
    caller: Caller,
    Query(period): Query<Period>,
) -> Result<Json<WinReport>, ApiError> {
    caller.need(&app, Right::ReadReports).await?;
    let report = move || {
        let row = |table: TableHandle| row(&app, &table, period);
        let mut rows: Vec<WinRow> = for_money(&app).into_iter().map(row).collect::<Result<_, _>>()?;
        rows.extend(win_sums(&rows));
        Ok(WinReport { from: period.from, to: period.to, rows })
    };
    aside(report).await.map(Json)
}

fn row(app: &App, table: &TableHandle, period: Period) -> Result<WinRow, ApiError> {
    let before = match period.from {
        Some(from) => at(app, table, from)?,
        None => Meters::default(),
    };
    let after = match period.to {
        Some(to) => at(app, table, to)?,
        None => table.meters(),
    };
    Ok(win_row(table.name().as_str(), &table.plan().currency, &before, &after))
}

/// The meters of a table before a moment, made again from its records.
fn at(app: &App, table: &TableHandle, at: i64) -> Result<Meters, ApiError> {
    let (journal, stream) = (app.journal(), table_stream(*table.name())?);
    let behind = first_at(&**journal, &stream, table.now().seq, at)?;
    if behind > table.now().seq {
        return Ok(table.meters());
    }
    let books = app.floor().books();
    let book: Option<Arc<_>> = books.of_id(&table.plan().rulebook);
    let mut replay = Replay::new(books, Standing::new(table.name().as_str()), book);
    while replay.standing.seq + 1 < behind {
        let records = journal.read(&stream, replay.standing.seq, 1_000)?;
        if records.is_empty() {
            break;
        }
        for record in records.iter().take_while(|record| record.entry.seq < behind) {
            replay.take(record).map_err(ApiError::fault)?;
        }
    }
    Ok(replay.standing.meters)
}
