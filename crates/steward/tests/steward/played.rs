//! The tournament of a demonstration, from its conditions to its prizes, also when the power fails in between.

use punto_journal::SqliteReader;
use punto_steward::{TournamentHandle, exhibit};
use punto_tournament::{Phase, Stage};
use punto_vocab::{Money, Time};

use crate::house::House;

fn cup(house: &House) -> Option<TournamentHandle> {
    numbered(house, 1)
}

fn numbered(house: &House, number: u32) -> Option<TournamentHandle> {
    house.hall.tournament(&format!("house-cup-{number}").parse().unwrap())
}

fn stage(house: &House) -> Option<Stage> {
    cup(house).map(|one| one.now().contest.own.stage)
}

/// How many coups have been settled over all tables in this session, if one is played.
fn coups(house: &House) -> u32 {
    let one = cup(house).map(|one| one.now());
    one.map_or(0, |now| now.contest.own.venues.values().map(|venue| venue.coups).sum())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_runs_by_itself_from_its_conditions_to_its_prizes() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), true, Time(1_700_000_000_000_000)).await;
    let shown = tokio::spawn(exhibit(house.hall.clone(), house.floor.clone()));
    house
        .until("prizes are paid", || {
            let one = cup(&house).map(|one| one.now());
            one.is_some_and(|now| now.contest.own.entrants.values().filter(|one| one.paid).count() >= 2)
        })
        .await;
    shown.abort();
    let now = cup(&house).unwrap().now();
    let own = &now.contest.own;
    let prizes: Money = own.entrants.values().filter_map(|one| one.prize).sum();
    assert_eq!(prizes, own.pool(), "the pool is paid out to the cent");
    assert_eq!(now.contest.drawings.len(), 2, "seats were drawn for both rounds");
    assert_eq!(now.fault, None);
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}

/// The one before still hears its tables, and once held up their dealers for good whenever it was the last to hear them.
#[tokio::test(flavor = "multi_thread")]
async fn the_next_tournament_plays_at_the_tables_of_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), true, Time(1_700_000_000_000_000)).await;
    let shown = tokio::spawn(exhibit(house.hall.clone(), house.floor.clone()));
    house
        .until("prizes of the second are paid", || {
            let one = numbered(&house, 2).map(|one| one.now());
            one.is_some_and(|now| now.contest.own.entrants.values().filter(|one| one.paid).count() >= 2)
        })
        .await;
    shown.abort();
    for number in [1, 2] {
        assert_eq!(numbered(&house, number).unwrap().now().fault, None, "{number}");
    }
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_goes_on_after_the_power_failed_with_nothing_lost_or_doubled() {
    let folder = tempfile::tempdir().unwrap();
    let mut at = Time(1_700_000_000_000_000);
    // Each time a little further into the first session, and once into the final.
    for wanted in [1, 3, 6, 9] {
        let house = House::open(folder.path(), true, at).await;
        let shown = tokio::spawn(exhibit(house.hall.clone(), house.floor.clone()));
        house
            .until("more coups are played", || {
                let round = cup(&house).map_or(0, |one| one.now().contest.own.round);
                coups(&house) + round.saturating_sub(1) * 12 >= wanted
            })
            .await;
        house.verified();
        shown.abort();
        at = house.floor.clock().now();
        // Nobody stops anything: tasks end wherever they are.
        drop(house);
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let house = House::open(folder.path(), true, at).await;
    let shown = tokio::spawn(exhibit(house.hall.clone(), house.floor.clone()));
    house.until("it is over", || stage(&house) == Some(Stage::Over)).await;
    shown.abort();
    let now = cup(&house).unwrap().now();
    assert!(
        now.contest
            .own
            .venues
            .values()
            .all(|venue| venue.phase == Phase::Declared || venue.phase == Phase::Idle)
    );
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
    drop(house);
    let reader = SqliteReader::open(folder.path()).unwrap();
    let records = reader.read(&"tournament/house-cup-1".parse().unwrap(), 0, 100_000).unwrap();
    let mut heard: Vec<&str> = records
        .iter()
        .filter_map(|record| record.entry.key.as_deref())
        .filter(|key| key.starts_with("heard/"))
        .collect();
    let count = heard.len();
    heard.sort_unstable();
    heard.dedup();
    assert_eq!(heard.len(), count, "what a table did is recorded once");
}
