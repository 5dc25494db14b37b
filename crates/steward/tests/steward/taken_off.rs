//! What a table takes off when the tournament has it no more: the table is heard all the same, and play goes on.

use punto_journal::Entry;
use punto_records::{Body, Spoken};
use punto_steward::Hall;
use punto_tournament::{Command, Phase, decide};
use punto_vocab::{Actor, Stamped, Time};

use crate::house::{House, must};
use crate::insiders::{CONDITIONS, MANAGER, at_table, cup_under, played, session};

const SUPERVISOR: &str = "casino-supervisor cas";

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_takes_off_what_is_no_wager_any_more_is_heard() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, Time(1_700_000_000_000_000)).await;
    let conditions = CONDITIONS.replace("session coups 1", "session coups 3, rise 20..400, rise-after 1");
    let one = cup_under(&house, &conditions).await;
    session(&house, &one).await;
    at_table(&house, SUPERVISOR, "sign-on").await;
    played(&house, &one).await;
    let now = one.now();
    let who = punto_tournament::sequence(&now.contest.book, &now.contest.own, 1)[0];
    let seat = now.contest.own.place(who).unwrap().seat;
    must(&one, &format!("wager {who}@{seat} player 100")).await;
    let table = house.floor.table(&"cup-1".parse().unwrap()).unwrap();
    let lies = || table.now().table.open.as_ref().is_some_and(|open| !open.wagers().is_empty());
    house.until("the wager lies there", lies).await;
    // The table refuses it, and in the same moment limits rise, with which everybody wagers anew.
    house.hall.stop().await;
    at_table(&house, SUPERVISOR, &format!("refuse-wager {who}@{seat} player not today")).await;
    let contest = one.now().contest.clone();
    let (at, by): (Time, Actor) = (contest.at.max(contest.own.now), MANAGER.parse().unwrap());
    let command: Command = "raise-limits 1".parse().unwrap();
    let events = decide(&contest.book, &contest.own, &Stamped { at, by, command: command.clone() }).unwrap();
    let stream = "tournament/cup".parse().unwrap();
    let body = Body::Said(Spoken::new(command, events));
    let entry: Entry = body.entry((&stream, contest.seq + 1), at.0, &by, Some("test-raised"));
    house.floor.journal().append(vec![entry]).await.unwrap();
    let house = House { hall: Hall::start(house.floor.clone()).await.unwrap(), ..house };
    let one = house.hall.tournaments().remove(0);
    let heard = contest.heard[&1];
    house
        .until("the table is heard", || {
            let now = one.now();
            now.fault.is_none() && now.contest.heard[&1] > heard
        })
        .await;
    let own = one.now().contest.own.clone();
    assert!(own.venues[&1].wagers.is_empty() && own.venues[&1].phase == Phase::Betting);
    assert!(!lies());
    // The coup is wagered on anew, and what lies at the table is what the tournament has.
    must(&one, &format!("wager {who}@{seat} banker 200")).await;
    house.until("the new wager lies there", lies).await;
    assert_eq!(one.now().fault, None);
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}
