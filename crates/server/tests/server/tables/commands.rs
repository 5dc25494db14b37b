//! What is said over HTTP, and what could be: refusals, transfers, the cut, new tables.

use serde_json::{Value, json};

use super::floor::{all, demo_staff, guest, open, say, view};
use crate::support::eventually;

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_says_why_and_by_which_clause() {
    let house = open().await;
    let mut ada = guest(&house, "ada").await;
    house.ready("sydney").await;
    assert_eq!(say(&mut ada, "sydney", "sit ada@1").await.status, 200);
    let low = say(&mut ada, "sydney", "bet ada@1 player 5").await;
    assert_eq!(low.problem(409), "refused");
    let refusal = low.json()["refusal"].clone();
    assert_eq!(refusal["code"], "below-minimum");
    let args = refusal["args"].as_object().unwrap();
    assert!(args.values().any(|arg| *arg == json!({ "money": 2500 })), "{refusal}");
    assert_eq!(refusal["by"], json!(["6.1"]));
    let unread = say(&mut ada, "sydney", "bet ada@1").await;
    assert_eq!(unread.problem(400), "bad-request");
    assert!(unread.json()["detail"].as_str().unwrap().starts_with("column 10: "), "{unread:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_allowed_is_what_is_done() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    house.ready("sydney").await;
    all(&mut dealer, "sydney", &["sit ada@1"]).await;
    let mut ada = guest(&house, "ada").await;
    let list = ada.get("/api/v1/tables/sydney/allowed").await.ok();
    let of = |line: &str| -> Value {
        let row = list.as_array().unwrap().iter().find(|row| row["line"].as_str().unwrap().starts_with(line));
        row.unwrap_or_else(|| panic!("{line} is not in {list}"))["refusal"].clone()
    };
    assert!(of("bet ada@1 player").is_null());
    assert!(of("cash-out ada").is_object());
    let line = list
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["line"].as_str().unwrap().starts_with("bet ada@1 player"));
    assert_eq!(say(&mut ada, "sydney", line.unwrap()["line"].as_str().unwrap()).await.status, 200);
    let dealers = dealer.get("/api/v1/tables/sydney/allowed?role=dealer").await.ok();
    assert!(dealers.as_array().unwrap().len() > 20);
    assert_eq!(ada.get("/api/v1/tables/sydney/allowed?role=dealer").await.problem(403), "not-allowed");
    assert_eq!(house.client().get("/api/v1/tables/sydney/allowed").await.problem(401), "not-signed-in");
}

