//! What goes wrong at a table before the first card of a coup: the tournament hears of it, and goes on.

use punto_steward::TournamentHandle;
use punto_tournament::Phase;
use punto_vocab::Time;

use crate::house::{House, carried_out, must};
use crate::insiders::{DEALER, MANAGER, at_table, cup, played, session};

const SUPERVISOR: &str = "casino-supervisor cas";

/// The first of both wagers, as the order has it.
async fn one_wagers(one: &TournamentHandle) {
    let now = one.now();
    let own = &now.contest.own;
    let next = punto_tournament::sequence(&now.contest.book, own, 1)[0];
    let seat = own.place(next).unwrap().seat;
    must(one, &format!("wager {next}@{seat} player 100")).await;
}

/// Wagers are taken anew at the table, and the tournament has heard all of it.
async fn takes_wagers(house: &House, one: &TournamentHandle) {
    house
        .until("wagers are taken anew", || {
            let now = one.now();
            let venue = &now.contest.own.venues[&1];
            venue.phase == Phase::Betting && venue.wagers.is_empty() && now.fault.is_none()
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_coup_that_is_void_before_its_first_card_is_wagered_on_anew() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, Time(1_700_000_000_000_000)).await;
    let one = cup(&house).await;
    session(&house, &one).await;
    at_table(&house, SUPERVISOR, "sign-on").await;
    // While wagers are open, and once they are closed over somebody who has none.
    one_wagers(&one).await;
    at_table(&house, DEALER, "report disruption plain").await;
    at_table(&house, SUPERVISOR, "order").await;
    takes_wagers(&house, &one).await;
    one_wagers(&one).await;
    let own = one.now();
    let other = punto_tournament::sequence(&own.contest.book, &own.contest.own, 1)[1];
    let number = house.agreed("tom", "ria", &format!("tournament close-over cup 1 coup 1 {other}")).await;
    let close: punto_tournament::Command = "close 1".parse().unwrap();
    carried_out(&one, number, MANAGER, close.into()).await.done().unwrap();
    at_table(&house, DEALER, "report disruption plain").await;
    at_table(&house, SUPERVISOR, "order").await;
    takes_wagers(&house, &one).await;
    played(&house, &one).await;
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}
