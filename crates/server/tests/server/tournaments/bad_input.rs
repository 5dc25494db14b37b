//! What is refused with its clause, and changes nothing.

use serde_json::json;

use super::hall::{CONDITIONS, Cup, say, tell};
use crate::support::Reply;

fn refused(reply: &Reply, code: &str, clause: &str) {
    assert_eq!(reply.status, 409, "{reply:?}");
    let refusal = &reply.json()["refusal"];
    assert_eq!(refusal["code"], code, "{refusal}");
    let by = refusal["by"].to_string();
    assert!(by.contains(clause), "{refusal} does not rest on {clause}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_document_does_not_allow_is_refused_with_its_clause_and_changes_nothing() {
    let mut cup = Cup::open().await;
    let ada = cup.entrant("ada").await;
    let ben = cup.entrant("ben").await;
    let cyd = cup.entrant("cyd").await;
    let mut dee = cup.applicant("dee").await;
    say(&mut dee, "pay-fee dee 100", None).await.ok();
    // One more than there is room for.
    let before = cup.view(&mut dee).await["seq"].clone();
    refused(&cup.as_director("accept dee").await, "tournament-full", "16.2.2.d");
    refused(&say(&mut dee, "pay-fee dee 100", None).await, "fee-paid-already", "16.2");
    // Nobody speaks for another, and no patron does what is an officer's.
    refused(&say(&mut dee, "withdraw ada", None).await, "speaks-for-another-entrant", "16.2");
    refused(&say(&mut dee, "accept dee", None).await, "wrong-tournament-role", "16.1");
    assert_eq!(cup.view(&mut dee).await["seq"], before, "nothing has changed");
    let mut people = [("ada", ada), ("ben", ben), ("cyd", cyd)];
    cup.session(&mut people).await;
    // A fee after the start.
    let mut eve = crate::tables::floor::guest(&cup.house, "eve").await;
    refused(&say(&mut eve, "apply eve", None).await, "started-already", "tournament-order");
    refused(&say(&mut dee, "pay-fee dee 100", None).await, "started-already", "tournament-order");
    // A player in two seats: seats are drawn once, and nobody is given another.
    refused(&cup.as_operator("draw").await, "drawn-already", "16.2.3");
    refused(&cup.as_operator("allot ada 1@5").await, "seats-by-draw", "16.2.3");
    // Both hands, one of them hidden.
    let first = cup.view(&mut people[0].1).await["tables"][0]["next"]["name"].as_str().unwrap().to_owned();
    let place = people.iter().position(|(name, _)| *name == first).unwrap();
    let client = &mut people[place].1;
    let seat = cup.house_seat(client).await;
    let wager = json!({ "wager": { "entrant": first, "seat": seat, "bet": "player", "stake": 1000 } });
    tell(client, &wager).await.ok();
    let other = json!({ "wager": { "entrant": first, "seat": seat, "bet": "banker", "stake": 1000 } });
    refused(&tell(client, &other).await, "both-hands-here", "16.5.10");
    let form = json!({ "seal": { "entrant": first, "bet": "banker", "stake": 1000, "words": 1000 } });
    refused(&tell(client, &form).await, "both-hands-here", "16.5.10");
    let both = json!({ "seal": { "entrant": first, "bet": "player banker", "stake": 1000, "words": 1000 } });
    assert!(matches!(tell(client, &both).await.status, 400 | 422));
    // Under this document nobody closes over somebody who has not wagered, the director neither.
    refused(&cup.as_director("close 1").await, "not-wagered", "16.5.11");
    let client = &mut people[place].1;
    let elsewhere = json!({ "wager": { "entrant": first, "seat": seat + 1, "bet": "tie", "stake": 1000 } });
    refused(&tell(client, &elsewhere).await, "not-own-seat", "16.4.5");
    // What is no command at all.
    for wrong in [
        json!({ "draw": { "seed": "00".repeat(32) } }),
        json!({ "seal": { "entrant": first, "form": "banker:1:x" } }),
        json!({ "wager": { "entrant": first, "seat": 1, "bet": "player", "stake": -1 } }),
        json!({ "fly": {} }),
        json!("start now"),
    ] {
        let reply = tell(&mut people[0].1, &wrong).await;
        assert!(matches!(reply.status, 400 | 422), "{wrong}: {reply:?}");
    }
    let key = json!({ "id": "one-key-0001", "line": "leave-seat ada" });
    let path = "/api/v1/tournaments/cup/commands";
    let ada = people.iter_mut().find(|(name, _)| *name == "ada").unwrap();
    assert_eq!(ada.1.post(path, &key).await.ok()["repeated"], false);
    assert_eq!(ada.1.post(path, &key).await.ok()["repeated"], true, "a repeat is answered as the first was");
    cup.house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_go_on_than_the_next_round_has_seats() {
    let conditions =
        CONDITIONS.replace("entrants 2..3", "entrants 2..8").replace("advance 1", "advance 4, rounds 2");
    let mut cup = Cup::under(&conditions.replace("tables 1", "tables 2")).await;
    for name in ["ada", "ben", "cyd", "dee", "eli", "fay", "gus"] {
        cup.entrant(name).await;
    }
    let mut hal = cup.applicant("hal").await;
    say(&mut hal, "pay-fee hal 100", None).await.ok();
    let before = cup.view(&mut hal).await["seq"].clone();
    // Four of each of two tables are eight, for a final of seven seats.
    refused(&cup.as_director("accept hal").await, "too-few-seats", "16.8.1");
    assert_eq!(cup.view(&mut hal).await["seq"], before, "nothing has changed");
    cup.house.audited();
}

impl Cup {
    async fn house_seat(&self, client: &mut crate::support::Client) -> u64 {
        self.view(client).await["own"]["seat"].as_u64().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ordinary_patrons_and_staff_are_refused_at_a_tournaments_table() {
    let mut cup = Cup::open().await;
    let ada = cup.entrant("ada").await;
    let ben = cup.entrant("ben").await;
    let mut people = [("ada", ada), ("ben", ben)];
    cup.session(&mut people).await;
    let mut gus = crate::tables::floor::guest(&cup.house, "gus").await;
    let mut dealer = crate::tables::floor::demo_staff(&cup.house, "dealer").await;
    for line in ["sit gus@7", "bet gus@7 player 100", "stand gus", "take-box gus@7"] {
        let reply = crate::tables::floor::say(&mut gus, "cup-1", line).await;
        assert!(matches!(reply.status, 400 | 409), "{line}: {reply:?}");
        if reply.status == 409 {
            assert_eq!(reply.json()["refusal"]["code"], "of-tournament", "{line}");
        }
    }
    let ada = &mut people[0].1;
    for line in ["bet ada@1 player 100", "seal ada@1 player 100", "leave ada"] {
        let reply = crate::tables::floor::say(ada, "cup-1", line).await;
        assert_eq!(reply.json()["refusal"]["code"], "of-tournament", "{line}: {reply:?}");
    }
    let money = json!({ "id": "money-0001", "amount": 10_000 });
    assert_eq!(ada.post("/api/v1/tables/cup-1/buy-in", &money).await.status, 409);
    for line in ["bet ada@1 player 100", "lift ada@1 player", "close"] {
        let reply = crate::tables::floor::say(&mut dealer, "cup-1", line).await;
        assert_eq!(reply.json()["refusal"]["code"], "of-tournament", "{line}: {reply:?}");
    }
    cup.house.audited();
}
