//! What takes two persons, and significant events that wait for one.

use serde_json::json;

use crate::support::{FIRST_PIN, House};

#[tokio::test]
async fn a_proposal_can_be_refused_and_taken_back() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    let propose = json!({ "act": "set", "setting": "patron-minutes", "value": 20, "why": "" });
    let one = admin.post("/api/v1/proposals", &propose).await.ok()["number"].as_u64().unwrap();
    let two = admin.post("/api/v1/proposals", &propose).await.ok()["number"].as_u64().unwrap();
    let why = json!({ "why": "too long" });
    assert_eq!(dan.post(&format!("/api/v1/proposals/{one}/refuse"), &why).await.problem(403), "not-allowed");
    assert_eq!(
        house.client().post(&format!("/api/v1/proposals/{one}/refuse"), &why).await.problem(401),
        "not-signed-in"
    );
    max.post(&format!("/api/v1/proposals/{one}/refuse"), &why).await.ok();
    admin.post(&format!("/api/v1/proposals/{two}/take-back"), &json!({})).await.ok();
    assert_eq!(admin.get("/api/v1/proposals").await.ok(), json!([]));
    assert_eq!(
        admin
            .post("/api/v1/proposals", &json!({ "act": "hire", "name": "x", "grants": [] }))
            .await
            .problem(409),
        "refused"
    );
}

#[tokio::test]
async fn a_balance_is_put_right_and_personal_data_erased_by_two() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let person = json!({ "name": "Ada Byron", "born": null, "contact": null });
    let body = json!({ "patron": "ada", "card": "12345678", "pin": "2580", "person": person });
    cage.post("/api/v1/patrons", &body).await.ok();
    let bad = json!({ "act": "adjust", "patron": "ada", "by": 0, "why": "counted wrong" });
    assert_eq!(cage.post("/api/v1/proposals", &bad).await.problem(400), "bad-request");
    let right = json!({ "act": "adjust", "patron": "ada", "by": 1_250, "why": "counted wrong" });
    let number = cage.post("/api/v1/proposals", &right).await.ok()["number"].as_u64().unwrap();
    let approved = max.post(&format!("/api/v1/proposals/{number}/approve"), &json!({})).await.ok();
    assert!(
        approved["lines"]
            .as_array()
            .unwrap()
            .iter()
            .any(|line| line.as_str().unwrap().starts_with("adjusted-up"))
    );
    assert_eq!(cage.get("/api/v1/patrons/ada").await.ok()["balance"], 1_250);
    let erase = json!({ "act": "erase", "patron": "ada", "why": "asked for it" });
    // Nobody loses their name whose money is here.
    assert_eq!(cage.post("/api/v1/proposals", &erase).await.json()["refusal"]["code"], "money-left");
    let back = json!({ "act": "adjust", "patron": "ada", "by": -1_250, "why": "it was right" });
    let number = cage.post("/api/v1/proposals", &back).await.ok()["number"].as_u64().unwrap();
    max.post(&format!("/api/v1/proposals/{number}/approve"), &json!({})).await.ok();
    let number = cage.post("/api/v1/proposals", &erase).await.ok()["number"].as_u64().unwrap();
    max.post(&format!("/api/v1/proposals/{number}/approve"), &json!({})).await.ok();
    assert_eq!(cage.get("/api/v1/patrons/ada/person").await.problem(404), "not-found");
    let way = json!({ "as": "patron", "card": "12345678", "pin": "2580" });
    assert_eq!(house.client().sign_in(&way).await.problem(401), "sign-in-refused");
    assert_eq!(cage.get("/api/v1/patrons/ada").await.ok()["balance"], 0, "the account stays");
}

#[tokio::test]
async fn no_id_that_a_client_can_make_stands_in_the_way_of_an_adjustment() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let body = json!({ "patron": "ada", "card": "12345678", "pin": FIRST_PIN, "person": null });
    cage.post("/api/v1/patrons", &body).await.ok();
    house.own_pin("12345678").await;
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 1_000 })).await.ok();
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    let mut ada = super::devices::enrolled(&house, &mut sue, "console", None, None).await;
    ada.sign_in(&json!({ "as": "patron", "card": "12345678", "pin": "2580" })).await.ok();
    let asked = json!({ "act": "adjust", "patron": "ada", "by": -500, "why": "counted wrong" });
    let number = cage.post("/api/v1/proposals", &asked).await.ok()["number"].as_u64().unwrap();
    for (id, status) in [(format!("proposal-{number}"), 200), (format!("proposal/{number}"), 400)] {
        let paper = json!({ "id": id, "amount": 100 });
        assert_eq!(ada.post("/api/v1/patrons/ada/vouchers", &paper).await.status, status, "{id}");
    }
    for (path, body) in [
        ("deposit", json!({ "id": format!("proposal/{number}"), "amount": 100 })),
        ("vouchers/redeem", json!({ "id": format!("proposal/{number}"), "number": "1" })),
    ] {
        assert_eq!(
            cage.post(&format!("/api/v1/patrons/ada/{path}"), &body).await.problem(400),
            "bad-request"
        );
    }
    max.post(&format!("/api/v1/proposals/{number}/approve"), &json!({})).await.ok();
    assert_eq!(cage.get("/api/v1/patrons/ada").await.ok()["balance"], 400);
}

#[tokio::test]
async fn significant_events_wait_for_a_person() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    let app = house.server.app();
    app.note(
        punto_site::Kind::LargeWin,
        punto_site::Place::Site,
        punto_site::Cause::Found { text: punto_site::plain("a win of 100,000") },
    )
    .await;
    app.note(
        punto_site::Kind::TableFault,
        punto_site::Place::Site,
        punto_site::Cause::Found { text: punto_site::plain("it stopped # by itself") },
    )
    .await;
    let events = sue.get("/api/v1/events?waiting=true").await.ok();
    let events = events["items"].as_array().unwrap().clone();
    let of = |kind: &str| events.iter().find(|event| event["kind"] == kind).cloned().unwrap();
    let (win, fault) = (of("large-win"), of("table-fault"));
    assert_eq!((&win["severity"], &fault["severity"]), (&json!("warning"), &json!("alarm")));
    assert_eq!(house.client().get("/readyz").await.status, 503, "closed by the fault");
    let note = json!({ "note": "seen and paid" });
    sue.post(&format!("/api/v1/events/{}/acknowledge", win["number"]), &note).await.ok();
    assert_eq!(
        sue.post(&format!("/api/v1/events/{}/clear", win["number"]), &note).await.problem(404),
        "not-found"
    );
    sue.post(&format!("/api/v1/events/{}/clear", fault["number"]), &json!({ "note": "restarted it" }))
        .await
        .ok();
    assert_eq!(house.client().get("/readyz").await.status, 200);
    let all = sue.get("/api/v1/events").await.ok();
    let kept =
        all["items"].as_array().unwrap().iter().find(|event| event["number"] == win["number"]).unwrap();
    assert_eq!((&kept["acknowledged"], &kept["text"]), (&json!("sue"), &json!("a win of 100,000")));
    assert_eq!(sue.get("/api/v1/events?wating=true").await.problem(400), "bad-request");
}
