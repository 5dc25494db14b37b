//! Exact odds against the clock: doubles, fractions, and the table-free integers they are checked by.
//!
//! `cargo bench -p punto-odds --bench exact`. The ratios at the end are taken in turns within one run, so a busy
//! neighbour slows all sides alike.

use std::hint::black_box;
use std::time::{Duration, Instant};

use divan::Bencher;
use punto_odds::{Analysis, Composition, Endings, Figures, Instructions};
use punto_rulebook::Rulebook;
use punto_vocab::Card;

fn main() {
    divan::main();
    ratios();
}

fn book() -> Rulebook {
    Rulebook::embedded("nsw-2021").expect("the rulebook is part of the program")
}

fn nsw() -> Analysis {
    Analysis::of_book(&book(), "standard").expect("its bets can be analysed")
}

/// An eight-deck shoe in mid-play, with no two neighbours alike.
fn shoe() -> Composition {
    let counts = Card::all().map(|card| (card, 2 + (card.index() as u32 * 7 + 3) % 6));
    Composition::of(counts).expect("fewer than 416 cards")
}

fn figures<'a>(analysis: &'a Analysis, shoe: &Composition) -> Figures<'a> {
    analysis.figures(shoe).expect("enough cards")
}

/// All bets of nsw-2021 as exact doubles: at most 3 microseconds with AVX2, 10 portably.
#[divan::bench(args = Instructions::all())]
fn all_bets_as_doubles(bencher: Bencher<'_, '_>, instructions: Instructions) {
    let (analysis, shoe) = (nsw().with(instructions), shoe());
    let mut figures = figures(&analysis, &shoe);
    bencher.bench_local(|| figures.update(black_box(&shoe)));
}

/// The same with the edge of each bet taken, as the edge along a shoe needs it.
#[divan::bench]
fn all_edges(bencher: Bencher<'_, '_>) {
    let (analysis, shoe) = (nsw(), shoe());
    let mut figures = figures(&analysis, &shoe);
    bencher.bench_local(|| {
        figures.update(black_box(&shoe)).map(|()| figures.bets().map(|bet| bet.edge()).sum::<f64>())
    });
}

/// All bets as reduced fractions: at most 100 microseconds.
#[divan::bench]
fn all_bets_as_fractions(bencher: Bencher<'_, '_>) {
    let (analysis, shoe) = (nsw(), shoe());
    bencher.bench_local(|| analysis.odds(black_box(&shoe)));
}

/// The cross-check: integers, no tables.
#[divan::bench]
fn all_endings_without_tables(bencher: Bencher<'_, '_>) {
    let (analysis, shoe) = (nsw(), shoe());
    bencher.bench_local(|| Endings::count(analysis.draw_table(), black_box(&shoe)));
}

/// The effect of removal: every bet, every rank.
#[divan::bench]
fn effect_of_removal(bencher: Bencher<'_, '_>) {
    let (analysis, shoe) = (nsw(), shoe());
    bencher.bench_local(|| analysis.removal(black_box(&shoe)));
}

/// Deriving the weights from the drawing table, once for a rulebook.
#[divan::bench]
fn preparing(bencher: Bencher<'_, '_>) {
    let book = book();
    bencher.bench_local(|| Analysis::of_book(black_box(&book), "standard"));
}

/// How many times as fast as the table-free integers each way is: medians of rounds taken in turns.
fn ratios() {
    const ROUNDS: usize = 15;
    const REPEATS: u32 = 400;
    let (shoe, analyses) = (shoe(), Instructions::all().map(|one| nsw().with(one)).collect::<Vec<_>>());
    let mut ways: Vec<(String, Box<dyn FnMut() + '_>)> = Vec::new();
    let table = *analyses[0].draw_table();
    ways.push((
        "integers without tables".into(),
        Box::new(move || {
            black_box(Endings::count(&table, black_box(&shoe))).ok();
        }),
    ));
    for (analysis, instructions) in analyses.iter().zip(Instructions::all()) {
        let mut figures = figures(analysis, &shoe);
        let update = move || {
            black_box(figures.update(black_box(&shoe))).ok();
        };
        ways.push((format!("doubles, {instructions}"), Box::new(update)));
    }
    ways.push((
        "reduced fractions".into(),
        Box::new(|| {
            black_box(analyses[analyses.len() - 1].odds(black_box(&shoe))).ok();
        }),
    ));
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); ways.len()];
    for _ in 0..ROUNDS {
        for ((_, way), times) in ways.iter_mut().zip(&mut times) {
            let start = Instant::now();
            (0..REPEATS).for_each(|_| way());
            times.push(start.elapsed() / REPEATS);
        }
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort();
        times[ROUNDS / 2].as_secs_f64() * 1e6
    };
    let medians: Vec<f64> = times.iter_mut().map(median).collect();
    println!("\nall bets of nsw-2021 for one shoe, {ROUNDS} rounds in turns, medians");
    for ((name, _), time) in ways.iter().zip(&medians) {
        println!("{name:>24} {time:8.3} microseconds {:6.1} times as fast", medians[0] / time);
    }
}
