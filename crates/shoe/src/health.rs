//! Continuous health tests of the seed input: repetition count and adaptive proportion by NIST SP 800-90B 4.4, and
//! a memory of what was seen, so that neither an old seed nor the generator's own output passes for fresh entropy.

use std::collections::{HashMap, VecDeque};

use sha2::{Digest, Sha256};

/// Cutoff of the repetition count test: equal bytes in a row. `1 + ceil(40 / 8)`.
///
/// The source claims 8 bits of entropy a byte; a healthy one fails with a chance of 2^-40 a sample.
pub const REPETITION_CUTOFF: usize = 6;
/// Window of the adaptive proportion test for samples that are not binary.
pub const PROPORTION_WINDOW: usize = 512;
/// Cutoff of the adaptive proportion test: `1 + critbinom(512, 2^-8, 1 - 2^-40)`.
pub const PROPORTION_CUTOFF: usize = 19;
/// Samples tested and thrown away at the start (SP 800-90B 4.3 asks for 1,024).
pub const STARTUP_SAMPLES: usize = 1024;

/// Bytes that must never be seen twice.
const BLOCK: usize = 16;
/// How many blocks are remembered: the seeds and outputs of about the last 120 shoes.
const REMEMBERED: usize = 8192;

/// Why seed input was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum HealthFailure {
    #[error("repetition count test: {count} equal bytes in a row, where {REPETITION_CUTOFF} are too many")]
    Stuck { count: usize },
    #[error(
        "adaptive proportion test: one byte {count} times in {PROPORTION_WINDOW}, where {PROPORTION_CUTOFF} are too many"
    )]
    Skewed { count: usize },
    #[error("the source repeats itself: 16 bytes of this seed were given before")]
    Repeated,
    #[error("the source gives back what the generator put out: 16 bytes of this seed are its own output")]
    OwnOutput,
}

/// The tests, with all they have seen.
#[derive(Debug, Default)]
pub(crate) struct Monitor {
    repetition: Repetition,
    proportion: Proportion,
    memory: Memory,
}

impl Monitor {
    /// Tests bytes fresh from the source, every one before any is used.
    pub(crate) fn examine(&mut self, bytes: &[u8]) -> Result<(), HealthFailure> {
        for byte in bytes {
            self.repetition.sample(*byte)?;
            self.proportion.sample(*byte)?;
        }
        self.memory.examine(bytes)
    }

    /// Takes note of what the generator put out.
    pub(crate) fn remember_output(&mut self, bytes: &[u8]) {
        for block in bytes.chunks_exact(BLOCK) {
            self.memory.insert(digest(block), Origin::Output);
        }
    }
}

/// SP 800-90B 4.4.1.
#[derive(Default)]
struct Repetition {
    last: Option<u8>,
    count: usize,
}

impl Repetition {
    fn sample(&mut self, byte: u8) -> Result<(), HealthFailure> {
        self.count = if self.last == Some(byte) { self.count + 1 } else { 1 };
        self.last = Some(byte);
        if self.count >= REPETITION_CUTOFF {
            return Err(HealthFailure::Stuck { count: self.count });
        }
        Ok(())
    }
}

/// SP 800-90B 4.4.2: how often the first byte of a window comes again in it.
#[derive(Default)]
struct Proportion {
    first: u8,
    count: usize,
    seen: usize,
}

impl Proportion {
    fn sample(&mut self, byte: u8) -> Result<(), HealthFailure> {
        if self.seen == 0 {
            (self.first, self.count) = (byte, 0);
        }
        self.seen = (self.seen + 1) % PROPORTION_WINDOW;
        self.count += usize::from(byte == self.first);
        if self.count >= PROPORTION_CUTOFF {
            return Err(HealthFailure::Skewed { count: self.count });
        }
        Ok(())
    }
}

// The samples are secret, so neither test prints its state.
macro_rules! secret_debug {
    ($($name:ident),*) => {$(
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )*};
}
secret_debug!(Repetition, Proportion, Memory);

#[derive(Clone, Copy)]
enum Origin {
    Seed,
    Output,
}

type BlockDigest = [u8; 16];

/// Digests of blocks seen, oldest first; the blocks themselves are not kept.
#[derive(Default)]
struct Memory {
    blocks: HashMap<BlockDigest, Origin>,
    order: VecDeque<BlockDigest>,
}

