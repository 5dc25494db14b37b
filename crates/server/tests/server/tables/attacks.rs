//! What an attacker would try at a table: other people's commands, old and forged ones, floods and tricks.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use punto_config::Waits;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use super::floor::{all, demo_staff, guest, open, open_waiting, say, view};
use super::watcher::Watcher;
use crate::support::ends;

#[tokio::test(flavor = "multi_thread")]
async fn nobody_speaks_for_another() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    house.ready("sydney").await;
    all(&mut dealer, "sydney", &["sit ada@1", "sit eve@2"]).await;
    let mut eve = guest(&house, "eve").await;
    let before = view(&mut house.client(), "sydney").await["seq"].clone();
    for line in
        ["bet ada@1 player 100", "leave ada", "sit ada@3", "consent ada limits", "bet ada@2 player 100"]
    {
        let reply = say(&mut eve, "sydney", line).await;
        assert_eq!(reply.problem(409), "refused", "{line}");
    }
    // What only staff do, a patron does not do either.
    for line in [
        "settle",
        "prepare",
        "card Ks",
        "call no-more-bets",
        "void-wagers ada",
        "sign-on",
        "fill 100",
        "close",
    ] {
        assert!(matches!(say(&mut eve, "sydney", line).await.status, 409 | 403), "{line}");
    }
    // Nor with a role that is only claimed.
    let claimed = json!({ "id": "eve-claims-1", "line": "settle", "role": "dealer" });
    assert_eq!(eve.post("/api/v1/tables/sydney/commands", &claimed).await.problem(403), "not-allowed");
    assert!(house.has_line("denied"), "and that is in the journal");
    let mut line = Watcher::at(&eve, "sydney", "").await;
    line.send(&json!({ "id": "eve-claims-2", "line": "settle", "role": "dealer" }).to_string()).await;
    assert_eq!(line.answer().await["problem"]["code"], "not-allowed");
    assert!(Watcher::try_at(&eve, "sydney", "role=surveillance").await.is_err());
    // Nobody at all says nothing at all.
    let mut nobody = house.client();
    assert_eq!(say(&mut nobody, "sydney", "sit bob@3").await.problem(401), "not-signed-in");
    let mut line = Watcher::at(&nobody, "sydney", "").await;
    assert_eq!(line.say("nobody-01", "sit bob@3").await["problem"]["code"], "not-signed-in");
    assert_eq!(view(&mut house.client(), "sydney").await["seq"], before, "nothing has happened");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_counts_once_however_often_it_comes() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    house.ready("sydney").await;
    all(&mut dealer, "sydney", &["sit ada@1", "sit eve@2"]).await;
    let (mut ada, mut eve) = (guest(&house, "ada").await, guest(&house, "eve").await);
    let bet = json!({ "id": "replayed-1", "line": "bet ada@1 player 100" });
    let first = ada.post("/api/v1/tables/sydney/commands", &bet).await.ok();
    assert_eq!(first["repeated"], false);
    for _ in 0..5 {
        let again = ada.post("/api/v1/tables/sydney/commands", &bet).await.ok();
        assert_eq!((again["seq"].clone(), again["repeated"].as_bool()), (first["seq"].clone(), Some(true)));
    }
    let mut line = Watcher::at(&ada, "sydney", "").await;
    let over_the_line = line.say("replayed-1", "bet ada@1 player 100").await;
    assert_eq!(
        (over_the_line["seq"].clone(), over_the_line["repeated"].as_bool()),
        (first["seq"].clone(), Some(true))
    );
    // The same id with other words is no second command.
    let other = line.say("replayed-1", "bet ada@1 banker 500").await;
    assert!(other["seq"].is_null() && other["refusal"].is_object(), "{other}");
    // And with somebody else's voice it is nothing.
    let stolen = eve.post("/api/v1/tables/sydney/commands", &bet).await;
    assert_eq!(stolen.problem(409), "refused");
    assert!(!stolen.body.contains("\"lines\""));
    assert_eq!(view(&mut ada, "sydney").await["wagers"].as_array().unwrap().len(), 1);
    // A hundred at the same moment are one.
    let tries = (0..100).map(|_| {
        let mut ada = ada.clone();
        let take = json!({ "id": "replayed-2", "line": "bet ada@1 tie 25" });
        tokio::spawn(async move { ada.post("/api/v1/tables/sydney/commands", &take).await })
    });
    let mut records = Vec::new();
    for one in tries.collect::<Vec<_>>() {
        let reply = one.await.unwrap();
        if reply.status == 200 {
            records.push(reply.json()["seq"].as_u64().unwrap());
        } else {
            assert_eq!(reply.status, 503, "{reply:?}");
        }
    }
    records.dedup();
    assert_eq!(records.len(), 1);
    // After a restart the answer is still the same.
    let house = house.restarted().await;
    let mut ada = house.client();
    ada.sign_in(&json!({ "as": "guest", "name": "zed" })).await.ok();
    let mut dealer = demo_staff(&house, "dealer").await;
    let by_another = dealer.post("/api/v1/tables/sydney/commands", &bet).await;
    assert_eq!(by_another.status, 409, "{by_another:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_out_of_order_are_refused_and_change_nothing() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    house.ready("sydney").await;
    all(&mut dealer, "sydney", &["sit ada@1", "bet ada@1 player 100"]).await;
    for line in
        ["settle", "card 2d to banker", "turn player", "return player", "reveal ada@1 player", "resume"]
    {
        let before = view(&mut dealer, "sydney").await;
        let reply = say(&mut dealer, "sydney", line).await;
        if reply.status == 409 {
            assert!(!reply.json()["refusal"]["by"].as_array().unwrap().is_empty());
            assert_eq!(view(&mut dealer, "sydney").await["seq"], before["seq"]);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_seen_or_is_too_long_is_not_said() {
    let house = open().await;
    let mut ada = guest(&house, "ada").await;
    for line in [
        "sit ada@1\u{200b}",
        "sit\u{a0}ada@1",
        "sit ada@1\u{0}",
        "sit ada@1\nsit ben@2",
        "sit \u{202e}ada@1",
        "sit ada@1'; DROP TABLE record; --",
        "sit аda@1",
        "",
        " ",
        "🂡",
    ] {
        assert_eq!(say(&mut ada, "sydney", line).await.problem(400), "bad-request", "{line:?}");
    }
    assert_eq!(say(&mut ada, "sydney", &"sit ".repeat(100)).await.problem(400), "bad-request");
    let long = json!({ "id": "x".repeat(100_000), "line": "sit ada@1" });
    assert_eq!(ada.post("/api/v1/tables/sydney/commands", &long).await.problem(413), "too-large");
    for name in ["nowhere", "..", "%2e%2e", "sydney%00", "SYDNEY", "sydney'--", "%F0%9F%82%A1"] {
        let reply = ada.get(&format!("/api/v1/tables/{name}")).await;
        assert!(matches!(reply.status, 400 | 404), "{name}: {reply:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_is_too_long_ends_the_line() {
    let house = open().await;
    let ada = guest(&house, "ada").await;
    for size in [16 << 10, 10 << 20] {
        let mut watcher = Watcher::at(&ada, "sydney", "").await;
        watcher.frame("hello").await;
        let flood = Message::text("x".repeat(size + 1));
        // The server may hang up while this is still being sent.
        let _ = ends("sending", watcher.socket.send(flood)).await;
        let mut told = false;
        while let Some(Ok(message)) = ends("the line", watcher.socket.next()).await {
            told |= matches!(&message, Message::Text(text) if text.contains("too-large"));
        }
        assert!(told || size > 1 << 20, "{size}");
    }
    let mut good = Watcher::at(&ada, "sydney", "").await;
    assert!(good.say("ada-after-1", "leave ada").await.is_object());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_no_websocket_is_turned_away() {
    let house = open().await;
    let mut client = house.client();
    let plain = client.get("/api/v1/tables/sydney/live").await;
    assert_eq!(plain.problem(426), "bad-request");
    let upgrade = [("connection", "upgrade"), ("upgrade", "websocket"), ("sec-websocket-version", "8")];
    assert!(client.send("GET", "/api/v1/tables/sydney/live", None, &upgrade).await.status >= 400);
    client.origin = Some("https://evil.example".into());
    assert!(Watcher::try_at(&client, "sydney", "").await.is_err(), "another site's page does not get in");
    client.origin = None;
    assert!(Watcher::try_at(&client, "nowhere", "").await.is_err());
    // Garbage instead of frames ends the line and nothing else.
    let mut raw = TcpStream::connect(house.server.address()).await.unwrap();
    let request = format!(
        "GET /api/v1/tables/sydney/live HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        house.server.address()
    );
    raw.write_all(request.as_bytes()).await.unwrap();
    raw.write_all(&[0xff; 512]).await.unwrap();
    let mut rest = Vec::new();
    let _ = ends("a line with garbage", raw.read_to_end(&mut rest)).await;
    assert!(String::from_utf8_lossy(&rest).starts_with("HTTP/1.1 101"));
    assert_eq!(view(&mut house.client(), "sydney").await["table"], "sydney");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_pings_is_not_kept_for_ever() {
    let house = open_waiting(Waits { patience: Duration::from_secs(1), ..Waits::default() }).await;
    let mut watcher = Watcher::at(&house.client(), "sydney", "").await;
    // Asks without reading the answers: they wait up to a limit, then the line is given up.
    let ping = Message::Ping(vec![0; 125].into());
    let flood = async { while watcher.socket.feed(ping.clone()).await.is_ok() {} };
    ends("the line of whoever only asks", flood).await;
    assert_eq!(view(&mut house.client(), "sydney").await["table"], "sydney");
}
