//! Streams of the journal as they grow.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::floor::{all, demo_staff, open};
use super::records::play;
use crate::support::ends;

/// Reads until so many events have come; their data.
async fn events(socket: &mut TcpStream, count: usize) -> Vec<Value> {
    let (mut bytes, mut text) = (Vec::new(), String::new());
    while text.matches("\n\n").count() < count {
        let read = ends("more of the stream", async { socket.read_buf(&mut bytes).await.unwrap() }).await;
        text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(read > 0, "it ended: {text}");
    }
    assert!(text.starts_with("HTTP/1.1 200") || !text.contains("HTTP/1.1"), "{text}");
    let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).unwrap()).collect()
}

/// A back office reads a stream as it grows, and goes on behind the last record it saw.
#[tokio::test]
async fn a_stream_is_followed_and_taken_up_where_it_broke_off() {
    let house = open().await;
    let mut dealer = play(&house, 1).await;
    let mut auditor = demo_staff(&house, "auditor").await;
    let kept = auditor.get("/api/v1/journal/records?stream=table/sydney&limit=1000").await.ok();
    let kept = kept["items"].as_array().unwrap().clone();
    assert_eq!(dealer.get("/api/v1/journal/follow?stream=table/sydney").await.problem(403), "not-allowed");
    assert_eq!(house.client().get("/api/v1/journal/follow?stream=site").await.problem(401), "not-signed-in");

    let cookie = format!("punto-session={}", auditor.cookies["punto-session"]);
    let follow = async |query: &str, last: Option<u64>| {
        let mut socket = TcpStream::connect(house.server.address()).await.unwrap();
        let last = last.map(|last| format!("last-event-id: {last}\r\n")).unwrap_or_default();
        let head = format!(
            "GET /api/v1/journal/follow?stream=table/sydney{query} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: {cookie}\r\n{last}\r\n"
        );
        socket.write_all(head.as_bytes()).await.unwrap();
        socket
    };
    let mut whole = follow("", None).await;
    assert_eq!(events(&mut whole, kept.len()).await, kept);
    let mut later = follow("&after=1", Some(kept.len() as u64 - 2)).await;
    assert_eq!(
        events(&mut later, 2).await,
        kept[kept.len() - 2..],
        "the header goes before what was asked for first"
    );

    // What comes later comes to both.
    all(&mut dealer, "sydney", &["sit cleo@3"]).await;
    let more =
        auditor.get(&format!("/api/v1/journal/records?stream=table/sydney&after={}", kept.len())).await.ok();
    let more = more["items"].as_array().unwrap().clone();
    assert!(!more.is_empty());
    assert_eq!(events(&mut whole, more.len()).await[..more.len()], more[..]);
    assert_eq!(events(&mut later, more.len()).await[..more.len()], more[..]);

    // It ends with the session.
    auditor.post("/api/v1/sign-out", &json!({})).await;
    let mut rest = Vec::new();
    ends("the end of the stream", async { whole.read_to_end(&mut rest).await.unwrap() }).await;
}
