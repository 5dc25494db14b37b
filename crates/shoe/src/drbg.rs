//! HMAC_DRBG with SHA-256, by NIST SP 800-90A Revision 1, section 10.1.2.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// A deterministic random bit generator of 256 bits of strength.
///
/// It is the whole of chance at a dealt table: everything it puts out follows from what it was seeded with. Its
/// state is wiped when it is dropped and is never printed.
///
/// ```
/// use punto_shoe::HmacDrbg;
///
/// let mut generator = HmacDrbg::instantiate(&[7; 32], &[9; 16], b"demo").unwrap();
/// let (mut first, mut second) = ([0; 32], [0; 32]);
/// generator.generate(&mut first, &[]).unwrap();
/// generator.generate(&mut second, &[]).unwrap();
/// assert_ne!(first, second);
/// assert_eq!(format!("{generator:?}"), "HmacDrbg { requests: 2, .. }");
/// ```
pub struct HmacDrbg {
    /// `V` of the standard.
    value: [u8; OUTLEN],
    /// `Key` of the standard, already absorbed: each output block then costs two compressions and not four.
    keyed: Hmac<Sha256>,
    /// `reseed_counter` of the standard: the number of the next request, from 1.
    counter: u64,
    interval: u64,
}

const OUTLEN: usize = 32;

impl HmacDrbg {
    /// The fewest bytes of entropy a seed may have: 256 bits, the strength of the generator.
    pub const ENTROPY_MINIMUM: usize = 32;
    /// The fewest bytes of nonce: half the strength.
    pub const NONCE_MINIMUM: usize = 16;
    /// The most bytes one request may ask for: 2^19 bits.
    pub const REQUEST_MAXIMUM: usize = 1 << 16;
    /// The most requests between two seeds.
    pub const RESEED_INTERVAL: u64 = 1 << 48;
    /// The most bytes of any input: 2^35 bits.
    const INPUT_MAXIMUM: u64 = 1 << 32;

    /// Starts a generator from entropy, a nonce and a personalisation string (which may be empty).
    pub fn instantiate(entropy: &[u8], nonce: &[u8], personalisation: &[u8]) -> Result<HmacDrbg, DrbgError> {
        check_entropy(entropy)?;
        if nonce.len() < HmacDrbg::NONCE_MINIMUM {
            return Err(DrbgError::NonceTooShort { bytes: nonce.len() });
        }
        check_input(nonce)?;
        check_input(personalisation)?;
        let mut generator = HmacDrbg {
            value: [1; OUTLEN],
            keyed: keyed(&[0; OUTLEN]),
            counter: 1,
            interval: HmacDrbg::RESEED_INTERVAL,
        };
        generator.update(&[entropy, nonce, personalisation]);
        Ok(generator)
    }

    /// Asks for fresh entropy after fewer requests than the standard's 2^48.
    #[must_use]
    pub fn with_reseed_interval(mut self, requests: u64) -> HmacDrbg {
        self.interval = requests.min(HmacDrbg::RESEED_INTERVAL);
        self
    }

    /// Takes in fresh entropy; the count of requests starts anew.
    pub fn reseed(&mut self, entropy: &[u8], additional: &[u8]) -> Result<(), DrbgError> {
        check_entropy(entropy)?;
        check_input(additional)?;
        self.update(&[entropy, additional]);
        self.counter = 1;
        Ok(())
    }

    /// Fills `out` in one request, stirring in `additional` (which may be empty).
    ///
    /// After an error `out` holds nothing random and the state is as it was.
    pub fn generate(&mut self, out: &mut [u8], additional: &[u8]) -> Result<(), DrbgError> {
        if out.len() > HmacDrbg::REQUEST_MAXIMUM {
            return Err(DrbgError::RequestTooLong { bytes: out.len() });
        }
        check_input(additional)?;
        if self.counter > self.interval {
            return Err(DrbgError::ReseedRequired { requests: self.interval });
        }
        if !additional.is_empty() {
            self.update(&[additional]);
        }
        for block in out.chunks_mut(OUTLEN) {
            self.value = hmac(&self.keyed, &[&self.value]);
            block.copy_from_slice(&self.value[..block.len()]);
        }
        self.update(&[additional]);
        self.counter += 1;
        Ok(())
    }

    /// Fills `out` with prediction resistance: fresh entropy first, so that no earlier state tells what comes.
    pub fn generate_resistant(
        &mut self,
        out: &mut [u8],
        entropy: &[u8],
        additional: &[u8],
    ) -> Result<(), DrbgError> {
        self.reseed(entropy, additional)?;
        self.generate(out, &[])
    }

    /// `HMAC_DRBG_Update` (10.1.2.2), with the provided data in parts.
    fn update(&mut self, provided: &[&[u8]]) {
        self.stir(0, provided);
        if provided.iter().any(|part| !part.is_empty()) {
            self.stir(1, provided);
        }
    }

