//! The cage's counter from outside: patrons are found, and a drawer is counted against the records.

use serde_json::{Value, json};

use crate::support::{Client, FIRST_PIN, House, MINUTE, QUIET};

async fn with_ada() -> (House, Client, Client) {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    for (patron, card) in [("ada", "12345678"), ("adam", "23456789"), ("ben", "34567890")] {
        let body = json!({ "patron": patron, "card": card, "pin": FIRST_PIN, "person": null });
        cage.post("/api/v1/patrons", &body).await.ok();
    }
    house.own_pin("12345678").await;
    (house, admin, cage)
}

async fn found(cage: &mut Client, text: &str) -> Vec<String> {
    let list = cage.post("/api/v1/patrons/find", &json!({ "text": text })).await.ok();
    list.as_array().unwrap().iter().map(|one| one["patron"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_patron_is_found_by_card_or_by_the_beginning_of_a_name() {
    let (house, mut admin, mut cage) = with_ada().await;
    assert_eq!(found(&mut cage, "ad").await, ["ada", "adam"]);
    assert_eq!(found(&mut cage, " ADAM ").await, ["adam"]);
    assert_eq!(found(&mut cage, "34567890").await, ["ben"], "a card has one patron");
    assert_eq!(found(&mut cage, "3456").await, Vec::<String>::new(), "and a part of its number none");
    assert_eq!(found(&mut cage, "zoe").await, Vec::<String>::new());
    for text in ["", "  ", &"x".repeat(65)] {
        let reply = cage.post("/api/v1/patrons/find", &json!({ "text": text })).await;
        assert_eq!(reply.problem(400), "bad-request");
    }
    assert!(house.has_line("read-logged cass account of ben"), "{:#?}", house.site_lines());
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    let denied = dan.post("/api/v1/patrons/find", &json!({ "text": "ada" })).await;
    assert_eq!(denied.problem(403), "not-allowed");
}

/// What a shift came to: taken in, paid out, expected, counted, difference.
fn end(shift: &Value) -> [i64; 5] {
    ["took", "paid", "expected", "counted", "difference"].map(|name| shift["end"][name].as_i64().unwrap())
}

#[tokio::test]
async fn a_drawer_is_counted_blind_and_what_differs_is_told() {
    let (house, mut admin, mut cage) = with_ada().await;
    let counted = |amount: i64| json!({ "counted": amount });
    let early = cage.post("/api/v1/cage/shifts/end", &counted(0)).await;
    assert_eq!(early.json()["refusal"]["code"], "no-shift");
    cage.post("/api/v1/cage/shifts/begin", &json!({ "float": 100_000 })).await.ok();
    let twice = cage.post("/api/v1/cage/shifts/begin", &json!({ "float": 1 })).await;
    assert_eq!(
        (&twice.json()["refusal"]["code"], &twice.json()["refusal"]["by"]),
        (&json!("shift-open"), &json!(["house:cashier-shifts"]))
    );
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 50_000 })).await.ok();
    let code = house.payout("12345678", 20_000).await;
    cage.post("/api/v1/patrons/ada/withdraw", &json!({ "id": "withdraw-1", "amount": 20_000, "code": code }))
        .await
        .ok();
    let running = cage.get("/api/v1/cage/shifts").await.ok();
    assert_eq!((running[0]["end"].clone(), running.as_array().unwrap().len()), (Value::Null, 1), "blind");
    for wrong in [-1, 10_000_000_000_001_i64] {
        let refused = cage.post("/api/v1/cage/shifts/end", &counted(wrong)).await;
        assert_eq!(refused.json()["refusal"]["code"], "no-count");
    }
    // What is taken in at the very moment of the count would be of both shifts, which a clock that goes on does not show.
    house.clock.advance(MINUTE);
    let ended = cage.post("/api/v1/cage/shifts/end", &counted(129_000)).await.ok();
    assert_eq!(end(&ended), [50_000, 20_000, 130_000, 129_000, -1_000]);
    let told =
        " drawer-differs warning - about cass the drawer of cass is short by 10 at the end of the shift";
    assert!(house.site_lines().iter().any(|line| line.ends_with(told)), "{:#?}", house.site_lines());

    // What is taken in between two shifts is of the next, so that nothing goes through a drawer uncounted.
    house.clock.advance(MINUTE);
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-2", "amount": 7_000 })).await.ok();
    cage.post("/api/v1/cage/shifts/begin", &json!({ "float": 129_000 })).await.ok();
    house.clock.advance(MINUTE);
    let ended = cage.post("/api/v1/cage/shifts/end", &counted(136_000)).await.ok();
    assert_eq!(end(&ended), [7_000, 0, 136_000, 136_000, 0]);
    let differs = |house: &House| {
        house.site_lines().into_iter().filter(|line| line.contains(" drawer-differs ")).count()
    };
    // The first drawer is given out by nobody that the records know, so that somebody else looks at it.
    // So is what was taken in between two shifts.
    assert_eq!(differs(&house), 3, "{:#?}", house.site_lines());

    // A drawer that begins with less than it was left with would hide what was never brought.
    house.clock.advance(MINUTE);
    cage.post("/api/v1/cage/shifts/begin", &json!({ "float": 130_000 })).await.ok();
    let told = " drawer-differs warning - about cass the drawer of cass begins a shift with 1300, and was left with 1360";
    assert!(house.site_lines().iter().any(|line| line.ends_with(told)), "{:#?}", house.site_lines());
    cage.post("/api/v1/cage/shifts/end", &counted(130_000)).await.ok();
    assert_eq!(differs(&house), 4);

    let mut other = house.staff(&mut admin, "cora", &["cage"]).await;
    assert_eq!(
        other.get("/api/v1/cage/shifts").await.ok(),
        json!([]),
        "another cashier's is not hers to see"
    );
    let mut manager = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    assert_eq!(manager.get("/api/v1/cage/shifts").await.ok().as_array().unwrap().len(), 3);
    let report = manager.get("/api/v1/reports/period/exceptions").await.ok();
    let counts: Vec<&Value> =
        report["exceptions"].as_array().unwrap().iter().filter(|row| row["kind"] == "count").collect();
    assert_eq!((counts.len(), &counts[0]["who"]), (4, &json!("cass")), "{report}");
    house.audited();
}

