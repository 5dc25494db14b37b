//! Patrons: card and PIN, money over the counter, limits, exclusion, personal data; and guests of a demonstration.

use serde_json::{Value, json};

use crate::support::{Client, FIRST_PIN, House, MINUTE, PASSWORD, eventually};

const CARD: &str = "12345678";
const PIN: &str = "2580";

async fn with_ada() -> (House, Client, Client) {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let person = json!({ "name": "Ada Byron", "born": "1990-12-10", "contact": null });
    let body = json!({ "patron": "ada", "card": CARD, "pin": FIRST_PIN, "person": person });
    cage.post("/api/v1/patrons", &body).await.ok();
    house.own_pin(CARD).await;
    (house, admin, cage)
}

fn way(pin: &str) -> Value {
    json!({ "as": "patron", "card": CARD, "pin": pin })
}

#[tokio::test]
async fn a_patron_comes_in_with_card_and_pin() {
    let (house, _, mut cage) = with_ada().await;
    let mut ada = house.client();
    assert_eq!(ada.sign_in(&way("0000")).await.problem(401), "sign-in-refused");
    let unknown = json!({ "as": "patron", "card": "99999999", "pin": PIN });
    assert_eq!(ada.sign_in(&unknown).await.problem(401), "sign-in-refused");
    let me = ada.sign_in(&way(PIN)).await.ok();
    assert_eq!((&me["kind"], &me["name"], &me["account"]), (&json!("patron"), &json!("ada"), &json!(0)));
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 50_000 })).await.ok();
    assert_eq!(ada.get("/api/v1/me").await.ok()["account"], 50_000);
    assert_eq!(ada.get("/api/v1/patrons/ada").await.ok()["balance"], 50_000);
    assert_eq!(ada.get("/api/v1/patrons/ben").await.problem(403), "not-allowed");
    assert_eq!(ada.get("/api/v1/patrons/ada/person").await.ok()["name"], "Ada Byron");
    let written: String = house.site_lines().concat();
    assert!(!written.contains("Byron") && !written.contains(CARD) && !written.contains(PIN));
}

#[tokio::test]
async fn wrong_pins_lock_the_card_and_the_cage_unlocks_it() {
    let (house, _, mut cage) = with_ada().await;
    for _ in 0..3 {
        house.client().sign_in(&way("0000")).await.problem(401);
    }
    assert_eq!(house.client().sign_in(&way(PIN)).await.problem(401), "sign-in-refused");
    house.clock.advance(MINUTE);
    house.client().sign_in(&way(PIN)).await.ok();
    for _ in 0..3 {
        house.client().sign_in(&way("0000")).await.problem(401);
    }
    cage.post("/api/v1/patrons/ada/unlock", &json!({})).await.ok();
    // Whoever unlocks has one try and not three: the lock comes back at once, and each time somebody learns of it.
    house.client().sign_in(&way("0000")).await.problem(401);
    assert_eq!(house.client().sign_in(&way(PIN)).await.problem(401), "sign-in-refused");
    cage.post("/api/v1/patrons/ada/unlock", &json!({})).await.ok();
    house.client().sign_in(&way(PIN)).await.ok();
    let lines = house.site_lines();
    let noted = |kind: &str, what: &str| {
        lines.iter().filter(|line| line.contains(kind) && line.contains(what)).count()
    };
    assert_eq!(noted("failed-sign-ins", "the PIN of ada is locked"), 3);
    assert_eq!(noted("pin-reset warning - about cass ", "the locked PIN of ada was unlocked by cass"), 2);
}

