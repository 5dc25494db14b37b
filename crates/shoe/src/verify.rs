//! Checks a shoe that has ended: does the opening fit the commitment, and were the cards dealt in its order?

use std::fmt;

use punto_vocab::Card;

use crate::{Commitment, Cut, CutBy, DrbgError, Opening, Pledges};

/// What is said of a shoe, to be compared with its opening.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// What was published before any share and before the cut.
    pub commitment: &'a Commitment,
    /// What patrons pledged and revealed.
    pub pledges: &'a Pledges,
    /// Where it was cut; not at all if it was given up before.
    pub cut: Option<Cut>,
    /// Every card that left the shoe in order, burnt cards too; a shoe need not be dealt to its end.
    pub dealt: &'a [Card],
}

/// Checks what was dealt against what was promised.
///
/// All that does not agree is said, not only the first.
pub fn verify(opening: &Opening, claim: &Claim<'_>) -> Result<Verified, Disagreements> {
    let mut found = Vec::new();
    let computed = opening.commitment();
    if computed != *claim.commitment {
        found.push(Disagreement::Commitment { published: *claim.commitment, computed });
    }
    if let Some(place) = claim.pledges.broken(claim.commitment) {
        found.push(Disagreement::Share { place });
    }
    let cards = usize::from(opening.decks().cards());
    match (claim.cut, claim.pledges.shares()) {
        (None, _) if claim.dealt.is_empty() => {}
        (None, _) => found.push(Disagreement::NotCut { dealt: claim.dealt.len() }),
        (Some(_), None) => found.push(Disagreement::Withheld),
        (Some(cut), Some(shares)) => match opening.order_and_cut(&shares) {
            Ok((order, own)) if cut.by == CutBy::Own && cut.at != own => {
                found.push(Disagreement::OwnCut { cut: cut.at, own });
                check_cards(&order, own, claim.dealt, &mut found);
            }
            Ok((order, _)) => check_cards(&order, cut.at, claim.dealt, &mut found),
            Err(error) => found.push(Disagreement::Generator(error)),
        },
    }
    if found.is_empty() {
        Ok(Verified { dealt: claim.dealt.len(), cards })
    } else {
        Err(Disagreements(found))
    }
}

fn check_cards(order: &[Card], cut: u16, dealt: &[Card], found: &mut Vec<Disagreement>) {
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
    #[error("share {place} is not the one that was pledged")]
    Share { place: usize },
    #[error("cards were dealt though a share was withheld, so that the shoe had no order")]
    Withheld,
    #[error("{dealt} cards were dealt from a shoe that was never cut")]
    NotCut { dealt: usize },
    #[error(
        "nobody cut the shoe, so that it is cut after {own} cards, and the cut was said to be after {cut}"
    )]
    OwnCut { cut: u16, own: u16 },
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
    /// Each thing that does not agree: the commitment first, then shares, the cut, and cards in their order.
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
