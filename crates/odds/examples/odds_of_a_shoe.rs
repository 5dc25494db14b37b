//! The exact odds of a shoe: `cargo run --release -p punto-odds --example odds_of_a_shoe`.
//!
//! Three questions about eight decks under New South Wales: what the bets cost, what a few cards gone change, and
//! what rounding to chips does to a stake of 25 on Banker.

use std::error::Error;

use punto_odds::{Analysis, BetOdds, Composition, PaidStake};
use punto_rulebook::Rulebook;
use punto_vocab::{Card, Rounding};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let book = Rulebook::embedded("nsw-2021").ok_or("no such rulebook")?;
    // The analysis is made once; after that every shoe costs microseconds.
    let analysis = Analysis::of_book(&book, "standard")?;

    let mut shoe = Composition::decks(8)?;
    println!("{:<12} {:>14} {:>12}", "eight decks", "house edge", "wins");
    for odds in analysis.odds(&shoe)? {
        println!("{:<12} {:>14} {:>12}", odds.bet, percent(&odds), odds.hit_rate.decimal(9));
    }

    for card in "6s 6h 6d 6c 6s 6h".split(' ') {
        shoe.remove(card.parse::<Card>()?)?;
    }
    println!("\nwith six sixes gone, {} cards", shoe.cards());
    for odds in analysis.odds(&shoe)?.iter().take(3) {
        println!("{:<12} {:>14}   exactly {}", odds.bet, percent(odds), odds.house_edge);
    }

    let payment = PaidStake { stake: "25".parse()?, chips: "5 25 100".parse()?, rounding: Rounding::Up };
    let in_chips = analysis.odds_in_chips(&Composition::decks(8)?, &payment)?;
    let banker =
        in_chips.into_iter().flatten().find(|odds| odds.bet.as_str() == "banker").ok_or("no banker")?;
    println!("\n25 on banker, paid in chips of 5, 25 and 100: {}", percent(&banker));
    assert!(banker.house_edge.numerator() < 0, "rounding up makes it the patron's game");
    Ok(())
}

fn percent(odds: &BetOdds) -> String {
    format!("{:.7} %", odds.house_edge.to_f64() * 100.0)
}