impl Memory {
    /// Looks at every run of 16 bytes, so that an old block is found wherever the source starts it.
    fn examine(&mut self, bytes: &[u8]) -> Result<(), HealthFailure> {
        for (start, window) in bytes.windows(BLOCK).enumerate() {
            let digest = digest(window);
            match self.blocks.get(&digest) {
                Some(Origin::Seed) => return Err(HealthFailure::Repeated),
                Some(Origin::Output) => return Err(HealthFailure::OwnOutput),
                None if start % BLOCK == 0 => self.insert(digest, Origin::Seed),
                None => {}
            }
        }
        Ok(())
    }

    fn insert(&mut self, digest: BlockDigest, origin: Origin) {
        if self.blocks.insert(digest, origin).is_none() {
            self.order.push_back(digest);
        }
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.blocks.remove(&oldest);
        }
    }
}

fn digest(block: &[u8]) -> BlockDigest {
    let whole = Sha256::new().chain_update(b"shoe-health 1\n").chain_update(block).finalize();
    let mut digest = BlockDigest::default();
    digest.copy_from_slice(&whole[..BLOCK]);
    digest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HmacDrbg;

    /// Good bytes that are the same in every run.
    fn good(label: &str, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        let mut generator = HmacDrbg::instantiate(&[5; 32], &[6; 16], label.as_bytes()).unwrap();
        bytes.chunks_mut(1 << 16).for_each(|chunk| generator.generate(chunk, b"").unwrap());
        bytes
    }

    #[test]
    fn the_cutoffs_are_those_of_the_standard() {
        let alpha = 2f64.powi(-40);
        assert_eq!(REPETITION_CUTOFF, 1 + (-alpha.log2() / 8.0).ceil() as usize);
        // The smallest k with P(X > k) <= alpha for X of the binomial distribution (512, 1/256).
        let p = 1.0 / 256.0;
        let mut terms = vec![(1.0f64 - p).powi(512)];
        for k in 1..=512 {
            let last = terms[k - 1];
            terms.push(last * (513 - k) as f64 / k as f64 * p / (1.0 - p));
        }
        let critical = (0..512).find(|k| terms[k + 1..].iter().rev().sum::<f64>() <= alpha).unwrap();
        assert_eq!(PROPORTION_CUTOFF, 1 + critical);
    }

    #[test]
    fn a_megabyte_of_good_bytes_passes() {
        let mut monitor = Monitor::default();
        for seed in good("good", 1 << 20).chunks(48) {
            assert_eq!(monitor.examine(seed), Ok(()));
        }
        assert_eq!(monitor.memory.order.len(), REMEMBERED);
        assert_eq!(monitor.memory.blocks.len(), REMEMBERED);
    }

    #[test]
    fn a_stuck_source_fails_at_the_sixth_byte_even_across_reads() {
        assert_eq!(Monitor::default().examine(&[9; 6]), Err(HealthFailure::Stuck { count: 6 }));
        let mut monitor = Monitor::default();
        assert_eq!(monitor.examine(&[9; 5]), Ok(()));
        assert_eq!(monitor.examine(&[8]), Ok(()));
        assert_eq!(monitor.examine(&[8; 4]), Ok(()));
        assert_eq!(monitor.examine(&[8]), Err(HealthFailure::Stuck { count: 6 }));
    }

    #[test]
    fn a_skewed_source_fails_at_the_nineteenth_of_a_window() {
        let mut bytes = good("skew", PROPORTION_WINDOW);
        bytes.iter_mut().for_each(|byte| *byte |= 1);
        bytes[0] = 0;
        (1..=17).for_each(|n| bytes[25 * n] = 0);
        assert_eq!(Monitor::default().examine(&bytes), Ok(()));
        bytes[450] = 0;
        assert_eq!(Monitor::default().examine(&bytes), Err(HealthFailure::Skewed { count: 19 }));
    }

    #[test]
    fn a_source_with_any_period_up_to_some_thousands_is_found() {
        for period in [17, 48, 100, 511, 1000, 4099] {
            let cycle = good("cycle", period);
            let mut endless = cycle.iter().copied().cycle();
            let mut monitor = Monitor::default();
            let reads = (period / 48 + 2).max(400);
            let found = (0..reads).find_map(|_| {
                let seed: Vec<u8> = endless.by_ref().take(48).collect();
                monitor.examine(&seed).err()
            });
            assert!(found.is_some(), "period {period}");
        }
    }

    #[test]
    fn own_output_is_refused_wherever_it_starts() {
        let output = good("output", 1024);
        for start in [0, 1, 15, 16, 500, 976] {
            let mut monitor = Monitor::default();
            monitor.remember_output(&output);
            assert_eq!(monitor.examine(&output[start..start + 48]), Err(HealthFailure::OwnOutput), "{start}");
        }
    }
}
