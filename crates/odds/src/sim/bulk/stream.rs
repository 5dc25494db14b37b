//! The random numbers of a block of shoes: ChaCha8 as a counter-based generator.
//!
//! Every word is a function of the seed, the number of the block, what the word is for and its index, so neither
//! threads nor the width of the registers can change what is drawn. Sixteen ChaCha blocks make a batch of 256
//! words, kept the way sixteen-word vectors hold them: all first words, then all second words, and so on.

use super::lanes::Lanes;

/// The random numbers of one block of shoes.
#[derive(Clone, Copy)]
pub(super) struct Stream {
    key: [u32; 8],
    block: u64,
}

/// What a word is drawn for; each purpose has words of its own.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// Which cards are drawn.
    Cards,
    /// The suits of one pair in a coup.
    OnePair,
    /// The suits of two pairs in a coup.
    TwoPairs,
}

/// A batch as sixteen vectors of sixteen words.
pub(super) type Batch<L> = [<L as Lanes>::Vector; 16];

/// The place of the counter in the state.
const COUNTER: usize = 12;

const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

impl Stream {
    /// The words of a batch.
    pub(super) const BATCH: usize = 256;

    /// The stream of one block of shoes under a seed.
    pub(super) fn new(seed: u64, block: u64) -> Stream {
        // The rest of the key says what the numbers are for, so that no other use of the seed shares them.
        let mut bytes = *b"........punto bulk shoes, 1     ";
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let mut key = [0; 8];
        for (word, bytes) in key.iter_mut().zip(bytes.as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        Stream { key, block }
    }

    /// What all batches for a purpose start from, but for the counter.
    #[inline(always)]
    pub(super) fn origin<L: Lanes>(&self, purpose: Purpose) -> Batch<L> {
        let mut start = [L::load(&counters()); 16];
        for (place, word) in self.start(purpose, 0, 0).into_iter().enumerate() {
            if place != COUNTER {
                start[place] = L::splat32(word);
            }
        }
        start
    }

    /// A batch of words by plain arithmetic: one ChaCha block in each turn of a loop that compilers can widen.
    pub(super) fn plain_batch(&self, purpose: Purpose, batch: u32, words: &mut [[u32; 16]; 16]) {
        let start = self.start(purpose, 0, batch.wrapping_mul(16));
        for block in 0..16usize {
            let mut start = start;
            start[COUNTER] = start[COUNTER].wrapping_add(block as u32);
            let ended = plain_rounds(start);
            for (row, (ended, start)) in words.iter_mut().zip(ended.into_iter().zip(start)) {
                row[block] = ended.wrapping_add(start);
            }
        }
    }

    /// One word by its index; attempt 0 is in the batches, the others replace words that had to be rejected.
    #[cold]
    pub(super) fn word(&self, purpose: Purpose, attempt: u32, index: u32) -> u32 {
        let (batch, within) = (index / Stream::BATCH as u32, index % Stream::BATCH as u32);
        let start = self.start(purpose, attempt, batch.wrapping_mul(16).wrapping_add(within % 16));
        let words = plain_rounds(start);
        let place = (within / 16) as usize;
        words[place].wrapping_add(start[place])
    }

    /// The state that a ChaCha block starts from: constants, key, counter, and a nonce of three words.
    #[inline(always)]
    fn start(&self, purpose: Purpose, attempt: u32, counter: u32) -> [u32; 16] {
        let [c0, c1, c2, c3] = CONSTANTS;
        let [k0, k1, k2, k3, k4, k5, k6, k7] = self.key;
        let (low, high) = (self.block as u32, (self.block >> 32) as u32);
        let purpose = purpose as u32 | attempt << 8;
        [c0, c1, c2, c3, k0, k1, k2, k3, k4, k5, k6, k7, counter, low, high, purpose]
    }
}

/// A batch of words, with other work done between the rounds.
///
/// The rounds keep only the vector units busy; counting can use the others meanwhile.
#[inline(always)]
pub(super) fn batch<L: Lanes>(origin: &Batch<L>, batch: u32, mut between: impl FnMut()) -> Batch<L> {
    let mut start = *origin;
    start[COUNTER] = L::add32(start[COUNTER], L::splat32(batch.wrapping_mul(16)));
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

/// 0 to 15 as words: the sixteen blocks of a batch follow each other.
const fn counters() -> [u8; 64] {
    let mut bytes = [0; 64];
    let mut block = 0;
    while block < 16 {
        bytes[4 * block] = block as u8;
        block += 1;
    }
    bytes
}

#[inline(always)]
fn quarter<L: Lanes>(v: &mut Batch<L>, [a, b, c, d]: [usize; 4]) {
    v[a] = L::add32(v[a], v[b]);
    v[d] = L::rotate32::<16, 16>(L::xor(v[d], v[a]));
    v[c] = L::add32(v[c], v[d]);
    v[b] = L::rotate32::<12, 20>(L::xor(v[b], v[c]));
    v[a] = L::add32(v[a], v[b]);
    v[d] = L::rotate32::<8, 24>(L::xor(v[d], v[a]));
    v[c] = L::add32(v[c], v[d]);
    v[b] = L::rotate32::<7, 25>(L::xor(v[b], v[c]));
}

/// The eight rounds for one block, written out so that no loop stands in the way of the loop around them.
#[inline(always)]
fn plain_rounds(mut v: [u32; 16]) -> [u32; 16] {
    plain_double_round(&mut v);
    plain_double_round(&mut v);
    plain_double_round(&mut v);
    plain_double_round(&mut v);
    v
}

#[inline(always)]
fn plain_double_round(v: &mut [u32; 16]) {
    plain_quarter(v, 0, 4, 8, 12);
    plain_quarter(v, 1, 5, 9, 13);
    plain_quarter(v, 2, 6, 10, 14);
    plain_quarter(v, 3, 7, 11, 15);
    plain_quarter(v, 0, 5, 10, 15);
    plain_quarter(v, 1, 6, 11, 12);
    plain_quarter(v, 2, 7, 8, 13);
    plain_quarter(v, 3, 4, 9, 14);
}

#[inline(always)]
fn plain_quarter(v: &mut [u32; 16], a: usize, b: usize, c: usize, d: usize) {
    v[a] = v[a].wrapping_add(v[b]);
    v[d] = (v[d] ^ v[a]).rotate_left(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_left(12);
    v[a] = v[a].wrapping_add(v[b]);
    v[d] = (v[d] ^ v[a]).rotate_left(8);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_left(7);
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};

    use super::*;

    /// The word that an independent ChaCha8 has at this place.
    fn reference(stream: &Stream, counter: u32, purpose: u32, place: usize) -> u32 {
        let mut seed = [0; 32];
        for (bytes, word) in seed.as_chunks_mut().0.iter_mut().zip(stream.key) {
            *bytes = word.to_le_bytes();
        }
        // The library counts blocks in two words and has a stream of two where this has a nonce of three.
        let mut rng = ChaCha8Rng::from_seed(seed);
        rng.set_stream(stream.block >> 32 | u64::from(purpose) << 32);
        rng.set_block_pos(u64::from(counter) | stream.block << 32);
        (0..=place).map(|_| rng.next_u32()).last().unwrap()
    }

    #[test]
    fn every_word_is_that_of_chacha8() {
        let stream = Stream::new(0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210);
        let mut batch = [[0; 16]; 16];
        stream.plain_batch(Purpose::OnePair, 3, &mut batch);
        for (place, row) in batch.iter().enumerate() {
            for (block, word) in row.iter().enumerate() {
                assert_eq!(*word, reference(&stream, 48 + block as u32, 1, place));
            }
        }
    }

    #[test]
    fn single_words_are_those_of_the_batch() {
        let stream = Stream::new(7, 11);
        let mut batch = [[0; 16]; 16];
        stream.plain_batch(Purpose::Cards, 2, &mut batch);
        for (i, word) in batch.as_flattened().iter().enumerate() {
            assert_eq!(stream.word(Purpose::Cards, 0, 512 + i as u32), *word);
        }
        assert_eq!(stream.word(Purpose::Cards, 5, 512), reference(&stream, 32, 5 << 8, 0));
    }
}
