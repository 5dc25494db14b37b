//! Significant events as they happen, for the pit: all that wait, and again whenever that changes.

use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::StreamExt;
use punto_http::wire::{Line, Wire};
use punto_report::waiting_events;
use punto_site::Site;
use punto_wire::{FRAMES, Farewell, Frame, SignificantView};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::auth::SessionId;
use crate::state::App;
use punto_reception::live::frames;

/// After how many beats the other end is asked whether anybody is there, and after how many it is given up.
const ASK: u64 = 15;
const SILENT: u64 = 45;

/// Somebody who watches for significant events, and says nothing on this line.
pub(super) struct Watcher {
    pub(super) app: App,
    pub(super) session: Option<SessionId>,
    pub(super) wire: Arc<Wire>,
}

impl Watcher {
    /// Sees somebody through a connection, from the first frame to the last.
    pub(super) async fn attend(self, socket: &mut WebSocketStream<Line>) {
        let hello = Frame::Hello { version: FRAMES, now: self.app.now().0, resumed: false };
        self.wire.send(frames::text(&hello));
        if let Some(why) = self.watch(socket).await {
            self.wire.end(frames::bye(why));
        }
    }

    /// Writes until it ends; why the server ended it, if it did.
    async fn watch(&self, socket: &mut WebSocketStream<Line>) -> Option<Farewell> {
        let mut session_ends: Pin<Box<dyn Future<Output = ()> + Send>> = match self.session {
            Some(id) => Box::pin(self.app.sessions().watch(id)),
            None => Box::pin(std::future::pending()),
        };
        let (mut changes, mut stop) = (self.app.floor().site().watch(), self.app.stopping());
        let mut beat = tokio::time::interval(self.app.config().waits.beat);
        let (mut shown, mut ticks, mut beats) = (None, 0, 0);
        loop {
            let waiting = waiting(&changes.borrow_and_update().clone());
            if shown.as_ref() != Some(&waiting) {
                ticks += 1;
                self.wire.view(ticks, &frames::text(&Frame::Events { events: waiting.clone() }));
                shown = Some(waiting);
            }
            tokio::select! {
                biased;
                () = &mut session_ends => return Some(Farewell::SessionEnded),
                () = async { let _ = stop.wait_for(|stop| *stop).await; } => return Some(Farewell::ShuttingDown),
                () = self.wire.called() => match self.wire.flush().await {
                    Ok(()) if self.wire.ended() => return None,
                    Ok(()) => {}
                    Err(lost) => return lost.why(),
                },
                changed = changes.changed() => if changed.is_err() { return Some(Farewell::ShuttingDown) },
                _ = beat.tick() => {
                    beats += 1;
                    if beats - self.wire.heard() > SILENT {
                        return Some(Farewell::TooSlow);
                    }
                    self.wire.beat(&self.beat(beats));
                }
                message = socket.next() => match message {
                    Some(Ok(Message::Close(_))) | Some(Err(_)) | None => return None,
                    Some(Ok(_)) => self.wire.hear(beats),
                },
            }
        }
    }

    fn beat(&self, beats: u64) -> Bytes {
        let beat = frames::text(&Frame::Beat { now: self.app.now().0 });
        if beats.is_multiple_of(ASK) { [frames::ping(), beat].concat().into() } else { beat }
    }
}

/// All that wait, the newest first.
fn waiting(site: &Site) -> Vec<SignificantView> {
    let mut events: Vec<SignificantView> = waiting_events(site).map(|(_, event)| event).collect();
    events.reverse();
    events
}
