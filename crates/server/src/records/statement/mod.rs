//! A patron's statement: what came in and went out of the account, and what each coup at a table came to.

mod places;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use punto_report::statement;
use punto_site::Reading;
use punto_vocab::PersonId;
use punto_wire::StatementView;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::places::Places;
use super::aside;
use super::sheet::Form;
use crate::auth::{Caller, Right};
use crate::paging;
use crate::problem::{ApiError, Path, Query};
use crate::reads;
use crate::state::App;

/// Default and largest number of entries in an answer.
const USUAL: usize = 1_000;
const MOST: usize = 10_000;
/// How far back a statement goes by default: three months.
const USUAL_HOURS: u32 = 92 * 24;

/// The routes about statements.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(own)).routes(routes!(of_patron)).layer(Extension(Places::default()))
}

/// Which time, and how much of it at once.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct WhichPeriod {
    /// From when, in microseconds of UTC; from three months ago if left out. Everything there is can be asked for.
    from: Option<i64>,
    /// Until before when; until now if left out.
    to: Option<i64>,
    /// The `next` of the page before, instead of `from`; the first page if left out.
    after: Option<String>,
    /// How many entries at most; 1000 if left out, 10000 at most.
    #[param(minimum = 1, maximum = 10000)]
    limit: Option<usize>,
    /// `json` or `csv`; as the `Accept` header says if left out.
    format: Option<String>,
}

/// The caller's own statement.
#[utoipa::path(
    get, path = "/api/v1/me/statement", operation_id = "getMyStatement", tag = "records",
    params(WhichPeriod),
    responses((status = 200, description = "the statement", body = StatementView)),
    security(("session" = []))
)]
async fn own(
    State(app): State<App>,
    Extension(places): Extension<Places>,
    caller: Caller,
    headers: HeaderMap,
    Query(asked): Query<WhichPeriod>,
) -> Result<Response, ApiError> {
    let patron = match caller.patron() {
        Some(patron) => patron,
        None if caller.session.is_none() => return Err(ApiError::not_signed_in()),
        None => return Err(ApiError::not_allowed("only a patron has a statement of their own")),
    };
    answer(app, (places, caller.patron()), patron, &headers, asked).await
}

/// The statement of a patron: for the cage, and for its owner.
#[utoipa::path(
    get, path = "/api/v1/patrons/{id}/statement", operation_id = "getPatronStatement", tag = "records",
    params(("id" = String, Path), WhichPeriod),
    responses((status = 200, description = "the statement", body = StatementView)),
    security(("session" = []))
)]
async fn of_patron(
    State(app): State<App>,
    Extension(places): Extension<Places>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    Query(asked): Query<WhichPeriod>,
) -> Result<Response, ApiError> {
    if caller.patron().is_none_or(|own| own.as_str() != id) {
        caller.need(&app, Right::ReadPatrons).await?;
    }
    let patron = id.parse().map_err(|error| ApiError::bad_request(format!("{error}")))?;
    reads::log(&app, &caller, Reading::Statement, Some(patron)).await?;
    answer(app, (places, caller.patron()), patron, &headers, asked).await
}

async fn answer(
    app: App,
    (places, asks): (Places, Option<PersonId>),
    patron: PersonId,
    headers: &HeaderMap,
    asked: WhichPeriod,
) -> Result<Response, ApiError> {
    let form = Form::asked(asked.format.as_deref(), headers)?;
    let limit = asked.limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        return Err(ApiError::bad_request(format!("a statement has 1 to {MOST} entries at a time")));
    }
    let account = app.account(patron).await?.filter(|_| !patron.is_house_player());
    account.ok_or_else(|| ApiError::not_found("there is no such account"))?;
    let place = places.take(asks).await?;
    let now = app.now();
    let from = paging::after(asked.after.as_deref())?.or(asked.from);
    let (from, to) =
        (from.unwrap_or(now.minus_hours(USUAL_HOURS).0), asked.to.unwrap_or(now.0.saturating_add(1)));
    let view = aside(move || {
        let _place = place;
        Ok(statement(&**app.journal(), patron, (from, to), limit)?)
    });
    Ok(form.answer(&view.await?))
}
