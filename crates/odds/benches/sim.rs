//! The simulators against a straightforward one, in one run: `cargo bench -p punto-odds --bench sim`.
//!
//! Every round times all of them in turn, so that a busy machine slows all alike; printed are medians over the
//! rounds and the medians of the ratios within a round. One thread is timed by the processor time it had, where
//! the system tells (Linux), two by the clock: on a busy machine two threads gain nothing, so the load is printed.

// This prints what it measures, and a book or terms that do not load end it.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

use punto_odds::sim::{Bulk, Engine, SimGame, SimRun, Vectors, Watch};
use punto_rulebook::{Draft, Outcome, Rulebook, Terms};
use punto_vocab::{BySide, Card, Hand, Point};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{SeedableRng, rng};

const ROUNDS: usize = 7;
const COUPS: u64 = 4_000_000;

/// The reference: what anybody would write first, with hands in vectors; it counts only winners, unless it is asked
/// to find out what the simulators do: the whole outcome with its pairs.
struct Plain {
    rng: StdRng,
    shoe: Vec<Card>,
    behind: usize,
}

impl Plain {
    fn new(game: &SimGame) -> Plain {
        let decks = usize::from(game.shoe().decks());
        let shoe = Card::all().cycle().take(52 * decks).collect();
        Plain { rng: StdRng::from_rng(&mut rng()), shoe, behind: 14 }
    }

    /// Deals shoes until there are enough coups; counts wins of Player, of Banker, and ties.
    fn run(&mut self, game: &SimGame, coups: u64, outcomes: bool) -> (HashMap<Outcome, u64>, [u64; 3], u64) {
        let (mut counts, mut wins, mut dealt) = (HashMap::new(), [0; 3], 0);
        while dealt < coups {
            self.shoe.shuffle(&mut self.rng);
            let mut cards = self.shoe.iter().copied();
            let burned = usize::from(self.shoe[0].rank().pips());
            cards.by_ref().take(1 + burned).for_each(drop);
            let mut last = false;
            while !last {
                last = cards.len() <= self.behind;
                let (player, banker) = coup(game, &mut cards);
                let points = (point(&player), point(&banker));
                wins[usize::from(points.0 <= points.1) + usize::from(points.0 == points.1)] += 1;
                if outcomes {
                    let hands = BySide { player, banker }.map(hand);
                    *counts.entry(Outcome::of(&hands).unwrap()).or_insert(0) += 1;
                }
                dealt += 1;
            }
        }
        (counts, wins, dealt)
    }
}

fn point(hand: &[Card]) -> Point {
    Point::of_total(hand.iter().map(|card| u32::from(card.point().value())).sum())
}

fn coup(game: &SimGame, cards: &mut impl Iterator<Item = Card>) -> (Vec<Card>, Vec<Card>) {
    let (mut player, mut banker) = (Vec::new(), Vec::new());
    for _ in 0..2 {
        player.extend(cards.next());
        banker.extend(cards.next());
    }
    if !point(&player).is_natural() && !point(&banker).is_natural() {
        let mut third = None;
        if game.table().player_draws(point(&player)) {
            third = cards.next();
            player.extend(third);
        }
        if game.table().banker_draws(point(&banker), third.map(Card::point)) {
            banker.extend(cards.next());
        }
    }
    (player, banker)
}

fn hand(cards: Vec<Card>) -> Hand {
    let mut hand = Hand::default();
    assert!(cards.into_iter().all(|card| hand.push(card)));
    hand
}

struct Measured {
    name: String,
    /// Coups a second, round by round.
    speeds: Vec<f64>,
}

impl Measured {
    fn time(&mut self, threads: usize, run: impl FnOnce() -> u64) {
        let (start, cpu) = (Instant::now(), cpu_seconds());
        let coups = run();
        let clock = start.elapsed().as_secs_f64();
        let cpu = cpu.zip(cpu_seconds()).map(|(start, end)| end - start);
        let seconds = cpu.filter(|_| threads == 1).unwrap_or(clock);
        self.speeds.push(coups as f64 / seconds);
    }

    fn ratio(&self, other: &Measured) -> f64 {
        median(self.speeds.iter().zip(&other.speeds).map(|(own, other)| own / other).collect())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The processor time this thread has had.
fn cpu_seconds() -> Option<f64> {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(line.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

fn load() -> String {
    std::fs::read_to_string("/proc/loadavg").map_or("unknown".to_owned(), |load| load[..14].to_owned())
}

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    let (rounds, coups) =
        if std::env::args().any(|arg| arg == "--bench") { (ROUNDS, COUPS) } else { (1, 10_000) };
    let book = Rulebook::embedded("nsw-2021").unwrap();
    let terms = Terms::under(&book, Draft::usual(&book)).unwrap();
    let game = SimGame::of_terms(&book, &terms).unwrap();
    let engine = Engine::new(&game, &terms);
    let bulk = |vectors| Bulk::new(&game).with(vectors);
    let named = |name: String| Measured { name, speeds: Vec::new() };
    let run = |threads, coups| SimRun { seed: 1, coups, threads };
    println!("load before: {}; {} bets on offer", load(), terms.offers.len());

    let mut reference = named("reference: Vec hands, StdRng, shuffle".to_owned());
    let mut outcomes = named("the same, whole outcomes in a HashMap".to_owned());
    let mut engines = [1, 2].map(|threads| named(format!("engine, {threads} thread(s)")));
    let mut bulks: Vec<(Vectors, usize, Measured)> = Vectors::all()
        .map(|vectors| (vectors, 1))
        .chain([(Vectors::best(), 2)])
        .map(|(vectors, threads)| (vectors, threads, named(format!("bulk, {vectors}, {threads} thread(s)"))))
        .collect();
    let mut plain = Plain::new(&game);
    for _ in 0..rounds {
        reference.time(1, || black_box(plain.run(&game, coups, false)).2);
        outcomes.time(1, || black_box(plain.run(&game, coups, true)).2);
        for (threads, measured) in [1, 2].into_iter().zip(&mut engines) {
            let coups = coups * 4 * threads as u64;
            measured.time(threads, || engine.run(&run(threads, coups), &Watch::default()).tally.coups());
        }
        for (vectors, threads, measured) in &mut bulks {
            let coups = coups * 16 * *threads as u64;
            measured.time(*threads, || bulk(*vectors).run(&run(*threads, coups), &Watch::default()).coups());
        }
    }
    for measured in
        [&reference, &outcomes].into_iter().chain(&engines).chain(bulks.iter().map(|bulk| &bulk.2))
    {
        let speed = median(measured.speeds.clone()) / 1e6;
        println!("{:<40} {speed:>8.1} million/s {:>7.2} x", measured.name, measured.ratio(&reference));
    }
    if let [.., (_, _, one), (_, _, two)] = bulks.as_slice() {
        println!(
            "two threads against one: bulk {:.2} x, engine {:.2} x",
            two.ratio(one),
            engines[1].ratio(&engines[0])
        );
    }
    println!("load after: {}", load());
}
