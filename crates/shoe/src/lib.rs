//! The house's own shoe: generator, shuffle, commitment, seal. The one crate a laboratory certifies for chance.
//!
//! A dealt table takes every card from a [`Shoe`], and a new shoe comes from one place, [`Generator::prepare`]: fresh
//! entropy of the operating system, health-tested, is promised by a [`Commitment`] before anything else. Then terminals
//! pledge and reveal shares ([`Pledges`]), and an [`HmacDrbg`] of the shoe's own, seeded with both, shuffles whole decks.
//! The seed is kept over a restart ([`Sealed`]), and when the shoe has ended anyone can make its order again ([`Opening`],
//! [`verify`]). The steps are in `docs/shoe.md`, to be followed in any language.
//!
//! ```
//! use punto_shoe::{Claim, Cut, CutBy, Decks, Generator, OsEntropy, Pledges, SealingKey, Share, ShoeId, verify};
//!
//! // At the start: known-answer and health tests. An error here or later means: close the table.
//! let mut generator = Generator::start(OsEntropy)?;
//! let key = SealingKey::new([42; 32]); // from a file or a vault
//!
//! // A new shoe: publish the commitment and journal the seal before anything else.
//! let id = ShoeId::new("demo-house", "rws-2016/1", "node-a", "2026-11-15/7")?;
//! let promised = generator.prepare(id.clone(), Decks::EIGHT)?;
//! let (commitment, algorithm) = (promised.commitment(), promised.algorithm());
//! let sealed = generator.seal(&key, &promised)?;
//!
//! // A terminal pledges a share; when all pledges are in, it reveals it. Then the shoe is shuffled, and cut.
//! let share = Share::from_hex(&"5a".repeat(32), &"a5".repeat(16))?; // from the terminal's own generator
//! let mut pledges = Pledges::default();
//! pledges.take(share.pledge(&commitment, "ada"), Some(share.shown("ada")));
//! let shares = pledges.shares().ok_or("a share is missing")?;
//! let mut shoe = generator.mix(promised, &shares)?.cut(123)?;
//! let dealt = [shoe.draw(), shoe.draw(), shoe.draw(), shoe.draw()].map(Option::unwrap);
//! drop(shoe); // the power fails
//!
//! // After a restart the seal gives the shoe back, and the journal says what went into it and how far it was dealt.
//! let mut shoe = sealed.open(&key, &id, algorithm, Decks::EIGHT)?.mix(&shares)?.cut(123)?;
//! shoe.resume(dealt)?;
//! assert_eq!(shoe.remaining(), 412);
//!
//! // At the end the opening is published, and anyone can check the shoe.
//! let opening = shoe.end();
//! let cut = Some(Cut { at: 123, by: CutBy::Patron });
//! let claim = Claim { commitment: &commitment, pledges: &pledges, cut, dealt: &dealt };
//! assert_eq!(verify(&opening, &claim)?.dealt, 4);
//! let without = Claim { pledges: &Pledges::default(), ..claim };
//! assert!(verify(&opening, &without).is_err(), "without the share it is another order");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is deliberately absent: a way to choose a seed, to look at an undealt card, to put a card back, to cut twice,
//! or to deal from an opening. Not every order of eight decks can come up: there are about 2^2230 of them, and the
//! generator has 2^384 seeds and 256 bits of strength. That is accepted, as nobody can search 2^256.

mod algorithm;
mod commitment;
mod drbg;
mod ending;
mod entropy;
mod generator;
pub mod health;
mod id;
mod opening;
mod recipe;
mod record;
mod seal;
mod self_test;
mod share;
mod shoe;
mod shuffle;
mod verify;

pub use algorithm::Algorithm;
pub use commitment::{Commitment, CommitmentError};
pub use drbg::{DrbgError, HmacDrbg};
pub use ending::Discard;
pub use entropy::{EntropySource, OsEntropy, SourceError};
pub use generator::{Generator, GeneratorFault, Unmixed};
pub use health::HealthFailure;
pub use id::{Decks, DecksError, ShoeId, ShoeIdError};
pub use opening::{Opening, OpeningError};
pub use record::{Digits, Ended, Journalled, RecordError, ShoeRecord};
pub use seal::{NONCE, SealError, Sealed, SealingKey};
pub use self_test::SelfTestFailure;
pub use share::{Pledge, Pledges, RevealedShare, Share, ShareError, Shares};
pub use shoe::{BadCut, Cut, CutBy, NotThisShoe, PromisedShoe, Shoe, UncutShoe};
pub use shuffle::{RandomWords, below, shuffle};
pub use verify::{Claim, Disagreement, Disagreements, Verified, verify};
