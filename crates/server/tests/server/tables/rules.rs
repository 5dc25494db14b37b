//! Rulebooks, clauses, scenarios and odds, as anybody may read them.

use serde_json::{Value, json};

use super::floor::{demo_staff, guest, open};

#[tokio::test(flavor = "multi_thread")]
async fn every_rulebook_is_there_to_read() {
    let house = open().await;
    let mut client = house.client();
    let books = client.get("/api/v1/rulebooks").await.ok();
    assert_eq!(books.as_array().unwrap().len(), 5);
    for book in books.as_array().unwrap() {
        let id = book["id"].as_str().unwrap();
        assert_eq!(&client.get(&format!("/api/v1/rulebooks/{id}")).await.ok(), book);
        // Banker on three draws but for an eight, in every document there is.
        let three: Vec<bool> =
            book["banker_draws"][3].as_array().unwrap().iter().map(|b| b.as_bool().unwrap()).collect();
        assert_eq!(three, [true, true, true, true, true, true, true, true, true, false, true], "{id}");
        assert_eq!(book["player_draws"], json!([true, true, true, true, true, true, false, false]), "{id}");
        let player = &book["bets"][0]["offers"][0];
        assert_eq!((player["bet"].as_str(), player["kind"].as_str()), (Some("player"), Some("player")));
        assert!(
            !book["answers"].as_array().unwrap().is_empty()
                && !book["banker_by"][3].as_array().unwrap().is_empty()
        );
        let clauses = client.get(&format!("/api/v1/rulebooks/{id}/clauses")).await.ok();
        let listed: u64 =
            book["standings"].as_array().unwrap().iter().map(|row| row[1].as_u64().unwrap()).sum();
        assert_eq!(clauses.as_array().unwrap().len() as u64, listed);
    }
    assert_eq!(client.get("/api/v1/rulebooks/mars-2050").await.problem(404), "not-found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clause_leads_to_scenarios_that_can_be_played() {
    let house = open().await;
    let mut client = house.client();
    let clause = client.get("/api/v1/rulebooks/nsw-2021/clauses/12.2").await.ok();
    assert_eq!(
        (clause["topic"].as_str(), clause["standing"].as_str()),
        (Some("irregularities"), Some("encoded"))
    );
    let name = clause["scenarios"][0].as_str().unwrap();
    let played = client.get(&format!("/api/v1/rulebooks/nsw-2021/scenarios/{name}")).await.ok();
    assert!(!played["about"].as_str().unwrap().is_empty());
    let steps = played["steps"].as_array().unwrap();
    let has = |text: &str| steps.iter().any(|step| step["followed"].to_string().contains(text));
    assert!(has("holds") && has(" by ") && !has("does not hold"), "{played}");
    assert!(steps.iter().any(|step| step["player"].as_array().unwrap().len() >= 2));
    let all = client.get("/api/v1/rulebooks/nsw-2021/scenarios").await.ok();
    assert!(all.as_array().unwrap().iter().any(|row| row["name"] == name && row["about"] == played["about"]));
    assert_eq!(client.get("/api/v1/rulebooks/nsw-2021/clauses/99.9").await.problem(404), "not-found");
    assert_eq!(client.get("/api/v1/rulebooks/nsw-2021/scenarios/none").await.problem(404), "not-found");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_rulebooks_lie_side_by_side() {
    let house = open().await;
    let mut client = house.client();
    let both = client.get("/api/v1/rulebooks/compare?left=tas-2013&right=tas-2018").await.ok();
    let rows = both["rows"].as_array().unwrap();
    let same = rows.iter().filter(|row| row["same"] == true).count();
    assert_eq!(both["same"].as_u64(), Some(same as u64));
    assert!(same > 20 && same < rows.len());
    assert!(rows.iter().any(|row| row["left"] == Value::Null), "the later one has more to say");
    let own = client.get("/api/v1/rulebooks/compare?left=nsw-2021&right=nsw-2021").await.ok();
    assert_eq!(own["same"].as_u64(), Some(own["rows"].as_array().unwrap().len() as u64));
    assert_eq!(client.get("/api/v1/rulebooks/compare?left=tas-2013").await.problem(400), "bad-request");
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_are_for_staff_and_laboratories() {
    let house = open().await;
    let question = json!({ "rulebook": "nsw-2021", "decks": 8, "removed": ["Ks", "Ks"] });
    assert_eq!(house.client().post("/api/v1/odds", &question).await.problem(401), "not-signed-in");
    let mut ada = guest(&house, "ada").await;
    assert_eq!(ada.post("/api/v1/odds", &question).await.problem(403), "not-allowed");
    let mut auditor = demo_staff(&house, "auditor").await;
    let answer = auditor.post("/api/v1/odds", &question).await.ok();
    assert_eq!(answer["cards"], 414);
    let wrong = json!({ "rulebook": "nsw-2021", "decks": 8, "removed": ["Kx"] });
    assert_eq!(auditor.post("/api/v1/odds", &wrong).await.problem(422), "bad-request");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_tables_bets_give_back_is_shown_where_odds_may_be() {
    let house = open().await;
    let auckland = house.client().get("/api/v1/tables/auckland/odds").await.ok();
    let player = auckland.as_array().unwrap().iter().find(|row| row["bet"] == "player").unwrap();
    let back = player["back"].as_f64().unwrap();
    assert!((0.987..0.989).contains(&back), "{back}");
    // nsw-2021 14.1 has them barred to patrons and the public, not to staff.
    assert_eq!(house.client().get("/api/v1/tables/sydney/odds").await.ok(), json!([]));
    assert_eq!(guest(&house, "ada").await.get("/api/v1/tables/sydney/odds").await.ok(), json!([]));
    let staff = demo_staff(&house, "supervisor").await.get("/api/v1/tables/sydney/odds").await.ok();
    assert!(!staff.as_array().unwrap().is_empty());
    assert_eq!(house.client().get("/api/v1/tables/none/odds").await.problem(404), "not-found");
}
