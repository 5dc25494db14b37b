//! Whole events under every document that has tournaments.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

use proptest::prelude::*;
use punto_rehearsal::{EventSize, NotHeld, Rehearsed, Unfit, check, play};
use punto_rulebook::Rulebook;
use punto_tournament::{Happening, Stage};
use punto_vocab::Money;

const DOCUMENTS: [&str; 3] = ["nsw-2021", "tas-2013", "tas-2018"];

fn setup(players: u32, tables: u32, rounds: u32, seed: u64) -> EventSize {
    EventSize { players, tables, rounds, seed }
}

fn played(book: &Rulebook, setup: EventSize) -> Rehearsed<'_> {
    play(book, setup, &|_| {}).unwrap_or_else(|why| panic!("{setup:?} under {}: {why}", book.id))
}

#[test]
fn events_of_all_sizes_are_played_to_the_last_prize_and_hold() {
    for id in DOCUMENTS {
        let book = Rulebook::embedded(id).unwrap();
        for seed in 0..4 {
            for (players, tables, rounds) in [(2, 1, 1), (7, 1, 1), (9, 3, 2), (30, 6, 3)] {
                let setup = setup(players, tables, rounds, seed);
                let event = played(&book, setup);
                let summary = check(&event).unwrap_or_else(|wrong| panic!("{setup:?} under {id}: {wrong}"));
                assert_eq!(event.house.own.stage, Stage::Over);
                assert_eq!(summary.pool, Money::from_minor(3_333 * i64::from(players)));
                assert_eq!(event.rounds.len() as u32, rounds);
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_event_and_another_gives_another() {
    let book = Rulebook::embedded("nsw-2021").unwrap();
    let digest = |seed| check(&played(&book, setup(12, 2, 2, seed))).unwrap().digest;
    assert_eq!(digest(5), digest(5));
    assert_ne!(digest(5), digest(6));
}

#[test]
fn an_event_that_cannot_be_is_refused_with_what_would_do() {
    let book = Rulebook::embedded("tas-2018").unwrap();
    let shape = |players, tables, rounds| setup(players, tables, rounds, 1).shape(&book);
    assert!(matches!(shape(500, 72, 4), Ok(shape) if shape.tables[0] == 72 && shape.tables[3] == 1));
    assert_eq!(shape(500, 71, 4), Err(Unfit::TooFewSeats { players: 500, tables: 71, seats: 7, needed: 72 }));
    assert!(matches!(shape(9, 5, 2), Err(Unfit::TooManyTables { most: 4, .. })));
    assert!(matches!(shape(500, 72, 2), Err(Unfit::TooFewRounds { needed: 4, .. })));
    assert!(matches!(shape(7, 1, 3), Err(Unfit::TooManyRounds { .. })));
    assert!(matches!(shape(1, 1, 1), Err(Unfit::OutOfBounds { what: "players", .. })));
    let book = Rulebook::embedded("nz-1998").unwrap();
    assert!(matches!(setup(7, 1, 1, 1).shape(&book), Err(Unfit::NoTournaments { .. })));
}

/// What was done to an event, and whether the check sees it.
#[test]
fn the_check_sees_what_was_changed_afterwards() {
    let book = Rulebook::embedded("nsw-2021").unwrap();
    let event = || played(&book, setup(9, 3, 2, 3));
    check(&event()).unwrap();

    let mut paid_twice = event();
    let last = paid_twice.house.said.last().unwrap().clone();
    paid_twice.house.said.push(last);
    assert!(matches!(check(&paid_twice), Err(NotHeld::Decided { .. })));

    let mut another_seat = event();
    let mut events = another_seat.house.said.iter_mut().flat_map(|said| &mut said.events);
    let seat = events.find_map(|event| match &mut event.what {
        Happening::Allotted { seat, .. } => Some(seat),
        _ => None,
    });
    *seat.unwrap() += 1;
    assert!(matches!(check(&another_seat), Err(NotHeld::Decided { .. })));

    let mut at_a_table = event();
    at_a_table.house.there.remove(40);
    assert!(matches!(check(&at_a_table), Err(NotHeld::DecidedThere { .. } | NotHeld::Books { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Chips come back, everybody ends in one place or a shared one, the pool is paid to the cent, everything is decided
    /// again as it was, and the same seed gives the same event.
    #[test]
    fn whatever_the_event_it_holds(
        (book, players, tables, rounds, seed) in (0..3_usize, 2..24_u32, 1..5_u32, 1..4_u32, any::<u64>())
    ) {
        let book = Rulebook::embedded(DOCUMENTS[book]).unwrap();
        let setup = setup(players, tables, rounds, seed);
        if setup.shape(&book).is_ok() {
            let first = check(&played(&book, setup)).unwrap_or_else(|wrong| panic!("{setup:?} under {}: {wrong}", book.id));
            prop_assert_eq!(first, check(&played(&book, setup)).unwrap());
        }
    }
}
