//! Cards by a fixed sequence: every edition of the set has the same coups.

use punto_vocab::Card;

/// SplitMix64, which is four lines in any language.
pub(crate) struct Fixed(u64);

impl Fixed {
    pub(crate) fn from(seed: u64) -> Fixed {
        Fixed(seed)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed % end as u64) as usize
    }

    pub(crate) fn card(&mut self) -> Card {
        let card = Card::from_index(self.below(Card::COUNT));
        card.unwrap_or_else(|| unreachable!("a number below their count"))
    }
}
