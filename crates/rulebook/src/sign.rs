//! Signs at a table, and what patrons are asked to agree to instead.

use punto_vocab::line::{Field, Words};
use punto_vocab::{BetId, Money, PersonId, Time, Value, Valued};
use serde::{Deserialize, Serialize};

use crate::{Range, Span};

/// What an agreement is to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    /// These limits.
    Limits(Range),
    /// These limits of one bet.
    Stakes(BetId, Range),
    /// This form of the game.
    Variant(Words),
}

punto_vocab::stored! {
    enum Proposal: "a proposal" {
        Limits(limits) = "limits",
        Stakes(bet, limits) = "stakes",
        Variant(variant) = "variant",
    }
}

impl Field for Proposal {
    const REST: bool = true;
    const EXPECTED: &'static str =
        "limits like 25..1000, those of a bet like tie 5..100, or a form of the game";

    fn write(&self) -> String {
        match self {
            Proposal::Limits(limits) => limits.write(),
            Proposal::Stakes(bet, limits) => format!("{bet} {}", limits.write()),
            Proposal::Variant(variant) => variant.write(),
        }
    }

    fn read(text: &str) -> Result<Proposal, String> {
        let of_bet = |(bet, limits): (&str, &str)| {
            Some(Proposal::Stakes(BetId::read(bet).ok()?, Range::read(limits.trim()).ok()?))
        };
        let limits = Range::read(text).ok().map(Proposal::Limits);
        let limits = limits.or_else(|| text.split_once(char::is_whitespace).and_then(of_bet));
        limits.map_or_else(|| Words::read(text).map(Proposal::Variant), Ok)
    }
}

impl Valued for Proposal {
    fn value(&self) -> Value {
        match self {
            Proposal::Limits(limits) => limits.value(),
            Proposal::Stakes(..) => Value::Text(self.write()),
            Proposal::Variant(variant) => variant.value(),
        }
    }
}

/// A sign at the table, by what it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SignName {
    /// New limits.
    Limits(Range),
    /// New limits of one bet.
    Stakes(BetId, Range),
    /// Another form of the game.
    Variant(Words),
    /// The table will close.
    Closure,
    /// The old minimum will end.
    OldMinimumEnds,
    /// A side bet is confined to those with a main wager.
    Restriction(BetId),
    /// A patron's own limits.
    Personal(PersonId),
}

punto_vocab::stored! {
    enum SignName: "a sign" {
        Limits(limits) = "limits",
        Stakes(bet, limits) = "stakes",
        Variant(variant) = "variant",
        Closure = "closure",
        OldMinimumEnds = "old-minimum-ends",
        Restriction(bet) = "restriction",
        Personal(patron) = "personal",
    }
}

impl Field for SignName {
    const REST: bool = true;
    const EXPECTED: &'static str = "limits 25..1000, stakes tie 5..100, variant even-money, closure, old-minimum-ends, restriction tiger or personal ada";

    fn write(&self) -> String {
        match self {
            SignName::Limits(limits) => format!("limits {}", limits.write()),
            SignName::Stakes(bet, limits) => format!("stakes {bet} {}", limits.write()),
            SignName::Variant(variant) => format!("variant {variant}"),
            SignName::Closure => "closure".into(),
            SignName::OldMinimumEnds => "old-minimum-ends".into(),
            SignName::Restriction(bet) => format!("restriction {bet}"),
            SignName::Personal(patron) => format!("personal {patron}"),
        }
    }

    fn read(text: &str) -> Result<SignName, String> {
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["limits", limits] => Range::read(limits).map(SignName::Limits),
            ["stakes", bet, limits] => Ok(SignName::Stakes(BetId::read(bet)?, Range::read(limits)?)),
            ["variant", variant] => Words::read(variant).map(SignName::Variant),
            ["closure"] => Ok(SignName::Closure),
            ["old-minimum-ends"] => Ok(SignName::OldMinimumEnds),
            ["restriction", bet] => BetId::read(bet).map(SignName::Restriction),
            ["personal", patron] => PersonId::read(patron).map(SignName::Personal),
            _ => Err(format!("`{text}` is not a sign; expected {}", SignName::EXPECTED)),
        }
    }
}

impl Valued for SignName {
    fn value(&self) -> Value {
        Value::Text(self.write())
    }
}

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
    pub fn posted(&self) -> Result<Sign, PersonId> {
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
    pub fn same_minimum(&self, other: &Sign) -> bool {
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
