//! What older engines stored in another shape, brought to that of today's declarations before it is read.
//!
//! Every such shape is read here and nowhere else. What is written has one shape.

use punto_journal::Entry;
use punto_site::{Cause, Matter, Measure};
use punto_vocab::Word;
use punto_vocab::line::Words;
use punto_vocab::stored::Stored;
use serde_json::{Map, Value};

/// The first engine that stored lists as lists, and proposals and significant events as values.
const VALUES: u16 = 5;

/// A body of an older shape.
pub(crate) struct Older {
    /// It in the shape of today.
    pub(crate) text: String,
    /// Its one spelling in the shape that it has.
    pub(crate) spelling: String,
}

/// Brings a body to the shape of today; nothing if it has that, or cannot be read.
pub(crate) fn upcast(entry: &Entry) -> Option<Older> {
    if entry.engine >= VALUES || entry.stream.kind() != "site" {
        return None;
    }
    let before: Value = serde_json::from_str(&entry.body).ok()?;
    let mut body = before.clone();
    if let Some(said) = body.get_mut("said") {
        of_site(said);
    }
    for event in body.get_mut("events").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(what) = event.get_mut("what") {
            of_site(what);
        }
    }
    (body != before).then(|| Older { text: body.to_string(), spelling: before.to_string() })
}

/// A command or an event of the site.
fn of_site(json: &mut Value) {
    let Some((name, Value::Object(fields))) =
        json.as_object_mut().and_then(|tagged| tagged.iter_mut().next())
    else {
        return;
    };
    match name.as_str() {
        "propose" | "proposed" => measure(fields),
        "hire" => list(fields, "grants"),
        "note" | "noted" => {
            list(fields, "about");
            cause(fields);
        }
        _ => {}
    }
}

/// A proposal was its matter and its words.
fn measure(fields: &mut Map<String, Value>) {
    let text = |name: &str| fields.get(name).and_then(Value::as_str);
    let matter = text("matter").and_then(|matter| Matter::from_word(matter).ok());
    let words = text("text").and_then(|text| Words::new(text).ok());
    if let (Some(matter), Some(words)) = (matter, words) {
        fields.remove("matter");
        fields.remove("text");
        fields.insert("what".into(), Measure::of_words(matter, words).store());
    }
}

/// What a significant event tells was a sentence.
fn cause(fields: &mut Map<String, Value>) {
    let text = fields.get("text").and_then(Value::as_str).and_then(|text| Words::new(text).ok());
    if let Some(text) = text {
        fields.remove("text");
        fields.insert("what".into(), Cause::Found { text }.store());
    }
}

/// A list was its members with `+` between them.
fn list(fields: &mut Map<String, Value>, name: &str) {
    if let Some(list) = fields.get_mut(name)
        && let Some(text) = list.as_str()
    {
        *list = text.split('+').map(Value::from).collect();
    }
}

#[cfg(test)]
mod tests {
    use punto_journal::Entry;

    use crate::{Body, ENGINE, ReadError, SCHEMA, SiteBody};

    fn entry(engine: u16, said: &str, what: &str) -> Entry {
        Entry {
            stream: "site".parse().unwrap(),
            seq: 1,
            at: 0,
            actor: "system".into(),
            schema: SCHEMA,
            engine,
            key: None,
            body: format!(r#"{{"said":{said},"events":[{{"what":{what},"by":["house:two-persons"]}}]}}"#),
        }
    }

    #[test]
    fn older_words_are_read_as_the_values_that_they_stand_for() {
        for (said, what, line, event) in [
            (
                r#"{"propose":{"matter":"adjustment","text":"ada up 12.50 counted wrong"}}"#,
                r#"{"proposed":{"number":1,"matter":"adjustment","who":"cat","until":7,"text":"ada up 12.50 counted wrong"}}"#,
                "propose adjustment ada up 12.50 counted wrong",
                "proposed 1 cat until 1970-01-01T00:00:00.000007Z adjustment ada up 12.50 counted wrong",
            ),
            (
                r#"{"propose":{"matter":"setting","text":"large-win 40"}}"#,
                r#"{"proposed":{"number":1,"matter":"site","who":"root","until":7,"text":"hire ann as dealer+cage"}}"#,
                "propose unread setting large-win 40",
                "proposed 1 root until 1970-01-01T00:00:00.000007Z site hire ann as dealer+cage",
            ),
            (
                r#"{"hire":{"name":"ann","grants":"dealer+cage"}}"#,
                r#"{"noted":{"number":1,"kind":"void","severity":"warning","place":"site","about":"ann+bob","text":"x"}}"#,
                "hire ann as dealer+cage",
                "noted 1 void warning - about ann+bob x",
            ),
        ] {
            let Ok(Body::Said(read)) = SiteBody::of(&entry(4, said, what)) else { panic!("{said}") };
            assert_eq!(read.line(), line);
            assert_eq!(read.events[0].what.to_string(), event);
            // This engine has never written so, and is not read so.
            assert!(SiteBody::of(&entry(ENGINE, said, what)).is_err(), "{said}");
            let spaced = said.replace(',', ", ");
            assert!(matches!(SiteBody::of(&entry(4, &spaced, what)), Err(ReadError::Spelling)), "{spaced}");
        }
    }
}
