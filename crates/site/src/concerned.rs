//! Whose acts a significant event is about.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use punto_vocab::line::Field;
use punto_vocab::stored::{Json, Kept, Stored};
use punto_vocab::{PersonId, Value, Valued};
use serde::{Deserialize, Serialize, Serializer};

/// People of staff whose own acts something is about, so that none of them sees to it: `mia+sue`.
///
/// ```
/// use punto_site::Concerned;
/// let two: Concerned = "sue+mia".parse().unwrap();
/// assert_eq!(two.to_string(), "mia+sue");
/// assert!(two.is_about("sue".parse().unwrap()));
/// assert!("sue+sue".parse::<Concerned>().is_err());
/// assert_eq!(Concerned::of([]), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Concerned(BTreeSet<PersonId>);

impl Concerned {
    /// These people; nothing where there are none.
    pub fn of(people: impl IntoIterator<Item = PersonId>) -> Option<Concerned> {
        let people = BTreeSet::from_iter(people);
        (!people.is_empty()).then_some(Concerned(people))
    }

    /// Whether this person is one of them.
    pub fn is_about(&self, who: PersonId) -> bool {
        self.0.contains(&who)
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = PersonId> + '_ {
        self.0.iter().copied()
    }
}

impl Valued for Concerned {
    fn value(&self) -> Value {
        self.iter().collect::<Vec<_>>().value()
    }
}

impl fmt::Display for Concerned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, who) in self.0.iter().enumerate() {
            write!(f, "{}{who}", if place == 0 { "" } else { "+" })?;
        }
        Ok(())
    }
}

impl FromStr for Concerned {
    type Err = String;

    fn from_str(text: &str) -> Result<Concerned, String> {
        let mut people = BTreeSet::new();
        for name in text.split('+') {
            if !people.insert(PersonId::read(name)?) {
                return Err(format!("{name} is named twice"));
            }
        }
        Ok(Concerned(people))
    }
}

impl Field for Concerned {
    const EXPECTED: &'static str = "names like mia+sue";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Concerned, String> {
        text.parse()
    }
}

impl Stored for Concerned {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(Kept))
    }

    fn restore(json: &Json<'_>) -> Result<Concerned, String> {
        let people = Vec::<PersonId>::restore(json)?;
        Concerned::of(people.iter().copied())
            .filter(|concerned| concerned.0.len() == people.len())
            .ok_or_else(|| "nobody, or somebody twice".into())
    }
}
