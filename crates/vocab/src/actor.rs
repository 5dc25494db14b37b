//! Who says something.

use std::fmt;
use std::str::FromStr;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::line::Field;
use crate::stored::{self, Json, Stored};
use crate::{PersonId, Role, Value, Valued, Word};

/// Who gives a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// A person of staff or of the regulator, in a role.
    Staff(Role, PersonId),
    /// A patron.
    Patron(PersonId),
    /// The table's own clock and devices.
    System,
}

impl Actor {
    /// The role, if the actor has one.
    pub fn role(self) -> Option<Role> {
        match self {
            Actor::Staff(role, _) => Some(role),
            Actor::Patron(_) | Actor::System => None,
        }
    }

    /// Whether a patron speaks.
    pub fn is_patron(self) -> bool {
        matches!(self, Actor::Patron(_))
    }

    /// The person's name.
    pub fn name(self) -> Option<PersonId> {
        match self {
            Actor::Staff(_, name) | Actor::Patron(name) => Some(name),
            Actor::System => None,
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Staff(role, name) => write!(f, "{role} {name}"),
            Actor::Patron(name) => write!(f, "patron {name}"),
            Actor::System => write!(f, "system"),
        }
    }
}

impl Valued for Actor {
    fn value(&self) -> Value {
        let role = match self {
            Actor::Staff(role, _) => role.word(),
            Actor::Patron(_) => "patron",
            Actor::System => "system",
        };
        Value::Actor { role: role.to_owned(), name: self.name().map(|name| name.to_string()) }
    }
}

impl FromStr for Actor {
    type Err = String;

    fn from_str(text: &str) -> Result<Actor, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["system"] => Ok(Actor::System),
            ["patron", name] => name.parse().map(Actor::Patron).map_err(|error| format!("{error}")),
            [role, name] => {
                let role = Role::from_word(role).map_err(|error| format!("{error}, patron"))?;
                Ok(Actor::Staff(role, name.parse().map_err(|error| format!("{error}"))?))
            }
            _ => Err(format!(
                "`{text}` names nobody; write a role and a name like `dealer dan`, or `patron ada`"
            )),
        }
    }
}

impl Field for Actor {
    const REST: bool = true;
    const EXPECTED: &'static str = "somebody like dealer dan";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Actor, String> {
        text.parse()
    }
}

impl Stored for Actor {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (role, name) = match self {
            Actor::Staff(role, name) => (role.word(), Some(*name)),
            Actor::Patron(name) => ("patron", Some(*name)),
            Actor::System => ("system", None),
        };
        let mut fields = to.serialize_map(None)?;
        fields.serialize_entry("role", role)?;
        stored::keep_field(&mut fields, "name", &name)?;
        fields.end()
    }

    fn restore(json: &Json<'_>) -> Result<Actor, String> {
        let fields = stored::fields(json, &["role", "name"])?;
        let role: String = stored::field(fields, "role")?;
        let name = || stored::field(fields, "name");
        Ok(match role.as_str() {
            "system" => Actor::System,
            "patron" => Actor::Patron(name()?),
            role => Actor::Staff(Role::from_word(role).map_err(|error| error.to_string())?, name()?),
        })
    }
}
