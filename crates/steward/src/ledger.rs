//! The own stream of a tournament or a promotion: what was said under a key, what an append came to, what it may have missed.

use punto_floor::{Beside, Floor, FloorError, MoveError};
use punto_journal::{AppendError, Entry, Record, StreamName};
use punto_records::StreamOf;
use punto_vocab::Refusal;

/// A stream and its writer.
pub(crate) struct Ledger {
    pub(crate) floor: Floor,
    pub(crate) stream: StreamName,
    /// An append may or may not have been made: the journal is asked before the next.
    pub(crate) doubt: bool,
}

/// Why something was not done.
pub(crate) enum Undone<R> {
    Refused(Refusal<R>),
    Account(punto_accounts::Refused),
    Fault(FloorError),
}

impl Ledger {
    pub(crate) fn of(floor: &Floor, stream: StreamOf) -> Result<Ledger, FloorError> {
        let stream = stream.name().map_err(|error| FloorError::Name(error.to_string()))?;
        Ok(Ledger { floor: floor.clone(), stream, doubt: false })
    }

    /// The record of an earlier command with the same key.
    pub(crate) async fn found(&self, key: &str) -> Result<Option<Record>, FloorError> {
        let (journal, stream, key) = (self.floor.journal().clone(), self.stream.clone(), key.to_owned());
        let find = move || journal.find(&stream, &key);
        let found = tokio::task::spawn_blocking(find).await.map_err(|_| FloorError::Stopped)?;
        found.map_err(|fault| FloorError::Fault(fault.to_string()))
    }

    /// After a doubtful append: some of what the journal has behind this number. Nothing more ends the doubt.
    pub(crate) async fn missed(&mut self, seq: u64) -> Result<Vec<Record>, FloorError> {
        if !self.doubt {
            return Ok(Vec::new());
        }
        let (journal, stream) = (self.floor.journal().clone(), self.stream.clone());
        let read = tokio::task::spawn_blocking(move || journal.read(&stream, seq, 100)).await;
        let records = read.map_err(|_| FloorError::Stopped)?;
        let records = records.map_err(|fault| FloorError::Fault(fault.to_string()))?;
        self.doubt = !records.is_empty();
        Ok(records)
    }

    /// One append of a record, the accounts' side of it and what is told of it.
    pub(crate) async fn append<R>(&mut self, entry: Entry, beside: Beside) -> Result<Record, Undone<R>> {
        match self.floor.append_with_accounts(vec![entry], beside).await {
            Ok(records) => records.into_iter().next().ok_or(Undone::Fault(FloorError::Stopped)),
            Err(MoveError::Account(refused)) => Err(Undone::Account(refused)),
            Err(MoveError::Floor(error)) => Err(Undone::Fault(error)),
            Err(MoveError::Append(error)) => {
                self.doubt |= matches!(error, AppendError::Fault(_) | AppendError::Conflict { .. });
                Err(Undone::Fault(error.into()))
            }
        }
    }
}