#[tokio::test]
async fn the_cages_meters_agree_with_accounts_and_vouchers_and_name_what_is_unfinished() {
    let (house, mut admin, mut cage) = with_ada().await;
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor"]).await;
    cage.cookies.extend(super::devices::enrolled(&house, &mut sue, "console", None, None).await.cookies);
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 50_000 })).await.ok();
    house.clock.advance(MINUTE);
    let later = house.server.app().now().0;
    let made =
        cage.post("/api/v1/patrons/ada/vouchers", &json!({ "id": "voucher-1", "amount": 20_000 })).await.ok();
    cage.post("/api/v1/patrons/ada/vouchers", &json!({ "id": "voucher-2", "amount": 5_000 })).await.ok();
    let back = json!({ "id": "redeem-1", "number": made["number"] });
    cage.post("/api/v1/patrons/ada/vouchers/redeem", &back).await.ok();
    house.payout("12345678", 10_000).await;

    let whole = cage.get("/api/v1/cage/balance").await.ok();
    let counted = |count: i64, sum: i64| json!({ "count": count, "sum": sum });
    let meter = |of: &Value, name: &str| of["meters"][name].clone();
    assert_eq!(meter(&whole, "deposits"), counted(1, 50_000));
    assert_eq!(
        (meter(&whole, "vouchers_out"), meter(&whole, "vouchers_in")),
        (counted(2, 25_000), counted(1, 20_000))
    );
    assert_eq!((&whole["accounts"], &whole["on_paper"]), (&json!(45_000), &json!(5_000)));
    let checks = whole["checks"].as_array().unwrap();
    assert!(checks.len() == 3 && checks.iter().all(|check| check["is"] == check["should"]), "{checks:#?}");
    let day = cage.get(&format!("/api/v1/cage/balance?from={later}")).await.ok();
    assert_eq!((meter(&day, "deposits"), meter(&day, "vouchers_out")), (counted(0, 0), counted(2, 25_000)));
    // What is said of a past moment is of that moment, and stays.
    let past = format!("/api/v1/cage/balance?to={later}");
    let before = cage.get(&past).await.ok();
    let told = (&before["accounts"], &before["on_paper"], &before["held"]);
    assert_eq!(told, (&json!(50_000), &json!(0), &Value::Null));
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-2", "amount": 100 })).await.ok();
    assert_eq!(cage.get(&past).await.ok(), before);

    let list = cage.get("/api/v1/cage/unfinished").await.ok();
    let told: Vec<_> = list.as_array().unwrap().iter().map(|one| (&one["what"], &one["amount"])).collect();
    // Nobody has begun a shift, so that nobody will have counted what was taken in.
    let cash = (&json!("cash-outside-shift"), &json!(50_100));
    assert_eq!(told, [cash, (&json!("ordered-payout"), &json!(10_000))]);
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    assert_eq!(dan.get("/api/v1/cage/balance").await.problem(403), "not-allowed");
}

