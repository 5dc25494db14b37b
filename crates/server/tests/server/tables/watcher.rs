//! Somebody with a WebSocket, who keeps every byte that comes.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::support::{Client, LONG};

pub(crate) struct Watcher {
    pub(crate) socket: WebSocketStream<TcpStream>,
    /// Every frame that came, as text.
    pub(crate) heard: Vec<String>,
}

impl Watcher {
    /// Watches a table as this client; `query` is what stands behind the question mark.
    pub(crate) async fn at(client: &Client, table: &str, query: &str) -> Watcher {
        Watcher::try_at(client, table, query).await.unwrap()
    }

    /// The same where the server may not let them.
    pub(crate) async fn try_at(
        client: &Client,
        table: &str,
        query: &str,
    ) -> Result<Watcher, tokio_tungstenite::tungstenite::Error> {
        Watcher::try_on(client, &format!("/api/v1/tables/{table}/live?{query}")).await
    }

    /// Somebody on any line.
    pub(crate) async fn try_on(
        client: &Client,
        path: &str,
    ) -> Result<Watcher, tokio_tungstenite::tungstenite::Error> {
        let address = format!("ws://{}{path}", client.address);
        let mut request = address.into_client_request().unwrap();
        let cookies: Vec<String> =
            client.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            request.headers_mut().insert("cookie", cookies.join("; ").parse().unwrap());
        }
        if let Some(origin) = &client.origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let stream = TcpStream::connect(client.address).await.unwrap();
        let (socket, _) = client_async(request, stream).await?;
        Ok(Watcher { socket, heard: Vec::new() })
    }

    /// The next frame that is no beat; nothing when the line has ended.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        // Beats go on for ever, so it is the whole wait that ends.
        let end = tokio::time::Instant::now() + LONG;
        loop {
            let message = tokio::time::timeout_at(end, self.socket.next()).await.expect("a frame in time");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.to_string());
                    let frame: Value = serde_json::from_str(&text).unwrap();
                    if frame["frame"] != "beat" {
                        return Some(frame);
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next frame, which must be of this kind.
    #[track_caller]
    pub(crate) fn frame(&mut self, kind: &'static str) -> impl Future<Output = Value> {
        let at = std::panic::Location::caller();
        async move {
            let frame = self.next().await.unwrap_or_else(|| panic!("{at}: the line has ended"));
            assert_eq!(frame["frame"], kind, "{at}: {frame}");
            frame
        }
    }

    /// The next view.
    pub(crate) async fn view(&mut self) -> Value {
        self.frame("view").await["view"].clone()
    }

    /// Views until that of this record, which is given.
    pub(crate) async fn view_at(&mut self, seq: u64) -> Value {
        loop {
            let view = self.view().await;
            if view["seq"].as_u64().unwrap() >= seq {
                return view;
            }
        }
    }

    /// Says something, and waits for the answer to it. Views that come before it are passed over.
    pub(crate) async fn say(&mut self, id: &str, line: &str) -> Value {
        self.send(&json!({ "id": id, "line": line }).to_string()).await;
        self.answer().await
    }

    pub(crate) async fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next answer or problem.
    pub(crate) async fn answer(&mut self) -> Value {
        loop {
            let frame = self.next().await.expect("an answer");
            match frame["frame"].as_str().unwrap() {
                "answer" => return frame["answer"].clone(),
                "problem" => return frame.clone(),
                _ => {}
            }
        }
    }

    /// Why the server ended the line, once it has.
    pub(crate) async fn bye(&mut self) -> Option<String> {
        let mut why = None;
        while let Some(frame) = self.next().await {
            if frame["frame"] == "bye" {
                why = Some(frame["why"].as_str().unwrap().to_owned());
            }
        }
        why
    }
}
