//! A form of items, each a word of a closed list and its value, such as `fee 100, entrants 2..8`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

use crate::Word;
use crate::line::Field;
use crate::stored::{Json, Stored};

/// The form as it is filled in. Which items must be there, and what they say, is for whoever asks for the form.
///
/// ```
/// use punto_vocab::{Items, Role};
/// let form: Items<Role> = "dealer  dan , scrutineer".parse().unwrap();
/// assert_eq!(form.to_string(), "dealer dan, scrutineer yes");
/// assert_eq!((form.item(Role::Dealer), form.says(Role::Scrutineer)), (Some("dan"), true));
/// assert_eq!("dealer dan, dealer dot".parse::<Items<Role>>().unwrap_err(), "`dealer` is given twice");
///
/// // What has a comma in it stands in quotation marks.
/// let form: Items<Role> = r#"dealer "dan, or \"dot\"; either", scrutineer """#.parse().unwrap();
/// assert_eq!(form.item(Role::Dealer), Some("dan, or \"dot\"; either"));
///
/// // An item that says nothing is written down, and is not there.
/// assert_eq!((form.item(Role::Scrutineer), form.words().count()), (None, 1));
/// let blank: Items<Role> = r#"dealer " ", scrutineer "-""#.parse().unwrap();
/// assert_eq!((blank.words().count(), blank.to_string().parse()), (0, Ok(blank.clone())));
/// assert_eq!(form.to_string(), r#"dealer "dan, or \"dot\"; either", scrutineer """#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent, bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de> + Ord"))]
pub struct Items<T>(BTreeMap<T, String>);

impl<T> Default for Items<T> {
    fn default() -> Items<T> {
        Items(BTreeMap::new())
    }
}

impl<T: Word + Ord> Items<T> {
    /// The text of an item. One in which there is no letter and no figure says nothing, and is not filled in.
    pub fn item(&self, item: T) -> Option<&str> {
        self.0.get(&item).map(String::as_str).filter(|text| says_something(text))
    }

    /// Whether an item says yes.
    pub fn says(&self, item: T) -> bool {
        self.item(item) == Some("yes")
    }

    /// Every item that is filled in.
    pub fn words(&self) -> impl Iterator<Item = T> {
        self.0.iter().filter(|(_, text)| says_something(text)).map(|(item, _)| *item)
    }

    /// The value of an item, if it is there.
    pub fn read<F: Field>(&self, item: T) -> Result<Option<F>, String> {
        self.item(item).map(F::read).transpose().map_err(|why| format!("{item}: {why}"))
    }

    /// Whether an item says yes; it says nothing else but no.
    pub fn flag(&self, item: T) -> Result<bool, String> {
        Ok(self.read(item)?.unwrap_or(false))
    }

    /// The number that an item gives, within these.
    pub fn count(&self, item: T, within: RangeInclusive<u32>) -> Result<Option<u32>, String> {
        match self.read::<u32>(item)? {
            Some(count) if !within.contains(&count) => {
                Err(format!("{item}: {count} is not from {} to {}", within.start(), within.end()))
            }
            count => Ok(count),
        }
    }
}

impl<T: Word> fmt::Display for Items<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items: Vec<String> =
            self.0.iter().map(|(item, value)| format!("{item} {}", quoted(value))).collect();
        f.write_str(if items.is_empty() { "nothing" } else { "" })?;
        f.write_str(&items.join(", "))
    }
}

impl<T: Word + Ord> FromStr for Items<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Items<T>, String> {
        let mut items = BTreeMap::new();
        let pieces = split_unquoted(text, ",").into_iter().map(str::trim);
        for piece in pieces.filter(|piece| !piece.is_empty() && *piece != "nothing") {
            let (name, value) = piece.split_once(char::is_whitespace).unwrap_or((piece, "yes"));
            let item = T::from_word(name).map_err(|error| match items.is_empty() {
                true => error.to_string(),
                // Nearly always a comma in what an item says.
                false => format!("{error}; what has a comma in it stands in \"quotation marks\""),
            })?;
            if items.insert(item, unquoted(value)).is_some() {
                return Err(format!("`{name}` is given twice"));
            }
        }
        Ok(Items(items))
    }
}

