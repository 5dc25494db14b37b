//! Disputes: the list of them, and the signed bundle that somebody outside can check.

use punto_journal::bundle;
use serde_json::json;

use super::floor::{all, demo_staff, guest, open};
use super::records::play;

const BUNDLE: &str = "/api/v1/tables/sydney/disputes/1/bundle";

#[tokio::test(flavor = "multi_thread")]
async fn a_bundle_holds_the_coup_and_what_each_saw_and_shows_every_change() {
    let house = open().await;
    let mut dealer = play(&house, 2).await;
    let mut supervisor = demo_staff(&house, "supervisor").await;
    assert_eq!(supervisor.get("/api/v1/tables/sydney/disputes").await.ok()["items"], json!([]));
    assert_eq!(supervisor.get(BUNDLE).await.problem(404), "not-found");
    all(&mut supervisor, "sydney", &["personal ada 25..9000", "personal ben 25..8000"]).await;
    let record = all(&mut dealer, "sydney", &["dispute ada my stake was 200"]).await;
    let listed = supervisor.get("/api/v1/tables/sydney/disputes").await.ok()["items"].clone();
    assert_eq!(
        (&listed[0]["patron"], &listed[0]["what"], &listed[0]["record"], &listed[0]["decided"]),
        (&json!("ada"), &json!("my stake was 200"), &json!(record), &json!(null))
    );

    let reply = supervisor.get(BUNDLE).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/jsonl")));
    let checked = bundle::check(&reply.body).unwrap();
    assert_eq!(checked.key, house.server.app().floor().signer().unwrap().public_key());
    let content = &checked.content;
    assert_eq!((&content["dispute"], &content["made_by"]), (&listed[0], &json!("supervisor")));
    let bodies: Vec<&str> = checked.records.iter().map(|record| record.entry.body.as_str()).collect();
    assert!(bodies[0].contains("{\"opened\":{\"terms\":{"), "the opening comes first, with its terms");
    let bet = r#""said":{"bet":{"patron":"ada","at":1,"bet":"player","stake":10000}}"#;
    assert!(bodies[1].contains(bet), "then the last coup from its wagers on: {bodies:#?}");
    assert_eq!(bodies.iter().filter(|body| body.contains("\"concluded\"")).count(), 1);
    assert!(bodies.last().unwrap().contains(r#"{"disputed":{"patron":"ada""#));
    let seen: Vec<&str> =
        content["seen"].as_array().unwrap().iter().map(|seen| seen["as"].as_str().unwrap()).collect();
    assert_eq!(seen, ["public", "patron:ada", "patron:ben", "staff:dealer"]);
    let mine = |view: &serde_json::Value| {
        view["settled"].as_array().unwrap().iter().filter(|row| row["mine"] == true).count()
    };
    assert_eq!((mine(&content["seen"][0]["view"]), mine(&content["seen"][1]["view"])), (0, 1));
    let limits = |place: usize| &content["seen"][place]["view"]["own_limits"];
    assert_ne!(limits(1), &json!(null), "ada's, whose dispute it is");
    assert_eq!(limits(2), &json!(null), "and nobody else's");
    let software = content["software"].as_array().unwrap();
    assert!(software.iter().any(|part| part.as_str().unwrap().starts_with("binary punto ")));

    // A stranger finds any byte that was changed.
    let bytes = reply.body.as_bytes();
    for place in (0..bytes.len()).step_by(bytes.len() / 97) {
        let mut changed = bytes.to_vec();
        changed[place] ^= 1;
        let found = String::from_utf8(changed).map(|text| bundle::check(&text).is_ok());
        assert_ne!(found, Ok(true), "byte {place}");
    }

    // It can be had for as long as the journal is there, also when the dispute is decided.
    let house = {
        all(&mut supervisor, "sydney", &["decide the stake was 100"]).await;
        house.restarted().await
    };
    let mut supervisor = demo_staff(&house, "supervisor").await;
    let later = bundle::check(&supervisor.get(BUNDLE).await.body).unwrap();
    assert_eq!(later.records, checked.records);
    assert_eq!(later.content["seen"], content["seen"]);
    assert!(later.content["dispute"]["decided"].as_str().unwrap().starts_with("the stake was 100"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bundle_is_for_officers_and_tells_no_card_that_lies_face_down() {
    let house = open().await;
    let mut dealer = play(&house, 1).await;
    let lines = [
        "bet ada@1 player 100",
        "bet ben@2 banker 50",
        "card 4s",
        "dispute ada no",
        "card Kd",
        "card 4h",
        "card Kc",
    ];
    all(&mut dealer, "sydney", &lines).await;
    let mut supervisor = demo_staff(&house, "supervisor").await;
    assert_eq!(supervisor.get(BUNDLE).await.problem(404), "not-found", "cards lie face down");
    let end = ["pass player to ada", "return player", "pass banker to ben", "return banker", "settle"];
    all(&mut dealer, "sydney", &end).await;
    let checked = bundle::check(&supervisor.get(BUNDLE).await.body).unwrap();
    let view = &checked.content["seen"][1]["view"];
    assert_eq!(view["player"]["cards"], json!([null]), "as ada saw it then");
    let mut ada = guest(&house, "ada").await;
    for client in [&mut dealer, &mut ada] {
        assert_eq!(client.get(BUNDLE).await.problem(403), "not-allowed");
        assert_eq!(client.get("/api/v1/tables/sydney/disputes").await.problem(403), "not-allowed");
    }
    assert_eq!(house.client().get(BUNDLE).await.problem(401), "not-signed-in");
    for number in ["0", "2", "4294967295"] {
        let path = format!("/api/v1/tables/sydney/disputes/{number}/bundle");
        assert_eq!(supervisor.get(&path).await.problem(404), "not-found");
    }
}
