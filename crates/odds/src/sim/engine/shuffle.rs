//! Shoes of real cards in an order that follows from the seed and the shoe's number.

use rand::rngs::ChaCha20Rng;
use rand::{Rng, SeedableRng};

use super::super::ShoePlan;

/// Room for the cards of a shoe, each its index; a power of two, so that places are masked instead of checked.
pub(super) type Cards = [u8; 512];

const MASK: usize = 511;
/// No product of the bounds of one word's dice reaches this, so what is left of a word is below it once in 2,048
/// words; only then can some result have been favoured.
const SURELY_FAIR: u64 = 1 << 53;
/// Up to so many cards ten dice are thrown with each word, up to so many eight, then seven, then six.
const TENS: usize = 40;
const EIGHTS: usize = 96;
const SEVENS: usize = 187;

/// Shuffles shoe after shoe.
///
/// ChaCha20 under a key made of the seed. Shoe `n` of a plan with `w` words a shoe is shuffled by the words
/// `n w` to `(n + 1) w - 1` of stream nought, so that any shoe can be had alone; the rare words thrown again come
/// from streams of their own.
pub(super) struct Shuffler {
    fresh: Cards,
    cards: usize,
    key: [u8; 32],
    numbers: ChaCha20Rng,
    bytes: Vec<u8>,
}

impl Shuffler {
    pub(super) fn new(plan: &ShoePlan, seed: u64) -> Shuffler {
        let cards = usize::from(plan.cards());
        let mut fresh = [0; 512];
        for (place, card) in fresh[..cards].iter_mut().enumerate() {
            *card = (place % 52) as u8;
        }
        // The rest of the key says what the numbers are for, so that no other use of the seed shares them.
        let mut key = *b"........punto engine shoes, 1   ";
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let numbers = ChaCha20Rng::from_seed(key);
        let mut first = 0;
        let mut words = 0;
        for (to, dice) in [(TENS, 10), (EIGHTS, 8), (SEVENS, 7), (cards, 6)] {
            let groups = to.min(cards).saturating_sub(first) / dice;
            first += groups * dice;
            words += groups;
        }
        words += usize::from(first < cards);
        Shuffler { fresh, cards, key, numbers, bytes: vec![0; words * 8] }
    }

    /// Goes to a shoe; the following calls of [`Shuffler::shuffle`] are for it and those after it.
    pub(super) fn seek(&mut self, shoe: u64) {
        self.numbers.set_word_pos(u128::from(shoe) * (self.bytes.len() / 4) as u128);
    }

    /// Puts the cards of the shoe into their order: card by card, each into a place among those before it.
    pub(super) fn shuffle(&mut self, shoe: u64, into: &mut Cards) {
        self.numbers.fill_bytes(&mut self.bytes);
        let mut words = self.bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
        let (words, mut first) = (&mut words, 0);
        self.groups::<10>(shoe, words, &mut first, TENS, into);
        self.groups::<8>(shoe, words, &mut first, EIGHTS, into);
        self.groups::<7>(shoe, words, &mut first, SEVENS, into);
        self.groups::<6>(shoe, words, &mut first, usize::MAX, into);
        // The last word may throw for fewer cards than it has dice.
        if let Some(word) = words.next() {
            let dice = self.fair::<6>(shoe, first, word);
            (first..self.cards).zip(dice).for_each(|(end, place)| insert(&self.fresh, into, end, place));
        }
    }

    /// Inserts cards in groups of so many dice a word, up to a place or as far as all the dice are needed.
    #[inline(always)]
    fn groups<const DICE: usize>(
        &self,
        shoe: u64,
        words: &mut impl Iterator<Item = u64>,
        first: &mut usize,
        to: usize,
        into: &mut Cards,
    ) {
        let groups = to.min(self.cards).saturating_sub(*first) / DICE;
        for word in words.take(groups) {
            let (mut dice, left) = throw::<DICE>(word, *first);
            if left < SURELY_FAIR {
                dice = self.fair(shoe, *first, word);
            }
            for (step, die) in dice.into_iter().enumerate() {
                insert(&self.fresh, into, *first + step, die);
            }
            *first += DICE;
        }
    }

    /// Throws with a word, and with others until no result was favoured.
    #[cold]
    fn fair<const DICE: usize>(&self, shoe: u64, first: usize, mut word: u64) -> [usize; DICE] {
        let product = (1..=DICE as u64).map(|step| first as u64 + step).product::<u64>();
        let favoured = product.wrapping_neg() % product;
        let mut others = None;
        loop {
            let (dice, left) = throw(word, first);
            if left >= favoured {
                return dice;
            }
            // Two words of one shoe never share a stream: the low bits tell them apart.
            let others = others.get_or_insert_with(|| {
                let mut numbers = ChaCha20Rng::from_seed(self.key);
                numbers.set_stream((shoe + 1) << 9 | first as u64);
                numbers
            });
            word = others.next_u64();
        }
    }
}

