//! A patron's terminal that falls silent is marked at the seat within seconds, and cleared when it is back.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use serde_json::Value;

use crate::floor::{all, demo_staff, guest, open, say, view};
use crate::support::{Client, House};
use crate::watcher::Watcher;

/// Waits for a view in which a patron is silent, or is not; how long it took.
async fn until(watcher: &mut Watcher, patron: &str, silent: bool) -> Duration {
    let began = Instant::now();
    loop {
        let seen = watcher.view().await;
        if is_silent(&seen, patron) == silent {
            return began.elapsed();
        }
    }
}

fn is_silent(view: &Value, patron: &str) -> bool {
    let here = view["patrons"].as_array().unwrap();
    here.iter().find(|one| one["patron"] == patron).unwrap()["silent"].as_bool().unwrap()
}

/// How many are silent at a table, as the lobby tells it.
async fn counted(client: &mut Client, table: &str) -> u64 {
    let list = client.get("/api/tables").await.ok();
    list.as_array().unwrap().iter().find(|one| one["table"] == table).unwrap()["silent"].as_u64().unwrap()
}

/// Ada at a seat of the electronic table, with a line that is read; and the pit, which looks on.
async fn seated(house: &House) -> (Client, Watcher, Watcher) {
    let mut ada = guest(house, "ada").await;
    let mut line = Watcher::at(&ada, "sentosa", "").await;
    line.frame("hello").await;
    line.view().await;
    say(&mut ada, "sentosa", "sit ada@1").await.ok();
    let supervisor = demo_staff(house, "supervisor").await;
    let mut pit = Watcher::at(&supervisor, "sentosa", "role=game-supervisor").await;
    pit.frame("hello").await;
    assert!(!is_silent(&pit.view().await, "ada"));
    (ada, line, pit)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_cut_is_seen_in_the_pit_within_three_seconds() {
    let house = open().await;
    let (mut ada, line, mut pit) = seated(&house).await;
    // As long as the terminal answers nothing is marked, however little is said.
    let answering = tokio::spawn(async move {
        let mut line = line;
        let answers = async { while line.socket.next().await.is_some() {} };
        let _ = tokio::time::timeout(Duration::from_secs(4), answers).await;
        Instant::now()
    });
    // The line goes with whoever read it.
    let cut = answering.await.unwrap();
    until(&mut pit, "ada", true).await;
    let took = cut.elapsed();
    assert!(took > Duration::from_millis(1_900) && took < Duration::from_millis(3_500), "{took:?}");
    assert_eq!(counted(&mut house.client(), "sentosa").await, 1);
    assert!(is_silent(&view(&mut house.client(), "sentosa").await, "ada"), "over HTTP as well");
    let mut back = Watcher::at(&ada, "sentosa", "").await;
    back.frame("hello").await;
    assert!(!is_silent(&back.view().await, "ada"), "not to herself");
    assert!(until(&mut pit, "ada", false).await < Duration::from_millis(1_500));
    assert_eq!(counted(&mut ada, "sentosa").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_open_and_says_nothing_is_silent_too() {
    let house = open().await;
    // Nobody reads this line, so nobody answers either.
    let (_ada, mut line, mut pit) = seated(&house).await;
    let took = until(&mut pit, "ada", true).await;
    assert!(took < Duration::from_millis(4_300), "{took:?}");
    // It is read again, and answers.
    let reading = tokio::spawn(async move { while line.socket.next().await.is_some() {} });
    assert!(until(&mut pit, "ada", false).await < Duration::from_millis(2_500));
    reading.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_lines_are_one_contact_and_chips_need_none() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    all(&mut dealer, "sydney", &["prepare", "sit bea@2"]).await;
    let ada = guest(&house, "ada").await;
    let (one, mut two) = (Watcher::at(&ada, "sydney", "").await, Watcher::at(&ada, "sydney", "").await);
    two.say("contact-01", "sit ada@1").await;
    drop(one);
    let stays = async { while two.socket.next().await.is_some() {} };
    let _ = tokio::time::timeout(Duration::from_millis(4_200), stays).await;
    let seen = view(&mut dealer, "sydney").await;
    assert!(!is_silent(&seen, "ada"), "the other line answers");
    assert!(!is_silent(&seen, "bea"), "bea has chips and no terminal");
    drop(two);
    tokio::time::sleep(Duration::from_millis(3_500)).await;
    let seen = view(&mut dealer, "sydney").await;
    assert!(is_silent(&seen, "ada") && !is_silent(&seen, "bea"));
    // Who leaves is nobody's concern any more.
    all(&mut dealer, "sydney", &["leave ada"]).await;
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert_eq!(counted(&mut dealer, "sydney").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_of_one_commit_name_each_their_own_record() {
    let house = open().await;
    let mut ada = guest(&house, "ada").await;
    say(&mut ada, "sentosa", "sit ada@1").await.ok();
    let buy_in = serde_json::json!({ "id": "buy-in-01", "amount": 20_000 });
    ada.post("/api/tables/sentosa/buy-in", &buy_in).await.ok();
    // What is left at the table goes home first: two records in one commit.
    let left = say(&mut ada, "sentosa", "leave ada").await.ok();
    let records = house.server.app().journal().read(&"table/sentosa".parse().unwrap(), 0, 1_000).unwrap();
    let events = records.iter().flat_map(|record| {
        let body: Value = serde_json::from_str(&record.entry.body).unwrap();
        let events = body["events"].as_array().cloned().unwrap_or_default();
        events.into_iter().map(|event| (record.entry.seq, event["what"].as_str().unwrap().to_owned()))
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
