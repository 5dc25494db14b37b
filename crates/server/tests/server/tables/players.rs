//! House players of a demonstration: they play while somebody looks, make room, and are in no report.

use std::collections::BTreeSet;

use punto_config::Options;
use punto_records::{StreamOf, TableRecord};
use punto_vocab::Actor;
use serde_json::{Value, json};

use super::floor::{demo_staff, guest, say};
use crate::support::{Client, House, QUIET, SECOND, eventually};

const FIVE: [&str; 5] = ["nsw", "nz", "rws", "tas-2013", "tas-2018"];

async fn with_players() -> House {
    let text = QUIET.replace("house-players = false", "house-players = true");
    assert_ne!(text, QUIET);
    House::with(&text, Options { demo: true, ..Options::default() }).await
}

fn now(house: &House, table: &str) -> std::sync::Arc<punto_table::Table> {
    house.server.app().floor().table(&table.parse().unwrap()).unwrap().now().table.clone()
}

fn half_dealt(house: &House, table: &str) -> bool {
    now(house, table)
        .open
        .as_ref()
        .is_some_and(|open| open.shoe.drawn * 2 >= open.terms.cards() && !open.patrons.arrived.is_empty())
}

/// Lets a second go by again and again, until something holds.
async fn seconds_until<T>(house: &House, what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    eventually(what, async || {
        house.clock.advance(SECOND);
        look().await
    })
    .await
}

/// Who sits at a table, house players and others.
async fn seated(client: &mut Client, table: &str) -> (usize, usize) {
    let view = client.get(&format!("/api/v1/tables/{table}")).await.ok();
    let sits = |one: &&Value| !one["seat"].is_null();
    let patrons: Vec<Value> = view["patrons"].as_array().unwrap().iter().filter(sits).cloned().collect();
    let house = patrons.iter().filter(|one| one["house"] == true).count();
    assert_eq!(
        house,
        patrons.iter().filter(|one| one["patron"].as_str().unwrap().starts_with("house-")).count()
    );
    (house, patrons.len() - house)
}

