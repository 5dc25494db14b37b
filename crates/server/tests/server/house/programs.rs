//! Programs: a token in a header, with the rights of one role and no word where a person must answer.

use punto_config::Options;
use punto_floor::Clock;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Client, DARLING, House, MINUTE, QUIET, Reply, ends};

/// Asks with a token and nothing else.
async fn with(house: &House, token: &str, method: &str, path: &str, body: Option<&Value>) -> Reply {
    let bearer = format!("Bearer {token}");
    let body = body.map(Value::to_string);
    house.client().send(method, path, body.as_deref(), &[("authorization", &bearer)]).await
}

async fn gets(house: &House, token: &str, path: &str) -> Reply {
    with(house, token, "GET", path, None).await
}

/// Has two persons make a program; its token, of which each had half.
async fn made(house: &House, admin: &mut Client, name: &str, grant: &str) -> String {
    let asked = admin.post("/api/v1/programs", &json!({ "name": name, "grant": grant })).await.ok();
    assert_eq!(asked["program"], Value::Null, "it takes two");
    let approved = house.approved(asked["proposals"][0]["number"].as_u64().unwrap()).await;
    let (first, second) = (asked["secret"].as_str().unwrap(), approved["secret"]["secret"].as_str().unwrap());
    format!("{first}{second}")
}

#[tokio::test]
async fn a_program_speaks_with_a_token_and_the_rights_of_its_role() {
    let house = House::with(&format!("{QUIET}{DARLING}"), Options::default()).await;
    let mut admin = house.admin().await;
    let one = admin.post("/api/v1/programs", &json!({ "name": "screens", "grant": "dealer" })).await.ok();
    let dealer = one["secret"].as_str().unwrap().to_owned();
    assert_eq!((&one["program"]["grant"], &one["program"]["last_use"]), (&json!("dealer"), &Value::Null));
    let auditor = made(&house, &mut admin, "books", "auditor").await;
    assert_eq!(auditor.len(), 64);

    let me = gets(&house, &auditor, "/api/v1/me").await.ok();
    assert_eq!(
        (&me["name"], &me["kind"], &me["grants"]),
        (&json!("books"), &json!("staff"), &json!(["auditor"]))
    );
    gets(&house, &auditor, "/api/v1/journal/streams").await.ok();
    assert_eq!(gets(&house, &auditor, "/api/v1/patrons/ada/person").await.problem(403), "not-allowed");
    assert_eq!(gets(&house, &dealer, "/api/v1/journal/streams").await.problem(403), "not-allowed");
    assert!(house.has_line("denied screens get-journal-streams"), "{:?}", house.site_lines());
    // At a table it speaks in its role and in no other, without a token against forgery, which no browser could send.
    let say =
        |line: &str, role: &str| json!({ "id": format!("say-{line}-{role}"), "line": line, "role": role });
    let path = "/api/v1/tables/darling/commands";
    with(&house, &dealer, "POST", path, Some(&say("sign-on", "dealer"))).await.ok();
    let other = with(&house, &dealer, "POST", path, Some(&say("sign-on", "casino-supervisor"))).await;
    assert_eq!(other.problem(403), "not-allowed");
    let audits = with(&house, &auditor, "POST", path, Some(&say("sign-on", "dealer"))).await;
    assert_eq!(audits.problem(403), "not-allowed");

    // It is listed with its last use, apart from people; a token is kept nowhere.
    let listed = admin.get("/api/v1/programs").await.ok();
    let books = &listed["items"][0];
    assert_eq!((&books["name"], &books["good"]), (&json!("books"), &json!(true)));
    assert_eq!(books["last_use"], house.clock.now().0);
    assert!(!admin.get("/api/v1/staff").await.ok().to_string().contains("books"));
    let written = house.site_lines().concat();
    assert!(house.has_line("program-made books as auditor") && house.has_line("signed-in books on -"));
    assert!(!written.contains(&auditor[..32]) && !written.contains(&auditor[32..]));
    for name in house.server.app().journal().names("credential").unwrap() {
        let kept = house.server.app().journal().get("credential", &name).unwrap().unwrap();
        let kept = format!("{name}{}", String::from_utf8_lossy(&kept));
        assert!(!kept.contains(&auditor[..32]) && !kept.contains(&auditor[32..]), "{name}");
    }
    // That they were made is told to others than those who made them.
    let site = house.server.app().site();
    let events: Vec<String> = site.notices.values().map(|notice| notice.what.to_string()).collect();
    assert!(
        events.contains(&"by admin and operator: site make-program books as auditor".into()),
        "{events:?}"
    );
    assert!(events.contains(&"by admin: site make-program screens as dealer".into()), "{events:?}");
}

