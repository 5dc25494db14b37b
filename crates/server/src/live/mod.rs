//! Tables over a WebSocket: a view for every moment, commands and their answers, and a beat every second.
//!
//! A table's moments are encoded once for each kind of viewer and written to all of them from one task, straight from
//! the shared bytes ([`punto_reception::live`]); each connection has a task of its own that listens, and writes only what its socket did
//! not take at once ([`attend`], [`punto_http::wire`]).

mod attend;
mod events;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use punto_http::wire::{Line, Wire};
use punto_reception::live::frames;
use punto_wire::{FRAMES, Farewell, ProblemCode};
use serde::Deserialize;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::attend::Guest;
use self::events::Watcher;
use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Path, Query};
use crate::serve;
use crate::state::App;
use crate::tables;

/// The longest frame that is taken, in bytes.
const LONGEST: usize = 16 << 10;
/// What is read at once. Most viewers say nothing, and each has this much.
const READ: usize = 1 << 10;

/// The routes of live tables.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(live)).routes(routes!(events))
}

/// How somebody wants to watch.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Watching {
    /// The last record that was seen: what was missed since is sent again, if it is still known.
    from: Option<u64>,
    /// In which role, for staff with several.
    role: Option<punto_wire::Role>,
    /// Whether the terminal puts shares into the order of the house's own shoes by itself: it is asked for them then.
    shares: Option<bool>,
    /// Whether the caller is told what they may say: behind each view after which that has changed.
    allowed: Option<bool>,
    /// Whether that is told in each of the caller's roles, and not only in the one they watch in.
    each: Option<bool>,
    /// The version of frames that the client reads; the present one if left out.
    version: Option<u8>,
}

/// Watch a table, and speak to it: a WebSocket with text frames. The server sends `Frame`, the client sends `Say`.
#[utoipa::path(
    get, path = "/api/v1/tables/{table}/live", operation_id = "watchTable", tag = "tables",
    params(("table" = String, Path), Watching),
    responses(
        (status = 101, description = "frames follow"), (status = 426, description = "this is a WebSocket")
    ),
    security((), ("session" = []), ("device" = []))
)]
async fn live(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<Watching>,
    mut request: Request,
) -> Result<Response, ApiError> {
    let table = tables::table(&app, &name)?;
    let viewer = caller.viewer_as(asked.role.map(|role| role.0))?;
    let response = accepted(&request)?;
    let counted = app.open_line(&app.rates().sockets, &caller)?;
    let hub = app.hubs().of(&app, table);
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        let Ok(upgraded) = upgrade.await else { return };
        let patience = app.config().waits.patience;
        let Some((wire, socket, place)) = open(upgraded, patience).await else { return };
        if asked.version.is_some_and(|version| version != FRAMES) {
            wire.end(frames::bye(Farewell::Version));
        }
        let patron = caller.patron().filter(|_| asked.shares == Some(true));
        let terminal = patron.map(|patron| hub.table().terminal(patron));
        let told = asked.allowed == Some(true);
        let role = asked.role.filter(|_| asked.each != Some(true));
        Guest { app, caller, viewer, role, told, hub, wire }.attend(socket, asked.from).await;
        drop((place, terminal, counted));
    });
    Ok(response)
}

/// Watch significant events: a WebSocket with text frames. All that wait come first, and again whenever that changes.
#[utoipa::path(
    get, path = "/api/v1/events/live", operation_id = "watchEvents", tag = "records",
    responses(
        (status = 101, description = "frames follow"), (status = 426, description = "this is a WebSocket")
    ),
    security(("session" = []))
)]
async fn events(State(app): State<App>, caller: Caller, mut request: Request) -> Result<Response, ApiError> {
    caller.need(&app, Right::ReadEvents).await?;
    let response = accepted(&request)?;
    let counted = app.open_line(&app.rates().sockets, &caller)?;
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        let Ok(upgraded) = upgrade.await else { return };
        let patience = app.config().waits.patience;
        let Some((wire, mut socket, place)) = open(upgraded, patience).await else { return };
        Watcher { app, session: caller.session, wire: wire.clone() }.attend(&mut socket).await;
        attend::farewell(&wire, &mut socket).await;
        drop((place, counted));
    });
    Ok(response)
}

/// The answer that makes a request a WebSocket.
fn accepted(request: &Request) -> Result<Response, ApiError> {
    create_response_with_body(request, Body::empty).map_err(|error| {
        let sentence = format!("this address is a WebSocket: {error}");
        ApiError::new(StatusCode::UPGRADE_REQUIRED, ProblemCode::BadRequest, sentence)
    })
}

/// The line of a connection that has become a WebSocket, and what reads it.
async fn open(
    upgraded: Upgraded,
    patience: Duration,
) -> Option<(Arc<Wire>, WebSocketStream<Line>, serve::Place)> {
    let parts = upgraded.downcast::<TokioIo<serve::Line>>().ok()?;
    let (stream, place) = parts.io.into_inner().into_parts();
    let wire = Wire::new(stream, patience);
    let config = WebSocketConfig::default()
        .read_buffer_size(READ)
        .write_buffer_size(0)
        .max_message_size(Some(LONGEST))
        .max_frame_size(Some(LONGEST));
    // What came behind the request is copied, so that the buffer it was read into can go.
    let early = parts.read_buf.to_vec();
    drop(parts.read_buf);
    let socket =
        WebSocketStream::from_partially_read(Line(wire.clone()), early, Role::Server, Some(config)).await;
    Some((wire, socket, place))
}
