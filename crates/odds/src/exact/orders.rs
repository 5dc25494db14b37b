//! In how many orders a shoe yields each multiset of up to six cards of five points.
//!
//! The ten points are taken as two halves, 0 to 4 and 5 to 9. Both halves have the same multisets, so every
//! value here is a pair: the low half's and the high half's.

/// How many points one half has.
pub(super) const CLASSES: usize = 5;
/// The most cards of a coup.
pub(super) const CARDS: usize = 6;
/// How many values make a block, the unit of the sums.
pub(super) const LANES: usize = 8;
/// How many pairs make a block.
const PAIRS: usize = LANES / 2;

/// `LENGTHS[classes][size]`: how many multisets of a size there are over so many classes.
const LENGTHS: [[usize; CARDS + 1]; CLASSES + 1] = {
    let mut lengths = [[0; CARDS + 1]; CLASSES + 1];
    lengths[0][0] = 1;
    let mut classes = 1;
    while classes <= CLASSES {
        let mut size = 0;
        while size <= CARDS {
            let with_this_class = if size == 0 { 0 } else { lengths[classes][size - 1] };
            lengths[classes][size] = lengths[classes - 1][size] + with_this_class;
            size += 1;
        }
        classes += 1;
    }
    lengths
};

/// Where the pairs of each size begin; each size is padded to full blocks.
const STARTS: [usize; CARDS + 2] = {
    let mut starts = [0; CARDS + 2];
    let mut size = 0;
    while size <= CARDS {
        starts[size + 1] = starts[size] + length(size).next_multiple_of(PAIRS);
        size += 1;
    }
    starts
};

/// How many multisets of a size there are over one half.
pub(super) const fn length(size: usize) -> usize {
    LENGTHS[CLASSES][size]
}

/// How many blocks the pairs of a size fill.
pub(super) const fn blocks(size: usize) -> usize {
    length(size).div_ceil(PAIRS)
}

/// How many blocks the values of one half fill, for the one size where the halves are kept apart.
const HIGH_BLOCKS: usize = length(CARDS / 2).div_ceil(LANES);

/// For every multiset over one half: in how many orders the shoe yields it.
///
/// A multiset with `m` cards of a point that has `n` cards left contributes the factor `n (n-1) … (n-m+1)`.
#[repr(align(64))]
pub(super) struct Orders {
    pairs: [[f64; 2]; STARTS[CARDS + 1]],
    /// The high half's multisets of three once more, not paired with the low half's.
    high_threes: [[f64; LANES]; HIGH_BLOCKS],
}

impl Orders {
    /// The orders of an empty shoe: only the empty multiset has one.
    pub(super) fn new() -> Orders {
        let mut orders =
            Orders { pairs: [[0.0; 2]; STARTS[CARDS + 1]], high_threes: [[0.0; LANES]; HIGH_BLOCKS] };
        orders.pairs[0] = [1.0; 2];
        orders
    }

    /// Counts again, for a shoe with so many cards of each point.
    ///
    /// This is never compiled for wide vectors: it reads back what it has just written in pieces of another
    /// length, which stalls wide loads for longer than they save.
    #[inline(never)]
    pub(super) fn count(&mut self, points: &[u16; 2 * CLASSES]) {
        let factors = |class: usize| falling([points[class], points[class + CLASSES]]);
        self.join::<0>(factors(0));
        self.join::<1>(factors(1));
        self.join::<2>(factors(2));
        self.join::<3>(factors(3));
        self.join::<4>(factors(4));
        let threes = &self.pairs[STARTS[3]..][..length(3)];
        for (high, pair) in self.high_threes.as_flattened_mut().iter_mut().zip(threes) {
            *high = pair[1];
        }
    }

    /// The multisets with cards of one more class, after those over the classes before it.
    ///
    /// Larger sizes come first: they are made from the smaller ones as those are without this class.
    #[inline(always)]
    fn join<const CLASS: usize>(&mut self, factors: [[f64; 2]; CARDS + 1]) {
        macro_rules! sizes {
            ($($size:literal: $($cards:literal)*;)*) => {
                $($(self.stretch::<CLASS, $size, $cards>(factors[$cards]);)*)*
            };
        }
        sizes! {
            6: 1 2 3 4 5 6;
            5: 1 2 3 4 5;
            4: 1 2 3 4;
            3: 1 2 3;
            2: 1 2;
            1: 1;
        }
    }

