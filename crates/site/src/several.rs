//! One or more of a kind, each once: in a line joined with `+`, in a record a list.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use punto_vocab::line::Field;
use punto_vocab::stored::{Json, Kept, Stored};
use punto_vocab::{PersonId, Value, Valued};
use serde::{Deserialize, Serialize, Serializer};

use crate::grant::Grant;

/// People of staff whose own acts something is about, so that none of them sees to it: `mia+sue`.
///
/// ```
/// use punto_site::Concerned;
/// let two: Concerned = "sue+mia".parse().unwrap();
/// assert_eq!(two.to_string(), "mia+sue");
/// assert!(two.contains("sue".parse().unwrap()));
/// assert!("sue+sue".parse::<Concerned>().is_err());
/// assert_eq!(Concerned::of([]), None);
/// ```
pub type Concerned = Several<PersonId>;

/// What somebody is hired with: `cage+dealer`.
///
/// ```
/// use punto_site::GrantSet;
/// assert_eq!("dealer+cage".parse::<GrantSet>().unwrap().to_string(), "dealer+cage");
/// assert!("dealer+dealer".parse::<GrantSet>().is_err());
/// ```
pub type GrantSet = Several<Grant>;

/// What there can be several of in a line.
pub trait Member: Field + Stored + Valued + fmt::Display + Copy + Ord {
    /// What a reader is told to expect of several, such as `names like mia+sue`.
    const EXPECTED_SEVERAL: &'static str;
}

impl Member for PersonId {
    const EXPECTED_SEVERAL: &'static str = "names like mia+sue";
}

impl Member for Grant {
    const EXPECTED_SEVERAL: &'static str = "roles and offices like dealer+cage";
}

/// One or more members, each once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent, bound(deserialize = "T: Deserialize<'de> + Ord"))]
pub struct Several<T>(BTreeSet<T>);

impl<T: Member> Several<T> {
    /// These members; nothing where there are none.
    pub fn of(members: impl IntoIterator<Item = T>) -> Option<Several<T>> {
        let members = BTreeSet::from_iter(members);
        (!members.is_empty()).then_some(Several(members))
    }

    /// Whether this is one of them.
    pub fn contains(&self, member: T) -> bool {
        self.0.contains(&member)
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.0.iter().copied()
    }
}

impl<T: Member> Valued for Several<T> {
    fn value(&self) -> Value {
        Value::List(self.iter().map(|member| member.value()).collect())
    }
}

impl<T: Member> fmt::Display for Several<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, member) in self.iter().enumerate() {
            write!(f, "{}{member}", if place == 0 { "" } else { "+" })?;
        }
        Ok(())
    }
}

impl<T: Member> FromStr for Several<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Several<T>, String> {
        let mut members = BTreeSet::new();
        for name in text.split('+') {
            if !members.insert(T::read(name)?) {
                return Err(format!("{name} is named twice"));
            }
        }
        Ok(Several(members))
    }
}

impl<T: Member> Field for Several<T> {
    const EXPECTED: &'static str = T::EXPECTED_SEVERAL;

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Several<T>, String> {
        text.parse()
    }
}

impl<T: Member> Stored for Several<T> {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(Kept))
    }

    fn restore(json: &Json<'_>) -> Result<Several<T>, String> {
        let members = Vec::<T>::restore(json)?;
        Several::of(members.iter().copied())
            .filter(|several| several.0.len() == members.len())
            .ok_or_else(|| "none, or one of them twice".into())
    }
}
