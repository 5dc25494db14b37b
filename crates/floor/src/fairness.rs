//! What chance alone decides: the same entropy deals the same cards, whoever wagers what.

#![cfg(test)]
#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

use std::sync::Arc;
use std::time::Duration;

use punto_host::SimulatedClock;
use punto_journal::SqliteJournal;
use punto_shoe::{EntropySource, Generator, SealingKey, SourceError};
use punto_table::{Actor, Phase, Time};

use crate::floor::{Floor, Setup};
use crate::own_shoe::House;
use crate::plan::{Dealer, TablePlan};
use crate::said::Said;

/// Bytes that look like chance and are the same each time.
struct Tape(u64);

impl EntropySource for Tape {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), SourceError> {
        for byte in bytes {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = self.0;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            *byte = (mixed >> 56) as u8;
        }
        Ok(())
    }
}

/// How many coups are compared.
const COUPS: usize = 12;

/// The cards of the first coups of a shoe, at a table where these wagers are made in each.
async fn dealt(tape: u64, wagers: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(Time(0));
    let journal = Arc::new(SqliteJournal::open(folder.path()).unwrap());
    let setup = Setup::new(journal, Arc::new(clock.clone()), "house", "node-a", SealingKey::new([7; 32]));
    let start = |key, site: &str, node: &str| Ok(House::with(Generator::start(Tape(tape))?, key, site, node));
    let floor = Floor::start_with(setup, start).await.unwrap();
    let plan = TablePlan {
        name: "fair".parse().unwrap(),
        title: "Fair".into(),
        rulebook: "rws-2016".into(),
        opening: "usual, limits 5..5000, demonstration yes".parse().unwrap(),
        dealer: Dealer::Automatic,
        currency: "credits".into(),
        bet_seconds: None,
    };
    let table = floor.add_table(plan, Actor::System).await.unwrap();
    let mut said = 0;
    let mut say = async |by: Actor, line: &str| {
        said += 1;
        let (key, command) = (format!("fair-{said:05}").parse().unwrap(), line.parse().unwrap());
        assert!(table.say(Said { key, by, command, of: None }).await.unwrap().done().is_some(), "{line}");
    };
    for line in ["sit ada@1", "sit ben@2", "buy-in ada 100000 balance", "buy-in ben 100000 balance"] {
        say(Actor::System, line).await;
    }
    let mut wagered = usize::MAX;
    let play = async {
        while table.now().table.coups.ended() < COUPS {
            clock.advance(100_000);
            tokio::time::sleep(Duration::from_millis(2)).await;
            let moment = table.now();
            let open = moment.table.open.as_ref().map(|open| &open.phase);
            let takes =
                matches!(open, Some(Phase::Betting(betting)) if betting.opened.is_some() && !betting.closed);
            let coup = moment.table.coups.ended();
            if takes && wagered != coup {
                wagered = coup;
                for line in wagers {
                    let who = line.split([' ', '@']).nth(1).unwrap();
                    say(Actor::Patron(who.parse().unwrap()), line).await;
                }
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(120), play).await.expect("coups are dealt");
    let mut coups = table.recall(COUPS);
    coups.reverse();
    coups.iter().flat_map(|coup| coup.cards.iter().map(|card| card.card.to_string())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cards_of_a_shoe_are_the_same_whoever_wagers_what() {
    let first = dealt(1, &["bet ada@1 player 5"]).await;
    assert!(first.len() >= 4 * COUPS);
    for wagers in [
        &["bet ada@1 banker 5000"][..],
        &["bet ben@2 tie 500"],
        &["bet ada@1 player 5000", "bet ben@2 banker 5000"],
    ] {
        assert_eq!(dealt(1, wagers).await, first, "{wagers:?}");
    }
    assert_ne!(dealt(2, &["bet ada@1 player 5"]).await, first, "other chance deals other cards");
}
