//! A shoe of 75 coups with seven patrons, replayed from its script.

use std::sync::Arc;

use divan::{Bencher, black_box};
use punto_rulebook::Rulebook;
use punto_script::{Script, run_under};
use punto_vocab::Card;

fn main() {
    divan::main();
}

/// 75 coups from eight decks in a fixed, well mixed order.
fn shoe() -> String {
    let mut cards: Vec<Card> = (0..8).flat_map(|_| Card::all()).collect();
    let mut state = 1u64;
    for i in (1..cards.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        cards.swap(i, (state >> 33) as usize % (i + 1));
    }
    let book = Rulebook::embedded("nsw-2021").expect("the bench is sound");
    let mut text = String::from("script 1\nrulebook nsw-2021\nopen limits 5..5000, float 1000000\nprepare\n");
    for seat in 1..=7 {
        text.push_str(&format!("sit p{seat}@{seat}\n"));
    }
    for _ in 0..75 {
        for seat in 1..=7 {
            text.push_str(&format!(
                "bet p{seat}@{seat} {} 100\n",
                if seat % 2 == 0 { "player" } else { "banker" }
            ));
        }
        let mut coup = punto_coup::Coup::default();
        while coup.due(&book).side().is_some() {
            let Some(card) = cards.pop() else { break };
            if coup.len() == 4 {
                text.push_str("call points\n");
            }
            text.push_str(&format!("card {card}\n"));
            let _ = coup.deal(&book, card);
        }
        text.push_str("settle\n");
    }
    text
}

#[divan::bench]
fn a_shoe_of_75_coups_from_its_script(bencher: Bencher<'_, '_>) {
    let book = Arc::new(Rulebook::embedded("nsw-2021").expect("the bench is sound"));
    let text = shoe();
    let script: Script = text.parse().expect("the bench is sound");
    let report = run_under(&book, &script);
    assert!(report.failures.is_empty(), "{}", report.failures[0]);
    assert!(report.table.coups.ended() >= 70);
    bencher.bench_local(|| {
        let script: Script = black_box(&text).parse().expect("the bench is sound");
        run_under(&book, &script)
    });
}
