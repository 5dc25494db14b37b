//! Signs at the table, with their times.

use punto_rulebook::Span;
use punto_vocab::line::Words;
use punto_vocab::{BetId, Money, PersonId, Time};
use serde::{Deserialize, Serialize};

use crate::command::SignName;
use punto_rulebook::Range;

/// When a sign went up, and from when on it says that things change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Posted {
    pub since: Time,
    pub from: Option<Time>,
    /// The minimum that it shows, where it says that an older one ends.
    pub minimum: Option<Money>,
}

impl Posted {
    /// When what it announces may be done, where it must have been up for so many minutes.
    pub fn due(self, minutes: u32) -> Time {
        let earliest = self.since.plus_minutes(minutes);
        self.from.map_or(earliest, |from| from.max(earliest))
    }
}

impl SignName {
    /// The sign as it is posted; a patron's own limits are their own sign.
    pub(crate) fn posted(&self) -> Result<Sign, PersonId> {
        Ok(match self {
            SignName::Limits(Range(span)) => Sign::Limits(span.min, span.max),
            SignName::Stakes(bet, Range(span)) => Sign::Stakes(*bet, span.min, span.max),
            SignName::Variant(variant) => Sign::Variant(variant.as_str().to_owned()),
            SignName::Closure => Sign::Closure,
            SignName::OldMinimumEnds => Sign::OldMinimumEnds,
            SignName::Restriction(bet) => Sign::Restriction(*bet),
            SignName::Personal(patron) => return Err(*patron),
        })
    }
}

/// A sign at the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// New limits.
    Limits(Money, Money),
    /// New limits of one bet.
    Stakes(BetId, Money, Money),
    /// Another form of the game.
    Variant(String),
    /// The table will close.
    Closure,
    /// The old minimum will end.
    OldMinimumEnds,
    /// A side bet is confined to those with a main wager.
    Restriction(BetId),
}

punto_vocab::words! {
    /// What a sign is about.
    pub enum SignKind: "a kind of sign" {
        /// New limits.
        Limits = "limits",
        /// New limits of one bet.
        Stakes = "stakes",
        /// Another form of the game.
        Variant = "variant",
        /// The table will close.
        Closure = "closure",
        /// The old minimum will end.
        OldMinimumEnds = "old-minimum-ends",
        /// A side bet is confined to those with a main wager.
        Restriction = "restriction",
    }
}

impl Sign {
    /// Whether both announce one minimum for the same wagers.
    pub(crate) fn same_minimum(&self, other: &Sign) -> bool {
        match (self, other) {
            (Sign::Limits(min, _), Sign::Limits(wanted, _)) => min == wanted,
            (Sign::Stakes(bet, min, _), Sign::Stakes(of, wanted, _)) => (bet, min) == (of, wanted),
            _ => false,
        }
    }

    /// What it is called in a line.
    pub fn name(&self) -> Option<SignName> {
        Some(match self {
            Sign::Limits(min, max) => SignName::Limits(Range(Span { min: *min, max: *max })),
            Sign::Stakes(bet, min, max) => SignName::Stakes(*bet, Range(Span { min: *min, max: *max })),
            Sign::Variant(variant) => SignName::Variant(Words::new(variant).ok()?),
            Sign::Closure => SignName::Closure,
            Sign::OldMinimumEnds => SignName::OldMinimumEnds,
            Sign::Restriction(bet) => SignName::Restriction(*bet),
        })
    }

    /// What it is about.
    pub fn kind(&self) -> SignKind {
        match self {
            Sign::Limits(..) => SignKind::Limits,
            Sign::Stakes(..) => SignKind::Stakes,
            Sign::Variant(_) => SignKind::Variant,
            Sign::Closure => SignKind::Closure,
            Sign::OldMinimumEnds => SignKind::OldMinimumEnds,
            Sign::Restriction(_) => SignKind::Restriction,
        }
    }
}
