//! Who says something.

use std::fmt;
use std::str::FromStr;

use punto_vocab::{PersonId, Value, Valued};

use crate::name::{DeviceId, TableId};

/// Who gives a command to the site or to an account.
///
/// ```
/// use punto_site::Actor;
/// assert_eq!("staff kim".parse::<Actor>().unwrap().to_string(), "staff kim");
/// assert!("boss kim".parse::<Actor>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    /// A person of staff.
    Staff(PersonId),
    /// A patron.
    Patron(PersonId),
    /// An enrolled machine.
    Device(DeviceId),
    /// A table, when money goes to it or comes from it.
    Table(TableId),
    /// The server itself, and whoever sits at the machine it runs on.
    System,
}

impl Actor {
    /// The person of staff.
    pub fn staff(self) -> Option<PersonId> {
        match self {
            Actor::Staff(name) => Some(name),
            Actor::Patron(_) | Actor::Device(_) | Actor::Table(_) | Actor::System => None,
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Staff(name) => write!(f, "staff {name}"),
            Actor::Patron(name) => write!(f, "patron {name}"),
            Actor::Device(device) => write!(f, "device {device}"),
            Actor::Table(table) => write!(f, "table {table}"),
            Actor::System => write!(f, "system"),
        }
    }
}

impl Valued for Actor {
    fn value(&self) -> Value {
        let (role, name) = match self {
            Actor::Staff(name) => ("staff", Some(name.to_string())),
            Actor::Patron(name) => ("patron", Some(name.to_string())),
            Actor::Device(device) => ("device", Some(device.to_string())),
            Actor::Table(table) => ("table", Some(table.to_string())),
            Actor::System => ("system", None),
        };
        Value::Actor { role: role.to_owned(), name }
    }
}

impl FromStr for Actor {
    type Err = String;

    fn from_str(text: &str) -> Result<Actor, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let name = |name: &str| name.parse::<PersonId>().map_err(|error| error.to_string());
        match words[..] {
            ["system"] => Ok(Actor::System),
            ["staff", who] => name(who).map(Actor::Staff),
            ["patron", who] => name(who).map(Actor::Patron),
            ["device", device] => device.parse().map(Actor::Device).map_err(|error| format!("{error}")),
            ["table", table] => table.parse().map(Actor::Table).map_err(|error| format!("{error}")),
            _ => Err(format!(
                "`{}` names nobody; write `staff kim`, `patron ada`, `device terminal-7`, `table nsw-1` or `system`",
                text.chars().take(40).collect::<String>()
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_read_as_they_are_written() {
        for text in ["staff kim", "patron ada", "device terminal-7", "table nsw-1", "system"] {
            assert_eq!(text.parse::<Actor>().unwrap().to_string(), text);
        }
        for text in ["", "kim", "staff", "staff a b", "system now", "device T", "staff  kim"] {
            assert!(text.parse::<Actor>().is_err(), "{text}");
        }
    }
}
