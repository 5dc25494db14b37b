//! The shoe at the table: promised, shuffled with the shares of patrons, cut, then dealt card by card.

use std::fmt;

use punto_vocab::Card;

use crate::recipe::{Made, Order, Recipe};
use crate::{Algorithm, Commitment, Decks, DrbgError, Opening, Shares, ShoeId};

/// A shoe that is promised and not shuffled yet: its seed is fixed, and shares of patrons may still go into its order.
pub struct PromisedShoe {
    recipe: Recipe,
    commitment: Commitment,
}

impl PromisedShoe {
    pub(crate) fn new(recipe: Recipe) -> PromisedShoe {
        let commitment = recipe.commitment();
        PromisedShoe { recipe, commitment }
    }

    pub(crate) fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Which shoe this is.
    pub fn id(&self) -> &ShoeId {
        &self.recipe.id
    }

    /// How many decks it holds.
    pub fn decks(&self) -> Decks {
        self.recipe.decks
    }

    /// The steps that make its order.
    pub fn algorithm(&self) -> Algorithm {
        self.recipe.algorithm
    }

    /// What is published before any share and before the cut.
    pub fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// Shuffles it with the shares of patrons, after a restart; [`Generator::mix`](crate::Generator::mix) shuffles a new one.
    pub fn mix(self, shares: &Shares) -> Result<UncutShoe, DrbgError> {
        let made = self.recipe.make(shares, |_| {})?;
        Ok(UncutShoe::new(self, made))
    }

    /// Gives the shoe up before a card has left it: its opening may be published.
    pub fn end(self) -> Opening {
        Opening::new(self.recipe)
    }
}

impl fmt::Debug for PromisedShoe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromisedShoe")
            .field("id", self.id())
            .field("decks", &self.decks())
            .field("commitment", &self.commitment)
            .finish_non_exhaustive()
    }
}

/// A shuffled shoe before its cut.
pub struct UncutShoe {
    recipe: Recipe,
    order: Order,
    own_cut: u16,
    commitment: Commitment,
}

impl UncutShoe {
    pub(crate) fn new(shoe: PromisedShoe, made: Made) -> UncutShoe {
        let PromisedShoe { recipe, commitment } = shoe;
        UncutShoe { recipe, order: made.order, own_cut: made.own_cut, commitment }
    }

    /// Which shoe this is.
    pub fn id(&self) -> &ShoeId {
        &self.recipe.id
    }

    /// How many decks it holds.
    pub fn decks(&self) -> Decks {
        self.recipe.decks
    }

    /// What was published before any share and before the cut.
    pub fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// After how many cards it is cut if no patron cuts it: it follows from the promise and the shares.
    pub fn own_cut(&self) -> u16 {
        self.own_cut
    }

    /// Gives the shoe up before a card has left it: its opening may be published.
    pub fn end(self) -> Opening {
        Opening::new(self.recipe)
    }

    /// Divides the shoe after `at` cards and puts that many from the front to the back. Nought is a shoe not cut.
    ///
    /// Consumes the shoe, so it cannot be cut twice; a cut that is not possible gives it back.
    pub fn cut(mut self, at: u16) -> Result<Shoe, BadCut> {
        if at >= self.decks().cards() {
            return Err(BadCut { at, shoe: Box::new(self) });
        }
        self.order.rotate_left(usize::from(at));
        let UncutShoe { recipe, order, commitment, .. } = self;
        Ok(Shoe { recipe, order, commitment, cut: at, dealt: 0 })
    }
}

impl fmt::Debug for UncutShoe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UncutShoe")
            .field("id", self.id())
            .field("decks", &self.decks())
            .field("commitment", &self.commitment)
            .finish_non_exhaustive()
    }
}

/// Where a shoe was cut, and who chose the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// After how many cards.
    pub at: u16,
    /// Who chose it.
    pub by: CutBy,
}

punto_vocab::words! {
    /// Who chooses where a shoe is cut.
    pub enum CutBy: "who cuts" {
        /// A patron.
        Patron = "patron",
        /// Nobody did, and so it follows from the shoe itself.
        Own = "own",
    }
}

/// A cut beyond the last card; the shoe comes back, to be cut elsewhere.
#[derive(Debug, thiserror::Error)]
#[error("the cut after {at} cards is not in the shoe, which has {} cards", shoe.decks().cards())]
pub struct BadCut {
    /// Where the cut was asked for.
    pub at: u16,
    /// The shoe as it was.
    pub shoe: Box<UncutShoe>,
}

/// The shoe in play: an order and how far it has been dealt.
///
/// A card that has left never comes back, and no method tells a card that has not left.
pub struct Shoe {
    recipe: Recipe,
    order: Order,
    commitment: Commitment,
    cut: u16,
    dealt: usize,
}

impl Shoe {
    /// The next card, or none when the shoe is empty.
    pub fn draw(&mut self) -> Option<Card> {
        let card = self.peek()?;
        self.dealt += 1;
        Some(card)
    }

    /// The cards that have left the shoe, first to last.
    pub fn dealt(&self) -> impl Iterator<Item = Card> {
        self.order.iter().take(self.dealt).filter_map(|place| Card::from_index(usize::from(*place)))
    }

    /// How many cards are left.
    pub fn remaining(&self) -> usize {
        self.order.len() - self.dealt
    }

    /// Which shoe this is.
    pub fn id(&self) -> &ShoeId {
        &self.recipe.id
    }

    /// How many decks it held when it was full.
    pub fn decks(&self) -> Decks {
        self.recipe.decks
    }

    /// What was published before the cut.
    pub fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// After how many cards it was cut.
    pub fn cut_at(&self) -> u16 {
        self.cut
    }

    /// Deals again what the journal says was dealt, after a restart.
    ///
    /// The first card that does not agree stops it with the shoe as it was: then this is not that shoe.
    pub fn resume(&mut self, journal: impl IntoIterator<Item = Card>) -> Result<(), NotThisShoe> {
        let before = self.dealt;
        for card in journal {
            let due = self.draw();
            if due != Some(card) {
                let place = self.dealt.saturating_sub(usize::from(due.is_some())) + 1;
                self.dealt = before;
                return Err(NotThisShoe { place, journal: card });
            }
        }
        Ok(())
    }

    /// Ends the shoe: no card can leave it any more, and its opening may be published.
    pub fn end(self) -> Opening {
        Opening::new(self.recipe)
    }

    fn peek(&self) -> Option<Card> {
        self.order.get(self.dealt).and_then(|place| Card::from_index(usize::from(*place)))
    }
}

impl fmt::Debug for Shoe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shoe")
            .field("id", self.id())
            .field("decks", &self.decks())
            .field("commitment", &self.commitment)
            .field("cut", &self.cut)
            .field("dealt", &self.dealt)
            .finish_non_exhaustive()
    }
}

/// The journal has a card that this shoe did not deal there. The shoe's own card is not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the journal's card {place} is {journal}, and this shoe has another there")]
pub struct NotThisShoe {
    /// The place in the shoe, from 1.
    pub place: usize,
    /// What the journal says.
    pub journal: Card,
}
