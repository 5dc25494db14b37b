//! What fills a sentence that is made elsewhere, in any language.

use serde::{Deserialize, Serialize};

use crate::line::Words;
use crate::{BetId, Card, Chips, Money, PersonId, Point, Setting, Side};

/// A value that fills a sentence. It crosses the wire as `{"money": 2500}`: whoever makes the sentence knows what the
/// value is and writes it in the reader's own way.
///
/// ```
/// use punto_vocab::{Money, Value, Valued};
/// let minimum = Money::from_minor(2500).value();
/// assert_eq!(serde_json::to_string(&minimum).unwrap(), r#"{"money":2500}"#);
/// assert_eq!(serde_json::from_str::<Value>(r#"{"money":2500}"#).unwrap(), minimum);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// An amount, in minor units.
    Money(Money),
    /// A number of things, or the number of one.
    Count(u64),
    /// A moment: microseconds of UTC.
    Time(i64),
    /// A length of time.
    Minutes(u32),
    /// A card.
    Card(Card),
    /// A bet of the rulebook.
    Bet(BetId),
    /// A person of staff, a patron, a machine or the system, with the role they speak in.
    Actor {
        /// The role or the kind of speaker: `dealer`, `patron`, `system`.
        role: String,
        /// Their name, where they have one.
        name: Option<String>,
    },
    /// A setting of the house, without the `house:`.
    Setting(String),
    /// A word of a closed list.
    Word {
        /// The list's name, as its type has it: `Rule`, `Cure`.
        of: String,
        /// The word, as rulebooks, scripts and programs spell it.
        is: String,
    },
    /// A name that somebody gave: a patron, a table, a device.
    Name(String),
    /// A text that somebody wrote, or words of the text form.
    Text(String),
    /// From the one amount to the other.
    Range {
        /// The least.
        min: Money,
        /// The most.
        max: Money,
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
    List(Vec<Value>),
    /// No limit at all.
    Unlimited,
    /// A reason with a sentence of its own.
    Because {
        /// The name of its sentence.
        code: String,
    },
}

impl Value {
    /// A word of the list with this name.
    pub fn word(of: &str, is: &str) -> Value {
        Value::Word { of: of.to_owned(), is: is.to_owned() }
    }

    /// The amounts of money in it.
    pub fn amounts(&self) -> Vec<Money> {
        match self {
            Value::Money(amount) => vec![*amount],
            Value::Range { min, max } => vec![*min, *max],
            Value::List(values) => values.iter().flat_map(Value::amounts).collect(),
            Value::Count(_)
            | Value::Time(_)
            | Value::Minutes(_)
            | Value::Card(_)
            | Value::Bet(_)
            | Value::Actor { .. }
            | Value::Setting(_)
            | Value::Word { .. }
            | Value::Name(_)
            | Value::Text(_)
            | Value::Bound { .. }
            | Value::Numbers { .. }
            | Value::InTerms
            | Value::Unlimited
            | Value::Because { .. } => Vec::new(),
        }
    }

    /// A name that somebody gave.
    pub fn name(name: impl ToString) -> Value {
        Value::Name(name.to_string())
    }
}

/// What can fill a sentence.
pub trait Valued {
    /// The value that fills it.
    fn value(&self) -> Value;
}

/// What fills one sentence, by name.
pub type Args = Vec<(&'static str, Value)>;

macro_rules! valued {
    ($($type:ty: $this:ident => $value:expr,)*) => {
        $(impl Valued for $type {
            fn value(&self) -> Value {
                let $this = self;
                $value
            }
        })*
    };
}

valued! {
    Money: amount => Value::Money(*amount),
    u8: count => Value::Count(u64::from(*count)),
    u32: count => Value::Count(u64::from(*count)),
    u64: count => Value::Count(*count),
    usize: count => Value::Count(*count as u64),
    Chips: chips => Value::List(chips.denominations().map(Value::Money).collect()),
    Point: point => Value::Count(u64::from(u8::from(*point))),
    Card: card => Value::Card(*card),
    Side: side => Value::word("HandName", &side.to_string().to_lowercase()),
    BetId: bet => Value::Bet(*bet),
    PersonId: name => Value::Name(name.to_string()),
    Setting: setting => Value::Setting(setting.name().to_owned()),
    Words: words => Value::Text(words.to_string()),
    String: text => Value::Text(text.clone()),
    &'static str: text => Value::Text((*text).to_owned()),
    Value: value => value.clone(),
}

impl<T: Valued> Valued for Vec<T> {
    fn value(&self) -> Value {
        Value::List(self.iter().map(Valued::value).collect())
    }
}

/// What is absent is an empty list.
impl<T: Valued> Valued for Option<T> {
    fn value(&self) -> Value {
        self.as_ref().map_or(Value::List(Vec::new()), T::value)
    }
}

impl<T: Valued> Valued for Box<T> {
    fn value(&self) -> Value {
        (**self).value()
    }
}

impl<T: Valued> Valued for &T {
    fn value(&self) -> Value {
        (*self).value()
    }
}
