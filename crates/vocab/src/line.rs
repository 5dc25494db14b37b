//! One line of text for every command and event: a pattern such as `sit {patron}@{at}` prints and reads it.
//!
//! The pattern is the single source: printing, reading, completion and the grammar in the documentation all come
//! from it, so that they cannot drift apart.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use crate::pattern::fill;
use crate::pattern::{Misfit, fit, short, words_of};

/// A value that can stand in a line.
pub trait Field: Sized {
    /// Whether the value takes the rest of the line, blanks and all.
    const REST: bool = false;
    /// What a reader is told to expect, such as `a card like Ks`.
    const EXPECTED: &'static str;

    /// The value as it stands in a line.
    fn write(&self) -> String;

    /// The value that a text stands for, or what is wrong with it.
    fn read(text: &str) -> Result<Self, String>;
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {message}")]
pub struct LineError {
    /// Where, counted in characters from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

/// Builds a value from the texts of its fields; an error names the field at fault by its place.
pub type Build<T> = fn(&[&str]) -> Result<T, (usize, String)>;

/// The part of a pattern that no field can change: its verb.
pub fn verb(pattern: &str) -> &str {
    pattern.split(' ').next().unwrap_or(pattern)
}

/// One shape a line may have: its pattern, whether its last field takes the rest, and how to build the value.
pub struct Shape<T> {
    /// The pattern.
    pub pattern: &'static str,
    /// Whether the last field takes the rest of the line.
    pub rest: bool,
    /// Builds the value from the texts of its fields.
    pub build: Build<T>,
}

/// Reads a line by whichever shape fits it; the error is of the shape that fitted furthest.
pub fn read<T>(shapes: &[Shape<T>], line: &str) -> Result<T, LineError> {
    let first = words_of(line).first().copied();
    let Some((column, found)) = first else {
        return Err(LineError { column: 1, message: "an empty line; expected a verb".into() });
    };
    // A shape that fits but for a value says more than one that does not fit at all.
    let mut best: Option<(bool, Misfit)> = None;
    for shape in shapes.iter().filter(|shape| begins(shape.pattern, found)) {
        let (fits, misfit) = match fit(shape.pattern, shape.rest, line) {
            Ok(fields) => {
                let texts: Vec<&str> = fields.iter().map(|(_, text)| *text).collect();
                match (shape.build)(&texts) {
                    Ok(value) => return Ok(value),
                    Err((field, message)) => {
                        (true, (fields.get(field).map_or(1, |(column, _)| *column), message))
                    }
                }
            }
            Err(misfit) => (false, misfit),
        };
        if best.as_ref().is_none_or(|(fitted, (furthest, _))| (fits, misfit.0) >= (*fitted, *furthest)) {
            best = Some((fits, misfit));
        }
    }
    Err(match best {
        Some((_, (column, message))) => LineError { column, message },
        None => LineError { column, message: unknown_verb(shapes, found) },
    })
}

/// Whether a pattern's verb is this word. Every line asks it of every pattern, so nothing is searched.
fn begins(pattern: &str, verb: &str) -> bool {
    pattern.strip_prefix(verb).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn unknown_verb<T>(shapes: &[Shape<T>], found: &str) -> String {
    let mut verbs: Vec<&str> = shapes.iter().map(|shape| verb(shape.pattern)).collect();
    verbs.sort_unstable();
    verbs.dedup();
    let near = |verb: &&str| verb.chars().next() == found.chars().next();
    let near: Vec<&str> = verbs.iter().copied().filter(near).collect();
    let listed = if near.is_empty() { verbs } else { near };
    format!("`{}` is not a verb; expected one of {}", short(found), listed.join(", "))
}

/// Declares an enum whose every variant has one line of text.
///
/// ```
/// punto_vocab::lines! {
///     /// What may be said.
///     #[derive(Clone, Debug, PartialEq)]
///     pub enum Say {
///         /// A patron takes a seat.
///         Sit { patron: punto_vocab::PersonId, at: punto_vocab::Seat } = "sit {patron}@{at}",
///         /// Nothing more.
///         Stop = "stop",
///     }
/// }
/// fn main() {
///     let line: Say = "sit ada@3".parse().unwrap();
///     assert_eq!(line.to_string(), "sit ada@3");
///     let error = "sit ada@99".parse::<Say>().unwrap_err();
///     assert_eq!(error.column, 9);
///     assert_eq!(Say::PATTERNS, ["sit {patron}@{at}", "stop"]);
/// }
/// ```
#[macro_export]
macro_rules! lines {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$doc:meta])* $variant:ident $({ $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? })? = $pattern:literal,)*
    }) => {
        $(#[$meta])*
        #[allow(missing_docs)]
        pub enum $name {
            $($(#[$doc])* $variant $({ $($(#[$field_doc])* $field: $type),* })?,)*
        }

        impl $name {
            /// The shape of every line, in the order of the declaration.
            #[allow(unreachable_pub)]
            pub const PATTERNS: &'static [&'static str] = &[$($pattern),*];

            /// The line with each field as it is to be told: `told` gets its name and its text.
            #[allow(unreachable_pub)]
            pub fn line(&self, mut told: impl FnMut(&'static str, String) -> String) -> String {
                let _ = &mut told;
                match self {
                    $($name::$variant $({ $($field),* })? => {
                        let fields: Vec<String> =
                            vec![$($(told(stringify!($field), $crate::line::Field::write($field))),*)?];
                        $crate::line::fill($pattern, &fields)
                    })*
                }
            }

            const SHAPES: &'static [$crate::line::Shape<$name>] = &[$($crate::line::Shape {
                pattern: $pattern,
                rest: false $($(|| <$type as $crate::line::Field>::REST)*)?,
                build: |fields| {
                    let mut _place = 0;
                    let _ = fields;
                    Ok($name::$variant $({ $($field: {
                        let text = fields.get(_place).copied().unwrap_or_default();
                        let value = <$type as $crate::line::Field>::read(text).map_err(|why| (_place, why))?;
                        _place += 1;
                        value
                    }),* })?)
                },
            }),*];
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&self.line(|_, text| text))
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::line::LineError;

            fn from_str(line: &str) -> Result<$name, $crate::line::LineError> {
                $crate::line::read($name::SHAPES, line)
            }
        }
    };
}

