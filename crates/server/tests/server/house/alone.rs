//! What no single person of the house does alone, whoever they are: change a settled coup, clear what is about
//! themselves, give or take offices, send the watchers away, become a patron, move money between patrons.

use punto_config::Options;
use serde_json::{Value, json};

use crate::support::{Client, DARLING, FIRST_PIN, House, PASSWORD, QUIET, Reply, eventually};

async fn say(client: &mut Client, role: &str, line: &str) -> Reply {
    say_at(client, "darling", role, line).await
}

async fn say_at(client: &mut Client, table: &str, role: &str, line: &str) -> Reply {
    static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let id = format!("alone-{:04}", COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let body = json!({ "id": id, "line": line, "role": role });
    client.post(&format!("/api/v1/tables/{table}/commands"), &body).await
}

/// The same at the screen of one with the password of another.
async fn approved(client: &mut Client, role: &str, name: &str, line: &str) -> Reply {
    let id = format!("both-{}", line.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    let approver = json!({ "name": name, "password": PASSWORD });
    let body = json!({ "id": id, "line": line, "role": role, "approver": approver });
    client.post("/api/v1/tables/darling/commands", &body).await
}

/// Waits for significant events of a kind that wait for somebody.
async fn events(client: &mut Client, kind: &str, least: usize) -> Vec<Value> {
    eventually(kind, async || {
        let all = client.get("/api/v1/events?waiting=true").await.ok();
        let of = all["items"].as_array().unwrap().iter().filter(|event| event["kind"] == kind);
        let of: Vec<Value> = of.cloned().collect();
        (of.len() >= least).then_some(of)
    })
    .await
}

async fn acknowledge(client: &mut Client, event: &Value) -> Reply {
    let path = format!("/api/v1/events/{}/acknowledge", event["number"]);
    client.post(&path, &json!({ "note": "all is well" })).await
}

fn code(reply: &Reply) -> Value {
    reply.json()["refusal"]["code"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_changes_what_a_settled_coup_paid_alone() {
    let house = House::with(&format!("{QUIET}{DARLING}"), Options::default()).await;
    let mut admin = house.admin().await;
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor", "game-supervisor"]).await;
    let mut sam = house.staff(&mut admin, "sam", &["casino-supervisor"]).await;
    let mut tec = house.staff(&mut admin, "tec", &["service"]).await;
    for (client, role) in
        [(&mut dan, "dealer"), (&mut sue, "casino-supervisor"), (&mut sam, "casino-supervisor")]
    {
        assert_eq!(say(client, role, "sign-on").await.status, 200);
    }
    house.ready("darling").await;
    // A loss on Player: 2 against 9.
    let coup = ["sit ada@1", "bet ada@1 player 100", "card Ks", "card 5d", "card 2h", "card 4c", "settle"];
    for line in coup {
        let reply = say(&mut dan, "dealer", line).await;
        assert_eq!(reply.status, 200, "{line}: {reply:?}");
    }
    let table = house.server.app().floor().table(&"darling".parse().unwrap()).unwrap();
    let before = table.now();
    for line in ["rekey 2h as 9h", "mispaid ada@1 player 200", "rekey 5d as 6d"] {
        for officer in [&mut sue, &mut sam] {
            let reply = say(officer, "casino-supervisor", line).await;
            assert_eq!(
                (reply.problem(409).as_str(), code(&reply)),
                ("refused", json!("takes-two")),
                "{line}"
            );
            assert_eq!(reply.json()["refusal"]["by"], json!(["house:two-persons"]));
        }
    }
    // The dealer is no officer; nobody is the second to themselves, and who has no part in the table is none either.
    assert_eq!(code(&say(&mut dan, "dealer", "rekey 2h as 9h").await), "wrong-role");
    assert_eq!(
        approved(&mut sue, "casino-supervisor", "sue", "rekey 2h as 9h").await.problem(403),
        "not-approved"
    );
    assert_eq!(
        approved(&mut tec, "casino-supervisor", "sue", "rekey 2h as 9h").await.problem(403),
        "not-allowed"
    );
    assert_eq!(table.now().seq, before.seq, "nothing has happened");

    // At the dealer's screen, and at that of another officer: what was opened again is no more one person's.
    approved(&mut dan, "casino-supervisor", "sue", "rekey 2h as 9h").await.ok();
    assert_eq!(code(&say(&mut sue, "casino-supervisor", "rekey 9h as 8h").await), "takes-two");
    approved(&mut sam, "casino-supervisor", "sue", "rekey 9h as 2h").await.ok();
    assert!(house.has_line("line-approved sue casino-supervisor for dan session"));
    assert!(house.has_line("line-approved sue casino-supervisor for sam session"));

    // Each is an event of its own, and no one's whose act it is.
    let noted = events(&mut sam, "correction", 2).await;
    assert!(
        noted.iter().all(|event| event["text"].as_str().unwrap().contains("said by casino-supervisor sue"))
    );
    for event in &noted {
        let reply = acknowledge(&mut sue, event).await;
        assert_eq!((reply.problem(409).as_str(), code(&reply)), ("refused", json!("own-act")));
    }
    let by_dan =
        noted.iter().find(|event| event["text"].as_str().unwrap().ends_with("asked for by dan")).unwrap();
    acknowledge(&mut sam, by_dan).await.ok();
    let by_sam =
        noted.iter().find(|event| event["text"].as_str().unwrap().ends_with("asked for by sam")).unwrap();
    assert_eq!(code(&acknowledge(&mut sam, by_sam).await), "own-act");
    acknowledge(&mut admin, by_sam).await.ok();
    house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_word_of_staff_becomes_credits() {
    let house = House::with(&format!("{QUIET}{}", told_credits()), Options::default()).await;
    let mut admin = house.admin().await;
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    let mut max = house.staff(&mut admin, "max", &["casino-operator"]).await;
    for (client, role) in [(&mut dan, "dealer"), (&mut max, "casino-operator")] {
        assert_eq!(say(client, role, "sign-on").await.status, 200);
    }
    say(&mut dan, "dealer", "sit ada@1").await.ok();
    for (client, role) in [(&mut dan, "dealer"), (&mut max, "casino-operator")] {
        let reply = say(client, role, "buy-in ada 100 cash").await;
        assert_eq!(reply.problem(409), "refused", "{role}");
    }
    // What moves credits between table and accounts is said by who is on there, like everything else.
    let mut lee = house.staff(&mut admin, "lee", &["dealer", "casino-supervisor"]).await;
    for line in ["close", "leave ada", "exclude ada rude", "move-on ada", "cash-out ada 5"] {
        for role in ["dealer", "casino-supervisor"] {
            assert_eq!(code(&say(&mut lee, role, line).await), "not-on-duty", "{role}: {line}");
        }
    }
    let table = house.server.app().floor().table(&"darling".parse().unwrap()).unwrap();
    assert!(table.now().table.ledger.iter().all(|(_, _, amount)| amount.is_zero()));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_voids_a_coup_of_the_houses_own_shoe_alone() {
    let own = told_credits().replace("dealer = \"person\"", "dealer = \"automatic\"");
    let house = House::with(&format!("{QUIET}{own}"), Options::default()).await;
    let mut admin = house.admin().await;
    let mut gus = house.staff(&mut admin, "gus", &["game-supervisor"]).await;
    let mut sue = house.staff(&mut admin, "sue", &["game-supervisor"]).await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    for client in [&mut gus, &mut sue] {
        say(client, "game-supervisor", "sign-on").await.ok();
    }
    let body = json!({ "patron": "ben", "card": "12345678", "pin": FIRST_PIN, "person": null });
    // A PIN that is guessed first is refused with a code, which a page has in its own language.
    for (pin, why) in [("1234", "pin-guessed-first"), ("12", "pin-figures")] {
        let mut bad = body.clone();
        bad["pin"] = pin.into();
        assert_eq!(code(&cage.post("/api/v1/patrons", &bad).await), why);
    }
    cage.post("/api/v1/patrons", &body).await.ok();
    house.own_pin("12345678").await;
    cage.post("/api/v1/patrons/ben/deposit", &json!({ "id": "deposit-1", "amount": 100_000 })).await.ok();
    let mut ben = house.client();
    ben.sign_in(&json!({ "as": "patron", "card": "12345678", "pin": "2580" })).await.ok();
    ben.post(
        "/api/v1/patrons/ben/limits",
        &json!({ "kind": "time", "span": "day", "most": { "minutes": 600 } }),
    )
    .await
    .ok();
    let commands = "/api/v1/tables/darling/commands";
    ben.post(commands, &json!({ "id": "ben-0001", "line": "sit ben@2" })).await.ok();
    ben.post("/api/v1/tables/darling/buy-in", &json!({ "id": "ben-0002", "amount": 50_000 })).await.ok();
    let phase = async |ben: &mut Client| ben.get("/api/v1/tables/darling").await.ok();
    eventually("wagers are taken", async || {
        house.clock.advance(100_000);
        let bet = json!({ "id": format!("bet-{}", house.server.app().now().0), "line": "bet ben@2 tie 100" });
        (ben.post(commands, &bet).await.status == 200).then_some(())
    })
    .await;
    eventually("the first card shows", async || {
        house.clock.advance(100_000);
        let shown = phase(&mut ben).await;
        (shown["phase"] == "dealing"
            && shown["player"]["cards"].as_array().is_some_and(|cards| !cards.is_empty()))
        .then_some(())
    })
    .await;
    say(&mut gus, "game-supervisor", "report disruption plain").await.ok();
    let alone = say(&mut gus, "game-supervisor", "order void-coup").await;
    assert_eq!((alone.problem(409).as_str(), code(&alone)), ("refused", json!("takes-two")), "{alone:?}");
    let table = house.server.app().floor().table(&"darling".parse().unwrap()).unwrap();
    assert_eq!(table.meters().voids, 0);
    let voided = approved(&mut sue, "game-supervisor", "gus", "order void-coup").await.ok();
    assert!(voided["lines"].to_string().contains("returned ben@2 tie 100"), "{voided}");
    let noted = events(&mut admin, "void", 1).await;
    assert_eq!(code(&acknowledge(&mut gus, &noted[0]).await), "own-act");
    assert_eq!(code(&acknowledge(&mut sue, &noted[0]).await), "own-act");
    house.audited();
}

/// A table at which accounts are paid and a person tells the cards.
fn told_credits() -> String {
    let text = DARLING.replace("nsw-2021", "rws-2016").replace("AUD", "SGD");
    text.replace("usual, method A, limits 25..5000, chips 5 25 100 500", "usual, limits 5..5000")
}

#[tokio::test]
async fn nobody_tells_cards_alone_where_accounts_are_paid() {
    let house = House::with(&format!("{QUIET}{}", told_credits()), Options::default()).await;
    let mut admin = house.admin().await;
    let mut gus = house.staff(&mut admin, "gus", &["game-supervisor"]).await;
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    for line in
        ["sign-on", "shuffle hand", "cut 200", "place-marker 14", "call place-your-bets", "call no-more-bets"]
    {
        say(&mut dan, "dealer", line).await.ok();
    }
    let reply = say(&mut dan, "dealer", "card 8h").await;
    assert_eq!((reply.problem(409), code(&reply)), ("refused".into(), "cards-unseen".into()));
    say(&mut gus, "game-supervisor", "sign-on").await.ok();
    let reply = say(&mut dan, "dealer", "card 8h").await;
    assert_eq!(reply.status, 200, "{reply:?}");
    // Whoever rules on a game does not deal it.
    assert_eq!(code(&say(&mut gus, "game-supervisor", "card 2c").await), "wrong-role");
    say(&mut gus, "game-supervisor", "sign-off").await.ok();
    assert_eq!(code(&say(&mut dan, "dealer", "card 2c").await), "cards-unseen");
}

#[tokio::test]
async fn an_automatic_table_is_taken_over_only_with_an_officer_there() {
    let etg = "[[table]]\nname = \"etg\"\nrulebook = \"rws-2016\"\nopening = \"usual, limits 25..5000\"\n\
        dealer = \"automatic\"\ncurrency = \"SGD\"\n";
    let house = House::with(&format!("{QUIET}{DARLING}{etg}"), Options::default()).await;
    let mut admin = house.admin().await;
    let mut gus = house.staff(&mut admin, "gus", &["game-supervisor"]).await;
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    assert_eq!(code(&say_at(&mut dan, "etg", "dealer", "sign-on").await), "no-officer-here");
    // Where a person deals anyway nobody is kept from it, and with an officer there the software gives way.
    say_at(&mut dan, "darling", "dealer", "sign-on").await.ok();
    say_at(&mut dan, "darling", "dealer", "sign-off").await.ok();
    say_at(&mut gus, "etg", "game-supervisor", "sign-on").await.ok();
    say_at(&mut dan, "etg", "dealer", "sign-on").await.ok();
}

#[tokio::test]
async fn one_supervisor_puts_up_only_games_that_the_house_has_and_that_is_told() {
    let house = House::with(&format!("{QUIET}{DARLING}"), Options::default()).await;
    let mut admin = house.admin().await;
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let new = |rulebook: &str, dealer: &str, opening: &str| {
        json!({
            "table": "one", "title": "One", "rulebook": rulebook, "dealer": dealer, "currency": "AUD",
            "opening": opening,
        })
    };
    let usual = "usual, method A, limits 25..5000, chips 5 25 100 500";
    for (rulebook, dealer, opening) in [
        ("nsw-2021", "person", "usual, method A, limits 25..5000, chips 5000"),
        ("nsw-2021", "person", "usual, method A, limits 25..5000, chips 5 25 100 500, variant even-money"),
        (
            "nsw-2021",
            "person",
            "usual, method A, limits 25..5000, chips 5 25 100 500, house twin-pair-by-rank value",
        ),
        ("rws-2016", "person", "usual, limits 25..5000"),
    ] {
        let reply = sue.post("/api/v1/tables", &new(rulebook, dealer, opening)).await;
        assert_eq!(reply.problem(403), "not-allowed", "{rulebook} {opening}: {reply:?}");
    }
    sue.post("/api/v1/tables", &new("nsw-2021", "person", &format!("{usual}, bets none"))).await.ok();
    let told = max.get("/api/v1/events").await.ok();
    let told =
        told["items"].as_array().unwrap().iter().find(|event| event.to_string().contains("table-put-up-by"));
    assert_eq!(told.unwrap()["kind"], "config-change");
    // What one person opens again is bounded in the same way.
    for line in ["sign-on", "close"] {
        say_at(&mut sue, "one", "casino-supervisor", line).await.ok();
    }
    let again = format!("open {}", usual.replace("5 25 100 500", "5000"));
    let reply = say_at(&mut sue, "one", "casino-supervisor", &again).await;
    assert_eq!(reply.problem(403), "not-allowed", "{reply:?}");
}

#[tokio::test]
async fn one_administrator_neither_gives_offices_nor_mixes_duties() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    house.staff(&mut admin, "cass", &["cage"]).await;
    house.staff(&mut admin, "wim", &["surveillance"]).await;
    house.staff(&mut admin, "tec", &["service"]).await;
    let mut give = async |name: &str, grants: &[&str]| {
        let body = json!({ "name": name, "grants": grants, "enabled": true });
        admin.post(&format!("/api/v1/staff/{name}"), &body).await
    };
    for (name, grants) in [
        ("cass", ["cage", "casino-supervisor"]),
        ("cass", ["cage", "game-inspector"]),
        ("wim", ["surveillance", "casino-supervisor"]),
        ("wim", ["surveillance", "dealer"]),
    ] {
        assert_eq!(code(&give(name, &grants).await), "duties-clash", "{name} {grants:?}");
    }
    for grant in [
        "casino-supervisor",
        "game-supervisor",
        "game-inspector",
        "table-inspector",
        "gaming-manager",
        "cage",
    ] {
        let given = give("tec", &["service", grant]).await.ok();
        assert_eq!(given["member"]["grants"], json!(["service"]), "{grant}");
        assert_eq!(given["proposals"][0]["what"], json!({ "act": "grant", "name": "tec", "grant": grant }));
    }
}

#[tokio::test]
async fn one_administrator_sends_no_watcher_away_and_brings_nobody_back() {
    let house = House::open().await;
    let (mut admin, mut two) = (house.admin().await, house.founder("admin-2").await);
    for (name, grant) in [("wim", "surveillance"), ("aud", "auditor"), ("reg", "regulator-inspector")] {
        house.staff(&mut admin, name, &[grant]).await;
        let body =
            |grants: &[&str], enabled: bool| json!({ "name": name, "grants": grants, "enabled": enabled });
        let path = format!("/api/v1/staff/{name}");
        for (path, body) in [
            (path.clone(), body(&[grant], false)),
            (path.clone(), body(&[], true)),
            (format!("{path}/leave"), json!({})),
        ] {
            let answer = admin.post(&path, &body).await.ok();
            assert_eq!(
                (&answer["member"]["enabled"], &answer["member"]["grants"]),
                (&json!(true), &json!([grant]))
            );
            assert_eq!(answer["proposals"].as_array().unwrap().len(), 1, "{answer}");
        }
        let asked = admin.post(&path, &body(&[grant], false)).await.ok();
        let number = asked["proposals"][0]["number"].as_u64().unwrap();
        let approve = format!("/api/v1/proposals/{number}/approve");
        assert_eq!(two.post(&approve, &json!({})).await.problem(403), "not-allowed");
        house.approved(number).await;
        let told = format!("by admin and operator: site disable {name} by an administrator");
        assert!(house.site_lines().iter().any(|line| line.ends_with(&told)), "{told}");
        // Back in whatever form: with what there was, and with nothing.
        for grants in [&[grant][..], &[]] {
            let answer = admin.post(&path, &body(grants, true)).await.ok();
            assert_eq!(answer["member"]["enabled"], false, "{grants:?}");
        }
    }
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    let body = |enabled: bool| json!({ "name": "dan", "grants": [], "enabled": enabled });
    assert_eq!(
        admin.post("/api/v1/staff/dan", &body(false)).await.ok()["member"]["enabled"],
        false,
        "at once"
    );
    assert_eq!(dan.get("/api/v1/me").await.ok()["kind"], "nobody");
    let back = admin.post("/api/v1/staff/dan", &body(true)).await.ok();
    assert_eq!((&back["member"]["enabled"], back["proposals"].as_array().unwrap().len()), (&json!(false), 1));
}

#[tokio::test]
async fn the_cage_never_is_the_patron() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    house.staff(&mut admin, "cora", &["cage"]).await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let body = json!({ "patron": "ada", "card": "12345678", "pin": FIRST_PIN, "person": null });
    cage.post("/api/v1/patrons", &body).await.ok();
    house.own_pin("12345678").await;
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 1_000 })).await.ok();

    let card = |approver: Value| json!({ "card": "12345678", "pin": "4826", "approver": approver });
    let way = |pin: &str| json!({ "as": "patron", "card": "12345678", "pin": pin });
    let path = "/api/v1/patrons/ada/card";
    assert_eq!(code(&cage.post(path, &card(Value::Null)).await), "second-person-needed");
    for name in ["cass", "cora", "admin"] {
        let approver = json!({ "name": name, "password": PASSWORD });
        assert_eq!(cage.post(path, &card(approver)).await.problem(403), "not-approved", "{name}");
    }
    house.client().sign_in(&way("2580")).await.ok();
    cage.post(path, &card(json!({ "name": "max", "password": PASSWORD }))).await.ok();
    assert_eq!(house.client().sign_in(&way("2580")).await.problem(401), "sign-in-refused");

    // Whoever has it can do nothing with it but choose another, once; and ada sees that it was given out.
    let mut thief = house.client();
    assert_eq!(thief.sign_in(&way("4826")).await.ok()["must_change_password"], true);
    let limit = json!({ "kind": "deposit", "span": "day", "most": { "money": 10_000 } });
    assert_eq!(code(&thief.post("/api/v1/patrons/ada/limits", &limit).await), "pin-not-own");
    assert_eq!(code(&house.client().sign_in(&way("4826")).await), "pin-used");
    let statement = cage.get("/api/v1/patrons/ada/statement").await.ok();
    let told = statement["items"].as_array().unwrap().iter().map(|item| &item["what"]);
    let by_max = |what: &&Value| what["name"] == "pin-given" && what["args"]["seconded"]["name"] == "max";
    assert_eq!(told.filter(by_max).count(), 1);
    let noted = events(&mut max, "pin-reset", 1).await;
    assert_eq!(code(&acknowledge(&mut max, &noted[0]).await), "own-act");
    assert!(house.has_line("line-approved max gaming-manager for cass session"));
}

#[tokio::test]
async fn the_cage_moves_no_money_between_patrons_alone() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    house.staff(&mut admin, "max", &["gaming-manager"]).await;
    for (name, card) in [("ada", "12345678"), ("ben", "87654321")] {
        let body = json!({ "patron": name, "card": card, "pin": FIRST_PIN, "person": null });
        cage.post("/api/v1/patrons", &body).await.ok();
        house.own_pin(card).await;
    }
    cage.cookies.extend(super::devices::enrolled(&house, &mut sue, "console", None, None).await.cookies);
    let money = |id: &str| json!({ "id": id, "amount": 1_000 });
    cage.post("/api/v1/patrons/ada/deposit", &money("deposit-1")).await.ok();
    let paper = cage.post("/api/v1/patrons/ada/vouchers", &money("voucher-1")).await.ok();
    let into_ben = "/api/v1/patrons/ben/vouchers/redeem";
    let mut brought = json!({ "id": "redeem-01", "number": paper["number"] });
    assert_eq!(code(&cage.post(into_ben, &brought).await), "second-person-needed");
    // Nor does ben alone, who may be the cashier's friend.
    let mut ben = house.client();
    ben.sign_in(&json!({ "as": "patron", "card": "87654321", "pin": "2580" })).await.ok();
    assert_eq!(code(&ben.post(into_ben, &brought).await), "second-person-needed");
    brought["id"] = json!("redeem-02");
    for name in ["cass", "sue"] {
        brought["approver"] = json!({ "name": name, "password": PASSWORD });
        assert_eq!(cage.post(into_ben, &brought).await.problem(403), "not-approved", "{name}");
    }
    assert_eq!(cage.get("/api/v1/patrons/ben").await.ok()["balance"], 0);
    brought["approver"] = json!({ "name": "max", "password": PASSWORD });
    assert_eq!(cage.post(into_ben, &brought).await.ok()["balance"], 1_000);
    let noted = events(&mut admin, "voucher-moved", 1).await;
    assert!(noted[0]["text"].as_str().unwrap().ends_with("from ada into ben"), "{noted:?}");

    // What goes back where it came from is nobody's gain.
    cage.post("/api/v1/patrons/ada/deposit", &money("deposit-2")).await.ok();
    let paper = cage.post("/api/v1/patrons/ada/vouchers", &money("voucher-2")).await.ok();
    let back = json!({ "id": "redeem-03", "number": paper["number"] });
    assert_eq!(cage.post("/api/v1/patrons/ada/vouchers/redeem", &back).await.ok()["balance"], 1_000);
    house.audited();
}
