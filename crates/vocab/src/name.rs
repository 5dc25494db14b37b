//! Short names that travel with every wager: of bets and of people.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};

/// A text that is no name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not the name of a {what}; {expected}")]
pub struct NameError {
    found: String,
    what: &'static str,
    expected: &'static str,
}

macro_rules! name {
    ($(#[$doc:meta])* $name:ident, $length:literal, $what:literal, $expected:literal, $allowed:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub struct $name(ArrayString<$length>);

        impl $name {
            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = NameError;

            fn from_str(text: &str) -> Result<$name, NameError> {
                let allowed: fn(char) -> bool = $allowed;
                let starts = text.starts_with(|c: char| c.is_ascii_alphanumeric());
                match ArrayString::from(text) {
                    Ok(name) if starts && text.chars().all(allowed) => Ok($name(name)),
                    _ => Err(NameError {
                        found: text.chars().take(40).collect(),
                        what: $what,
                        expected: $expected,
                    }),
                }
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> String {
                name.0.to_string()
            }
        }

        impl TryFrom<String> for $name {
            type Error = NameError;

            fn try_from(text: String) -> Result<$name, NameError> {
                text.parse()
            }
        }
    };
}

name! {
    /// Names a bet of a rulebook: `player`, `banker_pair`, `big_tiger`.
    ///
    /// The bets a table may offer are data, so this is a name and not a closed list.
    BetId, 24, "bet", "a bet is named in lower-case letters, figures and _, like player_pair",
    |c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'
}

name! {
    /// Names a person, patron or staff; personal data is kept elsewhere under this name.
    PersonId, 32, "person", "a person is named in letters, figures, - and _, 32 at most, like ada or guest-7",
    |c| c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_short() {
        assert_eq!("player_pair".parse::<BetId>().unwrap().as_str(), "player_pair");
        for text in ["", "Player", "player pair", "_x", "tiger!", "a234567890123456789012345", "плеер"] {
            assert!(text.parse::<BetId>().is_err(), "{text}");
        }
        assert_eq!("Ada-7".parse::<PersonId>().unwrap().to_string(), "Ada-7");
        for text in ["", "ada ben", "ada\u{200b}", "@1", "-ada"] {
            assert!(text.parse::<PersonId>().is_err(), "{text}");
        }
    }
}
