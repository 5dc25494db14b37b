//! Exactly uniform numbers below bounds that differ from shoe to shoe, two from each 32 random bits.
//!
//! The bits are read as a fraction. Times the first number of sides, its whole part is the first die, and what is
//! left is again a fraction, which gives the second in the same way. Some pairs of dice would come up once too
//! often in 2^32 words; they show by a small remainder and are rolled again with other words.

use super::lanes::{Halves, Lanes, half_of};
use super::stream::{Purpose, Stream};

/// The dice of a turn for each of the 64 shoes: places for six cards among those left, each drawn after the one
/// before.
pub(super) type Dice<L> = [Halves<L>; 6];

/// What dice are rolled again with.
#[derive(Clone, Copy)]
pub(super) struct Again<'a> {
    pub(super) stream: &'a Stream,
    pub(super) turn: u32,
    /// Only for these shoes are the dice sure to be below their sides.
    pub(super) live: u64,
}

/// Rolls with twelve vectors of random halves: for each pair of dice the two high ones, then the two low ones.
#[inline(always)]
pub(super) fn roll<L: Lanes>(
    bits: &[L::Vector; 12],
    left: Halves<L>,
    one: L::Vector,
    again: Again<'_>,
) -> Dice<L> {
    let (first, rest_1) = pair::<L>([bits[0], bits[1], bits[2], bits[3]], left, one);
    let (second, rest_2) = pair::<L>([bits[4], bits[5], bits[6], bits[7]], left.minus(2), one);
    let (third, rest_3) = pair::<L>([bits[8], bits[9], bits[10], bits[11]], left.minus(4), one);
    let dice = [first[0], first[1], second[0], second[1], third[0], third[1]];
    let least = rest_1[0].with(rest_2[0], L::min16).with(rest_3[0], L::min16);
    // 416 x 415 sides are less than 3 x 2^16, so a larger remainder is always good.
    if L::any_below16(least.a, least.b, 3) {
        return mend(dice, left, [rest_1, rest_2, rest_3], again);
    }
    dice
}

/// Two dice, the second with a side less than the first, and the fractions left at the end as high and low halves.
#[inline(always)]
fn pair<L: Lanes>(
    bits: [L::Vector; 4],
    sides: Halves<L>,
    one: L::Vector,
) -> ([Halves<L>; 2], [Halves<L>; 2]) {
    let fraction = [Halves { a: bits[0], b: bits[1] }, Halves { a: bits[2], b: bits[3] }];
    let (first, fraction) = times(fraction, sides, one);
    let (second, rest) = times(fraction, sides.minus(1), one);
    ([first, second], rest)
}

/// Multiplies fractions of 32 bits: the whole part, and the fractions that are left.
#[inline(always)]
fn times<L: Lanes>(
    [high, low]: [Halves<L>; 2],
    by: Halves<L>,
    one: L::Vector,
) -> (Halves<L>, [Halves<L>; 2]) {
    let whole = high.with(by, L::mul16_high);
    let carried = low.with(by, L::mul16_high);
    let upper = high.with(by, L::mul16_low).with(carried, L::add16);
    let lower = low.with(by, L::mul16_low);
    // The sum came round past 2^16 just where it is less than what was added.
    let a = L::one_more_if_less16(whole.a, upper.a, carried.a, one);
    let b = L::one_more_if_less16(whole.b, upper.b, carried.b, one);
    (Halves { a, b }, [upper, lower])
}

#[cold]
#[inline(always)]
fn mend<L: Lanes>(dice: Dice<L>, left: Halves<L>, rests: [[Halves<L>; 2]; 3], again: Again<'_>) -> Dice<L> {
    let mut rolled = Rolled {
        dice: [
            Numbers::of(dice[0]),
            Numbers::of(dice[1]),
            Numbers::of(dice[2]),
            Numbers::of(dice[3]),
            Numbers::of(dice[4]),
            Numbers::of(dice[5]),
        ],
        left: Numbers::of(left),
        rests: [
            [Numbers::of(rests[0][0]), Numbers::of(rests[0][1])],
            [Numbers::of(rests[1][0]), Numbers::of(rests[1][1])],
            [Numbers::of(rests[2][0]), Numbers::of(rests[2][1])],
        ],
    };
    rolled.mend(again);
    let [a, b, c, d, e, f] = &rolled.dice;
    [a.halves(), b.halves(), c.halves(), d.halves(), e.halves(), f.halves()]
}

/// Dice as they were rolled, some of them perhaps to be rolled again.
pub(super) struct Rolled {
    pub(super) dice: [Numbers; 6],
    /// How many cards were left.
    pub(super) left: Numbers,
    /// The remainders of each pair of dice, as high and low halves.
    pub(super) rests: [[Numbers; 2]; 3],
}

impl Rolled {
    /// Rolls again where the remainder says that the dice favoured a pair.
    #[inline(never)]
    pub(super) fn mend(&mut self, again: Again<'_>) {
        let live = (0..64).filter(|shoe| again.live >> shoe & 1 == 1);
        for shoe in live {
            for (pair, rest) in self.rests.iter().enumerate() {
                let n = u32::from(self.left.get(shoe)).wrapping_sub(2 * pair as u32);
                let (first, second) = (n, n.wrapping_sub(1));
                let pairs = first.wrapping_mul(second);
                let mut rest = u32::from(rest[0].get(shoe)) << 16 | u32::from(rest[1].get(shoe));
                let mut attempt = 1;
                // Of 2^32 words each pair gets the same number but for the first 2^32 mod `pairs` remainders.
                while rest < pairs && rest < pairs.wrapping_neg() % pairs {
                    let index = (again.turn * 4 + pair as u32) * Stream::BATCH as u32 + shoe as u32;
                    let word = again.stream.word(Purpose::Cards, attempt, index);
                    let one = u64::from(word) * u64::from(first);
                    let other = u64::from(one as u32) * u64::from(second);
                    self.dice[2 * pair].set(shoe, (one >> 32) as u16);
                    self.dice[2 * pair + 1].set(shoe, (other >> 32) as u16);
                    rest = other as u32;
                    attempt += 1;
                }
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_rolled_again_only_where_a_pair_would_be_favoured() {
        let favoured = (414u32 * 413).wrapping_neg() % (414 * 413);
        let good = || Numbers::in_order(&[3; 64]);
        let mut rest = [[3; 64], [0; 64]];
        for (shoe, small) in [(0, favoured - 1), (1, favoured), (2, 0), (3, 0)] {
            (rest[0][shoe], rest[1][shoe]) = ((small >> 16) as u16, small as u16);
        }
        let rest = rest.map(|rest| Numbers::in_order(&rest));
        let mut rolled = Rolled {
            dice: std::array::from_fn(|_| Numbers::in_order(&[999; 64])),
            left: Numbers::in_order(&[416; 64]),
            rests: [[good(), good()], rest, [good(), good()]],
        };
        rolled.mend(Again { stream: &Stream::new(1, 2), turn: 3, live: !0b1000 });
        for shoe in 0..64 {
            let dice = rolled.dice.each_ref().map(|dice| dice.get(shoe));
            match shoe {
                0 | 2 => assert!(dice[2] < 414 && dice[3] < 413),
                _ => assert_eq!(dice[2..4], [999, 999]),
            }
            assert!(dice[..2].iter().chain(&dice[4..]).all(|die| *die == 999));
        }
    }
}
