//! Reports about who dealt and what was paid, as JSON and as sheets.

use serde_json::{Value, json};

use super::floor::{all, demo_staff, open};
use super::records::play;
use crate::support::{Client, MINUTE};

async fn rows(client: &mut Client, query: &str) -> Vec<Value> {
    let report = client.get(&format!("/api/v1/reports/dealers{query}")).await.ok();
    report["rows"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn dealers_are_reported_by_table_and_by_shoe() {
    let house = open().await;
    let mut pit = demo_staff(&house, "manager").await;
    assert_eq!(rows(&mut pit, "").await, Vec::<Value>::new(), "nobody has dealt yet");
    let began = house.server.app().now().0;
    let mut dealer = play(&house, 3).await;
    let found = rows(&mut pit, "").await;
    assert_eq!(found.len(), 1, "one dealer at one table: {found:#?}");
    let row = &found[0];
    assert_eq!((row["dealer"].as_str(), row["table"].as_str()), (Some("dealer"), Some("sydney")));
    assert_eq!(
        (row["coups"].as_i64(), row["player"].as_i64(), row["tie"].as_i64()),
        (Some(3), Some(3), Some(0))
    );
    assert_eq!(
        (row["chance"].clone(), row["unlikely"].clone()),
        (Value::Null, json!(false)),
        "too few to tell"
    );

    // The next coup is told by the report as soon as it is over, and not before.
    house.clock.advance(MINUTE);
    let lines = ["bet ada@1 player 100", "bet ben@2 banker 50", "card 4s", "card Kd", "card 4h", "card Kc"];
    all(&mut dealer, "sydney", &lines).await;
    assert_eq!(rows(&mut pit, "").await, found);
    let end = ["pass player to ada", "return player", "pass banker to ben", "return banker", "settle"];
    all(&mut dealer, "sydney", &end).await;
    let shoes = rows(&mut pit, "?by=shoe").await;
    assert_eq!((shoes.len(), shoes[0]["shoe"].as_i64(), shoes[0]["coups"].as_i64()), (1, Some(1), Some(4)));
    assert_eq!((shoes[0]["player_pairs"].as_i64(), shoes[0]["banker_pairs"].as_i64()), (Some(1), Some(1)));
    let late = rows(&mut pit, &format!("?from={}", began + MINUTE)).await;
    assert_eq!((late[0]["coups"].as_i64(), late[0]["first"].as_i64()), (Some(1), Some(began + MINUTE)));
    assert_eq!(rows(&mut pit, &format!("?to={began}")).await, Vec::<Value>::new());
    let meters = pit.get("/api/v1/tables/sydney/meters").await.ok();
    let coups =
        meters["meters"].as_array().unwrap().iter().find(|meter| meter[0] == "coups").unwrap()[1].clone();
    assert_eq!(coups, shoes[0]["coups"], "the lines and the meters count the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_is_a_sheet_for_whoever_asks_for_one() {
    let house = open().await;
    let mut dealer = play(&house, 1).await;
    let mut pit = demo_staff(&house, "manager").await;
    let sheet = pit.get("/api/v1/reports/dealers?format=csv").await;
    assert_eq!((sheet.status, sheet.header("content-type")), (200, Some("text/csv; charset=utf-8")));
    let lines: Vec<&str> = sheet.body.lines().collect();
    assert!(lines[0].starts_with("dealer,table,shoe,first,last,coups,"), "{lines:?}");
    assert!(
        lines[1].starts_with("dealer,sydney,,2027-01-15T08:00:00Z,2027-01-15T08:00:00Z,1,0,,1,0,0,"),
        "{lines:?}"
    );
    let accepted = pit.send("GET", "/api/v1/reports/dealers", None, &[("accept", "text/csv")]).await;
    assert_eq!(accepted.body, sheet.body);
    for wrong in ["format=xml", "by=luck", "from=x", "since=1"] {
        assert_eq!(
            pit.get(&format!("/api/v1/reports/dealers?{wrong}")).await.problem(400),
            "bad-request",
            "{wrong}"
        );
    }
    assert_eq!(dealer.get("/api/v1/reports/dealers").await.problem(403), "not-allowed");
    assert_eq!(house.client().get("/api/v1/reports/dealers").await.problem(401), "not-signed-in");
}