#[tokio::test]
async fn money_over_the_counter_is_moved_once() {
    let (house, mut admin, mut cage) = with_ada().await;
    // From an amount on one person takes no cash alone.
    let large = json!({ "id": "deposit-0", "amount": 1_000_001 });
    let alone = cage.post("/api/v1/patrons/ada/deposit", &large).await;
    assert_eq!(alone.json()["refusal"]["code"], "second-person-needed");
    house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let approver = json!({ "name": "max", "password": PASSWORD });
    let out = json!({ "id": "withdraw-9", "amount": 1_000_001, "approver": approver });
    let large = json!({ "id": "deposit-0", "amount": 1_000_001, "approver": approver });
    cage.post("/api/v1/patrons/ada/deposit", &large).await.ok();
    cage.post("/api/v1/patrons/ada/withdraw", &out).await.ok();
    let deposit = json!({ "id": "deposit-1", "amount": 50_000 });
    for _ in 0..3 {
        assert_eq!(cage.post("/api/v1/patrons/ada/deposit", &deposit).await.ok()["balance"], 50_000);
    }
    let other = json!({ "id": "deposit-1", "amount": 60_000 });
    let repeated = cage.post("/api/v1/patrons/ada/deposit", &other).await;
    assert_eq!(repeated.problem(409), "refused");
    assert_eq!(repeated.json()["refusal"]["code"], "key-of-another-command");
    // Nobody pays out of an account alone.
    let pay = |id: &str, amount: u32, code: Option<&str>| json!({ "id": id, "amount": amount, "code": code });
    let alone = cage.post("/api/v1/patrons/ada/withdraw", &pay("withdraw-0", 50_000, None)).await;
    assert_eq!(alone.json()["refusal"]["code"], "second-person-needed");
    let code = house.payout(CARD, 50_000).await;
    let all = pay("withdraw-2", 50_000, Some(&code));
    for _ in 0..2 {
        assert_eq!(cage.post("/api/v1/patrons/ada/withdraw", &all).await.ok()["balance"], 0, "once");
    }
    for amount in [0, -5, i64::MIN, i64::MAX] {
        let body = json!({ "id": format!("amount-of-{amount}"), "amount": amount });
        let status = cage.post("/api/v1/patrons/ada/deposit", &body).await.status;
        assert!(matches!(status, 400 | 409), "{amount}: {status}");
    }
    assert_eq!(cage.post("/api/v1/patrons/nobody/deposit", &deposit).await.problem(404), "not-found");
}

#[tokio::test]
async fn a_cashier_who_has_seen_a_code_or_a_pin_pays_nothing_out_with_it() {
    let (house, mut admin, mut cage) = with_ada().await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 90_000 })).await.ok();
    let pay = |id: &str, amount: i64, code: &str| json!({ "id": id, "amount": amount, "code": code });
    let path = "/api/v1/patrons/ada/withdraw";
    let code = house.payout(CARD, 30_000).await;
    // Exactly what the patron ordered, once, and not with what they sign in with.
    assert_eq!(
        cage.post(path, &pay("payout-01", 30_001, &code)).await.json()["refusal"]["code"],
        "no-payout"
    );
    assert_eq!(cage.post(path, &pay("payout-02", 30_000, &code)).await.ok()["balance"], 60_000);
    assert_eq!(
        cage.post(path, &pay("payout-03", 30_000, &code)).await.json()["refusal"]["code"],
        "no-payout"
    );
    assert_eq!(cage.post(path, &json!({ "id": "payout-04", "amount": 1, "pin": PIN })).await.status, 422);
    assert_eq!(cage.post(path, &pay("payout-05", 30_000, PIN)).await.problem(403), "wrong-password");
    // A guess ends the order, and somebody else learns who guessed.
    let code = house.payout(CARD, 30_000).await;
    assert_eq!(cage.post(path, &pay("payout-06", 30_000, "abcd-efgh")).await.problem(403), "wrong-password");
    assert_eq!(
        cage.post(path, &pay("payout-07", 30_000, &code)).await.json()["refusal"]["code"],
        "no-payout"
    );
    let told = max.get("/api/v1/events").await.ok();
    let told = told["items"].as_array().unwrap().iter().find(|event| event["code"] == "payout-missed");
    assert_eq!(told.unwrap()["args"]["who"], json!({ "name": "cass" }));
    // It lapses, and nobody orders for another.
    let code = house.payout(CARD, 30_000).await;
    house.clock.advance(31 * MINUTE);
    cage.staff("cass", PASSWORD).await.ok();
    assert_eq!(
        cage.post(path, &pay("payout-08", 30_000, &code)).await.json()["refusal"]["code"],
        "no-payout"
    );
    assert_eq!(
        cage.post("/api/v1/me/payout", &json!({ "amount": 30_000 })).await.problem(403),
        "not-allowed"
    );
    assert_eq!(cage.get("/api/v1/patrons/ada").await.ok()["balance"], 60_000);
    house.audited();
}

