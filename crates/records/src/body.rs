//! The body of a record: what was said and what came of it, as values.
//!
//! ```text
//! {"said":{"bet":{"patron":"ada","at":1,"bet":"player","stake":10000}},
//!  "events":[{"what":{"wagered":{"patron":"ada","at":1,"bet":"player","stake":10000}},"by":["nsw-2021/5.1"]}]}
//! {"shoe":{"prepared":{"id":{"site":"…","table":"…","node":"…","shoe":"…"},"decks":8,"algorithm":"…",…}}}
//! ```
//!
//! Names are those of [`punto_vocab::records!`]; money is in minor units. Lines are projected from the values and
//! stored nowhere. Keys have one order and there are no spaces, so that one value has one text.

use std::fmt::Display;

use punto_journal::{Entry, StreamName};
use punto_shoe::{Algorithm, Commitment, Decks, Discard, Pledge, Sealed, Share, ShoeId};
use punto_vocab::PersonId;
use punto_vocab::stored::{self, Json, Stored};
use serde::de::IgnoredAny;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::recorded::{AccountRecord, PromotionRecord, SiteRecord, TableRecord, TournamentRecord};
use crate::stream::StreamOf;
use crate::upcast::upcast;

/// The number of this form of bodies, as it stands in [`Entry::schema`].
pub const SCHEMA: u16 = 2;

/// The number of the engine that decides now. A change of any decision gets another.
pub const ENGINE: u16 = 9;

/// What one record of a table holds.
pub type TableBody = Body<punto_table::Command, punto_table::Event>;

/// What one record of an account holds.
pub type AccountBody = Body<punto_accounts::Command, punto_accounts::Event>;

/// What one record of a tournament holds.
pub type TournamentBody = Body<punto_tournament::Command, punto_tournament::Event>;

/// What one record of a promotion holds.
pub type PromotionBody = Body<punto_promotion::Command, punto_promotion::Event>;

/// What one record of the site holds.
pub type SiteBody = Body<punto_site::Command, punto_site::Event>;

/// What one record holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Body<C, E> {
    /// A command and its events.
    Said(Spoken<C, E>),
    /// A step of the house's own shoe.
    Shoe(ShoeStep),
}

/// A command and its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Spoken<C, E> {
    /// The command; what another engine was told may be no command any more, and is there as it is stored.
    command: Result<C, NoCommand>,
    /// What it caused, in order.
    pub events: Vec<E>,
}

/// Something stored that is no command of this program, and why.
#[derive(Clone, Debug, PartialEq)]
struct NoCommand {
    stored: Value,
    why: String,
}

impl<C: Stored + Clone + Display, E: Stored> Spoken<C, E> {
    /// A command that was decided.
    pub fn new(command: C, events: Vec<E>) -> Spoken<C, E> {
        Spoken { command: Ok(command), events }
    }

    /// The command, if it still is one.
    pub fn command(&self) -> Result<&C, &str> {
        self.command.as_ref().map_err(|none| none.why.as_str())
    }

    /// The command in one line; the stored values where it is no command any more.
    pub fn line(&self) -> String {
        self.command.as_ref().map_or_else(|none| none.stored.to_string(), ToString::to_string)
    }
}

impl<C: Stored + Clone + Display, E: Stored> Body<C, E> {
    /// Reads a record's body.
    pub fn of(entry: &Entry) -> Result<Body<C, E>, ReadError> {
        match entry.schema {
            SCHEMA => {}
            old if old < SCHEMA => return Err(ReadError::Old(old)),
            new => return Err(ReadError::New(new)),
        }
        let unreadable = |why: String| ReadError::Values(why);
        let older = upcast(entry);
        let text = older.as_ref().map_or(&entry.body, |older| &older.text);
        let json: Json<'_> = serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
        let fields = stored::fields(&json, &["said", "events", "shoe"]).map_err(unreadable)?;
        let body = match (fields.get("said"), fields.get("events"), fields.get("shoe")) {
            (Some(said), Some(events), None) => Body::Said(Spoken {
                command: C::restore(said).map_err(|why| NoCommand { stored: value(said), why }),
                events: Vec::restore(events).map_err(unreadable)?,
            }),
            (None, None, Some(shoe)) => Body::Shoe(ShoeStep::restore(shoe).map_err(unreadable)?),
            _ => return Err(unreadable("it has either `said` and `events`, or `shoe`".into())),
        };
        // A record of an older shape is not written again, but it has one spelling too.
        let same = match older {
            None => body.is_written_as(&entry.body),
            Some(older) => older.spelling == entry.body,
        };
        if same { Ok(body) } else { Err(ReadError::Spelling) }
    }