    fn stir(&mut self, round: u8, provided: &[&[u8]]) {
        let mut mac = self.keyed.clone();
        mac.update(&self.value);
        mac.update(&[round]);
        for part in provided {
            mac.update(part);
        }
        let key = Zeroizing::new(<[u8; OUTLEN]>::from(mac.finalize().into_bytes()));
        self.keyed = keyed(&key);
        self.value = hmac(&self.keyed, &[&self.value]);
    }
}

impl fmt::Debug for HmacDrbg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HmacDrbg").field("requests", &(self.counter - 1)).finish_non_exhaustive()
    }
}

impl Drop for HmacDrbg {
    fn drop(&mut self) {
        // The keyed state wipes itself: `hmac` and `sha2` are built with their `zeroize`.
        self.value.zeroize();
    }
}

impl ZeroizeOnDrop for HmacDrbg {}

/// Why the generator did not do what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum DrbgError {
    #[error(
        "{bytes} bytes of entropy are too few; the generator needs at least {}",
        HmacDrbg::ENTROPY_MINIMUM
    )]
    EntropyTooShort { bytes: usize },
    #[error(
        "a nonce of {bytes} bytes is too short; the generator needs at least {}",
        HmacDrbg::NONCE_MINIMUM
    )]
    NonceTooShort { bytes: usize },
    #[error("an input of {bytes} bytes is too long; the standard allows 2^32")]
    InputTooLong { bytes: usize },
    #[error("{bytes} bytes are too many for one request; the standard allows {}", HmacDrbg::REQUEST_MAXIMUM)]
    RequestTooLong { bytes: usize },
    #[error("{requests} requests were answered since the last seed; the generator must be seeded again")]
    ReseedRequired { requests: u64 },
}

fn check_entropy(entropy: &[u8]) -> Result<(), DrbgError> {
    if entropy.len() < HmacDrbg::ENTROPY_MINIMUM {
        return Err(DrbgError::EntropyTooShort { bytes: entropy.len() });
    }
    check_input(entropy)
}

fn check_input(input: &[u8]) -> Result<(), DrbgError> {
    if input.len() as u64 > HmacDrbg::INPUT_MAXIMUM {
        return Err(DrbgError::InputTooLong { bytes: input.len() });
    }
    Ok(())
}

/// HMAC pads a short key with noughts to the hash's block, so a padded key is the same key and cannot fail.
fn keyed(key: &[u8; OUTLEN]) -> Hmac<Sha256> {
    let mut block = Zeroizing::new([0; 64]);
    block[..OUTLEN].copy_from_slice(key);
    Hmac::new((&*block).into())
}

fn hmac(keyed: &Hmac<Sha256>, parts: &[&[u8]]) -> [u8; OUTLEN] {
    let mut mac = keyed.clone();
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generator() -> HmacDrbg {
        HmacDrbg::instantiate(&[1; 32], &[2; 16], b"").unwrap()
    }

    #[test]
    fn short_seeds_and_long_requests_are_refused() {
        let refused = |entropy: usize, nonce: usize| {
            HmacDrbg::instantiate(&vec![0; entropy], &vec![0; nonce], b"").unwrap_err()
        };
        assert_eq!(refused(31, 16), DrbgError::EntropyTooShort { bytes: 31 });
        assert_eq!(refused(32, 15), DrbgError::NonceTooShort { bytes: 15 });
        assert_eq!(generator().reseed(&[0; 31], b"").unwrap_err(), DrbgError::EntropyTooShort { bytes: 31 });
        let mut out = vec![0; HmacDrbg::REQUEST_MAXIMUM + 1];
        assert_eq!(generator().generate(&mut out, b""), Err(DrbgError::RequestTooLong { bytes: 65_537 }));
        assert_eq!(generator().generate(&mut out[1..], b""), Ok(()));
    }

    #[test]
    fn the_reseed_counter_stops_the_generator_until_it_is_seeded_again() {
        let mut limited = generator().with_reseed_interval(3);
        let mut out = [0; 8];
        for _ in 0..3 {
            limited.generate(&mut out, b"").unwrap();
        }
        let last = out;
        assert_eq!(limited.generate(&mut out, b""), Err(DrbgError::ReseedRequired { requests: 3 }));
        assert_eq!(out, last, "an error leaves the bytes alone");
        limited.reseed(&[3; 32], b"").unwrap();
        assert_eq!(limited.generate(&mut out, b""), Ok(()));
        assert_eq!(generator().with_reseed_interval(u64::MAX).interval, HmacDrbg::RESEED_INTERVAL);
    }

    #[test]
    fn the_length_of_a_request_does_not_change_its_beginning() {
        let mut long = [0; 100];
        generator().generate(&mut long, b"").unwrap();
        for length in 0..100 {
            let mut short = vec![0; length];
            generator().generate(&mut short, b"").unwrap();
            assert_eq!(short, long[..length]);
        }
    }
}