#[tokio::test]
async fn a_token_that_is_revoked_or_over_or_made_up_opens_nothing() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let token = made(&house, &mut admin, "books", "auditor").await;
    let until = house.clock.now().0 + 60 * MINUTE;
    let body = json!({ "name": "screens", "grant": "dealer", "until": until });
    let short = admin.post("/api/v1/programs", &body).await.ok()["secret"].as_str().unwrap().to_owned();
    gets(&house, &token, "/api/v1/journal/streams").await.ok();
    gets(&house, &short, "/api/v1/me").await.ok();
    for wrong in ["", "none", &"0".repeat(64), &token[..63], &token.replace('a', "b").replace('1', "2")] {
        assert_eq!(gets(&house, wrong, "/api/v1/me").await.problem(401), "sign-in-refused", "{wrong}");
    }
    assert!(house.has_line("sign-in-unknown token on -"));
    // A cookie of a person is no token, nor a token a cookie.
    let cookie = admin.cookies["punto-session"].clone();
    assert_eq!(gets(&house, &cookie, "/api/v1/me").await.problem(401), "sign-in-refused");
    let mut client = house.client();
    client.cookies.insert("punto-session".into(), token.clone());
    assert_eq!(client.get("/api/v1/me").await.ok()["kind"], "nobody");

    // A stream that it follows ends with it.
    let mut socket = TcpStream::connect(house.server.address()).await.unwrap();
    let head = format!(
        "GET /api/v1/journal/follow?stream=site HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: bearer {token}\r\n\r\n"
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    let mut some = [0; 64];
    ends("the stream begins", async { socket.read_exact(&mut some).await.unwrap() }).await;
    admin.post("/api/v1/programs/books/revoke", &json!({})).await;
    let mut rest = Vec::new();
    ends("the end of the stream", async { socket.read_to_end(&mut rest).await.unwrap() }).await;
    assert_eq!(gets(&house, &token, "/api/v1/me").await.problem(401), "sign-in-refused");
    assert!(house.has_line("left books") && house.has_line("sign-in-barred books on -"));
    let warned = house
        .server
        .app()
        .site()
        .notices
        .values()
        .any(|notice| notice.what.to_string() == "the token of books was used, which is good no more");
    assert!(warned, "{:?}", house.site_lines());
    let listed = admin.get("/api/v1/programs").await.ok();
    assert_eq!((&listed["items"][0]["good"], &listed["items"][1]["good"]), (&json!(false), &json!(true)));
    assert_eq!(admin.post("/api/v1/programs/admin/revoke", &json!({})).await.problem(404), "not-found");

    house.clock.advance(60 * MINUTE);
    assert_eq!(gets(&house, &short, "/api/v1/me").await.problem(401), "sign-in-refused");
}

#[tokio::test]
async fn a_program_approves_nothing_and_has_nobody_approve() {
    let house = House::with(&format!("{QUIET}{DARLING}"), Options::default()).await;
    let mut admin = house.admin().await;
    let token = made(&house, &mut admin, "bot", "gaming-manager").await;
    let rights = gets(&house, &token, "/api/v1/me").await.ok()["rights"].to_string();
    assert!(
        rights.contains("read-reports") && !rights.contains("approve-") && !rights.contains("acknowledge")
    );
    let hire = json!({ "name": "mia", "grants": ["cage"], "enabled": true });
    let number = admin.post("/api/v1/staff", &hire).await.ok()["proposals"][0]["number"].clone();
    let approve = format!("/api/v1/proposals/{number}/approve");
    assert_eq!(with(&house, &token, "POST", &approve, Some(&json!({}))).await.problem(403), "not-allowed");
    let acknowledge = json!({ "note": "seen" });
    let event = *house.server.app().site().notices.keys().next().unwrap();
    let path = format!("/api/v1/events/{event}/acknowledge");
    assert_eq!(with(&house, &token, "POST", &path, Some(&acknowledge)).await.problem(403), "not-allowed");
    let approver = json!({ "name": "operator", "password": crate::support::PASSWORD });
    let body = json!({ "id": "one", "line": "sign-on", "role": "casino-operator", "approver": approver });
    let said = with(&house, &token, "POST", "/api/v1/tables/darling/commands", Some(&body)).await;
    assert_eq!(said.problem(403), "not-allowed");
}

