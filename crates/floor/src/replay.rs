//! Reads a table's records again: every decision made anew, every event compared with what is stored, then folded.
//! What another engine decided is folded as it is stored.

use std::sync::Arc;

use punto_journal::{Entry, Record};
use punto_records::{
    BadRecord, Body, ENGINE, Engines, RecordFault, Spoken, TableBody, TableRecord, difference, speaker,
};
use punto_rulebook::Rulebook;
use punto_table::{Actor, Command, Event, Happening, Stamped, Time, decide};

use crate::books::Books;
use crate::standing::Standing;

/// A record that was folded.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Who said it.
    pub by: Actor,
    /// What was said, where the record has a key by which a repeat is known.
    pub said: Option<String>,
    /// What happened.
    pub events: Arc<[Event]>,
    /// Whether another engine decided it, so that it was folded as it is stored and not decided again.
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
        let forged =
            |expected: String, found: String| BadRecord::new(entry, RecordFault::Forged, expected, found);
        let next = self.standing.seq + 1;
        if entry.seq != next {
            return Err(forged(format!("record {next}"), format!("record {}", entry.seq)));
        }
        if record.prev != self.standing.hash || !record.holds() {
            let expected = format!("a record behind {}", self.standing.hash);
            return Err(forged(expected, format!("{} behind {}", record.hash, record.prev)));
        }
        self.engines.next(record)?;
        if let Some(taken) = self.again(entry) {
            self.standing.stands_at(entry.seq, record.hash);
            return Ok(taken);
        }
        let TableRecord { at, by, body } =
            TableRecord::of(entry).map_err(|error| BadRecord::unread(entry, &error))?;
        let taken = match body {
            Body::Said(said) => self.said(entry, at, by, said)?,
            Body::Shoe(step) => {
                let holds = |why| forged("a step that the shoe can take".into(), why);
                self.standing.step(at, &step).map_err(holds)?;
                Taken { by, said: None, events: Arc::new([]), folded: false }
            }
        };
        self.standing.stands_at(entry.seq, record.hash);
        Ok(taken)
    }

    /// Decides the command of a record again and folds what comes of it, if that is to the letter what the record holds.
    ///
    /// So it is with every sound record of this engine, and its events need not be read. Any other is read in full,
    /// which folds it or says what is wrong with it.
    fn again(&mut self, entry: &Entry) -> Option<Taken> {
        let book = self.book.as_ref().filter(|_| entry.engine == ENGINE)?;
        let (at, by) = (Time(entry.at), speaker(entry).ok()?);
        let stamped = Stamped { at, by, command: TableBody::command_of(entry)? };
        let events = decide(book, &self.standing.table, &stamped).ok()?;
        let body = Body::Said(Spoken::new(stamped.command, events));
        let said = (body.write() == entry.body).then(|| body.said()).flatten()?;
        self.standing.fold(at, by, &said.events);
        let line = entry.key.as_ref().map(|_| said.line());
        Some(Taken { by, said: line, events: said.events.into(), folded: false })
    }

    /// Folds the events of a record; what this engine decided is decided again first, and must come to the same.
    fn said(
        &mut self,
        entry: &Entry,
        at: Time,
        by: Actor,
        said: Spoken<Command, Event>,
    ) -> Result<Taken, BadRecord> {
        let folded = entry.engine != ENGINE;
        let opened = said.events.iter().find_map(|event| match &event.what {
            Happening::Opened { terms, .. } => Some(&terms.0),
            _ => None,
        });
        if let Some(terms) = opened {
            self.book = self.books.of_digest(&terms.digest);
        }
        if !folded {
            let command = said
                .command()
                .map_err(|why| BadRecord::new(entry, RecordFault::Forged, "a command of this engine", why))?;
            let book = self.book.as_ref().ok_or_else(|| {
                let expected = match opened {
                    Some(terms) => format!("the text of {} with the digest {}", terms.rulebook, terms.digest),
                    None => "a document to decide by".to_owned(),
                };
                BadRecord::new(entry, RecordFault::Unreadable, expected, "none")
            })?;
            let stamped = Stamped { at, by, command: command.clone() };
            let events = decide(book, &self.standing.table, &stamped).map_err(|refused| {
                BadRecord::new(entry, RecordFault::Forged, format!("a refusal: {refused}"), said.line())
            })?;
            if events != said.events {
                let (made, kept) = difference(&events, &said.events);
                return Err(BadRecord::new(entry, RecordFault::Forged, made, kept));
            }
        }
        self.standing.fold(at, by, &said.events);
        let line = entry.key.as_ref().map(|_| said.line());
        Ok(Taken { by, said: line, events: said.events.into(), folded })
    }
}
