//! The named tests of a stream of numbers: equidistribution, serial pairs, gaps, poker, coupons, permutations, runs,
//! correlation, spectrum and subsequences.

use std::f64::consts::PI;

use super::chance::{chi_square, normal_tail};

/// What one test came to.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    /// What was tested, such as `gap`.
    pub(super) test: String,
    /// Of what.
    pub(super) of: &'static str,
    /// How many things were counted.
    pub(super) sample: u64,
    /// The chance of a result like it or farther off; both ends are suspicious.
    pub(super) p: f64,
}

impl Finding {
    pub(super) fn new(test: &str, of: &'static str, sample: u64, p: f64) -> Finding {
        Finding { test: test.to_owned(), of, sample, p }
    }

    /// The chance of something as odd on either side.
    pub(super) fn both_sides(&self) -> f64 {
        (2.0 * self.p.min(1.0 - self.p)).min(1.0)
    }
}

/// Bytes in the forms that tests ask for.
struct Material {
    bytes: Vec<u8>,
    numbers: Vec<u16>,
    halves: Vec<u16>,
    words: Vec<u32>,
}

impl Material {
    fn of(bytes: Vec<u8>) -> Material {
        let numbers = bytes.iter().map(|byte| u16::from(*byte)).collect();
        let halves = bytes.iter().flat_map(|byte| [u16::from(byte >> 4), u16::from(byte & 15)]).collect();
        let word = |four: &[u8]| u32::from_be_bytes([four[0], four[1], four[2], four[3]]);
        let words = bytes.chunks_exact(4).map(word).collect();
        Material { bytes, numbers, halves, words }
    }
}

type Test = fn(&Material) -> Finding;

const TESTS: [(&str, Test); 10] = [
    ("equidistribution", |m| frequency(&m.numbers, 256, "bytes")),
    ("subsequence", subsequence),
    ("serial pairs", |m| serial(&m.numbers, 256, "pairs of bytes")),
    ("gap", |m| gap(&m.numbers, 256, 32, "gaps between bytes below 32")),
    ("poker", |m| poker(&m.halves, 16, "hands of five half bytes")),
    ("coupon collector", |m| coupon(&m.halves, 16, "sets of all half bytes")),
    ("permutation", |m| permutation(&m.words, "orders of five words")),
    ("runs", |m| runs(&m.words, "runs up of words")),
    ("serial correlation", |m| correlation(&m.words, "words")),
    ("spectral", |m| spectral(&m.bytes, "heights of the spectrum of bits")),
];

/// All tests of raw bytes, of which there are a million or more.
pub(super) fn raw(bytes: Vec<u8>) -> Vec<Finding> {
    let material = Material::of(bytes);
    TESTS.iter().map(|(_, test)| test(&material)).collect()
}

fn subsequence(material: &Material) -> Finding {
    let seventh: Vec<u16> = material.numbers.iter().copied().step_by(7).collect();
    Finding { test: "subsequence".to_owned(), ..frequency(&seventh, 256, "every seventh byte") }
}

/// Chi-square of how often each number comes.
pub(super) fn frequency(numbers: &[u16], kinds: usize, of: &'static str) -> Finding {
    let mut counts = vec![0; kinds];
    numbers.iter().for_each(|number| counts[usize::from(*number)] += 1);
    let expected = vec![numbers.len() as f64 / kinds as f64; kinds];
    Finding::new("equidistribution", of, numbers.len() as u64, chi_square(&counts, &expected))
}

/// Chi-square of how often each number is followed by each other, in pairs that do not overlap.
pub(super) fn serial(numbers: &[u16], kinds: usize, of: &'static str) -> Finding {
    let mut counts = vec![0; kinds * kinds];
    let pairs = numbers.chunks_exact(2);
    let sample = pairs.len();
    pairs.for_each(|pair| counts[usize::from(pair[0]) * kinds + usize::from(pair[1])] += 1);
    let expected = vec![sample as f64 / counts.len() as f64; counts.len()];
    Finding::new("serial pairs", of, sample as u64, chi_square(&counts, &expected))
}