#[tokio::test]
async fn each_use_of_a_token_is_bounded_like_a_person() {
    let text = QUIET
        .replace("reads-per-second = 100000", "reads-per-second = 4")
        .replace("staff-commands-per-second = 100000", "staff-commands-per-second = 2")
        .replace("sign-ins-per-minute = 10000", "sign-ins-per-minute = 30");
    let house = House::with(&text, Options::default()).await;
    let mut admin = house.admin().await;
    let token = made(&house, &mut admin, "books", "auditor").await;
    let mut told = Vec::new();
    for _ in 0..13 {
        told.push(gets(&house, &token, "/api/v1/me").await.status);
    }
    assert!(told[..12].iter().all(|status| *status == 200) && told[12] == 429, "{told:?}");
    let mut told = Vec::new();
    for _ in 0..7 {
        let why = json!({ "why": "looked through" });
        told.push(with(&house, &token, "POST", "/api/v1/access-review", Some(&why)).await.status);
    }
    assert!(told[..6].iter().all(|status| *status == 204) && told[6] == 429, "{told:?}");
    // Guesses are counted by address, like sign-ins; whoever is in stays in.
    let mut told = Vec::new();
    for _ in 0..40 {
        told.push(gets(&house, &"0".repeat(64), "/api/v1/me").await.status);
    }
    assert_eq!((told[0], told[39]), (401, 429), "{told:?}");
    house.clock.advance(crate::support::SECOND);
    gets(&house, &token, "/api/v1/me").await.ok();
}

#[tokio::test]
async fn a_program_that_comes_back_begins_a_session_anew_and_what_it_reads_is_on_record_again() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let token = made(&house, &mut admin, "books", "auditor").await;
    let count = |begin: &str| house.site_lines().iter().filter(|line| line.starts_with(begin)).count();
    gets(&house, &token, "/api/v1/journal/streams").await.ok();
    gets(&house, &token, "/api/v1/journal/streams").await.ok();
    assert_eq!((count("signed-in books"), count("read-logged books journal")), (1, 1));
    house.clock.advance(16 * MINUTE);
    gets(&house, &token, "/api/v1/journal/streams").await.ok();
    assert_eq!((count("signed-in books"), count("read-logged books journal")), (2, 2));
    assert_eq!(house.server.app().site().sessions_of("books".parse().unwrap()).count(), 1);
    // Its token is good after a restart, too.
    let house = house.restarted().await;
    gets(&house, &token, "/api/v1/journal/streams").await.ok();
    house.audited();
}

#[tokio::test]
async fn sockets_and_streams_of_one_person_are_bounded() {
    let more = "sockets-per-person = 2\nstreams-per-person = 2\n[disk]";
    let house = House::with(&format!("{}{DARLING}", QUIET.replace("[disk]", more)), Options::default()).await;
    let mut admin = house.admin().await;
    let token = made(&house, &mut admin, "books", "auditor").await;
    let open = async |path: &str, upgrade: &str| {
        let mut socket = TcpStream::connect(house.server.address()).await.unwrap();
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n{upgrade}\r\n"
        );
        socket.write_all(head.as_bytes()).await.unwrap();
        let mut status = [0; 12];
        ends("an answer", async { socket.read_exact(&mut status).await.unwrap() }).await;
        (String::from_utf8_lossy(&status[9..]).into_owned(), socket)
    };
    let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for (path, upgrade, good) in
        [("/api/v1/journal/follow?stream=site", "", "200"), ("/api/v1/tables/darling/live", upgrade, "101")]
    {
        let (one, two) = (open(path, upgrade).await, open(path, upgrade).await);
        assert_eq!(
            (one.0.as_str(), two.0.as_str(), open(path, upgrade).await.0.as_str()),
            (good, good, "429")
        );
        // Whoever closes one may open another.
        drop(one);
        crate::support::eventually("room for another", async || {
            (open(path, upgrade).await.0 == good).then_some(())
        })
        .await;
        drop(two);
    }
}
