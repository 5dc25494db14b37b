//! One connection: what it is shown first, what is said on it, and how it ends.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use punto_http::wire::{Line, Lost, Wire, hang_up};
use punto_seen::Viewer;
use punto_site::Place;
use punto_wire::{FRAMES, Farewell, Frame, Problem, ProblemCode, Say};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::auth::{Caller, Who};
use crate::problem::ApiError;
use crate::state::App;
use crate::tables;
use punto_reception::live::{Hub, frames, view_frame};

/// How often a patron or a display that only looks on is noted to be there.
const PRESENT: Duration = Duration::from_secs(60);
/// How long the other end has to take the last frames and hang up.
const FAREWELL: Duration = Duration::from_secs(2);

/// Somebody who watches a table, and may speak to it.
pub(super) struct Guest {
    pub(super) app: App,
    pub(super) caller: Caller,
    pub(super) viewer: Viewer,
    /// In which role they would speak; in each they have if they ask for none.
    pub(super) role: Option<punto_wire::Role>,
    /// Whether they are told what they may say.
    pub(super) told: bool,
    pub(super) hub: Arc<Hub>,
    pub(super) wire: Arc<Wire>,
}

type Answering = Pin<Box<dyn Future<Output = Frame> + Send>>;
type Offering = Pin<Box<dyn Future<Output = Option<Bytes>> + Send>>;

impl Guest {
    /// Sees somebody through a connection, from the first frame to the last. `from` is the last record they saw.
    pub(super) async fn attend(self, mut socket: WebSocketStream<Line>, from: Option<u64>) {
        let ended = match self.welcome(from).await {
            Ok(()) => self.watch(&mut socket).await,
            Err(lost) => lost.why(),
        };
        self.hub.leave(self.viewer, &self.wire);
        let wire = self.wire.clone();
        drop(self);
        if let Some(why) = ended {
            wire.end(frames::bye(why));
        }
        // The house is let go of by now: a line that takes its time to end keeps nothing else from ending.
        farewell(&wire, &mut socket).await;
    }

    /// Hello; then exactly the frames that were missed, if they are still known, or a fresh view; then lets them in.
    ///
    /// Missed frames are made one by one as they are read, so that many who come back at once cost little.
    async fn welcome(&self, from: Option<u64>) -> Result<(), Lost> {
        self.hub.greet(self.viewer);
        let table = self.hub.table();
        let mut shown = self.hub.shown();
        let mut seen = from.filter(|seq| *seq <= shown.moment.seq && table.since(*seq).is_some());
        let hello = Frame::Hello { version: FRAMES, now: self.app.now().0, resumed: seen.is_some() };
        self.wire.send(frames::text(&hello));
        loop {
            let missed = seen.and_then(|seq| table.since(seq));
            let fresh = missed.is_none() || (seen == Some(shown.moment.seq) && shown.again);
            for moment in missed.into_iter().flatten().filter(|moment| moment.seq <= shown.moment.seq) {
                self.wire.send(view_frame(&self.hub.scene(moment), self.viewer));
                self.wire.flush().await?;
            }
            if fresh {
                self.wire.send(self.hub.frame(self.viewer, &shown));
            }
            self.wire.flush().await?;
            if self.wire.ended() || self.hub.enter(self.viewer, &self.wire, shown.tick) {
                return Ok(());
            }
            // More has been shown while that was sent: that, too, and then again.
            seen = Some(shown.moment.seq);
            shown = self.hub.shown();
        }
    }

    /// Listens and writes until it ends; why the server ended it, if it did.
    async fn watch(&self, socket: &mut WebSocketStream<Line>) -> Option<Farewell> {
        let mut session_ends: Pin<Box<dyn Future<Output = ()> + Send>> = match self.caller.session {
            Some(id) => Box::pin(self.app.sessions().watch(id)),
            None => Box::pin(std::future::pending()),
        };
        let looks_on =
            (self.caller.staff().is_none() || self.caller.program) && self.caller.session.is_some();
        let mut present = looks_on.then(|| Box::pin(tokio::time::interval(PRESENT)));
        let mut answering: Option<Answering> = None;
        let mut shown = self.hub.told();
        let mut offering: Option<Offering> = self.told.then(|| self.offer());
        let mut offered = Bytes::new();
        loop {
            tokio::select! {
                biased;
                () = &mut session_ends => return Some(Farewell::SessionEnded),
                () = self.wire.called() => match self.wire.flush().await {
                    Ok(()) if self.wire.ended() => return None,
                    Ok(()) => {}
                    Err(lost) => return lost.why(),
                },
                answer = async { answering.as_mut().map(|answer| answer.as_mut())?.await.into() },
                    if answering.is_some() =>
                {
                    answering = None;
                    let answer: Option<Frame> = answer;
                    if let Some(answer) = answer && !send(socket, &answer).await {
                        return None;
                    }
                }
                // One at a time: whatever is shown meanwhile is answered by the next.
                Ok(()) = shown.changed(), if self.told && offering.is_none() => offering = Some(self.offer()),
                offer = async { offering.as_mut().map(|offer| offer.as_mut())?.await }, if offering.is_some() => {
                    offering = None;
                    if let Some(offer) = offer.filter(|offer| *offer != offered) {
                        self.wire.offer(offer.clone());
                        offered = offer;
                    }
                }
                _ = async { match present.as_mut() { Some(present) => { present.tick().await; }, None => std::future::pending().await } } => {
                    if let Some(id) = self.caller.session {
                        self.app.sessions().touch(id, self.app.now());
                    }
                }
                message = socket.next(), if answering.is_none() => {
                    self.hub.heard(&self.wire);
                    match message {
                        Some(Ok(Message::Text(text))) => answering = Some(self.answer(text.as_str().to_owned())),
                        Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                        Some(Ok(Message::Binary(_))) => {
                            let problem = *ApiError::bad_request("frames are text").problem;
                            if !send(socket, &Frame::Problem { id: None, problem }).await {
                                return None;
                            }
                        }
                        Some(Ok(Message::Close(_))) | None => return None,
                        Some(Err(error)) => {
                            self.too_much(&error);
                            return None;
                        }
                    }
                }
            }
        }
    }

