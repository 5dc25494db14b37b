//! Exactly uniform numbers below bounds that differ from shoe to shoe, two from each 32 random bits.
//!
//! The bits are read as a fraction. Times the first number of sides, its whole part is the first die, and what is
//! left is again a fraction, which gives the second in the same way. Some pairs of dice would come up once too
//! often in 2^32 words; they show by a small remainder and are rolled again with other words.

use super::lanes::{Halves, Lanes};
use super::stream::{Purpose, Stream};

/// Which dice of a block: the turn they belong to, and which pair of that turn's six.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) turn: u32,
    pub(super) pair: u32,
}

/// Two dice for each of the 64 shoes.
#[derive(Clone, Copy)]
pub(super) struct Dice<L: Lanes> {
    pub(super) first: Halves<L>,
    pub(super) second: Halves<L>,
}

impl<L: Lanes> Dice<L> {
    /// Rolls with four vectors of random halves: the high ones of the fractions, then the low ones.
    ///
    /// Only for the shoes of `live` are the dice sure to be below their sides.
    #[inline(always)]
    pub(super) fn roll(
        bits: [L::Vector; 4],
        sides: [Halves<L>; 2],
        one: L::Vector,
        again: (&Stream, Place, u64),
    ) -> Self {
        let [high_a, high_b, low_a, low_b] = bits;
        let fraction = (Halves { a: high_a, b: high_b }, Halves { a: low_a, b: low_b });
        let (first, fraction) = times(fraction, sides[0], one);
        let (second, rest) = times(fraction, sides[1], one);
        let mut dice = Dice { first, second };
        // 416 x 415 sides are less than 3 x 2^16, so a larger remainder is always good.
        if L::any_below16(rest.0.a, rest.0.b, 3) {
            dice = dice.again(sides, rest, again);
        }
        dice
    }

    #[cold]
    #[inline(always)]
    fn again(
        self,
        sides: [Halves<L>; 2],
        rest: (Halves<L>, Halves<L>),
        again: (&Stream, Place, u64),
    ) -> Self {
        let (mut first, mut second) = (self.first.to_array(), self.second.to_array());
        let sides = [sides[0].to_array(), sides[1].to_array()];
        let rest = [rest.0.to_array(), rest.1.to_array()];
        let (stream, place, live) = again;
        reroll(&mut first, &mut second, &sides, &rest, stream, place, live);
        Dice { first: Halves::from_array(&first), second: Halves::from_array(&second) }
    }
}

/// Multiplies fractions of 32 bits: the whole part, and the fractions that are left.
#[inline(always)]
fn times<L: Lanes>(
    (high, low): (Halves<L>, Halves<L>),
    by: Halves<L>,
    one: L::Vector,
) -> (Halves<L>, (Halves<L>, Halves<L>)) {
    let whole = high.with(by, L::mul16_high);
    let carried = low.with(by, L::mul16_high);
    let upper = high.with(by, L::mul16_low).with(carried, L::add16);
    let lower = low.with(by, L::mul16_low);
    // The sum came round past 2^16 just where it is less than what was added.
    let a = L::one_more_if_less16(whole.a, upper.a, carried.a, one);
    let b = L::one_more_if_less16(whole.b, upper.b, carried.b, one);
    (Halves { a, b }, (upper, lower))
}

/// Rolls again where the remainder says that the dice favoured a pair.
#[cold]
#[inline(never)]
pub(super) fn reroll(
    first: &mut [u16; 64],
    second: &mut [u16; 64],
    sides: &[[u16; 64]; 2],
    rest: &[[u16; 64]; 2],
    stream: &Stream,
    place: Place,
    live: u64,
) {
    for shoe in (0..64).filter(|shoe| live >> shoe & 1 == 1) {
        let (n, m) = (u32::from(sides[0][shoe]), u32::from(sides[1][shoe]));
        let mut rest = u32::from(rest[0][shoe]) << 16 | u32::from(rest[1][shoe]);
        let mut attempt = 1;
        // Of 2^32 words each pair gets the same number but for the first 2^32 mod n m remainders.
        while rest < n * m && rest < (n * m).wrapping_neg() % (n * m) {
            let index = (place.turn * 4 + place.pair) * Stream::BATCH as u32 + shoe as u32;
            let word = stream.word(Purpose::Cards, attempt, index);
            let one = u64::from(word) * u64::from(n);
            let other = u64::from(one as u32) * u64::from(m);
            (first[shoe], second[shoe]) = ((one >> 32) as u16, (other >> 32) as u16);
            rest = other as u32;
            attempt += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_rolled_again_only_where_a_pair_would_be_favoured() {
        let (stream, place) = (Stream::new(1, 2), Place { turn: 3, pair: 1 });
        let sides = [[416; 64], [415; 64]];
        let favoured = (416u32 * 415).wrapping_neg() % (416 * 415);
        let mut rest = [[0; 64], [0; 64]];
        for (shoe, small) in [(0, favoured - 1), (1, favoured), (2, 0), (3, 0)] {
            (rest[0][shoe], rest[1][shoe]) = ((small >> 16) as u16, small as u16);
        }
        for shoe in 4..64 {
            rest[0][shoe] = 3;
        }
        let (mut first, mut second) = ([999; 64], [999; 64]);
        reroll(&mut first, &mut second, &sides, &rest, &stream, place, !0b1000);
        assert!(first[0] < 416 && second[0] < 415 && first[2] < 416 && second[2] < 415);
        assert_eq!((first[1], second[1], first[3], second[3]), (999, 999, 999, 999));
        assert!(first[4..].iter().all(|die| *die == 999));
    }
}
