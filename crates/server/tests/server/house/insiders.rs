//! What nobody inside the house can do alone: make themselves somebody else, deal where they are not, open any table,
//! let money move while the house is closed by a fault.

use punto_config::Options;
use punto_site::{Kind, Place};
use serde_json::{Value, json};

use crate::support::{Client, DARLING, FIRST_PIN, House, QUIET};

/// What waits after a change of staff: the number of its proposal and half of a password.
async fn asked(admin: &mut Client, path: &str, body: &Value) -> (u64, Value) {
    let answer = admin.post(path, body).await.ok();
    (answer["proposals"][0]["number"].as_u64().unwrap(), answer["secret"].clone())
}

async fn approve(client: &mut Client, number: u64) -> crate::support::Reply {
    client.post(&format!("/api/v1/proposals/{number}/approve"), &json!({})).await
}

async fn says(client: &mut Client, table: &str, line: &str, role: &str) -> Value {
    static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let id = format!("said-{:04}", COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let body = json!({ "id": id, "line": line, "role": role });
    let reply = client.post(&format!("/api/v1/tables/{table}/commands"), &body).await;
    if reply.status == 200 { Value::Null } else { reply.json()["refusal"]["code"].clone() }
}

#[tokio::test]
async fn a_house_begins_with_two_administrators_and_one_of_another_kind_each_with_a_password_apart() {
    let house = House::open().await;
    let founders = &house.server.welcome().founders;
    let names: Vec<&str> = founders.iter().map(|founder| founder.name.as_str()).collect();
    assert_eq!(names, ["admin", "admin-2", "operator"]);
    for founder in founders {
        let file = founder.file.as_ref().unwrap();
        assert_eq!(std::fs::read_to_string(file).unwrap().trim(), founder.password);
    }
    let mut admin = house.admin().await;
    assert!(!founders[0].file.as_ref().unwrap().exists() && founders[1].file.as_ref().unwrap().exists());
    let staff = admin.get("/api/v1/staff").await.ok();
    let grants: Vec<&Value> = staff["items"].as_array().unwrap().iter().map(|one| &one["grants"]).collect();
    assert_eq!(grants, [&json!(["admin"]), &json!(["admin"]), &json!(["casino-operator"])]);
}

#[tokio::test]
async fn two_administrators_alone_are_not_the_cage_and_nobody_signs_in_as_another() {
    let house = House::open().await;
    let (mut one, mut two) = (house.admin().await, house.founder("admin-2").await);
    for grant in ["cage", "auditor", "surveillance", "regulator-inspector", "admin"] {
        let name = format!("x-{grant}");
        let body = json!({ "name": name, "grants": [grant], "enabled": true });
        let (number, half) = asked(&mut one, "/api/v1/staff", &body).await;
        assert_eq!(approve(&mut one, number).await.problem(403), "not-allowed", "{grant}");
        assert_eq!(approve(&mut two, number).await.problem(403), "not-allowed", "{grant}");
        assert_eq!(house.client().staff(&name, half.as_str().unwrap()).await.problem(401), "sign-in-refused");
        let approved = house.approved(number).await;
        let other = approved["secret"]["secret"].as_str().unwrap();
        let first = half.as_str().unwrap();
        for alone in [first, other, &format!("{other} {first}"), &format!("{first} {first}")] {
            assert_eq!(house.client().staff(&name, alone).await.problem(401), "sign-in-refused");
        }
        house.clock.advance(crate::support::MINUTE * 3);
        one = house.client();
        one.staff("admin", crate::support::PASSWORD).await.ok();
        let mut owner = house.client();
        assert_eq!(owner.staff(&name, &format!("{first} {other}")).await.ok()["must_change_password"], true);
        let again = house.client().staff(&name, &format!("{first} {other}")).await;
        assert_eq!(again.problem(401), "sign-in-refused", "good once");
        let noted = format!("by admin and operator: site hire {name} as {grant}");
        let about = format!("access-change warning - about admin+operator+{name} ");
        assert!(
            house.site_lines().iter().any(|line| line.contains(&about) && line.ends_with(&noted)),
            "{noted}"
        );
    }
}

#[tokio::test]
async fn a_name_is_one_person_who_works_here_or_plays_here() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let mut register = async |patron: &str| {
        let body = json!({ "patron": patron, "card": "12345678", "pin": FIRST_PIN, "person": null });
        cage.post("/api/v1/patrons", &body).await
    };
    for works_here in ["cass", "admin-2"] {
        let refused = register(works_here).await;
        assert_eq!(refused.problem(400), "bad-request");
        assert!(refused.body.contains("works or has worked here"), "{refused:?}");
    }
    register("ada").await.ok();
    for plays_here in ["ada", "Ada"] {
        let body = json!({ "name": plays_here, "grants": ["dealer"], "enabled": true });
        let refused = admin.post("/api/v1/staff", &body).await;
        assert_eq!(refused.problem(400), "bad-request");
        assert!(refused.body.contains("has an account as a patron"), "{refused:?}");
    }
}

