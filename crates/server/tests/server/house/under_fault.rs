//! While a fault of the data holds the house nothing moves and nothing opens; people sign in and out, read and clear.

use punto_accounts::Command as OfAccount;
use punto_config::Options;
use punto_floor::{Outcome, Said, SaidTo};
use punto_site::{Kind, Place, Principal};
use punto_table::Actor;
use punto_vocab::line::Words;
use punto_vocab::{Money, Role};
use serde_json::{Value, json};

use crate::support::{Client, DARLING, FIRST_PIN, House, PASSWORD, QUIET};

/// The code of the refusal with which a line is answered; nothing if it is done.
async fn says(client: &mut Client, line: &str, role: &str) -> Value {
    static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let id = format!("held-{:04}", COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let body = json!({ "id": id, "line": line, "role": role });
    let reply = client.post("/api/v1/tables/darling/commands", &body).await;
    if reply.status == 200 { Value::Null } else { reply.json()["refusal"]["code"].clone() }
}

/// Says a line past the server's own doors, where only the floor can stop it.
async fn floor_says(house: &House, id: &str, line: &str) -> Outcome {
    let table = house.server.app().floor().table(&"darling".parse().unwrap()).unwrap();
    let by = Actor::Staff(Role::Dealer, "kim".parse().unwrap());
    table.say(Said { key: id.parse().unwrap(), by, command: line.parse().unwrap(), of: None }).await.unwrap()
}

#[tokio::test]
async fn nothing_moves_and_nothing_opens_while_the_record_is_in_doubt() {
    let house = House::with(&format!("{QUIET}{DARLING}"), Options::default()).await;
    let mut admin = house.admin().await;
    let mut kim = house.staff(&mut admin, "kim", &["dealer"]).await;
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let app = house.server.app();
    let body = json!({ "patron": "ada", "card": "12345678", "pin": "2580", "person": null });
    cage.post("/api/v1/patrons", &body).await.ok();
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 1_000 })).await.ok();
    let command = OfAccount::Hold {
        amount: Money::from_minor(500),
        about: None,
        why: Words::new("a large win").unwrap(),
    };
    let hold = SaidTo { key: None, by: Principal::System, command };
    app.say_account("ada".parse().unwrap(), hold).await.unwrap();
    house.ready("darling").await;
    for line in ["sign-on", "sit ada@1", "colour-change ada 100", "bet ada@1 player 25"] {
        assert_eq!(says(&mut kim, line, "dealer").await, Value::Null, "{line}");
    }
    assert_eq!(says(&mut sue, "sign-on", "casino-supervisor").await, Value::Null);
    assert!(floor_says(&house, "fill-before", "fill 1000").await.done().is_some());
    for line in ["call no-more-bets", "card Ks"] {
        assert_eq!(says(&mut kim, line, "dealer").await, Value::Null, "{line}");
    }

    app.note(
        Kind::IntegrityFault,
        Place::Site,
        punto_site::Cause::Found { text: punto_site::plain("record 12 is not as it was written") },
    )
    .await;
    for line in ["card 2d", "colour-change ada 100", "leave ada", "lift ada@1 player", "close"] {
        assert_eq!(says(&mut kim, line, "dealer").await, "table-held", "{line}");
    }
    for line in ["order void-coup", "change limits 30..5000", "exclude ada a matter of conduct"] {
        assert_eq!(says(&mut sue, line, "casino-supervisor").await, "table-held", "{line}");
    }
    for (id, line) in [("fill-held", "fill 1000"), ("credit-held", "credit 10")] {
        let held = floor_says(&house, id, line).await;
        assert_eq!(held.refused().map(|refused| refused.reason.code()), Some("table-held"), "{line}");
    }
    let new = json!({
        "table": "two", "title": "two", "rulebook": "nsw-2021", "dealer": "person", "currency": "AUD",
        "opening": "usual, method A, limits 25..5000, chips 5 25 100 500",
    });
    let release = json!({ "id": "release-1", "amount": 500, "why": "seen to" });
    let register = json!({ "patron": "ben", "card": "87654321", "pin": "2581", "person": null });
    for (who, path, body) in [
        ("sue", "/api/v1/tables", &new),
        ("cass", "/api/v1/patrons/ada/release", &release),
        ("cass", "/api/v1/patrons", &register),
    ] {
        let reply = if who == "sue" { sue.post(path, body).await } else { cage.post(path, body).await };
        assert_eq!((reply.status, &reply.json()["refusal"]["code"]), (409, &json!("table-held")), "{path}");
    }
    // What two have agreed to is not done either.
    let fill = json!({ "act": "fill", "table": "darling", "amount": 100_000 });
    let number = kim.post("/api/v1/proposals", &fill).await.ok()["number"].as_u64().unwrap();
    let agreed = cage.post(&format!("/api/v1/proposals/{number}/approve"), &json!({})).await;
    assert_eq!(agreed.json()["refusal"]["code"], "table-held");

    // Who comes and goes, reads, acknowledges and clears goes on.
    assert_eq!(says(&mut kim, "sign-off", "dealer").await, Value::Null);
    assert_eq!(says(&mut kim, "sign-on", "dealer").await, Value::Null);
    house.client().staff("sue", PASSWORD).await.ok();
    assert_eq!(cage.get("/api/v1/patrons/ada").await.ok()["held"], 500);
    let site = app.site();
    let fault = site.notices.iter().find(|(_, notice)| notice.kind == Kind::IntegrityFault).unwrap().0;
    let note = json!({ "note": "looked at" });
    sue.post(&format!("/api/v1/events/{fault}/acknowledge"), &note).await.ok();
    let cleared = max.post(&format!("/api/v1/events/{fault}/clear"), &note).await.ok();
    assert_eq!(says(&mut kim, "card 2d", "dealer").await, "table-held", "not by one");
    house.approved(cleared["proposed"].as_u64().unwrap()).await;
    assert_eq!(says(&mut kim, "card 2d", "dealer").await, Value::Null, "and the coup goes on where it was");
    cage.post("/api/v1/patrons/ada/release", &release).await.ok();
    house.audited();
}

