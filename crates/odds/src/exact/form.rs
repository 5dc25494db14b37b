//! Sums over all multisets of six cards: the hot loop of the exact odds.

use super::orders::{CARDS, LANES, Orders, blocks, length};

/// Several sums over the 5005 multisets of six points, each with weights of its own.
///
/// A multiset is its cards of 0 to 4 and its cards of 5 to 9. The part with fewer cards picks a row of a matrix
/// and the other part a column, so that a sum is `rows · matrix · columns`. Every term is a number of ordered
/// deals, and every partial sum is at most the number of all of them. For 416 cards that is below 2^53, so doubles
/// are exact here, in any order of adding and with any instructions.
pub(super) struct Form {
    sums: usize,
    /// Rows of none, one and two cards.
    long: [Long; 3],
    square: Square,
}

/// The weights of two rows in one block of columns.
///
/// A small whole number is a double with nought in its lower 32 bits, so two of them share 64: half the memory
/// to read, and one cheap instruction to part each.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Word([u64; LANES]);

impl Form {
    /// The form with these weights, one list for each sum, by the number of the multiset.
    pub(super) fn new(weights: &[Vec<u16>]) -> Form {
        let sums = weights.len();
        let long = [0, 1, 2].map(|cards| Long::new(cards, sums));
        let mut form = Form { sums, long, square: Square::new(sums) };
        for (sum, weights) in weights.iter().enumerate() {
            let mut weights = weights.iter().copied();
            for low in 0..=CARDS {
                for low_place in 0..length(low) {
                    for (high_place, weight) in (0..length(CARDS - low)).zip(&mut weights) {
                        match low {
                            0..3 => form.long[low].set(low_place * sums + sum, 2 * high_place + 1, weight),
                            3 => form.square.set(sum, low_place, high_place, weight),
                            _ => form.long[CARDS - low].set(high_place * sums + sum, 2 * low_place, weight),
                        }
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
        self.long[0].add::<FUSED, 0>(orders, sums);
        self.long[1].add::<FUSED, 1>(orders, sums);
        self.long[2].add::<FUSED, 2>(orders, sums);
        self.square.add::<FUSED>(orders, sums);
    }
}

/// A matrix with few rows and long columns, the rows of all sums together: the first row of each sum, then the
/// second of each, and so on.
///
/// A column pairs the low multiset under high rows, in even lanes, with the high multiset under low rows.
struct Long {
    columns: usize,
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

impl Long {
    fn new(cards: usize, sums: usize) -> Long {
        let (rows, columns) = (length(cards) * sums, blocks(CARDS - cards));
        let row = |row: usize| match row < rows {
            true => RowOf { place: (row / sums) as u16, sum: (row % sums) as u16 },
            false => RowOf::default(), // its weights are nought
        };
        // Three rows that are left over make a four, one or two of them a two.
        let fours = (rows + 1) / 4;
        let two = 4 * fours < rows;
        Long {
            columns,
            fours: (0..fours).map(|four| std::array::from_fn(|i| row(4 * four + i))).collect(),
            fours_words: vec![Default::default(); fours * columns],
            two: two.then(|| std::array::from_fn(|i| row(4 * fours + i))),
            two_words: vec![Default::default(); if two { columns } else { 0 }],
        }
    }

    fn set(&mut self, row: usize, column: usize, weight: u16) {
        let block = column / LANES;
        let word = match row / 4 < self.fours.len() {
            true => &mut self.fours_words[row / 4 * self.columns + block][row % 4 / 2],
            false => &mut self.two_words[block][0],
        };
        word.set(column % LANES, row % 2, weight);
    }

    #[inline(always)]
    fn add<const FUSED: bool, const CARDS_OF_ROW: usize>(&self, orders: &Orders, sums: &mut [[f64; LANES]]) {
        let columns = orders.paired(CARDS - CARDS_OF_ROW);
        let factor = |row: RowOf| {
            let [low, high] = orders.pair(CARDS_OF_ROW, row.place.into());
            (row.sum, [high, low])
        };
        for (rows, words) in self.fours.iter().zip(self.fours_words.chunks_exact(self.columns)) {
            add_rows::<FUSED, 4>(rows.map(factor), multiply::<FUSED, 4, 2>(columns, words), sums);
        }
        if let Some(rows) = &self.two {
            add_rows::<FUSED, 2>(rows.map(factor), multiply::<FUSED, 2, 1>(columns, &self.two_words), sums);
        }
    }
}

/// A few rows of a matrix times the columns.
#[inline(always)]
fn multiply<const FUSED: bool, const ROWS: usize, const WORDS: usize>(
    columns: &[[f64; LANES]],
    words: &[[Word; WORDS]],
) -> [[f64; LANES]; ROWS] {
    let mut products = [[0.0; LANES]; ROWS];
    for (column, words) in columns.iter().zip(words) {
        for (two, word) in words.iter().enumerate() {
            for lane in 0..LANES {
                let [first, second] = word.weights(lane);
                products[2 * two][lane] = add::<FUSED>(first, column[lane], products[2 * two][lane]);
                products[2 * two + 1][lane] = add::<FUSED>(second, column[lane], products[2 * two + 1][lane]);
            }
        }
    }
    products
}

/// Adds the products of rows, each times the row's factor, to the sums they belong to.
#[inline(always)]
fn add_rows<const FUSED: bool, const ROWS: usize>(
    rows: [(u16, [f64; 2]); ROWS],
    products: [[f64; LANES]; ROWS],
    sums: &mut [[f64; LANES]],
) {
    for ((sum, factor), product) in rows.into_iter().zip(products) {
        let Some(sum) = sums.get_mut(usize::from(sum)) else { continue };
        for lane in 0..LANES {
            sum[lane] = add::<FUSED>(product[lane], factor[lane % 2], sum[lane]);
        }
    }
}

/// The matrix of three low cards in rows and three high cards in columns, for each sum by itself.
///
/// Its columns are short, so they are added up over all rows before they are multiplied, and not row by row.
/// They go in two parts, as the totals of all five blocks would not fit the registers of most processors.
struct Square {
    three: Vec<[Word; 3]>,
    two: Vec<[Word; 2]>,
}

/// Two rows share a word.
const SQUARE_WORDS: usize = length(CARDS / 2).div_ceil(2);

impl Square {
    fn new(sums: usize) -> Square {
        let words = sums * SQUARE_WORDS;
        Square { three: vec![Default::default(); words], two: vec![Default::default(); words] }
    }

    fn set(&mut self, sum: usize, row: usize, column: usize, weight: u16) {
        let words = sum * SQUARE_WORDS + row / 2;
        let word = match column / LANES {
            block @ 0..3 => &mut self.three[words][block],
            block => &mut self.two[words][block - 3],
        };
        word.set(column % LANES, row % 2, weight);
    }

    #[inline(always)]
    fn add<const FUSED: bool>(&self, orders: &Orders, sums: &mut [[f64; LANES]]) {
        let columns = orders.high_threes();
        let parts = self.three.chunks_exact(SQUARE_WORDS).zip(self.two.chunks_exact(SQUARE_WORDS));
        for ((three, two), sum) in parts.zip(sums) {
            add_columns::<FUSED, 3>(orders, &columns[..3], three, sum);
            add_columns::<FUSED, 2>(orders, &columns[3..], two, sum);
        }
    }
}

/// Adds to a sum a few blocks of columns, each times its total over the rows.
#[inline(always)]
fn add_columns<const FUSED: bool, const BLOCKS: usize>(
    orders: &Orders,
    columns: &[[f64; LANES]],
    words: &[[Word; BLOCKS]],
    sum: &mut [f64; LANES],
) {
    let mut totals = [[0.0; LANES]; BLOCKS];
    for (row, words) in words.iter().enumerate() {
        let (one, other) = (orders.pair(3, 2 * row)[0], orders.pair(3, 2 * row + 1)[0]);
        for (total, word) in totals.iter_mut().zip(words) {
            for (lane, total) in total.iter_mut().enumerate() {
                let [first, second] = word.weights(lane);
                *total = add::<FUSED>(second, other, add::<FUSED>(first, one, *total));
            }
        }
    }
    for (total, column) in totals.iter().zip(columns) {
        for lane in 0..LANES {
            sum[lane] = add::<FUSED>(total[lane], column[lane], sum[lane]);
        }
    }
}

impl Word {
    /// The weights of the two rows in one lane.
    #[inline(always)]
    fn weights(&self, lane: usize) -> [f64; 2] {
        [f64::from_bits(self.0[lane] & !0 << 32), f64::from_bits(self.0[lane] << 32)]
    }

    fn set(&mut self, lane: usize, row: usize, weight: u16) {
        let bits = f64::from(weight).to_bits();
        self.0[lane] |= if row == 0 { bits } else { bits >> 32 };
    }
}

/// `a * b + c`; both ways give the same here, as nothing is ever rounded.
#[inline(always)]
fn add<const FUSED: bool>(a: f64, b: f64, c: f64) -> f64 {
    if FUSED { a.mul_add(b, c) } else { a * b + c }
}
