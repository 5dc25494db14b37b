//! Promotions over HTTP: several people from the conditions to the claim, and what each may not see or do.

use std::sync::atomic::{AtomicU64, Ordering};

use punto_floor::Clock;
use punto_vocab::Time;
use serde_json::{Value, json};

use crate::support::{Client, FIRST_PIN, House, Reply};

const OPERATOR: Option<&str> = Some("casino-operator");
const PATH: &str = "/api/v1/promotions/spring";

/// A house for money with those who run a promotion.
struct Real {
    house: House,
    operator: Client,
    manager: Client,
    dealer: Client,
    cage: Client,
    closes: Time,
}

impl Real {
    async fn open() -> Real {
        let house = House::open().await;
        let mut admin = house.admin().await;
        let mut operator = house.staff(&mut admin, "ollie", &["casino-operator"]).await;
        let manager = house.staff(&mut admin, "max", &["gaming-manager"]).await;
        let dealer = house.staff(&mut admin, "dan", &["dealer"]).await;
        let cage = house.staff(&mut admin, "cass", &["cage"]).await;
        let new =
            json!({ "name": "spring", "title": "Spring Draw", "rulebook": "nsw-2021", "currency": "AUD" });
        assert_eq!(operator.post("/api/v1/promotions", &new).await.status, 201);
        let closes = house.clock.now().plus_minutes(5);
        Real { house, operator, manager, dealer, cage, closes }
    }

    fn conditions(&self) -> String {
        let closes = self.closes;
        format!(
            "conditions manner draw, awarded at the desk, eligible members, wager none, nature prizes, closes {closes}, \
             place the atrium, held {closes}, claim at the desk, presence no, notified by telephone, \
             results on the board, marketing posters, entries 100"
        )
    }

    /// What the operator proposes and the manager approves.
    async fn by_two(&mut self, line: &str) -> Reply {
        let said = say(&mut self.operator, line, OPERATOR).await.ok();
        assert!(said["proposal"].is_u64() && said["lines"] == json!([]), "{said}");
        self.manager.post(&format!("/api/v1/proposals/{}/approve", said["proposal"]), &json!({})).await
    }

    async fn published(&mut self) {
        let whole = format!("{}, available at the desk", self.conditions());
        say(&mut self.operator, &whole, OPERATOR).await.ok();
        let prize = "prize 1 kind cash, what 500 in cash, value 500, terms none, contains nothing";
        say(&mut self.operator, prize, OPERATOR).await.ok();
        self.by_two("publish").await.ok();
    }

    async fn patron(&mut self, name: &str, card: &str) -> Client {
        let body = json!({ "patron": name, "card": card, "pin": FIRST_PIN, "person": null });
        self.cage.post("/api/v1/patrons", &body).await.ok();
        self.house.own_pin(card).await;
        let mut client = self.house.client();
        client.sign_in(&json!({ "as": "patron", "card": card, "pin": "2580" })).await.ok();
        client
    }
}

async fn say(client: &mut Client, line: &str, role: Option<&str>) -> Reply {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    let id = format!("promo-id-{:04}", COUNT.fetch_add(1, Ordering::Relaxed));
    client.post(&format!("{PATH}/commands"), &json!({ "id": id, "line": line, "role": role })).await
}

