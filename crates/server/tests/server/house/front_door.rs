//! What comes in at the front door: forged requests, odd bodies, silence, and the headers that go out.

use std::time::Duration;

use punto_config::{Options, Waits};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{House, PASSWORD, QUIET, ends};

#[tokio::test]
async fn whoever_changes_something_must_send_the_token_of_their_session() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut other = house.client();
    other.staff("admin", PASSWORD).await.ok();
    let body = json!({ "why": "looked at everything" });
    let right = admin.csrf.clone();
    for wrong in [None, Some(String::new()), Some("0".repeat(64)), other.csrf.clone()] {
        admin.csrf = wrong.clone();
        assert_eq!(admin.post("/api/v1/access-review", &body).await.problem(403), "forged", "{wrong:?}");
    }
    admin.csrf = right;
    assert_eq!(admin.post("/api/v1/access-review", &body).await.status, 204);
    assert_eq!(
        admin.get("/api/v1/me").await.ok()["csrf"],
        json!(admin.csrf),
        "reading needs none, and says it"
    );
    assert!(!house.has_line("denied"), "what is forged is nobody's denial");
}

#[tokio::test]
async fn requests_of_other_pages_are_refused() {
    let house = House::demo().await;
    let own = format!("http://{}", house.server.address());
    let guest = json!({ "as": "guest" });
    for (origin, right) in [
        (Some("https://evil.example"), false),
        (Some("null"), false),
        (Some("http://127.0.0.1:1"), false),
        (Some(own.as_str()), true),
        (None, true),
    ] {
        let mut client = house.client();
        client.origin = origin.map(str::to_owned);
        let reply = client.post("/api/v1/sign-in", &guest).await;
        assert_eq!(reply.status, if right { 200 } else { 403 }, "{origin:?}: {reply:?}");
    }
    let mut client = house.client();
    let more = [("sec-fetch-site", "cross-site")];
    assert_eq!(
        client.send("POST", "/api/v1/sign-in", Some(&guest.to_string()), &more).await.problem(403),
        "forged"
    );
    let upgrade = [("origin", "https://evil.example"), ("upgrade", "websocket"), ("connection", "upgrade")];
    let reply = client.send("GET", "/api/v1/tables/nsw/live", None, &upgrade).await;
    assert_eq!(reply.problem(403), "forged", "no other page listens in");
}

#[tokio::test]
async fn a_name_that_is_not_ours_is_not_answered_to() {
    let house = House::open().await;
    for (host, status) in [
        ("localhost", 200),
        ("LOCALHOST:8080", 200),
        ("127.0.0.1:1", 200),
        ("[::1]:8080", 200),
        ("rebound.example:8080", 421),
        ("192.0.2.1", 421),
        ("localhost.evil.example", 421),
        ("", 421),
    ] {
        let mut stream = TcpStream::connect(house.server.address()).await.unwrap();
        let request = format!("GET /api/v1/me HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{host}: {answer}");
    }
}

#[tokio::test]
async fn a_session_is_no_good_in_another_form() {
    let house = House::open().await;
    let admin = house.admin().await;
    let token = admin.cookies["punto-session"].clone();
    for name in ["punto-device", "__Host-punto-session", "PUNTO-SESSION"] {
        let mut client = house.client();
        client.cookies.insert(name.into(), token.clone());
        assert_eq!(client.get("/api/v1/me").await.ok()["kind"], "nobody", "{name}");
    }
    for forged in ["", "0", &token.to_uppercase(), &token[..63], &format!("{token}0"), &"f".repeat(64)] {
        let mut client = house.client();
        client.cookies.insert("punto-session".into(), forged.into());
        assert_eq!(client.get("/api/v1/me").await.ok()["kind"], "nobody", "{forged}");
    }
}

#[tokio::test]
async fn a_cookie_is_kept_from_scripts_and_other_sites() {
    let house = House::demo().await;
    let reply = house.client().post("/api/v1/sign-in", &json!({ "as": "guest" })).await;
    let set = reply.header("set-cookie").unwrap();
    assert!(
        set.starts_with("punto-session=") && set.ends_with("; Path=/; HttpOnly; SameSite=Strict"),
        "{set}"
    );
    let text = "[listen]\nbehind-proxy = true\npublic = \"https://tables.example\"\n[disk]\nwarn-mib = 0\nclose-mib = 0\n";
    let house = House::with(text, punto_config::Options { demo: true, ..Default::default() }).await;
    assert!(
        house.server.welcome().demo.is_none(),
        "sign-ins are printed only where nobody else can use them"
    );
    let mut client = house.client();
    client.origin = Some("https://tables.example".into());
    let reply = client.post("/api/v1/sign-in", &json!({ "as": "guest" })).await;
    let set = reply.header("set-cookie").unwrap();
    assert!(set.starts_with("__Host-punto-session=") && set.contains("; Secure"), "{set}");
    assert!(reply.header("strict-transport-security").is_some());
}

