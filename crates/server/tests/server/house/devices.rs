//! Machines: enrolled with a code for one use, bound to their place, turned out again.

use std::net::SocketAddr;

use punto_config::Options;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::support::{Client, House, MINUTE, PASSWORD, QUIET};

pub(super) async fn enrolled(
    house: &House,
    supervisor: &mut Client,
    kind: &str,
    table: impl Into<Option<&str>>,
    seat: Option<u8>,
) -> Client {
    let table: Option<&str> = table.into();
    let asked = json!({ "kind": kind, "table": table, "seat": seat });
    let code = supervisor.post("/api/v1/devices/code", &asked).await.ok()["secret"].clone();
    let mut machine = house.client();
    let given = machine.post("/api/v1/devices/enrol", &json!({ "code": code })).await.ok();
    let way = json!({ "as": "device", "device": given["name"], "secret": given["secret"] });
    machine.sign_in(&way).await.ok();
    machine
}

async fn supervisor(house: &House) -> Client {
    let mut admin = house.admin().await;
    house.staff(&mut admin, "sue", &["casino-supervisor"]).await
}

#[tokio::test]
async fn a_machine_comes_in_with_a_code_for_one_use() {
    let house = House::demo().await;
    let mut supervisor = supervisor(&house).await;
    let asked = json!({ "kind": "terminal", "table": "nsw", "seat": 3 });
    let offered = supervisor.post("/api/v1/devices/code", &asked).await.ok();
    let code = offered["secret"].as_str().unwrap().to_owned();
    assert_eq!(offered["name"], "terminal-nsw-3");
    let mut machine = house.client();
    assert_eq!(
        machine.post("/api/v1/devices/enrol", &json!({ "code": "wrong" })).await.problem(401),
        "sign-in-refused"
    );
    let typed = code.to_uppercase().replace('-', " ");
    let given = machine.post("/api/v1/devices/enrol", &json!({ "code": typed })).await.ok();
    let again = house.client().post("/api/v1/devices/enrol", &json!({ "code": code })).await;
    assert_eq!(again.problem(401), "sign-in-refused", "good once");
    let wrong = json!({ "as": "device", "device": "terminal-nsw-3", "secret": "0".repeat(64) });
    assert_eq!(machine.sign_in(&wrong).await.problem(401), "sign-in-refused");
    let right = json!({ "as": "device", "device": "terminal-nsw-3", "secret": given["secret"] });
    let me = machine.sign_in(&right).await.ok();
    assert_eq!(
        (&me["kind"], &me["name"], &me["machine"]),
        (&json!("device"), &json!("terminal-nsw-3"), &json!("terminal"))
    );
    assert_eq!((&me["tables"], &me["rights"]), (&json!(["nsw"]), &json!([])));
    assert!(
        house.has_line("device-offered terminal-nsw-3") && house.has_line("device-enrolled terminal-nsw-3")
    );
    let listed = supervisor.get("/api/v1/devices").await.ok();
    assert_eq!((&listed[0]["enabled"], &listed[0]["seat"]), (&json!(true), &json!(3)));
    let taken = supervisor.post("/api/v1/devices/code", &asked).await.problem(409);
    assert_eq!(taken, "refused", "a seat has one terminal");
}

#[tokio::test]
async fn a_code_ends_after_ten_minutes() {
    let house = House::demo().await;
    let mut supervisor = supervisor(&house).await;
    let asked = json!({ "kind": "display", "table": "nsw", "seat": null });
    let code = supervisor.post("/api/v1/devices/code", &asked).await.ok()["secret"].clone();
    house.clock.advance(10 * MINUTE);
    let late = house.client().post("/api/v1/devices/enrol", &json!({ "code": code })).await;
    assert_eq!(late.problem(401), "sign-in-refused");
}

#[tokio::test]
async fn places_that_cannot_be_are_refused() {
    let house = House::demo().await;
    let mut supervisor = supervisor(&house).await;
    for (kind, table, seat, status) in [
        ("terminal", Some("nsw"), None, 409),
        ("display", Some("nsw"), Some(1), 409),
        ("scanning-shoe", None, None, 409),
        ("terminal", Some("nowhere"), Some(1), 404),
        ("terminal", None, Some(1), 400),
        ("terminal", Some("nsw"), Some(0), 400),
        ("king", None, None, 422),
        ("console", Some("../../etc"), None, 400),
    ] {
        let asked = json!({ "kind": kind, "table": table, "seat": seat });
        assert_eq!(supervisor.post("/api/v1/devices/code", &asked).await.status, status, "{asked}");
    }
}