#[tokio::test]
async fn the_cages_password_is_reset_by_two_and_neither_has_all_of_it() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let (number, half) = asked(&mut admin, "/api/v1/staff/cass/password", &json!({})).await;
    assert_eq!(cage.get("/api/v1/me").await.ok()["name"], "cass", "nothing has happened yet");
    let mut second = house.founder("admin-2").await;
    assert_eq!(approve(&mut second, number).await.problem(403), "not-allowed");
    let other = house.approved(number).await["secret"]["secret"].as_str().unwrap().to_owned();
    assert_eq!(cage.get("/api/v1/me").await.ok()["kind"], "nobody");
    assert_eq!(house.client().staff("cass", crate::support::PASSWORD).await.problem(401), "sign-in-refused");
    let whole = format!("{}-{other}", half.as_str().unwrap()).to_uppercase();
    house.client().staff("cass", &whole).await.ok();
    assert!(house.site_lines().iter().any(|line| {
        line.contains("access-change warning - about admin+cass+operator by admin and operator: site reset")
    }));
}

#[tokio::test]
async fn a_start_does_not_replace_a_founders_password_that_two_have_reset() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    house.founder("admin-2").await;
    let (number, half) = asked(&mut admin, "/api/v1/staff/admin-2/password", &json!({})).await;
    let other = house.approved(number).await["secret"]["secret"].as_str().unwrap().to_owned();
    let house = house.restarted().await;
    assert!(house.server.welcome().founders.iter().all(|founder| founder.name != "admin-2"));
    house.client().staff("admin-2", &format!("{}-{other}", half.as_str().unwrap())).await.ok();
}

