//! The form in which records keep commands and events: values under names, and no sentences.
//!
//! A record outlives the program that wrote it. So what is stored does not follow from how Rust's types happen to be
//! written by serde: the names and fields of commands and events are those of their declaration in
//! [`records!`](crate::records), of everything inside them those written down in [`stored!`](crate::stored!), and a test
//! compares all of them with `docs/records.md`, which only grows.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

pub use crate::json::{Fields, Json};
use crate::line::Words;
pub use crate::variant_name::{name_bytes, name_length, name_of};
use crate::{
    Authority, BySide, Card, Chips, Citation, ClauseId, Hand, Money, Odds, Point, Seat, Setting, Side,
};

/// What a record can keep.
///
/// ```
/// use punto_vocab::stored::Stored;
/// use serde_json::Value;
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
///     assert_eq!(Happening::restore_value(&paid.store()), Ok(paid));
///     assert_eq!(Happening::Closed.store(), Value::from("closed"));
/// }
/// ```
pub trait Stored: Sized {
    /// Writes the value as a record keeps it. The same value is always written in the same way.
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error>;

    /// Whether there is no value, so that a field is left out.
    fn is_absent(&self) -> bool {
        false
    }

    /// The value that a record keeps, or what is wrong with it.
    fn restore(json: &Json<'_>) -> Result<Self, String>;

    /// The value that was [stored](Stored::store), or what is wrong with it.
    fn restore_value(value: &Value) -> Result<Self, String> {
        Self::restore(&value.try_into()?)
    }

    /// The value as a record keeps it.
    fn store(&self) -> Value {
        serde_json::to_value(Kept(self)).expect("what is stored has names for keys and no fractions")
    }
}

/// A value that serde writes as a record keeps it.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a, T>(pub &'a T);

impl<T: Stored> Serialize for Kept<'_, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.keep(to)
    }
}

/// Writes a field; one that is absent is left out.
pub fn keep_field<M: SerializeMap, T: Stored>(
    fields: &mut M,
    name: &'static str,
    value: &T,
) -> Result<(), M::Error> {
    if value.is_absent() { Ok(()) } else { fields.serialize_entry(name, &Kept(value)) }
}

/// Writes what has a name and perhaps fields, as [`tagged`] stores it.
pub fn keep_tagged<S: Serializer>(
    to: S,
    name: &'static str,
    fields: Option<impl Serialize>,
) -> Result<S::Ok, S::Error> {
    let Some(fields) = fields else { return to.serialize_str(name) };
    let mut outer = to.serialize_map(Some(1))?;
    outer.serialize_entry(name, &fields)?;
    outer.end()
}

/// Stores what has a name and perhaps fields; one that is absent is left out.
pub fn tagged<const N: usize>(name: impl Into<String>, fields: [(&str, Value); N]) -> Value {
    let fields = fields_of(fields);
    match fields.is_empty() {
        true => Value::String(name.into()),
        false => Value::Object(Map::from_iter([(name.into(), Value::Object(fields))])),
    }
}

/// The name and the fields of what was stored with [`tagged`].
pub fn untagged<'j, 't>(json: &'j Json<'t>) -> Result<(&'j str, &'j Fields<'t>), String> {
    match json {
        Json::Text(name) => Ok((name, Fields::none())),
        Json::Fields(outer) => match outer.only() {
            Some((name, Json::Fields(fields))) => Ok((name, fields)),
            _ => Err(format!("{} is not one name with its fields", short(json))),
        },
        other => Err(format!("{} is neither a name nor a name with its fields", short(other))),
    }
}

/// Fields that stand in a record; one that is absent is left out.
pub fn fields_of<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The fields of something stored, all of which must be known.
pub fn fields<'j, 't>(json: &'j Json<'t>, known: &[&str]) -> Result<&'j Fields<'t>, String> {
    let fields = json.as_fields().ok_or_else(|| format!("{} has no fields", short(json)))?;
    match fields.names().find(|name| !known.contains(name)) {
        None => Ok(fields),
        Some(unknown) => Err(format!("`{unknown}` is not a field; expected {}", known.join(", "))),
    }
}

/// One field of something stored.
pub fn field<T: Stored>(fields: &Fields<'_>, name: &str) -> Result<T, String> {
    T::restore(fields.get(name).unwrap_or(&Json::Null)).map_err(|why| format!("{name}: {why}"))
}

/// Whether fields may be those of a variant: no other names than its own.
pub fn fits(fields: &Fields<'_>, names: &[&str]) -> bool {
    fields.names().all(|name| names.contains(&name))
}

/// What to say of something stored that no variant fits.
pub fn unknown(what: &str, name: &str, fields: &Fields<'_>) -> String {
    let names: Vec<&str> = fields.names().collect();
    format!("`{}` with the fields [{}] is not {what}", cut(name), names.join(", "))
}