/// How many numbers lie between two that are below `mark`.
pub(super) fn gap(numbers: &[u16], kinds: usize, mark: u16, of: &'static str) -> Finding {
    const LONGEST: usize = 40;
    let mut counts = vec![0; LONGEST + 1];
    let mut since: Option<usize> = None;
    for number in numbers {
        let hit = *number < mark;
        if let (true, Some(between)) = (hit, since) {
            counts[between.min(LONGEST)] += 1;
        }
        since = if hit { Some(0) } else { since.map(|between| between + 1) };
    }
    let sample: u64 = counts.iter().sum();
    let hit = f64::from(mark) / kinds as f64;
    let share = |length: usize| (1.0 - hit).powi(length as i32) * if length < LONGEST { hit } else { 1.0 };
    let expected: Vec<f64> = (0..=LONGEST).map(|length| sample as f64 * share(length)).collect();
    Finding::new("gap", of, sample, chi_square(&counts, &expected))
}

/// How many different numbers five in a row have.
pub(super) fn poker(numbers: &[u16], kinds: usize, of: &'static str) -> Finding {
    const HAND: usize = 5;
    let mut counts = vec![0; HAND];
    let hands = numbers.chunks_exact(HAND);
    let sample = hands.len();
    for hand in hands {
        let different = (0..HAND).filter(|at| !hand[..*at].contains(&hand[*at])).count();
        counts[different - 1] += 1;
    }
    let mut shares = vec![0.0; HAND + 1];
    shares[0] = 1.0;
    for _ in 0..HAND {
        shares = drawn(&shares, kinds).0;
    }
    let expected: Vec<f64> = shares[1..].iter().map(|share| sample as f64 * share).collect();
    Finding::new("poker", of, sample as u64, chi_square(&counts, &expected))
}

/// How many numbers it takes until all kinds have come.
pub(super) fn coupon(numbers: &[u16], kinds: usize, of: &'static str) -> Finding {
    let longest = 10 * kinds;
    let mut counts = vec![0; longest - kinds + 1];
    let (mut seen, mut missing, mut length) = (vec![false; kinds], kinds, 0);
    for number in numbers {
        length += 1;
        missing -= usize::from(!std::mem::replace(&mut seen[usize::from(*number)], true));
        if missing == 0 {
            counts[length.min(longest) - kinds] += 1;
            (seen, missing, length) = (vec![false; kinds], kinds, 0);
        }
    }
    let sample: u64 = counts.iter().sum();
    let mut shares = vec![0.0; kinds];
    shares[0] = 1.0;
    let mut expected = vec![0.0; counts.len()];
    let mut left = 1.0;
    for length in 1..longest {
        let (next, complete) = drawn(&shares, kinds);
        shares = next;
        left -= complete;
        if length >= kinds {
            expected[length - kinds] = sample as f64 * complete;
        }
    }
    expected[longest - kinds] = sample as f64 * left;
    Finding::new("coupon collector", of, sample, chi_square(&counts, &expected))
}

/// The chances of having so many different kinds after one more draw, and of just having got the last that `shares`
/// has no place for.
fn drawn(shares: &[f64], kinds: usize) -> (Vec<f64>, f64) {
    let mut next = vec![0.0; shares.len() + 1];
    for (different, share) in shares.iter().enumerate() {
        let new = (kinds - different) as f64 / kinds as f64;
        next[different] += share * (1.0 - new);
        next[different + 1] += share * new;
    }
    let beyond = next.pop().unwrap_or_default();
    (next, beyond)
}

