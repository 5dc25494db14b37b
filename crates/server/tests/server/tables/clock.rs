//! The clock of a demonstration: wound forward by a manager, and by nobody else; not at all in another house.

use std::sync::Arc;

use futures_util::StreamExt;
use punto_config::{Config, Options};
use punto_floor::SystemClock;
use punto_server::serve::Server;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use super::floor::{demo_staff, guest, open, view};
use super::watcher::Watcher;
use crate::support::{Client, House, MINUTE, QUIET, Reply, SECOND, ends, eventually};

const MS: i64 = 1_000;

async fn wind(client: &mut Client, micros: i64) -> Reply {
    client.post("/api/v1/demonstration/clock", &json!({ "forward": micros / MS })).await
}

async fn say_as(client: &mut Client, id: &str, line: &str) -> Reply {
    let said = json!({ "id": id, "line": line, "role": "casino-supervisor" });
    client.post("/api/v1/tables/sydney/commands", &said).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_has_been_up_for_twenty_minutes_and_not_a_second_less() {
    let house = open().await;
    let mut manager = demo_staff(&house, "manager").await;
    let mut supervisor = demo_staff(&house, "supervisor").await;
    let raise = "change limits 50..5000";
    assert_eq!(say_as(&mut supervisor, "raise-0001", raise).await.json()["refusal"]["code"], "no-sign");
    say_as(&mut supervisor, "post-0001", "post limits 50..5000").await.ok();
    let sign = view(&mut supervisor, "sydney").await["signs"][0].clone();
    assert_eq!(sign["due"].as_i64().unwrap() - sign["since"].as_i64().unwrap(), 20 * MINUTE);
    let before = house.server.app().now().0;
    let told = wind(&mut manager, 20 * MINUTE - SECOND).await.ok();
    assert_eq!(told["now"].as_i64().unwrap(), (before + 20 * MINUTE - SECOND) / MS);
    let early = say_as(&mut supervisor, "raise-0002", raise).await;
    assert_eq!(early.problem(409), "refused");
    assert_eq!(early.json()["refusal"]["code"], "sign-too-new");
    assert_eq!(early.json()["refusal"]["by"], json!(["6.7"]));
    assert_eq!(view(&mut supervisor, "sydney").await["limits"]["min"], 2_500);
    wind(&mut manager, SECOND).await.ok();
    let done = say_as(&mut supervisor, "raise-0003", raise).await.ok();
    assert_eq!(done["lines"][0]["text"], "limits 50..5000");
    assert_eq!(done["lines"][0]["at"].as_i64().unwrap(), before + 20 * MINUTE);
    assert_eq!(view(&mut supervisor, "sydney").await["limits"]["min"], 5_000);
    assert!(house.site_lines().iter().any(|line| line.contains(
        " clock-step warning - manager wound the clock of the demonstration forward by 1199000 ms"
    )));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_for_a_moment_is_woken_at_once() {
    let house = open().await;
    let mut manager = demo_staff(&house, "manager").await;
    let mut ada = guest(&house, "ada").await;
    super::floor::say(&mut ada, "sentosa", "sit ada@1").await.ok();
    let mut line = Watcher::at(&ada, "sentosa", "").await;
    line.frame("hello").await;
    let first = line.view().await;
    let due = first["timer"]["at"].as_i64().unwrap();
    let left = due - house.server.app().now().0;
    assert!(left > 0);
    wind(&mut manager, left).await.ok();
    let next = line.view_at(first["seq"].as_u64().unwrap() + 1).await;
    assert!(next["at"].as_i64().unwrap() >= due, "the dealer went on by the clock: {next}");
    // The machine's own time has stood still all the while; beats tell the wound one.
    let told = async { while beat(&mut line).await < due {} };
    ends("a beat that tells the wound time", told).await;
}

/// What the next beat over a line tells.
async fn beat(line: &mut Watcher) -> i64 {
    loop {
        let message = line.socket.next().await.unwrap().unwrap();
        if let Message::Text(text) = message
            && let frame = serde_json::from_str::<serde_json::Value>(&text).unwrap()
            && frame["frame"] == "beat"
        {
            return frame["now"].as_i64().unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_signed_out_by_winding() {
    let house = open().await;
    let mut manager = demo_staff(&house, "manager").await;
    let mut cage = demo_staff(&house, "cage").await;
    let mut ada = guest(&house, "ada").await;
    wind(&mut manager, 7 * 24 * 60 * MINUTE).await.ok();
    // Sessions are gone through first, and patrons reminded of the time after that.
    house.until(|house| reminded(house, "ada")).await;
    for (client, name) in [(&mut manager, "manager"), (&mut cage, "cage"), (&mut ada, "ada")] {
        assert_eq!(client.get("/api/v1/me").await.ok()["name"], name);
    }
    house.clock.advance(16 * MINUTE);
    assert_eq!(cage.get("/api/v1/me").await.ok()["kind"], "nobody", "time that passes counts as before");
}

/// Whether the server has reminded a patron of the time.
fn reminded(house: &House, patron: &str) -> bool {
    let stream = format!("patron/{patron}").parse().unwrap();
    let records = house.server.app().journal().read(&stream, 0, 1_000).unwrap();
    records.iter().any(|record| record.entry.body.contains("\"reminded\""))
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_manager_of_a_demonstration_winds_and_only_forward() {
    let house = open().await;
    let mut manager = demo_staff(&house, "manager").await;
    let before = house.server.app().now();
    for micros in [-MS, 0, 7 * 24 * 60 * MINUTE + MS, i64::MIN / 2, i64::MAX / 2] {
        assert_eq!(wind(&mut manager, micros).await.problem(400), "bad-request", "{micros}");
    }
    let mut dealer = demo_staff(&house, "dealer").await;
    assert_eq!(wind(&mut dealer, SECOND).await.problem(403), "not-allowed");
    let mut ada = guest(&house, "ada").await;
    assert_eq!(wind(&mut ada, SECOND).await.problem(403), "not-allowed");
    assert_eq!(wind(&mut house.client(), SECOND).await.problem(401), "not-signed-in");
    assert_eq!(house.server.app().now(), before);

    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let before = house.server.app().now();
    assert_eq!(wind(&mut max, SECOND).await.problem(404), "not-found", "not outside a demonstration");
    assert_eq!(wind(&mut house.client(), SECOND).await.problem(404), "not-found");
    assert_eq!(house.server.app().now(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wound_clock_does_not_go_back_behind_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options {
        demo: true,
        listen: Some(std::net::SocketAddr::from(([127, 0, 0, 1], 0))),
        data: Some(folder.path().join("data")),
        ..Options::default()
    };
    let config = || Config::read(std::path::Path::new("test.toml"), QUIET, &options).unwrap();
    let server = Server::start(config(), Arc::new(SystemClock::new())).await.unwrap();
    let begun = server.app().now().0;
    let password = server.welcome().demo.clone().unwrap().password;
    let mut manager = Client::of(server.address());
    manager.staff("manager", &password).await.ok();
    let day = 24 * 60 * MINUTE;
    let wound = wind(&mut manager, day).await.ok()["now"].as_i64().unwrap() * MS;
    assert!(wound >= begun + day);
    server.stop().await;
    let server = Server::start(config(), Arc::new(SystemClock::new())).await.unwrap();
    let now = server.app().now().0;
    assert!(now >= wound && now < wound + day, "{now} {wound}");
    eventually("it runs on", async || (server.app().now().0 > now).then_some(())).await;
    server.stop().await;
}