#[tokio::test(flavor = "multi_thread")]
async fn credits_come_from_the_account_and_go_back() {
    let house = open().await;
    let mut ada = guest(&house, "ada").await;
    let account = ada.get("/api/v1/me").await.ok()["account"].as_i64().unwrap();
    assert_eq!(say(&mut ada, "sentosa", "sit ada@1").await.status, 200);
    let more = json!({ "id": "buy-in-01", "amount": account + 1 });
    assert_eq!(ada.post("/api/v1/tables/sentosa/buy-in", &more).await.problem(409), "refused");
    let some = json!({ "id": "buy-in-02", "amount": 20_000 });
    for _ in 0..3 {
        ada.post("/api/v1/tables/sentosa/buy-in", &some).await.ok();
    }
    assert_eq!(view(&mut ada, "sentosa").await["balance"], 20_000, "three times the same is once");
    assert_eq!(ada.get("/api/v1/me").await.ok()["account"], account - 20_000);
    ada.post("/api/v1/tables/sentosa/cash-out", &json!({ "id": "cash-out-1", "amount": 5_000 })).await.ok();
    assert_eq!(view(&mut ada, "sentosa").await["balance"], 15_000);
    assert_eq!(ada.get("/api/v1/me").await.ok()["account"], account - 15_000);
    for amount in [0, -5, i64::MAX] {
        let odd = json!({ "id": "buy-in-odd", "amount": amount });
        assert_eq!(ada.post("/api/v1/tables/sentosa/buy-in", &odd).await.problem(400), "bad-request");
    }
    let mut ben = guest(&house, "ben").await;
    assert!(view(&mut ben, "sentosa").await["balance"] != 15_000, "a balance is its owner's to see");
    let mut dealer = demo_staff(&house, "dealer").await;
    assert_eq!(dealer.post("/api/v1/tables/sentosa/buy-in", &some).await.problem(403), "not-allowed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_patron_chooses_the_cut_and_a_shoe_is_promised_before() {
    let house = open().await;
    let mut ada = guest(&house, "ada").await;
    assert_eq!(say(&mut ada, "sentosa", "sit ada@1").await.status, 200);
    // The automatic dealer shuffles once somebody is there.
    let shown = eventually("a shoe waits for its cut", async || {
        house.clock.advance(1_000_000);
        let shown = view(&mut ada, "sentosa").await;
        shown["shoe"]["cut_until"].is_i64().then_some(shown)
    })
    .await;
    assert!(shown["shoe"]["commitment"].is_string(), "{shown}");
    assert_eq!(shown["timer"]["what"], "cut-window");
    let cut = json!({ "id": "cut-choice-1", "depth": 123 });
    let said = ada.post("/api/v1/tables/sentosa/cut", &cut).await.ok();
    assert!(said["lines"].to_string().contains("was-cut 123"), "{said}");
    let mut dealer = demo_staff(&house, "dealer").await;
    assert_eq!(dealer.post("/api/v1/tables/sentosa/cut", &cut).await.problem(403), "not-allowed");
    let open_shoe = ada.get("/api/v1/tables/sentosa/shoes").await.ok();
    assert_eq!(open_shoe["items"], serde_json::json!([]), "a shoe in play is not opened");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_supervisor_opens_a_table_within_the_document() {
    let house = open().await;
    let mut supervisor = demo_staff(&house, "supervisor").await;
    let mut table = json!({
        "table": "queenstown", "title": "Queenstown", "rulebook": "nz-1998", "opening": "usual, limits 25..5000",
        "dealer": "person", "currency": "NZD",
    });
    // That it plays for nothing is a setting of the house, which this document leaves to its operator.
    let not_theirs = supervisor.post("/api/v1/tables", &table).await;
    assert_eq!(
        (not_theirs.problem(409), &not_theirs.json()["refusal"]["by"]),
        ("refused".into(), &json!(["8.4"]))
    );
    let mut supervisor = demo_staff(&house, "manager").await;
    let opened = supervisor.post("/api/v1/tables", &table).await;
    assert_eq!(opened.status, 201, "{opened:?}");
    assert_eq!(opened.json()["document"], view(&mut house.client(), "queenstown").await["document"]);
    // Its guests play there with their own account, and with nothing else.
    let mut eve = guest(&house, "eve").await;
    assert_eq!(say(&mut eve, "queenstown", "sit eve@1").await.status, 200);
    let some = json!({ "id": "buy-in-eve-1", "amount": 10_000 });
    eve.post("/api/v1/tables/queenstown/buy-in", &some).await.ok();
    let shown = view(&mut eve, "queenstown").await;
    assert_eq!((&shown["balance"], &shown["demonstration"]), (&json!(10_000), &json!(true)));
    assert_eq!(eve.get("/api/v1/patrons/eve").await.ok()["cashable"], 0, "play money is not paid out");
    let mut for_chips = table.clone();
    for_chips["table"] = "queenstown-0".into();
    for_chips["opening"] = "usual, limits 25..5000, demonstration no".into();
    let refused = supervisor.post("/api/v1/tables", &for_chips).await;
    assert_eq!(refused.problem(409), "refused");
    assert_eq!(refused.json()["refusal"]["code"], "demonstration-only");
    let measured = house.client().get("/metrics").await.body;
    assert!(measured.contains("punto_table_queue_depth{table=\"queenstown\"} 0"), "{measured}");
    for figure in
        ["punto_table_coups_total", "punto_table_handle_minor", "punto_table_win_minor", "punto_table_duties"]
    {
        assert!(measured.contains(&format!("{figure}{{table=\"queenstown\"}} ")), "{measured}");
    }
    let again = supervisor.post("/api/v1/tables", &table).await;
    assert_eq!(again.problem(409), "refused", "there is one already");
    assert_eq!(again.json()["refusal"]["code"], "table-exists");
    table["table"] = "queenstown-2".into();
    table["opening"] = "usual, limits 25..5000, decks 7".into();
    assert_eq!(supervisor.post("/api/v1/tables", &table).await.problem(409), "refused");
    table["opening"] = "usual, limits 25..5000, decks".into();
    assert!(matches!(supervisor.post("/api/v1/tables", &table).await.status, 400 | 409));
    table["rulebook"] = "mars-2050".into();
    assert!(matches!(supervisor.post("/api/v1/tables", &table).await.status, 400 | 404));
    let mut ada = guest(&house, "ada").await;
    assert_eq!(ada.post("/api/v1/tables", &table).await.problem(403), "not-allowed");
    let lobby = house.client().get("/api/v1/tables").await.ok();
    let names: Vec<&str> =
        lobby.as_array().unwrap().iter().map(|table| table["table"].as_str().unwrap()).collect();
    assert_eq!(names, ["auckland", "manly", "queenstown", "sentosa", "sydney"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn projections_are_shown_where_the_document_lets_them() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    let mut ada = guest(&house, "ada").await;
    for (table, ask) in [("sydney", false), ("auckland", true)] {
        assert_eq!(view(&mut ada, table).await["roads"]["ask"].is_object(), ask, "{table} for a patron");
        assert_eq!(
            view(&mut house.client(), table).await["roads"]["ask"].is_object(),
            ask,
            "{table} for all"
        );
        let staff = dealer.get(&format!("/api/v1/tables/{table}?role=dealer")).await.ok();
        assert!(staff["roads"]["ask"].is_object(), "staff on duty are exempt (14.2)");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_coup_keeps_its_own_name_when_its_shoe_ends_and_staff_are_told_how() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    let mut supervisor = demo_staff(&house, "supervisor").await;
    let table = json!({
        "table": "coogee", "title": "Coogee", "rulebook": "nsw-2021", "opening": "usual, method A, limits 25..5000",
        "dealer": "person", "currency": "AUD",
    });
    supervisor.post("/api/v1/tables", &table).await.ok();
    let mut ada = guest(&house, "ada").await;
    all(&mut ada, "coogee", &["sit ada@1"]).await;
    ada.post("/api/v1/tables/coogee/buy-in", &json!({ "id": "buy-in-ada-1", "amount": 50_000 })).await.ok();
    house.ready("coogee").await;
    all(&mut ada, "coogee", &["bet ada@1 player 100"]).await;
    all(&mut dealer, "coogee", &["card Ks", "card 2d", "card 4h", "card 3c", "report misdeal beyond-repair"])
        .await;
    all(&mut supervisor, "coogee", &["order"]).await;
    let of = view(&mut dealer, "coogee").await["settled_of"].as_u64().unwrap();
    assert!(of > 0);
    let ends = |seen: &Value| {
        let matters = seen["matters"].as_array().unwrap().clone();
        matters.into_iter().find(|one| one["matter"] == "end-shoe").map(|one| one["then"].clone())
    };
    assert_eq!(ends(&view(&mut supervisor, "coogee").await), Some(Value::Null), "nobody has agreed");
    all(&mut ada, "coogee", &["consent ada end-shoe"]).await;
    assert_eq!(ends(&view(&mut supervisor, "coogee").await), Some(json!("end-shoe")));
    assert_eq!(ends(&view(&mut ada, "coogee").await), Some(Value::Null), "it is for staff to say");
    all(&mut supervisor, "coogee", &["end-shoe"]).await;
    let after = view(&mut dealer, "coogee").await;
    assert_eq!((&after["settled_of"], &after["shoe"]["coups"]), (&json!(of), &json!(0)), "{after}");
}
