//! Why a shoe or a set of bets cannot be analysed.

use punto_vocab::{BetId, Card, Money};

use super::Composition;

/// A shoe that no exact figure can be given for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompositionError {
    /// A coup may take six cards.
    #[error("a coup may need six cards, but the shoe has {0}")]
    TooFew(u32),
    /// Beyond eight decks a double no longer counts every deal.
    #[error("the shoe has {0} cards, but exact odds are counted for {max} at most", max = Composition::MOST)]
    TooMany(u64),
    /// No such number of decks.
    #[error("a shoe of {0} decks cannot be counted; exact odds take 1 to {max} decks", max = Composition::MOST_DECKS)]
    Decks(u32),
    /// More of one card than the decks have.
    #[error("the shoe has {count} of {card}, but {decks} decks hold {decks}")]
    BeyondDecks {
        /// The card.
        card: Card,
        /// How many of it there are.
        count: u32,
        /// With how many decks the table plays.
        decks: u32,
    },
    /// A card is taken out that is not there.
    #[error("no {0} is left in the shoe to take out")]
    NoneLeft(Card),
}

/// A set of bets or a stake that no exact figure can be given for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalysisError {
    /// The shoe itself is at fault.
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// The rulebook has no such variant.
    #[error("`{asked}` is not a variant of {book}; its variants are {}", .known.join(", "))]
    Variant {
        /// What was asked for.
        asked: String,
        /// The rulebook.
        book: String,
        /// What there is.
        known: Vec<String>,
    },
    /// One condition asks for points and for pairs together.
    #[error("a row of {0} asks for points and pairs together, which the exact odds do not count")]
    Mixed(BetId),
    /// Two rows of one bet answer the same outcome, or one row of it looks at points and another at pairs.
    #[error("the rows of {0} do not exclude each other, so its odds are not settled")]
    Overlap(BetId),
    /// The commission leaves nothing of a win.
    #[error("the commission of {0} keeps back the whole win")]
    NothingPaid(BetId),
    /// A stake of nothing, or of more than the software counts.
    #[error("a stake of {0} cannot be analysed; it is more than nothing and at most {max}", max = Money::LARGEST)]
    Stake(Money),
    /// The odds of a bet's rows have so little in common that its edge has no fraction of 128 bits.
    #[error("the odds of {0} have so little in common that its exact edge cannot be written")]
    TooFine(BetId),
}