#[tokio::test]
async fn staff_speak_at_the_table_where_they_are_on_and_their_right_ends_with_it() {
    let text = format!("{QUIET}{DARLING}{}", DARLING.replace("darling", "sydney"));
    let house = House::with(&text, Options::default()).await;
    let mut admin = house.admin().await;
    let mut kim = house.staff(&mut admin, "kim", &["dealer"]).await;
    let mut lee = house.staff(&mut admin, "lee", &["dealer"]).await;
    for line in ["call no-more-bets", "report misdeal beyond-repair", "close", "card Ks"] {
        assert_eq!(says(&mut kim, "darling", line, "dealer").await, "not-on-duty", "{line}");
    }
    assert_eq!(says(&mut kim, "darling", "sign-on", "dealer").await, Value::Null);
    assert_eq!(says(&mut kim, "sydney", "sign-on", "dealer").await, "deals-elsewhere");
    assert_eq!(says(&mut lee, "darling", "sign-on", "dealer").await, "another-deals");
    assert_eq!(says(&mut lee, "sydney", "sign-on", "dealer").await, Value::Null);
    assert_eq!(says(&mut kim, "sydney", "sit ada@1", "dealer").await, "not-on-duty");
    assert_eq!(says(&mut kim, "darling", "sit ada@1", "dealer").await, Value::Null);
    assert_eq!(says(&mut kim, "darling", "sign-off", "dealer").await, Value::Null);
    assert_eq!(says(&mut kim, "darling", "sit ben@2", "dealer").await, "not-on-duty");

    // Whoever signs in elsewhere has left the place that was taken by the session before; so it is after a restart.
    house.clock.advance(1_000_000);
    house.client().staff("lee", crate::support::PASSWORD).await.ok();
    let here = |house: &House, name: &str| {
        let table = house.server.app().floor().table(&"sydney".parse().unwrap()).unwrap();
        table.now().table.on_duty.iter().any(|(_, own)| own.as_str() == name)
    };
    house.until(|house| !here(house, "lee")).await;
    let mut lee = house.client();
    lee.staff("lee", crate::support::PASSWORD).await.ok();
    assert_eq!(says(&mut lee, "sydney", "sit ben@2", "dealer").await, "not-on-duty");
    assert_eq!(says(&mut lee, "sydney", "sign-on", "dealer").await, Value::Null);
    let house = house.restarted().await;
    let (mut admin, mut kim, mut lee) = (house.founder("admin").await, house.client(), house.client());
    kim.staff("kim", crate::support::PASSWORD).await.ok();
    assert!(here(&house, "lee"), "nobody is signed off by a restart");
    house.clock.advance(1_000_000);
    lee.staff("lee", crate::support::PASSWORD).await.ok();
    house.until(|house| !here(house, "lee")).await;
    assert_eq!(says(&mut lee, "sydney", "sign-on", "dealer").await, Value::Null);

    // The end of the session is the end of the shift, and so is the end of the account.
    let on = |table: &str, name: &str| {
        let table = house.server.app().floor().table(&table.parse().unwrap()).unwrap();
        table.now().table.on_duty.iter().any(|(_, own)| own.as_str() == name)
    };
    assert!(on("sydney", "lee"));
    lee.post("/api/v1/sign-out", &json!({})).await.ok();
    house.until(|_| !on("sydney", "lee")).await;
    assert_eq!(says(&mut kim, "sydney", "sign-on", "dealer").await, Value::Null);
    let disable = json!({ "name": "kim", "grants": ["dealer"], "enabled": false });
    admin.post("/api/v1/staff/kim", &disable).await.ok();
    house.until(|_| !on("sydney", "kim")).await;
    house.audited();
}