    /// The command of a body, if it is one: what it caused is not read. For whoever decides it again and compares
    /// what comes of it with the body's text.
    pub fn command_of(entry: &Entry) -> Option<C> {
        #[derive(Deserialize)]
        struct Said<'t> {
            #[serde(borrow)]
            said: Json<'t>,
            #[serde(rename = "events")]
            _events: IgnoredAny,
        }
        let read = || serde_json::from_str::<Said<'_>>(&entry.body).ok();
        (entry.schema == SCHEMA).then(read).flatten().and_then(|body| C::restore(&body.said).ok())
    }

    /// The one text of this body.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("a body has names for keys and no fractions")
    }

    /// Whether this is its one text. Every append asks, so nothing is kept of what is written for it.
    fn is_written_as(&self, text: &str) -> bool {
        let mut rest = Rest(text.as_bytes());
        serde_json::to_writer(&mut rest, self).is_ok() && rest.0.is_empty()
    }

    /// The record of this body, before the journal has chained it.
    pub fn entry(
        &self,
        (stream, seq): (&StreamName, u64),
        at: i64,
        by: &impl Display,
        key: Option<&str>,
    ) -> Entry {
        Entry {
            stream: stream.clone(),
            seq,
            at,
            actor: by.to_string(),
            schema: SCHEMA,
            engine: ENGINE,
            key: key.map(str::to_owned),
            body: self.write(),
        }
    }

    /// What was said, if the record is not of the shoe.
    pub fn said(self) -> Option<Spoken<C, E>> {
        match self {
            Body::Said(said) => Some(said),
            Body::Shoe(_) => None,
        }
    }
}

impl<C: Stored, E: Stored> Serialize for Body<C, E> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_map(None)?;
        match self {
            Body::Said(Spoken { command, events }) => {
                match command {
                    Ok(command) => stored::keep_field(&mut fields, "said", command)?,
                    Err(none) => fields.serialize_entry("said", &none.stored)?,
                }
                stored::keep_field(&mut fields, "events", events)?;
            }
            Body::Shoe(step) => stored::keep_field(&mut fields, "shoe", step)?,
        }
        fields.end()
    }
}

/// What is left of a text while the same is written again; whatever differs cannot be written.
struct Rest<'t>(&'t [u8]);

impl std::io::Write for Rest<'_> {
    fn write(&mut self, written: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.strip_prefix(written).ok_or(std::io::ErrorKind::InvalidData)?;
        Ok(written.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What was stored, apart from the text that it stands in.
fn value(json: &Json<'_>) -> Value {
    serde_json::to_value(json).expect("values with names for keys and no fractions")
}

/// Reads an entry that is about to be written as it will be read one day: its body to the letter, and who spoke.
///
/// One value has one text, so what is read back to the same text is the same value.
pub fn read_back(entry: &Entry) -> Result<(), ReadError> {
    fn known<C: Stored + Clone + Display, E: Stored>(body: &Body<C, E>) -> Result<(), ReadError> {
        match body {
            Body::Said(said) => said.command().map(drop).map_err(|why| ReadError::Values(why.to_owned())),
            Body::Shoe(_) => Ok(()),
        }
    }
    match StreamOf::read(&entry.stream).map_err(ReadError::Values)? {
        Some(StreamOf::Table(_)) => known(&TableRecord::of(entry)?.body),
        Some(StreamOf::Patron(_)) => known(&AccountRecord::of(entry)?.body),
        Some(StreamOf::Tournament(_)) => known(&TournamentRecord::of(entry)?.body),
        Some(StreamOf::Promotion(_)) => known(&PromotionRecord::of(entry)?.body),
        Some(StreamOf::Site) => known(&SiteRecord::of(entry)?.body),
        None => Ok(()),
    }
}

/// Why a body cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A form that no program reads any more.
    #[error(
        "a record of schema {0} was written before records held values, and no program reads it any more; \
         begin with a new folder for data"
    )]
    Old(u16),
    /// A form that this program does not know.
    #[error(
        "a record of schema {0} cannot be read by this program, which knows schema {SCHEMA}; use a newer program"
    )]
    New(u16),
    /// Not the values of any body.
    #[error("the record's body cannot be read: {0}")]
    Values(String),
    /// Said by nobody who could speak there.
    #[error("the record's actor cannot be read: {0}")]
    Actor(String),
    /// The right values, but not in their one spelling.
    #[error("the record's body is not spelt in the one way: each key once, no spaces")]
    Spelling,
}

/// A step of the house's own shoe that is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShoeStep {
    /// It was promised; this is published before any share, and before the cut.
    Prepared(Box<Prepared>),
    /// A patron's terminal promised a share.
    Pledged {
        /// Whose.
        patron: PersonId,
        /// The promise.
        pledge: Pledge,
    },
    /// No further pledge is taken, and those who pledged reveal their shares.
    PledgesClosed,
    /// A patron's terminal revealed its share.
    Revealed {
        /// Whose.
        patron: PersonId,
        /// The share that was pledged.
        share: Share,
    },
    /// It has ended, and everybody may see how it was made.
    Opened {
        /// The opening's text.
        opening: String,
        /// Where it was cut.
        cut: u16,
    },
    /// It was given up before its cut, and everybody may see what it would have been made from.
    Discarded {
        /// The opening's text.
        opening: String,
        /// Why.
        why: Discard,
    },
    /// It cannot be dealt any more, nor opened.
    Void {
        /// Why.
        why: String,
    },
}

