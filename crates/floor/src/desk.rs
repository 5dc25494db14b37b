//! What the site and the accounts have in common: something that is decided and folded, one command after another.

use std::fmt::Display;
use std::sync::Arc;

use punto_accounts::Account;
use punto_host::Clock;
use punto_journal::{AppendError, Entry, Hash, Journal, Record, StreamName};
use punto_records::{BadRecord, Body, ENGINE, Engines, RecordFault, Recorded, Spoken, difference};
use punto_site::{Principal, Site, Stamped};
use punto_vocab::Time;
use punto_vocab::stored::Stored;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::said::CommandKey;
use crate::snapshot;

/// Something pure that is kept in a stream of its own: the site, or an account.
pub trait Subject:
    Clone + std::fmt::Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// What is said to it.
    type Command: Clone + std::fmt::Debug + PartialEq + Display + Stored + Send + Sync + 'static;
    /// What happens to it.
    type Event: Clone + std::fmt::Debug + PartialEq + Display + Stored + Send + Sync + 'static;
    /// Why something is refused.
    type Refused: Clone + std::fmt::Debug + PartialEq + Display + Send + Sync + 'static;

    /// What a command causes.
    fn decide(&self, said: &Stamped<Principal, Self::Command>) -> Result<Vec<Self::Event>, Self::Refused>;
    /// Folds an event.
    fn apply(&mut self, at: Time, by: Principal, event: &Self::Event);
    /// What happened, in one line.
    fn line(event: &Self::Event) -> String;
    /// The time of its last event.
    fn now(&self) -> Time;
}

/// Makes the state of a crate a subject: its functions are called what the trait's are.
macro_rules! subject {
    ($state:ty: $home:ident) => {
        impl Subject for $state {
            type Command = $home::Command;
            type Event = $home::Event;
            type Refused = $home::Refused;

            fn decide(
                &self,
                said: &Stamped<Principal, Self::Command>,
            ) -> Result<Vec<Self::Event>, Self::Refused> {
                $home::decide(self, said)
            }

            fn apply(&mut self, at: Time, by: Principal, event: &Self::Event) {
                $home::apply(self, at, &by, event);
            }

            fn line(event: &Self::Event) -> String {
                event.what.to_string()
            }

            fn now(&self) -> Time {
                self.now
            }
        }
    };
}

subject!(Site: punto_site);
subject!(Account: punto_accounts);

/// What is said to the site or to an account. Without a key every saying is a new one.
#[derive(Clone, Debug, PartialEq)]
pub struct SaidTo<S: Subject> {
    /// Idempotency key chosen by the client.
    pub key: Option<CommandKey>,
    /// Who says it.
    pub by: Principal,
    /// What is said.
    pub command: S::Command,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq)]
pub enum OutcomeOf<S: Subject> {
    /// It was done, and the journal has it.
    Done(AnswerOf<S>),
    /// It was refused, and nothing has changed.
    Refused(S::Refused),
}

/// What it has caused.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerOf<S: Subject> {
    /// The number of its record.
    pub seq: u64,
    /// When it was done.
    pub at: Time,
    /// What happened.
    pub happened: Arc<[S::Event]>,
    /// Whether this is the answer to an earlier command with the same key.
    pub repeated: bool,
}

impl<S: Subject> AnswerOf<S> {
    /// What happened, one line each.
    pub fn lines(&self) -> Vec<String> {
        self.happened.iter().map(S::line).collect()
    }

    /// The answer to a command that was given before, from its record.
    pub(crate) fn again(entry: &Entry, said: Spoken<S::Command, S::Event>) -> AnswerOf<S> {
        AnswerOf { seq: entry.seq, at: Time(entry.at), happened: said.events.into(), repeated: true }
    }
}

/// A stream's state and its end.
#[derive(Clone, Debug)]
pub(crate) struct Desk<S> {
    pub(crate) stream: StreamName,
    pub(crate) state: Arc<S>,
    pub(crate) seq: u64,
    pub(crate) hash: Hash,
    /// An append may or may not have been made: the journal is asked before the next.
    doubt: bool,
    engines: Engines,
    pub(crate) saved: u64,
}

/// A command that was decided and is not written yet.
pub(crate) struct Decided<S: Subject> {
    pub(crate) entry: Entry,
    pub(crate) events: Vec<S::Event>,
    pub(crate) by: Principal,
    pub(crate) at: Time,
}

impl<S: Subject> Desk<S> {
    /// The stream as the journal has it: its snapshot, and every record behind it decided again.
    pub(crate) fn load(journal: &dyn Journal, stream: StreamName) -> Result<Desk<S>, LoadError> {
        let kept = snapshot::load::<S, _>(journal, &stream)?;
        let (seq, hash, state) = kept.unwrap_or_else(|| (0, Hash::ZERO, S::default()));
        let mut desk = Desk::at(stream, seq, hash, state);
        desk.catch_up(journal)?;
        match desk.engines.too_new() {
            Some(why) => Err(LoadError::TooNew(why)),
            None => Ok(desk),
        }
    }

