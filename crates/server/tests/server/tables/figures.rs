//! Counts of float trays by two persons, gaming days, and reports over a period: who may read them, and what they say.

use punto_config::Options;
use punto_site::Kind;
use serde_json::json;

use crate::support::{DARLING, House, QUIET};

#[tokio::test(flavor = "multi_thread")]
async fn a_count_takes_the_table_and_the_cage_and_a_difference_is_told() {
    let house = House::with(&format!("{QUIET}{DARLING}"), Options::default()).await;
    let mut admin = house.admin().await;
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let sign_on = json!({ "id": "sign-on-1", "line": "sign-on", "role": "dealer" });
    dan.post("/api/v1/tables/darling/commands", &sign_on).await.ok();
    // Nobody counts alone, not even with a manager beside them.
    let alone = json!({ "id": "alone-0001", "line": "count 1x5", "role": "dealer" });
    assert_eq!(dan.post("/api/v1/tables/darling/commands", &alone).await.problem(403), "not-allowed");
    let propose = |tray: &str| json!({ "act": "count", "table": "darling", "tray": tray });
    assert_eq!(dan.post("/api/v1/proposals", &propose("2100")).await.problem(400), "bad-request");
    let approve = |number: &serde_json::Value| format!("/api/v1/proposals/{number}/approve");
    // A chip that the table does not have is found out when it is carried out.
    let number = dan.post("/api/v1/proposals", &propose("1x7")).await.ok()["number"].clone();
    assert!(cage.post(&approve(&number), &json!({})).await.status >= 400);
    let number = dan.post("/api/v1/proposals", &propose("3x5")).await.ok()["number"].clone();
    cage.post(&approve(&number), &json!({})).await.ok();
    let differs = |house: &House| {
        house.server.app().site().notices.values().any(|notice| notice.kind == Kind::CountDiffers)
    };
    assert!(differs(&house), "a difference is a significant event");

    let report = max.get("/api/v1/reports/period/table?table=darling").await.ok();
    assert_eq!(report["counts"][0]["tray"], "3x5");
    let float = report["floats"].as_array().unwrap().iter().find(|row| row["medium"] == "chips").unwrap();
    let sum = |name: &str| float[name].as_i64().unwrap();
    assert_eq!(sum("closing"), 1_500);
    let left = sum("closing") + sum("credits") + sum("drop") - sum("opening") - sum("fills");
    assert_eq!(left, sum("collected") - sum("paid") + sum("over"));
    let odd = max.get("/api/v1/reports/period/exceptions").await.ok();
    let kinds: Vec<&str> =
        odd["exceptions"].as_array().unwrap().iter().filter_map(|row| row["kind"].as_str()).collect();
    assert!(kinds.contains(&"count") && kinds.contains(&"approval"), "{kinds:?}");
    let sheet = max.get("/api/v1/reports/period/shift?format=csv").await;
    assert!(sheet.header("content-type").unwrap().starts_with("text/csv"));
    house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_are_for_whoever_may_read_them_and_for_moments_that_were() {
    let house = House::with(&format!("{QUIET}{DARLING}"), Options::default()).await;
    let mut admin = house.admin().await;
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let mut ann = house.staff(&mut admin, "ann", &["auditor"]).await;
    for kind in ["shift", "table?table=darling", "game", "patron", "exceptions"] {
        let path = format!("/api/v1/reports/period/{kind}");
        assert_eq!(dan.get(&path).await.problem(403), "not-allowed", "{kind}");
        ann.get(&path).await.ok();
    }
    assert_eq!(cage.get("/api/v1/reports/period/shift").await.problem(403), "not-allowed");
    cage.get("/api/v1/reports/period/patron").await.ok();
    let far = "/api/v1/reports/period/shift?to=9000000000000000";
    for wrong in [
        far,
        "/api/v1/reports/period/shift?to=1",
        "/api/v1/reports/period/luck",
        "/api/v1/reports/period/table",
    ] {
        assert_eq!(ann.get(wrong).await.problem(400), "bad-request", "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gaming_day_is_closed_once_and_its_report_stays() {
    let house = House::with(&format!("{QUIET}{DARLING}"), Options::default()).await;
    let mut admin = house.admin().await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let mut ann = house.staff(&mut admin, "ann", &["auditor"]).await;
    let now = max.get("/api/v1/me").await.ok()["now"].as_i64().unwrap();
    let day = punto_vocab::Time(now).to_string()[..10].to_owned();
    let close = json!({ "day": day });
    assert_eq!(ann.post("/api/v1/gaming-days", &close).await.problem(403), "not-allowed");
    assert_eq!(
        max.post("/api/v1/gaming-days", &json!({ "day": "someday" })).await.problem(400),
        "bad-request"
    );
    let first = max.post("/api/v1/gaming-days", &close).await.ok();
    assert_eq!(max.post("/api/v1/gaming-days", &close).await.problem(409), "refused");
    let days = ann.get("/api/v1/gaming-days").await.ok();
    assert_eq!((&days[0]["day"], &days[0]["who"]), (&json!(day), &json!("max")));
    let again = ann.get(&format!("/api/v1/reports/period/shift?day={day}")).await.ok();
    assert_eq!((&again["from"], &again["to"]), (&first["from"], &first["to"]));
    assert_eq!((&again["groups"], &again["floats"]), (&first["groups"], &first["floats"]));
    house.audited();
}
