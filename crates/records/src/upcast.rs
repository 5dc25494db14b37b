//! What older engines stored in another shape, brought to that of today's declarations before it is read.
//!
//! Every such shape is read here and nowhere else. What is written has one shape.

use punto_journal::Entry;
use punto_site::{Cause, Measure, ProposalMatter, Seconded, plain};
use punto_table::Opening;
use punto_vocab::line::Words;
use punto_vocab::stored::Stored;
use punto_vocab::{Actor, Word};
use serde_json::{Map, Value};

use crate::stream::StreamOf;

/// The first engine that stored lists as lists, and proposals and significant events as values.
const VALUES: u16 = 5;

/// The first engine that stored the parts of an opening as values, and so what is approved at a screen and what a
/// significant event tells of a table.
const PARTS: u16 = 6;

/// The last engine that stored some commands and events of a table under other names than their lines have.
const OTHER_NAMES: u16 = 6;

/// Those names, each with that of today.
const RENAMED: [(&str, &str); 8] = [
    ("pass-on", "nominate"),
    ("invalidate", "forfeit-wagers"),
    ("returned", "hand-back"),
    ("returned-unseen", "hand-back-unseen"),
    ("stake-back", "stake-returned"),
    ("tokens-back", "tokens-returned"),
    ("card-carried", "card-opens-next-coup"),
    ("reversed-all", "reversed-coups"),
];

type Fields = Map<String, Value>;

/// How the body of a record of a table begins where the table was opened.
const OPENED: &str = r#"{"said":{"open":"#;

/// A body of an older shape.
pub(crate) struct Older {
    /// It in the shape of today.
    pub(crate) text: String,
    /// Its one spelling in the shape that it has.
    pub(crate) spelling: String,
}

/// Brings a body to the shape of today; nothing if it has that, or cannot be read.
pub(crate) fn upcast(entry: &Entry) -> Option<Older> {
    if entry.engine > OTHER_NAMES {
        return None;
    }
    let of: fn(u16, &mut Value) = match StreamOf::read(&entry.stream) {
        Ok(Some(StreamOf::Site)) if entry.engine < PARTS || has_other_name(&entry.body) => of_site,
        Ok(Some(StreamOf::Table(_))) if opened_as_text(entry) || has_other_name(&entry.body) => of_table,
        Ok(Some(_) | None) | Err(_) => return None,
    };
    let before: Value = serde_json::from_str(&entry.body).ok()?;
    let mut body = before.clone();
    if let Some(said) = body.get_mut("said") {
        of(entry.engine, said);
    }
    for event in body.get_mut("events").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(what) = event.get_mut("what") {
            of(entry.engine, what);
        }
    }
    (body != before).then(|| Older { text: body.to_string(), spelling: before.to_string() })
}

/// Whether a table was opened, by an engine that stored the parts of an opening as texts.
fn opened_as_text(entry: &Entry) -> bool {
    entry.engine < PARTS && entry.body.starts_with(OPENED)
}

/// Whether one of the other names stands in a body. All of what has one has fields.
fn has_other_name(body: &str) -> bool {
    let mut names = body.match_indices("\":{").map(|(end, _)| &body[..end]);
    names.any(|upto| {
        RENAMED.iter().any(|(old, _)| upto.strip_suffix(old).is_some_and(|rest| rest.ends_with('"')))
    })
}

/// The name under which the engine of an entry stored what has another name today.
pub(crate) fn other_name(entry: &Entry, today: &str) -> Option<&'static str> {
    let old = RENAMED.iter().find(|(_, new)| *new == today).filter(|_| entry.engine <= OTHER_NAMES);
    old.map(|(old, _)| *old)
}

/// Gives a command or an event of a table its name of today.
fn rename(json: &mut Value) {
    let Some(fields) = json.as_object_mut() else { return };
    let today = |name: &str| RENAMED.iter().find(|(old, _)| *old == name).map(|(_, new)| *new);
    if let Some((old, new)) = fields.keys().next().and_then(|name| Some((name.clone(), today(name)?)))
        && let Some(value) = fields.remove(&old)
    {
        fields.insert(new.into(), value);
    }
}

