//! The secret a shoe is made from: its name, its decks and its seed; everything else follows.

use std::fmt;
use std::num::NonZero;

use punto_vocab::hex;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::commitment::Commitment;
use crate::shuffle::{GeneratedWords, below, shuffle};
use crate::{Algorithm, Decks, DrbgError, HmacDrbg, Shares, ShoeId};

/// 48 bytes from the source: 32 of entropy and 16 of nonce. Wiped when dropped, never printed.
pub(crate) struct Seed(Zeroizing<[u8; Seed::LENGTH]>);

impl Seed {
    pub(crate) const LENGTH: usize = HmacDrbg::ENTROPY_MINIMUM + HmacDrbg::NONCE_MINIMUM;

    pub(crate) fn new(bytes: Zeroizing<[u8; Seed::LENGTH]>) -> Seed {
        Seed(bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8; Seed::LENGTH] {
        &self.0
    }

    pub(crate) fn entropy(&self) -> &[u8] {
        &self.0[..HmacDrbg::ENTROPY_MINIMUM]
    }

    pub(crate) fn nonce(&self) -> &[u8] {
        &self.0[HmacDrbg::ENTROPY_MINIMUM..]
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// All that an order of cards depends on, but for the shares of patrons.
#[derive(Debug)]
pub(crate) struct Recipe {
    pub(crate) id: ShoeId,
    pub(crate) algorithm: Algorithm,
    pub(crate) decks: Decks,
    pub(crate) seed: Seed,
}

/// An order of cards as places of `Card::all`, wiped when dropped.
pub(crate) type Order = Zeroizing<Vec<u8>>;

/// An order, and where it is cut if no patron cuts it.
pub(crate) struct Made {
    pub(crate) order: Order,
    pub(crate) own_cut: u16,
}

impl Recipe {
    /// The text of the opening; its digest is the commitment.
    pub(crate) fn text(&self) -> Zeroizing<String> {
        let entropy = Zeroizing::new(hex::encode(self.seed.entropy()));
        let nonce = Zeroizing::new(hex::encode(self.seed.nonce()));
        let named = self.lines();
        Zeroizing::new(format!("shoe-opening 1\n{named}entropy {}\nnonce {}\n", *entropy, *nonce))
    }

    pub(crate) fn commitment(&self) -> Commitment {
        Commitment::from_digest(Sha256::digest(self.text().as_bytes()).into())
    }

    /// Makes the order; `seen` is shown every request the generator answers.
    ///
    /// The first algorithm knows no shares, and cuts in the middle. The second draws its cut behind the shuffle, in the
    /// middle half of the shoe: nobody can foresee it, and the house cannot choose it.
    pub(crate) fn make(&self, shares: &Shares, seen: impl FnMut(&[u8])) -> Result<Made, DrbgError> {
        let mut personalisation = self.lines();
        if self.algorithm == Algorithm::Two {
            personalisation.push_str(&shares.personalisation());
        }
        let generator =
            HmacDrbg::instantiate(self.seed.entropy(), self.seed.nonce(), personalisation.as_bytes())?;
        let mut order = Order::new(Vec::with_capacity(usize::from(self.decks.cards())));
        order.extend(self.decks.in_order());
        let mut words = GeneratedWords::new(generator, seen);
        shuffle(&mut order, &mut words)?;
        let cards = self.decks.cards();
        let own_cut = match self.algorithm {
            Algorithm::One => cards / 2,
            Algorithm::Two => cards / 4 + below(NonZero::<u16>::MIN.saturating_add(cards / 2), &mut words)?,
        };
        Ok(Made { order, own_cut })
    }

    fn lines(&self) -> String {
        self.id.lines(self.algorithm, self.decks)
    }
}
