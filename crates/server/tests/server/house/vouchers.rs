//! Vouchers from outside: made, printed, brought, brought again, made up.

use serde_json::{Value, json};

use crate::support::{Client, FIRST_PIN, House, MINUTE, PASSWORD};

async fn with_patrons() -> (House, Client, Client, Client) {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    for (name, card) in [("ada", "12345678"), ("ben", "87654321")] {
        let body = json!({ "patron": name, "card": card, "pin": FIRST_PIN, "person": null });
        cage.post("/api/v1/patrons", &body).await.ok();
        house.own_pin(card).await;
    }
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 50_000 })).await.ok();
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    let mut ada = super::devices::enrolled(&house, &mut sue, "console", None, None).await;
    ada.sign_in(&json!({ "as": "patron", "card": "12345678", "pin": "2580" })).await.ok();
    cage.cookies.extend(super::devices::enrolled(&house, &mut sue, "console", None, None).await.cookies);
    (house, admin, cage, ada)
}

fn redeem(id: &str, number: &Value) -> Value {
    json!({ "id": id, "number": number })
}

#[tokio::test]
async fn a_voucher_is_made_by_its_owner_and_redeemed_once_by_whoever_brings_it() {
    let (house, mut admin, mut cage, mut ada) = with_patrons().await;
    house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let asked = json!({ "id": "voucher-1", "amount": 20_000 });
    let made = ada.post("/api/v1/patrons/ada/vouchers", &asked).await.ok();
    let number = made["number"].as_str().unwrap();
    assert!(number.len() == 20 && number.bytes().all(|byte| byte.is_ascii_digit()), "{made}");
    assert_eq!(
        (&made["amount"], &made["sequence"], &made["site"]),
        (&json!(20_000), &json!(1), &json!("Punto"))
    );
    assert_eq!(
        ada.post("/api/v1/patrons/ada/vouchers", &asked).await.ok(),
        made,
        "a repeat is the same voucher"
    );
    assert_eq!(ada.get("/api/v1/patrons/ada").await.ok()["balance"], 30_000);
    let much = json!({ "id": "voucher-2", "amount": 30_001 });
    assert_eq!(ada.post("/api/v1/patrons/ada/vouchers", &much).await.problem(409), "refused");
    let names = house.server.app().journal().names("voucher").unwrap();
    assert_eq!(names, [&number[..12]], "what was refused leaves nothing behind");
    let other = json!({ "id": "voucher-1", "amount": 10_000 });
    assert!(
        ada.post("/api/v1/patrons/ada/vouchers", &other).await.status >= 400,
        "another voucher under the same key"
    );
    assert_eq!(house.server.app().journal().names("voucher").unwrap(), names);
    assert_eq!(ada.post("/api/v1/patrons/ben/vouchers", &asked).await.problem(403), "not-allowed");

    // No record and no shelf has the whole number.
    let journal = house.server.app().journal();
    let records = journal.read(&"patron/ada".parse().unwrap(), 0, 1_000).unwrap();
    assert!(records.iter().any(|record| record.entry.body.contains(&number[..12])));
    assert!(!records.iter().any(|record| record.entry.body.contains(&number[12..])));

    let mut brought = redeem("redeem-1", &made["number"]);
    brought["approver"] = json!({ "name": "max", "password": PASSWORD });
    let ben = cage.post("/api/v1/patrons/ben/vouchers/redeem", &brought).await.ok();
    assert_eq!(ben["balance"], 20_000);
    assert_eq!(
        cage.post("/api/v1/patrons/ben/vouchers/redeem", &brought).await.ok(),
        ben,
        "a repeat is done once"
    );
    let again = cage.post("/api/v1/patrons/ada/vouchers/redeem", &redeem("redeem-2", &made["number"])).await;
    assert_eq!(again.problem(409), "refused");
    assert_eq!(again.json()["refusal"]["code"], "voucher-not-out");
    let list = cage.get("/api/v1/patrons/ada/vouchers").await.ok();
    assert_eq!((&list["items"][0]["into"], &list["items"][0]["number"]), (&json!("ben"), &Value::Null));
    let own = ada.get("/api/v1/patrons/ada/vouchers").await.ok();
    assert_eq!(
        (&own["items"][0]["redeemed"], &own["items"][0]["into"]),
        (&list["items"][0]["redeemed"], &Value::Null),
        "but not by whom"
    );
    let statement = ada.get("/api/v1/me/statement").await.ok();
    assert_eq!(statement["closing"]["account"], 30_000);
    let mut ben = house.client();
    ben.sign_in(&json!({ "as": "patron", "card": "87654321", "pin": "2580" })).await.ok();
    let told = ben.get("/api/v1/me/statement").await.ok();
    let told: Vec<&Value> = told["items"].as_array().unwrap().iter().map(|item| &item["what"]).collect();
    assert!(
        told.contains(&&json!({
            "name": "voucher-redeemed",
            "args": { "voucher": { "name": &number[..12] }, "amount": { "money": 20_000 } },
        })),
        "nor from whom: {told:?}"
    );
}

