//! An unbiased number below `n`, and the shuffle made of such numbers.

use std::num::NonZero;

use zeroize::Zeroizing;

use crate::{DrbgError, HmacDrbg};

/// A source of 16-bit words, each equally likely.
pub trait RandomWords {
    /// Why a word may fail to come.
    type Error;

    /// The next word.
    fn word(&mut self) -> Result<u16, Self::Error>;
}

/// A number from 0 to `n - 1`, all equally likely.
///
/// Words at the top that would favour small numbers are thrown away: only the largest multiple of `n` words counts.
///
/// ```
/// use std::convert::Infallible;
/// use std::num::NonZero;
/// use punto_shoe::{RandomWords, below};
///
/// struct Told(std::vec::IntoIter<u16>);
/// impl RandomWords for Told {
///     type Error = Infallible;
///     fn word(&mut self) -> Result<u16, Infallible> {
///         Ok(self.0.next().unwrap_or(0))
///     }
/// }
///
/// // 65536 = 157 * 416 + 224, so the words from 65312 on are thrown away.
/// let mut words = Told(vec![65535, 65312, 65311].into_iter());
/// assert_eq!(below(NonZero::new(416).unwrap(), &mut words), Ok(415));
/// ```
pub fn below<W: RandomWords + ?Sized>(n: NonZero<u16>, words: &mut W) -> Result<u16, W::Error> {
    const ALL: u32 = 1 << 16;
    let fair = ALL - ALL % u32::from(n.get());
    loop {
        let word = words.word()?;
        if u32::from(word) < fair {
            return Ok(word % n);
        }
    }
}

/// Puts the items into an order, all orders equally likely: Fisher and Yates, from the last place to the second.
///
/// # Panics
/// With more than 65,535 items, which no shoe has.
pub fn shuffle<T, W: RandomWords + ?Sized>(items: &mut [T], words: &mut W) -> Result<(), W::Error> {
    assert!(items.len() <= usize::from(u16::MAX), "a shoe of {} cards", items.len());
    for last in (1..items.len()).rev() {
        let n = NonZero::<u16>::MIN.saturating_add(last as u16);
        items.swap(last, usize::from(below(n, words)?));
    }
    Ok(())
}

/// Bytes taken from the generator at a time.
const REQUEST: usize = 1024;

/// The words of one generator: requests of 1,024 bytes without additional input, read as big-endian pairs.
///
/// One request is nearly always enough for eight decks, which is much quicker than a request for each card.
pub(crate) struct GeneratedWords<F> {
    generator: HmacDrbg,
    request: Zeroizing<[u8; REQUEST]>,
    used: usize,
    /// Is shown every request.
    seen: F,
}

impl<F> GeneratedWords<F> {
    pub(crate) fn new(generator: HmacDrbg, seen: F) -> GeneratedWords<F> {
        GeneratedWords { generator, request: Zeroizing::new([0; REQUEST]), used: REQUEST, seen }
    }
}

impl<F: FnMut(&[u8])> RandomWords for GeneratedWords<F> {
    type Error = DrbgError;

    fn word(&mut self) -> Result<u16, DrbgError> {
        if self.used == REQUEST {
            self.generator.generate(&mut self.request[..], &[])?;
            (self.seen)(&self.request[..]);
            self.used = 0;
        }
        let word = u16::from_be_bytes([self.request[self.used], self.request[self.used + 1]]);
        self.used += 2;
        Ok(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cross_from_one_request_to_the_next() {
        let generator = || HmacDrbg::instantiate(&[1; 32], &[2; 16], b"").unwrap();
        let (mut reference, mut bytes) = (generator(), vec![0; 3 * 1024]);
        bytes.chunks_mut(1024).for_each(|request| reference.generate(request, b"").unwrap());
        let mut shown = Vec::new();
        let mut words = GeneratedWords::new(generator(), |request: &[u8]| shown.extend_from_slice(request));
        for pair in bytes.chunks(2) {
            assert_eq!(words.word().unwrap().to_be_bytes(), pair);
        }
        assert_eq!(shown, bytes);
    }

    #[test]
    fn a_generator_that_stops_stops_the_shuffle() {
        let generator = HmacDrbg::instantiate(&[1; 32], &[2; 16], b"").unwrap().with_reseed_interval(0);
        let mut words = GeneratedWords::new(generator, |_: &[u8]| {});
        let stopped = shuffle(&mut [1, 2, 3], &mut words);
        assert_eq!(stopped, Err(DrbgError::ReseedRequired { requests: 0 }));
    }
}