#[tokio::test]
async fn every_answer_has_the_headers_that_browsers_obey() {
    let house = House::open().await;
    for path in ["/", "/api/v1/me", "/api/v1/nothing", "/api/v1/docs", "/api/v1/openapi.json", "/healthz"] {
        let reply = house.client().get(path).await;
        let header = |name: &str| reply.header(name).unwrap_or_default().to_owned();
        assert!(header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert!(!header("content-security-policy").contains("unsafe"), "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
        assert!(!header("x-request-id").is_empty(), "{path}");
        if path.starts_with("/api") {
            assert_eq!(header("cache-control"), "no-store", "{path}");
        }
    }
}

#[tokio::test]
async fn a_problem_names_the_request_for_whoever_reads_the_log() {
    let house = House::open().await;
    let reply = house.client().get("/api/v1/staff").await;
    assert_eq!(reply.problem(401), "not-signed-in");
    assert_eq!(reply.json()["request"].as_str(), reply.header("x-request-id"));
}

#[tokio::test]
async fn odd_bodies_are_answered_with_what_is_wrong() {
    let house = House::open().await;
    let mut client = house.client();
    for (body, kind, status) in [
        ("{", "application/json", 400),
        ("[]", "application/json", 422),
        ("{\"as\":\"king\"}", "application/json", 422),
        ("{\"as\":\"guest\",\"name\":null,\"more\":1}", "application/json", 422),
        ("{}", "text/plain", 415),
        ("\u{feff}{}", "application/json", 400),
    ] {
        let reply = client.send("POST", "/api/v1/sign-in", Some(body), &[("content-type", kind)]).await;
        assert_eq!(reply.problem(status), "bad-request", "{body}");
    }
    let long = "x".repeat(70_000);
    assert_eq!(client.send("POST", "/api/v1/sign-in", Some(&long), &[]).await.problem(413), "too-large");
    assert_eq!(client.send("DELETE", "/api/v1/sign-in", None, &[]).await.problem(405), "bad-request");
    assert_eq!(client.get("/api/v1/proposals/x/approve").await.problem(405), "bad-request");
    assert_eq!(client.get("/api/v1/nothing").await.problem(404), "not-found");
}

#[tokio::test]
async fn a_body_without_a_length_is_cut_off_as_well() {
    let house = House::open().await;
    let mut stream = TcpStream::connect(house.server.address()).await.unwrap();
    let head = "POST /api/v1/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let chunk = format!("4000\r\n{}\r\n", "x".repeat(0x4000));
    for _ in 0..8 {
        if stream.write_all(chunk.as_bytes()).await.is_err() {
            break;
        }
    }
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer).await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[tokio::test]
async fn a_thousand_silent_connections_hold_nobody_up() {
    // None of them is cut off for its silence before the end.
    let waits = Waits { head: Duration::from_secs(3_600), ..Waits::default() };
    let house = House::waiting(QUIET, Options::default(), waits).await;
    let mut silent = Vec::new();
    for _ in 0..1_000 {
        silent.push(TcpStream::connect(house.server.address()).await.unwrap());
    }
    for stream in silent.iter_mut().take(100) {
        stream.write_all(b"GET /api/v1/me HTTP/1.1\r\nhost:").await.unwrap();
    }
    let answer = ends("an answer", async { house.client().get("/api/v1/me").await }).await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn more_connections_than_allowed_are_turned_away_at_once() {
    let text = "[listen]\nconnections-per-address = 3\n[disk]\nwarn-mib = 0\nclose-mib = 0\n";
    let house = House::with(text, Default::default()).await;
    let address = house.server.address();
    let mut open = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        let mut start = [0; 12];
        stream.read_exact(&mut start).await.unwrap();
        assert_eq!(&start, b"HTTP/1.1 200");
        open.push(stream);
    }
    let mut fourth = TcpStream::connect(address).await.unwrap();
    // Whoever is let in is answered; this may not even be sent.
    let _ = fourth.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    let mut nothing = Vec::new();
    let _ = ends("a connection too many", fourth.read_to_end(&mut nothing)).await;
    assert_eq!(nothing, b"", "closed without a word");
    drop(open);
    house.until(|_| std::net::TcpStream::connect(address).is_ok()).await;
}

#[tokio::test]
async fn the_api_describes_itself_with_every_failure() {
    let house = House::open().await;
    let document = house.client().get("/api/v1/openapi.json").await.json();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let mut operations = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        assert!(path.starts_with("/api/v1/"), "{path}");
        for (method, operation) in methods.as_object().unwrap() {
            operations += 1;
            for status in ["400", "401", "403", "404", "405", "409", "413", "415", "422", "429", "503"] {
                assert!(operation["responses"][status].is_object(), "{method} {path} {status}");
            }
            let described = operation["summary"].as_str().is_some_and(|summary| !summary.is_empty());
            assert!(described, "{method} {path} does not say what it does");
            let tags = document["tags"].as_array().unwrap();
            assert!(
                tags.iter().any(|tag| tag["name"] == operation["tags"][0]),
                "{method} {path} has an unknown tag"
            );
        }
    }
    assert!(operations > 30, "{operations}");
    let page = house.client().get("/api/v1/docs").await;
    assert!(page.body.contains("/api/v1/sign-in") && !page.body.contains("<script"));
    assert!(!page.body.contains("src=") && !page.body.contains("@nonce@"));
}

#[tokio::test]
async fn metrics_are_for_this_machine_and_for_staff_who_may() {
    let house = House::open().await;
    house.client().get("/api/v1/me").await;
    let text = house.client().get("/metrics").await;
    assert_eq!(text.status, 200);
    for name in [
        "punto_http_request_seconds_bucket",
        "punto_tables",
        "punto_connections",
        "punto_sessions",
        "punto_timers_late_p99_seconds",
    ] {
        assert!(text.body.contains(name), "{name}");
    }
    let text = "[listen]\nbehind-proxy = true\npublic = \"https://tables.example\"\n[disk]\nwarn-mib = 0\nclose-mib = 0\n";
    let house = House::with(text, Default::default()).await;
    let more = [("x-forwarded-for", "127.0.0.1, 192.0.2.7")];
    assert_eq!(house.client().send("GET", "/metrics", None, &more).await.problem(401), "not-signed-in");
}
