//! Whatever people change of money or access outside play is a significant event about who did it; and what cashiers
//! took in and paid out is in a report.

use punto_accounts::Command;
use punto_config::Options;
use punto_floor::SaidTo;
use punto_site::{Kind, Principal};
use punto_vocab::Money;
use punto_vocab::line::Words;
use serde_json::{Value, json};

use crate::support::{Client, DARLING, FIRST_PIN, House, MINUTE, PASSWORD, QUIET};

/// A house with a table, a cashier, somebody who answers for it, and Ada's account.
async fn with_ada() -> (House, Client, Client, Client) {
    let house = House::with(&format!("{QUIET}{DARLING}"), Options::default()).await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    register(&house, &mut cage, "ada", "12345678").await;
    (house, admin, cage, max)
}

async fn register(house: &House, cage: &mut Client, patron: &str, card: &str) {
    let body = json!({ "patron": patron, "card": card, "pin": FIRST_PIN, "person": { "name": "Ada Byron" } });
    cage.post("/api/v1/patrons", &body).await.ok();
    house.own_pin(card).await;
}

/// Waits for a significant event of a kind that says this: its number, and whose acts it is about.
async fn told(house: &House, kind: Kind, says: &str) -> (u32, Vec<String>) {
    let find = |house: &House| {
        let site = house.server.app().site();
        let found = site
            .notices
            .iter()
            .rev()
            .find(|(_, own)| own.kind == kind && own.what.to_string().starts_with(says));
        found.map(|(number, own)| {
            let about = own.about.iter().flat_map(punto_site::Concerned::iter);
            (*number, about.map(|name| name.to_string()).collect())
        })
    };
    house.until(|house| find(house).is_some()).await;
    find(house).unwrap()
}

