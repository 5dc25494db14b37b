//! What a whole event costs: played, and played and checked.

#![allow(clippy::unwrap_used)] // a benchmark that cannot be set up should stop there

use divan::{Bencher, black_box};
use punto_rehearsal::{EventSize, check, play};
use punto_rulebook::Rulebook;

const SMALL: EventSize = EventSize { players: 30, tables: 6, rounds: 3, seed: 7 };
const LARGE: EventSize = EventSize { players: 500, tables: 72, rounds: 4, seed: 7 };

fn main() {
    divan::main();
}

#[divan::bench(args = ["nsw-2021", "tas-2018"])]
fn thirty_players(bencher: Bencher<'_, '_>, id: &str) {
    let book = Rulebook::embedded(id).unwrap();
    bencher.bench_local(|| black_box(play(&book, SMALL, &|_| {}).unwrap().rounds.len()));
}

#[divan::bench(args = ["nsw-2021", "tas-2018"], sample_count = 1)]
fn five_hundred_players_checked(bencher: Bencher<'_, '_>, id: &str) {
    let book = Rulebook::embedded(id).unwrap();
    bencher.bench_local(|| check(&play(&book, LARGE, &|_| {}).unwrap()).unwrap());
}
