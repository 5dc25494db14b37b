//! The cards left in a shoe, counted by card and by point.

use std::fmt;

use punto_vocab::{Card, Rank, Suit};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::CompositionError;

/// How many of each of the 52 cards are left to deal.
///
/// Taking a card out or putting it back keeps the counts by point in step, so that one value can follow a
/// shoe from coup to coup. As JSON it is `{"counts": {"As": 8, "Td": 7}}`; cards not named are gone.
///
/// ```
/// use punto_odds::Composition;
/// let mut shoe = Composition::decks(8).unwrap();
/// shoe.remove("4s".parse().unwrap()).unwrap();
/// assert_eq!((shoe.cards(), shoe.points()[4]), (415, 31));
/// let refused = shoe.check_decks(6).unwrap_err().to_string();
/// assert_eq!(refused, "the shoe has 8 of As, but 6 decks hold 6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Composition {
    counts: [u16; Card::COUNT],
    points: [u16; 10],
    cards: u16,
}

impl Composition {
    /// The most cards a shoe has here: eight decks, up to which doubles count every ordered deal of six.
    pub const MOST: u32 = 416;
    /// The most decks.
    pub const MOST_DECKS: u32 = Composition::MOST / Card::COUNT as u32;

    /// No cards at all.
    pub const fn empty() -> Composition {
        Composition { counts: [0; Card::COUNT], points: [0; 10], cards: 0 }
    }

    /// So many full decks, 1 to 8.
    pub fn decks(decks: u32) -> Result<Composition, CompositionError> {
        if !(1..=Composition::MOST_DECKS).contains(&decks) {
            return Err(CompositionError::Decks(decks));
        }
        Composition::of(Card::all().map(|card| (card, decks)))
    }

    /// These cards, each with its number; a card may be named more than once.
    pub fn of(counts: impl IntoIterator<Item = (Card, u32)>) -> Result<Composition, CompositionError> {
        let mut shoe = Composition::empty();
        for (card, count) in counts {
            let cards = u64::from(shoe.cards) + u64::from(count);
            if cards > u64::from(Composition::MOST) {
                return Err(CompositionError::TooMany(cards));
            }
            let count = count as u16;
            shoe.counts[card.index()] += count;
            shoe.points[usize::from(card.point().value())] += count;
            shoe.cards += count;
        }
        Ok(shoe)
    }

    /// Takes out one card.
    pub fn remove(&mut self, card: Card) -> Result<(), CompositionError> {
        let count = &mut self.counts[card.index()];
        *count = count.checked_sub(1).ok_or(CompositionError::NoneLeft(card))?;
        self.points[usize::from(card.point().value())] -= 1;
        self.cards -= 1;
        Ok(())
    }

    /// Puts one card in.
    pub fn add(&mut self, card: Card) -> Result<(), CompositionError> {
        if self.cards() >= Composition::MOST {
            return Err(CompositionError::TooMany(u64::from(self.cards) + 1));
        }
        self.counts[card.index()] += 1;
        self.points[usize::from(card.point().value())] += 1;
        self.cards += 1;
        Ok(())
    }

    /// How many cards there are.
    pub fn cards(&self) -> u32 {
        self.cards.into()
    }

    /// How many there are of one card.
    pub fn count(&self, card: Card) -> u32 {
        self.counts[card.index()].into()
    }

    /// How many there are of one rank.
    pub fn rank(&self, rank: Rank) -> u32 {
        Suit::ALL.into_iter().map(|suit| self.count(Card::new(rank, suit))).sum()
    }

    /// How many cards count 0, 1, … 9.
    pub fn points(&self) -> &[u16; 10] {
        &self.points
    }

    /// The number of each card, in the order of [`Card::all`].
    pub fn counts(&self) -> &[u16; Card::COUNT] {
        &self.counts
    }

    /// Refuses more of a card than this many decks hold.
    pub fn check_decks(&self, decks: u32) -> Result<(), CompositionError> {
        match Card::all().map(|card| (card, self.count(card))).find(|(_, count)| *count > decks) {
            Some((card, count)) => Err(CompositionError::BeyondDecks { card, count, decks }),
            None => Ok(()),
        }
    }

    /// Refuses a shoe that cannot finish every coup.
    pub fn check_coup(&self) -> Result<(), CompositionError> {
        if self.cards < 6 { Err(CompositionError::TooFew(self.cards())) } else { Ok(()) }
    }

    /// In how many orders so many cards can be drawn.
    pub(crate) fn orders(&self, drawn: u16) -> u64 {
        (0..drawn).map(|gone| u64::from(self.cards.saturating_sub(gone))).product()
    }
}

impl fmt::Debug for Composition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.present()).finish()
    }
}

impl Composition {
    /// The cards that are there, each with its number.
    pub fn present(&self) -> impl Iterator<Item = (Card, u32)> {
        Card::all().map(|card| (card, self.count(card))).filter(|(_, count)| *count > 0)
    }
}

/// The JSON form of a shoe.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    counts: Counts,
}

/// Card counts as a map; a map type of the standard library would let the same card pass twice.
struct Counts(Composition);

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (card, count) in self.0.present() {
            map.serialize_entry(&card, &count)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Counts, D::Error> {
        deserializer.deserialize_map(CountsVisitor).map(Counts)
    }
}

struct CountsVisitor;

impl<'de> Visitor<'de> for CountsVisitor {
    type Value = Composition;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number for each card, like {\"As\": 8, \"Td\": 7}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Composition, A::Error> {
        let mut counts: Vec<(Card, u32)> = Vec::new();
        while let Some((card, count)) = map.next_entry::<Card, u32>()? {
            if counts.iter().any(|(named, _)| *named == card) {
                return Err(A::Error::custom(format!("{card} is counted twice")));
            }
            counts.push((card, count));
        }
        Composition::of(counts).map_err(A::Error::custom)
    }
}

impl Serialize for Composition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Wire { counts: Counts(*self) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Composition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Composition, D::Error> {
        Wire::deserialize(deserializer).map(|wire| wire.counts.0)
    }
}
