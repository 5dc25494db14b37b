//! The draw of tables and seats: an order that follows from a seed, and a promise of the seed made before anybody entered.

use punto_vocab::line::Field;
use punto_vocab::{PersonId, Value, Valued};
use serde::{Deserialize, Serialize};

/// The seed of a draw, told when the draw is made.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Seed([u8; 32]);

/// What is published of a seed before entries open; the seed must agree with it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Promise([u8; 32]);

punto_vocab::hex_text!(Seed, String, |text| format!("`{text}` is not {}", Seed::EXPECTED));
punto_vocab::hex_text!(Promise, String, |text| format!("`{text}` is not {}", Promise::EXPECTED));
punto_vocab::stored_as_text!(Seed, Promise);

impl Seed {
    /// What can be published of it beforehand.
    ///
    /// ```
    /// use punto_tournament::{Promise, Seed};
    /// let seed: Seed = "07".repeat(32).parse().unwrap();
    /// let order = seed.order(1, ["ada", "ben", "cyd"].map(|name| name.parse().unwrap()));
    /// assert_eq!(order.len(), 3);
    /// assert_ne!(seed.promise().to_string(), seed.to_string());
    /// ```
    pub fn promise(self) -> Promise {
        Promise(*blake3::hash(format!("punto draw {self}").as_bytes()).as_bytes())
    }

    /// What the draw after this one is promised by: this seed, once it is open.
    pub fn promises_next(self) -> Promise {
        Promise(self.0)
    }

    /// The seed of the draw before this one, where this one was promised by it.
    pub fn before(self) -> Seed {
        Seed(self.promise().0)
    }

    /// The order of these people in one round: each has a number made of the seed, the round and everybody's names, and the
    /// lowest comes first. Nobody who knows the seed beforehand can know who will enter, and nobody who enters knows the seed.
    pub fn order(self, round: u32, names: impl IntoIterator<Item = PersonId>) -> Vec<PersonId> {
        let mut names: Vec<PersonId> = names.into_iter().collect();
        names.sort_unstable();
        let all = names.iter().map(PersonId::to_string).collect::<Vec<_>>().join(" ");
        let key = blake3::hash(format!("punto draw {self} of round {round}: {all}").as_bytes());
        names.sort_by_cached_key(|name| {
            *blake3::keyed_hash(key.as_bytes(), name.as_str().as_bytes()).as_bytes()
        });
        names
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
