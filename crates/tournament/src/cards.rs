//! The cards of a coup as its table tells them, from which everything else about the coup follows.

use std::fmt;
use std::str::FromStr;

use punto_rulebook::Outcome;
use punto_vocab::line::Field;
use punto_vocab::{BySide, Card, Hand, Side, Value, Valued};
use serde::{Deserialize, Serialize};

/// Player's hand and Banker's hand as they lay when the coup was settled: `9hKs-2d3c5d`.
///
/// ```
/// use punto_tournament::CoupCards;
/// let cards: CoupCards = "9hKs-2d3c3s".parse().unwrap();
/// assert_eq!(cards.outcome().winner.to_string(), "player");
/// assert_eq!(cards.to_string(), "9hKs-2d3c3s");
/// assert!("9h-2d3c".parse::<CoupCards>().is_err() && "9hKs".parse::<CoupCards>().is_err());
/// assert!("9hKs2d2c-2d3c".parse::<CoupCards>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct CoupCards {
    hands: BySide<Hand>,
    outcome: Outcome,
}

impl CoupCards {
    /// These hands, if both have two cards or three.
    pub(crate) fn of(hands: BySide<Hand>) -> Option<CoupCards> {
        Outcome::of(&hands).map(|outcome| CoupCards { hands, outcome })
    }

    /// What they come to, as bets see it.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }
}

impl fmt::Display for CoupCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = |side: Side| self.hands[side].cards().iter().map(Card::to_string).collect::<String>();
        write!(f, "{}-{}", hand(Side::Player), hand(Side::Banker))
    }
}

impl FromStr for CoupCards {
    type Err = String;

    fn from_str(text: &str) -> Result<CoupCards, String> {
        let wrong =
            || format!("`{}` is not {}", text.chars().take(40).collect::<String>(), CoupCards::EXPECTED);
        let (player, banker) = text.split_once('-').ok_or_else(wrong)?;
        let hands =
            BySide { player: hand(player).ok_or_else(wrong)?, banker: hand(banker).ok_or_else(wrong)? };
        CoupCards::of(hands).ok_or_else(wrong)
    }
}

/// Cards without anything between them, each of two letters.
fn hand(text: &str) -> Option<Hand> {
    let letters: Vec<char> = text.chars().collect();
    let mut hand = Hand::default();
    for card in letters.chunks(2) {
        let card: Card = card.iter().collect::<String>().parse().ok()?;
        if !hand.push(card) {
            return None;
        }
    }
    Some(hand)
}

impl Field for CoupCards {
    const EXPECTED: &'static str = "both hands of a coup like 9hKs-2d3c5d, Player's first";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<CoupCards, String> {
        text.parse()
    }
}

impl Valued for CoupCards {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

impl From<CoupCards> for String {
    fn from(cards: CoupCards) -> String {
        cards.to_string()
    }
}

impl TryFrom<String> for CoupCards {
    type Error = String;

    fn try_from(text: String) -> Result<CoupCards, String> {
        text.parse()
    }
}

punto_vocab::stored_as_text!(CoupCards);
