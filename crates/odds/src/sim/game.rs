//! What is simulated.

use punto_rulebook::{Rulebook, Terms};

use crate::DrawTable;

use super::{ShoeError, ShoePlan};

/// A drawing table and how its shoes are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    table: DrawTable,
    shoe: ShoePlan,
    early: u32,
}

impl Game {
    /// How many coups of each shoe are counted apart unless it is said otherwise.
    pub const EARLY: u32 = 60;

    /// Shoes run by this plan, dealt by this drawing table.
    pub fn new(table: impl Into<DrawTable>, shoe: ShoePlan) -> Game {
        Game { table: table.into(), shoe, early: Game::EARLY.min(shoe.sure_coups()) }
    }

    /// The game of a table under its terms.
    pub fn of_terms(book: &Rulebook, terms: &Terms) -> Result<Game, ShoeError> {
        Ok(Game::new(&book.drawing, ShoePlan::of_terms(terms)?))
    }

    /// The same game with another number of first coups counted apart, as far as every shoe is sure to have them.
    pub fn with_early(self, coups: u32) -> Game {
        Game { early: coups.min(self.shoe.sure_coups()), ..self }
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
