//! What is kept of a coup: sixteen bytes.

use punto_rulebook::Outcome;
use punto_vocab::Card;

use super::super::Class;

/// One dealt coup in sixteen bytes.
///
/// | bytes | what |
/// |---|---|
/// | 0 to 5 | the cards in the order they were dealt, each its [`Card::index`]; 255 where none was dealt |
/// | 6, 7 | the outcome's class, [`Class::index`], little-endian |
/// | 8, 9 | the position: how many cards had left the shoe before the coup, little-endian |
/// | 10 | the coup's number in its shoe, from nought |
/// | 11 to 15 | the shoe's number, from nought, little-endian |
///
/// Cards one and three are Player's first two, two and four Banker's; then come the third cards, Player's first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CoupRecord(u64, u64);

impl CoupRecord {
    /// A record's bytes; see the layout above.
    pub fn bytes(&self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.0.to_le_bytes());
        bytes[8..].copy_from_slice(&self.1.to_le_bytes());
        bytes
    }

    /// The cards in the order they were dealt.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        self.0.to_le_bytes().into_iter().take(6).map_while(|index| Card::from_index(index.into()))
    }

    /// What the coup came to.
    pub fn class(&self) -> Class {
        Class::new((self.0 >> 54) as u8, (self.0 >> 48) as u8 & 63)
    }

    /// What the coup came to, as bets see it; the losing hand has no point here.
    pub fn outcome(&self) -> Option<Outcome> {
        self.class().outcome()
    }

    /// How many cards had left the shoe before the coup.
    pub fn position(&self) -> u16 {
        self.1 as u16
    }

    /// The coup's number in its shoe, from nought.
    pub fn coup(&self) -> u8 {
        (self.1 >> 16) as u8
    }

    /// The shoe's number, from nought.
    pub fn shoe(&self) -> u64 {
        self.1 >> 24
    }

    /// A record of six cards of which the first `dealt` count, a class, and a [`CoupRecord::place`].
    #[inline(always)]
    pub(super) fn new(cards: u64, dealt: usize, class: u64, place: u64) -> CoupRecord {
        const NONE: [u64; 8] = {
            let mut none = [0; 8];
            let mut dealt = 0;
            while dealt < 6 {
                none[dealt] = (1 << 48) - (1 << (8 * dealt));
                dealt += 1;
            }
            none
        };
        CoupRecord(cards & ((1 << 48) - 1) | NONE[dealt & 7] | class << 48, place)
    }

    /// The second half of a record.
    #[inline(always)]
    pub(super) fn place(position: usize, coup: usize, shoe: u64) -> u64 {
        position as u64 | (coup as u64) << 16 | shoe << 24
    }
}