#[tokio::test]
async fn one_supervisor_opens_a_table_within_the_bounds_of_the_house() {
    let text = format!("{}{DARLING}", QUIET.split("[openings]").next().unwrap());
    let house = House::with(&text, Options::default()).await;
    let mut admin = house.admin().await;
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    let new = |table: &str, limits: &str, currency: &str| {
        json!({
            "table": table, "title": table, "rulebook": "nsw-2021", "dealer": "person", "currency": currency,
            "opening": format!("usual, method A, limits {limits}, chips 5 25 100 500"),
        })
    };
    let foreign = sue.post("/api/v1/tables", &new("one", "25..5000", "XXX")).await;
    assert_eq!(foreign.problem(400), "bad-request");
    assert!(foreign.json()["detail"].as_str().unwrap().ends_with("it has AUD"), "{foreign:?}");
    for wide in ["5..1000000", "20..5000", "25..5005"] {
        assert_eq!(
            sue.post("/api/v1/tables", &new("one", wide, "AUD")).await.problem(403),
            "not-allowed",
            "{wide}"
        );
    }
    // Twenty of the highest wagers, as many as a full table has places, is what all together may be let stake.
    for wide in ["area 100005", "differential 100005"] {
        let opening = new("one", &format!("25..5000, {wide}"), "AUD");
        assert_eq!(sue.post("/api/v1/tables", &opening).await.problem(403), "not-allowed", "{wide}");
    }
    let within = new("one", "25..5000, area 100000, differential 100000", "AUD");
    sue.post("/api/v1/tables", &within).await.ok();
    let said = |id: &str, line: &str| json!({ "id": id, "line": line, "role": "casino-supervisor" });
    let path = "/api/v1/tables/one/commands";
    sue.post(path, &said("sign-on-1", "sign-on")).await.ok();
    for (place, wide) in [
        "post limits 25..5005",
        "change limits 20..5000",
        "post stakes tie 5..9000",
        "change stakes tie 5..9000",
        "change area 100005",
        "change area 100005 on tie",
        "change differential 100005",
        "personal ada 25..5005",
    ]
    .into_iter()
    .enumerate()
    {
        let reply = sue.post(path, &said(&format!("wide-000{place}"), wide)).await;
        assert_eq!(reply.problem(403), "not-allowed", "{wide}");
    }
    for (id, line) in [("narrow-01", "post limits 30..4000"), ("narrow-02", "change area 90000")] {
        sue.post(path, &said(id, line)).await.ok();
    }
    let propose = |currency: &str| {
        json!({
            "act": "open-table", "table": "two", "rulebook": "nsw-2021", "dealer": "person", "currency": currency,
            "opening": "usual, method A, limits 5..100000, chips 5 25 100 500",
        })
    };
    assert_eq!(admin.post("/api/v1/proposals", &propose("XXX")).await.problem(400), "bad-request");
    let number = admin.post("/api/v1/proposals", &propose("AUD")).await.ok()["number"].as_u64().unwrap();
    house.approved(number).await;
    assert!(house.server.app().floor().table(&"two".parse().unwrap()).is_some(), "two may");
}

#[tokio::test]
async fn no_money_moves_while_a_fault_closes_the_house() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    cage.cookies.extend(super::devices::enrolled(&house, &mut sue, "console", None, None).await.cookies);
    let body = json!({ "patron": "ada", "card": "12345678", "pin": FIRST_PIN, "person": null });
    cage.post("/api/v1/patrons", &body).await.ok();
    house.own_pin("12345678").await;
    let money = |id: &str| json!({ "id": id, "amount": 1_000 });
    cage.post("/api/v1/patrons/ada/deposit", &money("deposit-1")).await.ok();
    let paper = cage.post("/api/v1/patrons/ada/vouchers", &money("voucher-1")).await.ok();
    cage.post("/api/v1/patrons/ada/deposit", &money("deposit-2")).await.ok();
    let code = house.payout("12345678", 1_000).await;
    house
        .server
        .app()
        .note(
            Kind::IntegrityFault,
            Place::Site,
            punto_site::Cause::Found { text: punto_site::plain("record 12 is not as it was written") },
        )
        .await;
    let redeem = json!({ "id": "redeem-11", "number": paper["number"] });
    for (path, body) in [
        ("deposit", money("deposit-3")),
        ("withdraw", json!({ "id": "withdraw-1", "amount": 1_000, "code": code })),
        ("vouchers", money("voucher-2")),
        ("vouchers/redeem", redeem.clone()),
    ] {
        let reply = cage.post(&format!("/api/v1/patrons/ada/{path}"), &body).await;
        assert_eq!(
            (reply.problem(409).as_str(), &reply.json()["refusal"]["code"]),
            ("refused", &json!("table-held"))
        );
    }
    assert_eq!(cage.get("/api/v1/patrons/ada").await.ok()["balance"], 1_000);
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let site = house.server.app().site();
    let fault = site.notices.iter().find(|(_, notice)| notice.kind == Kind::IntegrityFault);
    let path = format!("/api/v1/events/{}/clear", fault.unwrap().0);
    let cleared = max.post(&path, &json!({ "note": "restored" })).await.ok();
    assert_eq!(cage.post("/api/v1/patrons/ada/deposit", &money("deposit-4")).await.status, 409, "not by one");
    house.approved(cleared["proposed"].as_u64().unwrap()).await;
    cage.post("/api/v1/patrons/ada/vouchers/redeem", &redeem).await.ok();
}

