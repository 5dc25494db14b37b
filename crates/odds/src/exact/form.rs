//! Sums over all multisets of six cards: the hot loop of the exact odds.

use super::orders::{CARDS, HIGH_BLOCKS, LANES, MULTISETS, Orders, blocks, length};

/// Several sums over the 5005 multisets of six points, each with weights of its own.
///
/// A multiset is its cards of 0 to 4 and its cards of 5 to 9. The part with fewer cards picks a row of a matrix
/// and the other part a column, so that a sum is `rows · matrix · columns`, with few rows and long columns.
/// Every term is a number of ordered deals, and every partial sum is at most the number of all of them. For 416
/// cards that is below 2^53, so doubles are exact here, in any order of adding and with any instructions.
pub(super) struct Form {
    sums: usize,
    shapes: [Shape; SHAPES],
}

/// By how many cards the rows have: none, one, two or three.
const SHAPES: usize = CARDS / 2 + 1;

/// How many blocks a row has, by its cards. With three cards on both sides rows are low and columns high; with
/// fewer, a column pairs the low multiset under high rows with the high multiset under low rows.
const COLUMNS: [usize; SHAPES] = [blocks(6), blocks(5), blocks(4), HIGH_BLOCKS];

/// One matrix, with the rows of all sums together: the first row of each sum, then the second of each, and so on.
struct Shape {
    /// The rows in fours.
    fours: Vec<[RowOf; 4]>,
    /// The weights of the fours: for each block, two words.
    fours_words: Vec<[Word; 2]>,
    /// One or two rows that are left over.
    two: Option<[RowOf; 2]>,
    /// Their weights: for each block, one word.
    two_words: Vec<[Word; 1]>,
}

/// Which row, and to which sum it belongs.
#[derive(Clone, Copy, Default)]
struct RowOf {
    place: u16,
    sum: u16,
}

/// The weights of two rows in one block.
///
/// A small whole number is a double with nought in its lower 32 bits, so two of them share 64: half the memory
/// to read, and one cheap instruction to part each.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Word([u64; LANES]);

const UPPER: u64 = !0 << 32;

impl Form {
    /// The form with these weights, one list for each sum, by the number of the multiset.
    pub(super) fn new(weights: &[Vec<u16>]) -> Form {
        let mut form =
            Form { sums: weights.len(), shapes: std::array::from_fn(|rows| Shape::new(rows, weights.len())) };
        for (sum, weights) in weights.iter().enumerate() {
            let mut weights = weights.iter().take(MULTISETS);
            for low in 0..=CARDS {
                for low_place in 0..length(low) {
                    for high_place in 0..length(CARDS - low) {
                        let Some(weight) = weights.next() else { return form };
                        let (shape, row, column) = match low {
                            0..3 => (low, low_place, 2 * high_place + 1),
                            3 => (low, low_place, high_place),
                            _ => (CARDS - low, high_place, 2 * low_place),
                        };
                        form.shapes[shape].set(COLUMNS[shape], row * form.sums + sum, column, *weight);
                    }
                }
            }
        }
        form
    }

    /// How many sums there are.
    pub(super) fn sums(&self) -> usize {
        self.sums
    }

    /// The sums for a shoe, each spread over the lanes of one block.
    ///
    /// Compiled once for every kind of processor, and inlined so that it takes the instructions of its caller.
    #[inline(always)]
    pub(super) fn add_up<const FUSED: bool>(&self, orders: &Orders, sums: &mut [[f64; LANES]]) {
        sums.fill([0.0; LANES]);
        self.add_shape::<FUSED, 0>(orders, orders.paired(6), sums);
        self.add_shape::<FUSED, 1>(orders, orders.paired(5), sums);
        self.add_shape::<FUSED, 2>(orders, orders.paired(4), sums);
        self.add_shape::<FUSED, 3>(orders, orders.high_threes(), sums);
    }

