//! The edge along a shoe: `cargo run --release -p punto-odds --example edge_along_a_shoe`.
//!
//! Once by hand, taking cards out of a composition as they are dealt, and once over many simulated shoes.

use std::error::Error;

use punto_odds::along::{Along, Shoes};
use punto_odds::sim::Watch;
use punto_odds::{Analysis, Composition};
use punto_rulebook::{Draft, Rulebook, Terms};
use punto_vocab::Card;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let book = Rulebook::embedded("nsw-2021").ok_or("no such rulebook")?;
    let terms = Terms::under(&book, Draft::usual(&book))?;
    let analysis = Analysis::of_terms(&book, &terms)?;

    // Figures are brought up to date without allocating: this is what makes a coup cost microseconds.
    let mut shoe = Composition::decks(terms.decks)?;
    let mut figures = analysis.figures(&shoe)?;
    println!("house edge of banker before each coup, in per cent");
    for coup in ["Ks 2d 6h 3c 9d", "4s 4h Qd 4c 5s 4d", "7h 9s Ad Jc"] {
        figures.update(&shoe)?;
        let banker = figures.bets().find(|bet| bet.bet().as_str() == "banker").ok_or("no banker")?;
        println!("{:>4} cards left  {:.5}   then {coup}", shoe.cards(), banker.edge() * 100.0);
        for card in coup.split(' ') {
            shoe.remove(card.parse::<Card>()?)?;
        }
    }

    // The same over whole shoes: how far the edge strays, and how often it favours the patron.
    let along = Along::new(&analysis, &terms)?;
    let followed = along.follow(&Shoes { shoes: 500, seed: 1, threads: 0 }, &Watch::default());
    println!("\n{} shoes, {} coups", followed.shoes, followed.coups);
    println!("{:<12} {:>10} {:>10} {:>10} {:>12}", "bet", "1 %", "median", "99 %", "favourable");
    for bet in &followed.bets {
        let whole = bet.whole();
        let quantile = |share: f64| format!("{:.3}", whole.quantile(share) * 100.0);
        let share = whole.favourable().estimate().value * 100.0;
        println!(
            "{:<12} {:>10} {:>10} {:>10} {share:>10.3} %",
            bet.bet,
            quantile(0.01),
            quantile(0.5),
            quantile(0.99)
        );
    }
    Ok(())
}