#[tokio::test]
async fn a_voucher_names_the_machine_it_comes_out_of() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    let body = json!({ "patron": "ada", "card": "12345678", "pin": "2580", "person": null });
    cage.post("/api/v1/patrons", &body).await.ok();
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 1_000 })).await.ok();
    let asked = json!({ "id": "voucher-1", "amount": 500 });
    assert_eq!(cage.post("/api/v1/patrons/ada/vouchers", &asked).await.problem(400), "bad-request");
    cage.cookies.extend(super::devices::enrolled(&house, &mut sue, "console", None, None).await.cookies);
    assert_eq!(cage.post("/api/v1/patrons/ada/vouchers", &asked).await.ok()["on"], "console");
}

#[tokio::test]
async fn a_patron_who_says_too_much_is_told_when_to_go_on() {
    let text = QUIET.replace("patron-commands-per-second = 100000", "patron-commands-per-second = 2");
    let house = House::with(&text, Options { demo: true, ..Options::default() }).await;
    let mut ada = house.client();
    ada.sign_in(&json!({ "as": "guest", "name": "ada" })).await.ok();
    let mut answers = Vec::new();
    for number in 0..8 {
        let body = json!({ "id": format!("often-{number:03}"), "line": "bet ada@1 player 5" });
        answers.push(ada.post("/api/v1/tables/nsw/commands", &body).await);
    }
    let told: Vec<u16> = answers.iter().map(|reply| reply.status).collect();
    assert!(told[..6].iter().all(|status| *status != 429) && told[6..] == [429, 429], "{told:?}");
    assert_eq!((answers[7].problem(429).as_str(), answers[7].header("retry-after")), ("too-many", Some("1")));
    house.clock.advance(crate::support::SECOND);
    let body = json!({ "id": "often-later", "line": "bet ada@1 player 5" });
    assert_ne!(ada.post("/api/v1/tables/nsw/commands", &body).await.status, 429);
}

#[tokio::test]
async fn only_a_named_proxy_says_who_calls() {
    for (proxies, believed) in [("[\"127.0.0.1\"]", true), ("[\"10.1.2.3\"]", false)] {
        let text =
            QUIET.replace("[listen]\n", &format!("[listen]\nbehind-proxy = true\nproxies = {proxies}\n"));
        let house = House::with(&text, Options::default()).await;
        let far = [("x-forwarded-for", "192.0.2.7")];
        let reply = house.client().send("GET", "/metrics", None, &far).await;
        // Whoever is believed to call from elsewhere does not read this machine's metrics.
        assert_eq!(reply.status, if believed { 401 } else { 200 }, "{proxies}");
    }
}

