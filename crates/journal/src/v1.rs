//! The body of a record, schema 1: what was said and what came of it, as canonical JSON.
//!
//! These types belong to the store, not to the rules: they hold lines of text, so the rules' own types can be renamed
//! and old journals stay readable. Keys have one order and there are no spaces, so that one value has one text.
//!
//! ```text
//! {"said":"bet ada@1 player 100","events":[{"what":"wagered ada@1 player 100","by":["5.1"]}]}
//! {"said":"open …","events":[…],"under":{"rulebook":"nsw-2021","digest":"…","terms":{…}}}
//! {"shoe":{"prepared":{"id":{"site":"…","table":"…","node":"…","shoe":"…"},"decks":8,"algorithm":"…","commitment":"…","sealed":"…"}}}
//! {"shoe":{"opened":{"opening":"…","cut":123}}}
//! {"shoe":{"void":{"why":"…"}}}
//! ```

use serde::{Deserialize, Serialize};

/// The number of this form, as it stands in [`Entry::schema`](crate::Entry::schema).
pub const SCHEMA: u16 = 1;

/// What one record tells.
///
/// ```
/// use punto_journal::v1::{Body, Event, SCHEMA, Said};
/// let event = Event { what: "wagered ada@1 player 100".into(), by: vec!["5.1".into()] };
/// let body = Body::Said(Said { said: "bet ada@1 player 100".into(), events: vec![event], under: None });
/// let text = body.write();
/// assert_eq!(text, r#"{"said":"bet ada@1 player 100","events":[{"what":"wagered ada@1 player 100","by":["5.1"]}]}"#);
/// assert_eq!(Body::read(SCHEMA, &text), Ok(body));
/// assert!(Body::read(7, &text).unwrap_err().to_string().contains("schema 7"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// A command and its events.
    Said(Said),
    /// Something about the house's own shoe.
    Shoe(Shoe),
}

impl Body {
    /// Reads the body of a record of this schema.
    pub fn read(schema: u16, text: &str) -> Result<Body, ReadError> {
        if schema != SCHEMA {
            return Err(ReadError::Schema(schema));
        }
        let wire: Wire = serde_json::from_str(text).map_err(|error| ReadError::Text(error.to_string()))?;
        let body = match wire {
            Wire { said: Some(said), events: Some(events), under, shoe: None } => {
                Body::Said(Said { said, events, under })
            }
            Wire { said: None, events: None, under: None, shoe: Some(shoe) } => Body::Shoe(shoe),
            _ => return Err(ReadError::Text("it has either `said` and `events`, or `shoe`".into())),
        };
        if body.write() == text { Ok(body) } else { Err(ReadError::Spelling) }
    }

    /// Writes the one text of this body.
    pub fn write(&self) -> String {
        let written = match self {
            Body::Said(said) => serde_json::to_string(said),
            Body::Shoe(shoe) => serde_json::to_string(&OneShoe { shoe }),
        };
        // Only a map with keys that are no texts, or a type that refuses to be written, could fail; there is neither.
        written.unwrap_or_default()
    }
}

/// A command, its events, and what a table was opened under.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Said {
    /// The command's line.
    pub said: String,
    /// What it caused, in order.
    pub events: Vec<Event>,
    /// Only where a table was opened: the rules in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub under: Option<Under>,
}

/// One event and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The event's line.
    pub what: String,
    /// The clauses and house settings that decided it.
    pub by: Vec<String>,
}

/// The rules that a table was opened under.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Under {
    /// The rulebook's id.
    pub rulebook: String,
    /// The digest of the rulebook's text, which lies on the shelf `rulebook` under it.
    pub digest: String,
    /// All that the table chose, with every house setting. Its keys keep the order in which they were written.
    pub terms: serde_json::Value,
}

/// What became of a shoe that the house dealt itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Shoe {
    /// It was made, committed to and sealed.
    Prepared(Prepared),
    /// It ended and its seed was published.
    Opened(Opened),
    /// It cannot be dealt from any more.
    Void(Void),
}

/// A shoe that was made: what may be known of it, and its seed under seal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prepared {
    /// Which shoe.
    pub id: ShoeId,
    /// How many decks.
    pub decks: u8,
    /// How its order follows from its seed.
    pub algorithm: String,
    /// The promise that was published before the cut.
    pub commitment: String,
    /// The sealed seed.
    pub sealed: String,
}

/// The name of one shoe in the world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShoeId {
    /// The casino or studio.
    pub site: String,
    /// The table there.
    pub table: String,
    /// The machine that made the shoe.
    pub node: String,
    /// The shoe at that table.
    pub shoe: String,
}

/// The opening of a shoe that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// The published text, from which anyone can make the shoe again.
    pub opening: String,
    /// Where it was cut.
    pub cut: u32,
}

/// The end of a shoe before its time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Void {
    /// The reason.
    pub why: String,
}

/// Every key that may stand in a body. Which of them belong together is decided after reading.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    said: Option<String>,
    events: Option<Vec<Event>>,
    under: Option<Under>,
    shoe: Option<Shoe>,
}

#[derive(Serialize)]
struct OneShoe<'a> {
    shoe: &'a Shoe,
}

/// Why a body cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A form that this program does not know.
    #[error(
        "a record of schema {0} cannot be read by this program, which knows schema 1; use a newer program"
    )]
    Schema(u16),
    /// Not the text of any body.
    #[error("the record's body is not of schema 1: {0}")]
    Text(String),
    /// The right values, but not in their one spelling.
    #[error("the record's body is not spelt in the one way: keys in order, no spaces")]
    Spelling,
}
