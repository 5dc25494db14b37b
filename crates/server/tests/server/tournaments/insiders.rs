//! People of the house at a tournament for money, over HTTP: what one of them does alone, and what takes two.

use serde_json::{Value, json};

use super::hall::{CONDITIONS, say};
use crate::support::{Client, FIRST_PIN, House};

/// A house for money with a tournament that is written down, and those who run it.
struct Real {
    house: House,
    operator: Client,
    manager: Client,
    director: Client,
    dealer: Client,
    inspector: Client,
    cage: Client,
}

impl Real {
    async fn open() -> Real {
        let house = House::open().await;
        let mut admin = house.admin().await;
        let mut operator = house.staff(&mut admin, "ollie", &["casino-operator"]).await;
        let manager = house.staff(&mut admin, "max", &["gaming-manager"]).await;
        let director = house.staff(&mut admin, "dora", &["competition-director"]).await;
        let dealer = house.staff(&mut admin, "dan", &["dealer"]).await;
        let inspector = house.staff(&mut admin, "tia", &["game-inspector"]).await;
        let cage = house.staff(&mut admin, "cass", &["cage"]).await;
        let new = json!({
            "name": "cup", "title": "The Cup", "rulebook": "tas-2018", "currency": "AUD",
            "dealer": "person", "opening": "usual, limits 10..200",
        });
        assert_eq!(operator.post("/api/v1/tournaments", &new).await.status, 201);
        say(&mut operator, CONDITIONS, Some("casino-operator")).await.ok();
        Real { house, operator, manager, director, dealer, inspector, cage }
    }

    /// Publishes it: the operator proposes, the manager approves.
    async fn published(&mut self) {
        let number = proposed(&mut self.operator, "publish").await;
        self.manager.post(&approve(&number), &json!({})).await.ok();
    }

    /// A patron with money who has applied.
    async fn patron(&mut self, name: &str, card: &str) -> Client {
        let body = json!({ "patron": name, "card": card, "pin": FIRST_PIN, "person": null });
        self.cage.post("/api/v1/patrons", &body).await.ok();
        self.house.own_pin(card).await;
        let money = json!({ "id": format!("deposit-{name}"), "amount": 20_000 });
        self.cage.post(&format!("/api/v1/patrons/{name}/deposit"), &money).await.ok();
        let mut client = self.house.client();
        client.sign_in(&json!({ "as": "patron", "card": card, "pin": "2580" })).await.ok();
        say(&mut client, &format!("apply {name}"), None).await.ok();
        client
    }

    async fn stage(&mut self) -> Value {
        self.director.get("/api/v1/tournaments/cup?role=competition-director").await.ok()["stage"].clone()
    }
}

fn approve(number: &Value) -> String {
    format!("/api/v1/proposals/{number}/approve")
}

async fn proposed(client: &mut Client, line: &str) -> Value {
    let said = say(client, line, Some("casino-operator")).await.ok();
    assert_eq!(said["lines"], json!([]), "nothing has happened yet: {said}");
    assert!(said["proposal"].is_u64(), "{said}");
    said["proposal"].clone()
}

