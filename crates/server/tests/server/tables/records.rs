//! What is kept: coups, meters, the journal, what each saw at a record, exports and checks.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};

use super::floor::{all, demo_staff, ended_shoes, guest, open, say, view};
use super::watcher::Watcher;
use crate::support::{Client, House, eventually};

/// Plays coups that Player wins: Ada is paid, Ben is not.
pub(crate) async fn play(house: &House, coups: usize) -> Client {
    let mut dealer = demo_staff(house, "dealer").await;
    house.ready("sydney").await;
    all(&mut dealer, "sydney", &["sit ada@1", "sit ben@2"]).await;
    for coup in 0..coups {
        let cards = [["Ks", "2d", "9h", "Ac"], ["Qs", "3d", "9c", "Tc"]][coup % 2];
        let lines = ["bet ada@1 player 100", "bet ben@2 banker 50"];
        all(&mut dealer, "sydney", &lines).await;
        let cards = cards.map(|card| format!("card {card}"));
        all(&mut dealer, "sydney", &cards.each_ref().map(String::as_str)).await;
        let end = ["pass player to ada", "return player", "pass banker to ben", "return banker", "settle"];
        all(&mut dealer, "sydney", &end).await;
    }
    dealer
}

/// What is on each page of a list.
async fn pages(client: &mut Client, path: &str) -> Vec<Vec<Value>> {
    let (mut pages, mut after) = (Vec::new(), String::new());
    loop {
        let page = client.get(&format!("{path}{after}")).await.ok();
        pages.push(page["items"].as_array().unwrap().clone());
        let Some(next) = page["next"].as_str() else { return pages };
        after = format!("&after={next}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn past_coups_are_told_as_they_were() {
    let house = open().await;
    play(&house, 3).await;
    let mut zoe = guest(&house, "zoe").await;
    let coups = zoe.get("/api/v1/tables/sydney/coups").await.ok();
    assert_eq!(coups["next"], Value::Null);
    let coups = coups["items"].as_array().unwrap();
    assert_eq!(coups.len(), 3);
    let newest = &coups[0];
    assert_eq!((newest["shoe"].as_u64(), newest["coup"].as_u64()), (Some(1), Some(3)));
    assert_eq!((newest["winner"].as_str(), newest["points"].clone()), (Some("player"), json!([9, 3])));
    let cards: Vec<&str> =
        newest["cards"].as_array().unwrap().iter().map(|card| card["card"].as_str().unwrap()).collect();
    assert_eq!(cards, ["Ks", "2d", "9h", "Ac"]);
    assert_eq!(newest["settled"].as_array().unwrap().len(), 2);
    let told = house.client().get("/api/v1/tables/sydney/coups").await.ok();
    assert_eq!((&told["items"][0]["cards"], &told["items"][0]["settled"]), (&newest["cards"], &json!([])));
    let paged = pages(&mut zoe, "/api/v1/tables/sydney/coups?limit=2").await;
    assert_eq!(paged, [&coups[..2], &coups[2..]]);
    let (first, last) = (newest["records"][0].as_u64().unwrap(), newest["records"][1].as_u64().unwrap());
    let journal = house.server.app().journal();
    let records =
        journal.read(&"table/sydney".parse().unwrap(), first - 1, (last - first + 1) as usize).unwrap();
    assert!(records.first().unwrap().entry.body.contains(r#""said":{"card":{"card":"Ks"}}"#));
    assert!(records.last().unwrap().entry.body.contains(r#""said":"settle""#));
    // A patron has their own, with the rest as everybody may know it.
    let mut ada = guest(&house, "ada").await;
    let own = ada.get("/api/v1/me/coups").await.ok();
    let own = own["items"].as_array().unwrap();
    assert_eq!(own.len(), 3);
    assert_eq!(pages(&mut ada, "/api/v1/me/coups?limit=1").await.concat(), *own);
    let mine = own[0]["settled"].as_array().unwrap().iter().filter(|row| row["mine"] == true).count();
    assert_eq!(mine, 1);
    let mut cal = guest(&house, "cal").await;
    assert_eq!(cal.get("/api/v1/me/coups").await.ok(), json!({ "items": [], "next": null }));
    assert_eq!(house.client().get("/api/v1/me/coups").await.problem(401), "not-signed-in");
}

#[tokio::test(flavor = "multi_thread")]
async fn meters_and_the_win_report_agree() {
    let house = open().await;
    play(&house, 2).await;
    let mut admin = house.admin().await;
    let mut pit = house.staff(&mut admin, "pit", &["gaming-manager"]).await;
    let meters = pit.get("/api/v1/tables/sydney/meters").await.ok();
    let figures: Vec<(String, i64)> = serde_json::from_value(meters["meters"].clone()).unwrap();
    let figures: HashMap<String, i64> = figures.into_iter().collect();
    assert_eq!(
        (figures["coups"], figures["stakes"], figures["paid"], figures["collected"]),
        (2, 30_000, 20_000, 10_000)
    );
    let stakes = |bet: &serde_json::Value| {
        bet["meters"].as_array().unwrap().iter().find(|meter| meter[0] == "stakes").unwrap()[1]
            .as_i64()
            .unwrap()
    };
    assert_eq!(meters["bets"].as_array().unwrap().iter().map(stakes).sum::<i64>(), figures["stakes"]);
    let report = pit.get("/api/v1/reports/win").await.ok();
    let row = report["rows"].as_array().unwrap().iter().find(|row| row["table"] == "sydney").unwrap();
    assert_eq!((row["win"].as_i64(), row["stakes"].as_i64()), (Some(figures["win"]), Some(30_000)));
    assert_eq!(report["rows"].as_array().unwrap().last().unwrap()["win"], row["win"]);
    // A period that ends before anything happened, and one that begins after: nothing was won in either.
    let now = house.server.app().now().0;
    house.clock.advance(60_000_000);
    for period in [format!("to={}", now - 1), format!("from={}", now + 1)] {
        let report = pit.get(&format!("/api/v1/reports/win?{period}")).await.ok();
        assert!(
            report["rows"].as_array().unwrap().iter().all(|row| row["stakes"] == 0),
            "{period}: {report}"
        );
    }
    let whole = pit.get(&format!("/api/v1/reports/win?from=0&to={}", now + 1)).await.ok();
    assert_eq!(whole["rows"], report["rows"], "the records come to what the meters say");
    let mut dealer = demo_staff(&house, "dealer").await;
    assert_eq!(dealer.get("/api/v1/meters").await.problem(403), "not-allowed");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_auditor_reads_searches_and_checks_the_journal() {
    let house = open().await;
    let mut dealer = play(&house, 1).await;
    let mut auditor = demo_staff(&house, "auditor").await;
    let streams = auditor.get("/api/v1/journal/streams").await.ok();
    let sydney = streams["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["stream"] == "table/sydney")
        .unwrap()
        .clone();
    let all_records = auditor.get("/api/v1/journal/records?stream=table/sydney&limit=1000").await.ok();
    assert_eq!(all_records["next"], Value::Null);
    let all_records = all_records["items"].as_array().unwrap();
    assert_eq!(all_records.len() as u64, sydney["seq"].as_u64().unwrap());
    assert_eq!(all_records.last().unwrap()["hash"], sydney["hash"]);
    for pair in all_records.windows(2) {
        assert_eq!(pair[1]["prev"], pair[0]["hash"]);
    }
    let page = auditor.get("/api/v1/journal/records?stream=table/sydney&after=2&limit=3").await.ok();
    assert_eq!((&page["items"].as_array().unwrap()[..], &page["next"]), (&all_records[2..5], &json!("5")));
    let found = auditor.get("/api/v1/journal/records?search=wagered%20ben").await.ok();
    assert_eq!(found["items"].as_array().unwrap().len(), 1, "{found}");
    assert!(auditor.get("/api/v1/journal/checkpoints").await.ok()["items"].is_array());
    // A search of all streams goes from each to the next, wherever its pages end.
    let whole = auditor.get("/api/v1/journal/records?search=a&limit=1000").await.ok()["items"].clone();
    let whole = whole.as_array().unwrap();
    let streams: BTreeSet<&str> = whole.iter().map(|record| record["stream"].as_str().unwrap()).collect();
    assert!(streams.len() > 2, "{streams:?}");
    for limit in [1, 3, 7] {
        let paged = pages(&mut auditor, &format!("/api/v1/journal/records?search=a&limit={limit}")).await;
        assert!(paged.iter().rev().skip(1).all(|page| page.len() == limit), "only the last is shorter");
        assert_eq!(paged.concat()[..whole.len()], *whole, "limit {limit}");
    }
    // The same is found when the index has come to the end as while everything had to be read.
    let at_the_end = async || {
        let search = auditor.get("/api/v1/journal/projections").await.ok()[0].clone();
        assert_eq!(search["name"], "search");
        (search["done"] == search["of"]).then_some(())
    };
    eventually("the index has come to the end", at_the_end).await;
    let indexed = pages(&mut auditor, "/api/v1/journal/records?search=a&limit=7").await.concat();
    assert_eq!(indexed[..whole.len()], *whole);
    for (asked, count) in [
        ("search=ben%20WAGER", 1),
        ("search=agered", 0),
        ("kind=patron&search=be", 0),
        ("kind=amount&search=50&stream=table/sydney", 2),
        ("kind=clause&search=never", 0),
    ] {
        let found = auditor.get(&format!("/api/v1/journal/records?{asked}")).await.ok();
        assert_eq!(found["items"].as_array().unwrap().len(), count, "{asked}: {found}");
    }
    for path in [
        "/api/v1/journal/streams",
        "/api/v1/journal/records?stream=site",
        "/api/v1/journal/export?format=jsonl",
    ] {
        assert_eq!(dealer.get(path).await.problem(403), "not-allowed", "{path}");
        assert_eq!(house.client().get(path).await.problem(401), "not-signed-in", "{path}");
    }
    for wrong in [
        "stream=..%2Fetc",
        "limit=x",
        "",
        "stream=TABLE",
        "stream=site&limit=0",
        "search=a&after=7",
        "search=%C2%A7",
        "stream=site&after=x",
    ] {
        assert_eq!(
            auditor.get(&format!("/api/v1/journal/records?{wrong}")).await.problem(400),
            "bad-request",
            "{wrong}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_of_everything_is_begun_and_looked_at() {
    let house = open().await;
    let mut dealer = play(&house, 1).await;
    let mut auditor = demo_staff(&house, "auditor").await;
    let path = "/api/v1/journal/check";
    assert_eq!(auditor.get(path).await.ok(), json!({ "running": null, "last": null }));
    assert_eq!(dealer.post(path, &Value::Null).await.problem(403), "not-allowed");
    assert_eq!(dealer.get(path).await.problem(403), "not-allowed");
    assert_eq!(house.client().get(path).await.problem(401), "not-signed-in");
    let begun = auditor.post(path, &Value::Null).await;
    assert_eq!(begun.status, 202, "{begun:?}");
    let last = eventually("the check ends", async || {
        let state = auditor.get(path).await.ok();
        let (running, last) = (&state["running"], &state["last"]);
        let on_its_way = last.is_null() && running["done"].as_u64() <= running["of"].as_u64();
        assert!(running.is_null() || on_its_way, "{state}");
        running.is_null().then(|| last.clone())
    })
    .await;
    assert_eq!(last["sound"], true, "{last}");
    assert!(last["lines"].as_array().unwrap().len() >= 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_is_what_each_saw_at_the_time() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    house.ready("sydney").await;
    all(&mut dealer, "sydney", &["sit ada@1", "sit ben@2"]).await;
    let ada = guest(&house, "ada").await;
    let eyes = [
        ("public", house.client(), ""),
        ("patron:ada", ada, ""),
        ("staff:dealer", dealer.clone(), "role=dealer"),
    ];
    let mut watchers = Vec::new();
    for (name, client, query) in &eyes {
        watchers.push((*name, Watcher::at(client, "sydney", query).await, Vec::new()));
    }
    let coup = [
        "bet ada@1 player 100",
        "bet ben@2 banker 50",
        "card Ks",
        "card 2d",
        "card 9h",
        "card Ac",
        "pass player to ada",
        "return player",
        "pass banker to ben",
        "return banker",
        "settle",
    ];
    for line in coup {
        let seq = all(&mut dealer, "sydney", &[line]).await;
        for (_, watcher, seen) in &mut watchers {
            loop {
                let frame = watcher.next().await.unwrap();
                if frame["frame"] == "view" && frame["view"]["seq"].as_u64() == Some(seq) {
                    seen.push(frame["view"].clone());
                    break;
                }
            }
        }
    }
    let mut auditor = demo_staff(&house, "auditor").await;
    for (name, _, seen) in &watchers {
        for then in seen {
            let seq = then["seq"].as_u64().unwrap();
            let step = auditor.get(&format!("/api/v1/journal/steps/sydney/{seq}?as={name}")).await.ok();
            assert_eq!(step["record"]["seq"].as_u64(), Some(seq));
            for field in
                ["phase", "player", "banker", "wagers", "settled", "due", "outcome", "patrons", "staff", "at"]
            {
                assert_eq!(step["view"][field], then[field], "{name} at {seq}: {field}");
            }
            let texts = |view: &Value| -> Vec<Value> {
                let lines = view["lines"].as_array().unwrap().iter().rev().take(4);
                lines.map(|line| line["text"].clone()).collect()
            };
            assert_eq!(texts(&step["view"]), texts(then), "{name} at {seq}");
        }
    }
    assert_eq!(auditor.get("/api/v1/journal/steps/sydney/0").await.problem(404), "not-found");
    assert_eq!(auditor.get("/api/v1/journal/steps/sydney/9999").await.problem(404), "not-found");
    assert_eq!(auditor.get("/api/v1/journal/steps/sydney/5?as=god").await.problem(400), "bad-request");
    assert_eq!(dealer.get("/api/v1/journal/steps/sydney/5").await.problem(403), "not-allowed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shoe_that_has_ended_can_be_checked_by_anybody() {
    let house = open().await;
    let mut ada = guest(&house, "ada").await;
    all(&mut ada, "sentosa", &["sit ada@1"]).await;
    ada.post("/api/v1/tables/sentosa/buy-in", &json!({ "id": "shoe-buy-1", "amount": 50_000 })).await.ok();
    // Two coups and a bit of a third, at the dealer's own pace.
    let mut promised = Value::Null;
    let mut bets = 0;
    eventually("three coups take wagers", async || {
        house.clock.advance(1_000_000);
        let now = view(&mut ada, "sentosa").await;
        if now["phase"] == "betting" && now["wagers"] == json!([]) {
            promised = now["shoe"]["commitment"].clone();
            bets += usize::from(say(&mut ada, "sentosa", "bet ada@1 player 5").await.status == 200);
        }
        (bets == 3).then_some(())
    })
    .await;
    assert!(promised.is_string());
    all(&mut ada, "sentosa", &["lift ada@1 player", "leave ada"]).await;
    let mut admin = house.admin().await;
    let mut boss = house.staff(&mut admin, "boss", &["casino-operator"]).await;
    all(&mut boss, "sentosa", &["close"]).await;
    let shoes = ended_shoes(&house, "sentosa").await;
    assert_eq!(shoes[0]["commitment"], promised, "{shoes}");
    assert_eq!(view(&mut house.client(), "sentosa").await["shoe"]["ended"], shoes);
    let number = shoes[0]["number"].as_u64().unwrap();
    let text = house.client().get(&format!("/api/v1/tables/sentosa/shoes/{number}")).await;
    assert_eq!(text.header("content-type"), Some("text/plain; charset=utf-8"));
    let record: punto_shoe::ShoeRecord = text.body.parse().unwrap();
    assert_eq!(Value::from(record.shoe().commitment.to_string()), promised);
    assert_eq!((&shoes[0]["end"], &shoes[0]["shares"]), (&json!("table-closed"), &json!(0)), "{shoes}");
    assert_eq!(record.shoe().discarded, Some(punto_shoe::Discard::TableClosed), "with coups left in it");
    let key: punto_journal::PublicKey = record.key().to_string().parse().unwrap();
    assert!(punto_journal::statement::holds(&key, &record.statement(), record.signature()));
    assert!(record.verify().unwrap().dealt >= 8, "{}", text.body);
    let missing = house.client().get("/api/v1/tables/sentosa/shoes/1").await;
    assert_eq!(missing.problem(404), "not-found");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_is_the_whole_journal() {
    let house = open().await;
    play(&house, 2).await;
    let mut auditor = demo_staff(&house, "auditor").await;
    let jsonl = auditor.get("/api/v1/journal/export?format=jsonl").await;
    assert_eq!(jsonl.header("content-type"), Some("application/jsonl"));
    let streams = auditor.get("/api/v1/journal/streams").await.ok();
    let lines: Vec<Value> =
        body(&jsonl.body).lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    for stream in streams["items"].as_array().unwrap().iter().filter(|row| row["stream"] != "site") {
        let own = lines.iter().filter(|line| line["stream"] == stream["stream"]).count();
        assert_eq!(own as u64, stream["seq"].as_u64().unwrap(), "{stream}");
    }
    let csv = body(&auditor.get("/api/v1/journal/export?format=csv&stream=table/sydney").await.body);
    assert!(csv.starts_with("stream,seq,at,actor,schema,engine,key,body,prev,hash\n"), "{csv}");
    // A script of a table comes to the same table when it is played.
    let script = body(&auditor.get("/api/v1/journal/export?format=script&stream=table/sydney").await.body);
    let report = punto_script::run(&script.parse().unwrap()).unwrap();
    assert!(report.failures.is_empty(), "{:?}", report.failures);
    let now = view(&mut house.client(), "sydney").await;
    assert_eq!(report.table.coups.ended() as u64, now["shoe"]["coups"].as_u64().unwrap());
    assert_eq!(auditor.get("/api/v1/journal/export?format=script").await.problem(400), "bad-request");
    assert_eq!(auditor.get("/api/v1/journal/export?format=xml").await.problem(400), "bad-request");
}

/// A body that came in chunks, without the lengths between them.
fn body(text: &str) -> String {
    let mut whole = String::new();
    let mut left = text;
    while let Some((size, rest)) = left.split_once("\r\n") {
        let Ok(size) = usize::from_str_radix(size.trim(), 16) else { return text.to_owned() };
        if size == 0 || rest.len() < size {
            break;
        }
        whole.push_str(&rest[..size]);
        left = rest[size..].trim_start_matches("\r\n");
    }
    if whole.is_empty() { text.to_owned() } else { whole }
}
