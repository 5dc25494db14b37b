//! Closed lists of words: enums whose variants have one spelling in TOML, JSON, scripts and on the screen.

use std::fmt;

/// A value from a closed list, with its one spelling.
pub trait Word: Copy + Eq + fmt::Display + 'static {
    /// What the list is of, for messages: `a role`, `a cure`.
    const WHAT: &'static str;
    /// The whole list.
    const ALL: &'static [Self];

    /// The spelling.
    fn word(self) -> &'static str;

    /// The value with this spelling.
    fn from_word(text: &str) -> Result<Self, UnknownWord> {
        Self::ALL.iter().copied().find(|value| value.word() == text).ok_or_else(|| UnknownWord {
            found: text.chars().take(40).collect(),
            what: Self::WHAT,
            expected: Self::ALL.iter().map(|value| value.word()).collect(),
        })
    }
}

/// A word that is not on the list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not {what}; expected {}", .expected.join(", "))]
pub struct UnknownWord {
    found: String,
    what: &'static str,
    expected: Vec<&'static str>,
}

/// Declares an enum together with its spellings.
///
/// ```
/// punto_vocab::words! {
///     /// How a card lies.
///     pub enum Facing: "a facing" {
///         /// Its face can be seen.
///         Up = "up",
///         /// It cannot.
///         Down = "down",
///     }
/// }
/// fn main() {
///     assert_eq!("down".parse::<Facing>(), Ok(Facing::Down));
///     let unknown = "left".parse::<Facing>().unwrap_err();
///     assert_eq!(unknown.to_string(), "`left` is not a facing; expected up, down");
/// }
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident: $what:literal {
        $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $name {
            $($(#[$variant_meta])* #[serde(rename = $word)] $variant,)*
        }

        impl $name {
            /// All of them, in the order of the declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The spelling used in rulebooks, scripts and programs.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }

        impl $crate::Word for $name {
            const WHAT: &'static str = $what;
            const ALL: &'static [$name] = $name::ALL;

            fn word(self) -> &'static str {
                $name::word(self)
            }
        }

        impl $crate::Valued for $name {
            fn value(&self) -> $crate::Value {
                $crate::Value::word(stringify!($name), self.word())
            }
        }

        impl $crate::line::Field for $name {
            const EXPECTED: &'static str = $what;

            fn write(&self) -> String {
                self.word().to_owned()
            }

            fn read(text: &str) -> Result<$name, String> {
                <$name as $crate::Word>::from_word(text).map_err(|error| error.to_string())
            }
        }

        $crate::stored_as_text! { $name: word => word.word() }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::UnknownWord;

            fn from_str(text: &str) -> Result<$name, $crate::UnknownWord> {
                <$name as $crate::Word>::from_word(text)
            }
        }
    };
}
