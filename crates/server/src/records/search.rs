//! Searches in the journal: by the index as far as it has come, and by reading what is behind it.

use punto_journal::projection::Lookup;
use punto_journal::{Fault, Journal, Record, StreamName};
use punto_report::Sought;
use punto_vocab::{CardError, MoneyError};
use serde::Deserialize;

use crate::problem::ApiError;
use crate::state::App;

/// What is searched for.
#[derive(Clone, Copy, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SearchKind {
    /// Words of the lines, the actor or the key, or how they begin, in any order and either case.
    #[default]
    Any,
    /// A person who spoke or is spoken of, by name.
    Patron,
    /// A clause by its number, or a setting of the house.
    Clause,
    /// A card, such as `Ks`.
    Card,
    /// An amount, such as `23.75`.
    Amount,
}

impl SearchKind {
    /// What a text asks for.
    pub(super) fn sought(self, text: &str) -> Result<Sought, ApiError> {
        let text = text.trim();
        let wrong = |error: &dyn std::fmt::Display| ApiError::bad_request(error.to_string());
        let sought = match self {
            SearchKind::Any => Sought::Words(text.to_owned()),
            SearchKind::Patron => Sought::Person(text.to_owned()),
            SearchKind::Clause => Sought::Clause(text.trim_start_matches('§').trim().to_owned()),
            SearchKind::Card => Sought::Card(text.parse().map_err(|error: CardError| wrong(&error))?),
            SearchKind::Amount => {
                Sought::Money(text.replace(',', "").parse().map_err(|error: MoneyError| wrong(&error))?)
            }
        };
        match sought.wanted().is_empty() {
            true => Err(ApiError::bad_request("there is no word to search for")),
            false => Ok(sought),
        }
    }
}

/// A search under way.
pub(super) struct Search<'a> {
    sought: &'a Sought,
    /// What the index says; without one everything is read.
    indexed: Option<Lookup<'a>>,
}

impl<'a> Search<'a> {
    pub(super) fn begin(app: &'a App, sought: &'a Sought) -> Search<'a> {
        let indexed = app.search_index().projected().look_up(&sought.wanted());
        let indexed = indexed.unwrap_or_else(|fault| {
            tracing::warn!(%fault, "a search has to read the journal, as its index cannot be read");
            None
        });
        Search { sought, indexed }
    }

    /// Whether a record that was read fits.
    pub(super) fn fits(&self, record: &Record) -> bool {
        self.sought.is_in(&record.entry)
    }

    /// What the index has of a stream behind `after` and up to `upto`, `most` at most, and the record behind which the rest
    /// has to be read.
    pub(super) fn indexed(
        &self,
        journal: &dyn Journal,
        stream: &StreamName,
        (after, upto): (u64, u64),
        most: usize,
    ) -> Result<(Vec<Record>, u64), Fault> {
        let Some(lookup) = &self.indexed else { return Ok((Vec::new(), after)) };
        let Ok(hits) = lookup.find(stream, after, upto, most) else { return Ok((Vec::new(), after)) };
        let records = read_all(journal, stream, &hits)?;
        let reached = match hits.last() {
            Some(last) if hits.len() == most => *last,
            _ => lookup.indexed(stream).min(upto).max(after),
        };
        Ok((records, reached))
    }
}

/// The records of a stream with these numbers. Those that lie close are read together.
fn read_all(journal: &dyn Journal, stream: &StreamName, numbers: &[u64]) -> Result<Vec<Record>, Fault> {
    const CLOSE: u64 = 64;
    let mut records = Vec::with_capacity(numbers.len());
    for close in numbers.chunk_by(|one, next| (one - 1) / CLOSE == (next - 1) / CLOSE) {
        let (Some(first), Some(last)) = (close.first(), close.last()) else { continue };
        let read = journal.read(stream, first - 1, (last - first + 1) as usize)?;
        records.extend(read.into_iter().filter(|record| close.contains(&record.entry.seq)));
    }
    Ok(records)
}