#[tokio::test]
async fn a_patron_takes_away_all_that_is_kept_of_them_and_it_is_on_record() {
    let (house, _, mut cage) = with_ada().await;
    let person = json!({ "name": "Zoe Example", "born": "1990-12-31", "contact": null });
    let body = json!({ "patron": "zoe", "card": "45678901", "pin": FIRST_PIN, "person": person });
    cage.post("/api/v1/patrons", &body).await.ok();
    house.own_pin("45678901").await;
    cage.post("/api/v1/patrons/zoe/deposit", &json!({ "id": "deposit-1", "amount": 700 })).await.ok();
    let mut zoe = house.client();
    zoe.sign_in(&json!({ "as": "patron", "card": "45678901", "pin": "2580" })).await.ok();
    let own = zoe.get("/api/v1/patrons/zoe/export").await.ok();
    assert_eq!((&own["person"], &own["account"]["balance"]), (&person, &json!(700)));
    assert_eq!(own["statement"]["closing"]["account"], 700);
    assert!(house.has_line("read-logged zoe personal-data of zoe"), "{:#?}", house.site_lines());
    assert_eq!(cage.get("/api/v1/patrons/zoe/export").await.ok()["person"], person);
    assert!(house.has_line("read-logged cass personal-data of zoe"), "{:#?}", house.site_lines());
    assert_eq!(zoe.get("/api/v1/patrons/ada/export").await.problem(403), "not-allowed");
    assert_eq!(cage.get("/api/v1/patrons/nobody/export").await.problem(404), "not-found");
}

#[tokio::test]
async fn cash_of_another_currency_is_taken_by_two_at_a_rate_that_is_on_record_and_added_to_nothing() {
    let rates = "[money]\ncurrency = \"AUD\"\nrates = { JPY = \"0.0102\", NZD = \"0.91\" }\n";
    let house = House::with(&format!("{QUIET}{rates}"), punto_config::Options::default()).await;
    let mut admin = house.admin().await;
    let mut cage = house.staff(&mut admin, "cass", &["cage"]).await;
    house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let body = json!({ "patron": "ada", "card": "12345678", "pin": FIRST_PIN, "person": null });
    cage.post("/api/v1/patrons", &body).await.ok();
    let listed = json!({ "currency": "AUD", "rates": [
        { "currency": "JPY", "rate": "0.0102" }, { "currency": "NZD", "rate": "0.91" } ] });
    assert_eq!(cage.get("/api/v1/cage/rates").await.ok(), listed);
    cage.post("/api/v1/cage/shifts/begin", &json!({ "float": 100_000 })).await.ok();
    let path = "/api/v1/patrons/ada/deposit";
    let bring = |id: &str, amount: i64, currency: &str, second: Option<&str>| {
        let approver = second.map(|name| json!({ "name": name, "password": crate::support::PASSWORD }));
        json!({ "id": id, "amount": amount, "currency": currency, "approver": approver })
    };
    let alone = cage.post(path, &bring("deposit-1", 1_000_000, "JPY", None)).await.json();
    assert_eq!(alone["refusal"]["code"], "second-person-needed");
    for (amount, currency) in [(1_000_050, "JPY"), (1_000_000, "USD")] {
        let wrong = cage.post(path, &bring("deposit-2", amount, currency, Some("max"))).await;
        assert_eq!(wrong.problem(400), "bad-request", "{amount} {currency}");
    }
    let account = cage.post(path, &bring("deposit-3", 1_000_000, "JPY", Some("max"))).await.ok();
    assert_eq!((&account["balance"], &account["currency"]), (&json!(10_200), &json!("AUD")));
    cage.post(path, &bring("deposit-4", 10_000, "NZD", Some("max"))).await.ok();
    cage.post(path, &bring("deposit-5", 5_000, "AUD", None)).await.ok();
    let statement = cage.get("/api/v1/patrons/ada/statement").await.ok();
    let brought = &statement["items"][0]["what"]["args"]["exchanged"];
    assert_eq!(brought, &json!({ "text": "10000 JPY @ 0.0102" }), "{statement}");

    // The drawer has what came in its own currency; the meters have each by itself, and accounts agree with them.
    let shift = cage.post("/api/v1/cage/shifts/end", &json!({ "counted": 105_000 })).await.ok();
    assert_eq!(shift["end"]["difference"], 0, "{shift}");
    let balance = cage.get("/api/v1/cage/balance").await.ok();
    assert_eq!(balance["meters"]["deposits"], json!({ "count": 1, "sum": 5_000 }));
    let each = json!([
        { "currency": "JPY", "count": 1, "given": 1_000_000, "sum": 10_200 },
        { "currency": "NZD", "count": 1, "given": 10_000, "sum": 9_100 },
    ]);
    assert_eq!(balance["meters"]["exchanged"], each);
    let checks = balance["checks"].as_array().unwrap();
    assert!(checks.iter().all(|check| check["is"] == check["should"]), "{checks:#?}");
    house.audited();
}

