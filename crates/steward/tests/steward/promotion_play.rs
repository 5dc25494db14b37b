//! Entries by play: each coup of a table with the wager of the conditions, once, whatever fails in between.

use punto_floor::{CommandKey, FloorError, Outcome, Said, TableHandle, TablePlan};
use punto_journal::SqliteReader;
use punto_steward::PromotionHandle;
use punto_table::{Actor, Command, Phase, With};
use punto_vocab::{Dealer, PersonId};

use crate::house::House;
use crate::promotion::{BEGIN, OPERATOR, done, patron, say, written};

fn plan() -> TablePlan {
    TablePlan {
        name: "t".parse().unwrap(),
        title: "T".into(),
        rulebook: "nsw-2021".into(),
        opening: "usual, limits 5..5000, demonstration yes".parse().unwrap(),
        dealer: Dealer::Automatic,
        currency: "AUD".into(),
        bet_seconds: None,
    }
}

fn fresh() -> CommandKey {
    static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    format!("play-{}", COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed)).parse().unwrap()
}

async fn at_table(table: &TableHandle, by: Actor, command: Command) -> Result<Outcome, FloorError> {
    table.say(Said { key: fresh(), by, command, of: None }).await
}

async fn seat(table: &TableHandle, place: u8, name: &str) {
    let who: PersonId = name.parse().unwrap();
    let sat = at_table(table, patron(name), format!("sit {name}@{place}").parse().unwrap()).await.unwrap();
    assert!(matches!(sat, Outcome::Done(_)), "{sat:?}");
    let command =
        Command::BuyIn { patron: who, amount: "1000".parse().unwrap(), with: With::Balance, voucher: None };
    let bought = at_table(table, Actor::System, command).await.unwrap();
    assert!(matches!(bought, Outcome::Done(_)), "{bought:?}");
}

/// Has ada lay 50 and ben 10 in each coup until so many have ended.
async fn played(house: &House, table: &TableHandle, coups: usize) {
    loop {
        let moment = table.now();
        if moment.table.coups.ended() >= coups {
            return;
        }
        if let Some(Phase::Betting(betting)) = moment.table.open.as_ref().map(|open| &open.phase)
            && betting.opened.is_some()
            && !betting.closed
            && betting.wagers.is_empty()
        {
            for line in ["bet ada@1 player 50", "bet ben@2 banker 10"] {
                let by = patron(line.split([' ', '@']).nth(1).unwrap());
                // The coup may have closed in between.
                let _ = at_table(table, by, line.parse().unwrap()).await;
            }
        }
        house.clock.advance(200_000);
        tokio::time::sleep(std::time::Duration::from_micros(200)).await;
    }
}

fn entries(one: &PromotionHandle) -> (u32, u32) {
    let own = one.now().campaign.own.clone();
    (own.entries_of("ada".parse().unwrap()), own.entries_of("ben".parse().unwrap()))
}

#[tokio::test(flavor = "multi_thread")]
async fn each_coup_with_the_wager_is_an_entry_once_also_when_the_power_fails() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), true, BEGIN).await;
    let table = house.floor.add_table(plan(), Actor::System).await.unwrap();
    seat(&table, 1, "ada").await;
    seat(&table, 2, "ben").await;
    played(&house, &table, 1).await;
    // What ended at the very moment of publication would count.
    house.clock.advance(1);
    let published = house.floor.clock().now().0;
    let one = written(&house, true, ", play yes").await;
    let with_wager = crate::promotion::conditions(", play yes").replace("wager none", "wager 50");
    done(&one, OPERATOR, &format!("conditions {with_wager}")).await;
    done(&one, OPERATOR, "publish").await;
    // A coup before the conditions were published counts for nothing.
    assert_eq!(entries(&one), (0, 0));
    let by_hand = say(&one, OPERATOR, "enter ben wager 50 by card").await;
    assert_eq!(by_hand.unwrap_err(), "entered-by-play (16.7.4)");
    let of_ada = move |house: &House| {
        let coups = house.floor.tables()[0].recall(100);
        let laid = |coup: &std::sync::Arc<punto_report::CoupRecall>| {
            coup.ended >= published && punto_contest::stakes(coup).contains_key(&"ada".parse().unwrap())
        };
        u32::try_from(coups.iter().filter(|coup| laid(coup)).count()).unwrap()
    };
    played(&house, &table, 4).await;
    house.until("three coups are heard", || entries(&one).0 == of_ada(&house)).await;
    let at = house.floor.clock().now();
    drop((house, table, one));
    let house = House::open(folder.path(), true, at).await;
    let one = house.hall.promotion(&"spring".parse().unwrap()).unwrap();
    let table = house.floor.tables().remove(0);
    played(&house, &table, 7).await;
    house.until("all coups are heard", || entries(&one).0 == of_ada(&house)).await;
    assert!(entries(&one).0 > 0);
    assert_eq!(entries(&one).1, 0, "a wager below that of the conditions is none");
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
    drop((house, table, one));
    let reader = SqliteReader::open(folder.path()).unwrap();
    let records = reader.read(&"promotion/spring".parse().unwrap(), 0, 1_000).unwrap();
    let keys: Vec<_> = records.iter().filter_map(|record| record.entry.key.clone()).collect();
    let mut once: Vec<_> = keys.iter().filter(|key| key.starts_with("played/t/")).collect();
    let count = once.len();
    once.dedup();
    assert_eq!(once.len(), count);
}