fn short(json: &Json<'_>) -> String {
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

            /// The name under which it is stored.
            pub const fn stored_name(&self) -> &'static str {
                match self {
                    $($name::$variant { .. } => $crate::name_of_variant!($variant),)*
                }
            }

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
            $crate::keep_variants! { $name: $($variant $({ $($field),* })? = $crate::name_of_variant!($variant),)* }

            fn restore(json: &$crate::stored::Json<'_>) -> Result<$name, String> {
                let (name, fields) = $crate::stored::untagged(json)?;
                $(if name == $crate::name_of_variant!($variant)
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

/// How an enum's variants are written: each under its name, with the fields that are there.
#[doc(hidden)]
#[macro_export]
macro_rules! keep_variants {
    ($name:ident: $($variant:ident $(($($place:ident),*))? $({ $($field:ident),* })? = $word:expr,)*) => {
        fn keep<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            struct Inside<'a>(&'a $name);

            impl ::serde::Serialize for Inside<'_> {
                fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    #[allow(unused_mut)]
                    let mut fields = to.serialize_map(None)?;
                    match self.0 {
                        $($name::$variant $(($($place),*))? $({ $($field),* })? => {
                            $($($crate::stored::keep_field(&mut fields, stringify!($place), $place)?;)*)?
                            $($($crate::stored::keep_field(&mut fields, stringify!($field), $field)?;)*)?
                        })*
                    }
                    ::serde::ser::SerializeMap::end(fields)
                }
            }

            let (name, bare) = match self {
                $($name::$variant $(($($place),*))? $({ $($field),* })? => (
                    $word,
                    true $($(&& $crate::stored::Stored::is_absent($place))*)?
                        $($(&& $crate::stored::Stored::is_absent($field))*)?,
                ),)*
            };
            $crate::stored::keep_tagged(to, name, (!bare).then_some(Inside(self)))
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

/// Makes values that stand in a line stand in a record as the same text, which may be had without making it anew.
#[macro_export]
macro_rules! stored_as_text {
    ($($type:ty),* $(,)?) => {
        $($crate::stored_as_text! { $type: value => &$crate::line::Field::write(value) })*
    };
    ($type:ty: $value:ident => $text:expr) => {
        impl $crate::stored::Stored for $type {
            fn keep<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                to.serialize_str($text)
            }

            fn restore(json: &$crate::stored::Json<'_>) -> Result<$type, String> {
                $crate::stored::text(json).and_then(<$type as $crate::line::Field>::read)
            }
        }
    };
}

/// A stored text.
pub fn text<'j>(json: &'j Json<'_>) -> Result<&'j str, String> {
    json.as_text().ok_or_else(|| format!("{} is not a text", short(json)))
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
///         assert_eq!(Fate::restore_value(&fate.store()), Ok(fate));
///     }
///     assert_eq!(Fate::Of(2, Span { min: 1, max: Some(4) }).store().to_string(), r#"{"of":{"number":2,"span":{"min":1,"max":4}}}"#);
///     assert!(Span::restore_value(&serde_json::json!({"min": 1, "most": 2})).unwrap_err().contains("`most` is not a field"));
/// }
/// ```
#[macro_export]
macro_rules! stored {
    () => {};
    (newtype $name:ident; $($rest:tt)*) => {
        impl $crate::stored::Stored for $name {
            fn keep<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $crate::stored::Stored::keep(&self.0, to)
            }

            fn is_absent(&self) -> bool {
                $crate::stored::Stored::is_absent(&self.0)
            }

            fn restore(json: &$crate::stored::Json<'_>) -> Result<$name, String> {
                $crate::stored::Stored::restore(json).map($name)
            }
        }
        $crate::stored! { $($rest)* }
    };
    (struct $name:ident { $($field:ident),* $(,)? } $($rest:tt)*) => {
        impl $crate::stored::Stored for $name {
            fn keep<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let mut fields = to.serialize_map(None)?;
                $($crate::stored::keep_field(&mut fields, stringify!($field), &self.$field)?;)*
                ::serde::ser::SerializeMap::end(fields)
            }

            fn restore(json: &$crate::stored::Json<'_>) -> Result<$name, String> {
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
            $crate::keep_variants! { $name: $($variant $(($($place),*))? $({ $($field),* })? = $word,)* }

            fn restore(json: &$crate::stored::Json<'_>) -> Result<$name, String> {
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

stored_as_text!(Odds, Words, crate::Day);
stored_as_text! { Card: card => card.as_str() }

macro_rules! stored_numbers {
    ($($type:ty),*) => {
        $(impl Stored for $type {
            fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                self.serialize(to)
            }

            fn restore(json: &Json<'_>) -> Result<$type, String> {
                let number = match json {
                    Json::Number(number) => <$type>::try_from(*number).ok(),
                    _ => None,
                };
                number.ok_or_else(|| format!("{} is not a whole number from {} to {}", short(json), <$type>::MIN, <$type>::MAX))
            }
        })*
    };
}

stored_numbers!(u8, u16, u32, i64);

/// Stores one type as another.
macro_rules! stored_as {
    ($($type:ty as $as:ty: |$this:ident, $to:ident| $keep:expr, $from:expr;)*) => {
        $(impl Stored for $type {
            fn keep<S: Serializer>(&self, $to: S) -> Result<S::Ok, S::Error> {
                let $this = self;
                $keep
            }

            fn restore(json: &Json<'_>) -> Result<$type, String> {
                <$as as Stored>::restore(json).and_then($from)
            }
        })*
    };
}

stored_as! {
    Money as i64: |money, to| to.serialize_i64(money.minor()), |minor| Ok(Money::from_minor(minor));
    Point as u8: |point, to| to.serialize_u8(u8::from(*point)), |n| Point::new(n).ok_or_else(|| format!("{n} is not a point"));
    Seat as u8: |seat, to| to.serialize_u8(seat.number()), |n| Seat::new(n).ok_or_else(|| format!("{n} is not a seat"));
    Setting as String: |setting, to| to.serialize_str(setting.name()), |name| Ok(Setting::new(&name));
    Arc<str> as String: |text, to| to.serialize_str(text), |text| Ok(text.into());
    Chips as Vec<Money>: |chips, to| chips.denominations().collect::<Vec<_>>().keep(to), |chips| Chips::try_from(chips).map_err(|error| error.to_string());
    Hand as Vec<Card>: |hand, to| to.collect_seq(hand.cards().iter().map(Kept)), |cards| Hand::try_from(cards).map_err(|error| error.to_string());
    Citation as Vec<Authority>: |by, to| to.collect_seq(by.authorities().iter().map(Kept)), |by| Citation::try_from(by).map_err(str::to_owned);
}

stored! {
    enum Side: "a hand" { Player = "player", Banker = "banker" }
}

impl Stored for bool {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(*self)
    }

    fn restore(json: &Json<'_>) -> Result<bool, String> {
        match json {
            Json::Bool(yes) => Ok(*yes),
            other => Err(format!("{} is neither true nor false", short(other))),
        }
    }
}

impl Stored for String {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self)
    }

    fn restore(json: &Json<'_>) -> Result<String, String> {
        text(json).map(str::to_owned)
    }
}

