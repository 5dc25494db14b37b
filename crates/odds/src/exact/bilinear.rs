//! Sums over all multisets of six cards: the one hot loop of the exact odds.

use super::multisets::{CARDS, KEYS, LANES, Orders, Places, blocks, length};

/// Weights of the 5005 multisets of six point classes, for several sums at once.
///
/// A multiset splits into its cards of 0 to 4 and its cards of 5 to 9. The part with three cards or fewer picks
/// a row of a matrix and the rest a column, so that each sum is `rows · matrix · columns` with long columns.
/// Every term is a number of ordered deals and every partial sum is at most the number of all of them, which
/// for 416 cards is below 2^53: doubles are exact here in any order of adding.
pub(crate) struct Form {
    sums: usize,
    weights: Vec<[f32; LANES]>,
}

/// The matrices, by how many cards are from 0 to 4.
const SHAPES: [Shape; CARDS + 1] = {
    let mut shapes = [Shape { rows_low: true, rows: 0, columns: 0, start: 0 }; CARDS + 1];
    let mut low = 0;
    let mut start = 0;
    while low <= CARDS {
        let rows_low = low <= CARDS / 2;
        let (rows, columns) = if rows_low { (low, CARDS - low) } else { (CARDS - low, low) };
        shapes[low] = Shape { rows_low, rows, columns, start };
        start += length(rows) * blocks(columns);
        low += 1;
    }
    shapes
};

/// The blocks of all matrices of one sum.
const SIZE: usize = {
    let last = SHAPES[CARDS];
    last.start + length(last.rows) * blocks(last.columns)
};

#[derive(Clone, Copy)]
struct Shape {
    /// Whether the rows are the cards from 0 to 4.
    rows_low: bool,
    /// How many cards the rows have.
    rows: usize,
    /// How many cards the columns have.
    columns: usize,
    /// Where the matrix begins among the blocks of one sum.
    start: usize,
}

impl Form {
    pub(crate) fn new(sums: usize) -> Form {
        Form { sums, weights: vec![[0.0; LANES]; sums * SIZE] }
    }
    fn add(&mut self, places: &Places, sum: usize, classes: [usize; CARDS], weight: f32) {
        let (mut low, mut keys) = (0, [0; 2]);
        for class in classes {
            let half = class / 5;
            low += 1 - half;
            keys[half] += KEYS[class % 5];
        }
        let shape = &SHAPES[low];
        let [row, column] = if shape.rows_low { keys } else { [keys[1], keys[0]] }.map(|key| places.of(key));
        let start = self.sums * shape.start + sum * length(shape.rows) * blocks(shape.columns);
        let block = start + row * blocks(shape.columns) + column / LANES;
        self.weights[block][column % LANES] += weight;
    }
    pub fn test(sums: usize) -> Form {
        let mut f = Form::new(sums);
        let places = Places::new();
        for i in 0..1_000_000usize {
            let c = [i % 10, i / 10 % 10, i / 100 % 10, i / 1000 % 10, i / 10000 % 10, i / 100000];
            f.add(&places, (c[0] + c[2]) % sums, c, 1.0);
        }
        f
    }

    #[inline(always)]
    fn sum<const FUSED: bool>(&self, points: &[u16; 10], totals: &mut [f64]) {
        let p = points;
        let low = Orders::of([p[0], p[1], p[2], p[3], p[4]]);
        let high = Orders::of([p[5], p[6], p[7], p[8], p[9]]);
        let mut lanes = [[0.0; LANES]; 16];
        for shape in &SHAPES {
            let (rows, columns) = if shape.rows_low { (&low, &high) } else { (&high, &low) };
            let (rows, columns) = (rows.values(shape.rows), columns.blocks(shape.columns));
            let size = rows.len() * columns.len();
            let weights = &self.weights[self.sums * shape.start..][..self.sums * size];
            for (weights, lanes) in weights.chunks_exact(size).zip(&mut lanes) {
                if rows.len() == 1 {
                    rows_at_once::<1, FUSED>(rows, columns, weights, lanes);
                } else {
                    rows_at_once::<5, FUSED>(rows, columns, weights, lanes);
                }
            }
        }
        for (t, l) in totals.iter_mut().zip(&lanes) {
            *t = l.iter().sum();
        }
    }
}

#[inline(always)]
fn rows_at_once<const ROWS: usize, const FUSED: bool>(
    rows: &[f64],
    columns: &[[f64; LANES]],
    weights: &[[f32; LANES]],
    lanes: &mut [f64; LANES],
) {
    for (rows, weights) in rows.chunks_exact(ROWS).zip(weights.chunks_exact(ROWS * columns.len())) {
        let mut sums = [[0.0; LANES]; ROWS];
        for (i, column) in columns.iter().enumerate() {
            for r in 0..ROWS {
                let weight = &weights[r * columns.len() + i];
                for l in 0..LANES {
                    sums[r][l] = add::<FUSED>(f64::from(weight[l]), column[l], sums[r][l]);
                }
            }
        }
        for r in 0..ROWS {
            for l in 0..LANES {
                lanes[l] = add::<FUSED>(rows[r], sums[r][l], lanes[l]);
            }
        }
    }
}

#[inline(always)]
fn add<const FUSED: bool>(a: f64, b: f64, c: f64) -> f64 {
    if FUSED { a.mul_add(b, c) } else { a * b + c }
}

#[target_feature(enable = "avx2,fma")]
fn avx2(f: &Form, p: &[u16; 10], t: &mut [f64]) {
    f.sum::<true>(p, t);
}
#[target_feature(enable = "avx512f,avx512vl,avx512dq,fma")]
fn avx512(f: &Form, p: &[u16; 10], t: &mut [f64]) {
    f.sum::<true>(p, t);
}
pub fn run(path: u8, f: &Form, p: &[u16; 10], t: &mut [f64]) {
    match path {
        0 => f.sum::<false>(p, t),
        1 => unsafe { avx2(f, p, t) },
        _ => unsafe { avx512(f, p, t) },
    }
}
#[inline(never)]
pub fn mono(p: &[u16; 10]) -> f64 {
    let low = Orders::of([p[0], p[1], p[2], p[3], p[4]]);
    let high = Orders::of([p[5], p[6], p[7], p[8], p[9]]);
    std::hint::black_box(&low); std::hint::black_box(&high);
    low.values(3)[7] + high.values(6)[100]
}
#[target_feature(enable = "avx2,fma")]
pub fn mono2(p: &[u16; 10]) -> f64 {
    let low = Orders::of([p[0], p[1], p[2], p[3], p[4]]);
    let high = Orders::of([p[5], p[6], p[7], p[8], p[9]]);
    std::hint::black_box(&low); std::hint::black_box(&high);
    low.values(3)[7] + high.values(6)[100]
}