    /// The multisets of a size with so many cards of a class: those without it that are so much smaller, in
    /// their order, times one factor. All lengths are constants, so the loop has no ends to mispredict.
    #[inline(always)]
    fn stretch<const CLASS: usize, const SIZE: usize, const CARDS_OF_IT: usize>(&mut self, factor: [f64; 2]) {
        let length = const { LENGTHS[CLASS][SIZE - CARDS_OF_IT] };
        let (smaller, larger) = self.pairs.split_at_mut(STARTS[SIZE]);
        let from = &smaller[STARTS[SIZE - CARDS_OF_IT]..][..length];
        let to = &mut larger[const { first_with(CLASS, SIZE, CARDS_OF_IT) }..][..length];
        for (to, from) in to.iter_mut().zip(from) {
            *to = [from[0] * factor[0], from[1] * factor[1]];
        }
    }

    /// The pair of one multiset; nought at the places that fill up the last block.
    #[inline(always)]
    pub(super) fn pair(&self, size: usize, place: usize) -> [f64; 2] {
        self.pairs[STARTS[size] + place]
    }

    /// The pairs of a size in its blocks, filled up with noughts.
    #[inline(always)]
    pub(super) fn paired(&self, size: usize) -> &[[f64; LANES]] {
        self.pairs[STARTS[size]..STARTS[size + 1]].as_flattened().as_chunks().0
    }

    /// The high half's multisets of three in blocks, filled up with noughts.
    #[inline(always)]
    pub(super) fn high_threes(&self) -> &[[f64; LANES]] {
        &self.high_threes
    }
}

/// The place of the first multiset of a size that has so many cards of a class and none of a later one.
const fn first_with(class: usize, size: usize, cards_of_it: usize) -> usize {
    let mut place = 0;
    let mut cards = 0;
    while cards < cards_of_it {
        place += LENGTHS[class][size - cards];
        cards += 1;
    }
    place
}

/// The products `1`, `n`, `n (n-1)`, …, which are nought once the cards run out.
fn falling(counts: [u16; 2]) -> [[f64; 2]; CARDS + 1] {
    let mut products = [[1.0; 2]; CARDS + 1];
    for cards in 1..=CARDS {
        let left = counts.map(|count| f64::from(count.saturating_sub(cards as u16 - 1)));
        products[cards] = [products[cards - 1][0] * left[0], products[cards - 1][1] * left[1]];
    }
    products
}

/// Numbers the 5005 multisets of six points, and finds the number of one from its cards.
pub(super) struct Numbering(Vec<u16>);

/// How many multisets of six points there are.
pub(super) const MULTISETS: usize = offset(CARDS + 1);

/// The number of the first multiset with so many cards of the low half.
const fn offset(low: usize) -> usize {
    let mut number = 0;
    let mut fewer = 0;
    while fewer < low {
        number += length(fewer) * length(CARDS - fewer);
        fewer += 1;
    }
    number
}

impl Numbering {
    /// Follows the order in which [`Orders::count`] makes the multisets.
    pub(super) fn new() -> Numbering {
        let mut keys: [Vec<usize>; CARDS + 1] = Default::default();
        keys[0].push(0);
        for class in 0..CLASSES {
            for size in (1..=CARDS).rev() {
                for cards in 1..=size {
                    let smaller = keys[size - cards][..LENGTHS[class][size - cards]].to_vec();
                    keys[size].extend(smaller.iter().map(|key| key + cards * 7usize.pow(class as u32)));
                }
            }
        }
        let mut places = vec![0; 7usize.pow(CLASSES as u32)];
        for of_one_size in &keys {
            for (place, key) in of_one_size.iter().enumerate() {
                places[*key] = place as u16;
            }
        }
        Numbering(places)
    }

    /// What a card of this point adds to the key of a multiset; the key of several cards is the sum of theirs.
    pub(super) fn key(point: usize) -> u64 {
        let of_half = 7u64.pow((point % CLASSES) as u32);
        if point < CLASSES { of_half | 1 << 32 } else { of_half << 16 }
    }

    /// The number of the multiset of six cards with this key.
    pub(super) fn number(&self, key: u64) -> usize {
        let place = |key: u64| usize::from(self.0[(key & 0xffff) as usize]);
        let low = (key >> 32) as usize;
        offset(low) + place(key) * length(CARDS - low) + place(key >> 16)
    }
}
