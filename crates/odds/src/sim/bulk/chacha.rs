//! The bulk simulator's random numbers: ChaCha8 as a counter-based generator, sixteen blocks at a time.
//!
//! What is drawn depends on the seed, the number of the block of shoes and the number of the coup alone, so
//! neither threads nor the width of the registers can change it.

use super::lanes::Lanes;

/// Where in the space of random numbers a block of shoes draws from.
#[derive(Clone, Copy)]
pub(super) struct Stream {
    key: [u32; 8],
    block: u64,
}

/// The words of one turn: sixteen vectors of sixteen.
pub(super) type Words<L> = [<L as Lanes>::Vector; 16];

impl Stream {
    /// The stream of one block of shoes under a seed.
    pub(super) fn new(seed: u64, block: u64) -> Stream {
        // The rest of the key says what the numbers are for, so that no other use of the seed shares them.
        let mut key = *b"........punto bulk shoes, v1....";
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut words = [0; 8];
        for (word, bytes) in words.iter_mut().zip(key.as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        Stream { key: words, block }
    }

    /// The words of a turn; `spare` 0 is the ordinary supply, the others replace what had to be rejected.
    #[inline(always)]
    pub(super) fn words<L: Lanes>(&self, turn: u32, spare: u32, mut between: impl FnMut()) -> Words<L> {
        const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];
        let [k0, k1, k2, k3, k4, k5, k6, k7] = self.key;
        let [c0, c1, c2, c3] = CONSTANTS;
        let (block_low, block_high) = (self.block as u32, (self.block >> 32) as u32);
        let start: [u32; 16] = [
            c0, c1, c2, c3, k0, k1, k2, k3, k4, k5, k6, k7, turn.wrapping_mul(16), block_low, block_high, spare,
        ];
        let mut start: Words<L> = start.map(|word| L::splat32(word));
        start[12] = L::add32(start[12], L::load(&counters()));

        let mut v = start;
        for _ in 0..4 {
            quarter::<L>(&mut v, [0, 4, 8, 12]);
            quarter::<L>(&mut v, [1, 5, 9, 13]);
            quarter::<L>(&mut v, [2, 6, 10, 14]);
            quarter::<L>(&mut v, [3, 7, 11, 15]);
            quarter::<L>(&mut v, [0, 5, 10, 15]);
            quarter::<L>(&mut v, [1, 6, 11, 12]);
            quarter::<L>(&mut v, [2, 7, 8, 13]);
            quarter::<L>(&mut v, [3, 4, 9, 14]);
            between();
        }
        for (v, start) in v.iter_mut().zip(start) {
            *v = L::add32(*v, start);
        }
        v
    }
}

/// 0 to 15: the sixteen blocks of a turn follow each other.
const fn counters() -> [u8; 64] {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 16 {
        bytes[4 * i] = i as u8;
        i += 1;
    }
    bytes
}

#[inline(always)]
fn quarter<L: Lanes>(v: &mut Words<L>, [a, b, c, d]: [usize; 4]) {
    v[a] = L::add32(v[a], v[b]);
    v[d] = L::rotate32::<16, 16>(L::xor(v[d], v[a]));
    v[c] = L::add32(v[c], v[d]);
    v[b] = L::rotate32::<12, 20>(L::xor(v[b], v[c]));
    v[a] = L::add32(v[a], v[b]);
    v[d] = L::rotate32::<8, 24>(L::xor(v[d], v[a]));
    v[c] = L::add32(v[c], v[d]);
    v[b] = L::rotate32::<7, 25>(L::xor(v[b], v[c]));
}
