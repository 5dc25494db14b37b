//! A record read again: it stands behind the one before, an engine wrote it that can have, and what was decided is decided so.

use std::fmt::Display;

use punto_journal::{Hash, Record};
use punto_records::{BadRecord, Body, ENGINE, Engines, RecordFault, Spoken, difference};
use punto_vocab::stored::Stored;
use punto_vocab::{Actor, Stamped, Time};

/// What the next record of a stream holds, and who spoke.
pub(crate) fn next<C, E>(
    (seq, hash): (u64, Hash),
    engines: &mut Engines,
    record: &Record,
) -> Result<(Actor, Spoken<C, E>), BadRecord>
where
    C: Stored + Clone + Display,
    E: Stored,
{
    let entry = &record.entry;
    if entry.seq != seq + 1 || record.prev != hash || !record.holds() {
        let expected = format!("record {} behind {hash}", seq + 1);
        return Err(forged(record, expected, format!("record {} behind {}", entry.seq, record.prev)));
    }
    engines.next(record)?;
    let said = match Body::of(entry) {
        Ok(Body::Said(said)) => said,
        Ok(Body::Shoe(_)) => return Err(forged(record, "something said".into(), "a shoe".into())),
        Err(error) => return Err(BadRecord::unread(entry, &error)),
    };
    let by = entry.actor.parse().map_err(|error| forged(record, "somebody who speaks".into(), error))?;
    Ok((by, said))
}

/// Decides a record of this engine again and compares: it must be of whoever may say it, and come to the same events.
pub(crate) fn decided<C, E, R>(
    record: &Record,
    (by, said): (Actor, &Spoken<C, E>),
    is_kept: impl FnOnce(&C, &[E]) -> bool,
    decide: impl FnOnce(&Stamped<Actor, C>) -> Result<Vec<E>, R>,
) -> Result<(), BadRecord>
where
    C: Stored + Clone + Display,
    E: Stored + PartialEq + Display,
    R: Display,
{
    if record.entry.engine != ENGINE {
        return Ok(());
    }
    let command = said.command();
    let command = command.map_err(|why| forged(record, "a command of this engine".into(), why.into()))?;
    let events = decide(&Stamped { at: Time(record.entry.at), by, command: command.clone() });
    let events = events.map_err(|refused| forged(record, format!("a refusal: {refused}"), said.line()))?;
    if !is_kept(command, &events) {
        let expected = "the word of whoever may say it".into();
        return Err(forged(record, expected, format!("{by}: {command}")));
    }
    if events == said.events {
        return Ok(());
    }
    let (made, kept) = difference(&events, &said.events);
    Err(forged(record, made, kept))
}

/// A record that is not what its house wrote.
pub(crate) fn forged(record: &Record, expected: String, found: String) -> BadRecord {
    BadRecord::new(&record.entry, RecordFault::Forged, expected, found)
}