/// Makes a type that prints and parses a field.
macro_rules! fields {
    ($($type:ty: $expected:literal,)*) => {
        $(impl Field for $type {
            const EXPECTED: &'static str = $expected;

            fn write(&self) -> String {
                self.to_string()
            }

            fn read(text: &str) -> Result<$type, String> {
                <$type>::from_str(text).map_err(|error| error.to_string())
            }
        })*
    };
}

fields! {
    crate::Card: "a card like Ks",
    crate::Money: "an amount like 100",
    crate::Seat: "a seat number",
    crate::Odds: "odds like 8:1",
    crate::Chips: "chips like 5 25 100",
    crate::Day: "a date like 2021-07-08",
}

macro_rules! numbers {
    ($($type:ty),*) => {
        $(impl Field for $type {
            const EXPECTED: &'static str = "a whole number";

            fn write(&self) -> String {
                self.to_string()
            }

            fn read(text: &str) -> Result<$type, String> {
                let figures = text.bytes().all(|b| b.is_ascii_digit());
                let read = text.parse().ok().filter(|_| figures);
                read.ok_or_else(|| format!("`{}` is not a whole number from 0 to {}", short(text), <$type>::MAX))
            }
        })*
    };
}

numbers!(u8, u16, u32);

impl Field for bool {
    const EXPECTED: &'static str = "yes or no";

    fn write(&self) -> String {
        if *self { "yes" } else { "no" }.into()
    }

    fn read(text: &str) -> Result<bool, String> {
        match text {
            "yes" => Ok(true),
            "no" => Ok(false),
            other => Err(format!("`{}` is neither yes nor no", short(other))),
        }
    }
}

impl<T: Field> Field for Box<T> {
    const REST: bool = T::REST;
    const EXPECTED: &'static str = T::EXPECTED;

    fn write(&self) -> String {
        (**self).write()
    }

    fn read(text: &str) -> Result<Box<T>, String> {
        T::read(text).map(Box::new)
    }
}

/// What may be absent stands between brackets in a pattern, and is an empty text where it is.
impl<T: Field> Field for Option<T> {
    const REST: bool = T::REST;
    const EXPECTED: &'static str = T::EXPECTED;

