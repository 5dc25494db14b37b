//! The bulk simulator against itself on every processor and number of threads, and against the exact odds.

use punto_odds::sim::{Bulk, Class, Frequency, ShoePlan, SimGame, SimRun, SimTally, Vectors, Watch};
use punto_odds::{Composition, DrawTable, Endings, PointsEnding};
use punto_rulebook::{Burn, End, Outcome, Rulebook, Winner};
use punto_vocab::{BySide, Pair, Side};

fn book() -> Rulebook {
    Rulebook::embedded("nsw-2021").unwrap()
}

fn game() -> SimGame {
    let shoe = ShoePlan::new(8, Burn::Counted, 20, End::OneMoreCoup, End::ThisCoupIsLast).unwrap();
    SimGame::new(&book().drawing, shoe)
}

fn run(game: &SimGame, coups: u64, seed: u64) -> SimTally {
    Bulk::new(game).run(&SimRun { seed, coups, threads: 2 }, &Watch::default())
}

#[test]
fn every_processor_gives_the_same_counts() {
    let table = DrawTable::from(&book().drawing);
    let shoes = [
        ShoePlan::new(8, Burn::Counted, 20, End::OneMoreCoup, End::ThisCoupIsLast),
        ShoePlan::new(8, Burn::None, 7, End::ThisCoupIsLast, End::ThisCoupIsLast),
        ShoePlan::new(6, Burn::One, 104, End::OneMoreCoup, End::ThisCoupIsLast),
        ShoePlan::new(4, Burn::OneShown, 14, End::OneMoreCoup, End::OneMoreCoup),
        ShoePlan::new(1, Burn::Counted, 12, End::ThisCoupIsLast, End::ThisCoupIsLast),
        ShoePlan::new(1, Burn::Counted, 52, End::OneMoreCoup, End::ThisCoupIsLast),
        ShoePlan::always_full(3),
    ];
    for (seed, shoe) in shoes.into_iter().enumerate() {
        for early in [60, 7, 0] {
            let game = SimGame::new(table, shoe.unwrap()).with_early(early);
            let run = SimRun { seed: seed as u64, coups: 400_000, threads: 1 };
            let tally = |vectors| Bulk::new(&game).with(vectors).run(&run, &Watch::default());
            let plain = tally(Vectors::PORTABLE);
            assert_eq!(plain.early.coups(), plain.shoes * u64::from(game.early()));
            for vectors in Vectors::all() {
                assert_eq!(tally(vectors), plain, "{vectors}, {shoe:?}");
            }
        }
    }
}

#[test]
fn threads_do_not_change_the_counts() {
    let tally = |threads| {
        let run = SimRun { seed: 5, coups: 3_000_000, threads };
        Bulk::new(&game()).run(&run, &Watch::default())
    };
    let one = tally(1);
    assert!(one.coups() >= 3_000_000 && !one.stopped);
    for threads in [2, 3, 7] {
        assert_eq!(tally(threads), one);
    }
    assert_ne!(run(&game(), 3_000_000, 6), one);
}

#[test]
fn a_simulation_can_be_watched_and_stopped() {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    let (stop, seen) = (AtomicBool::new(false), AtomicU64::new(0));
    let progress = |coups: u64| {
        seen.fetch_max(coups, Ordering::Relaxed);
        stop.store(coups > 2_000_000, Ordering::Relaxed);
    };
    let watch = Watch { stop: Some(&stop), progress: Some(&progress) };
    let run = SimRun { seed: 1, coups: u64::MAX, threads: 2 };
    let tally = Bulk::new(&game()).run(&run, &watch);
    assert!(tally.stopped && tally.coups() > 2_000_000);
    assert_eq!(seen.load(Ordering::Relaxed), tally.coups());
}

#[test]
fn no_coups_are_no_coups() {
    let none = run(&game(), 0, 1);
    assert_eq!((none.coups(), none.shoes, none.stopped), (0, 0, false));
}

/// The exact probability of an ending of the full shoe.
fn exact(endings: &Endings, asked_for: impl Fn(&PointsEnding) -> bool) -> f64 {
    endings.of_all(asked_for) as f64 / endings.total() as f64
}

/// How far every class that the points make is from the exact figure.
fn z_of_points(tally: &SimTally, endings: &Endings) -> Vec<(String, f64)> {
    let mut all = Vec::new();
    for winner in Winner::ALL {
        for point in 0..10u8 {
            for (player, banker) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
                let is = |outcome: &Outcome| {
                    outcome.winner == *winner
                        && outcome.winning_point().value() == point
                        && outcome.cards == BySide { player, banker }
                };
                let probability = exact(endings, |ending| {
                    let points = ending.points;
                    Outcome::winner(points) == *winner
                        && points.player.max(points.banker).value() == point
                        && ending.drew.map(|drew| 2 + u8::from(drew)) == BySide { player, banker }
                });
                all.push((
                    format!("{winner} {point} {player}+{banker}"),
                    tally.early.share(is).z(probability),
                ));
            }
        }
        let probability = endings.winner(*winner) as f64 / endings.total() as f64;
        all.push((winner.to_string(), tally.early.winner(*winner).z(probability)));
    }
    for cards in 4..=6 {
        let probability = endings.cards(cards) as f64 / endings.total() as f64;
        all.push((format!("{cards} cards"), tally.early.cards(cards).z(probability)));
    }
    all
}

