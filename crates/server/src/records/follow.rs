//! A stream of the journal as it grows, for the programs of a back office: server-sent events that are taken up where they broke off.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, StreamExt, stream};
use punto_access::OpenLine;
use punto_journal::StreamName;
use punto_site::Reading;
use punto_wire::RecordView;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{aside, journal};
use crate::auth::{Caller, Right, SessionId};
use crate::paging;
use crate::problem::{ApiError, Query};
use crate::reads;
use crate::state::{App, ReadingParty};

/// How many records are read at once.
const AT_ONCE: usize = 100;
/// How often it is looked whether there is more.
const LOOK: Duration = Duration::from_millis(250);
/// How often a silent line is shown to be alive.
const ALIVE: Duration = Duration::from_secs(15);

/// The route of streams that are followed.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(follow))
}

/// What is followed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Followed {
    /// The stream, which is always named.
    stream: Option<String>,
    /// Behind which record to begin; from the first on if left out. A client that comes back with the header
    /// `last-event-id`, as browsers do by themselves, goes on behind that record instead.
    after: Option<String>,
}

/// Follow a stream: every record as an event `record` with its number for an id, those that are there and those that come.
#[utoipa::path(
    get, path = "/api/v1/journal/follow", operation_id = "followStream", tag = "journal",
    params(Followed),
    responses((status = 200, description = "events without end", content_type = "text/event-stream", body = RecordView)),
    security(("session" = []))
)]
async fn follow(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Query(asked): Query<Followed>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>> + Send>, ApiError> {
    caller.need(&app, Right::ReadJournal).await?;
    let stream = asked.stream.as_deref().ok_or_else(|| ApiError::bad_request("say which stream"))?;
    let stream = journal::name(stream)?;
    reads::log_stream(&app, &caller, Reading::Journal, Some(&stream)).await?;
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let after = paging::after(last.or(asked.after.as_deref()))?.unwrap_or(0);
    let counted = app.open_line(&app.rates().streams, &caller)?;
    let (session, mut stop) = (caller.session, app.stopping());
    let sessions = app.clone();
    // It ends with the session it was asked in, and before the server does.
    let ends = async move {
        let session_ends = async {
            match session {
                Some(id) => sessions.sessions().watch(id).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = session_ends => {}
            () = async { let _ = stop.wait_for(|stop| *stop).await; } => {}
        }
    };
    let program = session.filter(|_| caller.program);
    let following = Following { app, program, stream, after, read: VecDeque::new(), _counted: counted };
    let events = stream::unfold(following, Following::next).take_until(Box::pin(ends));
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(ALIVE)))
}

/// How far a stream was told.
struct Following {
    app: App,
    /// The session of a program, which is not idle while it follows.
    program: Option<SessionId>,
    stream: StreamName,
    after: u64,
    read: VecDeque<RecordView>,
    /// That it is open, as long as it is.
    _counted: Option<OpenLine<ReadingParty>>,
}

impl Following {
    /// The next record, once there is one. A stream that cannot be read is not told further: who comes back is told why.
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Following)> {
        loop {
            if let Some(record) = self.read.pop_front() {
                self.after = record.stored.seq;
                let event = Event::default().event("record").id(self.after.to_string());
                return Some((Ok(event.json_data(&record).ok()?), self));
            }
            let (app, stream, after) = (self.app.clone(), self.stream.clone(), self.after);
            let more = aside(move || journal::behind(&app, &stream, after, AT_ONCE)).await;
            self.read = more
                .inspect_err(
                    |error| tracing::warn!(error = %error.problem.detail, "a stream is not followed"),
                )
                .ok()?
                .into();
            if self.read.is_empty() {
                if let Some(session) = self.program {
                    self.app.sessions().touch(session, self.app.now());
                }
                tokio::time::sleep(LOOK).await;
            }
        }
    }
}