/// Gives what stands in a record of the site about a table its name of today.
fn inside(fields: &mut Fields, [field, variant, of_table]: [&str; 3]) {
    let kept =
        fields.get_mut(field).and_then(|kept| kept.get_mut(variant)).and_then(|kept| kept.get_mut(of_table));
    kept.into_iter().for_each(rename);
}

/// The name and the fields of what is stored with some.
fn tagged(json: &mut Value) -> Option<(&str, &mut Fields)> {
    match json.as_object_mut()?.iter_mut().next()? {
        (name, Value::Object(fields)) => Some((name, fields)),
        _ => None,
    }
}

/// A command or an event of a table.
fn of_table(engine: u16, json: &mut Value) {
    rename(json);
    if let Some(("open" | "opened", fields)) = tagged(json)
        && engine < PARTS
    {
        opening(fields);
    }
}

/// A command or an event of the site.
fn of_site(engine: u16, json: &mut Value) {
    let Some((name, fields)) = tagged(json) else { return };
    match name {
        "propose" | "proposed" if engine < PARTS => {
            if engine < VALUES {
                measure(fields);
            }
            if let Some((_, fields)) = fields.get_mut("what").and_then(tagged) {
                opening(fields);
            }
        }
        "hire" if engine < VALUES => list(fields, "grants"),
        "note" | "noted" if engine < VALUES => {
            list(fields, "about");
            cause(fields);
        }
        "note" | "noted" if engine < PARTS => told(fields),
        "note" | "noted" => inside(fields, ["what", "at-table", "what"]),
        "approve-line"
        | "fail-approval"
        | "fail-approval-unknown"
        | "line-approved"
        | "approval-failed"
        | "approval-barred"
        | "approval-unknown" => match engine < PARTS {
            true => approved(fields),
            false => inside(fields, ["line", "say", "command"]),
        },
        _ => {}
    }
}

/// A part of an opening was a text. One that was none of its kind had been taken for nothing said.
fn opening(fields: &mut Fields) {
    if let Some(opening) = fields.get_mut("opening") {
        typed(opening);
    }
}

/// An opening as a shelf has it, in whichever shape: a line, parts as texts, or values.
pub fn kept_opening(mut kept: Value) -> Result<Opening, String> {
    if let Some(line) = kept.as_str() {
        return line.parse();
    }
    typed(&mut kept);
    Opening::restore_value(&kept)
}

fn typed(opening: &mut Value) {
    let Some(Value::Object(parts)) = opening.get_mut("parts") else { return };
    let read = |name: &str, text: &str| {
        let mut read = format!("{name} {text}").parse::<Opening>().ok()?.store();
        read.get_mut("parts")?.get_mut(name).map(Value::take)
    };
    let value = |(name, part): (String, Value)| {
        let part = part.as_str().map_or_else(|| Some(part.clone()), |text| read(&name, text))?;
        Some((name, part))
    };
    *parts = std::mem::take(parts).into_iter().filter_map(value).collect();
}

/// What is approved at a screen was a line.
fn approved(fields: &mut Fields) {
    if let Some(line) = fields.get_mut("line")
        && let Some(text) = line.as_str().and_then(|text| Words::new(text).ok())
    {
        *line = Seconded::of_words(text).store();
    }
}

/// What a significant event tells may speak of an opening, and of what happened at a table it told the line.
fn told(fields: &mut Fields) {
    let Some(what) = fields.get_mut("what") else { return };
    let line = match tagged(what) {
        Some(("at-table", fields)) => at_table(fields),
        Some(("by-two" | "alone", fields)) => {
            if let Some((_, fields)) = fields.get_mut("what").and_then(tagged) {
                opening(fields);
            }
            None
        }
        _ => None,
    };
    if let Some(line) = line {
        *what = Cause::Found { text: plain(&line) }.store();
    }
}

