//! Safer play from outside, decided where the wager is decided: limits of loss, exclusion at every table, and its end.

use punto_config::{Config, Options};
use serde_json::{Value, json};

use crate::support::{Client, DARLING, FIRST_PIN, House, MINUTE, PASSWORD, QUIET, SECOND, eventually};

/// A table with terminals, for money.
const SENTOSA: &str = r#"
[[table]]
name = "sentosa"
rulebook = "rws-2016"
opening = "usual, limits 5..5000"
currency = "AUD"
"#;

async fn says(client: &mut Client, table: &str, line: &str, role: Option<&str>) -> Value {
    static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let id = format!("play-{:04}", COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let body = json!({ "id": id, "line": line, "role": role });
    let reply = client.post(&format!("/api/v1/tables/{table}/commands"), &body).await;
    if reply.status == 200 { Value::Null } else { reply.json()["refusal"].clone() }
}

async fn with_ada(text: &str) -> (House, Client, Client, Client) {
    let house = House::with(text, Options::default()).await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let body = json!({ "patron": "ada", "card": "12345678", "pin": FIRST_PIN, "person": null });
    cage.post("/api/v1/patrons", &body).await.ok();
    house.own_pin("12345678").await;
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 500_000 })).await.ok();
    let mut ada = house.client();
    ada.sign_in(&json!({ "as": "patron", "card": "12345678", "pin": "2580" })).await.ok();
    (house, admin, cage, ada)
}

fn loss(most: i64) -> Value {
    json!({ "kind": "loss", "span": "day", "most": { "money": most } })
}

