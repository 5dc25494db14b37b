//! A patron's terminal that falls silent is marked at the seat, and cleared when it is back.

use futures_util::StreamExt;
use serde_json::Value;

use super::floor::{demo_staff, guest, open, say, view};
use super::watcher::Watcher;
use crate::support::{Client, House, eventually};

/// Waits for a view in which a patron is silent, or is not, for as long as it takes.
async fn until(watcher: &mut Watcher, patron: &str, silent: bool) {
    while is_silent(&watcher.view().await, patron) != silent {}
}

fn is_silent(view: &Value, patron: &str) -> bool {
    let here = view["patrons"].as_array().unwrap();
    here.iter().find(|one| one["patron"] == patron).unwrap()["silent"].as_bool().unwrap()
}

/// Waits until so many are silent at a table, as the lobby tells it.
async fn until_counted(client: &mut Client, table: &str, silent: u64) {
    eventually("the lobby tells how many are silent", async || {
        let list = client.get("/api/v1/tables").await.ok();
        let found = list.as_array().unwrap().iter().find(|one| one["table"] == table).unwrap();
        (found["silent"].as_u64() == Some(silent)).then_some(())
    })
    .await;
}

/// Ada at a seat of the electronic table, with a line; and the pit, which looks on.
async fn seated(house: &House) -> (Client, Watcher, Watcher) {
    let mut ada = guest(house, "ada").await;
    let mut line = Watcher::at(&ada, "sentosa", "").await;
    line.frame("hello").await;
    line.view().await;
    say(&mut ada, "sentosa", "sit ada@1").await.ok();
    let supervisor = demo_staff(house, "supervisor").await;
    let mut pit = Watcher::at(&supervisor, "sentosa", "role=game-supervisor").await;
    pit.frame("hello").await;
    (ada, line, pit)
}

/// After how many beats is counted where beats are counted: in `live/contact.rs`.
#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_that_falls_silent_is_seen_in_the_pit_until_it_is_back() {
    let house = open().await;
    // Nobody reads this line, so nobody answers either.
    let (mut ada, mut line, mut pit) = seated(&house).await;
    until(&mut pit, "ada", true).await;
    until_counted(&mut house.client(), "sentosa", 1).await;
    let mut zoe = guest(&house, "zoe").await;
    assert!(is_silent(&view(&mut zoe, "sentosa").await, "ada"), "over HTTP as well");
    // It is read again, and answers; then it goes with whoever read it.
    let reading = tokio::spawn(async move { while line.socket.next().await.is_some() {} });
    until(&mut pit, "ada", false).await;
    until_counted(&mut ada, "sentosa", 0).await;
    reading.abort();
    until(&mut pit, "ada", true).await;
    let mut back = Watcher::at(&ada, "sentosa", "").await;
    back.frame("hello").await;
    assert!(!is_silent(&back.view().await, "ada"), "not to herself");
    until(&mut pit, "ada", false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_of_one_commit_name_each_their_own_record() {
    let house = open().await;
    let mut ada = guest(&house, "ada").await;
    say(&mut ada, "sentosa", "sit ada@1").await.ok();
    let buy_in = serde_json::json!({ "id": "buy-in-01", "amount": 20_000 });
    ada.post("/api/v1/tables/sentosa/buy-in", &buy_in).await.ok();
    // What is left at the table goes home first: two records in one commit.
    let left = say(&mut ada, "sentosa", "leave ada").await.ok();
    let records = house.server.app().journal().read(&"table/sentosa".parse().unwrap(), 0, 1_000).unwrap();
    let events = records.iter().flat_map(|record| {
        let told = punto_records::Told::of(&record.entry).unwrap();
        told.events.into_iter().map(|(line, _)| (record.entry.seq, line))
    });
    let recorded: Vec<(u64, String)> = events.collect();
    let seen = view(&mut ada, "sentosa").await;
    let lines: Vec<(u64, String)> = seen["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["seq"].as_u64().unwrap(), line["text"].as_str().unwrap().to_owned()))
        .collect();
    assert!(lines.iter().all(|line| recorded.contains(line)), "{lines:#?}\n{recorded:#?}");
    let of = |begin: &str| lines.iter().find(|(_, text)| text.starts_with(begin)).unwrap().0;
    assert_eq!(of("left ada"), of("cashed-out ada") + 1);
    assert_eq!(left["seq"].as_u64(), Some(of("left ada")));
    for line in left["lines"].as_array().unwrap() {
        assert_eq!(line["seq"], left["seq"]);
    }
}