#[test]
fn the_first_coups_of_shoes_agree_with_the_exact_odds() {
    let game = game();
    let tally = run(&game, 13_500_000, 2026);
    assert!(tally.early.coups() >= 10_000_000);
    let endings = Endings::count(game.table(), &Composition::decks(8).unwrap()).unwrap();
    // The published counts, as a check of the check.
    let total = 4_998_398_275_503_360;
    for (winner, count) in [
        (Winner::Player, 2_230_518_282_592_256),
        (Winner::Banker, 2_292_252_566_437_888),
        (Winner::Tie, 475_627_426_473_216),
    ] {
        assert_eq!((endings.winner(winner), endings.total()), (count, total));
    }
    for (what, z) in z_of_points(&tally, &endings) {
        assert!(z.abs() < 4.5, "{what}: {z}");
    }
}

#[test]
fn pairs_agree_with_closed_forms() {
    let tally = run(&game(), 13_500_000, 2027);
    let early = &tally.early;
    let check = |what: &str, share: Frequency, probability: f64| {
        assert!(share.z(probability).abs() < 4.5, "{what}: {}", share.z(probability));
    };
    // Of 415 cards left 31 have the rank of the first: 7 of its suit, 8 of its colour besides, 16 of the other.
    for side in Side::ALL {
        check("pair", early.share(|o| o.pairs[side].is_some()), 31.0 / 415.0);
        for (pair, ways) in [(Pair::Perfect, 7.0), (Pair::Coloured, 8.0), (Pair::Mixed, 16.0)] {
            check("grade", early.share(|o| o.pairs[side] == Some(pair)), ways / 415.0);
        }
    }
    // Two pairs in one rank take four of its 32 cards; in two ranks two of each.
    let orders = 416.0 * 415.0 * 414.0 * 413.0;
    let same_rank = 13.0 * 32.0 * 31.0 * 30.0 * 29.0 / orders;
    let same_pips = same_rank + 4.0 * 3.0 * (32.0 * 31.0f64).powi(2) / orders;
    let both = same_rank + 13.0 * 12.0 * (32.0 * 31.0f64).powi(2) / orders;
    let is_both = |o: &Outcome| o.pairs.player.is_some() && o.pairs.banker.is_some();
    check("both", early.share(is_both), both);
    check("same rank", early.share(|o| o.same_rank), same_rank);
    check("same pips", early.share(|o| o.same_pips), same_pips);
    // Both perfect in one rank: four of a suit, or two of each of two suits.
    let perfect = |o: &Outcome| o.same_rank && o.pairs == BySide::new(|_| Some(Pair::Perfect));
    let ways = 13.0 * (4.0 * 8.0 * 7.0 * 6.0 * 5.0 + 4.0 * 3.0 * (8.0 * 7.0f64).powi(2)) / orders;
    check("both perfect in one rank", early.share(perfect), ways);
    // Pairs know nothing of suits in other ranks: unlike pairs are graded independently.
    let unlike = |o: &Outcome| is_both(o) && !o.same_rank && o.pairs.player == Some(Pair::Perfect);
    check("perfect beside another", early.share(unlike), (both - same_rank) * 7.0 / 31.0);
}

#[test]
fn a_deck_of_one_suit_each_has_no_perfect_pair() {
    let shoe = ShoePlan::new(1, Burn::None, 12, End::OneMoreCoup, End::ThisCoupIsLast).unwrap();
    let tally = run(&SimGame::new(&book().drawing, shoe), 1_000_000, 3);
    let whole = tally.whole();
    for (class, _) in whole.iter() {
        let outcome = class.outcome().unwrap();
        assert!(outcome.pairs.player != Some(Pair::Perfect) && outcome.pairs.banker != Some(Pair::Perfect));
    }
    // Three cards of the rank are left of 51: one of the same colour.
    let coloured = tally.early.share(|o| o.pairs.player == Some(Pair::Coloured));
    assert!(coloured.z(1.0 / 51.0).abs() < 4.5);
}

#[test]
fn every_coup_is_of_a_class_that_exists() {
    let tally = run(&game(), 500_000, 9);
    assert!(tally.whole().iter().all(|(class, _)| class.outcome().is_some()));
    assert!(Class::all().len() == Class::PLACES);
}

/// The drawing table with one answer turned over: Player's on a point, or Banker's in a cell.
fn with_one_wrong(table: &DrawTable, cell: usize) -> DrawTable {
    DrawTable::new(
        |player| table.player_draws(player) ^ (cell == usize::from(player.value())),
        |banker, third| {
            let column = third.map_or(10, |third| usize::from(third.value()));
            table.banker_draws(banker, third) ^ (cell == 8 + 11 * usize::from(banker.value()) + column)
        },
    )
}

#[test]
fn any_one_wrong_cell_of_the_drawing_table_is_found() {
    let game = game();
    let endings = Endings::count(game.table(), &Composition::decks(8).unwrap()).unwrap();
    for cell in 0..8 + 8 * 11 {
        let wrong = SimGame::new(with_one_wrong(game.table(), cell), *game.shoe());
        let tally = run(&wrong, 13_500_000 / 4, cell as u64);
        let worst = z_of_points(&tally, &endings).into_iter().map(|(_, z)| z.abs()).fold(0.0, f64::max);
        assert!(worst > 4.5, "cell {cell}: {worst}");
    }
}
