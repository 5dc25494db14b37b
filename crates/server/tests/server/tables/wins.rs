//! A large win from outside: the patron is told why nothing goes on, and somebody of staff sees to it.

use punto_site::{Command, Place, Principal};
use punto_vocab::Money;
use serde_json::{Value, json};

use super::floor::{demo_staff, guest, open, say};
use crate::support::Client;

async fn leaving(client: &mut Client) -> Value {
    let allowed = client.get("/api/v1/tables/manly/allowed").await.ok();
    let line = allowed.as_array().unwrap().iter().find(|one| one["line"] == "leave gus").cloned();
    line.unwrap_or_else(|| panic!("{allowed:#?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_win_holds_its_patron_until_it_is_acknowledged() {
    let house = open().await;
    let (mut gus, mut eve) = (guest(&house, "gus").await, guest(&house, "eve").await);
    for (client, line) in [(&mut gus, "sit gus@1"), (&mut eve, "sit eve@2")] {
        assert_eq!(say(client, "manly", line).await.status, 200);
        let bought = json!({ "id": format!("buy-in-{}", &line[4..7]), "amount": 5_000 });
        client.post("/api/v1/tables/manly/buy-in", &bought).await.ok();
    }
    assert_eq!(leaving(&mut gus).await["refusal"], Value::Null);
    let place = Place::Table("manly".parse().unwrap());
    let (patron, amount) = ("gus".parse().unwrap(), Money::from_minor(6_000_000));
    let noted = Command::NoteWin { place, patron, amount, about: None };
    house.server.app().say_site(Principal::System, noted).await.unwrap();

    let refused = say(&mut gus, "manly", "leave gus").await;
    assert_eq!(refused.problem(409), "refused");
    let refusal = refused.json()["refusal"].clone();
    assert_eq!(
        (&refusal["code"], &refusal["args"], &refusal["by"]),
        (
            &json!("win-held"),
            &json!({ "table": { "name": "manly" }, "amount": { "money": 6_000_000 } }),
            &json!(["house:large-win-hold"])
        )
    );
    assert_eq!(leaving(&mut gus).await["refusal"], refusal, "what is offered says so beforehand");
    let out =
        gus.post("/api/v1/tables/manly/cash-out", &json!({ "id": "cash-out-0001", "amount": 100 })).await;
    assert_eq!(out.json()["refusal"]["code"], "win-held");
    assert_eq!(say(&mut eve, "manly", "leave eve").await.status, 200, "nobody else is held");

    let mut supervisor = demo_staff(&house, "supervisor").await;
    let events = supervisor.get("/api/v1/events?waiting=true").await.ok();
    let event = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|event| event["kind"] == "large-win")
        .unwrap()
        .clone();
    let path = format!("/api/v1/events/{}/acknowledge", event["number"]);
    let note = json!({ "note": "paid and signed for" });
    assert_eq!(demo_staff(&house, "dealer").await.post(&path, &note).await.problem(403), "not-allowed");
    supervisor.post(&path, &note).await.ok();
    assert_eq!(say(&mut gus, "manly", "leave gus").await.status, 200);
}