#[tokio::test]
async fn a_promotional_voucher_is_issued_by_two_and_exchanged_once_in_the_whole_house() {
    let text = format!("{QUIET}{DARLING}{}", DARLING.replace("darling", "sydney"));
    let house = House::with(&text, Options::default()).await;
    let mut admin = house.admin().await;
    let (mut kim, mut lee) = (
        house.staff(&mut admin, "kim", &["dealer"]).await,
        house.staff(&mut admin, "lee", &["dealer"]).await,
    );
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    for (dealer, table) in [(&mut kim, "darling"), (&mut lee, "sydney")] {
        assert_eq!(says(dealer, table, "sign-on", "dealer").await, Value::Null);
        assert_eq!(says(dealer, table, "sit ada@1", "dealer").await, Value::Null);
        assert_eq!(says(dealer, table, "sit ghost@2", "dealer").await, Value::Null);
    }
    let made_up = "buy-in ghost 9999 voucher P-2";
    assert_eq!(says(&mut kim, "darling", made_up, "dealer").await, "token-voucher-not-out");
    let told = "voucher-tries warning darling about kim dealer kim: the promotional voucher P-2 was refused";
    house.until(|house| house.site_lines().iter().any(|line| line.ends_with(told))).await;

    let issue = |voucher: &str, patron: Value| json!({ "act": "issue-token-voucher", "voucher": voucher, "amount": 10_000, "patron": patron });
    for client in [&mut kim, &mut admin, &mut max] {
        let refused = client.post("/api/v1/proposals", &issue("P-1", Value::Null)).await;
        assert_eq!(refused.problem(403), "not-allowed");
    }
    let mut numbers = Vec::new();
    for body in [issue("P-1:on-player", Value::Null), issue("P-3", json!("ada"))] {
        let proposed = cage.post("/api/v1/proposals", &body).await.ok();
        assert_eq!(proposed["what"], body);
        numbers.push(proposed["number"].as_u64().unwrap());
    }
    assert_eq!(
        says(&mut kim, "darling", "buy-in ghost 100 voucher P-1:on-player", "dealer").await,
        "token-voucher-not-out"
    );
    for number in numbers {
        assert_eq!(approve(&mut cage, number).await.problem(403), "not-allowed", "not by one");
        approve(&mut max, number).await.ok();
    }
    let noted = "money-moved warning - about cass+max by cass and max: voucher issue P-1:on-player 100";
    assert!(house.site_lines().iter().any(|line| line.ends_with(noted)));

    for (line, code) in [
        ("buy-in ghost 100 voucher P-1", "token-voucher-differs"),
        ("buy-in ghost 1000 voucher P-1:on-player", "token-voucher-differs"),
        ("buy-in ghost 100 voucher p-1:on-player", "token-voucher-differs"),
        ("buy-in ghost 100 voucher P-3", "token-voucher-of-another"),
    ] {
        assert_eq!(says(&mut kim, "darling", line, "dealer").await, code, "{line}");
    }
    // At two tables at once one of them has it.
    let line = "buy-in ghost 100 voucher P-1:on-player";
    let (one, other) =
        tokio::join!(says(&mut kim, "darling", line, "dealer"), says(&mut lee, "sydney", line, "dealer"));
    let got = [one, other].into_iter().filter(Value::is_null).count();
    assert_eq!(got, 1, "exchanged once in the whole house");
    assert_eq!(says(&mut lee, "sydney", "buy-in ada 100 voucher P-3", "dealer").await, Value::Null);
    let taken = |line: &&String| line.contains("token-voucher-taken P-");
    assert_eq!(house.site_lines().iter().filter(taken).count(), 2);
    let house = house.restarted().await;
    assert!(house.server.app().site().token_vouchers.out().next().is_none());
    house.audited();
}

#[tokio::test]
async fn a_tray_that_gives_out_more_than_it_has_is_told_and_stops_nobody() {
    let text = format!("{QUIET}{}", DARLING.replace("chips 5 25 100 500", "chips 5 25 100 500, float 1000"));
    let house = House::with(&text, Options::default()).await;
    let mut admin = house.admin().await;
    let mut kim = house.staff(&mut admin, "kim", &["dealer"]).await;
    for line in ["sign-on", "sit ada@1", "buy-in ada 1000 cash"] {
        assert_eq!(says(&mut kim, "darling", line, "dealer").await, Value::Null, "{line}");
    }
    let told = |house: &House| {
        let lacks =
            "count-differs warning darling the float tray gave out 5 more in chips than it had on record";
        house.site_lines().iter().filter(|line| line.contains(lacks)).count()
    };
    assert_eq!(told(&house), 0);
    assert_eq!(says(&mut kim, "darling", "buy-in ada 5 cash", "dealer").await, Value::Null);
    house.until(|house| told(house) == 1).await;
    assert_eq!(says(&mut kim, "darling", "sit kim@2", "dealer").await, "name-of-staff");
}
