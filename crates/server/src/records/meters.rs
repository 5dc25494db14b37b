//! Meters of tables, and what they won in a period.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use punto_floor::{BetMeters, Meters, Replay, Standing, TableHandle};
use punto_wire as api;
use punto_wire::{WinReport, WinRow};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{aside, place};
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
    Ok(Json(app.floor().tables().iter().map(view).collect()))
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

fn view(table: &TableHandle) -> api::Meters {
    let meters = table.meters();
    let Meters { coups, voids, no_bet, corrections, all, bets, rounding, .. } = &meters;
    let count = |name: &str, value: u64| (name.to_owned(), value as i64);
    let money = |name: &str, value: punto_vocab::Money| (name.to_owned(), value.minor());
    let mut list = vec![
        count("coups", *coups),
        count("voids", *voids),
        count("no-bet-coups", *no_bet),
        count("corrections", *corrections),
    ];
    list.extend(of_bet("", all));
    list.extend([
        money("drop", meters.drop),
        money("credits-in", meters.credits_in),
        money("credits-out", meters.credits_out),
        money("vouchers", meters.vouchers),
        money("fills", meters.fills),
        money("credits", meters.credits),
        // Rounding is the one figure that is not whole: so many parts, and how many of them make a minor unit.
        ("rounding-parts".to_owned(), rounding.parts),
        ("rounding-parts-of".to_owned(), rounding.of),
    ]);
    list.extend(bets.iter().flat_map(|(bet, meters)| of_bet(&format!("{bet} "), meters)));
    api::Meters { table: table.name().to_string(), meters: list }
}

fn of_bet(before: &str, meters: &BetMeters) -> Vec<(String, i64)> {
    let BetMeters { wagers, stakes, paid, collected, stood_off, commission } = meters;
    let name = |name: &str| format!("{before}{name}");
    vec![
        (name("wagers"), *wagers as i64),
        (name("stakes"), stakes.minor()),
        (name("paid"), paid.minor()),
        (name("collected"), collected.minor()),
        (name("stood-off"), stood_off.minor()),
        (name("commission"), commission.minor()),
        (name("win"), meters.win().minor()),
    ]
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
        let mut rows: Vec<WinRow> = app.floor().tables().into_iter().map(row).collect::<Result<_, _>>()?;
        rows.push(sum(&rows));
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
    let bets = |meters: &Meters| meters.all;
    let (old, new) = (bets(&before), bets(&after));
    let plan = table.plan();
    Ok(WinRow {
        table: table.name().to_string(),
        currency: plan.currency.clone(),
        coups: after.coups as i64 - before.coups as i64,
        stakes: (new.stakes - old.stakes).minor(),
        paid: (new.paid - old.paid).minor(),
        collected: (new.collected - old.collected).minor(),
        win: (new.win() - old.win()).minor(),
        commission: (new.commission - old.commission).minor(),
        drop: (after.drop - before.drop).minor(),
        fills: (after.fills - after.credits - before.fills + before.credits).minor(),
    })
}

/// All rows together; their currency only where it is one.
fn sum(rows: &[WinRow]) -> WinRow {
    let one = rows.iter().all(|row| row.currency == rows[0].currency);
    let mut all = WinRow { table: "all".into(), ..WinRow::default() };
    all.currency = rows.first().filter(|_| one).map(|row| row.currency.clone()).unwrap_or_default();
    for row in rows {
        all.coups += row.coups;
        all.stakes += row.stakes;
        all.paid += row.paid;
        all.collected += row.collected;
        all.win += row.win;
        all.commission += row.commission;
        all.drop += row.drop;
        all.fills += row.fills;
    }
    all
}

/// The meters of a table before a moment, made again from its records.
fn at(app: &App, table: &TableHandle, at: i64) -> Result<Meters, ApiError> {
    let (journal, stream) = (app.journal(), place::stream_of(table)?);
    let behind = place::first_at(&**journal, &stream, table.now().seq, at)?;
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
