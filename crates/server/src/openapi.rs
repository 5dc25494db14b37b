//! The API described by itself: OpenAPI 3.1 for programs, and a plain page of the same for people.

use std::sync::Arc;

use axum::Router;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Redirect};
use axum::routing::get;
use punto_http::asyncapi;
pub(crate) use punto_http::openapi::complete;
use punto_wire::{Frame, Problem, ProblemCode};
use serde_json::Value;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::auth::secret::Token;
use crate::problem::{ApiError, Path};
use crate::state::App;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Punto",
        description = "Casino baccarat by the book. Bodies are JSON. Sign in with POST /api/v1/sign-in: the answer sets a \
                       cookie and names a token that must come as the header x-punto-csrf with everything but GET. \
                       A program has a token of its own, made with POST /api/v1/programs, and sends it as \
                       Authorization: Bearer; it needs no cookie and no x-punto-csrf. \
                       Amounts are integers in minor units. Every failure has a Problem for a body, which is \
                       problem details as of RFC 9457. The WebSocket at /api/v1/tables/{table}/live sends Frames; \
                       /api/v1/asyncapi.json describes the WebSockets.",
    ),
    tags(
        (name = "people", description = "Signing in, staff, devices, patrons, what takes two persons"),
        (name = "tables", description = "Tables: looking, speaking, money, shoes"),
        (name = "tournaments", description = "Tournaments: conditions, entries, seats, sessions, prizes"),
        (name = "promotions", description = "Promotions: conditions, prizes, entries, the draw, claims, disputes"),
        (name = "records", description = "Past coups, meters, reports, significant events, checks of the software"),
        (name = "journal", description = "The journal itself: streams, records, steps, checkpoints, exports, checks"),
        (name = "rules", description = "Rulebooks, clauses, scenarios, odds"),
    ),
    components(schemas(Problem, Frame)),
)]
struct Api;

/// A router to which the routes of all modules are added.
pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Api::openapi())
}

/// The routes that serve the description.
pub(crate) fn routes(document: &Value) -> Router<App> {
    let text: Arc<str> = document.to_string().into();
    let live: Arc<str> = asyncapi::of(document).to_string().into();
    let page: Arc<str> = punto_wire::described(document, NONCE).into();
    Router::new()
        .route(
            "/api/v1/openapi.json",
            get(move || async move { ([(CONTENT_TYPE, "application/json")], text.to_string()) }),
        )
        .route(
            "/api/v1/asyncapi.json",
            get(move || async move { ([(CONTENT_TYPE, "application/json")], live.to_string()) }),
        )
        .route("/api/v1/docs", get(move || async move { styled(&page) }))
        .route("/api/v1/problems/{code}", get(described))
}

/// Leads from the type of a problem to its description.
async fn described(Path(code): Path<String>) -> Result<Redirect, ApiError> {
    let code: ProblemCode = code.parse().map_err(|error| ApiError::not_found(format!("{error}")))?;
    Ok(Redirect::to(&format!("/api/v1/docs#problem-{code}")))
}

/// The page with its own style allowed by name, and nothing else.
fn styled(page: &str) -> Result<impl IntoResponse + use<>, ApiError> {
    let nonce = Token::make().map_err(ApiError::fault)?;
    let policy = format!("default-src 'none'; style-src 'nonce-{}'; frame-ancestors 'none'", nonce.reveal());
    Ok(([(CONTENT_SECURITY_POLICY, policy)], Html(page.replace(NONCE, nonce.reveal()))))
}

/// Stands in the page where each answer has another word.
const NONCE: &str = "@nonce@";
