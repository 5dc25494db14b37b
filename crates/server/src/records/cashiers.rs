//! What cashiers took in and paid out, as a report.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use punto_report::cashiers;
use punto_wire::CashierReport;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::aside;
use super::sheet::Form;
use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Query};
use crate::state::App;

/// The routes about cashiers.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(report))
}

/// Which payments.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct WhichPayments {
    /// Those at this moment or later, in microseconds of UTC; from the first if left out.
    from: Option<i64>,
    /// Those before this moment; until now if left out.
    to: Option<i64>,
    /// `json` or `csv`; as the `Accept` header says if left out.
    format: Option<String>,
}

/// What each cashier took in and paid out over the counter in a period, and all of them together.
#[utoipa::path(
    get, path = "/api/v1/reports/cashiers", operation_id = "getCashierReport", tag = "records",
    params(WhichPayments),
    responses((status = 200, description = "the report", body = CashierReport)), security(("session" = []))
)]
async fn report(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Query(asked): Query<WhichPayments>,
) -> Result<Response, ApiError> {
    caller.need(&app, Right::ReadReports).await?;
    let form = Form::asked(asked.format.as_deref(), &headers)?;
    let report = aside(move || Ok(cashiers(&**app.journal(), (asked.from, asked.to))?)).await?;
    Ok(form.answer(&report))
}
