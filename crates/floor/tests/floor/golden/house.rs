//! A house with all that is not said at a table by people: staff, devices, accounts, vouchers, the house's own shoes.

use std::path::Path;

use punto_accounts::VoucherId;
use punto_floor::{Floor, OutcomeOf, Redemption, SaidTo, Setup, SimulatedClock, TableHandle, Transfer};
use punto_table::{Actor, Phase};

use crate::common::*;

/// Opens a house in `folder`, lets it work, stops it half-way and at the end.
pub(super) async fn write(folder: &Path) {
    let own = folder.join("journal");
    let clock = SimulatedClock::at(START);
    let house = open(&own, &clock).await;
    staff(&house).await;
    accounts(&house, &clock).await;
    let electronic = house.add_table(plan("ets", "rws-2016", SHORT), Actor::System).await.unwrap();
    plays_for_credits(&house, &electronic, &clock).await;
    house.stop().await;
    drop((house, electronic));
    // What follows a snapshot is read behind it.
    let house = open(&own, &clock).await;
    for id in ["nsw-2021", "tas-2013", "tas-2018", "nz-1998"] {
        demonstration_of(&house, id, &clock).await;
    }
    super::cups::write(&house, &clock).await;
    house.stop().await;
}

/// Four decks, most of them behind the marker, so that a shoe ends and is opened after a few coups.
const SHORT: &str = "usual, limits 5..5000, decks 4, house cut-card-depth 190";

async fn open(folder: &Path, clock: &SimulatedClock) -> Floor {
    let setup = Setup { large_win: Some(money("40")), ..setup(journal(folder).await, clock) };
    Floor::start(setup).await.unwrap()
}

async fn staff(house: &Floor) {
    for line in [
        "system: found root",
        "system: found kim as gaming-manager",
        "system: sign-in root on -",
        "staff root: set-password 1",
        "system: sign-in kim on -",
        "staff kim: set-password 2",
        "staff root: hire cat as cage",
        "staff kim: approve 1",
        "system: sign-in cat on -",
        "staff cat: set-password 3",
        "staff root: hire dan",
        "staff kim: approve 2",
        "staff root: grant dan dealer",
        "staff root: withdraw dan dealer",
        "staff root: grant dan dealer",
        "staff root: disable dan on leave",
        "staff root: enable dan",
        "staff kim: approve 3",
        "system: fail-sign-in dan on -",
        "system: fail-unknown eve on -",
        "staff root: hire leo",
        "staff kim: approve 4",
        "staff root: leave leo",
        "staff root: offer-device terminal-1 terminal ets@1",
        "system: enrol-device terminal-1",
        "system: lose-contact terminal-1",
        "system: regain-contact terminal-1",
        "staff root: offer-device console-1 console ets",
        "system: enrol-device console-1",
        "staff root: revoke-device console-1 broken",
        "system: note disk-low - nearly full",
        "staff kim: acknowledge 10 cleaned up",
        "system: note-win ets ben 50",
        "staff kim: acknowledge 11 paid and signed for",
        "staff root: propose setting patron-minutes 40",
        "staff kim: approve 5",
        "system: carry-out 5",
        "staff root: propose setting patron-minutes 50",
        "staff root: take-back 6",
        "system: note-unlikely ets 1000 player 540 banker 365 tie 95 once-in 40000 dealt-by dan",
        "staff kim: acknowledge 12 looked at",
        "staff root: review-access all as it should be",
        "staff kim: sign-out 2",
    ] {
        let (by, said) = line.split_once(": ").unwrap();
        let said = SaidTo { key: None, by: by.parse().unwrap(), command: said.parse().unwrap() };
        let outcome = house.site().say(said).await.unwrap();
        assert!(matches!(outcome, OutcomeOf::Done(_)), "{line}: {outcome:?}");
    }
}

async fn account(house: &Floor, name: &str, lines: &[&str]) {
    let account = house.patron(patron(name)).await.unwrap();
    for line in lines {
        let (by, said) = line.split_once(": ").unwrap();
        let said = SaidTo { key: Some(fresh()), by: by.parse().unwrap(), command: said.parse().unwrap() };
        let outcome = account.say(said).await.unwrap();
        assert!(matches!(outcome, OutcomeOf::Done(_)), "{name}, {line}: {outcome:?}");
    }
}