    fn write(&self) -> String {
        self.as_ref().map_or_else(String::new, T::write)
    }

    fn read(text: &str) -> Result<Option<T>, String> {
        if text.is_empty() { Ok(None) } else { T::read(text).map(Some) }
    }
}

impl Field for crate::Point {
    const EXPECTED: &'static str = "a point from 0 to 9";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<crate::Point, String> {
        let point = u8::read(text).ok().and_then(crate::Point::new);
        point.ok_or_else(|| format!("`{}` is not {}", short(text), Self::EXPECTED))
    }
}

/// Free words up to the end of the line, such as a reason; never empty, without control characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Words(String);

impl Words {
    /// The most characters kept.
    pub const LONGEST: usize = 200;

    /// These words, if they can stand in a line.
    pub fn new(text: &str) -> Result<Words, String> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let plain =
            text.chars().all(|c| !c.is_control() && !('\u{200b}'..='\u{200f}').contains(&c) && c != '#');
        match text.chars().count() {
            0 => Err("nothing; expected some words".into()),
            n if n > Words::LONGEST => Err(format!("{n} characters; expected at most {}", Words::LONGEST)),
            _ if !plain => Err("characters that cannot be seen, or a #; expected plain words".into()),
            _ => Ok(Words(text)),
        }
    }

    /// The words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Words> for String {
    fn from(words: Words) -> String {
        words.0
    }
}

impl TryFrom<String> for Words {
    type Error = String;

    fn try_from(text: String) -> Result<Words, String> {
        Words::new(&text)
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Field for Words {
    const REST: bool = true;
    const EXPECTED: &'static str = "some words";

    fn write(&self) -> String {
        self.0.clone()
    }

    fn read(text: &str) -> Result<Words, String> {
        Words::new(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Card, Money, PersonId};

    crate::lines! {
        #[derive(Clone, Debug, PartialEq)]
        #[allow(unreachable_pub)]
        pub enum Line {
            Card { card: Card } = "card {card}",
            CardTo { card: Card, to: PersonId } = "card {card} to {to}",
            Bet { patron: PersonId, at: u8, stake: Money } = "bet {patron}@{at} {stake}",
            Cut { depth: u8, by: Option<PersonId>, burn: Option<Card> } = "cut {depth} [by {by}] [burn {burn}]",
            Ready { cut: Option<u8>, by: Option<PersonId>, why: Option<Words> } = "ready [cut {cut} [by {by}]] [{why}]",
            Say { what: Words } = "say {what}",
            End = "end",
        }
    }

    #[test]
    fn every_shape_round_trips() {
        for text in [
            "card Ks",
            "card 9d to player",
            "bet ada@3 2.50",
            "cut 5",
            "cut 5 by ada",
            "cut 5 burn Ks",
            "cut 5 by ada burn Ks",
            "ready",
            "ready cut 7",
            "ready cut 7 by ada",
            "ready cut 7 by ada as ever",
            "ready as ever",
            "say all is well",
            "end",
        ] {
            assert_eq!(text.parse::<Line>().map(|line| line.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(Line::PATTERNS.len(), 7);
        assert_eq!("  card   10d  to   x ".parse::<Line>().unwrap().to_string(), "card Td to x");
    }

    #[test]
    fn errors_point_at_the_column() {
        for (text, column, part) in [
            ("", 1, "expected a verb"),
            ("deal Ks", 1, "not a verb"),
            ("card", 5, "ends here"),
            ("card Xx", 6, "not a card"),
            ("card Ks to", 11, "ends here"),
            ("card Ks for x", 9, "expected `to`"),
            ("bet ada3 5", 5, "expected `@`"),
            ("bet ada@3 1e30", 11, "not an amount"),
            ("bet ada@999 5", 9, "whole number"),
            ("end now", 5, "too much"),
            ("cut 5 by", 9, "ends here"),
            ("cut 5 for ada", 7, "too much"),
            ("cut 5 burn Xx", 12, "not a card"),
            ("ready cut x", 11, "whole number"),
        ] {
            let error = text.parse::<Line>().unwrap_err();
            assert_eq!(error.column, column, "{text}: {error}");
            assert!(error.message.contains(part), "{text}: {error}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,60}") {
            let _ = text.parse::<Line>();
        }
    }
}