    /// A stream that stands at a record.
    pub(crate) fn at(stream: StreamName, seq: u64, hash: Hash, state: S) -> Desk<S> {
        let engines = Engines::default();
        Desk { stream, state: Arc::new(state), seq, hash, doubt: false, engines, saved: seq }
    }

    /// Folds the records that the journal has behind this state.
    pub(crate) fn catch_up(&mut self, journal: &dyn Journal) -> Result<(), LoadError> {
        loop {
            let records = journal.read(&self.stream, self.seq, 1_000)?;
            if records.is_empty() {
                self.doubt = false;
                return Ok(());
            }
            for record in &records {
                self.take(record)?;
            }
        }
    }

    /// Decides a record again, compares it and folds it; one of another engine is folded as it is stored.
    pub(crate) fn take(&mut self, record: &Record) -> Result<Vec<S::Event>, BadRecord> {
        let entry = &record.entry;
        let forged =
            |expected: String, found: String| BadRecord::new(entry, RecordFault::Forged, expected, found);
        if entry.seq != self.seq + 1 || record.prev != self.hash || !record.holds() {
            let expected = format!("record {} behind {}", self.seq + 1, self.hash);
            return Err(forged(expected, format!("record {} behind {}", entry.seq, record.prev)));
        }
        self.engines.next(record)?;
        let Recorded { at, by, body } = Recorded::<Principal, S::Command, S::Event>::of(entry)
            .map_err(|error| BadRecord::unread(entry, &error))?;
        let Body::Said(said) = body else {
            return Err(forged("something said".into(), "a shoe".into()));
        };
        if entry.engine == ENGINE {
            let command =
                said.command().map_err(|why| forged("a command of this engine".into(), why.into()))?;
            let events = self.state.decide(&Stamped { at, by, command: command.clone() });
            let events = events.map_err(|refused| forged(format!("a refusal: {refused}"), said.line()))?;
            if events != said.events {
                let (made, kept) = difference(&events, &said.events);
                return Err(forged(made, kept));
            }
        }
        self.fold(record, by, at, &said.events);
        Ok(said.events)
    }

    fn fold(&mut self, record: &Record, by: Principal, at: Time, events: &[S::Event]) {
        let state = Arc::make_mut(&mut self.state);
        for event in events {
            state.apply(at, by, event);
        }
        (self.seq, self.hash) = (record.entry.seq, record.hash);
    }

    /// Decides a command at this moment.
    pub(crate) fn decide(&self, clock: &dyn Clock, said: &SaidTo<S>) -> Result<Decided<S>, S::Refused> {
        let at = clock.now().max(self.state.now());
        self.decide_at(at, said)
    }

    /// Decides a command at a moment.
    pub(crate) fn decide_at(&self, at: Time, said: &SaidTo<S>) -> Result<Decided<S>, S::Refused> {
        let at = at.max(self.state.now());
        let SaidTo { key, by, command } = said;
        let events = self.state.decide(&Stamped { at, by: *by, command: command.clone() })?;
        let body = Body::Said(Spoken::new(command.clone(), events.clone()));
        let entry = body.entry((&self.stream, self.seq + 1), at.0, by, key.as_ref().map(CommandKey::as_str));
        Ok(Decided { entry, events, by: *by, at })
    }

    /// Folds what was decided, now that the journal has it.
    pub(crate) fn commit(&mut self, decided: Decided<S>, record: &Record) -> AnswerOf<S> {
        self.fold(record, decided.by, decided.at, &decided.events);
        AnswerOf { seq: record.entry.seq, at: decided.at, happened: decided.events.into(), repeated: false }
    }

    /// Goes on as if what was decided had been written, to decide what comes with it.
    pub(crate) fn suppose(&mut self, decided: &Decided<S>) {
        let state = Arc::make_mut(&mut self.state);
        for event in &decided.events {
            state.apply(decided.at, decided.by, event);
        }
        self.seq += 1;
    }

    /// Notes that an append failed; after some failures the journal must be asked what it has.
    pub(crate) fn failed(&mut self, error: &AppendError) {
        self.doubt |= matches!(error, AppendError::Fault(_) | AppendError::Conflict { .. });
    }

    pub(crate) fn in_doubt(&self) -> bool {
        self.doubt
    }

    /// How many records have come since the last snapshot.
    pub(crate) fn unsaved(&self) -> u64 {
        self.seq - self.saved
    }
}

/// Why a stream cannot be taken up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] punto_journal::Fault),
    /// A record does not hold.
    #[error(transparent)]
    Record(#[from] BadRecord),
    /// A newer program has written its last records.
    #[error("{0}")]
    TooNew(String),
}
