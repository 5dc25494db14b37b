//! What somebody sees who may be anybody, and what the pit is told at once.

use punto_site::{Kind, Place};
use serde_json::json;

use super::floor::demo_staff;
use super::watcher::Watcher;
use crate::support::House;

#[tokio::test(flavor = "multi_thread")]
async fn the_public_view_has_no_names_stakes_or_wins() {
    let house = House::demo().await;
    let mut zelda = house.client();
    zelda.sign_in(&json!({ "as": "guest", "name": "zelda" })).await.ok();
    let line = |id: &str, line: &str| json!({ "id": id, "line": line });
    zelda.post("/api/v1/tables/nsw/commands", &line("sit-zelda", "sit zelda@3")).await.ok();
    let mut anybody = house.client();
    let view = anybody.get("/api/v1/tables/nsw").await.ok();
    assert_eq!(view["patrons"][0]["patron"], "seat-3", "that the seat is taken is seen");
    let mut watcher = Watcher::at(&anybody, "nsw", "").await;
    let frame = {
        watcher.frame("hello").await;
        watcher.frame("view").await
    };
    let coups = anybody.get("/api/v1/tables/nsw/coups").await;
    for text in [view.to_string(), frame.to_string(), coups.body, anybody.get("/api/v1/tables").await.body] {
        assert!(!text.contains("zelda"), "{text}");
    }
    assert_eq!((&view["wagers"], &view["settled"]), (&json!([]), &json!([])));
    let staff = demo_staff(&house, "supervisor").await.get("/api/v1/tables/nsw").await;
    assert!(staff.body.contains("zelda"), "those who work here do");
    assert!(zelda.get("/api/v1/tables/nsw").await.body.contains("zelda"), "and so does whoever it is");
}

#[tokio::test(flavor = "multi_thread")]
async fn significant_events_are_pushed_to_the_pit() {
    let house = House::demo().await;
    let sue = demo_staff(&house, "supervisor").await;
    let mut line = Watcher::try_on(&sue, "/api/v1/events/live").await.unwrap();
    line.frame("hello").await;
    let before = line.frame("events").await["events"].as_array().unwrap().len();
    house
        .server
        .app()
        .note(
            Kind::Dispute,
            Place::Site,
            punto_site::Cause::Found { text: punto_site::plain("seat 3 disputes the last coup") },
        )
        .await;
    let events = line.frame("events").await["events"].clone();
    assert_eq!(events.as_array().unwrap().len(), before + 1);
    assert_eq!((&events[0]["kind"], &events[0]["severity"]), (&json!("dispute"), &json!("warning")));
    assert!(Watcher::try_on(&house.client(), "/api/v1/events/live").await.is_err(), "not to anybody");
    assert!(Watcher::try_on(&demo_staff(&house, "dealer").await, "/api/v1/events/live").await.is_err());
}

#[tokio::test]
async fn readiness_tells_the_truth_while_nothing_can_be_recorded() {
    let house = House::open().await;
    house.server.app().sqlite().close();
    let reply = house.client().get("/readyz").await;
    assert_eq!((reply.status, reply.body.as_str()), (503, "nothing can be recorded\n"));
    assert_eq!(house.client().get("/healthz").await.status, 200);
}
