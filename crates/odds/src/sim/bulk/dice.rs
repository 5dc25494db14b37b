//! Exactly uniform numbers below bounds that differ from shoe to shoe, two from each 32 random bits.
//!
//! The bits are read as a fraction. Times the first number of sides, its whole part is the first die, and what is
//! left is again a fraction, which gives the second in the same way. Some pairs of dice would come up once too
//! often in 2^32 words; they show by a small remainder and are rolled again with other words.

use super::lanes::{Halves, Lanes, half_of};
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
        let mut dice = [Numbers::of(self.first), Numbers::of(self.second)];
        let sides = [Numbers::of(sides[0]), Numbers::of(sides[1])];
        let rest = [Numbers::of(rest.0), Numbers::of(rest.1)];
        let (stream, place, live) = again;
        reroll(&mut dice, &sides, &rest, stream, place, live);
        Dice { first: dice[0].halves(), second: dice[1].halves() }
    }
}

/// Numbers of 64 shoes in memory, in the order of [`Halves`].
pub(super) struct Numbers([[u8; 64]; 2]);

impl Numbers {
    #[inline(always)]
    fn of<L: Lanes>(halves: Halves<L>) -> Numbers {
        let mut numbers = Numbers([[0; 64]; 2]);
        L::store(halves.a, &mut numbers.0[0]);
        L::store(halves.b, &mut numbers.0[1]);
        numbers
    }

    #[inline(always)]
    fn halves<L: Lanes>(&self) -> Halves<L> {
        Halves { a: L::load(&self.0[0]), b: L::load(&self.0[1]) }
    }

    /// Numbers given in the order of the shoes.
    pub(super) fn in_order(numbers: &[u16; 64]) -> Numbers {
        let mut all = Numbers([[0; 64]; 2]);
        for (shoe, number) in numbers.iter().enumerate() {
            all.set(shoe, *number);
        }
        all
    }

    /// The number of a shoe.
    pub(super) fn get(&self, shoe: usize) -> u16 {
        let (vector, half) = half_of(shoe);
        u16::from_le_bytes(self.0[vector].as_chunks().0[half])
    }

    fn set(&mut self, shoe: usize, number: u16) {
        let (vector, half) = half_of(shoe);
        self.0[vector].as_chunks_mut().0[half] = number.to_le_bytes();
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
    dice: &mut [Numbers; 2],
    sides: &[Numbers; 2],
    rest: &[Numbers; 2],
    stream: &Stream,
    place: Place,
    live: u64,
) {
    for shoe in (0..64).filter(|shoe| live >> shoe & 1 == 1) {
        let (n, m) = (u32::from(sides[0].get(shoe)), u32::from(sides[1].get(shoe)));
        let mut rest = u32::from(rest[0].get(shoe)) << 16 | u32::from(rest[1].get(shoe));
        let mut attempt = 1;
        // Of 2^32 words each pair gets the same number but for the first 2^32 mod n m remainders.
        while rest < n * m && rest < (n * m).wrapping_neg() % (n * m) {
            let index = (place.turn * 4 + place.pair) * Stream::BATCH as u32 + shoe as u32;
            let word = stream.word(Purpose::Cards, attempt, index);
            let one = u64::from(word) * u64::from(n);
            let other = u64::from(one as u32) * u64::from(m);
            dice[0].set(shoe, (one >> 32) as u16);
            dice[1].set(shoe, (other >> 32) as u16);
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
        let sides = [Numbers::in_order(&[416; 64]), Numbers::in_order(&[415; 64])];
        let favoured = (416u32 * 415).wrapping_neg() % (416 * 415);
        let mut rest = [[3; 64], [0; 64]];
        for (shoe, small) in [(0, favoured - 1), (1, favoured), (2, 0), (3, 0)] {
            (rest[0][shoe], rest[1][shoe]) = ((small >> 16) as u16, small as u16);
        }
        let rest = rest.map(|rest| Numbers::in_order(&rest));
        let mut dice = [Numbers::in_order(&[999; 64]), Numbers::in_order(&[999; 64])];
        reroll(&mut dice, &sides, &rest, &stream, place, !0b1000);
        for shoe in 0..64 {
            let rolled = (dice[0].get(shoe), dice[1].get(shoe));
            match shoe {
                0 | 2 => assert!(rolled.0 < 416 && rolled.1 < 415),
                _ => assert_eq!(rolled, (999, 999)),
            }
        }
    }
}