/// The order of five in a row, each as likely as another.
fn permutation(words: &[u32], of: &'static str) -> Finding {
    let mut counts = vec![0; 120];
    let groups = words.chunks_exact(5);
    let sample = groups.len();
    groups.for_each(|group| counts[rank(group)] += 1);
    let expected = vec![sample as f64 / 120.0; 120];
    Finding::new("permutation", of, sample as u64, chi_square(&counts, &expected))
}

/// The number of an order among all orders of as many things.
pub(super) fn rank<T: PartialOrd>(group: &[T]) -> usize {
    (0..group.len()).fold(0, |rank, at| {
        let smaller = group[at + 1..].iter().filter(|later| **later < group[at]).count();
        rank * (group.len() - at) + smaller
    })
}

/// How long numbers keep rising. The number that ends a run is thrown away, so that runs are independent.
fn runs(words: &[u32], of: &'static str) -> Finding {
    let mut counts = vec![0; RUN];
    let (mut last, mut length) = (None, 0);
    for word in words {
        match last {
            Some(before) if word < before => {
                counts[std::cmp::min(length, RUN) - 1] += 1;
                (last, length) = (None, 0);
            }
            _ => (last, length) = (Some(word), length + 1),
        }
    }
    let sample: u64 = counts.iter().sum();
    let expected: Vec<f64> = run_shares().map(|share| sample as f64 * share).collect();
    Finding::new("runs", of, sample, chi_square(&counts, &expected))
}

/// Runs of so many and more are counted together.
pub(super) const RUN: usize = 6;

/// The share of runs of 1, 2, … and of [`RUN`] or more.
pub(super) fn run_shares() -> impl Iterator<Item = f64> {
    let factorial = |n: usize| (1..=n).map(|n| n as f64).product::<f64>();
    (1..=RUN).map(move |length| {
        let longer = if length < RUN { 1.0 / factorial(length + 1) } else { 0.0 };
        1.0 / factorial(length) - longer
    })
}

/// Whether a number tells of the next: the sum of products of neighbours.
fn correlation(words: &[u32], of: &'static str) -> Finding {
    let centred = |word: u32| f64::from(word) / 4_294_967_296.0 - 0.5;
    let sum: f64 = words.windows(2).map(|pair| centred(pair[0]) * centred(pair[1])).sum();
    let pairs = words.len().saturating_sub(1);
    let spread = (pairs as f64).sqrt() / 12.0;
    Finding::new("serial correlation", of, pairs as u64, normal_tail(sum / spread))
}

/// How many heights of the spectrum of the bits lie under the 95 per cent line (NIST SP 800-22, 2.6, with the variance
/// as corrected since).
fn spectral(bytes: &[u8], of: &'static str) -> Finding {
    const BITS: usize = 1 << 16;
    const MOST: usize = 16;
    let line = (1.0f64 / 0.05).ln() * BITS as f64;
    let blocks: Vec<&[u8]> = bytes.chunks_exact(BITS / 8).take(MOST).collect();
    let mut under = 0;
    for block in &blocks {
        let bits = block.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1));
        let mut signal: Vec<(f64, f64)> = bits.map(|bit| (f64::from(bit) * 2.0 - 1.0, 0.0)).collect();
        transform(&mut signal);
        under += signal[..BITS / 2].iter().filter(|(re, im)| re * re + im * im < line).count();
    }
    let all = (blocks.len() * BITS) as f64;
    let z = (under as f64 - 0.95 * all / 2.0) / (all * 0.95 * 0.05 / 3.8).sqrt();
    Finding::new("spectral", of, (blocks.len() * BITS / 2) as u64, normal_tail(z))
}

