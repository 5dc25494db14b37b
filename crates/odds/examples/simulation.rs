//! A simulation set against the exact odds: `cargo run --release -p punto-odds --example simulation`.

use std::error::Error;

use punto_odds::sim::{Bulk, SimGame, SimRun, Watch};
use punto_odds::{Analysis, Composition};
use punto_rulebook::{Draft, Rulebook, Terms, Winner};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let book = Rulebook::embedded("nz-1998").ok_or("no such rulebook")?;
    let terms = Terms::under(&book, Draft::usual(&book))?;
    let game = SimGame::of_terms(&book, &terms)?;

    // The result follows from the seed; threads only make it sooner.
    let run = SimRun { seed: 1998, coups: 5_000_000, threads: 0 };
    let tally = Bulk::new(&game).run(&run, &Watch::default());
    println!("{} coups in {} shoes", tally.coups(), tally.shoes);

    // The first coups of each shoe have the odds of the full shoe. Over whole shoes the cut card biases them.
    let exact = Analysis::of_terms(&book, &terms)?.endings(&Composition::decks(terms.decks)?)?;
    println!("over the first {} coups of each shoe", game.early());
    println!("{:<10} {:>12} {:>12} {:>8}", "", "simulated", "exact", "z");
    for winner in Winner::ALL {
        let seen = tally.early.winner(*winner);
        let exact = exact.share(exact.winner(*winner)).to_f64();
        println!(
            "{:<10} {:>12.8} {exact:>12.8} {:>8.2}",
            winner.to_string(),
            seen.estimate().value,
            seen.z(exact)
        );
        assert!(seen.z(exact).abs() < 4.5, "{winner} is too far off");
    }
    Ok(())
}
