//! Where the simulated shoe's cards come from: shuffled decks, shoe after shoe, or a list.

use std::collections::VecDeque;
use std::convert::Infallible;

use punto_shoe::{Decks, RandomWords, shuffle};
use punto_vocab::Card;

/// Cards in the shoe, and how new ones come.
pub(super) struct Supply {
    cards: VecDeque<Card>,
    /// How many lie behind the cut card, while it is in.
    cut_card: Option<usize>,
    more: Option<More>,
}

/// What new shoes are made of; a list has none.
struct More {
    decks: Decks,
    behind: u16,
    noise: Noise,
}

impl Supply {
    /// Shuffled decks, with the cut card so many cards from the end.
    pub(super) fn shuffled(decks: u8, behind: u16, seed: u64) -> Result<Supply, String> {
        let decks = Decks::new(decks).map_err(|error| error.to_string())?;
        if behind >= decks.cards() {
            return Err(format!(
                "{behind} cards cannot lie behind the cut card; the shoe has {}",
                decks.cards()
            ));
        }
        let more = More { decks, behind, noise: Noise::new(seed) };
        Ok(Supply { cards: VecDeque::new(), cut_card: None, more: Some(more) })
    }

    /// Exactly these.
    pub(super) fn told(list: &str) -> Result<Supply, String> {
        let cards: Result<VecDeque<Card>, String> =
            list.split_whitespace().map(|word| word.parse().map_err(|error| format!("{error}"))).collect();
        match cards? {
            none if none.is_empty() => {
                Err("there are no cards in the list; write them like \"Ks 2d 6h\"".to_owned())
            }
            cards => Ok(Supply { cards, cut_card: None, more: None }),
        }
    }

    /// Puts new cards into the shoe. A list is its own shoe, and only the first.
    pub(super) fn load(&mut self) {
        let Some(More { decks, behind, noise }) = &mut self.more else { return };
        let mut cards: Vec<Card> = (0..u8::from(*decks)).flat_map(|_| Card::all()).collect();
        let Ok(()) = shuffle(&mut cards, noise);
        self.cut_card = (*behind > 0).then_some(usize::from(*behind));
        self.cards = cards.into();
    }

    /// The next card out.
    pub(super) fn draw(&mut self) -> Option<Card> {
        self.cards.pop_front()
    }

    /// Whether the cut card is next; it comes out once.
    pub(super) fn take_cut_card(&mut self) -> bool {
        self.cut_card.take_if(|behind| *behind >= self.cards.len()).is_some()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Whether there are no cards and none will come.
    pub(super) fn is_spent(&self) -> bool {
        self.is_empty() && self.more.is_none()
    }
}

/// Plain pseudo-random numbers (SplitMix64): a simulation needs the same each time, not chance.
pub(super) struct Noise(u64);

impl Noise {
    pub(super) fn new(seed: u64) -> Noise {
        Noise(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from 0 up to 1.
    pub(super) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl RandomWords for Noise {
    type Error = Infallible;

    fn word(&mut self) -> Result<u16, Infallible> {
        Ok((self.next() >> 48) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shoe_is_whole_decks_and_its_cut_card_comes_once() {
        let mut supply = Supply::shuffled(2, 20, 7).unwrap();
        assert!(supply.is_empty() && !supply.is_spent());
        supply.load();
        let (mut cards, mut at) = (Vec::new(), Vec::new());
        loop {
            if supply.take_cut_card() {
                at.push(cards.len());
            }
            let Some(card) = supply.draw() else { break };
            cards.push(card);
        }
        assert_eq!(at, [84]);
        let mut sorted = cards.clone();
        sorted.sort_unstable();
        assert!(sorted.len() == 104 && sorted.chunks(2).all(|pair| pair[0] == pair[1]));
        let mut again = Supply::shuffled(2, 20, 7).unwrap();
        again.load();
        assert_eq!(again.draw(), cards.first().copied(), "the same seed, the same shoe");
        assert!(Supply::shuffled(8, 416, 1).is_err() && Supply::shuffled(9, 1, 1).is_err());
    }

    #[test]
    fn a_list_is_one_shoe() {
        let mut supply = Supply::told("Ks 2d").unwrap();
        supply.load();
        assert_eq!(supply.draw().map(|card| card.to_string()).as_deref(), Some("Ks"));
        assert!(!supply.is_spent());
        supply.draw();
        supply.load();
        assert!(supply.is_spent());
        assert!(Supply::told("").is_err() && Supply::told("Ks 1x").is_err());
    }
}