#[tokio::test(flavor = "multi_thread")]
async fn they_play_while_somebody_looks_and_pause_when_nobody_does() {
    let house = with_players().await;
    house.until(|house| FIVE.iter().all(|table| half_dealt(house, table))).await;
    let mut visitor = house.client();
    for table in FIVE {
        assert_eq!(seated(&mut visitor, table).await, (3, 0), "{table}");
        let roads = visitor.get(&format!("/api/v1/tables/{table}")).await.ok()["roads"].clone();
        assert!(roads["entries"].as_array().unwrap().len() > 20, "{table}");
    }
    // Nobody has looked from the door yet: what was under way ends, and then nothing happens.
    let coups = |house: &House| FIVE.map(|table| now(house, table).coups.ended());
    let idle =
        |house: &House| FIVE.iter().all(|table| now(house, table).open.as_ref().unwrap().wagers().is_empty());
    seconds_until(&house, "they pause", async || idle(&house).then_some(())).await;
    let before = coups(&house);
    for _ in 0..60 {
        house.clock.advance(10 * SECOND);
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    assert_eq!(coups(&house), before);
    // Somebody looks, and they go on at every table.
    seconds_until(&house, "they play", async || {
        visitor.get("/api/v1/tables").await.ok();
        coups(&house).iter().zip(before).all(|(now, before)| *now > before).then_some(())
    })
    .await;
    house.audited();
    house.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn they_leave_two_seats_free_and_say_nothing_but_what_players_must() {
    let house = with_players().await;
    house.until(|house| FIVE.iter().all(|table| half_dealt(house, table))).await;
    let mut visitor = house.client();
    let names = ["ann", "bob", "col"];
    for (name, at) in names.iter().zip([1, 3, 4]) {
        let mut client = guest(&house, name).await;
        let view = client.get("/api/v1/tables/nsw").await.ok();
        let taken: BTreeSet<u64> =
            view["patrons"].as_array().unwrap().iter().filter_map(|one| one["seat"].as_u64()).collect();
        let free = (1..=7).filter(|seat| !taken.contains(seat)).nth(at % 2).unwrap();
        assert_eq!(say(&mut client, "nsw", &format!("sit {name}@{free}")).await.status, 200);
    }
    seconds_until(&house, "one makes room", async || {
        (seated(&mut visitor, "nsw").await == (2, 3)).then_some(())
    })
    .await;

    let mut said = BTreeSet::new();
    for table in FIVE {
        let stream = StreamOf::Table(table.parse().unwrap()).name().unwrap();
        for record in house.server.app().journal().read(&stream, 0, 100_000).unwrap() {
            let Some((Actor::Patron(who), spoken)) = TableRecord::of(&record.entry).unwrap().said() else {
                continue;
            };
            if who.is_house_player() {
                said.insert(spoken.line().split(' ').next().unwrap().to_owned());
            }
        }
    }
    assert_eq!(said.into_iter().collect::<Vec<_>>(), ["bet", "cash-out", "leave", "sit"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn they_are_in_no_report_and_nobody_else_takes_such_a_name() {
    let house = with_players().await;
    house.until(|house| FIVE.iter().all(|table| half_dealt(house, table))).await;
    let mut auditor = demo_staff(&house, "auditor").await;
    let win = auditor.get("/api/v1/reports/win").await.ok();
    for row in win["rows"].as_array().unwrap() {
        let figures =
            ["stakes", "paid", "collected", "win", "commission"].map(|name| row[name].as_i64().unwrap());
        assert_eq!(figures, [0; 5], "{row}");
    }
    let shift = auditor.get("/api/v1/reports/period/shift").await.ok().to_string();
    let rated = auditor.get("/api/v1/reports/period/patron").await;
    assert!(!shift.contains("house-") && !rated.body.contains("house-"), "{shift} {rated:?}");
    // The meters of the machine have all of it.
    let meters = auditor.get("/api/v1/tables/nsw/meters").await.ok();
    let stakes =
        meters["meters"].as_array().unwrap().iter().find(|one| one[0] == "stakes").unwrap()[1].as_i64();
    assert!(stakes.unwrap() > 0, "{meters}");

    let mut cage = demo_staff(&house, "cage").await;
    guest(&house, "dan").await;
    let balance = cage.get("/api/v1/cage/balance").await.ok();
    let deposits = balance["meters"]["deposits"].clone();
    assert_eq!((&deposits["count"], &balance["accounts"]), (&json!(1), &deposits["sum"]), "{balance}");
    assert_eq!((&balance["at_tables"], &balance["unclaimed"]), (&json!(0), &json!(0)), "{balance}");
    let patrons = cage.get("/api/v1/patrons?limit=100").await.ok();
    let names: Vec<&str> =
        patrons["items"].as_array().unwrap().iter().filter_map(|one| one["patron"].as_str()).collect();
    assert_eq!(names, ["dan"]);
    assert_eq!(cage.get("/api/v1/patrons/house-ivy/statement").await.problem(404), "not-found");
    cage.get("/api/v1/patrons/dan/statement").await.ok();
    let taken =
        cage.post("/api/v1/patrons", &json!({ "patron": "house-zoe", "card": "0007", "pin": "7193" })).await;
    assert_eq!(taken.problem(400), "bad-request");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_of_a_demonstration_has_one_account_that_every_table_debits() {
    let house = House::demo().await;
    let mut ann = guest(&house, "ann").await;
    let account =
        async |client: &mut Client| client.get("/api/v1/me").await.ok()["account"].as_i64().unwrap();
    let all = account(&mut ann).await;
    for (place, table) in FIVE.iter().enumerate() {
        assert_eq!(say(&mut ann, table, "sit ann@1").await.status, 200, "{table}");
        let bought = json!({ "id": format!("buy-in-{table}"), "amount": 100_000 });
        ann.post(&format!("/api/v1/tables/{table}/buy-in"), &bought).await.ok();
        assert_eq!(account(&mut ann).await, all - 100_000 * (place as i64 + 1), "{table}");
        let lobby = ann.get("/api/v1/tables").await.ok();
        let own = lobby.as_array().unwrap().iter().find(|one| one["table"] == **table).unwrap();
        assert_eq!((&own["here"], &own["balance"]), (&json!(true), &json!(100_000)), "{table}");
        let others = house.client().get("/api/v1/tables").await.ok();
        assert!(
            others.as_array().unwrap().iter().all(|one| one["here"] == false && one["balance"].is_null())
        );
    }
    // No more than there is, and what is left comes home.
    let too_much = json!({ "id": "buy-in-too-much", "amount": all });
    let refused = ann.post("/api/v1/tables/nsw/buy-in", &too_much).await;
    assert_eq!(refused.problem(409), "refused");
    for (place, table) in FIVE.iter().enumerate() {
        assert_eq!(say(&mut ann, table, "leave ann").await.status, 200, "{table}");
        assert_eq!(account(&mut ann).await, all - 100_000 * (4 - place as i64), "{table}");
    }
    house.audited();
}
