//! Playing cards: thirteen ranks, four suits, and the short text `As Td Kh`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

use crate::Point;

/// One playing card, a rank and a suit; prints as `As`, `Td`, `Kh`.
///
/// Reading also takes `10d`, lower-case ranks and the suit signs `♠♥♦♣`:
///
/// ```
/// use punto_vocab::Card;
/// let ten: Card = "10♦".parse().unwrap();
/// assert_eq!(ten, "Td".parse().unwrap());
/// assert!("1x".parse::<Card>().unwrap_err().to_string().contains("As, Td, Kh"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Card(u8);

/// All cards as they are printed, in the order of [`Card::all`].
const PRINTED: &str = "As2s3s4s5s6s7s8s9sTsJsQsKsAh2h3h4h5h6h7h8h9hThJhQhKh\
                       Ad2d3d4d5d6d7d8d9dTdJdQdKdAc2c3c4c5c6c7c8c9cTcJcQcKc";

impl Card {
    /// How many different cards a deck has.
    pub const COUNT: usize = 52;

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * 13 + rank as u8)
    }

    /// All 52 cards, spades first, each suit from ace to king.
    pub fn all() -> impl ExactSizeIterator<Item = Card> + Clone {
        (0..Card::COUNT as u8).map(Card)
    }

    /// The card's place in [`Card::all`], 0 to 51: an index for counts and tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card at a place of [`Card::all`].
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Card::COUNT { Some(Card(index as u8)) } else { None }
    }

    /// The card as it is printed.
    pub fn as_str(self) -> &'static str {
        let at = self.index() * 2;
        &PRINTED[at..at + 2]
    }

    /// The card's rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 % 13) as usize]
    }

    /// The card's suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 / 13) as usize]
    }

    /// The card's point in a hand.
    pub const fn point(self) -> Point {
        // Looked up, since every coup asks this a dozen times.
        const POINTS: [Point; Card::COUNT] = {
            let mut points = [Rank::Ace.point(); Card::COUNT];
            let mut index = 0;
            while index < Card::COUNT {
                points[index] = Card(index as u8).rank().point();
                index += 1;
            }
            points
        };
        POINTS[self.0 as usize]
    }
}

/// The rank of a card, ace to king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// All ranks in order, ace first.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    /// The pips a person counts on the card: ace 1, ten and pictures 10.
    ///
    /// This is the count of a burn; [`Rank::point`] is the count of a hand.
    pub const fn pips(self) -> u8 {
        let face = self as u8 + 1;
        if face > 10 { 10 } else { face }
    }

    /// The rank's point in a hand: the last digit of its pips, so ten and pictures are nought.
    pub const fn point(self) -> Point {
        Point::of_total(self.pips() as u32)
    }

    /// Whether the rank is a jack, queen or king.
    pub const fn is_picture(self) -> bool {
        matches!(self, Rank::Jack | Rank::Queen | Rank::King)
    }

    const fn letter(self) -> char {
        b"A23456789TJQK"[self as usize] as char
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// The suit of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Suit {
    Spades,
    Hearts,
    Diamonds,
    Clubs,
}

impl Suit {
    /// All suits.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// Whether the suit is printed red or black.
    pub const fn colour(self) -> Colour {
        match self {
            Suit::Hearts | Suit::Diamonds => Colour::Red,
            Suit::Spades | Suit::Clubs => Colour::Black,
        }
    }

    /// The suit's sign, `♠`, `♥`, `♦` or `♣`.
    pub const fn sign(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }

    const fn letter(self) -> char {
        ['s', 'h', 'd', 'c'][self as usize]
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// The colour a suit is printed in; mixed and coloured pairs differ by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Colour {
    Red,
    Black,
}

/// A text that names no card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a card; a card is a rank (A 2 3 4 5 6 7 8 9 T J Q K, or 10) and a suit (s h d c), like As, Td, Kh"
)]
pub struct CardError(pub String);

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        let unknown = || CardError(text.chars().take(20).collect());
        let mut letters = text.chars();
        let suit = letters.next_back().ok_or_else(unknown)?;
        let suit = Suit::ALL
            .into_iter()
            .find(|s| s.letter() == suit.to_ascii_lowercase() || s.sign() == suit)
            .ok_or_else(unknown)?;
        let rank = match letters.as_str() {
            "10" => Rank::Ten,
            one => {
                let mut letters = one.chars();
                let letter = letters.next().ok_or_else(unknown)?;
                if letters.next().is_some() {
                    return Err(unknown());
                }
                Rank::ALL
                    .into_iter()
                    .find(|r| r.letter() == letter.to_ascii_uppercase())
                    .ok_or_else(unknown)?
            }
        };
        Ok(Card::new(rank, suit))
    }
}

// A snapshot has hundreds of cards, so they are written as they are printed.
impl Serialize for Card {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl TryFrom<String> for Card {
    type Error = CardError;

    fn try_from(text: String) -> Result<Card, CardError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printing_and_reading_round_trip() {
        for card in Card::all() {
            assert_eq!(card.to_string(), format!("{}{}", card.rank(), card.suit()));
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::from_index(card.index()), Some(card));
            let signed = format!("{}{}", card.rank(), card.suit().sign());
            assert_eq!(signed.parse(), Ok(card));
            assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
        }
        assert_eq!(Card::all().count(), 52);
    }

    #[test]
    fn tens_have_two_spellings() {
        assert_eq!("10h".parse::<Card>(), "Th".parse::<Card>());
    }

    #[test]
    fn what_is_no_card_is_refused_with_the_text() {
        for text in ["", "s", "A", "1s", "0s", "11s", "Asx", "A♠♠", "🂡", "ＡＳ", "10", "T", " As"] {
            assert_eq!(text.parse::<Card>(), Err(CardError(text.into())), "{text}");
        }
    }

    #[test]
    fn pips_and_points() {
        let pips: Vec<u8> = Rank::ALL.iter().map(|r| r.pips()).collect();
        assert_eq!(pips, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]);
        let points: Vec<u8> = Rank::ALL.iter().map(|r| r.point().value()).collect();
        assert_eq!(points, [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]);
    }
}
