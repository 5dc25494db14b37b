//! Who says something.

use std::fmt;
use std::str::FromStr;

use punto_vocab::{PersonId, Value, Valued};

use crate::name::{DeviceId, TableId};

/// Who gives a command to the site or to an account.
///
/// ```
/// use punto_site::Principal;
/// assert_eq!("staff kim".parse::<Principal>().unwrap().to_string(), "staff kim");
/// assert!("boss kim".parse::<Principal>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Principal {
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

impl Principal {
    /// The person of staff.
    pub fn staff(self) -> Option<PersonId> {
        match self {
            Principal::Staff(name) => Some(name),
            Principal::Patron(_) | Principal::Device(_) | Principal::Table(_) | Principal::System => None,
        }
    }
}

impl fmt::Display for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Principal::Staff(name) => write!(f, "staff {name}"),
            Principal::Patron(name) => write!(f, "patron {name}"),
            Principal::Device(device) => write!(f, "device {device}"),
            Principal::Table(table) => write!(f, "table {table}"),
            Principal::System => write!(f, "system"),
        }
    }
}

impl Valued for Principal {
    fn value(&self) -> Value {
        let (role, name) = match self {
            Principal::Staff(name) => ("staff", Some(name.to_string())),
            Principal::Patron(name) => ("patron", Some(name.to_string())),
            Principal::Device(device) => ("device", Some(device.to_string())),
            Principal::Table(table) => ("table", Some(table.to_string())),
            Principal::System => ("system", None),
        };
        Value::Actor { role: role.to_owned(), name }
    }
}

impl FromStr for Principal {
    type Err = String;

    fn from_str(text: &str) -> Result<Principal, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let name = |name: &str| name.parse::<PersonId>().map_err(|error| error.to_string());
        match words[..] {
            ["system"] => Ok(Principal::System),
            ["staff", who] => name(who).map(Principal::Staff),
            ["patron", who] => name(who).map(Principal::Patron),
            ["device", device] => device.parse().map(Principal::Device).map_err(|error| format!("{error}")),
            ["table", table] => table.parse().map(Principal::Table).map_err(|error| format!("{error}")),
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
            assert_eq!(text.parse::<Principal>().unwrap().to_string(), text);
        }
        for text in ["", "kim", "staff", "staff a b", "system now", "device T", "staff  kim"] {
            assert!(text.parse::<Principal>().is_err(), "{text}");
        }
    }
}