fn at_table(fields: &Fields) -> Option<String> {
    let line = fields.get("line")?.as_str()?;
    let by = Actor::restore_value(fields.get("by")?).ok()?;
    let asked = fields.get("asked_by").and_then(Value::as_str);
    let asked = asked.map(|name| format!(" asked for by {name}")).unwrap_or_default();
    Some(format!("{line}, said by {by}{asked}"))
}

/// A proposal was its matter and its words.
fn measure(fields: &mut Fields) {
    let text = |name: &str| fields.get(name).and_then(Value::as_str);
    let matter = text("matter").and_then(|matter| ProposalMatter::from_word(matter).ok());
    let words = text("text").and_then(|text| Words::new(text).ok());
    if let (Some(matter), Some(words)) = (matter, words) {
        fields.remove("matter");
        fields.remove("text");
        fields.insert("what".into(), Measure::of_words(matter, words).store());
    }
}

/// What a significant event tells was a sentence.
fn cause(fields: &mut Fields) {
    let text = fields.get("text").and_then(Value::as_str).and_then(|text| Words::new(text).ok());
    if let Some(text) = text {
        fields.remove("text");
        fields.insert("what".into(), Cause::Found { text }.store());
    }
}

/// A list was its members with `+` between them.
fn list(fields: &mut Fields, name: &str) {
    if let Some(list) = fields.get_mut(name)
        && let Some(text) = list.as_str()
    {
        *list = text.split('+').map(Value::from).collect();
    }
}

#[cfg(test)]
mod tests {
    use punto_journal::Entry;

