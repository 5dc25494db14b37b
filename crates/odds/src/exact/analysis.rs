//! The exact analysis of a set of bets, ready for any shoe.

use punto_rulebook::{Rulebook, Terms};
use punto_vocab::BetId;

use super::form::Form;
use super::plan::Plan;
use super::weights::weights;
use super::{
    AnalysisError, BetOdds, Composition, CompositionError, DrawTable, Endings, Figures, Instructions,
    NotTaken, PaidStake, Paytable, Removal, odds, removal,
};

/// The bets of a rulebook or a table, with everything about them that does not depend on the shoe.
///
/// Making one takes a few milliseconds and derives the weights from the drawing table; after that every shoe
/// costs microseconds. It can be shared between threads, each with [`Figures`] of its own.
///
/// ```
/// use punto_odds::{Analysis, Composition};
/// use punto_rulebook::Rulebook;
///
/// let book = Rulebook::embedded("nsw-2021").unwrap();
/// let analysis = Analysis::of_book(&book, &book.variants[0].id).unwrap();
/// let odds = analysis.odds(&Composition::decks(8).unwrap()).unwrap();
/// let banker = odds.iter().find(|odds| odds.bet.as_str() == "banker").unwrap();
/// assert_eq!(banker.house_edge.decimal(9), "0.010579058");
/// ```
pub struct Analysis {
    pub(super) table: DrawTable,
    pub(super) plan: Plan,
    pub(super) form: Form,
    pub(super) instructions: Instructions,
}

impl Analysis {
    /// Analyses these bets under this drawing table.
    pub fn new(
        table: impl Into<DrawTable>,
        paytables: impl IntoIterator<Item = Paytable>,
    ) -> Result<Analysis, AnalysisError> {
        let table = table.into();
        let paytables: Vec<Paytable> = paytables.into_iter().collect();
        let plan = Plan::new(&paytables)?;
        // The first part is what the others leave of all deals, so it needs no weights.
        let counted = plan.endings.parts.get(1..).unwrap_or_default();
        let form = Form::new(&weights(&table, counted));
        Ok(Analysis { table, plan, form, instructions: Instructions::best() })
    }

    /// Analyses every bet of a rulebook in one of its variants.
    pub fn of_book(book: &Rulebook, variant: &str) -> Result<Analysis, AnalysisError> {
        if book.variant(variant).is_none() {
            return Err(AnalysisError::Variant {
                asked: variant.chars().take(40).collect(),
                book: book.id.to_string(),
                known: book.variants.iter().map(|variant| variant.id.to_string()).collect(),
            });
        }
        Analysis::new(&book.drawing, book.bets.iter().map(|bet| Paytable::of_bet(bet, variant)))
    }

    /// Analyses what a table offers under its terms.
    pub fn of_terms(book: &Rulebook, terms: &Terms) -> Result<Analysis, AnalysisError> {
        Analysis::new(&book.drawing, terms.offers.iter().map(Paytable::of_offer))
    }

    /// The same analysis with other instructions, for comparison; the figures do not change.
    pub fn with(self, instructions: Instructions) -> Analysis {
        Analysis { instructions, ..self }
    }

    /// The bets, in the order of all figures.
    pub fn bets(&self) -> impl ExactSizeIterator<Item = BetId> {
        self.plan.bets.iter().map(|bet| bet.bet)
    }

    /// The drawing table.
    pub fn draw_table(&self) -> &DrawTable {
        &self.table
    }

    /// The counts for a shoe as doubles, which can be brought up to date for further shoes without allocating.
    pub fn figures(&self, shoe: &Composition) -> Result<Figures<'_>, CompositionError> {
        Figures::new(self, shoe)
    }

    /// The odds of every bet as fractions.
    pub fn odds(&self, shoe: &Composition) -> Result<Vec<BetOdds>, AnalysisError> {
        odds::exact(&self.figures(shoe)?)
    }

    /// The odds of every bet for one stake, when payouts are rounded to what chips can make.
    pub fn odds_in_chips(
        &self,
        shoe: &Composition,
        payment: &PaidStake,
    ) -> Result<Vec<Result<BetOdds, NotTaken>>, AnalysisError> {
        odds::in_chips(&self.figures(shoe)?, payment)
    }

    /// How many deals come to each ending: the distribution of points and of cards dealt.
    pub fn endings(&self, shoe: &Composition) -> Result<Endings, CompositionError> {
        Endings::count(&self.table, shoe)
    }

    /// What taking one card out of the shoe does to the edge of every bet, rank by rank.
    pub fn removal(&self, shoe: &Composition) -> Result<Vec<Removal>, CompositionError> {
        removal::of_each_rank(self, shoe)
    }
}
