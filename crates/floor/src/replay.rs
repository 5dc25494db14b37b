//! Reads a table's records again: every decision made anew, every event compared with what is stored, then folded.
//! What an older engine decided is folded as it is stored.

use std::sync::Arc;

use punto_journal::{Record, StreamName, v1};
use punto_rulebook::Rulebook;
use punto_table::{Actor, Command, Event, Happening, Stamped, Time, decide};

use crate::body::{ENGINE, ShoeStep, event};
use crate::books::Books;
use crate::standing::Standing;
use crate::stored::{self, Besides};

/// A record that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("record {seq} of {stream}: expected {expected}, found {found}")]
pub struct BadRecord {
    /// The stream.
    pub stream: StreamName,
    /// The number of the record.
    pub seq: u64,
    /// What should stand there.
    pub expected: String,
    /// What stands there.
    pub found: String,
    /// The number of the engine that wrote it.
    pub engine: u16,
}

/// A record that was folded.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Who said it.
    pub by: Actor,
    /// What was said; nothing for a step of the shoe.
    pub said: Option<String>,
    /// What happened.
    pub events: Arc<[Event]>,
    /// Whether an older engine decided it, so that it was taken as it is stored and not decided again.
    pub folded: bool,
}

/// A table on its way through its records.
#[derive(Clone, Debug)]
pub struct Replay<'b> {
    books: &'b Books,
    book: Option<Arc<Rulebook>>,
    pub(crate) engines: Engines,
    /// The table as far as it has come.
    pub standing: Standing,
}