fn code(reply: &crate::support::Reply) -> Value {
    assert_ne!(reply.status, 200, "{reply:?}");
    reply.json()["refusal"]["code"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_conditions_of_a_tournament_for_money_are_published_by_two_as_they_were_proposed() {
    let mut real = Real::open().await;
    // Before there is a promise nothing is drawn, and that is a refusal.
    let early = say(&mut real.operator, "draw", Some("casino-operator")).await;
    assert_eq!(code(&early), "not-published", "{early:?}");
    let number = proposed(&mut real.operator, "publish").await;
    assert_eq!(real.stage().await, "drafting");
    assert_ne!(real.operator.post(&approve(&number), &json!({})).await.status, 200, "one person is not two");
    assert_eq!(real.director.post(&approve(&number), &json!({})).await.status, 403);
    // Once somebody has agreed to a first prize of 60, another is written down.
    let other = CONDITIONS.replace("prizes 60 40", "prizes 100");
    say(&mut real.operator, &other, Some("casino-operator")).await.ok();
    let carried_out = real.manager.post(&approve(&number), &json!({})).await;
    assert_ne!(carried_out.status, 200, "{carried_out:?}");
    assert_eq!(real.stage().await, "drafting");
    say(&mut real.operator, CONDITIONS, Some("casino-operator")).await.ok();
    real.published().await;
    assert_eq!(real.stage().await, "entering");
    assert!(real.house.site_lines().iter().any(|line| {
        line.contains("tournament-act") && line.contains("published") && line.contains("about max+ollie")
    }));
    // Nor does the operator add to the pool alone, or call it off.
    proposed(&mut real.operator, "add-value 500 a gift").await;
    proposed(&mut real.operator, "cancel a whim").await;
    // Goods are a prize like any other.
    let number = proposed(&mut real.operator, "add-goods 1 5000 a car").await;
    real.manager.post(&approve(&number), &json!({})).await.ok();
    assert!(real.house.site_lines().iter().any(|line| {
        line.contains("money-moved")
            && line.contains("goods-added 1 5000")
            && line.contains("about max+ollie")
    }));
    assert_eq!(real.stage().await, "entering");
    assert_eq!(
        code(&say(&mut real.director, "add-value 500 a gift", Some("competition-director")).await),
        "wrong-tournament-role"
    );
    real.house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_tell_no_tournament_what_a_table_or_an_entrant_says() {
    let mut real = Real::open().await;
    real.published().await;
    let mut ada = real.patron("ada", "12345678").await;
    say(&mut real.director, "inform ada", Some("competition-director")).await.ok();
    for line in ["apply eve", "endorse ada", "pay-fee ada 100", "withdraw ada"] {
        for (client, role) in [
            (&mut real.operator, "casino-operator"),
            (&mut real.director, "competition-director"),
            (&mut real.dealer, "dealer"),
        ] {
            assert_eq!(code(&say(client, line, Some(role)).await), "of-entrant", "{line} by {role}");
        }
    }
    for line in
        ["void-coup 1", "unsettle 1", "wager-off ada player", "forfeit ada", "shoe-ended 1", "time-up 1"]
    {
        for (client, role) in [(&mut real.director, "competition-director"), (&mut real.dealer, "dealer")] {
            assert_eq!(code(&say(client, line, Some(role)).await), "of-tables", "{line} by {role}");
        }
    }
    // What they could say does not have it either.
    let options = real.director.get("/api/v1/tournaments/cup/allowed?role=competition-director").await.ok();
    let lines: Vec<&str> =
        options.as_array().unwrap().iter().filter_map(|one| one["line"].as_str()).collect();
    assert!(lines.contains(&"accept ada"), "{lines:?}");
    for line in ["pay-fee", "endorse", "withdraw", "apply"] {
        assert!(!lines.iter().any(|own| own.starts_with(line)), "{line}: {lines:?}");
    }
    say(&mut ada, "endorse ada", None).await.ok();
    say(&mut ada, "pay-fee ada 100", None).await.ok();
    say(&mut real.director, "accept ada", Some("competition-director")).await.ok();
    assert_eq!(say(&mut ada, "seal ada", None).await.status, 400);
    real.house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_tells_cards_alone_at_a_tournaments_table() {
    let mut real = Real::open().await;
    real.published().await;
    let mut people =
        vec![("ada", real.patron("ada", "12345678").await), ("ben", real.patron("ben", "87654321").await)];
    for (name, client) in &mut people {
        say(&mut real.director, &format!("inform {name}"), Some("competition-director")).await.ok();
        say(client, &format!("endorse {name}"), None).await.ok();
        say(client, &format!("pay-fee {name} 100"), None).await.ok();
        say(&mut real.director, &format!("accept {name}"), Some("competition-director")).await.ok();
    }
    for line in ["start", "attend", "designate 1"] {
        say(&mut real.director, line, Some("competition-director")).await.ok();
    }
    say(&mut real.operator, "draw", Some("casino-operator")).await.ok();
    // An inspector must be there when a table opens.
    crate::tables::floor::say(&mut real.inspector, "cup-1", "sign-on").await.ok();
    crate::tables::floor::say(&mut real.dealer, "cup-1", "sign-on").await.ok();
    for (name, client) in &mut people {
        say(client, &format!("take-seat {name}"), None).await.ok();
    }
    say(&mut real.director, "begin", Some("competition-director")).await.ok();
    let floor = real.house.server.app().floor().clone();
    let clock = real.house.clock.clone();
    crate::support::eventually("the table is open", async || {
        clock.advance(100_000);
        let table = floor.table(&"cup-1".parse().unwrap())?;
        table.now().table.open.is_some().then_some(())
    })
    .await;
    real.house.ready("cup-1").await;
    // Nobody is sent away by one.
    let number = proposed(&mut real.operator, "disqualify ben breach").await;
    let view = real.director.get("/api/v1/tournaments/cup?role=competition-director").await.ok();
    assert!(!view["entrants"].to_string().contains("disqualified"), "{view}");
    assert_ne!(real.operator.post(&approve(&number), &json!({})).await.status, 200, "one person is not two");
    for _ in 0..2 {
        let view = real.director.get("/api/v1/tournaments/cup?role=competition-director").await.ok();
        let next = view["tables"][0]["next"]["name"].as_str().unwrap().to_owned();
        let client = &mut people.iter_mut().find(|(name, _)| *name == next).unwrap().1;
        let own = client.get("/api/v1/tournaments/cup").await.ok();
        let seat = own["own"]["seat"].as_u64().unwrap();
        say(client, &format!("wager {next}@{seat} player 20"), None).await.ok();
    }
    for line in ["close 1", "deal 1"] {
        say(&mut real.dealer, line, Some("dealer")).await.ok();
    }
    crate::tables::floor::say(&mut real.inspector, "cup-1", "sign-off").await.ok();
    let alone = crate::tables::floor::say(&mut real.dealer, "cup-1", "card 9s").await;
    assert_eq!(code(&alone), "cards-unseen");
    crate::tables::floor::say(&mut real.inspector, "cup-1", "sign-on").await.ok();
    crate::tables::floor::say(&mut real.dealer, "cup-1", "card 9s").await.ok();
    // Nor does the inspector undo the coup alone, now that a card of it is known.
    crate::tables::floor::say(&mut real.inspector, "cup-1", "report misdeal plain").await.ok();
    let void = crate::tables::floor::say(&mut real.inspector, "cup-1", "order void-coup").await;
    assert_eq!(code(&void), "takes-two", "{void:?}");
    real.house.audited();
}