fn code(reply: &Reply) -> (u16, Value) {
    (reply.status, reply.json()["refusal"]["code"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_incomplete_form_and_a_prize_of_tobacco_are_refused_with_their_clauses() {
    let mut real = Real::open().await;
    let tobacco = "prize 1 kind goods, what cigars, value 90, terms none, contains tobacco";
    let reply = say(&mut real.operator, tobacco, OPERATOR).await;
    assert_eq!(code(&reply), (409, json!("prohibited-prize")));
    assert_eq!(reply.json()["refusal"]["by"], json!(["16.5.1", "16.5"]));
    let conditions = real.conditions();
    say(&mut real.operator, &conditions, OPERATOR).await.ok();
    let reply = say(&mut real.operator, "publish", OPERATOR).await;
    assert_eq!(code(&reply), (409, json!("missing-promotion-items")));
    // Nothing is proposed either that would be refused once the house has filled in its promise.
    let conditions = format!("{conditions}, available at the desk");
    say(&mut real.operator, &conditions, OPERATOR).await.ok();
    assert_eq!(code(&say(&mut real.operator, "publish", OPERATOR).await), (409, json!("no-prizes")));
    let fridge = "prize 1 kind appliance, what a fridge, value 900, terms none, contains nothing";
    say(&mut real.operator, fridge, OPERATOR).await.ok();
    let reply = say(&mut real.operator, "publish", OPERATOR).await;
    assert_eq!(code(&reply), (409, json!("missing-prize-details")));
    let again = real.conditions();
    say(&mut real.operator, &again, OPERATOR).await.ok();
    let form = real.operator.get(&format!("{PATH}/form")).await.ok();
    assert_eq!(form["conditions"]["missing"], json!(["available"]));
    let vehicle = form["kinds"].as_array().unwrap().iter().find(|kind| kind["kind"] == "vehicle").unwrap();
    let on_road = vehicle["items"].as_array().unwrap().iter().find(|item| item["item"] == "on-road").unwrap();
    assert_eq!((&on_road["required"], &on_road["by"][0]), (&json!(true), &json!("16.7.11.2.4")));
    // Nobody but staff knows of it before it is published, and a dealer publishes nothing.
    assert_eq!(real.house.client().get(PATH).await.status, 404);
    assert_eq!(say(&mut real.dealer, "publish", Some("dealer")).await.status, 409);
    real.house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn from_the_conditions_to_the_claim_with_what_each_may_see() {
    let mut real = Real::open().await;
    real.published().await;
    let mut ada = real.patron("ada", "1001").await;
    let mut ben = real.patron("ben", "1002").await;
    let mut cyd = real.patron("cyd", "1003").await;
    say(&mut ada, "enter ada", None).await.ok();
    assert_eq!(code(&say(&mut ben, "enter ada", None).await), (409, json!("speaks-for-another-claimant")));
    // Nobody says for another that their card was scanned.
    let typed = say(&mut real.dealer, "enter ben by card", Some("dealer")).await;
    assert_eq!(typed.json()["refusal"]["code"], json!("filled-in-by-house"), "{}", typed.json());
    // Ben's card is scanned at a table; a card that nobody has is none, and the same scan is one entry.
    let scan = |card: &str| json!({ "id": "scan-0001", "card": card, "role": "dealer" });
    real.dealer.post(&format!("{PATH}/entries"), &scan("1002")).await.ok();
    let again = real.dealer.post(&format!("{PATH}/entries"), &scan("1002")).await.ok();
    assert_eq!(again["repeated"], json!(true));
    let unknown = json!({ "id": "scan-0002", "card": "9999", "role": "dealer" });
    assert_eq!(real.dealer.post(&format!("{PATH}/entries"), &unknown).await.status, 404);
    assert_eq!(ada.post(&format!("{PATH}/entries"), &scan("1003")).await.status, 403);
    let seen = ada.get(PATH).await.ok();
    assert_eq!((&seen["entries"], &seen["own"], &seen["seed"]), (&json!(2), &json!([1]), &Value::Null));
    assert_eq!((&seen["duties"], &seen["present"]), (&json!([]), &json!([])));
    assert!(seen["promise"].is_string());

    let early = say(&mut real.operator, "draw", OPERATOR).await;
    assert_eq!(code(&early), (409, json!("entries-open")));
    real.house.clock.advance_to(real.closes);
    assert_eq!(code(&say(&mut cyd, "enter cyd", None).await), (409, json!("entries-closed")));
    assert_eq!(ada.get(&format!("{PATH}/draw")).await.status, 404);
    real.by_two("draw").await.ok();
    assert_eq!(
        code(&say(&mut real.operator, "draw", OPERATOR).await),
        (409, json!("promotion-drawn-already"))
    );
    // Who entered has the whole list to check it by; who did not has not.
    let draw = ada.get(&format!("{PATH}/draw")).await.ok();
    assert_eq!(draw["tickets"], json!(["1:ada", "2:ben"]));
    assert_eq!(cyd.get(&format!("{PATH}/draw")).await.status, 403);

    let desk = real.operator.get(&format!("{PATH}?role=casino-operator")).await.ok();
    let winner = desk["prizes"][0]["winner"].as_str().unwrap().to_owned();
    let due = desk["duties"].as_array().unwrap().iter().find(|duty| duty["what"] == "notify").unwrap();
    assert_eq!((&due["by"], &due["late"]), (&json!(["16.8"]), &json!(false)));
    assert_eq!(due["due"], json!(real.closes.plus_hours(48).0));
    let (mut lucky, mut other, loser) = if winner == "ada" { (ada, ben, "ben") } else { (ben, ada, "ada") };
    // The winner knows at once; others when the results are published.
    assert_eq!(lucky.get(PATH).await.ok()["prizes"][0]["own"], json!(true));
    assert_eq!(other.get(PATH).await.ok()["prizes"][0]["winner"], Value::Null);
    say(&mut real.operator, "publish-results", OPERATOR).await.ok();
    assert_eq!(other.get(PATH).await.ok()["prizes"][0]["winner"], json!(winner));

    say(&mut other, &format!("claim 1 {loser}"), None).await.ok();
    let refused = say(&mut real.operator, &format!("refuse-claim 1 {loser} did not win"), OPERATOR).await;
    assert_eq!(code(&refused), (409, json!("no-address")));
    assert_eq!(refused.json()["refusal"]["by"], json!(["16.9.1"]));
    let line = format!("refuse-claim 1 {loser} address file-7 did not win");
    real.by_two(&line).await.ok();
    let own = other.get(PATH).await.ok()["prizes"][0]["claims"][0].clone();
    assert_eq!((&own["why"], &own["address"]), (&json!("did not win"), &Value::Null));
    say(&mut lucky, &format!("claim 1 {winner}"), None).await.ok();
    let twice = say(&mut lucky, &format!("claim 1 {winner}"), None).await;
    assert_eq!(code(&twice), (409, json!("claimed-already")));
    say(&mut real.operator, &format!("accept-claim 1 {winner}"), OPERATOR).await.ok();
    let due = real.cage.get("/api/v1/cage/balance").await.ok()["prizes_due"].clone();
    assert_eq!(due, json!(50_000), "what is won is owed");
    let unfinished = real.cage.get("/api/v1/cage/unfinished").await.ok();
    assert!(
        unfinished
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["what"] == "prize-due" && one["table"] == "spring")
    );
    real.by_two("award 1 cash 200 transfer 300").await.ok();
    let balance = real.cage.get("/api/v1/cage/balance").await.ok();
    assert_eq!(balance["meters"]["prizes"], json!({ "count": 1, "sum": 50_000 }));
    assert_eq!(balance["meters"]["from_tables"]["count"], json!(0));
    assert_eq!(balance["prizes_due"], json!(0));
    let even = |check: &Value| check["is"] == check["should"];
    assert!(balance["checks"].as_array().unwrap().iter().all(even), "{balance}");
    let account = real.cage.get(&format!("/api/v1/patrons/{winner}")).await.ok();
    assert!(account.to_string().contains("50000"), "{account}");
    assert_eq!(
        code(&say(&mut real.operator, "cancel in doubt", OPERATOR).await),
        (409, json!("promotion-over"))
    );
    real.house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_input_is_told_what_is_wrong_and_changes_nothing() {
    let mut real = Real::open().await;
    real.published().await;
    let seq = real.operator.get(PATH).await.ok()["seq"].clone();
    for (body, status) in [
        (json!({ "id": "bad-00001" }), 400),
        (json!({ "id": "bad-00002", "line": "enter" }), 400),
        (json!({ "id": "bad-00003", "line": "draw 0707" }), 400),
        (json!({ "id": "bad-00004", "command": { "draw": { "seed": "07" } } }), 422),
        (json!({ "id": "bad-00005", "command": { "enter": { "entrant": "ADA!" } } }), 422),
        (json!({ "id": "bad-00006", "command": { "award": { "prize": 300 } } }), 422),
        (
            json!({ "id": "bad-00009", "command": { "conditions": { "conditions": { "wager": "a lot" } } } }),
            422,
        ),
        (json!({ "id": "bad-00007", "line": "award 9", "role": "casino-operator" }), 409),
        (json!({ "id": "bad-00008", "line": "publish", "role": "dealer" }), 403),
    ] {
        let reply = real.operator.post(&format!("{PATH}/commands"), &body).await;
        assert_eq!(reply.status, status, "{body}: {}", reply.json());
    }
    assert_eq!(real.operator.get("/api/v1/promotions/none").await.status, 404);
    for new in [
        json!({ "name": "T 1", "title": "t", "rulebook": "nsw-2021", "currency": "AUD" }),
        json!({ "name": "other", "title": "", "rulebook": "nsw-2021", "currency": "AUD" }),
        json!({ "name": "other", "title": "t", "rulebook": "tas-2018", "currency": "AUD" }),
        json!({ "name": "spring", "title": "t", "rulebook": "nsw-2021", "currency": "AUD" }),
        json!({ "name": "show", "title": "t", "rulebook": "nsw-2021", "currency": "AUD", "demonstration": true }),
    ] {
        assert_eq!(real.operator.post("/api/v1/promotions", &new).await.status, 400, "{new}");
    }
    assert_eq!(real.operator.get(PATH).await.ok()["seq"], seq);
}
