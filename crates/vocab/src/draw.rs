//! A draw: an order that follows from a seed, and a promise of the seed made before it is known what is drawn.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

use crate::line::Field;
use crate::{Value, Valued};

/// The seed of a draw, told when the draw is made.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Seed([u8; 32]);

/// What is published of a seed before it is told; the seed must agree with it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Promise([u8; 32]);

crate::hex_text!(Seed, String, |text| format!("`{text}` is not {}", Seed::EXPECTED));
crate::hex_text!(Promise, String, |text| format!("`{text}` is not {}", Promise::EXPECTED));
crate::stored_as_text!(Seed, Promise);

impl Seed {
    /// What can be published of it beforehand.
    ///
    /// ```
    /// use punto_vocab::Seed;
    /// let seed: Seed = "07".repeat(32).parse().unwrap();
    /// assert_eq!(seed.order("round 1", ["ada", "ben", "cyd"]).len(), 3);
    /// assert_eq!(seed.order("round 1", ["cyd", "ada", "ben"]), seed.order("round 1", ["ada", "ben", "cyd"]));
    /// assert_ne!(seed.promise().to_string(), seed.to_string());
    /// ```
    pub fn promise(self) -> Promise {
        Promise(*blake3::hash(format!("punto draw {self}").as_bytes()).as_bytes())
    }

    /// What the draw after this one is promised by, where one promise stands for several draws: this seed, once it is open.
    pub fn promises_next(self) -> Promise {
        Promise(self.0)
    }

    /// The seed of the draw before this one, where this one was promised by it.
    pub fn before(self) -> Seed {
        Seed(self.promise().0)
    }

    /// The order of these in one draw: each has a number made of the seed, what is drawn and the whole list, and the lowest
    /// comes first. Nobody who knows the seed beforehand can know the list, and nobody who adds to the list knows the seed.
    pub fn order<T: Display + Ord>(self, what: impl Display, list: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut list: Vec<T> = list.into_iter().collect();
        list.sort_unstable();
        let all = list.iter().map(T::to_string).collect::<Vec<_>>().join(" ");
        let key = blake3::hash(format!("punto draw {self} of {what}: {all}").as_bytes());
        list.sort_by_cached_key(|one| {
            *blake3::keyed_hash(key.as_bytes(), one.to_string().as_bytes()).as_bytes()
        });
        list
    }
}

macro_rules! told_as_digits {
    ($($type:ty: $expected:literal,)*) => {
        $(impl Field for $type {
            const EXPECTED: &'static str = $expected;

            fn write(&self) -> String {
                self.to_string()
            }

            fn read(text: &str) -> Result<$type, String> {
                text.parse()
            }
        }

        impl Valued for $type {
            fn value(&self) -> Value {
                Value::Text(self.to_string())
            }
        })*
    };
}

told_as_digits! {
    Seed: "the seed of a draw: 64 hexadecimal digits",
    Promise: "the promise of a seed: 64 hexadecimal digits",
}
