//! What is simulated.

use punto_rulebook::{Rulebook, Terms};

use crate::DrawTable;

use super::{ShoeError, ShoePlan};

/// A drawing table and how its shoes are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimGame {
    table: DrawTable,
    shoe: ShoePlan,
    early: u32,
}

impl SimGame {
    /// How many coups of each shoe are counted apart unless it is said otherwise.
    pub const EARLY: u32 = 60;

    /// Shoes run by this plan, dealt by this drawing table.
    pub fn new(table: impl Into<DrawTable>, shoe: ShoePlan) -> SimGame {
        SimGame { table: table.into(), shoe, early: SimGame::EARLY.min(shoe.sure_coups()) }
    }

    /// The game of a table under its terms.
    pub fn of_terms(book: &Rulebook, terms: &Terms) -> Result<SimGame, ShoeError> {
        Ok(SimGame::new(&book.drawing, ShoePlan::of_terms(terms)?))
    }

    /// The same game with another number of first coups counted apart, as far as every shoe is sure to have them.
    pub fn with_early(self, coups: u32) -> SimGame {
        SimGame { early: coups.min(self.shoe.sure_coups()), ..self }
    }

    /// How many first coups of each shoe are counted apart, because they agree with the exact odds.
    pub fn early(&self) -> u32 {
        self.early
    }

    /// The drawing table.
    pub fn table(&self) -> &DrawTable {
        &self.table
    }

    /// How shoes are run.
    pub fn shoe(&self) -> &ShoePlan {
        &self.shoe
    }
}