#[tokio::test]
async fn many_small_deposits_take_two_like_a_large_one() {
    let text = format!("{}\n[money]\ncash-alone = \"100\"\ncashier-alone = \"250\"\n", crate::support::QUIET);
    let house = House::with(&text, punto_config::Options::default()).await;
    let mut admin = house.admin().await;
    let mut cass = house.staff(&mut admin, "cass", &["cage"]).await;
    let mut cora = house.staff(&mut admin, "cora", &["cage"]).await;
    house.staff(&mut admin, "max", &["gaming-manager"]).await;
    for (patron, card) in [("ada", CARD), ("ben", "87654321"), ("cy", "11112222")] {
        let body = json!({ "patron": patron, "card": card, "pin": FIRST_PIN, "person": null });
        cass.post("/api/v1/patrons", &body).await.ok();
    }
    let mut count = 0;
    let mut brings = async |cashier: &mut Client, patron: &str, amount: i64, second: bool| {
        count += 1;
        let mut body = json!({ "id": format!("small-{count:04}"), "amount": amount });
        if second {
            body["approver"] = json!({ "name": "max", "password": PASSWORD });
        }
        let reply = cashier.post(&format!("/api/v1/patrons/{patron}/deposit"), &body).await;
        if reply.status == 200 { Value::Null } else { reply.json()["refusal"]["code"].clone() }
    };
    let needed = json!("second-person-needed");
    assert_eq!(brings(&mut cass, "ada", 6_000, false).await, Value::Null);
    assert_eq!(brings(&mut cass, "ada", 4_001, false).await, needed, "of one patron, in two parts");
    assert_eq!(brings(&mut cora, "ada", 4_001, false).await, needed, "by two cashiers");
    assert_eq!(brings(&mut cora, "ada", 4_000, false).await, Value::Null, "up to the bound");
    assert_eq!(brings(&mut cass, "ada", 4_001, true).await, Value::Null, "by two persons");
    assert_eq!(brings(&mut cass, "ben", 10_000, false).await, Value::Null);
    assert_eq!(brings(&mut cass, "cy", 9_001, false).await, needed, "more than a cashier takes in alone");
    assert_eq!(brings(&mut cora, "cy", 9_001, false).await, Value::Null, "another cashier");
    // It counts for a day, also when the house has been started again.
    let house = house.restarted().await;
    cass = house.client();
    cass.staff("cass", PASSWORD).await.ok();
    assert_eq!(brings(&mut cass, "ada", 100, false).await, needed);
    house.clock.advance(26 * 60 * MINUTE);
    cass.staff("cass", PASSWORD).await.ok();
    assert_eq!(brings(&mut cass, "ada", 10_000, false).await, Value::Null);
    house.audited();
}

#[tokio::test]
async fn a_limit_of_the_house_is_made_looser_by_two_and_each_change_is_told() {
    let (house, mut admin, _) = with_ada().await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    house.staff(&mut admin, "mia", &["gaming-manager"]).await;
    let set = |most: Value, approver: Value| json!({ "kind": "deposit", "span": "day", "most": most, "approver": approver });
    let path = "/api/v1/patrons/ada/limits";
    max.post(path, &set(json!({ "money": 10_000 }), Value::Null)).await.ok();
    for looser in [json!({ "money": 10_001 }), json!("unlimited")] {
        let alone = max.post(path, &set(looser, Value::Null)).await;
        assert_eq!(alone.json()["refusal"]["code"], "second-person-needed", "{alone:?}");
    }
    let own = json!({ "name": "max", "password": PASSWORD });
    assert_eq!(max.post(path, &set(json!("unlimited"), own)).await.problem(403), "not-approved");
    let second = json!({ "name": "mia", "password": PASSWORD });
    max.post(path, &set(json!("unlimited"), second)).await.ok();
    let lines = house.site_lines();
    for told in [
        "about max a limit of the house for ada was set by max: deposit day 100",
        "about max+mia a limit of the house for ada was set by max: deposit day none",
    ] {
        assert!(lines.iter().any(|line| line.starts_with("noted") && line.contains(told)), "{told}");
    }
    house.audited();
}

#[tokio::test]
async fn one_session_a_patron_and_a_new_pin_is_the_patrons_own() {
    let (house, _, _) = with_ada().await;
    let (mut here, mut there) = (house.client(), house.client());
    here.sign_in(&way(PIN)).await.ok();
    there.sign_in(&way(PIN)).await.ok();
    assert_eq!(here.get("/api/v1/me").await.ok()["kind"], "nobody", "signed in elsewhere");
    let wrong = json!({ "present": "0000", "new": "1379" });
    assert_eq!(there.post("/api/v1/password", &wrong).await.problem(403), "wrong-password");
    let weak = json!({ "present": PIN, "new": "1234" });
    let weak = there.post("/api/v1/password", &weak).await;
    assert_eq!(weak.problem(409), "refused");
    assert_eq!(weak.json()["refusal"]["code"], "pin-guessed-first");
    there.post("/api/v1/password", &json!({ "present": PIN, "new": "1379" })).await.ok();
    there.post("/api/v1/sign-out", &json!({})).await.ok();
    assert_eq!(house.client().sign_in(&way(PIN)).await.problem(401), "sign-in-refused");
    house.client().sign_in(&way("1379")).await.ok();
}