    /// What may be said now, on its way to be told; nothing for somebody who may say nothing.
    fn offer(&self) -> Offering {
        let (app, caller, hub, role) = (self.app.clone(), self.caller.clone(), self.hub.clone(), self.role);
        Box::pin(async move {
            let actors = tables::actors(&as_of_now(&app, caller), role).ok()?;
            let allowed = tables::offered(&app, hub.table().clone(), actors).await.ok()?;
            Some(frames::text(&Frame::Allowed { allowed }))
        })
    }

    /// What is said, on its way to its answer.
    fn answer(&self, text: String) -> Answering {
        let (app, caller, hub) = (self.app.clone(), self.caller.clone(), self.hub.clone());
        Box::pin(async move {
            let said: Say = match serde_json::from_str(&text) {
                Ok(said) => said,
                Err(error) => {
                    let sentence = format!("this is nothing that can be said: {error}");
                    return Frame::Problem { id: None, problem: *ApiError::bad_request(sentence).problem };
                }
            };
            let caller = as_of_now(&app, caller);
            if let Some(id) = caller.session {
                app.sessions().touch(id, app.now());
            }
            let answer = match app.not_too_often(&caller) {
                Ok(()) => tables::say(&app, &caller, hub.table(), &said).await,
                Err(often) => Err(often),
            };
            match answer {
                Ok(answer) => Frame::Answer { answer },
                Err(error) => {
                    let id = Some(said.id.chars().take(64).collect());
                    Frame::Problem { id, problem: denied(&app, &caller, &hub, error).await }
                }
            }
        })
    }

    /// A frame that is too long is answered by the end of the connection.
    fn too_much(&self, error: &Error) {
        if let Error::Capacity(_) = error {
            let sentence = format!("a frame has at most {} bytes", super::LONGEST);
            let error =
                ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, ProblemCode::TooLarge, sentence.as_str());
            let problem = *error.problem;
            let mut last = frames::text(&Frame::Problem { id: None, problem }).to_vec();
            last.extend_from_slice(&frames::close(CloseCode::Size, &sentence));
            self.wire.end(last.into());
        }
    }
}

/// Has the last frames taken, and waits a moment for the other end to hang up: what it still sends is not read, and a
/// line that is cut with something unread on it may lose what was sent last.
pub(super) async fn farewell(wire: &Wire, socket: &mut WebSocketStream<Line>) {
    let _ = tokio::time::timeout(FAREWELL, async {
        if wire.flush().await.is_ok() && wire.ended() {
            hang_up(socket.get_mut()).await;
        }
    })
    .await;
}

async fn send(socket: &mut WebSocketStream<Line>, frame: &Frame) -> bool {
    let text = serde_json::to_string(frame).unwrap_or_default();
    socket.send(Message::text(text)).await.is_ok()
}

/// The speaker with their present grants, not those they had when they connected.
fn as_of_now(app: &App, mut caller: Caller) -> Caller {
    if let Who::Staff { name, grants } = &mut caller.who {
        let person = app.site().people.get(name).cloned();
        *grants = person.map(|person| person.grants.iter().copied().collect()).unwrap_or_default();
    }
    caller
}

/// A denial is journalled, here as over HTTP.
async fn denied(app: &App, caller: &Caller, hub: &Hub, error: ApiError) -> Problem {
    if error.problem.code == ProblemCode::NotAllowed {
        let place = Place::Table(*hub.table().name());
        if let Err(worse) = app.denied(caller, "say", place, &error.problem.detail).await {
            return *worse.problem;
        }
    }
    *error.problem
}
