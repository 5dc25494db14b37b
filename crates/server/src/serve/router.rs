//! All routes together, and what every request passes on its way to one.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Extension, State};
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use punto_wire::ProblemCode;
use serde_json::Value;

use super::layers::{Address, doorkeeper, outermost};
use crate::auth::{Caller, Right};
use crate::problem::ApiError;
use crate::state::App;
use crate::{
    live, metrics, odds, openapi, page, people, promotions, records, rules, second_factor, sign_ins,
    significant, software, tables, tournaments, winding,
};

/// The longest body of a request.
const LONGEST_BODY: usize = 64 << 10;

/// The router and the description of its API.
pub(crate) fn router(app: App) -> (Router, Value) {
    let (api, document) = openapi::router()
        .merge(sign_ins::routes())
        .merge(second_factor::routes())
        .merge(people::routes())
        .merge(significant::routes())
        .merge(software::routes())
        .merge(tables::routes())
        .merge(tournaments::routes())
        .merge(promotions::routes())
        .merge(live::routes())
        .merge(records::routes())
        .merge(rules::routes())
        .merge(odds::routes())
        .merge(winding::routes())
        .split_for_parts();
    let document = openapi::complete(&document, app.config().secure());
    let router = api
        .merge(openapi::routes(&document))
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .route("/metrics", get(measured))
        .fallback(page::serve)
        .method_not_allowed_fallback(no_such_method)
        .layer(from_fn_with_state(app.clone(), doorkeeper))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(from_fn(short_enough))
        .layer(from_fn_with_state(app.clone(), outermost))
        .with_state(app);
    (router, document)
}

/// Turns away what says itself that it is too long, before any of it is read.
async fn short_enough(request: axum::extract::Request, next: axum::middleware::Next) -> Response {
    let said = request.headers().get(axum::http::header::CONTENT_LENGTH);
    let said: Option<usize> = said.and_then(|length| length.to_str().ok()?.parse().ok());
    if said.is_some_and(|length| length > LONGEST_BODY) {
        let sentence = format!("a body has at most {LONGEST_BODY} bytes");
        return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, ProblemCode::TooLarge, sentence).into_response();
    }
    next.run(request).await
}

async fn no_such_method() -> ApiError {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        ProblemCode::BadRequest,
        "this address is not asked in this way",
    )
}

/// That the process answers, and what of its machine whoever looks after it should know.
async fn alive(State(app): State<App>) -> String {
    format!("alive\nthe machine's clock is {}\n", app.clock().followed().said())
}

/// Whether it makes sense to send people here: not while the server stops, nor while the house is closed by a fault, nor
/// while nothing can be recorded.
async fn ready(State(app): State<App>) -> Response {
    let unready = |why: &'static str| (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    if *app.stopping().borrow() {
        return unready("stopping\n");
    }
    if app.closed().is_some() {
        return unready("closed by a fault; staff see it among the events\n");
    }
    match app.can_record().await {
        true => "ready\n".into_response(),
        false => unready("nothing can be recorded\n"),
    }
}

/// Metrics for this machine's own monitoring, and for staff who may see them.
async fn measured(
    State(app): State<App>,
    caller: Caller,
    Extension(Address(address)): Extension<Address>,
) -> Result<Response, ApiError> {
    if !address.is_loopback() {
        caller.need(&app, Right::ReadMetrics).await?;
    }
    Ok(metrics::metrics(State(app)).await.into_response())
}
