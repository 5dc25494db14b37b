//! What patrons put into an order: shares that are promised before anybody shows one, and then shown.
//!
//! The house's commitment comes first, then every terminal's [`Pledge`], then the shares. So nobody chooses after having
//! seen what another chose: not the house, whose seed is fixed, and not the last patron, whose pledge is.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Commitment;

/// What a terminal puts into an order: 32 random bytes, and a salt that hides its patron's name from readers of the shoe's
/// record. It is secret until pledges are closed, so `Debug` does not tell it.
///
/// ```
/// use punto_shoe::{Commitment, Share};
/// let shoe: Commitment = "aa724985aa43f1ba489e33f63a53de4af434fe1b575e1fd60ba8a3454081737f".parse()?;
/// let share = Share::from_hex(&"01".repeat(32), &"02".repeat(16))?;
/// let pledge = share.pledge(&shoe, "ada");
/// assert_eq!(share.shown("ada").pledge(&shoe), pledge);
/// assert_ne!(share.pledge(&shoe, "ben"), pledge, "a pledge is of one patron");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    share: ShareBytes,
    salt: Salt,
}

impl Share {
    /// Reads the two parts as a terminal sends them: 64 and 32 hexadecimal digits.
    pub fn from_hex(share: &str, salt: &str) -> Result<Share, ShareError> {
        Ok(Share { share: share.parse()?, salt: salt.parse()? })
    }

    /// The share as hexadecimal digits.
    pub fn share_text(&self) -> String {
        self.share.to_string()
    }

    /// The salt as hexadecimal digits.
    pub fn salt_text(&self) -> String {
        self.salt.to_string()
    }

    /// What a patron promises it with, for the shoe of this commitment.
    pub fn pledge(&self, shoe: &Commitment, patron: &str) -> Pledge {
        self.shown(patron).pledge(shoe)
    }

    /// What everybody may see of it once it is revealed: the patron behind a digest.
    pub fn shown(&self, patron: &str) -> RevealedShare {
        let text = format!("shoe-patron 1\npatron {patron}\nsalt {}\n", self.salt);
        RevealedShare { patron: PatronTag(Sha256::digest(text.as_bytes()).into()), share: self.share }
    }
}

impl fmt::Debug for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Share(secret)")
    }
}

/// A share that was revealed, without the name of its patron.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevealedShare {
    patron: PatronTag,
    share: ShareBytes,
}

impl RevealedShare {
    /// The pledge that it keeps.
    pub fn pledge(&self, shoe: &Commitment) -> Pledge {
        let text = format!("shoe-share 1\nshoe {shoe}\npatron {}\nshare {}\n", self.patron, self.share);
        Pledge(Sha256::digest(text.as_bytes()).into())
    }
}

impl fmt::Display for RevealedShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.patron, self.share)
    }
}

impl std::str::FromStr for RevealedShare {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<RevealedShare, ShareError> {
        let (patron, share) = text.split_once(' ').ok_or(ShareError)?;
        Ok(RevealedShare { patron: patron.parse()?, share: share.parse()? })
    }
}

/// A patron's promise of a share: SHA-256 of a text that names the shoe, the patron and the share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Pledge([u8; 32]);

punto_vocab::hex_text!(Pledge, ShareError, |_| ShareError);

#[derive(Clone, Copy, PartialEq, Eq)]
struct PatronTag([u8; 32]);

punto_vocab::hex_text!(PatronTag, ShareError, |_| ShareError);

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
struct ShareBytes([u8; 32]);

punto_vocab::hex_text!(ShareBytes, ShareError, |_| ShareError);

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
struct Salt([u8; 16]);

punto_vocab::hex_text!(Salt, ShareError, |_| ShareError);

/// A text that is no share, salt or pledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a share and a pledge are 64 hexadecimal digits in lower case, a salt is 32")]
pub struct ShareError;

/// The pledges of one shoe, each with its share once that is revealed. They are kept in the order of their digests,
/// which nobody can choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pledges(BTreeMap<Pledge, Option<RevealedShare>>);