/// Somebody who holds every key writes a deposit that the house has never decided: its chain and its codes hold.
#[tokio::test(flavor = "multi_thread")]
async fn money_that_nobody_decided_is_found_while_the_house_is_open() {
    let house = House::with(&format!("{QUIET}{DARLING}"), Options::default()).await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let body = json!({ "patron": "ada", "card": "12345678", "pin": FIRST_PIN, "person": null });
    cage.post("/api/v1/patrons", &body).await.ok();
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 94_935 })).await.ok();
    let journal = house.server.app().journal();
    let records = journal.read(&"patron/ada".parse().unwrap(), 0, 100).unwrap();
    let mut forged = records.last().unwrap().entry.clone();
    assert!(forged.body.contains("94935"), "{forged:?}");
    (forged.seq, forged.key) = (forged.seq + 1, None);
    forged.body = forged.body.replacen("94935", "94936", 1);
    let told = format!("record {} of patron/ada", forged.seq);
    journal.append(vec![forged]).await.unwrap();
    let is_told = |house: &House| {
        let lines = house.site_lines();
        lines.iter().any(|line| line.contains("integrity-fault") && line.contains(&told))
    };
    house.until(is_told).await;
    let more = cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-2", "amount": 5 })).await;
    assert_eq!(more.json()["refusal"]["code"], "table-held", "no money moves until it is cleared: {more:?}");
}

