//! A demonstration with live tables, and people who deal and play at them.

use std::sync::atomic::{AtomicU64, Ordering};

use punto_config::{Options, Waits};
use serde_json::{Value, json};

use crate::support::{Client, House, QUIET, Reply, SECOND, eventually, patient};

/// Two tables that people deal at: one where cards go out to patrons face down, one under another document; and two
/// with the house's own shoe, one of them with cards face down.
pub(crate) const TABLES: &str = r#"
[[table]]
name = "sydney"
title = "Sydney 1"
rulebook = "nsw-2021"
opening = "usual, method B, limits 25..5000, chips 5 25 100 500"
dealer = "person"
currency = "AUD"

[[table]]
name = "auckland"
title = "Auckland 1"
rulebook = "nz-1998"
opening = "usual, limits 25..5000"
dealer = "person"
currency = "NZD"

[[table]]
name = "manly"
title = "Manly 1"
rulebook = "nsw-2021"
opening = "usual, demonstration yes, method B, limits 5..5000"
currency = "play credits"

[[table]]
name = "sentosa"
title = "Sentosa 1"
rulebook = "rws-2016"
opening = "usual, limits 5..5000"
currency = "play credits"
"#;

/// A demonstration with those tables.
pub(crate) async fn open() -> House {
    open_waiting(patient()).await
}

/// The same, with waits of its own.
pub(crate) async fn open_waiting(waits: Waits) -> House {
    let options = Options { demo: true, ..Options::default() };
    let house = House::waiting(&format!("{QUIET}{TABLES}"), options, waits).await;
    assert_eq!(house.server.welcome().tables, Vec::<String>::new());
    house
}

/// A guest.
pub(crate) async fn guest(house: &House, name: &str) -> Client {
    let mut client = house.client();
    let me = client.sign_in(&json!({ "as": "guest", "name": name })).await.ok();
    assert_eq!(me["name"], name);
    client
}

/// Somebody on the staff of the demonstration.
pub(crate) async fn demo_staff(house: &House, name: &str) -> Client {
    let mut client = house.client();
    let password = house.server.welcome().demo.as_ref().unwrap().password.clone();
    client.staff(name, &password).await.ok();
    client
}

/// Says a line over HTTP, with an id of its own.
pub(crate) async fn say(client: &mut Client, table: &str, line: &str) -> Reply {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    let id = format!("test-id-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    client.post(&format!("/api/v1/tables/{table}/commands"), &json!({ "id": id, "line": line })).await
}

/// Says lines, all of which must be done; the record of the last.
pub(crate) async fn all(client: &mut Client, table: &str, lines: &[&str]) -> u64 {
    let mut seq = 0;
    for line in lines {
        let reply = say(client, table, line).await;
        assert_eq!(reply.status, 200, "{line}: {reply:?}");
        seq = reply.json()["seq"].as_u64().unwrap();
    }
    seq
}

/// The table as a client sees it.
pub(crate) async fn view(client: &mut Client, table: &str) -> Value {
    client.get(&format!("/api/v1/tables/{table}")).await.ok()
}

/// The shoes of a table that were opened, as soon as there are any.
pub(crate) async fn ended_shoes(house: &House, table: &str) -> Value {
    eventually("a shoe is opened", async || {
        house.clock.advance(SECOND);
        let shoes = house.client().get(&format!("/api/v1/tables/{table}/shoes")).await.ok()["items"].clone();
        (shoes != json!([])).then_some(shoes)
    })
    .await
}
