//! Values together with what fixes them.

use punto_vocab::stored::{self, Json, Stored};
use punto_vocab::{Citation, Setting};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// A value and the authority that fixes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruled<T> {
    /// The value.
    pub value: T,
    /// The clauses, or the house setting, it rests on.
    pub by: Citation,
}

impl<T: Stored> Stored for Ruled<T> {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_map(None)?;
        stored::keep_field(&mut fields, "value", &self.value)?;
        stored::keep_field(&mut fields, "by", &self.by)?;
        fields.end()
    }

    fn restore(json: &Json<'_>) -> Result<Ruled<T>, String> {
        let fields = stored::fields(json, &["value", "by"])?;
        Ok(Ruled { value: stored::field(fields, "value")?, by: stored::field(fields, "by")? })
    }
}

impl<T> Ruled<T> {
    /// The same authority for another value.
    pub fn with<U>(&self, value: U) -> Ruled<U> {
        Ruled { value, by: self.by.clone() }
    }
}

/// A question to a document: answered by its own clause, or left to the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// A clause answers.
    Fixed(Ruled<T>),
    /// The document is silent: the named setting decides, in [`crate::Terms`].
    House(Setting),
}

impl<T> Answer<T> {
    /// The clause's answer, if it is one.
    pub fn fixed(&self) -> Option<&Ruled<T>> {
        match self {
            Answer::Fixed(ruled) => Some(ruled),
            Answer::House(_) => None,
        }
    }
}
