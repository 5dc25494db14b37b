//! What fills a sentence, as it crosses the wire.

use std::collections::BTreeMap;

use punto_vocab as vocab;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{ActorRole, Card, DueCode, SaidWord};

/// What fills a sentence, by name.
pub type Args = BTreeMap<String, Value>;

/// One value in a sentence. It has just one of these fields, which says what the value is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// An amount, in minor units.
    Money(#[ts(type = "number")] i64),
    /// A number of things, or the number of one.
    Count(#[ts(type = "number")] u64),
    /// A moment: microseconds of UTC.
    Time(#[ts(type = "number")] i64),
    /// A length of time.
    Minutes(u32),
    /// A card, such as `Ks`.
    Card(Card),
    /// A bet of the rulebook.
    Bet(String),
    /// Somebody who speaks.
    Actor {
        /// As whom: in a role at tables, as a patron, as the system.
        role: ActorRole,
        /// Their name, where they have one.
        name: Option<String>,
    },
    /// A setting of the house.
    Setting(String),
    /// A word of a closed list.
    Word(SaidWord),
    /// A name that somebody gave.
    Name(String),
    /// A text that somebody wrote, or words of the text form.
    Text(String),
    /// From the one amount to the other, in minor units.
    Range {
        /// The least, in minor units.
        #[ts(type = "number")]
        min: i64,
        /// The most, in minor units.
        #[ts(type = "number")]
        max: i64,
    },
    /// A number that must be reached, or met exactly.
    Bound {
        /// The number.
        count: u32,
        /// Whether more is allowed.
        or_more: bool,
    },
    /// A whole number from the one to the other.
    Numbers {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// What the table's terms hold by themselves.
    InTerms,
    /// Several values; an empty list is "none".
    #[schema(no_recursion)]
    List(Vec<Value>),
    /// No limit at all.
    Unlimited,
    /// A reason with a sentence of its own, filled from the same values.
    Because {
        /// The name of its sentence.
        code: DueCode,
    },
}

impl From<vocab::Value> for Value {
    fn from(value: vocab::Value) -> Value {
        match value {
            vocab::Value::Money(amount) => Value::Money(amount.minor()),
            vocab::Value::Count(count) => Value::Count(count),
            vocab::Value::Time(at) => Value::Time(at),
            vocab::Value::Minutes(minutes) => Value::Minutes(minutes),
            vocab::Value::Card(card) => Value::Card(card.into()),
            vocab::Value::Bet(bet) => Value::Bet(bet.to_string()),
            vocab::Value::Actor { role, name } => Value::Actor { role: ActorRole(role), name },
            vocab::Value::Setting(name) => Value::Setting(name),
            vocab::Value::Word { of, is } => Value::Word(SaidWord::new(of, is)),
            vocab::Value::Name(name) => Value::Name(name),
            vocab::Value::Text(text) => Value::Text(text),
            vocab::Value::Range { min, max } => Value::Range { min: min.minor(), max: max.minor() },
            vocab::Value::Bound { count, or_more } => Value::Bound { count, or_more },
            vocab::Value::Numbers { least, most } => Value::Numbers { least, most },
            vocab::Value::InTerms => Value::InTerms,
            vocab::Value::List(list) => Value::List(list.into_iter().map(Value::from).collect()),
            vocab::Value::Unlimited => Value::Unlimited,
            vocab::Value::Because { code } => Value::Because { code: DueCode(code) },
        }
    }
}

/// What fills a sentence of the core, for the wire.
pub fn args(filled: &[(&'static str, vocab::Value)]) -> Args {
    filled.iter().map(|(name, value)| ((*name).to_owned(), value.clone().into())).collect()
}
