//! The form in which records keep commands and events: values under names, and no sentences.
//!
//! A record outlives the program that wrote it. So what is stored does not follow from how Rust's types happen to be
//! written by serde: the names and fields of commands and events are those of their declaration in
//! [`records!`](crate::records), of everything inside them those written down in [`stored!`](crate::stored), and a test
//! compares all of them with `docs/records.md`, which only grows.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Map;
pub use serde_json::Value as Json;

use crate::line::Words;
use crate::{
    Authority, BySide, Card, Chips, Citation, ClauseId, Hand, Money, Odds, Point, Seat, Setting, Side,
};

/// What a record can keep.
///
/// ```
/// use punto_vocab::stored::{Json, Stored};
/// punto_vocab::records! {
///     /// What happens.
///     #[derive(Clone, Debug, PartialEq)]
///     pub enum Happening {
///         Paid { patron: punto_vocab::PersonId, amount: punto_vocab::Money } = "paid {patron} {amount}",
///         Closed = "closed",
///     }
/// }
/// fn main() {
///     let paid: Happening = "paid ada 23.75".parse().unwrap();
///     assert_eq!(paid.store().to_string(), r#"{"paid":{"patron":"ada","amount":2375}}"#);
///     assert_eq!(Happening::restore(&paid.store()), Ok(paid));
///     assert_eq!(Happening::Closed.store(), Json::from("closed"));
/// }
/// ```
pub trait Stored: Sized {
    /// The value as a record keeps it. The same value is always stored in the same way.
    fn store(&self) -> Json;

    /// The value that a record keeps, or what is wrong with it.
    fn restore(json: &Json) -> Result<Self, String>;
}

/// The fields of something stored, by name.
pub type Fields = Map<String, Json>;

/// Stores what has a name and perhaps fields; one that is absent is left out.
pub fn tagged<const N: usize>(name: impl Into<String>, fields: [(&str, Json); N]) -> Json {
    let fields = fields_of(fields);
    match fields.is_empty() {
        true => Json::String(name.into()),
        false => Json::Object(Map::from_iter([(name.into(), Json::Object(fields))])),
    }
}

/// The name and the fields of what was stored with [`tagged`].
pub fn untagged(json: &Json) -> Result<(&str, &Fields), String> {
    static NONE: std::sync::LazyLock<Fields> = std::sync::LazyLock::new(Fields::new);
    match json {
        Json::String(name) => Ok((name, &NONE)),
        Json::Object(outer) => match (outer.len(), outer.iter().next()) {
            (1, Some((name, Json::Object(fields)))) => Ok((name, fields)),
            _ => Err(format!("{} is not one name with its fields", short(json))),
        },
        other => Err(format!("{} is neither a name nor a name with its fields", short(other))),
    }
}

/// Fields that stand in a record; one that is absent is left out.
pub fn fields_of<const N: usize>(fields: [(&str, Json); N]) -> Fields {
    fields
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The fields of something stored, all of which must be known.
pub fn fields<'j>(json: &'j Json, known: &[&str]) -> Result<&'j Fields, String> {
    let fields = json.as_object().ok_or_else(|| format!("{} has no fields", short(json)))?;
    match fields.keys().find(|name| !known.contains(&name.as_str())) {
        None => Ok(fields),
        Some(unknown) => Err(format!("`{unknown}` is not a field; expected {}", known.join(", "))),
    }
}

/// One field of something stored.
pub fn field<T: Stored>(fields: &Fields, name: &str) -> Result<T, String> {
    T::restore(fields.get(name).unwrap_or(&Json::Null)).map_err(|why| format!("{name}: {why}"))
}

/// Whether a variant is stored under this name: `CardBecomes` as `card-becomes`.
pub fn is_named(variant: &str, name: &str) -> bool {
    spelling(variant).eq(name.chars())
}

/// The name under which a variant is stored.
pub fn name_of(variant: &str) -> String {
    spelling(variant).collect()
}

fn spelling(variant: &str) -> impl Iterator<Item = char> {
    let hyphen = |place: usize, c: char| (place > 0 && c.is_ascii_uppercase()).then_some('-');
    let letters = variant.chars().enumerate();
    letters.flat_map(move |(place, c)| hyphen(place, c).into_iter().chain([c.to_ascii_lowercase()]))
}

/// Whether fields may be those of a variant: no other names than its own.
pub fn fits(fields: &Fields, names: &[&str]) -> bool {
    fields.keys().all(|name| names.contains(&name.as_str()))
}

