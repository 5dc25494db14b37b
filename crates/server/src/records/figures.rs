//! Reports over a period, and the close of the gaming day.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use punto_figures::{BadPeriod, HouseFacts, PeriodAsked, ReportKind, caught_up, report, sheet};
use punto_report::csv_of;
use punto_site::{Command, Principal, Reading};
use punto_wire::{CloseDay, ClosedDay, PeriodReport};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::aside;
use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Body, Path, Query};
use crate::reads;
use crate::state::App;

/// The routes about reports over a period.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(period)).routes(routes!(days)).routes(routes!(close_day))
}

/// Of which period, and how.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct WhichPeriod {
    /// From when, in microseconds of UTC; from the first record if left out.
    from: Option<i64>,
    /// Until before when, as it was known then; until now if left out.
    to: Option<i64>,
    /// A gaming day that was closed, instead of a beginning and an end.
    day: Option<String>,
    /// Only this table; a report of kind `table` needs one.
    table: Option<String>,
    /// As the table stood at this record of its stream.
    record: Option<u64>,
    /// Only this patron.
    patron: Option<String>,
    /// `json` or `csv`; as the `Accept` header says if left out.
    format: Option<String>,
}

/// A report over a period: `shift`, `table`, `patron`, `game` or `exceptions`. What it says of a past moment never changes.
#[utoipa::path(
    get, path = "/api/v1/reports/period/{kind}", operation_id = "getPeriodReport", tag = "records",
    params(("kind" = String, Path), WhichPeriod),
    responses((status = 200, description = "the report", body = PeriodReport)), security(("session" = []))
)]
async fn period(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Path(kind): Path<String>,
    Query(asked): Query<WhichPeriod>,
) -> Result<Response, ApiError> {
    let kind = kind.parse::<ReportKind>();
    caller.need(&app, kind.as_ref().map_or(Right::ReadReports, |kind| needed(*kind))).await?;
    let kind = kind.map_err(|error| ApiError::bad_request(error.to_string()))?;
    let csv = super::sheet::Form::asked(asked.format.as_deref(), &headers)? == super::sheet::Form::Csv;
    let whose = asked.patron.as_deref().and_then(|patron| patron.parse().ok());
    if kind == ReportKind::Patron || whose.is_some() {
        // How somebody plays is told like a statement of their account.
        reads::log(&app, &caller, Reading::Statement, whose).await?;
    }
    let made = aside(move || made(&app, kind, asked)).await?;
    if !csv {
        return Ok(Json(made).into_response());
    }
    let (head, rows) = sheet(kind, &made);
    let file = format!("attachment; filename=\"punto-{kind}.csv\"");
    let sheet = csv_of(head, rows).map_err(ApiError::fault)?;
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, file)], sheet)
        .into_response())
}

/// What it takes to read a report: how patrons play is for whoever may see their accounts.
const fn needed(kind: ReportKind) -> Right {
    match kind {
        ReportKind::Shift | ReportKind::Table | ReportKind::Game => Right::ReadReports,
        ReportKind::Patron => Right::ReadPatrons,
        ReportKind::Exceptions => Right::ReadEvents,
    }
}

fn made(app: &App, kind: ReportKind, asked: WhichPeriod) -> Result<PeriodReport, ApiError> {
    let rows = app.figures().projected();
    caught_up(rows, app.sqlite())?;
    let (from, to) = match &asked.day {
        Some(day) => of_day(app, day)?,
        None => (asked.from, asked.to),
    };
    let (from, to) = BadPeriod::refuse((from, to), first(app)?, app.now().0)
        .map_err(|wrong| ApiError::bad_request(wrong.to_string()))?;
    if kind == ReportKind::Table && asked.table.is_none() {
        return Err(ApiError::bad_request("a report of a table names it: `table=nsw-1`"));
    }
    if let Some(table) = &asked.table {
        crate::tables::table(app, table)?;
    }
    let WhichPeriod { table, record, patron, .. } = asked;
    let asked = PeriodAsked { from, to, table, record, patron };
    let tables = app.floor().tables().into_iter();
    let currencies = tables.map(|table| (table.name().to_string(), table.plan().currency.clone())).collect();
    let house = HouseFacts { currencies, large_cash: app.config().money.large_cash };
    let made = rows.read(|db| report(db, kind, &asked, &house))?;
    Ok(made.unwrap_or_else(|| PeriodReport { kind: kind.to_string(), from, to, ..PeriodReport::default() }))
}

/// When the first record of the house was made.
fn first(app: &App) -> Result<Option<i64>, ApiError> {
    let first = app.sqlite().follow(0, 1)?;
    Ok(first.first().map(|(_, record)| record.entry.at))
}

/// The gaming days that were closed, the oldest first.
fn closed(app: &App) -> Result<Vec<ClosedDay>, ApiError> {
    let rows = app.figures().projected();
    caught_up(rows, app.sqlite())?;
    let asked = PeriodAsked { from: 0, to: app.now().0 + 1, ..PeriodAsked::default() };
    let made = rows.read(|db| report(db, ReportKind::Exceptions, &asked, &HouseFacts::default()))?;
    Ok(made.map(|made| made.days).unwrap_or_default())
}

fn of_day(app: &App, day: &str) -> Result<(Option<i64>, Option<i64>), ApiError> {
    let found = closed(app)?.into_iter().find(|own| own.day == day);
    let found = found.ok_or_else(|| {
        ApiError::bad_request(format!("the gaming day {day} was not closed; ask for one that was"))
    })?;
    Ok(((found.from > 0).then_some(found.from), Some(found.at)))
}

/// The gaming days that were closed.
#[utoipa::path(
    get, path = "/api/v1/gaming-days", operation_id = "listGamingDays", tag = "records",
    responses((status = 200, description = "the days, the oldest first", body = Vec<ClosedDay>)), security(("session" = []))
)]
async fn days(State(app): State<App>, caller: Caller) -> Result<Json<Vec<ClosedDay>>, ApiError> {
    caller.need(&app, Right::ReadReports).await?;
    aside(move || closed(&app)).await.map(Json)
}

/// Closes a gaming day, and answers with its report.
#[utoipa::path(
    post, path = "/api/v1/gaming-days", operation_id = "closeGamingDay", tag = "records", request_body = CloseDay,
    responses((status = 200, description = "the report of the day", body = PeriodReport)), security(("session" = []))
)]
async fn close_day(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<CloseDay>,
) -> Result<Json<PeriodReport>, ApiError> {
    caller.need(&app, Right::CloseDay).await?;
    let day = asked.day.parse().map_err(ApiError::bad_request)?;
    let who = caller.staff().ok_or_else(|| ApiError::not_allowed("only staff do this"))?;
    app.say_site(Principal::Staff(who), Command::CloseDay { day }).await?;
    let which = WhichPeriod { day: Some(asked.day), ..WhichPeriod::default() };
    aside(move || made(&app, ReportKind::Shift, which)).await.map(Json)
}
