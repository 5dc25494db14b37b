//! What a coup costs, decided card by card and settled with ten wagers, against shuffling with `rand`: the coup's six
//! cards, and the whole shoe of eight decks.
//!
//! Ratios are what carries over from one machine to another, so all sides run in turn, round by round, and the
//! medians are compared. `cargo test --benches` only runs each once.

use std::hint::black_box;
use std::time::Instant;

use punto_coup::{BoxId, Coup, Stake, Totals, Wager, settle_all};
use punto_rulebook::{Draft, Offer, Rulebook, Terms};
use punto_vocab::{Card, Money};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

const COUPS: usize = 2_000;

fn main() {
    // Cargo passes `--bench` only when it is asked to measure.
    let measures = std::env::args().any(|argument| argument == "--bench");
    let rounds = if measures { 101 } else { 1 };
    let mut rng = StdRng::seed_from_u64(2026);
    let mut shoe: Vec<Card> = (0..8).flat_map(|_| Card::all()).collect();
    println!(
        "{:<10} {:>11} {:>12} {:>11} {:>12} {:>12}",
        "rulebook", "six cards", "shoe", "coup", "/ six cards", "/ shoe"
    );
    for id in Rulebook::embedded_ids() {
        let game = Game::under(id);
        let mut six = game.dealt[0];
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..rounds {
            times[0].push(nanoseconds(COUPS, |_| black_box(&mut six).shuffle(&mut rng)));
            times[1].push(nanoseconds(COUPS / 100, |_| black_box(&mut shoe).shuffle(&mut rng)));
            times[2].push(nanoseconds(COUPS, |n| {
                black_box(game.play(black_box(&game.dealt[n])));
            }));
        }
        let [six, shoe, coup] = times.map(median);
        let (by_six, by_shoe) = (coup / six, coup / shoe);
        println!("{id:<10} {six:>8.1} ns {shoe:>9.1} ns {coup:>8.1} ns {by_six:>12.1} {by_shoe:>12.2}");
    }
}

/// How long one of many takes.
fn nanoseconds(times: usize, work: impl FnMut(usize)) -> f64 {
    let start = Instant::now();
    (0..times).for_each(work);
    start.elapsed().as_secs_f64() * 1e9 / times as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// A table, ten wagers over all its bets, and the cards of many coups.
struct Game {
    book: Rulebook,
    terms: Terms,
    wagers: Vec<Wager>,
    dealt: Vec<[Card; 6]>,
}

impl Game {
    fn under(id: &str) -> Game {
        let book = Rulebook::embedded(id).expect("an embedded book loads");
        let terms = Terms::under(&book, Draft::usual(&book)).expect("the usual table opens");
        // New Zealand takes Banker wagers that can be paid exactly; elsewhere some payouts are rounded.
        let step = if id == "nz-1998" { 2_000 } else { 2_500 };
        let wager = |(place, offer): (usize, &Offer)| Wager {
            patron: format!("guest-{place}").parse().expect("a name"),
            at: BoxId(place as u8 + 1),
            bet: offer.bet,
            stake: Stake::chips(Money::from_minor(10_000 + step * place as i64)),
        };
        let wagers = terms.offers.iter().cycle().take(10).enumerate().map(wager).collect();
        let mut rng = StdRng::seed_from_u64(416);
        let mut card = || Card::from_index(rng.random_range(0..Card::COUNT)).expect("a card");
        let dealt = (0..COUPS).map(|_| std::array::from_fn(|_| card())).collect();
        Game { book, terms, wagers, dealt }
    }

    /// Deals until nothing is due, asking before each card as a table does, and settles.
    fn play(&self, cards: &[Card; 6]) -> Totals {
        let mut coup = Coup::default();
        for card in cards {
            if coup.due(&self.book).side().is_none() {
                break;
            }
            let _ = coup.deal(&self.book, *card);
        }
        let outcome = coup.outcome(&self.book).expect("six cards finish a coup");
        let (settled, totals) = settle_all(&self.terms, &outcome, &self.wagers);
        black_box(settled);
        totals
    }
}