impl Pledges {
    /// The most pledges that a shoe takes.
    pub const MOST: usize = 64;

    /// Takes a pledge, with its share if that is revealed; `false` if it is there already, or there are too many.
    pub fn take(&mut self, pledge: Pledge, shown: Option<RevealedShare>) -> bool {
        self.0.len() < Pledges::MOST && self.0.insert(pledge, shown).is_none()
    }

    /// Each pledge in order, with its share if it was revealed.
    pub fn iter(&self) -> impl Iterator<Item = (&Pledge, Option<&RevealedShare>)> {
        self.0.iter().map(|(pledge, shown)| (pledge, shown.as_ref()))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The shares, if every one was revealed: what an order is made from.
    pub fn shares(&self) -> Option<Shares> {
        let lines = self.0.iter().map(|(pledge, shown)| Some(line(pledge, Some(shown.as_ref()?))));
        Some(Shares(lines.collect::<Option<String>>()?, self.0.len()))
    }

    /// The first share that does not keep its pledge, from 1.
    pub(crate) fn broken(&self, shoe: &Commitment) -> Option<usize> {
        let keeps = |(pledge, shown): (&Pledge, Option<&RevealedShare>)| {
            shown.is_none_or(|shown| shown.pledge(shoe) == *pledge)
        };
        self.iter().position(|one| !keeps(one)).map(|place| place + 1)
    }

    /// The lines of a shoe's record about them.
    pub(crate) fn text(&self) -> String {
        let lines: String = self.iter().map(|(pledge, shown)| line(pledge, shown)).collect();
        format!("shares {}\n{lines}", self.0.len())
    }
}

fn line(pledge: &Pledge, shown: Option<&RevealedShare>) -> String {
    match shown {
        Some(shown) => format!("share {pledge} {shown}\n"),
        None => format!("share {pledge} {WITHHELD}\n"),
    }
}

/// What stands in place of a share that was not revealed.
pub(crate) const WITHHELD: &str = "withheld";

/// The shares of all who pledged one, as they go into the generator; none is the house alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares(String, usize);

impl Shares {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.1
    }

    /// What follows the shoe's name in the generator's personalisation.
    pub(crate) fn personalisation(&self) -> String {
        format!("shares {}\n{}", self.1, self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(byte: u8) -> Share {
        Share { share: ShareBytes([byte; 32]), salt: Salt([byte; 16]) }
    }

    #[test]
    fn an_order_is_made_only_of_shares_that_are_all_revealed() {
        let shoe = Commitment::from_digest([9; 32]);
        let mut pledges = Pledges::default();
        assert_eq!(pledges.shares(), Some(Shares::default()));
        let (one, two) = (share(1).pledge(&shoe, "ada"), share(2).pledge(&shoe, "ben"));
        assert!(pledges.take(one, Some(share(1).shown("ada"))) && pledges.take(two, None));
        assert!(!pledges.clone().take(one, None), "a copy of another's pledge is not taken");
        assert_eq!((pledges.shares(), pledges.broken(&shoe)), (None, None));
        let mut other = Pledges::default();
        assert!(other.take(one, Some(share(2).shown("ada"))));
        assert_eq!(other.broken(&shoe), Some(1), "another share than was pledged");
    }

    #[test]
    fn pledges_are_in_one_order_however_they_came() {
        let shoe = Commitment::from_digest([9; 32]);
        let mut both = [Pledges::default(), Pledges::default()];
        for (n, pledges) in both.iter_mut().enumerate() {
            let mut bytes: Vec<u8> = (0..64).collect();
            bytes.rotate_left(31 * n);
            for byte in bytes {
                assert!(pledges.take(share(byte).pledge(&shoe, "ada"), Some(share(byte).shown("ada"))));
            }
            assert!(!pledges.take(share(99).pledge(&shoe, "ada"), None), "no more than the most");
        }
        assert_eq!(both[0].shares(), both[1].shares());
        assert!(!format!("{:?}", share(7)).contains("07"));
    }
}
