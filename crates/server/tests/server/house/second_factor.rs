//! A second factor where the house asks for one: at first sign-in it is set up, then it is asked for wherever a password is.

use punto_config::Options;
use punto_floor::Clock;
use punto_vocab::Time;
use serde_json::{Value, json};

use crate::support::{Client, DARLING, House, MINUTE, PASSWORD, QUIET, Reply};

/// A house that asks the cage and whoever answers for the house.
async fn asking() -> House {
    let text = format!("{QUIET}[sessions]\nsecond-factor = [\"cage\", \"gaming-manager\"]\n{DARLING}");
    House::with(&text, Options::default()).await
}

/// The code that a device with this secret shows now, worked out as any device does: base 32, HMAC-SHA-1, truncation.
fn code(secret: &str, now: Time) -> String {
    let bits: String = secret
        .bytes()
        .map(|letter| if letter.is_ascii_digit() { letter - b'2' + 26 } else { letter - b'A' })
        .map(|five| format!("{five:05b}"))
        .collect();
    let key: Vec<u8> = (0..20).map(|at| u8::from_str_radix(&bits[8 * at..8 * at + 8], 2).unwrap()).collect();
    punto_access::factor_code(&key, now)
}

/// Signs in with a password, and a code if there is one.
async fn sign_in(client: &mut Client, name: &str, password: &str, code: Option<&str>) -> Reply {
    client.sign_in(&json!({ "as": "staff", "name": name, "password": password, "code": code })).await
}

/// Has somebody set up a second factor in their session; its secret.
async fn set_up(house: &House, client: &mut Client) -> String {
    let offer = client.post("/api/v1/me/second-factor", &json!({})).await.ok();
    let secret = offer["secret"].as_str().unwrap().to_owned();
    assert!(offer["uri"].as_str().unwrap().contains(&secret), "{offer}");
    let confirm = json!({ "code": code(&secret, house.clock.now()) });
    assert_eq!(client.post("/api/v1/me/second-factor/confirm", &confirm).await.status, 204);
    house.clock.advance(MINUTE);
    secret
}

#[tokio::test]
async fn whoever_is_asked_sets_it_up_first_and_signs_in_with_it_from_then_on() {
    let house = asking().await;
    let mut admin = house.admin().await;
    assert_eq!(admin.get("/api/v1/me").await.ok()["must_set_factor"], false, "not asked of this office");
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let me = cage.get("/api/v1/me").await.ok();
    assert_eq!(
        (&me["must_set_factor"], &me["asks_factor"], &me["rights"]),
        (&json!(true), &json!(true), &json!([]))
    );
    assert_eq!(cage.get("/api/v1/patrons").await.problem(403), "not-allowed", "not before it is set up");
    let early = cage.post("/api/v1/me/second-factor/confirm", &json!({ "code": "123456" })).await;
    assert_eq!(early.problem(403), "wrong-password");
    let secret = set_up(&house, &mut cage).await;
    cage.get("/api/v1/patrons").await.ok();
    assert!(house.has_line("factor-set cass"));
    assert_eq!(cage.post("/api/v1/me/second-factor", &json!({})).await.problem(400), "bad-request", "once");

    // One answer to whatever does not fit, and each counts.
    let now = code(&secret, house.clock.now());
    let mut again = house.client();
    assert_eq!(sign_in(&mut again, "cass", PASSWORD, None).await.problem(401), "sign-in-refused");
    assert_eq!(sign_in(&mut again, "cass", PASSWORD, Some("000000")).await.problem(401), "sign-in-refused");
    assert!(house.has_line("sign-in-failed cass"));
    sign_in(&mut again, "cass", PASSWORD, Some(&now)).await.ok();
    let mut third = house.client();
    assert_eq!(
        sign_in(&mut third, "cass", PASSWORD, Some(&now)).await.problem(401),
        "sign-in-refused",
        "good once"
    );
    // A wrong password uses no code up.
    house.clock.advance(MINUTE);
    let next = code(&secret, house.clock.now());
    assert_eq!(
        sign_in(&mut third, "cass", "wrong wrong wrong", Some(&next)).await.problem(401),
        "sign-in-refused"
    );
    sign_in(&mut third, "cass", PASSWORD, Some(&next)).await.ok();

    // Neither the journal nor a shelf has the secret in the clear.
    let journal = house.server.app().journal().clone();
    let kept = journal.get("factor", "cass").unwrap().unwrap();
    assert!(!String::from_utf8_lossy(&kept).contains("secret"), "it is sealed");
    assert!(!house.site_lines().concat().contains(&secret));
}

#[tokio::test]
async fn a_reset_by_two_takes_it_away_and_the_next_sign_in_sets_up_another() {
    let house = asking().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let first = set_up(&house, &mut cage).await;
    let asked = admin.post("/api/v1/staff/cass/password", &json!({})).await.ok();
    let approved = house.approved(asked["proposals"][0]["number"].as_u64().unwrap()).await;
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let secret = format!("{} {}", word(&asked["secret"]), word(&approved["secret"]["secret"]));
    let mut cage = house.client();
    sign_in(&mut cage, "cass", &secret, None).await.ok();
    assert_eq!(
        cage.post("/api/v1/me/second-factor", &json!({})).await.problem(403),
        "not-allowed",
        "the password comes first"
    );
    cage.post("/api/v1/password", &json!({ "present": secret, "new": PASSWORD })).await.ok();
    assert_eq!(cage.get("/api/v1/me").await.ok()["must_set_factor"], true);
    let second = set_up(&house, &mut cage).await;
    assert_ne!(first, second);
    let of = |secret: &str| code(secret, house.clock.now());
    let old = sign_in(&mut house.client(), "cass", PASSWORD, Some(&of(&first))).await;
    assert_eq!(old.problem(401), "sign-in-refused");
    sign_in(&mut house.client(), "cass", PASSWORD, Some(&of(&second))).await.ok();
    house.audited();
}

#[tokio::test]
async fn it_is_asked_for_where_a_second_person_approves_at_anothers_screen() {
    let house = asking().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    set_up(&house, &mut cage).await;
    let mut manager = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let body = json!({ "patron": "ada", "card": "12345678", "pin": "7193", "person": null });
    cage.post("/api/v1/patrons", &body).await.ok();
    let replace = async |cage: &mut Client, code: Option<&str>| {
        let approver = json!({ "name": "max", "password": PASSWORD, "code": code });
        let body = json!({ "card": "12345678", "pin": "4826", "approver": approver });
        let reply = cage.post("/api/v1/patrons/ada/card", &body).await;
        // A miss locks the two for a while from the third on.
        house.clock.advance(5 * MINUTE);
        reply
    };
    assert_eq!(
        replace(&mut cage, None).await.problem(403),
        "not-approved",
        "who has none yet approves nothing"
    );
    let secret = set_up(&house, &mut manager).await;
    assert_eq!(replace(&mut cage, None).await.problem(403), "not-approved");
    let good = code(&secret, house.clock.now());
    replace(&mut cage, Some(&good)).await.ok();
    assert!(house.has_line("approval-missed max for cass") && house.has_line("line-approved max"));
}
