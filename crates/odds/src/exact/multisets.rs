//! Multisets of up to six cards over five point classes, and in how many orders a shoe yields each.

/// How many classes one half of the ten points has.
pub(crate) const CLASSES: usize = 5;
/// The most cards of a coup.
pub(crate) const CARDS: usize = 6;
/// Values are kept in blocks of so many, each size of multiset padded to full blocks.
pub(crate) const LANES: usize = 8;

/// `LENGTHS[classes][size]`: how many multisets of this size there are over so many classes.
const LENGTHS: [[usize; CARDS + 1]; CLASSES + 1] = {
    let mut lengths = [[0; CARDS + 1]; CLASSES + 1];
    lengths[0][0] = 1;
    let mut classes = 1;
    while classes <= CLASSES {
        let mut size = 0;
        while size <= CARDS {
            let fewer = if size == 0 { 0 } else { lengths[classes][size - 1] };
            lengths[classes][size] = lengths[classes - 1][size] + fewer;
            size += 1;
        }
        classes += 1;
    }
    lengths
};

/// Where each size begins, in blocks; the last entry is the end.
const STARTS: [usize; CARDS + 2] = {
    let mut starts = [0; CARDS + 2];
    let mut size = 0;
    while size <= CARDS {
        starts[size + 1] = starts[size] + LENGTHS[CLASSES][size].div_ceil(LANES);
        size += 1;
    }
    starts
};

const BLOCKS: usize = STARTS[CARDS + 1];

/// How many multisets of this size there are.
pub(crate) const fn length(size: usize) -> usize {
    LENGTHS[CLASSES][size]
}

/// How many blocks the multisets of this size fill.
pub(crate) const fn blocks(size: usize) -> usize {
    STARTS[size + 1] - STARTS[size]
}

/// For every multiset of up to six cards over five classes: in how many orders a shoe yields it.
///
/// A multiset with `m` cards of a class that has `n` contributes the factor `n (n-1) … (n-m+1)` for that class.
#[repr(align(64))]
pub(crate) struct Orders([[f64; LANES]; BLOCKS]);

impl Orders {
    /// Counts the orders for these classes.
    ///
    /// Class by class, the multisets with `m` cards of the new class are those without it, `m` cards smaller,
    /// times one factor: a stretch of products that processors do several at a time.
    #[inline(always)]
    pub(crate) fn of(counts: [u16; CLASSES]) -> Orders {
        let mut orders = Orders([[0.0; LANES]; BLOCKS]);
        let values = orders.0.as_flattened_mut();
        values[0] = 1.0;
        for (class, count) in counts.into_iter().enumerate() {
            let factors = falling(count);
            let known = &LENGTHS[class];
            // Larger sizes first: they are made from the smaller ones as those were before this class.
            for size in (1..=CARDS).rev() {
                let (smaller, larger) = values.split_at_mut(STARTS[size] * LANES);
                let mut end = known[size];
                for cards in 1..=size {
                    let from = &smaller[STARTS[size - cards] * LANES..][..known[size - cards]];
                    let to = &mut larger[end..][..from.len()];
                    for (to, from) in to.iter_mut().zip(from) {
                        *to = factors[cards] * from;
                    }
                    end += from.len();
                }
            }
        }
        orders
    }

    /// The values of one size, one after the other.
    #[inline(always)]
    pub(crate) fn values(&self, size: usize) -> &[f64] {
        &self.0.as_flattened()[STARTS[size] * LANES..][..length(size)]
    }

    /// The values of one size in blocks, the last one filled up with noughts.
    #[inline(always)]
    pub(crate) fn blocks(&self, size: usize) -> &[[f64; LANES]] {
        &self.0[STARTS[size]..STARTS[size + 1]]
    }
}

/// The products `1`, `n`, `n (n-1)`, …; nought from the first factor on that is missing.
#[inline(always)]
fn falling(count: u16) -> [f64; CARDS + 1] {
    let mut products = [1.0; CARDS + 1];
    for cards in 1..=CARDS {
        products[cards] = products[cards - 1] * f64::from(count.saturating_sub(cards as u16 - 1));
    }
    products
}

/// The place of a multiset among those of its size, by its key.
pub(crate) struct Places(Vec<u16>);

/// What one card of a class adds to the key of a multiset.
pub(crate) const KEYS: [usize; CLASSES] = [1, 7, 49, 343, 2401];

impl Places {
    /// Numbers the multisets in the order in which [`Orders::of`] writes them.
    pub(crate) fn new() -> Places {
        let mut keys: [Vec<usize>; CARDS + 1] = Default::default();
        keys[0].push(0);
        for (class, key) in KEYS.into_iter().enumerate() {
            for size in (1..=CARDS).rev() {
                for cards in 1..=size {
                    let from = keys[size - cards][..LENGTHS[class][size - cards]].to_vec();
                    keys[size].extend(from.iter().map(|smaller| smaller + cards * key));
                }
            }
        }
        let mut places = vec![0; KEYS[CLASSES - 1] * 7];
        for of_size in &keys {
            for (place, key) in of_size.iter().enumerate() {
                places[*key] = place as u16;
            }
        }
        Places(places)
    }

    /// The place of the multiset with this key.
    pub(crate) fn of(&self, key: usize) -> usize {
        self.0[key].into()
    }
}
