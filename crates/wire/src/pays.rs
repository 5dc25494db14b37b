//! Rows of paytables: on which outcome a bet pays, and what.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Grade, Pairs, Side, Winner};

/// A row of a paytable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PayLine {
    /// When it applies.
    pub on: PayOn,
    /// What it makes of a stake.
    pub pays: Pays,
    /// By which clauses.
    pub by: Vec<String>,
}

/// On which outcome a row applies: every part that is given holds; a row without any is for every other outcome.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PayOn {
    /// This hand won, or the hands tied.
    pub winner: Option<Winner>,
    /// The winning or tied point.
    pub point: Option<u8>,
    /// Any winning or tied point but this.
    pub point_not: Option<u8>,
    /// The winning hand has this many cards.
    pub cards: Option<u8>,
    /// This hand's first two cards are paired.
    pub pair: Option<Side>,
    /// That pair is of this grade.
    pub grade: Option<Grade>,
    /// So many hands are paired.
    pub pairs: Option<Pairs>,
    /// The hands differ by one of these points.
    pub margin: Option<Vec<u8>>,
    /// The points of both hands come to one of these.
    pub sum: Option<Vec<u8>>,
    /// Both hands together have one of these numbers of cards.
    pub dealt: Option<Vec<u8>>,
    /// The winning hand is a natural, or both hands that tied are; or no hand that won or tied is.
    pub natural: Option<bool>,
}

/// What a row makes of a stake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Pays {
    /// It wins.
    Odds {
        /// At these odds.
        odds: PayOdds,
        /// The share of the win that the house keeps back.
        commission: Option<PayOdds>,
    },
    /// It goes back.
    StandOff,
    /// It is lost.
    Loses,
}

/// A ratio, such as 8 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PayOdds {
    /// What is paid.
    pub pays: u32,
    /// For each of these staked.
    pub stake: u32,
}

impl From<punto_vocab::Odds> for PayOdds {
    fn from(odds: punto_vocab::Odds) -> PayOdds {
        PayOdds { pays: odds.pays(), stake: odds.stake() }
    }
}

impl From<punto_rulebook::On> for PayOn {
    fn from(on: punto_rulebook::On) -> PayOn {
        let hand = |side: punto_vocab::Side| Side(punto_table::HandName::of(side));
        PayOn {
            winner: on.winner.map(Into::into),
            point: on.point.map(u8::from),
            point_not: on.point_not.map(u8::from),
            cards: on.cards,
            pair: on.pair.map(hand),
            grade: on.grade.map(Into::into),
            pairs: on.pairs.map(Into::into),
            margin: on.margin.map(Into::into),
            sum: on.sum.map(Into::into),
            dealt: on.dealt.map(Into::into),
            natural: on.natural,
        }
    }
}

impl From<&punto_rulebook::Pays> for Pays {
    fn from(pays: &punto_rulebook::Pays) -> Pays {
        match pays {
            punto_rulebook::Pays::Odds { odds, commission } => {
                Pays::Odds { odds: (*odds).into(), commission: commission.map(Into::into) }
            }
            punto_rulebook::Pays::StandOff => Pays::StandOff,
        }
    }
}