#[tokio::test]
async fn a_session_that_began_at_a_machine_is_good_there_only() {
    let house = House::demo().await;
    let mut supervisor = supervisor(&house).await;
    let mut machine = enrolled(&house, &mut supervisor, "terminal", "nsw", Some(1)).await;
    let me = machine.sign_in(&json!({ "as": "guest", "name": "gus" })).await.ok();
    assert_eq!((&me["kind"], &me["name"]), (&json!("guest"), &json!("gus")));
    assert_eq!(machine.get("/api/v1/me").await.ok()["name"], "gus");
    let mut thief = house.client();
    thief.cookies.insert("punto-session".into(), machine.cookies["punto-session"].clone());
    assert_eq!(thief.get("/api/v1/me").await.ok()["kind"], "nobody");
    machine.post("/api/v1/sign-out", &json!({})).await.ok();
    assert_eq!(machine.get("/api/v1/me").await.ok()["kind"], "device", "the machine stays");
}

#[tokio::test]
async fn a_machine_that_is_turned_out_is_out_at_once_with_whoever_is_there() {
    let house = House::demo().await;
    let mut supervisor = supervisor(&house).await;
    let mut console = enrolled(&house, &mut supervisor, "console", "nsw", None).await;
    let dealer = house.server.welcome().demo.clone().unwrap();
    console.staff("dealer", &dealer.password).await.ok();
    assert_eq!(console.get("/api/v1/me").await.ok()["name"], "dealer");
    supervisor.post("/api/v1/devices/console-nsw/revoke", &json!({ "why": "broken" })).await.ok();
    assert_eq!(console.get("/api/v1/me").await.ok()["kind"], "nobody");
    assert!(house.has_line("signed-out dealer"));
    let unknown = supervisor.post("/api/v1/devices/none/revoke", &json!({ "why": "broken" })).await;
    assert_eq!(unknown.problem(404), "not-found");
}

#[tokio::test]
async fn nobody_signs_in_at_a_display() {
    let house = House::demo().await;
    let mut supervisor = supervisor(&house).await;
    let mut display = enrolled(&house, &mut supervisor, "display", "nsw", None).await;
    assert_eq!(display.staff("sue", PASSWORD).await.problem(401), "sign-in-refused");
    assert_eq!(display.sign_in(&json!({ "as": "guest" })).await.problem(401), "sign-in-refused");
}

#[tokio::test]
async fn a_machine_that_falls_silent_is_an_event_until_it_is_back() {
    let house = House::demo().await;
    let mut supervisor = supervisor(&house).await;
    let mut console = enrolled(&house, &mut supervisor, "console", "nsw", None).await;
    house
        .until(|house| {
            house.clock.advance(MINUTE);
            house.has_line("contact-lost console-nsw")
        })
        .await;
    house
        .until(|house| house.site_lines().iter().any(|line| line.contains(" contact-lost warning nsw ")))
        .await;
    console.get("/api/v1/me").await.ok();
    house.clock.advance(MINUTE / 2);
    house.until(|house| house.has_line("contact-back console-nsw")).await;
}

/// Says hello for a scanning shoe without its secret; what is answered.
async fn impostor(address: SocketAddr, device: String) -> String {
    let mut line = BufReader::new(TcpStream::connect(address).await.unwrap());
    let mut told = String::new();
    line.read_line(&mut told).await.unwrap();
    let hello = format!("hello 1 {device} forged 1 0 {}\n", "0".repeat(64));
    line.write_all(hello.as_bytes()).await.unwrap();
    line.read_to_string(&mut told).await.unwrap();
    told
}

#[tokio::test]
async fn whoever_cannot_prove_to_be_a_shoe_is_reported_once_however_often_they_try() {
    let shoes = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    let options = Options { demo: true, scanning_shoes: shoes, ..Options::default() };
    let house = House::with(QUIET, options).await;
    let mut supervisor = supervisor(&house).await;
    let asked = json!({ "kind": "scanning-shoe", "table": "nsw", "seat": null });
    let code = supervisor.post("/api/v1/devices/code", &asked).await.ok()["secret"].clone();
    let given = house.client().post("/api/v1/devices/enrol", &json!({ "code": code })).await.ok();
    let device = given["name"].as_str().unwrap().to_owned();
    let address = house.server.welcome().scanning_shoes.unwrap();
    let mut tries = tokio::task::JoinSet::new();
    for n in 0..50 {
        tries.spawn(impostor(address, if n % 5 == 0 { format!("made-up-{n}") } else { device.clone() }));
    }
    for told in tries.join_all().await {
        assert!(told.contains("bye denied"), "{told}");
    }
    let reports = |house: &House| {
        let lines = house.site_lines().into_iter();
        lines.filter(|line| line.contains(" failed-sign-ins ")).collect::<Vec<_>>()
    };
    house.until(|house| !reports(house).is_empty()).await;
    assert_eq!(reports(&house).len(), 1, "{:?}", reports(&house));
    assert!(reports(&house)[0].contains(&device));
    // When somebody has seen to it, the next try is news again.
    let events = supervisor.get("/api/v1/events?waiting=true").await.ok();
    let event =
        events["items"].as_array().unwrap().iter().find(|event| event["kind"] == "failed-sign-ins").unwrap();
    let path = format!("/api/v1/events/{}/acknowledge", event["number"]);
    supervisor.post(&path, &json!({ "note": "looked at" })).await.ok();
    impostor(address, device).await;
    house.until(|house| reports(house).len() == 2).await;
}
