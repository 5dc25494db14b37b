//! Short names that are copied with every wager and record: of bets, of people, of tables.

/// A text that is no name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not the name of {what}; expected {letters}, {most} at most, like {example}")]
pub struct NameError {
    /// The beginning of the text.
    pub found: String,
    /// What it should name: `a bet`.
    pub what: &'static str,
    /// Which characters a name has.
    pub letters: &'static str,
    /// How many.
    pub most: usize,
    /// A name.
    pub example: &'static str,
}

/// The letters of a name, with noughts behind them. Names are compared all the time and seldom read, so two of them are
/// compared whole, as they lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letters<const MOST: usize> {
    letters: [u8; MOST],
    length: u8,
}

impl<const MOST: usize> Letters<MOST> {
    /// The letters of a text that is short enough and has no nought in it.
    pub fn of(text: &str) -> Option<Letters<MOST>> {
        let mut letters = [0; MOST];
        letters.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        let length = text.len().try_into().ok().filter(|_| !text.contains('\0'))?;
        Some(Letters { letters, length })
    }

    /// The letters as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.letters[..usize::from(self.length)]).expect("they were a text")
    }
}

impl<const MOST: usize> std::fmt::Debug for Letters<MOST> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_str().fmt(f)
    }
}

/// Declares the names of one kind of thing: kept in place, copied freely, with one spelling in lines, records and JSON.
///
/// ```
/// punto_vocab::name! {
///     /// Names a lamp.
///     pub LampId, 8, "a lamp", "lower-case letters", "left", |c| c.is_ascii_lowercase()
/// }
/// fn main() {
///     assert_eq!("left".parse::<LampId>().unwrap().as_str(), "left");
///     assert_eq!(
///         "Left".parse::<LampId>().unwrap_err().to_string(),
///         "`Left` is not the name of a lamp; expected lower-case letters, 8 at most, like left"
///     );
/// }
/// ```
#[macro_export]
macro_rules! name {
    ($(#[$doc:meta])* pub $name:ident, $length:literal, $what:literal, $letters:literal, $example:literal, $allowed:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name($crate::Letters<$length>);

        impl $name {
            /// The name as text.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::NameError;

            fn from_str(text: &str) -> Result<$name, $crate::NameError> {
                let allowed: fn(char) -> bool = $allowed;
                let starts = text.starts_with(|c: char| c.is_ascii_alphanumeric());
                match $crate::Letters::of(text) {
                    Some(name) if starts && text.chars().all(allowed) => Ok($name(name)),
                    Some(_) | None => Err($crate::NameError {
                        found: text.chars().take(40).collect(),
                        what: $what,
                        letters: $letters,
                        most: $length,
                        example: $example,
                    }),
                }
            }
        }

        // A snapshot has thousands of names, so they are written as they lie.
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl TryFrom<String> for $name {
            type Error = $crate::NameError;

            fn try_from(text: String) -> Result<$name, $crate::NameError> {
                text.parse()
            }
        }

        impl $crate::line::Field for $name {
            const EXPECTED: &'static str = concat!($what, " like ", $example);

            fn write(&self) -> String {
                self.to_string()
            }

            fn read(text: &str) -> Result<$name, String> {
                text.parse().map_err(|error: $crate::NameError| error.to_string())
            }
        }

        $crate::stored_as_text! { $name: name => name.as_str() }
    };
}

name! {
    /// Names a bet of a rulebook: `player`, `banker_pair`, `big_tiger`.
    ///
    /// The bets a table may offer are data, so this is a name and not a closed list.
    pub BetId, 24, "a bet", "lower-case letters, figures and _", "player",
    |c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'
}

name! {
    /// Names a person, patron or staff; personal data is kept elsewhere under this name.
    pub PersonId, 32, "a person", "letters, figures, - and _", "ada",
    |c| c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

impl PersonId {
    /// What the names of house players begin with. Nobody else is registered under such a name.
    pub const HOUSE_PLAYERS: &str = "house-";

    /// Whether this is a player of the house, as demonstrations have them: patrons like others at a table, and left out of
    /// what is reported of patrons.
    ///
    /// ```
    /// # use punto_vocab::PersonId;
    /// assert!("house-ivy".parse::<PersonId>().unwrap().is_house_player());
    /// assert!(!"ivy".parse::<PersonId>().unwrap().is_house_player());
    /// ```
    pub fn is_house_player(&self) -> bool {
        self.as_str().starts_with(PersonId::HOUSE_PLAYERS)
    }
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