/// A shoe that was promised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prepared {
    /// Which shoe.
    pub id: ShoeId,
    /// How many decks.
    pub decks: Decks,
    /// How its order is made from the seed and the shares.
    pub algorithm: Algorithm,
    /// The promise of its seed.
    pub commitment: Commitment,
    /// The seed, sealed.
    pub sealed: Sealed,
    /// Whether terminals are asked for shares; older records do not say, and none were.
    #[serde(default)]
    pub shares: Option<Asked>,
}

punto_vocab::words! {
    /// Whether terminals are asked to put shares into a shoe's order.
    pub enum Asked: "whether shares are asked for" {
        /// They are.
        Yes = "yes",
        /// No patron with a terminal that could give one is at the table.
        NoTerminal = "no-terminal",
        /// The house does not ask for any.
        Off = "off",
    }
}

impl Stored for ShoeStep {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let json = match self {
            ShoeStep::Prepared(prepared) => prepared.store(),
            ShoeStep::Pledged { patron, pledge } => {
                stored::tagged("pledged", [("patron", patron.store()), ("pledge", pledge.to_string().into())])
            }
            ShoeStep::PledgesClosed => Value::from("pledges-closed"),
            ShoeStep::Revealed { patron, share } => stored::tagged(
                "revealed",
                [
                    ("patron", patron.store()),
                    ("share", share.share_text().into()),
                    ("salt", share.salt_text().into()),
                ],
            ),
            ShoeStep::Opened { opening, cut } => {
                stored::tagged("opened", [("opening", opening.store()), ("cut", cut.store())])
            }
            ShoeStep::Discarded { opening, why } => {
                stored::tagged("discarded", [("opening", opening.store()), ("why", why.store())])
            }
            ShoeStep::Void { why } => stored::tagged("void", [("why", why.store())]),
        };
        json.serialize(to)
    }

    fn restore(json: &Json<'_>) -> Result<ShoeStep, String> {
        let (name, fields) = stored::untagged(json)?;
        let text = |name: &str| stored::field::<String>(fields, name);
        match name {
            "prepared" => Ok(ShoeStep::Prepared(Box::new(Prepared::restore(fields)?))),
            "pledged" => Ok(ShoeStep::Pledged {
                patron: stored::field(fields, "patron")?,
                pledge: text("pledge")?.parse().map_err(told)?,
            }),
            "pledges-closed" => Ok(ShoeStep::PledgesClosed),
            "revealed" => Ok(ShoeStep::Revealed {
                patron: stored::field(fields, "patron")?,
                share: Share::from_hex(&text("share")?, &text("salt")?).map_err(told)?,
            }),
            "opened" => {
                Ok(ShoeStep::Opened { opening: text("opening")?, cut: stored::field(fields, "cut")? })
            }
            "discarded" => {
                Ok(ShoeStep::Discarded { opening: text("opening")?, why: stored::field(fields, "why")? })
            }
            "void" => Ok(ShoeStep::Void { why: text("why")? }),
            other => Err(stored::unknown("a step of a shoe", other, fields)),
        }
    }
}

impl Prepared {
    fn store(&self) -> Value {
        let Prepared { id, decks, algorithm, commitment, sealed, shares } = self;
        let id = stored::fields_of([
            ("site", id.site().into()),
            ("table", id.table().into()),
            ("node", id.node().into()),
            ("shoe", id.shoe().into()),
        ]);
        stored::tagged(
            "prepared",
            [
                ("id", Value::Object(id)),
                ("decks", u8::from(*decks).into()),
                ("algorithm", algorithm.store()),
                ("commitment", commitment.to_string().into()),
                ("sealed", sealed.to_string().into()),
                ("shares", shares.store()),
            ],
        )
    }

    fn restore(fields: &stored::Fields<'_>) -> Result<Prepared, String> {
        let text = |name: &str| stored::field::<String>(fields, name);
        let id = fields.get("id").unwrap_or(&Json::Null);
        let id = stored::fields(id, &["site", "table", "node", "shoe"])?;
        let part = |name: &str| stored::field::<String>(id, name);
        Ok(Prepared {
            id: ShoeId::new(&part("site")?, &part("table")?, &part("node")?, &part("shoe")?).map_err(told)?,
            decks: Decks::new(stored::field(fields, "decks")?).map_err(told)?,
            algorithm: stored::field(fields, "algorithm")?,
            commitment: text("commitment")?.parse().map_err(told)?,
            sealed: text("sealed")?.parse().map_err(told)?,
            shares: stored::field(fields, "shares")?,
        })
    }
}

fn told(error: impl Display) -> String {
    error.to_string()
}
