//! The house's own shoe: generator, shuffle, commitment, seal. The one crate a laboratory certifies for chance.
//!
//! A dealt table takes every card from a [`Shoe`], and a new shoe comes from one place, [`Generator::prepare`]: fresh
//! entropy of the operating system, health-tested, seeds an [`HmacDrbg`] of its own, which shuffles whole decks. What
//! follows from the seed can be promised before the cut ([`Commitment`]), kept over a restart ([`Sealed`]) and made
//! again by anyone when the shoe has ended ([`Opening`], [`verify`]). The steps are in `docs/shoe.md`, to be followed
//! in any language.
//!
//! ```
//! use punto_shoe::{Decks, Generator, OsEntropy, SealingKey, ShoeId, verify};
//!
//! // At the start: known-answer and health tests. An error here or later means: close the table.
//! let mut generator = Generator::start(OsEntropy)?;
//! let key = SealingKey::new([42; 32]); // from a file or a vault
//!
//! // A new shoe: publish the commitment, journal the seal, and only then let the patron cut.
//! let id = ShoeId::new("demo-house", "rws-2016/1", "node-a", "2026-11-15/7")?;
//! let uncut = generator.prepare(id.clone(), Decks::EIGHT)?;
//! let commitment = uncut.commitment();
//! let sealed = generator.seal(&key, &uncut)?;
//! let mut shoe = uncut.cut(123)?;
//! let dealt = [shoe.draw(), shoe.draw(), shoe.draw(), shoe.draw()].map(Option::unwrap);
//! drop(shoe); // the power fails
//!
//! // After a restart the seal gives the shoe back, and the journal says how far it was dealt.
//! let mut shoe = sealed.open(&key, &id, Decks::EIGHT)?.cut(123)?;
//! shoe.resume(dealt)?;
//! assert_eq!(shoe.remaining(), 412);
//!
//! // At the end the opening is published, and anyone can check the shoe.
//! let opening = shoe.end();
//! assert_eq!(verify(&opening, &commitment, 123, &dealt)?.dealt, 4);
//! let mut swapped = dealt;
//! swapped.reverse();
//! if swapped != dealt {
//!     assert!(verify(&opening, &commitment, 123, &swapped).is_err());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is deliberately absent: a way to choose a seed, to look at an undealt card, to put a card back, to cut twice,
//! or to deal from an opening. Not every order of eight decks can come up: there are about 2^2230 of them, and the
//! generator has 2^384 seeds and 256 bits of strength. That is accepted, as nobody can search 2^256.

mod commitment;
mod drbg;
mod entropy;
mod generator;
pub mod health;
mod id;
mod opening;
mod recipe;
mod record;
mod seal;
mod self_test;
mod shoe;
mod shuffle;
mod verify;

pub use commitment::{Commitment, CommitmentError};
pub use drbg::{DrbgError, HmacDrbg};
pub use entropy::{EntropySource, OsEntropy, SourceError};
pub use generator::{Fault, Generator};
pub use health::HealthFailure;
pub use id::{ALGORITHM, Decks, DecksError, ShoeId, ShoeIdError};
pub use opening::{Opening, OpeningError};
pub use record::{RecordError, ShoeRecord};
pub use seal::{SealError, Sealed, SealingKey};
pub use self_test::SelfTestFailure;
pub use shoe::{BadCut, NotThisShoe, Shoe, UncutShoe};
pub use shuffle::{Words, below, shuffle};
pub use verify::{Disagreement, Disagreements, Verified, verify};
