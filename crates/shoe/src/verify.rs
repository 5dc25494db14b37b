//! Checks a shoe that has ended: does the opening fit the commitment, and were the cards dealt in its order?

use std::fmt;

use punto_vocab::Card;

use crate::{Commitment, DrbgError, Opening};

/// Checks what was dealt against what was promised. `dealt` is every card that left the shoe in order, burnt cards
/// too; a shoe need not be dealt to its end.
///
/// All that does not agree is said, not only the first.
pub fn verify(
    opening: &Opening,
    commitment: &Commitment,
    cut: u16,
    dealt: &[Card],
) -> Result<Verified, Disagreements> {
    let mut found = Vec::new();
    let computed = opening.commitment();
    if computed != *commitment {
        found.push(Disagreement::Commitment { published: *commitment, computed });
    }
    match opening.order() {
        Ok(order) => check_cards(order, cut, dealt, &mut found),
        Err(error) => found.push(Disagreement::Generator(error)),
    }
    let cards = usize::from(opening.decks().cards());
    if found.is_empty() { Ok(Verified { dealt: dealt.len(), cards }) } else { Err(Disagreements(found)) }
}

fn check_cards(order: Vec<Card>, cut: u16, dealt: &[Card], found: &mut Vec<Disagreement>) {
    let cards = order.len();
    if usize::from(cut) >= cards {
        found.push(Disagreement::Cut { cut, cards });
        return;
    }
    if dealt.len() > cards {
        found.push(Disagreement::TooMany { dealt: dealt.len(), cards });
    }
    let cut_order = |cut: usize| order[cut..].iter().chain(&order[..cut]);
    let agrees = |cut: usize| dealt.iter().zip(cut_order(cut)).all(|(dealt, ordered)| dealt == ordered);
    if !agrees(cut.into()) && dealt.len() >= ENOUGH_TO_TELL_A_CUT {
        let mut others = (0..cards).filter(|other| agrees(*other));
        if let (Some(fits), None) = (others.next(), others.next()) {
            found.push(Disagreement::OtherCut { cut, fits: fits as u16 });
            return;
        }
    }
    let differing = dealt.iter().zip(cut_order(cut.into())).enumerate();
    found.extend(differing.filter(|(_, (dealt, ordered))| dealt != ordered).map(|(at, (dealt, ordered))| {
        Disagreement::Card { place: at + 1, dealt: *dealt, ordered: *ordered }
    }));
}

/// With fewer cards another cut may fit by chance.
const ENOUGH_TO_TELL_A_CUT: usize = 8;

/// Everything agrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many cards were dealt, and agree.
    pub dealt: usize,
    /// How many the shoe held.
    pub cards: usize,
}

/// One thing that does not agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Disagreement {
    #[error("the commitment published was {published}, and this opening is of {computed}")]
    Commitment { published: Commitment, computed: Commitment },
    #[error("the cut after {cut} cards is not in the shoe, which has {cards} cards")]
    Cut { cut: u16, cards: usize },
    #[error("all cards agree with a cut after {fits} cards, and the cut was said to be after {cut}")]
    OtherCut { cut: u16, fits: u16 },
    #[error("{dealt} cards were dealt from a shoe of {cards}")]
    TooMany { dealt: usize, cards: usize },
    #[error("card {place} was dealt as {dealt}, and the shoe has {ordered} there")]
    Card { place: usize, dealt: Card, ordered: Card },
    #[error("the order cannot be made: {0}")]
    Generator(DrbgError),
}

/// All that does not agree, never empty; prints one to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreements(Vec<Disagreement>);

impl Disagreements {
    /// Each thing that does not agree: the commitment first, then the cut, then cards in their order.
    pub fn list(&self) -> &[Disagreement] {
        &self.0
    }
}

impl fmt::Display for Disagreements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, one) in self.0.iter().enumerate() {
            let separator = if n == 0 { "" } else { "\n" };
            write!(f, "{separator}{one}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Disagreements {}
