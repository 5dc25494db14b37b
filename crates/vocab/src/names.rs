//! Several people in one line, such as `ada ben cyd`.

use serde::{Deserialize, Serialize};

use crate::line::Field;
use crate::{PersonId, Value, Valued};

/// One person or more, nobody twice, in the order in which they were named.
///
/// ```
/// use punto_vocab::Names;
/// use punto_vocab::line::Field;
/// assert_eq!(Names::read("ada  ben").unwrap().write(), "ada ben");
/// assert!(Names::read("ada ben ada").unwrap_err().contains("twice"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Names(pub Vec<PersonId>);

crate::stored! {
    newtype Names;
}

impl Field for Names {
    const REST: bool = true;
    const EXPECTED: &'static str = "people like ada ben";

    fn write(&self) -> String {
        self.0.iter().map(PersonId::to_string).collect::<Vec<_>>().join(" ")
    }

    fn read(text: &str) -> Result<Names, String> {
        let names: Vec<PersonId> = text.split_whitespace().map(PersonId::read).collect::<Result<_, _>>()?;
        let twice = names.iter().enumerate().find(|(place, name)| names[..*place].contains(name));
        match twice {
            Some((_, name)) => Err(format!("{name} is named twice; expected {}", Names::EXPECTED)),
            None if names.is_empty() => Err(format!("nobody is named; expected {}", Names::EXPECTED)),
            None => Ok(Names(names)),
        }
    }
}

impl std::fmt::Display for Names {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.write())
    }
}

impl Valued for Names {
    fn value(&self) -> Value {
        self.0.value()
    }
}
