//! Values from the texts and figures of a request's fields.

use std::fmt::Display;
use std::str::FromStr;

use punto_vocab::Money;
use punto_vocab::line::Words;

/// A value that is written as one field's text.
pub(crate) fn named<T: FromStr<Err: Display>>(field: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("{field}: {error}"))
}

pub(crate) fn words(field: &str, text: &str) -> Result<Words, String> {
    Words::new(text).map_err(|error| format!("{field}: {error}"))
}

pub(crate) fn optional(why: &str) -> Result<Option<Words>, String> {
    if why.trim().is_empty() { Ok(None) } else { words("why", why).map(Some) }
}

/// The same, or nothing.
pub(crate) fn nought_or_more(minor: i64) -> Result<Money, String> {
    if minor == 0 { Ok(Money::ZERO) } else { positive(minor) }
}

pub(crate) fn positive(minor: i64) -> Result<Money, String> {
    let amount = Money::from_minor(minor);
    match amount.is_positive() && amount <= Money::LARGEST {
        true => Ok(amount),
        false => Err(format!("an amount is from 0.01 to {}", Money::LARGEST)),
    }
}