async fn acknowledge(client: &mut Client, number: u32) -> Value {
    let path = format!("/api/v1/events/{number}/acknowledge");
    let reply = client.post(&path, &json!({ "note": "looked into" })).await;
    if reply.status == 204 { Value::Null } else { reply.json()["refusal"]["code"].clone() }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_of_access_is_told_about_who_made_it() {
    let (house, mut admin, ..) = with_ada().await;
    let mut max = house.client();
    max.staff("max", PASSWORD).await.ok();
    house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    let change = |name: &str, grants: &[&str], enabled: bool| json!({ "name": name, "grants": grants, "enabled": enabled });
    let mut change = async |name: &str, grants: &[&str], enabled: bool| {
        admin.post(&format!("/api/v1/staff/{name}"), &change(name, grants, enabled)).await.ok()
    };
    change("sue", &["casino-supervisor", "dealer"], true).await;
    change("sue", &["casino-supervisor"], true).await;
    change("cass", &["cage"], false).await;
    for says in [
        "by admin: site grant sue dealer",
        "by admin: site withdraw sue dealer",
        "by admin: site disable cass by an administrator",
    ] {
        let (number, about) = told(&house, Kind::AccessChange, says).await;
        assert!(about.len() == 2 && about.contains(&"admin".into()), "{about:?}");
        assert_eq!(acknowledge(&mut admin, number).await, "own-act", "{says}");
        assert_eq!(acknowledge(&mut max, number).await, Value::Null, "{says}");
    }
    // Two brought it back, as before; the record of one act has one event.
    let back = json!({ "name": "cass", "grants": ["cage"], "enabled": true });
    let back = admin.post("/api/v1/staff/cass", &back).await.ok();
    house.approved(back["proposals"][0]["number"].as_u64().unwrap()).await;
    let (_, about) = told(&house, Kind::AccessChange, "by admin and operator: site enable cass").await;
    assert_eq!(about, ["admin", "cass", "operator"]);
    for _ in 0..3 {
        house.client().staff("sue", "a guess").await.problem(401);
    }
    admin.post("/api/v1/staff/sue/unlock", &json!({})).await.ok();
    assert_eq!(told(&house, Kind::AccessChange, "unlocked by admin: sue").await.1, ["admin", "sue"]);
    admin.post("/api/v1/staff/sue/leave", &json!({})).await.ok();
    assert_eq!(told(&house, Kind::AccessChange, "by admin: site leave sue").await.1, ["admin", "sue"]);
    max.post("/api/v1/patrons/ada/exclude", &json!({ "until": null })).await.ok();
    let (number, about) = told(&house, Kind::AccessChange, "excluded by max: ada").await;
    assert_eq!((about, acknowledge(&mut max, number).await), (vec!["max".into()], json!("own-act")));
    house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_movement_of_money_outside_play_is_told_about_who_made_it() {
    let (house, mut admin, mut cage, mut max) = with_ada().await;
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    let mut gus = house.staff(&mut admin, "gus", &["game-supervisor"]).await;
    let approver = json!({ "name": "max", "password": PASSWORD });
    let cash = |id: &str, amount: i64| json!({ "id": id, "amount": amount, "approver": approver });
    cage.post("/api/v1/patrons/ada/deposit", &cash("deposit-1", 2_000_000)).await.ok();
    cage.post("/api/v1/patrons/ada/withdraw", &cash("withdraw-1", 500_000)).await.ok();
    cage.post("/api/v1/patrons/ada/withdraw", &cash("withdraw-2", 1_500_000)).await.ok();
    let both = ["cass", "max"].map(str::to_owned).to_vec();
    for says in ["20000 paid in for ada, by cass and max", "5000 paid out to ada, by cass and max"] {
        assert_eq!(told(&house, Kind::MoneyMoved, says).await.1, both);
    }

    // Corrections and erasures are proposed by the cage, and a fill by the table.
    let approve = |number: &Value| format!("/api/v1/proposals/{number}/approve");
    for (body, kind, says) in [
        (
            json!({ "act": "adjust", "patron": "ada", "by": 777, "why": "counted wrong" }),
            Kind::MoneyMoved,
            "by cass and max: adjustment ada up 7.77 counted wrong",
        ),
        (
            json!({ "act": "adjust", "patron": "ada", "by": -777, "why": "it was right" }),
            Kind::MoneyMoved,
            "by cass and max: adjustment ada down 7.77 it was right",
        ),
        (
            json!({ "act": "erase", "patron": "ada", "why": "asked for it" }),
            Kind::PersonErased,
            "by cass and max: erasure ada asked for it",
        ),
    ] {
        let number = cage.post("/api/v1/proposals", &body).await.ok()["number"].clone();
        max.post(&approve(&number), &json!({})).await.ok();
        let (number, about) = told(&house, kind, says).await;
        assert_eq!(about, both, "{says}");
        assert_eq!(acknowledge(&mut max, number).await, "own-act", "{says}");
    }
    let sign_on = json!({ "id": "sign-on-1", "line": "sign-on", "role": "dealer" });
    dan.post("/api/v1/tables/darling/commands", &sign_on).await.ok();
    for (act, says) in [("fill", "filled 100"), ("credit", "credited 100")] {
        let body = json!({ "act": act, "table": "darling", "amount": 10_000 });
        let number = dan.post("/api/v1/proposals", &body).await.ok()["number"].clone();
        cage.post(&approve(&number), &json!({})).await.ok();
        assert_eq!(told(&house, Kind::MoneyMoved, says).await.1, ["cass", "dan"]);
    }

    // Money that was held is released by one attendant, and another sees to that.
    cage.post("/api/v1/patrons/ada/deposit", &cash("deposit-2", 1_000)).await.ok();
    let why = Words::new("more than 10000 in one account").unwrap();
    let hold = Command::Hold { amount: Money::from_minor(300), about: None, why };
    let said = SaidTo { key: None, by: Principal::System, command: hold };
    house.server.app().say_account("ada".parse().unwrap(), said).await.unwrap();
    let held = "3 of ada waits for an attendant: more than 10000 in one account";
    assert_eq!(told(&house, Kind::OverLimit, held).await.1, Vec::<String>::new());
    let release = json!({ "id": "release-1", "amount": 300, "why": "seen to" });
    gus.post("/api/v1/patrons/ada/release", &release).await.ok();
    let (number, about) = told(&house, Kind::MoneyMoved, "3 of ada released by gus: seen to").await;
    assert_eq!((about, acknowledge(&mut gus, number).await), (vec!["gus".into()], json!("own-act")));
    assert_eq!(acknowledge(&mut max, number).await, Value::Null);
    house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn machines_that_come_and_go_and_proposals_that_are_refused_are_told() {
    let (house, mut admin, mut cage, mut max) = with_ada().await;
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    let body = json!({ "kind": "console", "table": null, "seat": null });
    let offered = sue.post("/api/v1/devices/code", &body).await.ok();
    house.client().post("/api/v1/devices/enrol", &json!({ "code": offered["secret"] })).await.ok();
    sue.post("/api/v1/devices/console/revoke", &json!({ "why": "broken" })).await.ok();
    for says in [
        "a code for console at - was given out by sue",
        "console at - belongs to the house from now on",
        "console was turned out by sue: broken",
    ] {
        let (number, about) = told(&house, Kind::AccessChange, says).await;
        assert_eq!(about, ["sue"], "{says}");
        assert_eq!(acknowledge(&mut sue, number).await, "own-act", "{says}");
        assert_eq!(acknowledge(&mut max, number).await, Value::Null, "{says}");
    }
    let body = json!({ "act": "adjust", "patron": "ada", "by": 777, "why": "counted wrong" });
    let number = cage.post("/api/v1/proposals", &body).await.ok()["number"].clone();
    max.post(&format!("/api/v1/proposals/{number}/refuse"), &json!({ "why": "it was right" })).await.ok();
    let says = "proposed by cass and refused by max: adjustment ada up 7.77 counted wrong";
    assert_eq!(told(&house, Kind::AccessChange, says).await.1, ["cass", "max"]);
    // Whoever takes their own word back has done nothing.
    let number = cage.post("/api/v1/proposals", &body).await.ok()["number"].clone();
    let before = house.server.app().site().notices_ever;
    cage.post(&format!("/api/v1/proposals/{number}/take-back"), &json!({})).await.ok();
    assert_eq!(house.server.app().site().notices_ever, before);
    house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_asks_for_chips_at_a_table_where_they_are_not() {
    let (house, mut admin, _, mut max) = with_ada().await;
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    let float = |act: &str| json!({ "act": act, "table": "darling", "amount": 10_000 });
    let order = json!({ "act": "order", "table": "darling", "cure": null });
    for client in [&mut dan, &mut sue, &mut max] {
        for body in [float("fill"), float("credit"), order.clone()] {
            if body == order && client.get("/api/v1/me").await.ok()["name"] == "dan" {
                continue;
            }
            let reply = client.post("/api/v1/proposals", &body).await;
            assert_eq!(reply.problem(409), "refused", "{body}");
            assert_eq!(reply.json()["refusal"]["code"], "not-on-here", "{body}");
        }
    }
    let sign_on = json!({ "id": "sign-on-2", "line": "sign-on", "role": "casino-supervisor" });
    sue.post("/api/v1/tables/darling/commands", &sign_on).await.ok();
    sue.post("/api/v1/proposals", &float("fill")).await.ok();
    assert_eq!(sue.post("/api/v1/proposals", &order).await.problem(400), "bad-request", "nothing waits");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_shown_to_whoever_may_read_it_and_to_nobody_else() {
    let (house, mut admin, mut cage, _) = with_ada().await;
    let mut pit = house.staff(&mut admin, "pia", &["assistant-gaming-manager"]).await;
    let mut gus = house.staff(&mut admin, "gus", &["game-supervisor"]).await;
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 99_300 })).await.ok();
    let hold =
        Command::Hold { amount: Money::from_minor(300), about: None, why: Words::new("a question").unwrap() };
    let said = SaidTo { key: None, by: Principal::System, command: hold };
    house.server.app().say_account("ada".parse().unwrap(), said).await.unwrap();
    let release = |id: &str, amount: i64| json!({ "id": id, "amount": amount, "why": "seen to" });
    let much = gus.post("/api/v1/patrons/ada/release", &release("release-1", 1_000_000)).await;
    assert_eq!(much.json()["refusal"]["code"], "less-than-asked");
    assert!(!much.body.contains("300") && !much.body.contains("has"), "{}", much.body);
    for (client, path, body) in [
        (&mut gus, "release", release("release-2", 100)),
        (&mut pit, "exclude", json!({ "until": house.server.app().now().0 + 10 * MINUTE })),
    ] {
        assert_eq!(client.get("/api/v1/patrons/ada").await.problem(403), "not-allowed", "{path}");
        let done = client.post(&format!("/api/v1/patrons/ada/{path}"), &body).await;
        assert_eq!((done.status, done.body.as_str()), (200, "null"), "{path}");
    }
    assert!(!house.has_line("read-logged gus") && !house.has_line("read-logged pia"));

    // Whoever may read it leaves a record of having been told, also by a refusal.
    let mut cora = house.staff(&mut admin, "cora", &["cage"]).await;
    house.staff(&mut admin, "mia", &["gaming-manager"]).await;
    let approver = json!({ "name": "mia", "password": PASSWORD });
    let out = json!({ "id": "withdraw-1", "amount": 5_000_000, "approver": approver });
    let refused = cora.post("/api/v1/patrons/ada/withdraw", &out).await;
    assert_eq!(refused.json()["refusal"]["code"], "account-not-enough");
    assert!(house.has_line("read-logged cora account of ada"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cashiers_took_in_and_paid_out_is_reported_as_the_journal_has_it() {
    let (house, mut admin, mut cass, mut max) = with_ada().await;
    let mut cora = house.staff(&mut admin, "cora", &["cage"]).await;
    register(&house, &mut cora, "ben", "87654321").await;
    assert_eq!(max.get("/api/v1/reports/cashiers").await.ok()["rows"], json!([]));
    let began = house.server.app().now().0;
    let mut moved = 0;
    let mut pay = async |client: &mut Client, patron: &str, what: &str, amount: i64| {
        moved += 1;
        let mut body = json!({ "id": format!("moved-{moved:04}"), "amount": amount });
        if what == "withdraw" {
            let card = if patron == "ada" { "12345678" } else { "87654321" };
            body["code"] = house.payout(card, amount).await.into();
        }
        client.post(&format!("/api/v1/patrons/{patron}/{what}"), &body).await.ok()
    };
    pay(&mut cass, "ada", "deposit", 50_000).await;
    pay(&mut cass, "ben", "deposit", 20_000).await;
    pay(&mut cora, "ben", "deposit", 5_000).await;
    house.clock.advance(MINUTE);
    pay(&mut cass, "ada", "withdraw", 10_000).await;
    pay(&mut cora, "ben", "withdraw", 25_000).await;
    let row = |cashier: Value, deposits: [i64; 2], payouts: [i64; 2]| {
        let counted = |[count, sum]: [i64; 2]| json!({ "count": count, "sum": sum });
        json!({
            "cashier": cashier, "deposits": counted(deposits), "payouts": counted(payouts),
            "vouchers_made": counted([0, 0]), "vouchers_redeemed": counted([0, 0]),
            "cash": deposits[1] - payouts[1],
        })
    };
    let report = max.get("/api/v1/reports/cashiers").await.ok();
    let all = row(Value::Null, [3, 75_000], [2, 35_000]);
    assert_eq!(
        report["rows"],
        json!([
            row("cass".into(), [2, 70_000], [1, 10_000]),
            row("cora".into(), [1, 5_000], [1, 25_000]),
            all
        ])
    );
    let later = max.get(&format!("/api/v1/reports/cashiers?from={}", began + 1)).await.ok();
    assert_eq!(later["rows"][2], row(Value::Null, [0, 0], [2, 35_000]));
    let earlier = max.get(&format!("/api/v1/reports/cashiers?to={}", began + 1)).await.ok();
    assert_eq!(earlier["rows"][2], row(Value::Null, [3, 75_000], [0, 0]));

    // What the accounts have taken in and given out is what the cashiers did.
    let (mut came, mut went) = (0, 0);
    for patron in ["ada", "ben"] {
        let account = house.server.app().account(patron.parse().unwrap()).await.unwrap().unwrap();
        came += account.totals.deposited.minor();
        went += account.totals.withdrawn.minor();
    }
    assert_eq!((all_of(&report, "deposits"), all_of(&report, "payouts")), (came, went));
    let sheet = max.get("/api/v1/reports/cashiers?format=csv").await;
    let lines: Vec<&str> = sheet.body.lines().collect();
    assert!(lines[0].starts_with("cashier,deposits,deposited,payouts,paid_out,"), "{lines:?}");
    assert_eq!(lines[1], "cass,2,700,1,100,0,0,0,0,600");
    assert_eq!(cass.get("/api/v1/reports/cashiers").await.problem(403), "not-allowed");
}

fn all_of(report: &Value, column: &str) -> i64 {
    report["rows"].as_array().unwrap().last().unwrap()[column]["sum"].as_i64().unwrap()
}