async fn accounts(house: &Floor, clock: &SimulatedClock) {
    let opened = [
        "staff cat: give-pin",
        "patron ada: set-pin",
        "staff cat: deposit 1000",
        "patron ada: limit deposit day 5000",
    ];
    account(house, "ada", &["staff cat: register ada real"]).await;
    account(house, "ada", &opened).await;
    let rest = [
        "patron ada: limit loss week 800",
        "patron ada: limit time month 6000min",
        "staff cat: award 50 a welcome",
        "staff cat: lapse 10 it is over",
        "staff cat: hold 100 a question",
        "staff cat: release 100 answered",
        "staff cat: adjust-up 5 proposal 1 counted twice",
        "staff cat: adjust-down 5 proposal 1 put back",
        "system: fail-pin on -",
        "system: start-session on -",
        "patron ada: check-every 30",
    ];
    account(house, "ada", &rest).await;
    clock.advance(30 * 60 * 1_000_000);
    account(house, "ada", &["system: remind", "patron ada: continue", "staff cat: spend cashable-first"])
        .await;
    account(
        house,
        "ben",
        &["staff cat: register ben real", "patron ben: set-pin", "patron ben: decline-limits"],
    )
    .await;
    account(
        house,
        "ada",
        &["staff cat: issue-voucher 000000000001 60 on -", "staff cat: issue-voucher 000000000002 40 on -"],
    )
    .await;
    let (voucher, from, into) = (VoucherId::new(1).unwrap(), patron("ada"), patron("ben"));
    let by = "staff cat".parse().unwrap();
    let seconded = Some("max".parse().unwrap());
    let redeemed =
        house.redeem(Redemption { key: key("redeem-1"), by, voucher, from, into, seconded }).await.unwrap();
    assert!(matches!(redeemed, OutcomeOf::Done(_)), "{redeemed:?}");
    account(house, "ben", &["staff cat: withdraw 20", "system: start-session on -"]).await;
    account(house, "cay", &["staff cat: register cay play", "patron cay: exclude for-good"]).await;
    account(house, "dee", &["staff cat: register dee real", "staff cat: close"]).await;
}

/// Ada and Ben bring credits, play until the shoe is opened, and Ben goes home.
async fn plays_for_credits(house: &Floor, table: &TableHandle, clock: &SimulatedClock) {
    for (seat, name, credits) in [(1, "ada", "300"), (2, "ben", "40")] {
        done(say(table, Actor::Patron(patron(name)), &format!("sit {name}@{seat}")).await);
        let account = house.patron(patron(name)).await.unwrap();
        let moved = account.to_table(table, money(credits), key(format!("{name}-brings"))).await.unwrap();
        assert!(matches!(moved, Transfer::Done(_)), "{moved:?}");
    }
    while table.now().opened.is_none() {
        // A large win that is held, or an empty purse, keeps its owner from wagering.
        wager(table, "ada@1 player 20").await;
        wager(table, "ben@2 banker 5").await;
        step(table, clock).await;
    }
    let _ = say(table, Actor::Patron(patron("ben")), "leave ben").await;
    account(house, "ben", &["system: end-session signed-out"]).await;
}

/// One wager a coup, if wagers are taken and the wager is.
async fn wager(table: &TableHandle, what: &str) {
    let moment = table.now();
    let Some(Phase::Betting(betting)) = moment.table.open.as_ref().map(|open| &open.phase) else { return };
    let name: &str = what.split('@').next().unwrap();
    let lies = betting.wagers.iter().any(|placed| placed.wager.patron == patron(name));
    if betting.opened.is_some() && !betting.closed && !lies {
        let _ = say(table, Actor::Patron(patron(name)), &format!("bet {what}")).await;
    }
}

/// The software deals a few coups, and stops in the middle of the last.
async fn demonstration_of(house: &Floor, id: &str, clock: &SimulatedClock) {
    let table = house.add_table(demonstration(&format!("demo-{id}"), id), Actor::System).await.unwrap();
    seat(&table, &["ada"]).await;
    let dealt = || match table.now().table.open.as_ref().map(|open| &open.phase) {
        Some(Phase::Dealing(dealing)) => dealing.dealt.len(),
        _ => 0,
    };
    while table.now().table.coups.ended() < 3 || dealt() < 2 {
        wager(&table, "ada@1 banker 20").await;
        assert_eq!(step(&table, clock).await.fault, None);
    }
}
