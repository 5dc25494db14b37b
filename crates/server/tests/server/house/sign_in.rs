//! Signing in and out: passwords, locks, sessions, cookies.

use serde_json::json;

use crate::support::{House, MINUTE, PASSWORD, SECOND};

#[tokio::test]
async fn the_first_password_is_good_once_and_opens_nothing_else() {
    let house = House::open().await;
    let (name, secret) = (String::from("admin"), house.first_password("admin").unwrap());
    let mut admin = house.client();
    let me = admin.staff(&name, &secret).await.ok();
    assert_eq!(
        house.client().staff(&name, &secret).await.problem(401),
        "sign-in-refused",
        "it signs in once"
    );
    assert_eq!((&me["kind"], &me["must_change_password"]), (&json!("staff"), &json!(true)));
    assert_eq!((&me["grants"], &me["rights"]), (&json!(["admin"]), &json!([])), "not before it is changed");
    assert_eq!(admin.get("/api/v1/staff").await.problem(403), "not-allowed");

    let weak = json!({ "present": secret, "new": "short" });
    assert_eq!(admin.post("/api/v1/password", &weak).await.problem(400), "bad-request");
    let same = json!({ "present": secret, "new": secret });
    assert_eq!(admin.post("/api/v1/password", &same).await.problem(400), "bad-request");
    let wrong = json!({ "present": "not the password", "new": PASSWORD });
    assert_eq!(admin.post("/api/v1/password", &wrong).await.problem(403), "wrong-password");
    admin.post("/api/v1/password", &json!({ "present": secret, "new": PASSWORD })).await.ok();
    assert_eq!(admin.get("/api/v1/staff").await.ok()["items"][0]["name"], "admin");
    let me = admin.get("/api/v1/me").await.ok();
    assert_eq!(me["must_change_password"], false);
    let may = |right: &str| me["rights"].as_array().unwrap().iter().any(|own| own == right);
    assert!(
        may("manage-staff") && may("change-settings") && !may("approve-settings") && !may("move-money"),
        "{me}"
    );
    assert_eq!(house.client().get("/api/v1/me").await.ok()["rights"], json!([]));

    let mut again = house.client();
    assert_eq!(again.staff(&name, &secret).await.problem(401), "sign-in-refused");
    // After three failures the account waits.
    house.clock.advance(MINUTE);
    again.staff(&name, PASSWORD).await.ok();
    assert!(house.has_line("signed-in admin") && house.has_line("password-set admin"));
    let written: String = house.site_lines().concat();
    assert!(!written.contains(&secret) && !written.contains(PASSWORD), "no secret is journalled");
}

#[tokio::test]
async fn a_password_that_nobody_has_seen_is_made_anew_at_the_next_start() {
    let house = House::open().await;
    let first = house.first_password("admin").unwrap();
    let house = house.restarted().await;
    let second = house.first_password("admin").unwrap();
    assert_ne!(first, second);
    assert_eq!(house.client().staff("admin", &first).await.problem(401), "sign-in-refused");
    house.client().staff("admin", &second).await.ok();
    // Used and not changed: whoever was cut off gets another from the machine itself.
    let house = house.restarted().await;
    assert_ne!(house.first_password("admin"), Some(second));
    house.admin().await;
    let house = house.restarted().await;
    assert_eq!(house.first_password("admin"), None, "there is one of their own");
}

#[tokio::test]
async fn three_failures_lock_and_each_further_one_for_twice_as_long() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    house.staff(&mut admin, "kim", &["dealer"]).await;
    let mut client = house.client();
    for _ in 0..3 {
        assert_eq!(client.staff("kim", "wrong wrong wrong").await.problem(401), "sign-in-refused");
    }
    assert!(house.has_line("locked kim until"));
    let mut locked_for = async |minutes: i64| {
        house.clock.advance(minutes * MINUTE - SECOND);
        assert_eq!(client.staff("kim", PASSWORD).await.problem(401), "sign-in-refused", "{minutes} minutes");
        house.clock.advance(SECOND);
    };
    locked_for(1).await;
    house.client().staff("kim", "wrong wrong wrong").await.problem(401);
    locked_for(2).await;
    house.client().staff("kim", "wrong wrong wrong").await.problem(401);
    locked_for(4).await;
    client.staff("kim", PASSWORD).await.ok();
    assert!(house.has_line("sign-in-barred kim"));
    let events = admin_events(&house).await;
    assert!(events.iter().any(|kind| kind == "failed-sign-ins"), "{events:?}");
}