/// Throws dice with bounds from `first + 1` on; what is left of the word tells whether they were fair.
///
/// The word is a fraction of one. Times a bound, its whole part is the die and the rest is the next fraction.
#[inline(always)]
fn throw<const DICE: usize>(word: u64, first: usize) -> ([usize; DICE], u64) {
    let (mut dice, mut left) = ([0; DICE], word);
    for (step, die) in dice.iter_mut().enumerate() {
        let product = u128::from(left) * (first + step + 1) as u128;
        *die = (product >> 64) as usize;
        left = product as u64;
    }
    (dice, left)
}

/// Puts the next fresh card at a place among those before it, whose card goes to the end.
#[inline(always)]
fn insert(fresh: &Cards, into: &mut Cards, end: usize, place: usize) {
    into[end & MASK] = into[place & MASK];
    into[place & MASK] = fresh[end & MASK];
}

#[cfg(test)]
mod tests {
    use punto_rulebook::{Burn, End};

    use super::*;

    fn shuffler(decks: u32, seed: u64) -> Shuffler {
        let plan = ShoePlan::new(decks, Burn::None, 20, End::OneMoreCoup, End::ThisCoupIsLast).unwrap();
        Shuffler::new(&plan, seed)
    }

    fn shoe(shuffler: &mut Shuffler, number: u64) -> Vec<u8> {
        let mut cards = [0; 512];
        shuffler.seek(number);
        shuffler.shuffle(number, &mut cards);
        cards[..shuffler.cards].to_vec()
    }

    #[test]
    fn every_shoe_has_its_cards() {
        for decks in 1..=8 {
            let mut shuffler = shuffler(decks, 5);
            for number in 0..500 {
                let mut counts = [0; 52];
                shoe(&mut shuffler, number).iter().for_each(|card| counts[usize::from(*card)] += 1);
                assert!(counts.iter().all(|count| *count == decks), "{decks} decks: {counts:?}");
            }
        }
    }

    #[test]
    fn a_shoe_follows_from_the_seed_and_its_number() {
        let (mut one, mut other) = (shuffler(8, 5), shuffler(8, 6));
        let (mut third, mut fourth) = ([0; 512], [0; 512]);
        one.seek(3);
        one.shuffle(3, &mut third);
        one.shuffle(4, &mut fourth);
        assert_eq!(shoe(&mut one, 4), fourth[..416]);
        assert_eq!(shoe(&mut one, 3), third[..416]);
        assert_ne!(third, fourth);
        assert_ne!(shoe(&mut other, 3), third[..416]);
    }

    #[test]
    fn every_card_is_as_likely_at_every_place() {
        const SHOES: u32 = 52_000;
        let mut shuffler = shuffler(1, 7);
        let mut counts = vec![0u32; 52 * 52];
        for number in 0..u64::from(SHOES) {
            for (place, card) in shoe(&mut shuffler, number).into_iter().enumerate() {
                counts[place * 52 + usize::from(card)] += 1;
            }
        }
        // A chi-square of 51 x 51 degrees of freedom: 2601, give or take 72.
        let square: f64 = counts.iter().map(|count| (f64::from(*count) - 1000.0).powi(2) / 1000.0).sum();
        assert!((square - 2601.0).abs() < 6.0 * 72.1, "{square}");
    }

    #[test]
    fn no_product_reaches_what_is_surely_fair() {
        for (last, dice) in [(TENS, 10), (EIGHTS, 8), (SEVENS, 7), (416, 6)] {
            let product: u128 = (0..dice).map(|step| last as u128 - step).product();
            assert!(product < SURELY_FAIR.into(), "{dice} dice to {last}");
        }
    }

    #[test]
    fn words_that_favour_a_result_are_thrown_again() {
        let shuffler = shuffler(8, 1);
        // A word of nought leaves nought, which every product favours.
        let dice = shuffler.fair::<6>(0, 410, 0);
        assert_ne!(dice, [0; 6]);
        assert_ne!(shuffler.fair(1, 410, 0), dice);
        let (plain, left) = throw::<6>(u64::MAX / 3, 410);
        assert!(left >= SURELY_FAIR);
        assert_eq!(shuffler.fair(0, 410, u64::MAX / 3), plain);
    }
}
