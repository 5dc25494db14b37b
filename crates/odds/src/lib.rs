//! Exact odds of every bet for any shoe, and a simulator that checks the engine.
//!
//! Both read the drawing table and the paytables that the running table reads. [`Analysis`] is the door to the
//! exact figures: made once for a rulebook's variant or a table's terms, it answers for any [`Composition`] of
//! the cards that are left, with fractions for reports ([`Analysis::odds`]) or with exact doubles in
//! microseconds ([`Analysis::figures`]).
//!
//! [`sim`] deals real shoes by the hundred million and plays betting systems; [`along`] joins the two and follows
//! the exact edge through simulated shoes. `examples/` has a program for each.
//!
//! ```
//! use punto_odds::{Analysis, Composition, PaidStake};
//! use punto_rulebook::Rulebook;
//! use punto_vocab::Rounding;
//!
//! let book = Rulebook::embedded("nsw-2021").unwrap();
//! let analysis = Analysis::of_book(&book, &book.variants[0].id).unwrap();
//! let shoe = Composition::decks(8).unwrap();
//! let edge = |odds: &punto_odds::BetOdds| odds.house_edge.decimal(7);
//!
//! // Banker pays 19:20. On a stake of 25 that is 23.75, which five-dollar chips make up to 25: another game.
//! let banker = analysis.bets().position(|bet| bet.as_str() == "banker").unwrap();
//! assert_eq!(edge(&analysis.odds(&shoe).unwrap()[banker]), "0.0105791");
//! let chips = "5 25 100".parse().unwrap();
//! let payment = PaidStake { stake: "25".parse().unwrap(), chips, rounding: Rounding::Up };
//! let in_chips = analysis.odds_in_chips(&shoe, &payment).unwrap();
//! assert_eq!(edge(in_chips[banker].as_ref().unwrap()), "-0.0123508");
//! ```

pub mod along;
mod exact;
pub mod sim;

pub use exact::{
    Analysis, AnalysisError, BetFigures, BetOdds, Composition, CompositionError, DrawTable, Endings, Figures,
    Fraction, Instructions, NotTaken, OutcomeOdds, PaidStake, Paytable, PaytableRow, PointsEnding, Removal,
    SettledHow,
};
