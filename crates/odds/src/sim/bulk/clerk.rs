use super::lanes::Lanes;
use super::chacha::Stream;

pub(super) const ROWS: usize = 32;

pub struct Clerk { left: [u32; 1024], pub(super) kinds: [[[u8; 64]; 2]; ROWS], pub(super) codes: [[u8; 64]; ROWS], queue: [u16; 1024], at: usize, end: usize, words: [u32; 2048], 
  pub main: [[[u32; 256]; 4]; 2], pub joint: [u32; 2 * 8192], window: usize }

impl Clerk {
    pub fn new(decks: u8) -> Clerk { Clerk { left: [u32::from_ne_bytes([decks; 4]); 1024], kinds: [[[0; 64]; 2]; ROWS], codes: [[0; 64]; ROWS], queue: [0; 1024], at: 0, end: 0, words: [0; 2048], main: [[[0; 256]; 4]; 2], joint: [0; 16384], window: 60 } }
    pub(super) fn reset(&mut self, decks: u8) { self.left = [u32::from_ne_bytes([decks; 4]); 1024]; self.at = 0; self.end = 0; }

    #[inline(always)]
    pub(super) fn fill<L: Lanes>(&mut self, stream: &Stream) {
        for i in 0..4 {
            let w = stream.words::<L>(1000 + i as u32, 0);
            for (j, w) in w.into_iter().enumerate() {
                let mut bytes = [0; 64];
                L::store(w, &mut bytes);
                for (k, b) in bytes.as_chunks().0.iter().enumerate() { self.words[i * 256 + j * 16 + k] = u32::from_le_bytes(*b); }
            }
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, turn: usize, who: [u64; 2]) {
        for (side, mut mask) in [(0u16, who[0] & !who[1]), (1, who[1] & !who[0])] {
            let n = mask.count_ones() as usize;
            let base = (turn as u16) << 7 | side;
            for i in 0..7 {
                self.queue[(self.end + i) & 1023] = base | (mask.trailing_zeros() as u16 & 63) << 1;
                mask &= mask.wrapping_sub(1);
            }
            if mask != 0 {
                let mut i = 7;
                while mask != 0 {
                    self.queue[(self.end + i) & 1023] = base | (mask.trailing_zeros() as u16 & 63) << 1;
                    i += 1;
                    mask &= mask.wrapping_sub(1);
                }
            }
            self.end += n;
        }
    }

    #[inline(always)]
    pub(super) fn tick(&mut self, turn: usize, part: usize) {
        let codes = &self.codes[turn % ROWS].as_chunks::<16>().0[part];
        let main = &mut self.main[usize::from(turn > self.window)];
        for four in codes.as_chunks::<4>().0 {
            main[0][four[0] as usize] += 1;
            main[1][four[1] as usize] += 1;
            main[2][four[2] as usize] += 1;
            main[3][four[3] as usize] += 1;
        }
        if self.end - self.at >= 2 {
            for _ in 0..2 { self.event(); }
        }
    }
    #[inline(always)]
    pub(super) fn rest(&mut self) {
        while self.at < self.end { self.event(); }
    }

    #[inline(always)]
    fn event(&mut self) {
        let event = self.queue[self.at & 1023];
        let fraction = self.words[self.at & 2047];
        self.at += 1;
        let (side, lane, turn) = (usize::from(event & 1), usize::from(event >> 1 & 63), usize::from(event >> 7));
        let row = turn % ROWS;
        let kind = usize::from(self.kinds[row][side][lane] & 15);
        let mut fraction = fraction;
        let grade = self.two(lane * 16 + kind, &mut fraction);
        let code = self.codes[row][lane];
        self.joint[usize::from(turn > self.window) << 13 | usize::from(code) << 5 | (grade << (2 * side)) as usize & 31] += 1;
    }

    #[inline(always)]
    fn two(&mut self, at: usize, fraction: &mut u32) -> u32 {
        const ONES: u32 = 0x0101_0101;
        const HIGH: u32 = 0x8080_8080;
        let left = &mut self.left[at];
        let upto = left.wrapping_mul(ONES);
        let n = upto >> 24;
        let x = u64::from(*fraction) * u64::from(n);
        let first = (x >> 32) as u32;
        let y = (x & 0xffff_ffff) * u64::from(n.wrapping_sub(1));
        let second = (y >> 32) as u32;
        *fraction = y as u32;
        let a = ((upto | HIGH).wrapping_sub((first + 1).wrapping_mul(ONES)) & HIGH).trailing_zeros().wrapping_sub(7) & 31;
        let upto = upto.wrapping_sub(ONES << a);
        let b = ((upto | HIGH).wrapping_sub((second + 1).wrapping_mul(ONES)) & HIGH).trailing_zeros().wrapping_sub(7) & 31;
        *left = left.wrapping_sub((1 << a) + (1 << b));
        // grades by the exclusive or of suits
        (0b10_01_01_11 >> ((a ^ b) >> 2)) & 3
    }
}
