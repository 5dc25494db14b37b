//! Between the rules' own types and the stored form of a record.

use punto_journal::v1;
use punto_shoe::{Commitment, Decks, Sealed, ShoeId};
use punto_vocab::Citation;
use serde::{Deserialize, Serialize};

/// The number of the engine that decides now. A change of any decision gets another.
pub const ENGINE: u16 = 2;

/// An event as it is stored.
pub(crate) fn event(what: &impl std::fmt::Display, by: &Citation) -> v1::Event {
    let by = by.authorities().iter().map(ToString::to_string).collect();
    v1::Event { what: what.to_string(), by }
}

/// A step of the house's own shoe that is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShoeStep {
    /// It was shuffled; this is published, and the cut comes after it.
    Prepared(Box<Prepared>),
    /// It has ended, and everybody may see how it was made.
    Opened {
        /// The opening's text.
        opening: String,
        /// Where it was cut.
        cut: u16,
    },
    /// It cannot be dealt any more.
    Void {
        /// Why.
        why: String,
    },
}

/// A shoe that was shuffled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prepared {
    /// Which shoe.
    pub id: ShoeId,
    /// How many decks.
    pub decks: Decks,
    /// How its order is made from the seed.
    pub algorithm: String,
    /// The promise of its order.
    pub commitment: Commitment,
    /// The seed, sealed.
    pub sealed: Sealed,
}

impl ShoeStep {
    /// The step as it is stored.
    pub(crate) fn stored(&self) -> v1::Body {
        v1::Body::Shoe(match self {
            ShoeStep::Prepared(prepared) => {
                let Prepared { id, decks, algorithm, commitment, sealed } = &**prepared;
                let id = v1::ShoeId {
                    site: id.site().into(),
                    table: id.table().into(),
                    node: id.node().into(),
                    shoe: id.shoe().into(),
                };
                v1::Shoe::Prepared(v1::Prepared {
                    id,
                    decks: u8::from(*decks),
                    algorithm: algorithm.clone(),
                    commitment: commitment.to_string(),
                    sealed: sealed.to_string(),
                })
            }
            ShoeStep::Opened { opening, cut } => {
                v1::Shoe::Opened(v1::Opened { opening: opening.clone(), cut: u32::from(*cut) })
            }
            ShoeStep::Void { why } => v1::Shoe::Void(v1::Void { why: why.clone() }),
        })
    }

    /// The step that is stored.
    pub(crate) fn read(shoe: v1::Shoe) -> Result<ShoeStep, String> {
        Ok(match shoe {
            v1::Shoe::Prepared(v1::Prepared { id, decks, algorithm, commitment, sealed }) => {
                ShoeStep::Prepared(Box::new(Prepared {
                    id: ShoeId::new(&id.site, &id.table, &id.node, &id.shoe).map_err(said)?,
                    decks: Decks::new(decks).map_err(said)?,
                    algorithm,
                    commitment: commitment.parse().map_err(said)?,
                    sealed: sealed.parse().map_err(said)?,
                }))
            }
            v1::Shoe::Opened(v1::Opened { opening, cut }) => {
                ShoeStep::Opened { opening, cut: u16::try_from(cut).map_err(said)? }
            }
            v1::Shoe::Void(v1::Void { why }) => ShoeStep::Void { why },
        })
    }
}

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}