/// A clause names its rulebook, so that a record can be read without any other: `nsw-2021/12.2`, `house:payout-rounding`.
impl Stored for Authority {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Authority::Clause(clause) => {
                to.collect_str(&format_args!("{}/{}", clause.rulebook(), clause.clause()))
            }
            Authority::House(setting) => to.collect_str(setting),
        }
    }

    fn restore(json: &Json<'_>) -> Result<Authority, String> {
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

impl<T: Stored> Stored for Box<T> {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (**self).keep(to)
    }

    fn is_absent(&self) -> bool {
        (**self).is_absent()
    }

    fn restore(json: &Json<'_>) -> Result<Box<T>, String> {
        T::restore(json).map(Box::new)
    }
}

impl<T: Stored> Stored for Option<T> {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(value) => value.keep(to),
            None => to.serialize_none(),
        }
    }

    fn is_absent(&self) -> bool {
        self.as_ref().is_none_or(T::is_absent)
    }

    fn restore(json: &Json<'_>) -> Result<Option<T>, String> {
        if *json == Json::Null { Ok(None) } else { T::restore(json).map(Some) }
    }
}

impl<T: Stored> Stored for Arc<T> {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        T::keep(self, to)
    }

    fn is_absent(&self) -> bool {
        T::is_absent(self)
    }

    fn restore(json: &Json<'_>) -> Result<Arc<T>, String> {
        T::restore(json).map(Arc::new)
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter().map(Kept))
    }

    fn restore(json: &Json<'_>) -> Result<Vec<T>, String> {
        match json {
            Json::List(list) => list.iter().map(T::restore).collect(),
            other => Err(format!("{} is not a list", short(other))),
        }
    }
}

impl<T: Stored> Stored for BySide<T> {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_map(None)?;
        keep_field(&mut fields, "player", &self.player)?;
        keep_field(&mut fields, "banker", &self.banker)?;
        fields.end()
    }

    fn restore(json: &Json<'_>) -> Result<BySide<T>, String> {
        let fields = fields(json, &["player", "banker"])?;
        Ok(BySide { player: field(fields, "player")?, banker: field(fields, "banker")? })
    }
}

/// Keys are stored as texts, in their order.
impl<K: Stored + Ord, V: Stored> Stored for BTreeMap<K, V> {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter().map(|(key, value)| (Kept(key), Kept(value))))
    }

    fn restore(json: &Json<'_>) -> Result<BTreeMap<K, V>, String> {
        let fields =
            json.as_fields().ok_or_else(|| format!("{} is not a list of named values", short(json)))?;
        let entry = |(key, value): (&str, &Json<'_>)| {
            Ok((
                K::restore(&Json::Text(key.into()))?,
                V::restore(value).map_err(|why| format!("{key}: {why}"))?,
            ))
        };
        fields.iter().map(entry).collect()
    }
}
