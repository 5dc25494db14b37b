//! Records for people: the values of any stream's record as lines.

use std::fmt::Display;

use punto_journal::Entry;
use punto_vocab::stored::Stored;
use punto_vocab::{Args, Citation, Value, Valued};

use crate::body::{Body, ReadError, ShoeStep, Spoken};
use crate::recorded::{AccountRecord, PromotionRecord, Recorded, SiteRecord, TableRecord, TournamentRecord};
use crate::stream::StreamOf;
use crate::upcast::other_name;

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
    /// A record of a table, a tournament, a promotion, an account or the site in lines.
    pub fn of(entry: &Entry) -> Result<Told, ReadError> {
        Ok(match StreamOf::read(&entry.stream).map_err(ReadError::Values)? {
            Some(StreamOf::Patron(_)) => {
                Told::read(AccountRecord::of(entry)?, punto_accounts::Command::args, |event| {
                    (event.what.to_string(), event.by, event.what.args())
                })
            }
            Some(StreamOf::Site) => Told::read(SiteRecord::of(entry)?, punto_site::Command::args, |event| {
                (event.what.to_string(), event.by, event.what.args())
            }),
            Some(StreamOf::Tournament(_)) => {
                Told::read(TournamentRecord::of(entry)?, punto_tournament::Command::args, |event| {
                    (event.what.to_string(), event.by, event.what.args())
                })
            }
            Some(StreamOf::Promotion(_)) => {
                Told::read(PromotionRecord::of(entry)?, punto_promotion::Command::args, |event| {
                    (event.what.to_string(), event.by, event.what.args())
                })
            }
            Some(StreamOf::Table(_)) | None => {
                Told::read(TableRecord::of(entry)?, punto_table::Command::args, |event| {
                    (event.what.to_string(), event.by, event.what.args())
                })
            }
        })
    }

    /// Who spoke, and the values that the lines are made of.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    fn read<A: Valued, C: Stored + Clone + Display, E: Stored>(
        record: Recorded<A, C, E>,
        said_args: fn(&C) -> Args,
        event_told: fn(E) -> (String, Citation, Args),
    ) -> Told {
        let mut values = vec![record.by.value()];
        let spoken: Spoken<C, E> = match record.body {
            Body::Said(spoken) => spoken,
            Body::Shoe(step) => return Told { said: step_line(&step), events: Vec::new(), values },
        };
        let said = spoken.line();
        let mut add = |args: Args| values.extend(args.into_iter().map(|(_, value)| value));
        add(spoken.command().map(said_args).unwrap_or_default());
        let mut events = Vec::new();
        for event in spoken.events {
            let (line, by, args) = event_told(event);
            events.push((line, by));
            add(args);
        }
        Told { said, events, values }
    }
}

fn step_line(step: &ShoeStep) -> String {
    match step {
        ShoeStep::Prepared(prepared) => format!("shoe prepared {} {}", prepared.id, prepared.commitment),
        ShoeStep::Pledged { patron, pledge } => format!("shoe share pledged by {patron} {pledge}"),
        ShoeStep::PledgesClosed => "shoe pledges closed".to_owned(),
        ShoeStep::Revealed { patron, share } => {
            format!("shoe share revealed by {patron} {} {}", share.share_text(), share.salt_text())
        }
        ShoeStep::Opened { opening, cut } => format!("shoe opened, cut {cut}: {opening}"),
        ShoeStep::Discarded { opening, why } => format!("shoe discarded, {why}: {opening}"),
        ShoeStep::Void { why } => format!("shoe void: {why}"),
    }
}

/// Whether a record's body has any of these stored names in it, or what an older engine stored in its place. A quick
/// look: most records are of no concern to a reader, and need not be read.
pub fn mentions(entry: &Entry, names: &[&str]) -> bool {
    let has = |name: &str| {
        entry.body.match_indices(name).any(|(at, _)| {
            let (before, behind) = (&entry.body[..at], &entry.body[at + name.len()..]);
            before.ends_with('"') && behind.starts_with('"')
        })
    };
    names.iter().any(|name| has(name) || other_name(entry, name).is_some_and(has))
}
