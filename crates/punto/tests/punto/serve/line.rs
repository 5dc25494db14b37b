//! A WebSocket line of a patron, which blocks.

use std::net::TcpStream;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket, client};

use super::client::{Client, connect};

/// Somebody who watches a table and speaks to it.
pub(crate) struct Line {
    pub(crate) socket: WebSocket<TcpStream>,
}

impl Line {
    /// Watches a table as this client, in a role of theirs if one is named; `None` if the server does not let them.
    pub(crate) fn try_at(who: &Client, table: &str, query: &str) -> Option<Line> {
        let address = format!("ws://{}/api/v1/tables/{table}/live?{query}", who.address);
        let mut request = address.into_client_request().ok()?;
        if let Some(cookie) = &who.cookie {
            request.headers_mut().insert("cookie", cookie.parse().ok()?);
        }
        let (socket, _) = client(request, connect(who.address).ok()?).ok()?;
        Some(Line { socket })
    }

    #[track_caller]
    pub(crate) fn at(who: &Client, table: &str) -> Line {
        Line::try_at(who, table, "").expect("the server opens a line")
    }

    pub(crate) fn send(&mut self, id: &str, line: &str) -> Result<(), Error> {
        self.socket.send(Message::text(json!({ "id": id, "line": line }).to_string()))
    }

    /// The next frame, or `None` where the line has ended.
    pub(crate) fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Says something, and waits for the frame that answers it.
    pub(crate) fn say(&mut self, id: &str, line: &str) -> Option<Value> {
        self.send(id, line).ok()?;
        self.answer()
    }

    /// The next frame that answers anything.
    pub(crate) fn answer(&mut self) -> Option<Value> {
        loop {
            let frame = self.next()?;
            if matches!(frame["frame"].as_str(), Some("answer" | "problem")) {
                return Some(frame);
            }
        }
    }
}
