//! A hidden wager: in no other viewer's bytes and in no file before it is read out.

use serde_json::{Value, json};

use super::hall::{Cup, say, tell};
use crate::support::{Client, eventually};
use crate::tables::floor::demo_staff;

/// Everything that a viewer can ask for about the tournament and its table.
async fn bytes(client: &mut Client, role: &str) -> String {
    let role = if role.is_empty() { String::new() } else { format!("?role={role}") };
    let mut all = String::new();
    for path in [
        format!("/api/v1/tournaments/cup{role}"),
        format!("/api/v1/tournaments/cup/allowed{role}"),
        format!("/api/v1/tournaments/cup/lines{role}"),
        format!("/api/v1/tournaments/cup/statement{role}"),
        format!("/api/v1/tournaments/cup/hidden/ada{role}"),
        "/api/v1/tournaments".to_owned(),
        "/api/v1/tables/cup-1".to_owned(),
        "/api/v1/journal/records?stream=tournament/cup&limit=1000".to_owned(),
        "/api/v1/journal/export?format=jsonl".to_owned(),
        "/api/v1/events".to_owned(),
        "/api/v1/meters".to_owned(),
    ] {
        all.push_str(&client.get(&path).await.body);
    }
    all
}

/// Whether any file of the house has these words.
fn on_disk(cup: &Cup, words: &[String]) -> Option<String> {
    let mut folders = vec![cup.house.folder.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(bytes) = std::fs::read(&path) else { continue };
            let has = |word: &&String| bytes.windows(word.len()).any(|part| part == word.as_bytes());
            if let Some(word) = words.iter().find(has) {
                return Some(format!("{word} in {}", path.display()));
            }
        }
    }
    None
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_wager_is_known_to_its_entrant_alone_until_it_is_read_out() {
    let mut cup = Cup::open().await;
    let ada = cup.entrant("ada").await;
    let ben = cup.entrant("ben").await;
    let mut people = [("ada", ada), ("ben", ben)];
    cup.session(&mut people).await;
    let [(_, mut ada), (_, mut ben)] = people;
    // Out of turn stands under this document, so that either may begin.
    let form = json!({ "seal": { "entrant": "ada", "bet": "banker", "stake": 17_300, "words": 17_300 } });
    let sealed = tell(&mut ada, &form).await.ok();
    let receipt = &sealed["receipt"];
    let nonce = receipt["text"].as_str().unwrap().rsplit(':').next().unwrap().to_owned();
    assert_eq!(receipt["stake"], 17_300);
    // Everybody sees the number of the form, which goes on a paper, and by it nothing else.
    let number = receipt["number"].as_str().unwrap().to_owned();
    let seal = receipt["seal"].as_str().unwrap().to_uppercase();
    assert!(seal.starts_with(&number.replace('-', "")), "{receipt}");
    let seats = cup.view(&mut ben).await["tables"][0]["seats"].clone();
    assert!(seats.as_array().unwrap().iter().any(|seat| seat["form_number"] == number.as_str()), "{seats}");
    assert_eq!(cup.view(&mut ada).await["own"]["form"]["stake"], 17_300, "one's own");
    let secrets = [nonce.clone(), "banker:173".to_owned()];
    let knows = |text: &str| text.contains(&nonce) || text.contains("17300") || text.contains("banker:173");
    let mut auditor = demo_staff(&cup.house, "auditor").await;
    let mut watcher = demo_staff(&cup.house, "watcher").await;
    let mut public = cup.house.client();
    for (name, client, role) in [
        ("ben", &mut ben, ""),
        ("the public", &mut public, ""),
        ("the manager", &mut cup.manager.clone(), "casino-operator"),
        ("the director", &mut cup.director.clone(), "competition-director"),
        ("the auditor", &mut auditor, ""),
        ("surveillance", &mut watcher, "surveillance"),
    ] {
        let all = bytes(client, role).await;
        assert!(!knows(&all), "{name} got to know it: {all}");
    }
    assert_eq!(on_disk(&cup, &secrets), None);
    // The inspector examines it, and that is on record.
    let seen = cup.inspector.get("/api/v1/tournaments/cup/hidden/ada?role=table-inspector").await.ok();
    assert_eq!(seen["stake"], 17_300);
    assert!(cup.house.has_line("read-logged inspector"));
    cup.as_inspector("examine ada").await.ok();
    let seat = cup.view(&mut ben).await["own"]["seat"].as_u64().unwrap();
    tell(&mut ben, &json!({ "wager": { "entrant": "ben", "seat": seat, "bet": "player", "stake": 2_000 } }))
        .await
        .ok();
    // Cards are dealt; nothing is settled before the form is read out.
    let clock = cup.house.clock.clone();
    eventually("the coup is dealt", async || {
        clock.advance(1_000_000);
        let view: Value = cup.view(&mut public).await;
        (view["tables"][0]["phase"] == "dealing").then_some(())
    })
    .await;
    for _ in 0..40 {
        clock.advance(1_000_000);
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    assert!(!knows(&bytes(&mut ben, "").await));
    assert_eq!(on_disk(&cup, &secrets), None);
    // The table deals as the clock goes on; the form is read out once the outcome is called.
    eventually("the form is read out", async || {
        clock.advance(1_000_000);
        (cup.as_inspector("announce ada").await.status == 200).then_some(())
    })
    .await;
    let table = cup.view(&mut ben).await["tables"][0].clone();
    let told = table.to_string();
    assert!(told.contains("17300"), "everybody may know it now: {told}");
    eventually("the coup is settled", async || {
        clock.advance(1_000_000);
        (cup.view(&mut public).await["tables"][0]["coups"] == 1).then_some(())
    })
    .await;
    // Between the end of the coup and the next first card another may see the form.
    say(&mut ben, "show-form ada to ben", None).await.ok();
    cup.house.audited();
}