#[tokio::test]
async fn made_up_numbers_get_nowhere_and_are_reported() {
    let (house, _, mut cage, mut ada) = with_patrons().await;
    let made =
        cage.post("/api/v1/patrons/ada/vouchers", &json!({ "id": "voucher-1", "amount": 20_000 })).await.ok();
    let number = made["number"].as_str().unwrap().to_owned();
    let last = if number.ends_with('0') { '1' } else { '0' };
    let guess = json!(format!("{}{last}", &number[..19]));
    for n in 0..3 {
        let wrong =
            ada.post("/api/v1/patrons/ada/vouchers/redeem", &redeem(&format!("guess-00{n}"), &guess)).await;
        assert_eq!(wrong.problem(404), "not-found");
    }
    // From now on even the right number is not looked at, until a minute is over.
    let right = redeem("guess-009", &made["number"]);
    let waits = ada.post("/api/v1/patrons/ada/vouchers/redeem", &right).await;
    assert_eq!((waits.problem(429).as_str(), waits.header("retry-after").is_some()), ("too-many", true));
    assert!(house.has_line("noted 11 voucher-tries warning - ada tried"), "{:?}", house.site_lines());
    // Nobody else is held up.
    cage.post("/api/v1/patrons/ben/vouchers/redeem", &redeem("bens-own-1", &json!("12"))).await.problem(404);
    house.clock.advance(MINUTE);
    assert_eq!(ada.post("/api/v1/patrons/ada/vouchers/redeem", &right).await.ok()["balance"], 50_000);
    assert_eq!(
        house.client().post("/api/v1/patrons/ada/vouchers/redeem", &right).await.problem(401),
        "not-signed-in"
    );
    let mut dan = {
        let mut admin = house.client();
        admin.staff("admin", crate::support::PASSWORD).await.ok();
        house.staff(&mut admin, "dan", &["dealer"]).await
    };
    assert_eq!(dan.post("/api/v1/patrons/ada/vouchers/redeem", &right).await.problem(403), "not-allowed");
    assert_eq!(dan.get("/api/v1/patrons/ada/vouchers").await.problem(403), "not-allowed");
}

#[tokio::test]
async fn a_spent_number_of_ones_own_buys_no_further_guesses() {
    let (house, _, _, mut ada) = with_patrons().await;
    let path = "/api/v1/patrons/ada/vouchers/redeem";
    let made =
        ada.post("/api/v1/patrons/ada/vouchers", &json!({ "id": "voucher-1", "amount": 100 })).await.ok();
    let own = redeem("own-number", &made["number"]);
    ada.post(path, &own).await.ok();
    for n in 0..2 {
        let wrong = redeem(&format!("guess-00{n}"), &json!("1".repeat(20)));
        assert_eq!(ada.post(path, &wrong).await.problem(404), "not-found");
        ada.post(path, &own).await.ok();
        let spent = ada.post(path, &redeem(&format!("spent-00{n}"), &made["number"])).await;
        assert_eq!(spent.problem(409), "refused", "and is no guess");
    }
    let third = redeem("guess-009", &json!("1".repeat(20)));
    assert_eq!(ada.post(path, &third).await.problem(404), "not-found");
    assert_eq!(ada.post(path, &own).await.problem(429), "too-many");
    assert!(house.has_line("noted 11 voucher-tries"), "{:?}", house.site_lines());
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_guesses_at_once_no_more_are_looked_at_than_one_after_another() {
    let (house, _, _, ada) = with_patrons().await;
    let mut guesses = tokio::task::JoinSet::new();
    for n in 0..24 {
        let (mut ada, guess) = (ada.clone(), redeem(&format!("guess-{n:03}"), &json!("1".repeat(20))));
        guesses.spawn(async move { ada.post("/api/v1/patrons/ada/vouchers/redeem", &guess).await.status });
    }
    let answers = guesses.join_all().await;
    let looked_at = answers.iter().filter(|status| **status == 404).count();
    assert_eq!((looked_at, answers.iter().filter(|status| **status == 429).count()), (3, 21), "{answers:?}");
    assert_eq!(house.site_lines().iter().filter(|line| line.contains(" voucher-tries ")).count(), 1);
}

#[tokio::test]
async fn vouchers_of_an_account_are_made_at_a_measured_pace() {
    let (house, _, _, mut ada) = with_patrons().await;
    let mut make = async |n: u32| {
        let asked = json!({ "id": format!("voucher-{n}"), "amount": 100 });
        ada.post("/api/v1/patrons/ada/vouchers", &asked).await
    };
    for n in 0..20 {
        make(n).await.ok();
    }
    assert_eq!(make(20).await.problem(429), "too-many");
    house.clock.advance(MINUTE);
    assert_eq!(make(20).await.ok()["sequence"], 21);
}

#[tokio::test]
async fn a_voucher_outlives_a_restart() {
    let (house, _, mut cage, _) = with_patrons().await;
    let made =
        cage.post("/api/v1/patrons/ada/vouchers", &json!({ "id": "voucher-1", "amount": 20_000 })).await.ok();
    let house = house.restarted().await;
    let mut cage = house.client();
    cage.staff("cass", crate::support::PASSWORD).await.ok();
    let wrong =
        cage.post("/api/v1/patrons/ben/vouchers/redeem", &redeem("redeem-0", &json!("0".repeat(20)))).await;
    assert_eq!(wrong.problem(404), "not-found");
    let ada =
        cage.post("/api/v1/patrons/ada/vouchers/redeem", &redeem("redeem-1", &made["number"])).await.ok();
    assert_eq!(ada["balance"], 50_000);
}