/// What to say of something stored that no variant fits.
pub fn unknown(what: &str, name: &str, fields: &Fields) -> String {
    let names: Vec<&str> = fields.keys().map(String::as_str).collect();
    format!("`{}` with the fields [{}] is not {what}", cut(name), names.join(", "))
}

fn short(json: &Json) -> String {
    format!("`{}`", cut(&json.to_string()))
}

fn cut(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Declares [`lines!`](crate::lines) that records keep: a variant is stored under its name with its fields.
#[macro_export]
macro_rules! records {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$doc:meta])* $variant:ident $({ $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? })? = $pattern:literal,)*
    }) => {
        $crate::lines! {
            $(#[$meta])*
            pub enum $name {
                $($(#[$doc])* $variant $({ $($(#[$field_doc])* $field: $type),* })? = $pattern,)*
            }
        }

        impl $name {
            /// Every variant with the fields that are stored of it, and their types.
            pub const STORED: &'static [(&'static str, &'static [(&'static str, &'static str)])] =
                &[$((stringify!($variant), &[$($((stringify!($field), stringify!($type))),*)?])),*];

            /// What fills the line, by name.
            pub fn args(&self) -> $crate::Args {
                match self {
                    $($name::$variant $({ $($field),* })? => {
                        vec![$($((stringify!($field), $crate::Valued::value($field))),*)?]
                    })*
                }
            }
        }

        impl $crate::stored::Stored for $name {
            fn store(&self) -> $crate::stored::Json {
                match self {
                    $($name::$variant $({ $($field),* })? => $crate::stored::tagged(
                        $crate::stored::name_of(stringify!($variant)),
                        [$($((stringify!($field), $crate::stored::Stored::store($field))),*)?],
                    ),)*
                }
            }

            fn restore(json: &$crate::stored::Json) -> Result<$name, String> {
                let (name, fields) = $crate::stored::untagged(json)?;
                $(if $crate::stored::is_named(stringify!($variant), name)
                    && $crate::stored::fits(fields, &[$($(stringify!($field)),*)?])
                {
                    return Ok($name::$variant $({
                        $($field: $crate::stored::field(fields, stringify!($field))?),*
                    })?);
                })*
                Err($crate::stored::unknown("known here", name, fields))
            }
        }
    };
}

/// Names groups of an enum's variants, as macros that stand for patterns.
///
/// Whoever folds events spells out those of its own group and names the other groups. A new event belongs to a group,
/// or nothing compiles; and every fold of that group has to say what it makes of it.
///
/// ```
/// enum Happening { Sat, Paid { amount: u8 }, Closed }
/// punto_vocab::groups! {
///     Happening:
///     /// People.
///     of_people: Sat;
///     /// Money.
///     of_money: Paid;
///     /// The table.
///     of_table: Closed;
/// }
/// fn paid(what: &Happening) -> u8 {
///     match what {
///         Happening::Paid { amount } => *amount,
///         of_people!() | of_table!() => 0,
///     }
/// }
/// # fn main() { assert_eq!(paid(&Happening::Paid { amount: 3 }) + paid(&Happening::Sat) + paid(&Happening::Closed), 3); }
/// ```
#[macro_export]
macro_rules! groups {
    ($enum:ident: $($(#[$doc:meta])* $name:ident: $($variant:ident)*;)*) => {
        $($(#[$doc])* macro_rules! $name {
            () => { $($enum::$variant { .. })|* };
        }
        #[allow(unused_imports)]
        pub(crate) use $name;)*
    };
}

/// Makes values that stand in a line stand in a record as the same text.
#[macro_export]
macro_rules! stored_as_text {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::stored::Stored for $type {
            fn store(&self) -> $crate::stored::Json {
                $crate::line::Field::write(self).into()
            }

            fn restore(json: &$crate::stored::Json) -> Result<$type, String> {
                $crate::stored::text(json).and_then(<$type as $crate::line::Field>::read)
            }
        })*
    };
}

/// A stored text.
pub fn text(json: &Json) -> Result<&str, String> {
    json.as_str().ok_or_else(|| format!("{} is not a text", short(json)))
}

/// Writes down the stored form of types: the names of their fields and variants. A newtype is stored as what it holds.
///
/// ```
/// use punto_vocab::stored::Stored;
/// #[derive(Debug, PartialEq)]
/// pub struct Span { min: u32, max: Option<u32> }
/// #[derive(Debug, PartialEq)]
/// pub enum Fate { Stays, Of(u8, Span), Goes { to: u8 } }
/// punto_vocab::stored! {
///     struct Span { min, max }
///     enum Fate: "a fate" { Stays = "stays", Of(number, span) = "of", Goes { to } = "goes" }
/// }
/// fn main() {
///     for fate in [Fate::Stays, Fate::Of(2, Span { min: 1, max: None }), Fate::Goes { to: 3 }] {
///         assert_eq!(Fate::restore(&fate.store()), Ok(fate));
///     }
///     assert_eq!(Fate::Of(2, Span { min: 1, max: Some(4) }).store().to_string(), r#"{"of":{"number":2,"span":{"min":1,"max":4}}}"#);
///     assert!(Span::restore(&serde_json::json!({"min": 1, "most": 2})).unwrap_err().contains("`most` is not a field"));
/// }
/// ```
#[macro_export]
macro_rules! stored {
    () => {};
    (newtype $name:ident; $($rest:tt)*) => {
        impl $crate::stored::Stored for $name {
            fn store(&self) -> $crate::stored::Json {
                $crate::stored::Stored::store(&self.0)
            }

            fn restore(json: &$crate::stored::Json) -> Result<$name, String> {
                $crate::stored::Stored::restore(json).map($name)
            }
        }
        $crate::stored! { $($rest)* }
    };
    (struct $name:ident { $($field:ident),* $(,)? } $($rest:tt)*) => {
        impl $crate::stored::Stored for $name {
            fn store(&self) -> $crate::stored::Json {
                let fields = [$((stringify!($field), $crate::stored::Stored::store(&self.$field))),*];
                $crate::stored::Json::Object($crate::stored::fields_of(fields))
            }

            fn restore(json: &$crate::stored::Json) -> Result<$name, String> {
                let fields = $crate::stored::fields(json, &[$(stringify!($field)),*])?;
                Ok($name { $($field: $crate::stored::field(fields, stringify!($field))?),* })
            }
        }
        $crate::stored! { $($rest)* }
    };
    (enum $name:ident: $what:literal {
        $($variant:ident $(($($place:ident),*))? $({ $($field:ident),* })? = $word:literal),* $(,)?
    } $($rest:tt)*) => {
        impl $crate::stored::Stored for $name {
            fn store(&self) -> $crate::stored::Json {
                match self {
                    $($name::$variant $(($($place),*))? $({ $($field),* })? => $crate::stored::tagged($word, [
                        $($((stringify!($place), $crate::stored::Stored::store($place))),*)?
                        $($((stringify!($field), $crate::stored::Stored::store($field))),*)?
                    ]),)*
                }
            }

            fn restore(json: &$crate::stored::Json) -> Result<$name, String> {
                let (name, fields) = $crate::stored::untagged(json)?;
                match name {
                    $($word if $crate::stored::fits(
                        fields,
                        &[$($(stringify!($place)),*)? $($(stringify!($field)),*)?],
                    ) => Ok($name::$variant
                        $(($($crate::stored::field(fields, stringify!($place))?),*))?
                        $({ $($field: $crate::stored::field(fields, stringify!($field))?),* })?),)*
                    _ => Err($crate::stored::unknown($what, name, fields)),
                }
            }
        }
        $crate::stored! { $($rest)* }
    };
}

stored_as_text!(Card, Odds, Words);

macro_rules! stored_numbers {
    ($($type:ty),*) => {
        $(impl Stored for $type {
            fn store(&self) -> Json {
                (*self).into()
            }

            fn restore(json: &Json) -> Result<$type, String> {
                let number = json.as_i64().and_then(|number| <$type>::try_from(number).ok());
                number.ok_or_else(|| format!("{} is not a whole number from {} to {}", short(json), <$type>::MIN, <$type>::MAX))
            }
        })*
    };
}

stored_numbers!(u8, u16, u32, i64);

/// Stores one type as another.
macro_rules! stored_as {
    ($($type:ty as $as:ty: $this:ident => $to:expr, $from:expr;)*) => {
        $(impl Stored for $type {
            fn store(&self) -> Json {
                let $this = self;
                <$as as Stored>::store(&$to)
            }

            fn restore(json: &Json) -> Result<$type, String> {
                <$as as Stored>::restore(json).and_then($from)
            }
        })*
    };
}

stored_as! {
    Money as i64: money => money.minor(), |minor| Ok(Money::from_minor(minor));
    Point as u8: point => u8::from(*point), |n| Point::new(n).ok_or_else(|| format!("{n} is not a point"));
    Seat as u8: seat => seat.number(), |n| Seat::new(n).ok_or_else(|| format!("{n} is not a seat"));
    Setting as String: setting => setting.name().to_owned(), |name| Ok(Setting::new(&name));
    Arc<str> as String: text => text.to_string(), |text| Ok(text.into());
    Chips as Vec<Money>: chips => chips.denominations().collect::<Vec<_>>(), |chips| Chips::try_from(chips).map_err(|error| error.to_string());
    Hand as Vec<Card>: hand => hand.cards().to_vec(), |cards| Hand::try_from(cards).map_err(|error| error.to_string());
    Citation as Vec<Authority>: by => by.authorities().to_vec(), |by| Citation::try_from(by).map_err(str::to_owned);
}

stored! {
    enum Side: "a hand" { Player = "player", Banker = "banker" }
}

impl Stored for bool {
    fn store(&self) -> Json {
        (*self).into()
    }

    fn restore(json: &Json) -> Result<bool, String> {
        json.as_bool().ok_or_else(|| format!("{} is neither true nor false", short(json)))
    }
}

impl Stored for String {
    fn store(&self) -> Json {
        self.as_str().into()
    }

    fn restore(json: &Json) -> Result<String, String> {
        text(json).map(str::to_owned)
    }
}

/// A clause names its rulebook, so that a record can be read without any other: `nsw-2021/12.2`, `house:payout-rounding`.
impl Stored for Authority {
    fn store(&self) -> Json {
        match self {
            Authority::Clause(clause) => format!("{}/{}", clause.rulebook(), clause.clause()).into(),
            Authority::House(setting) => setting.to_string().into(),
        }
    }

    fn restore(json: &Json) -> Result<Authority, String> {
        let text = text(json)?;
        match (text.strip_prefix("house:"), text.split_once('/')) {
            (Some(setting), _) => Ok(Authority::House(Setting::new(setting))),
            (None, Some((rulebook, clause))) => {
                Ok(Authority::Clause(ClauseId::new(&rulebook.into(), clause)))
            }
            (None, None) => {
                Err(format!("`{}` is neither a clause like nsw-2021/12.2 nor a setting", cut(text)))
            }
        }
    }
}

impl<T: Stored> Stored for Option<T> {
    fn store(&self) -> Json {
        self.as_ref().map_or(Json::Null, T::store)
    }

    fn restore(json: &Json) -> Result<Option<T>, String> {
        if json.is_null() { Ok(None) } else { T::restore(json).map(Some) }
    }
}

impl<T: Stored> Stored for Arc<T> {
    fn store(&self) -> Json {
        T::store(self)
    }

    fn restore(json: &Json) -> Result<Arc<T>, String> {
        T::restore(json).map(Arc::new)
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn store(&self) -> Json {
        self.iter().map(T::store).collect()
    }

    fn restore(json: &Json) -> Result<Vec<T>, String> {
        let list = json.as_array().ok_or_else(|| format!("{} is not a list", short(json)))?;
        list.iter().map(T::restore).collect()
    }
}

impl<T: Stored> Stored for BySide<T> {
    fn store(&self) -> Json {
        Json::Object(fields_of([("player", self.player.store()), ("banker", self.banker.store())]))
    }

    fn restore(json: &Json) -> Result<BySide<T>, String> {
        let fields = fields(json, &["player", "banker"])?;
        Ok(BySide { player: field(fields, "player")?, banker: field(fields, "banker")? })
    }
}

/// Keys are stored as texts, in their order.
impl<K: Stored + Ord, V: Stored> Stored for BTreeMap<K, V> {
    fn store(&self) -> Json {
        let entry =
            |(key, value): (&K, &V)| (text(&key.store()).unwrap_or_default().to_owned(), value.store());
        Json::Object(self.iter().map(entry).collect())
    }

    fn restore(json: &Json) -> Result<BTreeMap<K, V>, String> {
        let object =
            json.as_object().ok_or_else(|| format!("{} is not a list of named values", short(json)))?;
        let entry = |(key, value): (&String, &Json)| {
            Ok((
                K::restore(&Json::String(key.clone()))?,
                V::restore(value).map_err(|why| format!("{key}: {why}"))?,
            ))
        };
        object.iter().map(entry).collect()
    }
}