/// Whether there is anything to read in a text.
fn says_something(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// A value as it stands in the text form: between quotation marks where it would be read otherwise without them.
fn quoted(value: &str) -> Cow<'_, str> {
    let plain =
        !value.is_empty() && value == value.trim() && !value.contains([',', ';']) && !value.starts_with('"');
    match plain {
        true => value.into(),
        false => format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")).into(),
    }
}

/// What a value in the text form says.
fn unquoted(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let quoted = text.starts_with('"') && end_of_quoted(&text) == Some(text.len());
    let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).filter(|_| quoted);
    let Some(inside) = inside else { return text };
    let (mut value, mut letters) = (String::new(), inside.chars());
    while let Some(letter) = letters.next() {
        value.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    value
}

/// Where a text that begins with a quotation mark has the other one, if it has.
fn end_of_quoted(text: &str) -> Option<usize> {
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The parts of a text between separators that do not stand in a quoted value. A quotation mark begins one only where a
/// value begins, so that `12" records` is as it was.
pub fn split_unquoted<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let (mut parts, mut from, mut at) = (Vec::new(), 0, 0);
    while at < text.len() {
        let rest = &text[at..];
        // The second word of a part is where its value begins.
        let begins = rest.starts_with('"') && text[from..at].split(", ").last().is_some_and(begins_value);
        let whole = end_of_quoted(rest).filter(|_| begins).filter(|end| ends_value(&rest[*end..]));
        if let Some(end) = whole {
            at += end;
        } else if rest.starts_with(separator) {
            parts.push(&text[from..at]);
            at += separator.len();
            from = at;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    parts.push(&text[from..]);
    parts
}

/// Whether this is an item's name, after a number where the form is of a numbered thing, and nothing of its value yet.
fn begins_value(before: &str) -> bool {
    let number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    before.ends_with(char::is_whitespace) && before.split_whitespace().skip_while(number).count() == 1
}

/// Whether nothing of a value follows any more.
fn ends_value(after: &str) -> bool {
    let after = after.trim_start();
    after.is_empty() || after.starts_with([',', ';'])
}

impl<T: Stored + Ord> Stored for Items<T> {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.keep(to)
    }

    fn is_absent(&self) -> bool {
        self.0.is_absent()
    }

    fn restore(json: &Json<'_>) -> Result<Items<T>, String> {
        Stored::restore(json).map(Items)
    }
}

/// Declares a form of items of its own, a line's last field. It is checked when it is written down: `$Plan::of` says what its
/// items come to, and a form that comes to nothing is not read.
#[macro_export]
macro_rules! form {
    ($(#[$doc:meta])* pub struct $Form:ident($Item:ty): $expected:literal, read by $Plan:ty;) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $Form($crate::Items<$Item>);

        $crate::stored! {
            newtype $Form;
        }

        impl $Form {
            /// The text of an item.
            pub fn item(&self, item: $Item) -> Option<&str> {
                self.0.item(item)
            }
        }

        impl std::fmt::Display for $Form {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $Form {
            type Err = String;

            fn from_str(text: &str) -> Result<$Form, String> {
                let form = $Form(text.parse()?);
                <$Plan>::of(&form).map(|_| form)
            }
        }

        impl $crate::line::Field for $Form {
            const REST: bool = true;
            const EXPECTED: &'static str = $expected;

            fn write(&self) -> String {
                self.to_string()
            }

            fn read(text: &str) -> Result<$Form, String> {
                text.parse()
            }
        }

        impl $crate::Valued for $Form {
            fn value(&self) -> $crate::Value {
                $crate::Value::Text(self.to_string())
            }
        }
    };
}