/// The discrete Fourier transform of a power of two of numbers, in place.
fn transform(signal: &mut [(f64, f64)]) {
    let n = signal.len();
    let shift = usize::BITS - n.trailing_zeros();
    for at in 0..n {
        let other = at.reverse_bits() >> shift;
        if at < other {
            signal.swap(at, other);
        }
    }
    let mut half = 1;
    while half < n {
        let turns: Vec<(f64, f64)> = (0..half)
            .map(|k| (-PI * k as f64 / half as f64).sin_cos())
            .map(|(sin, cos)| (cos, sin))
            .collect();
        for group in signal.chunks_exact_mut(2 * half) {
            let (front, back) = group.split_at_mut(half);
            for ((a, b), (cos, sin)) in front.iter_mut().zip(back).zip(&turns) {
                let turned = (b.0 * cos - b.1 * sin, b.0 * sin + b.1 * cos);
                *b = (a.0 - turned.0, a.1 - turned.1);
                *a = (a.0 + turned.0, a.1 + turned.1);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::rng::check::tests::honest_bytes;

    /// A test must find what is done to every 64 bytes.
    #[track_caller]
    fn spoilt(name: &str, spoil: impl Fn(&mut [u8])) {
        let mut bytes = honest_bytes(1 << 20);
        bytes.chunks_exact_mut(64).for_each(spoil);
        let (_, test) = TESTS.iter().find(|(test, _)| *test == name).expect("a test of that name");
        let found = test(&Material::of(bytes));
        assert_eq!(found.test, name);
        assert!(found.both_sides() < 1e-6, "{name}: {}", found.p);
    }

    #[test]
    fn honest_bytes_pass_every_test() {
        for finding in raw(honest_bytes(1 << 20)) {
            assert!(finding.both_sides() > 0.001, "{}: {}", finding.test, finding.p);
        }
    }

    #[test]
    fn each_test_finds_what_it_is_for() {
        spoilt("equidistribution", |chunk| chunk[0] &= 0x7f);
        spoilt("subsequence", |chunk| chunk.iter_mut().for_each(|byte| *byte |= u8::from(*byte == 6)));
        spoilt("serial pairs", |chunk| chunk[1] = chunk[0]);
        spoilt("gap", |chunk| (0..64).step_by(8).for_each(|at| chunk[at] &= 0x1f));
        spoilt("poker", |chunk| (0..5).for_each(|at| chunk[at] = chunk[0]));
        spoilt("coupon collector", |chunk| chunk[..32].iter_mut().for_each(|byte| *byte &= 0xfe));
        spoilt("permutation", |chunk| chunk.sort_unstable());
        spoilt("runs", |chunk| chunk.sort_unstable());
        spoilt("serial correlation", |chunk| (0..32).for_each(|at| chunk[at + 4] = chunk[at]));
        spoilt("spectral", |chunk| chunk.copy_within(..32, 32));
    }

    /// A generator that was once in wide use: its low bits repeat.
    #[test]
    fn a_bad_generator_fails() {
        let mut state = 1u32;
        let bytes: Vec<u8> = (0..1 << 20)
            .map(|_| {
                state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                (state >> 8) as u8
            })
            .collect();
        let failed = raw(bytes).iter().filter(|finding| finding.both_sides() < 1e-6).count();
        assert!(failed >= 3, "{failed}");
    }

    #[test]
    fn every_order_has_a_number_of_its_own() {
        let mut ranks = std::collections::HashSet::new();
        for a in 0..4 {
            for b in (0..4).filter(|b| *b != a) {
                for c in (0..4).filter(|c| *c != a && *c != b) {
                    ranks.insert(rank(&[a, b, c, 6 - a - b - c]));
                }
            }
        }
        assert_eq!((ranks.len(), ranks.iter().max()), (24, Some(&23)));
        assert!((run_shares().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_transform_of_a_wave_is_one_height() {
        let mut signal: Vec<(f64, f64)> =
            (0..64).map(|at| ((2.0 * PI * 5.0 * f64::from(at) / 64.0).cos(), 0.0)).collect();
        transform(&mut signal);
        let heights: Vec<usize> = (0..64).filter(|k| signal[*k].0.hypot(signal[*k].1) > 1.0).collect();
        assert_eq!(heights, [5, 59]);
    }
}
