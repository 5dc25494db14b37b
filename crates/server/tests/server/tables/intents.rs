//! What is said is meant for one coup, counts once, and is said by whoever does it.

use serde_json::{Value, json};

use super::floor::{all, demo_staff, guest, open, say, view};

/// The code of a refusal.
fn code(reply: &crate::support::Reply) -> Value {
    assert_eq!(reply.problem(409), "refused");
    reply.json()["refusal"]["code"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_of_another_coup_is_refused() {
    let house = open().await;
    let mut ada = guest(&house, "ada").await;
    house.ready("sydney").await;
    all(&mut ada, "sydney", &["sit ada@1"]).await;
    let now = view(&mut ada, "sydney").await["coup"].clone();
    assert_eq!((&now["shoe"], &now["coup"]), (&json!(1), &json!(1)));
    let seq = now["seq"].as_u64().unwrap();
    let bet = |id: &str, of: Value| json!({ "id": id, "line": "bet ada@1 player 100", "of": of });
    let of = |shoe: u32, coup: u32, seq: u64| json!({ "shoe": shoe, "coup": coup, "seq": seq });
    for (id, other) in [("of-another-1", of(1, 2, seq)), ("of-another-2", of(2, 1, seq))] {
        let late = ada.post("/api/v1/tables/sydney/commands", &bet(id, other)).await;
        assert_eq!(code(&late), "of-another-coup");
    }
    let ahead = ada.post("/api/v1/tables/sydney/commands", &bet("of-ahead-1", of(1, 1, seq + 1))).await;
    assert_eq!(code(&ahead), "not-so-far");
    let odd = ada.post("/api/v1/tables/sydney/commands", &bet("of-odd-01", json!({ "shoe": 1 }))).await;
    assert!(matches!(odd.status, 400 | 422), "{odd:?}");
    assert_eq!(view(&mut ada, "sydney").await["wagers"], json!([]));
    // Others have spoken since, but the coup is the same; and what is about no coup is taken in any.
    let mut ben = guest(&house, "ben").await;
    all(&mut ben, "sydney", &["sit ben@2"]).await;
    ada.post("/api/v1/tables/sydney/commands", &bet("of-this-one", now)).await.ok();
    let leave = json!({ "id": "of-no-coup", "line": "leave ben", "of": of(1, 7, seq) });
    ben.post("/api/v1/tables/sydney/commands", &leave).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn credits_that_are_brought_twice_by_one_id_come_once() {
    let house = open().await;
    let mut ada = guest(&house, "ada").await;
    all(&mut ada, "sentosa", &["sit ada@1"]).await;
    let buy = json!({ "id": "one-intent-1", "amount": 50_000 });
    let first = ada.post("/api/v1/tables/sentosa/buy-in", &buy).await.ok();
    let again = ada.post("/api/v1/tables/sentosa/buy-in", &buy).await.ok();
    assert_eq!((&again["seq"], &again["repeated"]), (&first["seq"], &json!(true)));
    assert_eq!(view(&mut ada, "sentosa").await["balance"], 50_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shoe_is_made_ready_by_those_who_do_it() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    let mut supervisor = demo_staff(&house, "supervisor").await;
    let mut ada = guest(&house, "ada").await;
    all(&mut ada, "sydney", &["sit ada@1"]).await;
    for line in ["prepare", "prepare cut 200", "prepare cut 200 by ada"] {
        for client in [&mut dealer, &mut ada] {
            assert_eq!(code(&say(client, "sydney", line).await), "prepare-is-for-scripts", "{line}");
        }
    }
    let allowed = dealer.get("/api/v1/tables/sydney/allowed?role=dealer").await.ok();
    let mut lines = allowed.as_array().unwrap().iter().map(|row| row["line"].as_str().unwrap());
    assert!(lines.all(|line| !line.starts_with("prepare")));
    all(&mut dealer, "sydney", &["shuffle hand"]).await;
    let let_cut = json!({ "id": "let-them-cut", "line": "let-patrons-cut", "role": "casino-supervisor" });
    supervisor.post("/api/v1/tables/sydney/commands", &let_cut).await.ok();
    all(&mut dealer, "sydney", &["offer-cut ada"]).await;
    all(&mut ada, "sydney", &["cut 200 by ada"]).await;
    all(&mut dealer, "sydney", &["place-marker 20", "burn one"]).await;
    let ready = view(&mut dealer, "sydney").await;
    assert_eq!(ready["phase"], "betting");
    // Nobody is on record for what somebody else did.
    let said = |text: &str| {
        let mut lines = ready["lines"].as_array().unwrap().iter();
        lines.find(|line| line["text"].as_str().unwrap().starts_with(text)).unwrap()["actor"].clone()
    };
    let by = |role: &str, name: &str| json!({ "role": role, "name": name });
    assert_eq!((said("shuffled"), said("was-cut")), (by("dealer", "dealer"), by("patron", "ada")));
}
