//! Player's and Banker's hands: two cards, or three.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{Card, CardError, Point};

/// Which of the two hands: `player` always names the hand, never a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Side {
    Player,
    Banker,
}

impl Side {
    /// Both hands, in the order they are dealt.
    pub const ALL: [Side; 2] = [Side::Player, Side::Banker];

    /// The opposite hand.
    pub const fn other(self) -> Side {
        match self {
            Side::Player => Side::Banker,
            Side::Banker => Side::Player,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Player => "Player",
            Side::Banker => "Banker",
        })
    }
}

/// A value for each hand.
///
/// ```
/// use punto_vocab::{BySide, Side};
/// let points = BySide { player: 6, banker: 7 };
/// assert_eq!(points[Side::Banker], 7);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct BySide<T> {
    pub player: T,
    pub banker: T,
}

impl<T> BySide<T> {
    /// Makes a value for each hand.
    pub fn new(mut of: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { player: of(Side::Player), banker: of(Side::Banker) }
    }

    /// Makes another value from each.
    pub fn map<U>(self, mut to: impl FnMut(T) -> U) -> BySide<U> {
        BySide { player: to(self.player), banker: to(self.banker) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Player => &self.player,
            Side::Banker => &self.banker,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Player => &mut self.player,
            Side::Banker => &mut self.banker,
        }
    }
}

/// The cards of one hand in dealing order, at most three.
///
/// A hand that a mistake gave a fourth card is not a `Hand`: irregularities describe cards as they lie.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<Card>", try_from = "Vec<Card>")]
pub struct Hand(ArrayVec<Card, 3>);

impl Hand {
    /// The cards in dealing order.
    pub fn cards(&self) -> &[Card] {
        &self.0
    }

    /// Adds a card; `false` and no change if the hand already has three.
    #[must_use]
    pub fn push(&mut self, card: Card) -> bool {
        self.0.try_push(card).is_ok()
    }

    /// The number of cards.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the hand has no card yet.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The hand's point.
    pub fn point(&self) -> Point {
        self.0.iter().fold(Point::of_total(0), |sum, card| sum.plus(card.point()))
    }

    /// The point of the first two cards, once there are two.
    pub fn opening_point(&self) -> Option<Point> {
        self.opening().map(|[a, b]| a.point().plus(b.point()))
    }

    /// Whether the first two cards count eight or nine.
    pub fn is_natural(&self) -> bool {
        self.opening_point().is_some_and(Point::is_natural)
    }

    /// The third card, if there is one.
    pub fn third(&self) -> Option<Card> {
        self.0.get(2).copied()
    }

    /// The first two cards, once there are two: what pair bets look at.
    pub fn opening(&self) -> Option<[Card; 2]> {
        match self.0[..] {
            [a, b, ..] => Some([a, b]),
            _ => None,
        }
    }

    /// How the first two cards are paired, by rank: a ten and a king are no pair.
    pub fn pair(&self) -> Option<Pair> {
        let [a, b] = self.opening()?;
        (a.rank() == b.rank()).then(|| match (a.suit(), b.suit()) {
            (x, y) if x == y => Pair::Perfect,
            (x, y) if x.colour() == y.colour() => Pair::Coloured,
            _ => Pair::Mixed,
        })
    }
}

/// How two cards of one rank are alike; the grades exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pair {
    /// One red, one black.
    Mixed,
    /// The same colour, different suits.
    Coloured,
    /// The same suit.
    Perfect,
}

impl From<Hand> for Vec<Card> {
    fn from(hand: Hand) -> Vec<Card> {
        hand.0.to_vec()
    }
}

impl TryFrom<Vec<Card>> for Hand {
    type Error = HandError;

    fn try_from(cards: Vec<Card>) -> Result<Hand, HandError> {
        let hand = ArrayVec::try_from(&cards[..]).map_err(|_| HandError::TooMany(cards.len()))?;
        Ok(Hand(hand))
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.0.iter().enumerate() {
            write!(f, "{}{card}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// A text that is no hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandError {
    /// One of the words is not a card.
    #[error(transparent)]
    Card(#[from] CardError),
    /// A hand has three cards at most.
    #[error("a hand has at most three cards, not {0}")]
    TooMany(usize),
}

impl FromStr for Hand {
    type Err = HandError;

    fn from_str(text: &str) -> Result<Hand, HandError> {
        let mut hand = Hand::default();
        for word in text.split_whitespace() {
            if !hand.push(word.parse()?) {
                return Err(HandError::TooMany(text.split_whitespace().count()));
            }
        }
        Ok(hand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(text: &str) -> Hand {
        text.parse().unwrap()
    }

    #[test]
    fn points_drop_the_tens() {
        assert_eq!(hand("9s 9h 9d").point().value(), 7);
        assert_eq!(hand("Ks Qh").point().value(), 0);
        assert_eq!(hand("As Th 5c").point().value(), 6);
    }

    #[test]
    fn naturals_are_of_the_first_two_cards() {
        assert!(hand("4s 4h").is_natural());
        assert!(hand("9s Kh").is_natural());
        assert!(!hand("2s 2h 4d").is_natural());
        assert!(!hand("9s").is_natural());
    }

    #[test]
    fn pairs_go_by_rank_and_are_graded_by_suit() {
        assert_eq!(hand("Ks Ks").pair(), Some(Pair::Perfect));
        assert_eq!(hand("Ks Kc").pair(), Some(Pair::Coloured));
        assert_eq!(hand("Ks Kh 2c").pair(), Some(Pair::Mixed));
        assert_eq!(hand("Ts Ks").pair(), None);
        assert_eq!(hand("Ks").pair(), None);
    }

    #[test]
    fn a_fourth_card_is_refused() {
        assert_eq!("As 2s 3s 4s".parse::<Hand>(), Err(HandError::TooMany(4)));
        assert_eq!(hand("As 2s 3s").to_string(), "As 2s 3s");
    }
}
