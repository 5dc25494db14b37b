//! Records for people: the values of any stream's record as lines, and what can be looked for in them.

use std::fmt::Display;

use punto_journal::Entry;
use punto_vocab::stored::Stored;
use punto_vocab::{Args, Card, Citation, Money, Value};

use crate::body::{AccountBody, Body, ReadError, ShoeStep, SiteBody, Spoken, TableBody};

/// A record in lines, with the values that the lines are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What was said, or what became of the house's own shoe.
    pub said: String,
    /// What followed, each with what it rests on.
    pub events: Vec<(String, Citation)>,
    values: Vec<Value>,
}

impl Told {
    /// A record of a table, an account or the site in lines.
    pub fn of(entry: &Entry) -> Result<Told, ReadError> {
        Ok(match entry.stream.kind() {
            "patron" => Told::body(AccountBody::of(entry)?, punto_accounts::Command::args, |event| {
                (event.what.to_string(), event.by, event.what.args())
            }),
            "site" => Told::body(SiteBody::of(entry)?, punto_site::Command::args, |event| {
                (event.what.to_string(), event.by, event.what.args())
            }),
            _ => Told::body(TableBody::of(entry)?, punto_table::Command::args, |event| {
                (event.what.to_string(), event.by, event.what.args())
            }),
        })
    }

    fn body<C: Stored + Clone + Display, E: Stored>(
        body: Body<C, E>,
        said_args: fn(&C) -> Args,
        event_told: fn(E) -> (String, Citation, Args),
    ) -> Told {
        let spoken: Spoken<C, E> = match body {
            Body::Said(spoken) => spoken,
            Body::Shoe(step) => {
                return Told { said: step_line(&step), events: Vec::new(), values: Vec::new() };
            }
        };
        let said = spoken.line();
        let mut values: Args = spoken.command().map(said_args).unwrap_or_default();
        let mut events = Vec::new();
        for event in spoken.events {
            let (line, by, args) = event_told(event);
            events.push((line, by));
            values.extend(args);
        }
        Told { said, events, values: values.into_iter().map(|(_, value)| value).collect() }
    }
}

fn step_line(step: &ShoeStep) -> String {
    match step {
        ShoeStep::Prepared(prepared) => format!("shoe prepared {} {}", prepared.id, prepared.commitment),
        ShoeStep::Opened { opening, cut } => format!("shoe opened, cut {cut}: {opening}"),
        ShoeStep::Void { why } => format!("shoe void: {why}"),
    }
}

/// What somebody looks for in records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// A text in a line, in who spoke or in the command's own name.
    Text(String),
    /// A person who spoke or is spoken of.
    Person(String),
    /// A clause that something rests on, by its number, or a setting of the house.
    Clause(String),
    /// A card.
    Card(Card),
    /// An amount.
    Money(Money),
}

impl Sought {
    /// Whether a record has it. One that this program cannot read has its text alone.
    pub fn is_in(&self, entry: &Entry) -> bool {
        let told = Told::of(entry);
        let has = |is: &dyn Fn(&Value) -> bool| {
            told.as_ref().is_ok_and(|told| told.values.iter().any(|one| among(one, is)))
        };
        match self {
            Sought::Text(text) => {
                let in_lines = match &told {
                    Ok(told) => {
                        told.said.contains(text) || told.events.iter().any(|(line, _)| line.contains(text))
                    }
                    Err(_) => entry.body.contains(text),
                };
                let key = entry.key.as_ref().is_some_and(|key| key.contains(text));
                in_lines || key || entry.actor.contains(text)
            }
            Sought::Person(name) => {
                entry.actor.split(' ').next_back() == Some(name)
                    || has(&|value| match value {
                        Value::Name(own) => own == name,
                        Value::Actor { name: own, .. } => own.as_deref() == Some(name),
                        _ => false,
                    })
            }
            Sought::Clause(clause) => told.is_ok_and(|told| {
                told.events
                    .iter()
                    .any(|(_, by)| by.authorities().iter().any(|one| one.to_string() == *clause))
            }),
            Sought::Card(card) => has(&|value| *value == Value::Card(*card)),
            Sought::Money(money) => has(&|value| match value {
                Value::Money(own) => own == money,
                Value::Range { min, max } => min == money || max == money,
                _ => false,
            }),
        }
    }
}

/// Whether a value, or one of a list, is what is looked for.
fn among(value: &Value, is: &dyn Fn(&Value) -> bool) -> bool {
    match value {
        Value::List(list) => list.iter().any(|one| among(one, is)),
        one => is(one),
    }
}

/// Whether a record's body has any of these stored names in it. A quick look: most records are of no concern to a
/// reader, and need not be read.
pub fn mentions(entry: &Entry, names: &[&str]) -> bool {
    names.iter().any(|name| {
        entry.body.match_indices(name).any(|(at, _)| {
            let (before, behind) = (&entry.body[..at], &entry.body[at + name.len()..]);
            before.ends_with('"') && behind.starts_with('"')
        })
    })
}
