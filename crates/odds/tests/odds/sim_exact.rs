//! Both simulators against the exact odds, over the first 60 coups of each shoe of eight decks.

use punto_odds::sim::{Bulk, ClassCounts, Engine, ShoePlan, SimGame, SimRun, Watch};
use punto_odds::{Analysis, Composition, DrawTable, Paytable};
use punto_rulebook::{Burn, Draft, End, On, Rulebook, Terms};
use punto_vocab::Point;

const COUPS: u64 = 10_000_000;
/// The farthest that a right simulator may stray, in standard errors.
const MOST: f64 = 4.5;

fn book() -> Rulebook {
    Rulebook::embedded("nsw-2021").unwrap()
}

fn shoe() -> ShoePlan {
    ShoePlan::new(8, Burn::Counted, 20, End::OneMoreCoup, End::ThisCoupIsLast).unwrap()
}

/// A condition or a number of cards, and how likely it is.
enum Expected {
    /// A row of a bet.
    Row(String, On, f64),
    /// None of a bet's rows.
    Loss(String, Vec<On>, f64),
    /// The number of cards.
    Cards(u8, f64),
}

/// Every outcome class of every bet in every variant of the book, and the numbers of cards.
fn expected(book: &Rulebook) -> Vec<Expected> {
    let shoe = Composition::decks(8).unwrap();
    let mut all = Vec::new();
    for variant in &book.variants {
        let analysis = Analysis::of_book(book, &variant.id).unwrap();
        let paytables = book.bets.iter().map(|bet| Paytable::of_bet(bet, &variant.id));
        for (paytable, odds) in paytables.zip(analysis.odds(&shoe).unwrap()) {
            assert_eq!((paytable.bet, paytable.rows.len() + 1), (odds.bet, odds.outcomes.len()));
            let name = |row: usize| format!("{} {} outcome {row}", variant.id, paytable.bet);
            let probability = |row: usize| odds.outcomes[row].probability.to_f64();
            for (place, row) in paytable.rows.iter().enumerate() {
                all.push(Expected::Row(name(place), row.on, probability(place)));
            }
            let (rows, last) = (paytable.rows.iter().map(|row| row.on).collect(), paytable.rows.len());
            all.push(Expected::Loss(name(last), rows, probability(last)));
        }
    }
    let endings = Analysis::of_book(book, &book.variants[0].id).unwrap().endings(&shoe).unwrap();
    for cards in 4..=6 {
        all.push(Expected::Cards(cards, endings.share(endings.cards(cards)).to_f64()));
    }
    all
}

/// How far each figure strays, in standard errors.
fn strays<'a>(expected: &'a [Expected], counts: &'a ClassCounts) -> impl Iterator<Item = (String, f64)> + 'a {
    expected.iter().map(|expected| match expected {
        Expected::Row(name, on, probability) => (name.clone(), counts.met(on).z(*probability)),
        Expected::Loss(name, rows, probability) => {
            let lost = counts.share(|outcome| !rows.iter().any(|on| on.matches(outcome)));
            (name.clone(), lost.z(*probability))
        }
        Expected::Cards(cards, probability) => {
            (format!("{cards} cards"), counts.cards(*cards).z(*probability))
        }
    })
}

fn farthest(expected: &[Expected], counts: &ClassCounts) -> (String, f64) {
    strays(expected, counts).max_by(|one, other| one.1.abs().total_cmp(&other.1.abs())).unwrap()
}

/// So many coups that the first 60 of each shoe make up `COUPS`.
fn run(seed: u64) -> SimRun {
    SimRun { seed, coups: COUPS / 60 * 86, threads: 0 }
}

#[test]
fn bulk_agrees_with_the_exact_odds() {
    let book = book();
    let tally = Bulk::new(&SimGame::new(&book.drawing, shoe())).run(&run(2026), &Watch::default());
    assert!(tally.early.coups() >= COUPS, "{}", tally.early.coups());
    let (name, z) = farthest(&expected(&book), &tally.early);
    assert!(z.abs() < MOST, "{name}: {z}");
}

#[test]
fn the_engine_agrees_with_the_exact_odds() {
    let book = book();
    let terms = Terms::under(&book, Draft::usual(&book)).unwrap();
    let engine = Engine::new(&SimGame::new(&book.drawing, shoe()), &terms);
    let played = engine.run(&run(2026), &Watch::default());
    assert!(played.tally.early.coups() >= COUPS);
    let (name, z) = farthest(&expected(&book), &played.tally.early);
    assert!(z.abs() < MOST, "{name}: {z}");
}

/// The drawing table with one answer turned round, for every answer there is: 8 of Player's, 88 of Banker's.
fn wrong_tables(right: DrawTable) -> impl Iterator<Item = (String, DrawTable)> {
    let points = || Point::all().filter(|point| !point.is_natural());
    let players = points().map(move |wrong| {
        let table = DrawTable::new(
            |player| right.player_draws(player) != (player == wrong),
            |banker, third| right.banker_draws(banker, third),
        );
        (format!("Player on {}", wrong.value()), table)
    });
    let thirds = || Point::all().map(Some).chain([None]);
    let cells = points().flat_map(move |banker| thirds().map(move |third| (banker, third)));
    players.chain(cells.map(move |wrong| {
        let table = DrawTable::new(
            |player| right.player_draws(player),
            |banker, third| right.banker_draws(banker, third) != ((banker, third) == wrong),
        );
        (format!("Banker on {} after {:?}", wrong.0.value(), wrong.1.map(Point::value)), table)
    }))
}

#[test]
fn any_wrong_cell_is_found() {
    let book = book();
    let (right, expected) = (DrawTable::from(&book.drawing), expected(&book));
    let mut cells = 0;
    for (cell, wrong) in wrong_tables(right) {
        assert_ne!(wrong, right, "{cell}");
        let tally = Bulk::new(&SimGame::new(wrong, shoe())).run(&run(2026), &Watch::default());
        let (name, z) = farthest(&expected, &tally.early);
        assert!(z.abs() > MOST, "{cell} goes unseen: {name} strays most, by {z}");
        cells += 1;
    }
    assert_eq!(cells, 8 + 88);
}
