//! Names of tables and machines, and what was typed where a name belongs.

use std::fmt;

use arrayvec::ArrayString;
use punto_vocab::line::Field;
use punto_vocab::{Value, Valued};
use serde::{Deserialize, Serialize};

/// A name that can stand after the `/` of a stream.
macro_rules! plain_name {
    ($(#[$doc:meta])* $name:ident, $length:literal, $what:literal, $example:literal) => {
        punto_vocab::name! {
            $(#[$doc])*
            pub $name, $length, $what, "lower-case letters, figures and -", $example,
            |c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
        }

        impl Valued for $name {
            fn value(&self) -> Value {
                Value::name(self)
            }
        }
    };
}

plain_name! {
    /// Names a table, as its stream does after `table/`.
    ///
    /// ```
    /// assert!("nsw-1".parse::<punto_site::TableId>().is_ok());
    /// assert!("NSW 1".parse::<punto_site::TableId>().is_err());
    /// ```
    TableId, 32, "a table", "nsw-1"
}

plain_name! {
    /// Names a tournament, as its stream does after `tournament/`; its tables have the name with their number behind it.
    TournamentId, 24, "a tournament", "spring-cup"
}

plain_name! {
    /// Names a promotion, as its stream does after `promotion/`.
    PromotionId, 24, "a promotion", "spring-draw"
}

plain_name! {
    /// Names a machine that is enrolled: a terminal, a console, a display, a scanning shoe.
    DeviceId, 32, "a device", "terminal-7"
}

punto_vocab::name! {
    /// Names a document by its rulebook.
    pub RulebookId, 64, "a rulebook", "lower-case letters, figures, ., - and _", "nsw-2021",
    |c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-' | '_')
}

impl Valued for RulebookId {
    fn value(&self) -> Value {
        Value::name(self)
    }
}

plain_name! {
    /// Names what somebody tried to do, in one word: a verb of a command or a path of the server.
    ActName, 40, "an act", "void-coup"
}

/// What was typed where a name belongs, made harmless.
///
/// People type a password into the wrong field. So no more than the beginning of what is nobody's name is kept,
/// and nothing that is not a plain character.
///
/// ```
/// use punto_site::Given;
/// assert_eq!(Given::clean("kim").to_string(), "kim");
/// assert_eq!(Given::clean("correct horse").to_string(), "correc~");
/// assert_eq!(Given::clean("a\u{202e}b c").to_string(), "a?b?c");
/// assert_eq!(Given::clean("").to_string(), "?");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Given(ArrayString<8>);

impl Given {
    /// The most characters kept; a `~` says that there were more.
    pub const KEPT: usize = 6;

    /// What is kept of a text.
    pub fn clean(text: &str) -> Given {
        let mut kept = ArrayString::new();
        for c in text.chars().take(Given::KEPT) {
            kept.push(if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '?' });
        }
        if kept.is_empty() {
            kept.push('?');
        }
        if text.chars().nth(Given::KEPT).is_some() {
            kept.push('~');
        }
        Given(kept)
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Field for Given {
    const EXPECTED: &'static str = "what was typed, made harmless";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Given, String> {
        let (kept, cut) = text.strip_suffix('~').map_or((text, ""), |kept| (kept, "~"));
        let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '?');
        let long =
            if cut.is_empty() { (1..=Given::KEPT).contains(&kept.len()) } else { kept.len() == Given::KEPT };
        match ArrayString::from(text) {
            Ok(text) if long && kept.chars().all(known) => Ok(Given(text)),
            _ => Err(format!("`{}` is not {}", text.chars().take(20).collect::<String>(), Self::EXPECTED)),
        }
    }
}

punto_vocab::stored_as_text!(Given);

impl Valued for Given {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

/// Where something is: at a seat of a table, at a table, or at none.
///
/// ```
/// use punto_site::Place;
/// use punto_vocab::line::Field;
/// for text in ["nsw-1@3", "nsw-1", "-"] {
///     assert_eq!(Place::read(text).unwrap().write(), text);
/// }
/// assert_eq!(Place::read("nsw-1@3").unwrap().seat(), Some(3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// No table: the site as a whole.
    #[default]
    Site,
    /// A table.
    Table(TableId),
    /// A seat of a table.
    Seat(TableId, u8),
}

impl Valued for Place {
    fn value(&self) -> Value {
        Value::name(self)
    }
}

punto_vocab::stored! {
    enum Place: "a place" { Site = "site", Table(table) = "table", Seat(table, seat) = "seat" }
}

impl Place {
    /// The table.
    pub fn table(self) -> Option<TableId> {
        match self {
            Place::Site => None,
            Place::Table(table) | Place::Seat(table, _) => Some(table),
        }
    }

    /// The seat.
    pub fn seat(self) -> Option<u8> {
        match self {
            Place::Seat(_, seat) => Some(seat),
            Place::Site | Place::Table(_) => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Site => f.pad("-"),
            Place::Table(table) => write!(f, "{table}"),
            Place::Seat(table, seat) => write!(f, "{table}@{seat}"),
        }
    }
}

impl Field for Place {
    const EXPECTED: &'static str = "a table, a seat like nsw-1@3, or - for neither";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Place, String> {
        match text.split_once('@') {
            None if text == "-" => Ok(Place::Site),
            None => TableId::read(text).map(Place::Table),
            Some((table, seat)) => match (TableId::read(table)?, u8::read(seat)?) {
                (_, 0) => Err("0 is not a seat; seats are numbered from 1".into()),
                (table, seat) => Ok(Place::Seat(table, seat)),
            },
        }
    }
}

/// On which enrolled machine somebody is; `-` is a machine that is not enrolled, such as an office computer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct On(pub Option<DeviceId>);

impl fmt::Display for On {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(device) => device.fmt(f),
            None => f.pad("-"),
        }
    }
}

impl Valued for On {
    fn value(&self) -> Value {
        Value::List(self.0.iter().map(Value::name).collect())
    }
}

punto_vocab::stored! {
    newtype On;
}

impl Field for On {
    const EXPECTED: &'static str = "a device, or - for a machine that is not enrolled";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<On, String> {
        if text == "-" { Ok(On(None)) } else { DeviceId::read(text).map(|device| On(Some(device))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_a_stream_can_have() {
        assert_eq!("nsw-1".parse::<TableId>().unwrap().as_str(), "nsw-1");
        for text in ["", "-", "-a", "NSW", "a b", "a/b", "a_b", "ä", "a23456789012345678901234567890123"] {
            assert!(text.parse::<TableId>().is_err(), "{text}");
        }
    }

    #[test]
    fn places_and_machines_are_read_as_they_are_written() {
        for text in ["nsw-1@0", "nsw-1@x", "nsw-1@300", "@3", "", "NSW@1"] {
            assert!(Place::read(text).is_err(), "{text}");
        }
        for text in ["-", "terminal-7"] {
            assert_eq!(On::read(text).unwrap().write(), text);
        }
        let place = Place::Seat("nsw-1".parse().unwrap(), 3);
        let json = serde_json::to_string(&place).unwrap();
        assert_eq!(serde_json::from_str::<Place>(&json).unwrap(), place);
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_typed_is_made_harmless(text in "\\PC{0,20}|\\s{0,9}") {
            let given = Given::clean(&text);
            proptest::prop_assert!(given.to_string().len() <= Given::KEPT + 1);
            proptest::prop_assert_eq!(Given::read(&given.write()), Ok(given));
        }

        #[test]
        fn no_text_of_a_name_panics(text in "\\PC{0,20}") {
            let _ = (Given::read(&text), Place::read(&text), On::read(&text));
        }
    }
}
