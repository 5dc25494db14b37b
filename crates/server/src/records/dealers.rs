//! Who dealt what, as a report and as what is worth a look.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use punto_report::{Dealers, table_stream, worth_a_look};
use punto_site::{Command, Place as At, Principal, UnlikelyOutcomes};
use punto_wire::DealerReport;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::aside;
use super::sheet::Form;
use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Query};
use crate::state::App;

/// The routes about dealers.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(dealers))
}

/// How far back outcomes are looked at from time to time, in microseconds: a week.
const LOOKED_BACK: i64 = 7 * 24 * 3_600 * 1_000_000;

/// Which coups, and how they are put together.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct WhichCoups {
    /// Coups that ended at this moment or later, in microseconds of UTC; from the first if left out.
    from: Option<i64>,
    /// Coups that ended before this moment; until now if left out.
    to: Option<i64>,
    /// `dealer` for a row each dealer and table, `shoe` for a row each shoe, too; `dealer` if left out.
    by: Option<String>,
    /// `json` or `csv`; as the `Accept` header says if left out.
    format: Option<String>,
}

/// What each dealer dealt in a period, at each table and in all.
#[utoipa::path(
    get, path = "/api/v1/reports/dealers", operation_id = "getDealerReport", tag = "records",
    params(WhichCoups),
    responses((status = 200, description = "the report", body = DealerReport)), security(("session" = []))
)]
async fn dealers(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Query(asked): Query<WhichCoups>,
) -> Result<Response, ApiError> {
    caller.need(&app, Right::ReadReports).await?;
    let form = Form::asked(asked.format.as_deref(), &headers)?;
    let by_shoe = match asked.by.as_deref() {
        None | Some("dealer") => false,
        Some("shoe") => true,
        Some(_) => return Err(ApiError::bad_request("a report is by `dealer` or by `shoe`")),
    };
    let report = aside(move || report(&app, (asked.from, asked.to), by_shoe)).await?;
    Ok(form.answer(&report))
}

fn report(app: &App, period: (Option<i64>, Option<i64>), by_shoe: bool) -> Result<DealerReport, ApiError> {
    let (from, to) = (period.0.unwrap_or(i64::MIN), period.1.unwrap_or(i64::MAX));
    let book_of = |digest: &str| app.floor().books().of_digest(digest);
    let mut dealers = Dealers::new(by_shoe);
    for table in app.floor().tables() {
        let stream = table_stream(*table.name())?;
        let add = |coups: &[_]| dealers.add(table.name().as_str(), coups, to);
        app.dealt_coups().look(&**app.journal(), &book_of, &stream, (from, app.now().0), add)?;
    }
    Ok(dealers.report(period))
}

/// Raises a significant event for each dealer whose outcomes of the last week are improbable.
pub(crate) async fn note_unlikely(app: &App) -> Result<(), ApiError> {
    let (own, since) = (app.clone(), app.now().0.saturating_sub(LOOKED_BACK));
    let report = aside(move || report(&own, (Some(since), None), false)).await?;
    for (table, seen) in worth_a_look(&report.rows, &app.site()) {
        let (place, UnlikelyOutcomes { dealer, coups, player, banker, tie, once_in }) =
            (At::Table(table), seen);
        tracing::info!(%place, ?seen, "significant event");
        let command = Command::NoteUnlikely { place, dealer, coups, player, banker, tie, once_in };
        app.say_site(Principal::System, command).await?;
    }
    Ok(())
}
