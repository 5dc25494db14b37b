//! Statements of patrons, and money that waits for an attendant.

use punto_accounts::Command;
use punto_floor::SaidTo;
use punto_site::Principal;
use punto_vocab::Money;
use punto_vocab::line::Words;
use serde_json::json;

use crate::support::{Client, FIRST_PIN, House, MINUTE};

const DAY: i64 = 24 * 60 * MINUTE;

async fn with_ada() -> (House, Client, Client, Client) {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let body = json!({ "patron": "ada", "card": "12345678", "pin": FIRST_PIN, "person": null });
    cage.post("/api/v1/patrons", &body).await.ok();
    house.own_pin("12345678").await;
    let mut ada = house.client();
    ada.sign_in(&json!({ "as": "patron", "card": "12345678", "pin": "2580" })).await.ok();
    (house, admin, cage, ada)
}

#[tokio::test]
async fn a_statement_tells_what_came_and_went_and_reaches_back_for_years() {
    let (house, _, mut cage, mut ada) = with_ada().await;
    let began = house.server.app().now().0;
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 50_000 })).await.ok();
    house.clock.advance(400 * DAY);
    cage.staff("cass", crate::support::PASSWORD).await.ok();
    let code = house.payout("12345678", 20_000).await;
    cage.post("/api/v1/patrons/ada/withdraw", &json!({ "id": "withdraw-1", "amount": 20_000, "code": code }))
        .await
        .ok();
    ada.sign_in(&json!({ "as": "patron", "card": "12345678", "pin": "2580" })).await.ok();
    let recent = ada.get("/api/v1/me/statement").await.ok();
    assert_eq!(
        (recent["opening"]["account"].as_i64(), recent["closing"]["account"].as_i64()),
        (Some(50_000), Some(30_000))
    );
    let told: Vec<_> = recent["items"].as_array().unwrap().iter().map(|entry| &entry["what"]).collect();
    let args =
        json!({ "amount": { "money": 20_000 }, "seconded": { "name": "ada" }, "order": { "count": 1 } });
    assert_eq!(told, [&json!({ "name": "withdrawn", "args": args })]);
    let whole = ada.get(&format!("/api/v1/me/statement?from={began}")).await.ok();
    assert_eq!((whole["items"].as_array().unwrap().len(), &whole["opening"]["account"]), (2, &json!(0)));
    let page = ada.get(&format!("/api/v1/me/statement?from={began}&limit=1")).await.ok();
    assert_eq!((page["items"].as_array().unwrap().len(), &page["closing"]["account"]), (1, &json!(50_000)));
    let rest = ada.get(&format!("/api/v1/me/statement?after={}", page["next"].as_str().unwrap())).await.ok();
    assert_eq!((rest["items"].clone(), &rest["opening"]), (recent["items"].clone(), &page["closing"]));
    assert_eq!(
        cage.get(&format!("/api/v1/patrons/ada/statement?from={began}")).await.ok()["items"],
        whole["items"]
    );
    let sheet = ada.get(&format!("/api/v1/me/statement?from={began}&format=csv")).await;
    let lines: Vec<&str> = sheet.body.lines().collect();
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert_eq!(lines[2], "2027-01-15T08:00:00Z,account,deposited,,,500,,,,,500,0");
    assert!(lines[4].ends_with(",closing,,,,,,,,,300,0"), "{lines:?}");

    // Others do not read it, and what cannot be asked for is said.
    assert_eq!(cage.get("/api/v1/patrons/ben/statement").await.problem(404), "not-found");
    // A person may be called so, an account may not.
    for what in ["", "/statement", "/vouchers"] {
        let answer = cage.get(&format!("/api/v1/patrons/NaN{what}")).await;
        assert_eq!(answer.problem(400), "bad-request", "{what}");
    }
    assert_eq!(cage.get("/api/v1/me/statement").await.problem(403), "not-allowed");
    assert_eq!(ada.get("/api/v1/patrons/ben/statement").await.problem(403), "not-allowed");
    assert_eq!(house.client().get("/api/v1/me/statement").await.problem(401), "not-signed-in");
    for wrong in ["limit=0", "limit=10001", "format=pdf", "from=x"] {
        assert_eq!(
            ada.get(&format!("/api/v1/me/statement?{wrong}")).await.problem(400),
            "bad-request",
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn money_that_waits_for_an_attendant_is_released_by_one() {
    let (house, mut admin, mut cage, mut ada) = with_ada().await;
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 50_000 })).await.ok();
    let hold = Command::Hold {
        amount: Money::from_minor(40_000),
        about: None,
        why: Words::new("a large win").unwrap(),
    };
    let said = SaidTo { key: None, by: Principal::System, command: hold };
    house.server.app().say_account("ada".parse().unwrap(), said).await.unwrap();
    assert_eq!(ada.get("/api/v1/patrons/ada").await.ok()["held"], 40_000);
    assert_eq!(ada.post("/api/v1/me/payout", &json!({ "amount": 50_000 })).await.problem(409), "refused");
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    let free = json!({ "id": "release-1", "amount": 40_000, "why": "signed for" });
    for client in [&mut dan, &mut ada] {
        assert_eq!(client.post("/api/v1/patrons/ada/release", &free).await.problem(403), "not-allowed");
    }
    let view = cage.post("/api/v1/patrons/ada/release", &free).await.ok();
    assert_eq!((&view["held"], &view["balance"]), (&json!(0), &json!(50_000)));
    assert_eq!(cage.post("/api/v1/patrons/ada/release", &free).await.ok(), view, "a repeat is done once");
    let more = json!({ "id": "release-2", "amount": 1, "why": "signed for" });
    let refused = cage.post("/api/v1/patrons/ada/release", &more).await;
    assert_eq!(
        (refused.problem(409).as_str(), &refused.json()["refusal"]["code"]),
        ("refused", &json!("not-enough-held"))
    );
    let code = house.payout("12345678", 50_000).await;
    cage.post("/api/v1/patrons/ada/withdraw", &json!({ "id": "withdraw-2", "amount": 50_000, "code": code }))
        .await
        .ok();
    let whys = json!({ "id": "release-3", "amount": 1, "why": "" });
    assert_eq!(cage.post("/api/v1/patrons/ada/release", &whys).await.problem(400), "bad-request");
}