#[tokio::test]
async fn cash_that_is_taken_in_outside_every_shift_is_told_and_is_of_the_first() {
    let (house, mut admin, mut cage) = with_ada().await;
    let told = || house.site_lines().into_iter().filter(|line| line.contains("has begun no shift")).count();
    for (key, amount) in [("deposit-1", 9_000), ("deposit-2", 1_000)] {
        cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": key, "amount": amount })).await.ok();
    }
    let line = " drawer-differs warning - about cass cass takes in cash and has begun no shift";
    assert!(house.site_lines().iter().any(|own| own.ends_with(line)), "{:#?}", house.site_lines());
    assert_eq!(told(), 1, "once a day");
    // The first shift has what was taken in before it, so that nothing is never counted.
    house.clock.advance(MINUTE);
    cage.post("/api/v1/cage/shifts/begin", &json!({ "float": 0 })).await.ok();
    let ended = cage.post("/api/v1/cage/shifts/end", &json!({ "counted": 0 })).await.ok();
    assert_eq!(end(&ended), [10_000, 0, 10_000, 0, -10_000]);
    // In a shift it is told of by the count at its end.
    let mut cage = house.staff(&mut admin, "cora", &["cage"]).await;
    cage.post("/api/v1/cage/shifts/begin", &json!({ "float": 0 })).await.ok();
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-3", "amount": 500 })).await.ok();
    assert_eq!(told(), 1);
    house.audited();
}

#[tokio::test]
async fn a_gaming_day_that_closes_over_cash_that_nobody_has_counted_is_told() {
    let (house, mut admin, mut cage) = with_ada().await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let mut closed = async |day: &str| {
        max.post("/api/v1/gaming-days", &json!({ "day": day })).await.ok();
        let mut lines = house.site_lines().into_iter();
        lines.rfind(|line| line.contains("while cash was not counted"))
    };
    assert_eq!(closed("2026-01-01").await, None);
    cage.post("/api/v1/cage/shifts/begin", &json!({ "float": 0 })).await.ok();
    assert!(closed("2026-01-02").await.is_some_and(|line| line.contains("about cass+max")));
    let open = cage.get("/api/v1/cage/unfinished").await.ok();
    assert_eq!((&open[0]["what"], &open[0]["patron"]), (&json!("open-shift"), &json!("cass")));
    cage.post("/api/v1/cage/shifts/end", &json!({ "counted": 0 })).await.ok();
    assert_eq!(cage.get("/api/v1/cage/unfinished").await.ok(), json!([]));
}

#[tokio::test]
async fn nobody_who_is_excluded_is_registered_again_under_another_name_of_an_account() {
    let (house, mut admin, mut cage) = with_ada().await;
    let mut max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    let zoe = |patron: &str, card: &str, name: &str, born: Option<&str>| {
        let person = json!({ "name": name, "born": born, "contact": null });
        json!({ "patron": patron, "card": card, "pin": FIRST_PIN, "person": person })
    };
    let born = Some("1990-12-31");
    cage.post("/api/v1/patrons", &zoe("zoe", "45678901", "Zoe Example", born)).await.ok();
    max.post("/api/v1/patrons/zoe/exclude", &json!({ "until": null })).await.ok();
    for (name, born) in [("Zoe Example", born), (" zoe  EXAMPLE ", born), ("Zoe Example", None)] {
        let again = cage.post("/api/v1/patrons", &zoe("zoe2", "56789012", name, born)).await.json();
        let told = (&again["refusal"]["code"], &again["refusal"]["by"]);
        assert_eq!(told, (&json!("looks-excluded"), &json!(["house:exclusion"])), "{name} {born:?}");
    }
    cage.post("/api/v1/patrons", &zoe("zoe3", "67890123", "Zoe Example", Some("1991-01-01"))).await.ok();
    cage.post("/api/v1/patrons", &zoe("joe", "78901234", "Joe Example", born)).await.ok();
}