#[tokio::test]
async fn a_fill_or_a_credit_takes_somebody_of_the_table_and_the_cage() {
    let house = House::with(&format!("{QUIET}{DARLING}"), Options::default()).await;
    let mut admin = house.admin().await;
    let mut kim = house.staff(&mut admin, "kim", &["dealer"]).await;
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    assert_eq!(says(&mut kim, "sign-on", "dealer").await, Value::Null);
    assert_eq!(says(&mut sue, "sign-on", "casino-supervisor").await, Value::Null);
    let path = "/api/v1/tables/darling/commands";
    let approver = json!({ "name": "max", "password": PASSWORD });
    for (id, body) in [
        ("alone-0001", json!({ "id": "alone-0001", "line": "fill 1000", "role": "dealer" })),
        ("alone-0002", json!({ "id": "alone-0002", "line": "credit 10", "role": "dealer" })),
        (
            "alone-0003",
            json!({ "id": "alone-0003", "line": "fill 1000", "role": "gaming-manager", "approver": approver }),
        ),
    ] {
        assert_eq!(kim.post(path, &body).await.problem(403), "not-allowed", "{id}");
    }
    let propose = |act: &str, amount: i64| json!({ "act": act, "table": "darling", "amount": amount });
    let approve = |number: &Value| format!("/api/v1/proposals/{number}/approve");
    let float = || {
        let table = house.server.app().floor().table(&"darling".parse().unwrap()).unwrap();
        table.now().table.ledger.on(punto_table::Coin::Chips, punto_table::Account::Float).minor()
    };
    let before = float();
    assert_eq!(cage.post("/api/v1/proposals", &propose("fill", 100_000)).await.problem(403), "not-allowed");
    assert_eq!(kim.post("/api/v1/proposals", &propose("fill", -5)).await.problem(400), "bad-request");
    let fill = kim.post("/api/v1/proposals", &propose("fill", 100_000)).await.ok()["number"].clone();
    for other in [&mut kim, &mut sue, &mut max] {
        assert_eq!(other.post(&approve(&fill), &json!({})).await.problem(403), "not-allowed");
    }
    assert_eq!(float(), before);
    cage.post(&approve(&fill), &json!({})).await.ok();
    assert_eq!(float(), before + 100_000);
    let much =
        sue.post("/api/v1/proposals", &propose("credit", before + 100_100)).await.ok()["number"].clone();
    assert_eq!(cage.post(&approve(&much), &json!({})).await.problem(409), "refused", "more than lies there");
    let credit = sue.post("/api/v1/proposals", &propose("credit", 50_000)).await.ok()["number"].clone();
    cage.post(&approve(&credit), &json!({})).await.ok();
    assert_eq!(float(), before + 50_000);
    // Whoever asked for it is there still when the chips come.
    let late = sue.post("/api/v1/proposals", &propose("fill", 10_000)).await.ok()["number"].clone();
    assert_eq!(says(&mut sue, "sign-off", "casino-supervisor").await, Value::Null);
    assert_eq!(cage.post(&approve(&late), &json!({})).await.json()["refusal"]["code"], "not-on-here");
    assert_eq!(says(&mut sue, "sign-on", "casino-supervisor").await, Value::Null);
    cage.post(&approve(&late), &json!({})).await.ok();
    assert_eq!(float(), before + 60_000);
    house.audited();
}

#[tokio::test]
async fn limits_and_pin_are_changed_no_more_often_than_a_person_does() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let body = json!({ "patron": "ada", "card": "12345678", "pin": FIRST_PIN, "person": null });
    cage.post("/api/v1/patrons", &body).await.ok();
    house.own_pin("12345678").await;
    house.clock.advance(crate::support::MINUTE);
    let mut ada = house.client();
    ada.sign_in(&json!({ "as": "patron", "card": "12345678", "pin": "2580" })).await.ok();
    let records = || house.server.app().journal().heads().unwrap().iter().map(|head| head.seq).sum::<u64>();
    let before = records();
    for number in 0..40 {
        let limit = json!({ "kind": "deposit", "span": "day", "most": { "money": 100_000 - number } });
        let reply = ada.post("/api/v1/patrons/ada/limits", &limit).await;
        assert_eq!(reply.status, if number < 30 { 200 } else { 429 }, "{number}");
    }
    assert_eq!(records() - before, 30);
    let new = json!({ "present": "2580", "new": "1379" });
    assert_eq!(ada.post("/api/v1/password", &new).await.problem(429), "too-many");
    let week = json!({ "until": house.server.app().now().0 + 1_000_000_000_000 });
    assert_eq!(ada.post("/api/v1/patrons/ada/exclude", &week).await.problem(429), "too-many");
    house.clock.advance(crate::support::MINUTE);
    ada.post("/api/v1/password", &new).await.ok();
}

#[tokio::test]
async fn staff_too_cause_no_more_records_than_a_person_can() {
    let text = QUIET.replace("staff-commands-per-second = 100000", "staff-commands-per-second = 4");
    let house = House::with(&text, Options::default()).await;
    let mut admin = house.admin().await;
    let propose = json!({ "act": "set", "setting": "patron-minutes", "value": 20, "why": "" });
    let mut told = Vec::new();
    for _ in 0..14 {
        told.push(admin.post("/api/v1/proposals", &propose).await.status);
    }
    // One of twelve went into the password.
    assert!(told[..11].iter().all(|status| *status == 200) && told[11..] == [429, 429, 429], "{told:?}");
    house.clock.advance(crate::support::SECOND);
    admin.post("/api/v1/proposals", &propose).await.ok();

    // Reading takes nothing away from that, unless it writes a record each time.
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let body = json!({ "patron": "ada", "card": "12345678", "pin": FIRST_PIN, "person": null });
    cage.post("/api/v1/patrons", &body).await.ok();
    house.clock.advance(3 * crate::support::SECOND);
    for _ in 0..30 {
        cage.get("/api/v1/me").await.ok();
    }
    let mut told = Vec::new();
    for _ in 0..14 {
        told.push(cage.get("/api/v1/patrons/ada/export").await.status);
    }
    assert!(told[..12].iter().all(|status| *status == 200) && told[12..] == [429, 429], "{told:?}");
}

