use super::lanes::Lanes;
use super::chacha::Stream;
use super::suits::Suits;

pub(super) const ROWS: usize = 32;

pub struct Clerk { left: [u32; 1024], pub(super) kinds: [[u8; 64]; ROWS], pub(super) codes: [[u8; 64]; ROWS], queue: [u16; 1024], at: usize, end: usize, words: [u32; 1024], 
  pub main: Box<[u32; 65536]>, pending: [u8; 128], counted: usize, held: [u8;64], pub joint: [u32; 8192], suits: Suits }

impl Clerk {
    pub fn new(decks: u8) -> Clerk { Clerk { left: [0; 1024], kinds: [[0; 64]; ROWS], codes: [[0; 64]; ROWS], queue: [0; 1024], at: 0, end: 0, words: [0; 1024], main: vec![0; 65536].into_boxed_slice().try_into().unwrap(), pending: [0x7f; 128], counted: 0, held: [0x7f; 64], joint: [0; 8192], suits: Suits::new(decks) } }
    pub(super) fn reset(&mut self) { self.left = [0; 1024]; self.at = 0; self.end = 0; }

    #[inline(always)]
    pub(super) fn fill<L: Lanes>(&mut self, stream: &Stream) {
        for i in 0..3 {
            let w = stream.words::<L>(1000 + i as u32, 0, || {});
            for (j, w) in w.into_iter().enumerate() {
                let mut bytes = [0; 64];
                L::store(w, &mut bytes);
                for (k, b) in bytes.as_chunks().0.iter().enumerate() { self.words[i * 256 + j * 16 + k] = u32::from_le_bytes(*b); }
            }
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, turn: usize, mut mask: u64) {
        let n = mask.count_ones() as usize;
        let base = (turn % ROWS * 64) as u16;
        let end = self.end & 1023;
        if end < 1000 {
        let q = &mut self.queue[end..][..12];
        for i in 0..12 {
            q[i] = base + mask.trailing_zeros() as u16;
            mask &= mask.wrapping_sub(1);
        }
        } else {
        for i in 0..12 {
            self.queue[(end + i) & 1023] = base + mask.trailing_zeros() as u16;
            mask &= mask.wrapping_sub(1);
        }
        }
        let mut i = 12;
        while mask != 0 {
            self.queue[(self.end + i) & 1023] = base + mask.trailing_zeros() as u16;
            i += 1;
            mask &= mask.wrapping_sub(1);
        }
        self.end += n;
    }

    #[inline(always)]
    pub(super) fn count<L: Lanes>(&mut self, turn: usize, code: L::Vector) {
        if turn % 2 == 0 {
            while self.counted < 64 { self.some_codes(); }
            self.counted = 0;
            let held = L::load(&self.held);
            let [lo, hi] = L::pairs(held, code);
            let [a, b] = self.pending.as_chunks_mut::<64>().0 else { unreachable!() };
            L::store(lo, a);
            L::store(hi, b);
        } else { L::store(code, &mut self.held); }
    }
    #[inline(always)]
    fn some_codes(&mut self) {
        let at = self.counted & 63;
        let four = &self.pending.as_chunks::<8>().0[at / 4];
        for c in four.as_chunks::<2>().0 { self.main[usize::from(u16::from_le_bytes(*c))] += 1; }
        self.counted += 4;
    }
    #[inline(always)]
    pub(super) fn tick<L: Lanes>(&mut self, s: &Stream) {
        if self.counted < 64 { self.some_codes(); }
        if self.end > self.at { self.event::<L>(s); }
    }
    #[inline(always)]
    pub(super) fn rest<L: Lanes>(&mut self, s: &Stream) {
        while self.at < self.end { self.event::<L>(s); }
        while self.counted < 64 { self.some_codes(); }
    }

    #[inline(always)]
    fn event<L: Lanes>(&mut self, s: &Stream) {
        let event = usize::from(self.queue[self.at & 1023] & 2047);
        let word = self.words[self.at & 1023];
        self.at += 1;
        let lane = event & 63;
        let kind = usize::from(self.kinds.as_flattened()[event]);
        let left = &mut self.left[(kind & 15) << 6 | lane];
        let row = *left as usize;
        let x = u64::from(word) * u64::from(self.suits.table[row]);
        let entry = self.suits.table[row + 1 + (x >> 32) as usize];
        *left = entry >> 2;
        let grade = entry & 3;
        let code = self.codes.as_flattened()[event];
        self.joint[usize::from(code) << 5 | (grade << (kind >> 4 & 2)) as usize & 31] += 1;
    }
}