#[tokio::test]
async fn limits_hold_and_exclusion_signs_out_and_keeps_out() {
    let (house, mut admin, mut cage) = with_ada().await;
    let mut manager = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let mut ada = house.client();
    ada.sign_in(&way(PIN)).await.ok();
    let limit = json!({ "kind": "deposit", "span": "day", "most": { "money": 10_000 } });
    let view = ada.post("/api/v1/patrons/ada/limits", &limit).await.ok();
    let most = json!({ "money": 10_000 });
    let used = json!({ "money": 0 });
    let told = json!([
        { "whose": "own", "kind": "deposit", "span": "day", "most": most, "used": used, "waiting": null }
    ]);
    assert_eq!(view["limits"], told, "in minor units");
    let less = json!({ "kind": "deposit", "span": "day", "most": { "money": -1 } });
    assert_eq!(ada.post("/api/v1/patrons/ada/limits", &less).await.problem(400), "bad-request");
    let over = json!({ "id": "deposit-1", "amount": 10_001 });
    let refused = cage.post("/api/v1/patrons/ada/deposit", &over).await;
    assert_eq!(refused.problem(409), "refused");
    assert_eq!(refused.json()["refusal"]["code"], "over-limit");
    let until = house.server.app().now().0 + 60 * MINUTE;
    manager.post("/api/v1/patrons/ada/exclude", &json!({ "until": until })).await.ok();
    assert_eq!(ada.get("/api/v1/me").await.ok()["kind"], "nobody");
    let refused = ada.sign_in(&way(PIN)).await;
    assert_eq!(refused.problem(409), "refused", "an authenticated caller gets the reason");
    assert_eq!(refused.json()["refusal"]["code"], "patron-excluded");
    house.clock.advance(60 * MINUTE);
    ada.sign_in(&way(PIN)).await.ok();
    let view = ada.post("/api/v1/patrons/ada/exclude", &json!({ "until": null })).await.ok();
    assert_eq!(view["excluded"], true);
}

#[tokio::test]
async fn a_reality_check_comes_and_waits_for_an_answer() {
    let (house, _, _) = with_ada().await;
    let mut ada = house.client();
    ada.sign_in(&way(PIN)).await.ok();
    assert_eq!(ada.post("/api/v1/me/continue", &json!({})).await.problem(409), "refused");
    for _ in 0..3 {
        house.clock.advance(25 * MINUTE);
        ada.get("/api/v1/me").await.ok();
    }
    let shown = eventually("a reality check", async || {
        let check = ada.get("/api/v1/me").await.ok()["check"].clone();
        (!check.is_null()).then_some(check)
    })
    .await;
    assert_eq!(shown["out"], 0);
    ada.post("/api/v1/me/continue", &json!({})).await.ok();
    assert!(ada.get("/api/v1/me").await.ok()["check"].is_null());
}

#[tokio::test]
async fn guests_play_in_demonstrations_only_with_play_money_under_a_name_of_their_own() {
    let house = House::open().await;
    assert_eq!(house.client().sign_in(&json!({ "as": "guest" })).await.problem(401), "sign-in-refused");
    let house = House::demo().await;
    let mut names = Vec::new();
    for asked in [
        json!(null),
        json!("Gus"),
        json!("gus"),
        json!("\u{202e}<b>x"),
        json!("punto"),
        json!("a".repeat(99)),
    ] {
        let mut guest = house.client();
        let me = guest.sign_in(&json!({ "as": "guest", "name": asked })).await.ok();
        assert_eq!(
            (&me["kind"], &me["account"], &me["demonstration"]),
            (&json!("guest"), &json!(1_000_000), &json!(true))
        );
        names.push(me["name"].as_str().unwrap().to_owned());
    }
    assert!(names[0].starts_with("guest-") && names[1] == "gus" && names[2].starts_with("gus-"), "{names:?}");
    assert!(names[3] == "bx" && names[4].starts_with("punto-") && names[5].len() == 16, "{names:?}");
}

#[tokio::test]
async fn there_are_only_so_many_guests() {
    let text = "[listen]\nguests = 2\nsign-ins-per-minute = 10000\n[disk]\nwarn-mib = 0\nclose-mib = 0\n";
    let house = House::with(text, punto_config::Options { demo: true, ..Default::default() }).await;
    let guest = json!({ "as": "guest" });
    house.client().sign_in(&guest).await.ok();
    house.client().sign_in(&guest).await.ok();
    assert_eq!(house.client().sign_in(&guest).await.problem(503), "busy");
}