#[tokio::test]
async fn nobody_reads_more_than_a_person_or_a_machine_can() {
    let text = QUIET
        .replace("reads-per-second = 100000", "reads-per-second = 4")
        .replace("per-address = 100000", "per-address = 5");
    let house = House::with(&text, Options::default()).await;
    let mut admin = house.admin().await;
    house.clock.advance(60 * crate::support::SECOND);
    let mut told = Vec::new();
    for path in ["/api/v1/me", "/api/v1/tables", "/", "/api/v1/openapi.json"].iter().cycle().take(14) {
        told.push(admin.get(path).await.status);
    }
    assert!(told[..12].iter().all(|status| *status == 200) && told[12..] == [429, 429], "{told:?}");
    let refused = admin.get("/api/v1/me").await;
    assert_eq!((refused.header("retry-after"), refused.problem(429).as_str()), (Some("1"), "too-many"));
    // Of whom nothing is known, the address is counted.
    let mut unknown = house.client();
    let mut told = Vec::new();
    for _ in 0..16 {
        told.push(unknown.get("/api/v1/me").await.status);
    }
    assert!(told[..15].iter().all(|status| *status == 200) && told[15] == 429, "{told:?}");
    house.clock.advance(crate::support::SECOND);
    assert_eq!((admin.get("/api/v1/me").await.status, unknown.get("/api/v1/me").await.status), (200, 200));
}

#[tokio::test]
async fn whoever_reads_or_takes_away_what_is_a_patrons_is_recorded_with_the_patron() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let mut olga = house.staff(&mut admin, "olga", &["auditor"]).await;
    let body = json!({ "patron": "ada", "card": "12345678", "pin": "2580", "person": null });
    cage.post("/api/v1/patrons", &body).await.ok();
    let reads = |what: &str| {
        house
            .site_lines()
            .iter()
            .filter(|line| line.starts_with("read-logged") && line.ends_with(what))
            .count()
    };
    assert_eq!((reads("cass account of ada"), reads("olga journal-export of ada")), (0, 0));
    cage.get("/api/v1/patrons/ada/vouchers").await.ok();
    assert_eq!(reads("cass account of ada"), 1);
    assert_eq!(olga.get("/api/v1/journal/export?format=jsonl&stream=patron/ada").await.status, 200);
    assert_eq!(reads("olga journal-export of ada"), 1);
    olga.get("/api/v1/journal/records?stream=patron/ada").await.ok();
    olga.get("/api/v1/journal/records?stream=site").await.ok();
    assert_eq!((reads("olga journal of ada"), reads("olga journal")), (1, 1));
    olga.get("/api/v1/patrons/ada/vouchers").await.ok();
    assert_eq!(reads("olga account of ada"), 1);
    // How somebody plays is told like their statement, of one or of all.
    cage.get("/api/v1/reports/period/patron?patron=ada").await.ok();
    cage.get("/api/v1/reports/period/patron").await.ok();
    assert_eq!((reads("cass statement of ada"), reads("cass statement")), (1, 1));
    olga.get("/api/v1/reports/period/shift").await.ok();
    assert_eq!(reads("olga statement"), 0);
}

#[tokio::test]
async fn what_was_done_in_opening_is_signed_before_anybody_is_let_in() {
    let house = House::with(&format!("{QUIET}{DARLING}"), Options::default()).await;
    let journal = house.server.app().sqlite();
    let signed = journal.last_checkpoint().unwrap().expect("a checkpoint, though no time has passed");
    assert!(signed.holds());
    let darling = "table/darling".parse().unwrap();
    let opened = house.server.app().journal().heads().unwrap();
    assert!(opened.iter().any(|head| head.stream == darling) && signed.streams >= 2, "{signed:?}");
}