/// Lets the automatic dealer go on until wagers are called for.
async fn called(house: &House, ada: &mut Client) {
    eventually("wagers are called for", async || {
        house.clock.advance(SECOND);
        let view = ada.get("/api/v1/tables/sentosa").await.ok();
        (view["call"] == "place-your-bets").then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wager_that_would_pass_a_limit_of_loss_is_refused_though_the_credits_are_at_the_table() {
    let (house, _, _, mut ada) = with_ada(&format!("{QUIET}{SENTOSA}")).await;
    assert_eq!(says(&mut ada, "sentosa", "sit ada@1", None).await, Value::Null);
    let bought = json!({ "id": "buy-in-0001", "amount": 209_900 });
    ada.post("/api/v1/tables/sentosa/buy-in", &bought).await.ok();
    ada.post("/api/v1/patrons/ada/limits", &loss(5_000)).await.ok();
    called(&house, &mut ada).await;
    let refused = says(&mut ada, "sentosa", "bet ada@1 player 100", None).await;
    assert_eq!((&refused["code"], &refused["by"]), (&json!("over-limit"), &json!(["house:limits-of-play"])));
    assert_eq!(refused["args"]["used"], json!({ "money": 0 }), "{refused}");
    assert_eq!(says(&mut ada, "sentosa", "bet ada@1 player 50", None).await, Value::Null, "its neighbour");
    let more = says(&mut ada, "sentosa", "bet ada@1 tie 5", None).await;
    assert_eq!((&more["code"], &more["args"]["used"]), (&json!("over-limit"), &json!({ "money": 5_000 })));
    // What is shown is what wagers are judged by, and what is given away counts like what is lost.
    let shown = async |ada: &mut Client| {
        let account = ada.get("/api/v1/patrons/ada").await.ok();
        (account["limits"][0]["used"]["money"].clone(), account["at_tables"].clone())
    };
    assert_eq!(shown(&mut ada).await, (json!(5_000), json!(209_900)));
    assert_eq!(says(&mut ada, "sentosa", "tip ada 10", None).await["code"], "over-limit");
    assert_eq!(says(&mut ada, "sentosa", "lift ada@1 player", None).await, Value::Null, "back is free");
    assert_eq!(says(&mut ada, "sentosa", "tip ada 50", None).await, Value::Null);
    assert_eq!(shown(&mut ada).await, (json!(5_000), json!(204_900)));
    house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_lies_when_an_exclusion_begins_is_settled_and_goes_home() {
    let (house, _, mut cage, mut ada) = with_ada(&format!("{QUIET}{SENTOSA}")).await;
    assert_eq!(says(&mut ada, "sentosa", "sit ada@1", None).await, Value::Null);
    let bought = json!({ "id": "buy-in-0001", "amount": 100_000 });
    ada.post("/api/v1/tables/sentosa/buy-in", &bought).await.ok();
    called(&house, &mut ada).await;
    assert_eq!(says(&mut ada, "sentosa", "bet ada@1 player 50", None).await, Value::Null);
    ada.post("/api/v1/patrons/ada/exclude", &json!({ "until": null })).await.ok();
    assert_eq!(ada.get("/api/v1/me").await.ok()["kind"], "nobody");
    // The coup is dealt, and nothing of hers stays behind.
    let account = eventually("her credits come home", async || {
        house.clock.advance(5 * SECOND);
        if house.server.app().now().0 % MINUTE < 5 * SECOND {
            cage.staff("cass", PASSWORD).await.ok();
        }
        let account = cage.get("/api/v1/patrons/ada").await.ok();
        (account["at_tables"] == 0).then_some(account)
    })
    .await;
    let balance = account["balance"].as_i64().unwrap();
    assert!([495_000, 500_000, 505_000].contains(&balance), "lost, stood off or won: {account}");
    let refused = ada.sign_in(&json!({ "as": "patron", "card": "12345678", "pin": "2580" })).await;
    assert_eq!(refused.json()["refusal"]["code"], "excluded-for-good");
    house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_excluded_neither_sits_nor_wagers_with_chips() {
    let (house, mut admin, _, mut ada) = with_ada(&format!("{QUIET}{DARLING}")).await;
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    assert_eq!(says(&mut dan, "darling", "sign-on", Some("dealer")).await, Value::Null);
    house.ready("darling").await;
    for line in ["sit ada@1", "sit eve@2", "bet ada@1 player 100"] {
        assert_eq!(says(&mut dan, "darling", line, Some("dealer")).await, Value::Null, "{line}");
    }
    let until = house.server.app().now().plus_hours(48).0;
    ada.post("/api/v1/patrons/ada/exclude", &json!({ "until": until })).await.ok();
    for line in
        ["bet ada@1 banker 100", "sit ada@3", "take ada@3", "buy-in ada 100 cash", "sit ADA@3", "sit Ada@3"]
    {
        let refused = says(&mut dan, "darling", line, Some("dealer")).await;
        let told = (&refused["code"], &refused["by"]);
        assert_eq!(told, (&json!("patron-excluded"), &json!(["house:exclusion"])), "{line}");
    }
    // A stranger plays on, and what lies is settled.
    for line in
        ["bet eve@2 banker 100", "call no-more-bets", "card Qs", "card 2h", "card 9s", "card 3d", "settle"]
    {
        assert_eq!(says(&mut dan, "darling", line, Some("dealer")).await, Value::Null, "{line}");
    }
    house.clock.advance(49 * 60 * MINUTE);
    dan.staff("dan", PASSWORD).await.ok();
    assert_eq!(says(&mut dan, "darling", "sign-on", Some("dealer")).await, Value::Null);
    let again = says(&mut dan, "darling", "bet ada@1 player 100", Some("dealer")).await;
    assert_ne!(again["code"], "patron-excluded", "it has ended");
}

#[tokio::test]
async fn the_house_lets_back_by_two_and_never_whom_a_patron_has_kept_out_themself() {
    let (house, mut admin, _, mut ada) = with_ada(QUIET).await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    house.staff(&mut admin, "mia", &["gaming-manager"]).await;
    max.post("/api/v1/patrons/ada/exclude", &json!({ "until": null })).await.ok();
    let alone = max.post("/api/v1/patrons/ada/let-back", &json!({ "why": "asked for" })).await;
    assert_eq!(alone.json()["refusal"]["code"], "second-person-needed");
    let own = json!({ "why": "asked for", "approver": { "name": "max", "password": PASSWORD } });
    assert_eq!(max.post("/api/v1/patrons/ada/let-back", &own).await.problem(403), "not-approved");
    let two = json!({ "why": "asked for", "approver": { "name": "mia", "password": PASSWORD } });
    assert_eq!(max.post("/api/v1/patrons/ada/let-back", &two).await.ok()["excluded"], false);
    ada.sign_in(&json!({ "as": "patron", "card": "12345678", "pin": "2580" })).await.ok();
    ada.post("/api/v1/patrons/ada/exclude", &json!({ "until": null })).await.ok();
    let kept = max.post("/api/v1/patrons/ada/let-back", &two).await;
    assert_eq!(kept.json()["refusal"]["code"], "no-exclusion", "nobody shortens what she chose");
    house.audited();
}

#[tokio::test]
async fn a_profile_makes_exclusions_and_waits_longer_and_checks_more_frequent() {
    let text = format!("{QUIET}[play]\nprofile = \"example-remote\"\nhelp = {{ en = \"Call 000\" }}\n");
    let (house, _, _, mut ada) = with_ada(&text).await;
    let rules = house.client().get("/api/v1/play").await.ok();
    assert_eq!(
        (&rules["help"]["en"], &rules["exclusion_hours"]["value"]),
        (&json!("Call 000"), &json!(4_380))
    );
    let now = house.server.app().now();
    let short = json!({ "until": now.plus_hours(4_379).0 });
    let refused = ada.post("/api/v1/patrons/ada/exclude", &short).await.json()["refusal"].clone();
    assert_eq!(
        (&refused["code"], &refused["by"], &refused["args"]["law"]),
        (&json!("exclusion-short"), &json!(["house:play-profile"]), &json!({ "text": "example, remote 4" }))
    );
    for (minutes, code) in [(31, Some("check-rare")), (30, None), (0, Some("check-minutes"))] {
        let reply = ada.post("/api/v1/me/check-every", &json!({ "minutes": minutes })).await;
        let told = if reply.status == 204 { Value::Null } else { reply.json()["refusal"]["code"].clone() };
        assert_eq!(told, json!(code), "{minutes}");
    }
    assert_eq!(ada.get("/api/v1/me").await.ok()["ask_limits"], true);
    assert_eq!(ada.post("/api/v1/me/limits/decline", &json!({})).await.status, 204);
    assert_eq!(ada.get("/api/v1/me").await.ok()["ask_limits"], false);
    ada.post("/api/v1/patrons/ada/limits", &loss(5_000)).await.ok();
    let looser = ada.post("/api/v1/patrons/ada/limits", &loss(9_000)).await.ok();
    let waiting = json!({ "most": { "money": 9_000 }, "from": now.plus_hours(72).0 });
    assert_eq!(looser["limits"][0]["waiting"], waiting);
    ada.post("/api/v1/patrons/ada/exclude", &json!({ "until": now.plus_hours(4_381).0 })).await.ok();
    house.audited();
}

#[test]
fn a_pace_shorter_than_the_law_of_the_place_allows_does_not_open() {
    let read = |text: &str| Config::read(std::path::Path::new("test.toml"), text, &Options::default());
    let pace = "[pace]\nbetting-ms = 0\nbetween-cards-ms = 0\nafter-coup-ms = 0\n";
    assert!(read(pace).is_ok(), "where no law asks for a time");
    let wrong = read(&format!("{pace}[play]\nprofile = \"example-venue\"\n")).unwrap_err().to_string();
    assert!(
        wrong.contains("the shortest game would take 0 ms") && wrong.contains("5000 ms (example, venue 1)"),
        "{wrong}"
    );
    let slow = pace.replace("betting-ms = 0", "betting-ms = 5000");
    assert!(read(&format!("{slow}[play]\nprofile = \"example-venue\"\n")).is_ok());
    let unknown = read("[play]\nprofile = \"atlantis\"\n").unwrap_err().to_string();
    assert!(unknown.contains("example-venue, example-remote"), "{unknown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_brings_no_money_to_a_table_in_another_currency() {
    let yen = SENTOSA.replace("sentosa", "tokyo").replace("AUD", "JPY");
    let (_house, _, _, mut ada) = with_ada(&format!("{QUIET}{SENTOSA}{yen}")).await;
    for (table, code) in [("sentosa", Value::Null), ("tokyo", json!("other-currency"))] {
        assert_eq!(says(&mut ada, table, "sit ada@1", None).await, Value::Null, "{table}");
        let bought = json!({ "id": format!("buy-in-{table}"), "amount": 10_000 });
        let reply = ada.post(&format!("/api/v1/tables/{table}/buy-in"), &bought).await.json();
        assert_eq!(reply["refusal"]["code"], code, "{table}: {reply}");
    }
    assert_eq!(ada.get("/api/v1/patrons/ada").await.ok()["at_tables"], 10_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_in_yen_has_no_cents_anywhere() {
    let yen = SENTOSA.replace("AUD", "JPY").replace("5..5000", "500..500000");
    let text = format!("{}{yen}", QUIET.replace("\"AUD\"", "\"JPY\""));
    let (house, _, mut cage, mut ada) = with_ada(&text).await;
    let odd = json!({ "id": "deposit-2", "amount": 10_050 });
    let refused = cage.post("/api/v1/patrons/ada/deposit", &odd).await.json()["refusal"].clone();
    let told = (&refused["code"], &refused["by"]);
    assert_eq!(told, (&json!("not-in-currency"), &json!(["house:account-currency"])));
    assert_eq!(ada.get("/api/v1/patrons/ada").await.ok()["currency"], "JPY");
    assert_eq!(says(&mut ada, "sentosa", "sit ada@1", None).await, Value::Null);
    let bought = |amount: i64| json!({ "id": format!("buy-in-{amount}"), "amount": amount });
    let odd = ada.post("/api/v1/tables/sentosa/buy-in", &bought(100_050)).await.json();
    assert_eq!(odd["refusal"]["code"], "table-not-in-currency");
    ada.post("/api/v1/tables/sentosa/buy-in", &bought(400_000)).await.ok();
    called(&house, &mut ada).await;
    let odd = says(&mut ada, "sentosa", "bet ada@1 player 500.50", None).await;
    assert_eq!(
        (&odd["code"], &odd["args"]["smallest"]),
        (&json!("table-not-in-currency"), &json!({ "money": 100 }))
    );
    // Banker pays half on a six: whatever it comes to is whole yen.
    assert_eq!(says(&mut ada, "sentosa", "bet ada@1 banker 501", None).await, Value::Null, "its neighbour");
    let account = eventually("the coup is settled", async || {
        house.clock.advance(SECOND);
        let view = ada.get("/api/v1/tables/sentosa").await.ok();
        (view["call"] == "place-your-bets" && view["coup"] != 1).then_some(())
    });
    account.await;
    let table = house.server.app().floor().tables().into_iter().next().unwrap().now();
    let balance = table
        .table
        .ledger
        .on(punto_table::Coin::Credits, punto_table::Account::Balance("ada".parse().unwrap()));
    assert_eq!(balance.minor() % 100, 0, "{balance}");
    house.audited();
}