    #[inline(always)]
    fn add_shape<const FUSED: bool, const SHAPE: usize>(
        &self,
        orders: &Orders,
        columns: &[[f64; LANES]],
        sums: &mut [[f64; LANES]],
    ) {
        let shape = &self.shapes[SHAPE];
        // Even lanes are low columns, whose rows are high; odd lanes the other way round.
        let factor = |row: RowOf| match orders.pair(SHAPE, row.place.into()) {
            [low, _] if SHAPE == 3 => [low, low],
            [low, high] => [high, low],
        };
        for (rows, words) in shape.fours.iter().zip(shape.fours_words.chunks_exact(COLUMNS[SHAPE])) {
            add_rows(rows, &multiply::<FUSED, 4, 2>(columns, words, rows.map(factor)), sums);
        }
        if let Some(rows) = &shape.two {
            add_rows(rows, &multiply::<FUSED, 2, 1>(columns, &shape.two_words, rows.map(factor)), sums);
        }
    }
}

#[inline(always)]
fn add_rows(rows: &[RowOf], products: &[[f64; LANES]], sums: &mut [[f64; LANES]]) {
    for (row, product) in rows.iter().zip(products) {
        let Some(sum) = sums.get_mut(usize::from(row.sum)) else { continue };
        for (sum, product) in sum.iter_mut().zip(product) {
            *sum += product;
        }
    }
}

/// A few rows of a matrix times the columns, each then times its own factor.
#[inline(always)]
fn multiply<const FUSED: bool, const ROWS: usize, const WORDS: usize>(
    columns: &[[f64; LANES]],
    words: &[[Word; WORDS]],
    factors: [[f64; 2]; ROWS],
) -> [[f64; LANES]; ROWS] {
    let mut products = [[0.0; LANES]; ROWS];
    for (column, words) in columns.iter().zip(words) {
        for (two, word) in words.iter().enumerate() {
            for lane in 0..LANES {
                let (first, second) =
                    (f64::from_bits(word.0[lane] & UPPER), f64::from_bits(word.0[lane] << 32));
                products[2 * two][lane] = add::<FUSED>(first, column[lane], products[2 * two][lane]);
                products[2 * two + 1][lane] = add::<FUSED>(second, column[lane], products[2 * two + 1][lane]);
            }
        }
    }
    for (product, factor) in products.iter_mut().zip(factors) {
        for lane in 0..LANES {
            product[lane] *= factor[lane % 2];
        }
    }
    products
}

/// `a * b + c`; both ways give the same here, as nothing is ever rounded.
#[inline(always)]
fn add<const FUSED: bool>(a: f64, b: f64, c: f64) -> f64 {
    if FUSED { a.mul_add(b, c) } else { a * b + c }
}

impl Shape {
    fn new(cards: usize, sums: usize) -> Shape {
        let rows = length(cards) * sums;
        let row = |row: usize| match row < rows {
            true => RowOf { place: (row / sums) as u16, sum: (row % sums) as u16 },
            false => RowOf::default(), // its weights are nought
        };
        let fours = (rows + 1) / 4;
        let two = 4 * fours < rows;
        Shape {
            fours: (0..fours).map(|four| std::array::from_fn(|i| row(4 * four + i))).collect(),
            fours_words: vec![Default::default(); fours * COLUMNS[cards]],
            two: two.then(|| std::array::from_fn(|i| row(4 * fours + i))),
            two_words: vec![Default::default(); if two { COLUMNS[cards] } else { 0 }],
        }
    }

    fn set(&mut self, columns: usize, row: usize, column: usize, weight: u16) {
        let (block, lane) = (column / LANES, column % LANES);
        let word = match row / 4 < self.fours.len() {
            true => &mut self.fours_words[row / 4 * columns + block][row % 4 / 2],
            false => &mut self.two_words[block][0],
        };
        let bits = f64::from(weight).to_bits();
        word.0[lane] |= if row % 2 == 0 { bits } else { bits >> 32 };
    }
}