    use crate::{Body, ReadError, SCHEMA, SiteBody, TableBody};

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
            // The engines after it have never written so, and are not read so.
            assert!(SiteBody::of(&entry(5, said, what)).is_err(), "{said}");
            let spaced = said.replace(',', ", ");
            assert!(matches!(SiteBody::of(&entry(4, &spaced, what)), Err(ReadError::Spelling)), "{spaced}");
        }
    }

    #[test]
    fn what_was_said_at_a_screen_or_a_table_is_read_as_the_value_that_it_stands_for() {
        for (said, what, line, event) in [
            (
                r#"{"approve-line":{"name":"sue","role":"casino-supervisor","session":1,"place":"site","line":"order void-coup"}}"#,
                r#"{"line-approved":{"name":"sue","role":"casino-supervisor","who":"kim","session":1,"place":"site","line":"order void-coup"}}"#,
                "approve-line sue casino-supervisor session 1 on - - order void-coup",
                "line-approved sue casino-supervisor for kim session 1 on - - order void-coup",
            ),
            (
                r#"{"fail-approval":{"name":"sue","session":1,"place":"site","line":"pay 5 out of Ada L"}}"#,
                r#"{"noted":{"number":1,"kind":"void","severity":"warning","place":"site","what":{"at-table":{"line":"void void-coup by 9.1","by":{"role":"dealer","name":"dan"},"asked_by":"mia"}}}}"#,
                "fail-approval sue session 1 on - - unread pay 5 out of Ada L",
                "noted 1 void warning - void void-coup by 9.1, said by dealer dan asked for by mia",
            ),
            (
                r#"{"propose":{"what":{"open-table":{"table":"t-1","rulebook":"nsw-2021","dealer":"person","currency":"AUD","opening":{"usual":true,"parts":{"decks":"8"},"limits_of":{},"area_of":{},"house":{},"without":[]}}}}}"#,
                r#"{"founded":{"name":"root"}}"#,
                "propose table open t-1 nsw-2021 person AUD usual, decks 8",
                "founded root",
            ),
        ] {
            let Ok(Body::Said(read)) = SiteBody::of(&entry(5, said, what)) else { panic!("{said}") };
            assert_eq!(read.line(), line);
            assert_eq!(read.events[0].what.to_string(), event);
            let spaced = said.replace(',', ", ");
            assert!(matches!(SiteBody::of(&entry(5, &spaced, what)), Err(ReadError::Spelling)), "{spaced}");
        }
    }

    #[test]
    fn the_parts_of_an_opening_were_texts() {
        let parts = r#"{"limits":"25..5000","chips":"5 25 100","float":"lots","cash":"yes","cards":"dealt","date":"2021-07-08"}"#;
        let opening = format!(
            r#"{{"usual":true,"parts":{parts},"limits_of":{{}},"area_of":{{}},"house":{{}},"without":[]}}"#
        );
        let older = Entry {
            stream: "table/t-1".parse().unwrap(),
            body: format!(r#"{{"said":{{"open":{{"opening":{opening}}}}},"events":[]}}"#),
            ..entry(5, "", "")
        };
        let Ok(Body::Said(read)) = TableBody::of(&older) else { panic!("{:?}", TableBody::of(&older)) };
        // A float that is no amount had been folded as none.
        assert_eq!(
            read.line(),
            "open usual, limits 25..5000, chips 5 25 100, cash yes, cards dealt, date 2021-07-08"
        );
        let now = Entry { body: Body::Said(read.clone()).write(), ..older };
        assert!(
            now.body.contains(r#""limits":{"min":2500,"max":500000},"chips":[500,2500,10000]"#),
            "{}",
            now.body
        );
        assert_eq!(TableBody::of(&now), Ok(Body::Said(read)));
    }

    #[test]
    fn names_that_were_not_those_of_their_lines_are_read_as_today() {
        let place = r#""patron":"ada","at":1,"bet":"player","amount":500"#;
        for (said, what, line, event) in [
            (
                r#"{"pass-on":{"hand":"player","patron":"ada"}}"#,
                r#"{"returned":{"hand":"player"}}"#.into(),
                "nominate player to ada",
                "hand-back player",
            ),
            (
                r#"{"invalidate":{"patron":"ada"}}"#,
                format!(r#"{{"stake-back":{{{place}}}}}"#),
                "forfeit-wagers ada",
                "returned ada@1 player 5",
            ),
            (
                r#""close""#,
                format!(r#"{{"tokens-back":{{{place}}}}}"#),
                "close",
                "tokens-returned ada@1 player 5",
            ),
            (
                r#""close""#,
                r#"{"returned-unseen":{"hand":"player"}}"#.into(),
                "close",
                "hand-back player unseen",
            ),
            (r#""close""#, r#"{"card-carried":{"card":"Ks"}}"#.into(), "close", "card Ks opens-next-coup"),
            (r#""close""#, r#"{"reversed-all":{"coups":2}}"#.into(), "close", "reversed coups 2"),
        ] {
            for engine in [3, 6] {
                let older = Entry { stream: "table/t-1".parse().unwrap(), ..entry(engine, said, &what) };
                let Ok(Body::Said(read)) = TableBody::of(&older) else {
                    panic!("{:?}", TableBody::of(&older))
                };
                assert_eq!((read.line().as_str(), read.events[0].what.to_string().as_str()), (line, event));
                let now = Entry { body: Body::Said(read.clone()).write(), ..older.clone() };
                assert_eq!(TableBody::of(&now), Ok(Body::Said(read)));
                assert!(
                    TableBody::of(&Entry { engine: 7, ..older.clone() }).is_err() || said == r#""close""#
                );
            }
        }
        let said = r#"{"approve-line":{"name":"sue","role":"casino-supervisor","session":1,"place":"site","line":{"say":{"command":{"invalidate":{"patron":"ada"}}}}}}"#;
        let what = format!(
            r#"{{"noted":{{"number":1,"kind":"void","severity":"warning","place":"site","what":{{"at-table":{{"what":{{"stake-back":{{{place}}}}},"by":{{"role":"dealer","name":"dan"}}}}}}}}}}"#
        );
        let Ok(Body::Said(read)) = SiteBody::of(&entry(6, said, &what)) else {
            panic!("{:?}", SiteBody::of(&entry(6, said, &what)))
        };
        assert!(read.line().ends_with("forfeit-wagers ada"), "{}", read.line());
        assert!(read.events[0].what.to_string().ends_with("returned ada@1 player 5, said by dealer dan"));
    }
}