impl<'b> Replay<'b> {
    /// Begins at a standing: that of a snapshot, or of a table without records.
    ///
    /// What is said before a table is first opened is decided under `book`.
    pub fn new(books: &'b Books, standing: Standing, book: Option<Arc<Rulebook>>) -> Replay<'b> {
        let own = standing.digest.as_deref().and_then(|digest| books.of_digest(digest));
        Replay { books, book: own.or(book), engines: Engines::default(), standing }
    }

    /// Folds the next record, if it is the next and everything in it holds.
    pub fn take(&mut self, record: &Record) -> Result<Taken, BadRecord> {
        let entry = &record.entry;
        let bad = |expected: String, found: String| BadRecord {
            stream: entry.stream.clone(),
            seq: entry.seq,
            expected,
            found,
            engine: entry.engine,
        };
        let next = self.standing.seq + 1;
        if entry.seq != next {
            return Err(bad(format!("record {next}"), format!("record {}", entry.seq)));
        }
        if record.prev != self.standing.hash || !record.holds() {
            let expected = format!("a record behind {}", self.standing.hash);
            return Err(bad(expected, format!("{} behind {}", record.hash, record.prev)));
        }
        self.engines.next(record)?;
        let readable = |error: String| bad("a body that this program reads".into(), error);
        let by: Actor = entry.actor.parse().map_err(readable)?;
        let at = Time(entry.at);
        let body = v1::Body::read(entry.schema, &entry.body).map_err(|error| readable(error.to_string()))?;
        let taken = match body {
            v1::Body::Said(said) if entry.engine < ENGINE => self.stored(at, by, said, &bad)?,
            v1::Body::Said(said) => self.said(at, by, said, &bad)?,
            v1::Body::Shoe(shoe) => {
                let step = ShoeStep::read(shoe).map_err(readable)?;
                let holds = |why| bad("a step that the shoe can take".into(), why);
                self.standing.step(at, &step).map_err(holds)?;
                Taken { by, said: None, events: Arc::new([]), folded: false }
            }
        };
        self.standing.stands_at(entry.seq, record.hash);
        Ok(taken)
    }

    fn said(
        &mut self,
        at: Time,
        by: Actor,
        said: v1::Said,
        bad: &dyn Fn(String, String) -> BadRecord,
    ) -> Result<Taken, BadRecord> {
        let command: Command = said
            .said
            .parse()
            .map_err(|error: punto_vocab::line::LineError| bad("a command".into(), error.to_string()))?;
        let book = self.book_of(&said, bad)?;
        let events = match decide(&book, &self.standing.table, &Stamped { at, by, command }) {
            Ok(events) => events,
            Err(refused) => return Err(bad(format!("a refusal: {refused}"), said.said)),
        };
        let made: Vec<v1::Event> = events.iter().map(|one| event(&one.what, &one.by)).collect();
        if made != said.events {
            return Err(difference(&made, &said.events, bad));
        }
        let under = under(&book, &events);
        if under != said.under {
            let text = |under: &Option<v1::Under>| {
                under.as_ref().and_then(|under| serde_json::to_string(under).ok()).unwrap_or_default()
            };
            return Err(bad(text(&under), text(&said.under)));
        }
        self.standing.fold(at, by, &events);
        Ok(Taken { by, said: Some(said.said), events: events.into(), folded: false })
    }

    /// Folds what an older engine decided. Its command may not be one any more, and its events are.
    fn stored(
        &mut self,
        at: Time,
        by: Actor,
        said: v1::Said,
        bad: &dyn Fn(String, String) -> BadRecord,
    ) -> Result<Taken, BadRecord> {
        let book = self.book_of(&said, bad)?;
        let today = match said.said.parse::<Command>() {
            Ok(command) => {
                decide(&book, &self.standing.table, &Stamped { at, by, command }).unwrap_or_default()
            }
            Err(_) => Vec::new(),
        };
        let besides = Besides { rulebook: &book.id, under: said.under.as_ref(), today: &today };
        let events: Result<Vec<Event>, String> =
            said.events.iter().map(|event| stored::read(event, &besides)).collect();
        let events = events.map_err(|why| bad("events that this program reads".into(), why))?;
        self.standing.fold(at, by, &events);
        Ok(Taken { by, said: Some(said.said), events: events.into(), folded: true })
    }

    /// The document in force; an opening may bring another.
    fn book_of(
        &mut self,
        said: &v1::Said,
        bad: &dyn Fn(String, String) -> BadRecord,
    ) -> Result<Arc<Rulebook>, BadRecord> {
        if let Some(under) = &said.under {
            let known = self.books.of_digest(&under.digest);
            self.book = Some(known.ok_or_else(|| {
                bad(format!("the text of {} with the digest {}", under.rulebook, under.digest), "none".into())
            })?);
        }
        self.book.clone().ok_or_else(|| bad("a document to decide by".into(), "none".into()))
    }
}

/// What an opening was made under, to be stored with it.
pub(crate) fn under(book: &Rulebook, events: &[Event]) -> Option<v1::Under> {
    events.iter().find_map(|event| match &event.what {
        Happening::Opened { terms, .. } => Some(v1::Under {
            rulebook: book.id.to_string(),
            digest: book.digest.clone(),
            terms: serde_json::to_value(&*terms.0).unwrap_or_default(),
        }),
        _ => None,
    })
}

fn difference(
    made: &[v1::Event],
    stored: &[v1::Event],
    bad: &dyn Fn(String, String) -> BadRecord,
) -> BadRecord {
    let line = |event: Option<&v1::Event>| {
        event.map_or("nothing more".to_owned(), |event| format!("{} by {}", event.what, event.by.join(", ")))
    };
    let place = made.iter().zip(stored).position(|(made, stored)| made != stored);
    let place = place.unwrap_or(made.len().min(stored.len()));
    bad(line(made.get(place)), line(stored.get(place)))
}

impl BadRecord {
    /// Whether an older engine decided it, so that what cannot be read of it is no sign of a forged record.
    pub fn older_engine(&self) -> bool {
        self.engine < ENGINE
    }
}

/// The engines that have written a stream so far.
///
/// What an older engine wrote is not decided again, so that nobody may call a record older than those before it; and
/// what a newer one decided this program does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Engines {
    newest: u16,
}

impl Engines {
    /// Takes the next record of the stream, if an engine wrote it that can have.
    pub(crate) fn next(&mut self, record: &Record) -> Result<(), BadRecord> {
        let entry = &record.entry;
        if (self.newest..=ENGINE).contains(&entry.engine) {
            self.newest = entry.engine;
            return Ok(());
        }
        Err(BadRecord {
            stream: entry.stream.clone(),
            seq: entry.seq,
            expected: format!("a record of the engine {} to {ENGINE}", self.newest.max(1)),
            found: format!("one of the engine {}", entry.engine),
            engine: entry.engine,
        })
    }
}
