//! What comes over the line: first frames, missed frames, the newest view, beats, and the end.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use punto_config::Waits;
use punto_wire::FRAMES;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message;

use super::floor::{all, demo_staff, guest, open, open_waiting, view};
use super::watcher::Watcher;
use crate::support::{ends, eventually};

#[tokio::test(flavor = "multi_thread")]
async fn a_view_comes_first_and_then_one_for_every_moment() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    let mut watcher = Watcher::at(&house.client(), "sydney", "").await;
    let hello = watcher.frame("hello").await;
    assert_eq!((hello["version"].as_u64(), hello["resumed"].as_bool()), (Some(FRAMES.into()), Some(false)));
    assert_eq!(hello["now"].as_i64(), Some(house.server.app().now().0));
    let first = watcher.view().await;
    assert_eq!(first, view(&mut house.client(), "sydney").await, "the same as over HTTP");
    assert_eq!((first["title"].as_str(), first["phase"].as_str()), (Some("Sydney 1"), Some("preparing")));
    let seq = first["seq"].as_u64().unwrap();
    for (line, next_seq) in ["act check-cards", "sit ada@1", "sit ben@2"].into_iter().zip(seq + 1..) {
        all(&mut dealer, "sydney", &[line]).await;
        let next = watcher.view().await;
        assert_eq!(next["seq"].as_u64(), Some(next_seq), "one frame a record, as each was read at once");
    }
    let last = view(&mut house.client(), "sydney").await;
    assert_eq!(last["patrons"].as_array().unwrap().len(), 2);
    let lines: Vec<&str> =
        last["lines"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect();
    assert!(lines.is_empty(), "whoever may be anybody reads nothing that names anybody: {lines:?}");
    let mut zoe = guest(&house, "zoe").await;
    let last = view(&mut zoe, "sydney").await;
    let lines: Vec<&str> =
        last["lines"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect();
    assert!(lines.ends_with(&["sat ada@1", "sat ben@2"]), "{lines:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_be_said_follows_the_view_for_whoever_asks_to_be_told() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    let mut zoe = guest(&house, "zoe").await;
    let refusal = |allowed: &Value, line: &str| {
        let list = allowed["allowed"].as_array().unwrap();
        list.iter().find(|one| one["line"] == line).map(|one| one["refusal"].clone())
    };
    let mut own = Watcher::at(&zoe, "sydney", "allowed=true").await;
    own.frame("hello").await;
    own.view().await;
    let first = own.frame("allowed").await;
    assert_eq!(refusal(&first, "sit zoe@1"), Some(Value::Null));
    assert_eq!(
        first["allowed"],
        zoe.get("/api/v1/tables/sydney/allowed").await.json(),
        "the same as over HTTP"
    );
    all(&mut dealer, "sydney", &["sit ada@1"]).await;
    own.view().await;
    assert_eq!(refusal(&own.frame("allowed").await, "sit zoe@1").unwrap()["code"], "seat-taken");
    // What has not changed is not told again: the next frames are those of the next change.
    all(&mut dealer, "sydney", &["act check-cards", "sit ben@2"]).await;
    own.view().await;
    own.view().await;
    assert_eq!(refusal(&own.frame("allowed").await, "sit zoe@2").unwrap()["code"], "seat-taken");

    // Staff are told in which of their roles; nobody is told who did not ask, or has nothing to say.
    let mut staff = Watcher::at(&dealer, "sydney", "role=dealer&allowed=true").await;
    staff.frame("hello").await;
    staff.view().await;
    let told = staff.frame("allowed").await;
    assert!(told["allowed"].as_array().unwrap().iter().all(|one| one["role"] == "dealer"));
    let mut silent = Watcher::at(&dealer, "sydney", "role=dealer").await;
    let mut public = Watcher::at(&house.client(), "sydney", "allowed=true").await;
    for watcher in [&mut silent, &mut public] {
        watcher.frame("hello").await;
        watcher.view().await;
    }
    all(&mut dealer, "sydney", &["sit cal@3"]).await;
    silent.view().await;
    public.view().await;
    all(&mut dealer, "sydney", &["sit dot@4"]).await;
    silent.view().await;
    public.view().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_away_gets_exactly_what_they_missed() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    let mut watcher = Watcher::at(&house.client(), "sydney", "").await;
    watcher.frame("hello").await;
    let seen = watcher.view().await["seq"].as_u64().unwrap();
    drop(watcher);
    house.ready("sydney").await;
    let last = all(&mut dealer, "sydney", &["sit ada@1", "sit ben@2", "bet ada@1 player 100"]).await;
    let shown = view(&mut house.client(), "sydney").await;

    let mut back = Watcher::at(&house.client(), "sydney", &format!("from={seen}")).await;
    assert_eq!(back.frame("hello").await["resumed"], true);
    for seq in seen + 1..=last {
        assert_eq!(back.view().await["seq"].as_u64(), Some(seq));
    }
    // Nothing besides: the next frame is the next moment.
    let next = all(&mut dealer, "sydney", &["bet ben@2 banker 50"]).await;
    let newest = back.view().await;
    assert_eq!(newest["seq"].as_u64(), Some(next));
    assert_eq!(newest["seq"].as_u64().unwrap(), shown["seq"].as_u64().unwrap() + 1);

    // Who missed nothing gets nothing, and who comes from nowhere gets a fresh view.
    let mut same = Watcher::at(&house.client(), "sydney", &format!("from={next}")).await;
    assert_eq!(same.frame("hello").await["resumed"], true);
    for odd in [next + 1000, u64::MAX] {
        let mut fresh = Watcher::at(&house.client(), "sydney", &format!("from={odd}")).await;
        assert_eq!(fresh.frame("hello").await["resumed"], false);
        assert_eq!(fresh.view().await["seq"].as_u64(), Some(next));
    }
    let after = all(&mut dealer, "sydney", &["sit cal@3"]).await;
    assert_eq!(same.view().await["seq"].as_u64(), Some(after), "and then goes on like everybody");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_away_for_too_long_gets_a_fresh_view() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    house.ready("sydney").await;
    let seen = all(&mut dealer, "sydney", &["sit ada@1"]).await;
    for _ in 0..40 {
        all(&mut dealer, "sydney", &["bet ada@1 player 100", "lift ada@1 player"]).await;
    }
    let mut back = Watcher::at(&house.client(), "sydney", &format!("from={seen}")).await;
    assert_eq!(back.frame("hello").await["resumed"], false);
    assert_eq!(back.view().await["seq"].as_u64(), Some(seen + 80));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resumed_line_survives_a_restart() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    house.ready("sydney").await;
    let seq = all(&mut dealer, "sydney", &["sit ada@1", "bet ada@1 player 100"]).await;
    let mut watcher = Watcher::at(&house.client(), "sydney", "").await;
    watcher.frame("hello").await;
    watcher.view().await;
    let (house, bye) = tokio::join!(house.restarted(), watcher.bye());
    assert_eq!(bye.as_deref(), Some("shutting-down"));
    let mut back = Watcher::at(&house.client(), "sydney", &format!("from={seq}")).await;
    let hello = back.frame("hello").await;
    if hello["resumed"] == false {
        let view = back.view().await;
        assert_eq!(view["seq"].as_u64(), Some(seq));
        assert_eq!(view["wagers"][0]["stake"], 10_000);
    }
    let mut dealer = demo_staff(&house, "dealer").await;
    let next = all(&mut dealer, "sydney", &["sit ben@2"]).await;
    assert_eq!(back.view().await["seq"].as_u64(), Some(next));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_lines_of_one_patron_are_both_live() {
    let house = open().await;
    house.ready("sydney").await;
    let ada = guest(&house, "ada").await;
    let (mut one, mut two) = (Watcher::at(&ada, "sydney", "").await, Watcher::at(&ada, "sydney", "").await);
    for line in [&mut one, &mut two] {
        line.frame("hello").await;
        line.view().await;
    }
    let answer = one.say("ada-0001", "sit ada@1").await;
    assert_eq!(answer["id"], "ada-0001");
    let seq = answer["seq"].as_u64().unwrap();
    assert_eq!(answer["lines"][0]["text"], "sat ada@1");
    assert_eq!(two.view_at(seq).await["patrons"][0]["mine"], true);
    let answer = two.say("ada-0002", "bet ada@1 player 100").await;
    assert!(answer["refusal"].is_null(), "{answer}");
    let seen = one.view_at(answer["seq"].as_u64().unwrap()).await;
    assert_eq!(seen["wagers"][0]["mine"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_and_problems_come_as_frames() {
    let house = open().await;
    let ada = guest(&house, "ada").await;
    let mut watcher = Watcher::at(&ada, "sydney", "").await;
    let refused = watcher.say("ada-0001", "bet ada@1 player 100").await;
    let refusal = &refused["refusal"];
    assert!(refused["seq"].is_null() && !refusal["sentence"].as_str().unwrap().is_empty(), "{refused}");
    assert!(!refusal["by"].as_array().unwrap().is_empty() && refusal["code"] != "refused", "{refused}");
    for (text, about) in [
        (json!({ "id": "ada-0002", "line": "bet ada@1 player x" }).to_string(), "column 18"),
        (json!({ "id": "short", "line": "sit ada@1" }).to_string(), "8 to 64"),
        (json!({ "line": "sit ada@1" }).to_string(), "missing field"),
        ("{".to_owned(), "nothing that can be said"),
        (json!({ "id": "ada-0003", "line": "x".repeat(301) }).to_string(), "at most 300"),
        (
            json!({ "id": "ada-0004", "line": "sit ada@1", "role": "emperor" }).to_string(),
            "unknown variant `emperor`",
        ),
    ] {
        watcher.send(&text).await;
        let problem = watcher.answer().await;
        assert_eq!(problem["problem"]["code"], "bad-request", "{problem}");
        assert!(problem["problem"]["detail"].as_str().unwrap().contains(about), "{problem}");
    }
    watcher.socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(watcher.answer().await["problem"]["detail"], "frames are text");
    // And the line is still good.
    watcher.socket.send(Message::Ping(vec![7].into())).await.unwrap();
    assert!(watcher.say("ada-0005", "leave ada").await["refusal"].is_object());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_session_ends_its_lines() {
    let house = open().await;
    let mut ada = guest(&house, "ada").await;
    let mut one = Watcher::at(&ada, "sydney", "").await;
    let mut two = Watcher::at(&ada, "auckland", "").await;
    let mut nobody = Watcher::at(&house.client(), "sydney", "").await;
    assert!(one.next().await.is_some() && two.next().await.is_some());
    ada.post("/api/v1/sign-out", &Value::Null).await.ok();
    assert_eq!(one.bye().await.as_deref(), Some("session-ended"));
    assert_eq!(two.bye().await.as_deref(), Some("session-ended"));
    let ben = guest(&house, "ben").await;
    let mut other = Watcher::at(&ben, "sydney", "").await;
    assert!(other.say("ben-0001", "leave ben").await.is_object(), "others stay");
    nobody.frame("hello").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_out_everywhere_ends_lines_elsewhere() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    let mut watcher = Watcher::at(&dealer, "sydney", "role=dealer").await;
    watcher.frame("hello").await;
    assert!(watcher.view().await["staff"].is_object());
    dealer.post("/api/v1/sign-out-everywhere", &Value::Null).await.ok();
    assert_eq!(watcher.bye().await.as_deref(), Some("session-ended"));
}

#[tokio::test(flavor = "multi_thread")]
async fn beats_come_by_themselves_and_one_a_second_is_usual() {
    assert_eq!(Waits::default().beat, Duration::from_secs(1));
    let waits = Waits { beat: Duration::from_millis(20), ..Waits::default() };
    let house = open_waiting(waits).await;
    let mut watcher = Watcher::at(&house.client(), "sydney", "").await;
    watcher.frame("hello").await;
    watcher.view().await;
    // Only beats from here on, so that whoever passes them over waits.
    ends("three beats", async {
        for _ in 0..3 {
            assert!(matches!(watcher.socket.next().await, Some(Ok(Message::Text(text))) if text.contains("\"frame\":\"beat\"")));
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_another_version_is_told_so() {
    let house = open().await;
    let mut old = Watcher::at(&house.client(), "sydney", &format!("version={}", FRAMES - 1)).await;
    assert_eq!(old.bye().await.as_deref(), Some("version"));
    let mut same = Watcher::at(&house.client(), "sydney", &format!("version={FRAMES}")).await;
    same.frame("hello").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_who_does_not_read_is_dropped_and_holds_nobody_up() {
    let house = open_waiting(Waits { patience: Duration::from_secs(1), ..Waits::default() }).await;
    let mut dealer = demo_staff(&house, "dealer").await;
    house.ready("sydney").await;
    all(&mut dealer, "sydney", &["sit ada@1"]).await;
    // Asks to watch, and then reads nothing: the kernel's buffers fill up, and with them the line.
    let small = tokio::net::TcpSocket::new_v4().unwrap();
    small.set_recv_buffer_size(4 << 10).unwrap();
    let mut deaf = small.connect(house.server.address()).await.unwrap();
    let request = format!(
        "GET /api/v1/tables/sydney/live HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        house.server.address()
    );
    deaf.write_all(request.as_bytes()).await.unwrap();
    let mut watcher = Watcher::at(&dealer, "sydney", "role=dealer").await;
    let mut sent = 0;
    let mut turn = 0;
    while sent < 12 << 20 {
        let line = if turn % 2 == 0 { "bet ada@1 player 100" } else { "lift ada@1 player" };
        let answer = watcher.say(&format!("deaf-{turn:05}"), line).await;
        assert!(answer["refusal"].is_null(), "{answer}");
        turn += 1;
        sent = watcher.heard.iter().map(String::len).sum();
    }
    // Whoever was dropped cannot send any more. These are pongs: while the line lives they do it no harm.
    eventually("the line is dropped", async || deaf.write_all(&[0x8a, 0x80, 0, 0, 0, 0]).await.err()).await;
    let mut rest = Vec::new();
    let _ = ends("what is left of the line", deaf.read_to_end(&mut rest)).await;
    assert!(rest.len() < 8 << 20, "what waited for it was little: {}", rest.len());
    assert!(watcher.say("deaf-last", "sit zed@4").await["refusal"].is_null(), "others go on");
}
