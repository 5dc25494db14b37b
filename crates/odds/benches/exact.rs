//! Exact odds against the clock: doubles, fractions, and the table-free integers they are checked by.
//!
//! `cargo bench -p punto-odds --bench exact`; all rows are of one run, so compare them with each other.

use divan::{Bencher, black_box};
use punto_odds::{Analysis, Composition, Endings, Instructions};
use punto_rulebook::Rulebook;
use punto_vocab::Card;

fn main() {
    divan::main();
}

fn nsw() -> Analysis {
    let book = Rulebook::embedded("nsw-2021").expect("the rulebook is part of the program");
    Analysis::of_book(&book, &book.variants[0].id).expect("its bets can be analysed")
}

/// An eight-deck shoe in mid-play: every card has a count of its own making, none of them round.
fn shoe() -> Composition {
    let counts = Card::all().map(|card| (card, 2 + (card.index() as u32 * 7 + 3) % 6));
    Composition::of(counts).expect("fewer than 416 cards")
}

fn instructions() -> impl Iterator<Item = Instructions> {
    Instructions::all()
}

/// All bets of nsw-2021 as exact doubles: at most 3 microseconds with AVX2, 10 portably.
#[divan::bench(args = instructions())]
fn all_bets_as_doubles(bencher: Bencher<'_, '_>, instructions: Instructions) {
    let (analysis, shoe) = (nsw().with(instructions), shoe());
    let mut figures = analysis.figures(&shoe).expect("enough cards");
    bencher.bench_local(|| figures.update(black_box(&shoe)));
}

/// The same with the edge of each bet taken, as the edge along a shoe needs it.
#[divan::bench]
fn all_edges(bencher: Bencher<'_, '_>) {
    let (analysis, shoe) = (nsw(), shoe());
    let mut figures = analysis.figures(&shoe).expect("enough cards");
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
    let book = Rulebook::embedded("nsw-2021").expect("the rulebook is part of the program");
    bencher.bench_local(|| {
        Analysis::of_book(black_box(&book), &book.variants[0].id).map(|analysis| analysis.bets().len())
    });
}
