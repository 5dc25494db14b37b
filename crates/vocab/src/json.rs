//! What a record's body is read as: values whose texts are those of the body itself.
//!
//! Every record is read back before it is written, so this is read more often than anything else. Nothing is copied but
//! texts with escapes, and fields are a list: none has more than a dozen.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// What stands in a record: no fractions, and each name once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json<'t> {
    /// Nothing.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Number(i64),
    /// A text.
    Text(Cow<'t, str>),
    /// A list.
    List(Vec<Json<'t>>),
    /// Values under names.
    Fields(Fields<'t>),
}

/// Values under names, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields<'t>(Vec<(Cow<'t, str>, Json<'t>)>);

impl<'t> Json<'t> {
    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::List(_) | Json::Fields(_) => None,
        }
    }

    /// The fields, if it has any.
    pub fn as_fields(&self) -> Option<&Fields<'t>> {
        match self {
            Json::Fields(fields) => Some(fields),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) | Json::List(_) => None,
        }
    }
}

impl<'t> Fields<'t> {
    /// No fields.
    pub fn none() -> &'static Fields<'static> {
        static NONE: Fields<'static> = Fields(Vec::new());
        &NONE
    }

    /// The value under a name.
    pub fn get(&self, name: &str) -> Option<&Json<'t>> {
        self.0.iter().find_map(|(own, value)| (own == name).then_some(value))
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json<'t>)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| &**name)
    }

    /// The only one, if there is only one.
    pub fn only(&self) -> Option<(&str, &Json<'t>)> {
        match &*self.0 {
            [(name, value)] => Some((name, value)),
            _ => None,
        }
    }
}

impl<'t> TryFrom<&'t Value> for Json<'t> {
    type Error = String;

    fn try_from(value: &'t Value) -> Result<Json<'t>, String> {
        Ok(match value {
            Value::Null => Json::Null,
            Value::Bool(yes) => Json::Bool(*yes),
            Value::Number(number) => {
                Json::Number(number.as_i64().ok_or_else(|| format!("{number} is not a whole number"))?)
            }
            Value::String(text) => Json::Text(text.into()),
            Value::Array(list) => Json::List(list.iter().map(Json::try_from).collect::<Result<_, _>>()?),
            Value::Object(fields) => {
                let field = |(name, value): (&'t String, &'t Value)| Ok((name.into(), value.try_into()?));
                Json::Fields(Fields(fields.iter().map(field).collect::<Result<_, String>>()?))
            }
        })
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => to.serialize_unit(),
            Json::Bool(yes) => to.serialize_bool(*yes),
            Json::Number(number) => to.serialize_i64(*number),
            Json::Text(text) => to.serialize_str(text),
            Json::List(list) => to.collect_seq(list),
            Json::Fields(fields) => to.collect_map(fields.iter()),
        }
    }
}

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl<'de: 't, 't> Deserialize<'de> for Json<'t> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Json<'t>, D::Error> {
        from.deserialize_any(Values)
    }
}

/// A name as it stands in the text.
struct Name<'t>(Cow<'t, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Name<'de>, D::Error> {
        struct Names;

        impl<'de> Visitor<'de> for Names {
            type Value = Name<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Name<'de>, E> {
                Ok(Name(text.into()))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Name<'de>, E> {
                Ok(Name(text.to_owned().into()))
            }
        }

        from.deserialize_str(Names)
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a whole number, yes or no, a list, or values under names")
    }

    fn visit_unit<E: Error>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, yes: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(yes))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Json<'de>, E> {
        Ok(Json::Number(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Json<'de>, E> {
        i64::try_from(number).map(Json::Number).map_err(|_| E::custom(format!("{number} is too large")))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(text.into()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(text.to_owned().into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json<'de>, A::Error> {
        let mut all = Vec::new();
        while let Some(one) = list.next_element()? {
            all.push(one);
        }
        Ok(Json::List(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json<'de>, A::Error> {
        let mut fields = Fields::default();
        while let Some(Name(name)) = map.next_key()? {
            if fields.get(&name).is_some() {
                return Err(A::Error::custom(format!("`{name}` stands there twice")));
            }
            fields.0.push((name, map.next_value()?));
        }
        Ok(Json::Fields(fields))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn what_is_read_is_what_is_written() {
        for text in [
            r#"{"said":{"bet":{"patron":"ada","at":1,"stake":-10000}},"events":[],"none":null,"yes":true}"#,
            r#""quoted \"and\" \\ \n""#,
            "9223372036854775807",
            "[]",
            "{}",
        ] {
            let read: Json = serde_json::from_str(text).unwrap();
            assert_eq!(read.to_string(), text);
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(Json::try_from(&value), Ok(read));
        }
    }

    #[test]
    fn no_fraction_no_number_beyond_the_range_and_no_name_twice() {
        for (text, why) in [
            ("1.5", "expected"),
            ("9223372036854775808", "too large"),
            (r#"{"a":1,"a":2}"#, "`a` stands there twice"),
        ] {
            let error = serde_json::from_str::<Json>(text).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn plain_texts_are_not_copied() {
        let text = r#"{"patron":"ada","note":"a \"word\""}"#;
        let Json::Fields(Fields(fields)) = serde_json::from_str(text).unwrap() else { panic!("fields") };
        assert!(matches!(&fields[0], (Cow::Borrowed("patron"), Json::Text(Cow::Borrowed("ada")))));
        assert!(matches!(&fields[1], (Cow::Borrowed("note"), Json::Text(Cow::Owned(_)))));
    }
}