async fn admin_events(house: &House) -> Vec<String> {
    let mut client = house.client();
    client.staff("admin", PASSWORD).await.ok();
    let events = client.get("/api/v1/events").await.ok();
    events["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["kind"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn a_locked_account_can_be_unlocked_by_an_administrator() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    house.staff(&mut admin, "kim", &["dealer"]).await;
    for _ in 0..3 {
        house.client().staff("kim", "wrong wrong wrong").await.problem(401);
    }
    let kim = |staff: serde_json::Value| {
        staff["items"].as_array().unwrap().iter().find(|one| one["name"] == "kim").cloned().unwrap()
    };
    assert!(kim(admin.get("/api/v1/staff").await.ok())["locked_until"].is_i64());
    admin.post("/api/v1/staff/kim/unlock", &json!({})).await.ok();
    assert!(kim(admin.get("/api/v1/staff").await.ok())["locked_until"].is_null());
    house.client().staff("kim", PASSWORD).await.ok();
}

#[tokio::test]
async fn unknown_and_known_names_get_the_same_answer() {
    let house = House::open().await;
    house.admin().await;
    let mut answers = Vec::new();
    for name in ["admin", "nobody", "", "a b", "\u{202e}nimda", "' OR 1=1 --", &"x".repeat(5000)] {
        let reply = house.client().staff(name, "wrong wrong wrong").await;
        assert_eq!(reply.status, 401, "{name}");
        let body = reply.json();
        answers.push((body["code"].clone(), body["detail"].clone()));
    }
    answers.dedup();
    assert_eq!(answers.len(), 1);
    assert!(house.has_line("sign-in-unknown nobody") && house.has_line("sign-in-failed admin"));
}

#[tokio::test]
async fn sessions_end_when_they_are_idle_and_last_no_longer_than_the_house_says() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut dealer = house.staff(&mut admin, "kim", &["dealer"]).await;
    house.clock.advance(16 * MINUTE);
    assert_eq!(admin.get("/api/v1/staff").await.problem(401), "not-signed-in", "an office has 15 minutes");
    assert_eq!(dealer.get("/api/v1/me").await.ok()["name"], "kim", "a table has an hour");
    for _ in 0..14 {
        house.clock.advance(50 * MINUTE);
        assert_eq!(dealer.get("/api/v1/me").await.ok()["name"], "kim");
    }
    house.clock.advance(50 * MINUTE);
    assert_eq!(dealer.get("/api/v1/me").await.ok()["kind"], "nobody", "twelve hours are over");
    house.until(|house| house.has_line("signed-out admin session 1 idle")).await;
}

#[tokio::test]
async fn the_last_sign_in_is_shown() {
    let house = House::open().await;
    let mut first = house.admin().await;
    let at = house.server.app().now().0;
    assert!(first.get("/api/v1/me").await.ok()["last_sign_in"].is_null());
    house.clock.advance(MINUTE);
    let mut second = house.client();
    let me = second.staff("admin", PASSWORD).await.ok();
    assert_eq!(me["last_sign_in"], json!(at));
}

#[tokio::test]
async fn signing_out_ends_one_session_and_everywhere_ends_all() {
    let house = House::open().await;
    let mut one = house.admin().await;
    let (mut two, mut three) = (house.client(), house.client());
    two.staff("admin", PASSWORD).await.ok();
    three.staff("admin", PASSWORD).await.ok();
    let kept = two.clone();
    assert_eq!(two.post("/api/v1/sign-out", &json!({})).await.status, 204);
    assert!(two.cookies.is_empty());
    for client in [&mut kept.clone(), &mut two] {
        assert_eq!(client.get("/api/v1/me").await.ok()["kind"], "nobody");
    }
    assert_eq!(one.get("/api/v1/me").await.ok()["kind"], "staff");
    assert_eq!(three.post("/api/v1/sign-out-everywhere", &json!({})).await.status, 204);
    assert_eq!(one.get("/api/v1/me").await.ok()["kind"], "nobody");
    assert_eq!(house.client().post("/api/v1/sign-out", &json!({})).await.problem(401), "not-signed-in");
    assert!(house.has_line("signed-out-everywhere admin"));
}

#[tokio::test]
async fn a_new_password_ends_all_other_sessions() {
    let house = House::open().await;
    let mut one = house.admin().await;
    let mut two = house.client();
    two.staff("admin", PASSWORD).await.ok();
    let new = json!({ "present": PASSWORD, "new": "another horse battery" });
    one.post("/api/v1/password", &new).await.ok();
    assert_eq!(two.get("/api/v1/me").await.ok()["kind"], "nobody");
    assert_eq!(one.get("/api/v1/me").await.ok()["kind"], "staff");
}

#[tokio::test]
async fn sessions_survive_a_restart_and_their_tokens_are_not_in_the_journal() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let token = admin.cookies["punto-session"].clone();
    let house = house.restarted().await;
    admin.address = house.server.address();
    assert_eq!(admin.get("/api/v1/me").await.ok()["name"], "admin");
    admin.post("/api/v1/access-review", &json!({ "why": "all is as it should be" })).await.ok();
    house.server.app().journal().checkpoints(0).unwrap();
    let folder = house.folder.path().join("data");
    house.server.stop().await;
    for entry in std::fs::read_dir(folder).unwrap().flatten().filter(|entry| entry.path().is_file()) {
        let bytes = std::fs::read(entry.path()).unwrap();
        let found = bytes.windows(token.len()).any(|window| window == token.as_bytes());
        assert!(!found, "{} has the token", entry.path().display());
    }
}

#[tokio::test]
async fn tries_from_one_address_are_counted() {
    let text = "[listen]\nsign-ins-per-minute = 5\n[disk]\nwarn-mib = 0\nclose-mib = 0\n";
    let house = House::with(text, Default::default()).await;
    let body = json!({ "as": "device", "device": "none", "secret": "" });
    for _ in 0..5 {
        assert_eq!(house.client().post("/api/v1/sign-in", &body).await.status, 401);
    }
    let reply = house.client().post("/api/v1/sign-in", &body).await;
    assert_eq!(reply.problem(429), "too-many");
    assert_eq!(reply.header("retry-after"), Some("12"));
    house.clock.advance(12 * SECOND);
    assert_eq!(house.client().post("/api/v1/sign-in", &body).await.status, 401);
}
