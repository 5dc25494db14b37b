//! Numbers that follow from a seed, the same on every machine. For rehearsals only: nothing of value hangs on them.

/// A generator (SplitMix64).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The generator of a seed and what it is for, so that what one player does changes nothing for another.
    pub fn of(seed: u64, what: &str) -> Chance {
        let digest = blake3::hash(format!("punto rehearsal {seed} {what}").as_bytes());
        let first: [u8; 8] = std::array::from_fn(|place| digest.as_bytes()[place]);
        Chance(u64::from_le_bytes(first))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from nought, below `most`; nought where that is nought.
    pub fn below(&mut self, most: u64) -> u64 {
        // The high half of a product is even enough here, and has no loop.
        ((u128::from(self.next()) * u128::from(most)) >> 64) as u64
    }

    /// Whether something happens that does so once in `times`.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of a list that is not empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len() as u64) as usize)
    }

    /// Puts a list into any order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}
