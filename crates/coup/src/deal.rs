//! The deal, card by card: what is due next, to whom, and why.

use std::fmt;

use punto_rulebook::{Outcome, Rulebook};
use punto_vocab::{BySide, Card, Citation, Hand, Point, Side};
use serde::{Deserialize, Serialize};

/// A coup as it is dealt, in its lawful order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coup {
    hands: BySide<Hand>,
}

/// What is due now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due<'a> {
    /// A card.
    Card {
        /// For this hand.
        to: Side,
        /// The hand's first, second or third.
        nth: u8,
        /// By these clauses.
        by: &'a Citation,
        /// For this reason.
        why: Why,
    },
    /// Nothing: both hands are complete.
    Nothing {
        /// By these clauses.
        by: &'a Citation,
        /// For this reason.
        why: Why,
    },
}

impl Due<'_> {
    /// The hand a card is due for.
    pub fn side(&self) -> Option<Side> {
        match self {
            Due::Card { to, .. } => Some(*to),
            Due::Nothing { .. } => None,
        }
    }
}

/// Why a card is due, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// One of the first four.
    Opening,
    /// A hand has eight or nine in two cards.
    Natural(Side, Point),
    /// Player acts on its own point.
    Player(Point),
    /// Banker acts on its own point and Player's third card, if there is one.
    Banker(Point, Option<Card>),
    /// This hand, the last to draw, has its third card, and no hand gets a fourth.
    HasThird(Side),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Opening => write!(f, "opening deal"),
            Why::Natural(side, point) => write!(f, "{side} has a natural {point}"),
            Why::Player(point) => write!(f, "Player has {point}"),
            Why::Banker(point, None) => write!(f, "Banker has {point}, Player stood"),
            Why::Banker(point, Some(card)) => write!(f, "Banker has {point}, Player's third card is {card}"),
            Why::HasThird(side) => write!(f, "{side} has its third card"),
        }
    }
}

punto_vocab::codes! {
    impl Why {
        Why::Opening => "opening" (),
        Why::Natural(hand, point) => "natural" (hand, point),
        Why::Player(point) => "player" (point),
        Why::Banker(point, None) => "banker-after-stand" (point),
        Why::Banker(point, Some(card)) => "banker-after-third" (point, card),
        Why::HasThird(hand) => "has-third" (hand),
    }
}

/// A card came when none was due.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{card} is one card too many: the coup is complete, {why} ({by})")]
pub struct NotDue {
    /// The card.
    pub card: Card,
    /// Why nothing is due.
    pub why: Why,
    /// By these clauses.
    pub by: Citation,
}

impl Coup {
    /// The hands as they lie.
    pub fn hands(&self) -> &BySide<Hand> {
        &self.hands
    }

    /// The number of cards dealt.
    pub fn len(&self) -> usize {
        self.hands.player.len() + self.hands.banker.len()
    }

    /// Whether no card has been dealt.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is due now, and why.
    pub fn due<'b>(&self, book: &'b Rulebook) -> Due<'b> {
        let (player, banker) = (&self.hands.player, &self.hands.banker);
        let drawing = &book.drawing;
        let card = |to, nth, by, why| Due::Card { to, nth, by, why };
        let (Some(player_point), Some(banker_point)) = (player.opening_point(), banker.opening_point())
        else {
            let to = if player.len() <= banker.len() { Side::Player } else { Side::Banker };
            return card(to, self.hands[to].len() as u8 + 1, &drawing.opening, Why::Opening);
        };
        for (side, point) in [(Side::Player, player_point), (Side::Banker, banker_point)] {
            if point.is_natural() {
                return Due::Nothing { by: &drawing.natural, why: Why::Natural(side, point) };
            }
        }
        if player.len() == 2 && banker.len() == 2 && drawing.player_draws(player_point) {
            return card(Side::Player, 3, drawing.player_by(player_point), Why::Player(player_point));
        }
        let third = player.third();
        let (by, why) = (drawing.banker_by(banker_point, third), Why::Banker(banker_point, third));
        if banker.len() == 3 {
            let by = drawing.one_extra.as_ref().unwrap_or(by);
            return Due::Nothing { by, why: Why::HasThird(Side::Banker) };
        }
        if drawing.banker_draws(banker_point, third) {
            card(Side::Banker, 3, by, why)
        } else {
            Due::Nothing { by, why }
        }
    }

    /// A coup whose hands lie so, as after a ruling.
    pub fn lying(hands: BySide<Hand>) -> Coup {
        Coup { hands }
    }

    /// Lays a card with a hand without asking whether it is due; a hand that is full stays as it is.
    pub fn place(&mut self, side: Side, card: Card) {
        let _ = self.hands[side].push(card);
    }

    /// Deals a card to the hand it is due for.
    pub fn deal(&mut self, book: &Rulebook, card: Card) -> Result<Side, NotDue> {
        match self.due(book) {
            Due::Card { to, .. } if self.hands[to].push(card) => Ok(to),
            Due::Card { by, why, .. } | Due::Nothing { by, why } => Err(NotDue { card, why, by: by.clone() }),
        }
    }

    /// The coup that these cards make, each to the hand it is due for.
    pub fn of(book: &Rulebook, cards: impl IntoIterator<Item = Card>) -> Result<Coup, NotDue> {
        let mut coup = Coup::default();
        for card in cards {
            coup.deal(book, card)?;
        }
        Ok(coup)
    }

    /// What the coup came to, once nothing is due any more.
    pub fn outcome(&self, book: &Rulebook) -> Option<Outcome> {
        match self.due(book) {
            Due::Card { .. } => None,
            Due::Nothing { .. } => Outcome::of(&self.hands),
        }
    }
}
