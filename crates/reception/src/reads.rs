//! Reads of personal data and of the journal by staff, each recorded once a session.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use punto_journal::StreamName;
use punto_records::StreamOf;
use punto_site::{Command, Principal, Reading, Right};
use punto_vocab::PersonId;

use crate::auth::{Caller, SessionId};
use crate::problem::ApiError;
use crate::state::App;

/// What has been recorded of sessions that may still go on.
#[derive(Default)]
pub struct Reads(Mutex<BTreeSet<Read>>);

type Read = (SessionId, Reading, Option<PersonId>);

/// So many reads are remembered; beyond that each is recorded again rather than forgotten.
const REMEMBERED: usize = 100_000;

impl Reads {
    /// Lets go of what was recorded of a session that is over.
    pub fn forget(&self, session: SessionId) {
        self.known().retain(|(own, _, _)| *own != session);
    }

    fn known(&self) -> MutexGuard<'_, BTreeSet<Read>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Records that somebody of staff reads something, before they are shown it.
pub async fn log(app: &App, caller: &Caller, what: Reading, of: Option<PersonId>) -> Result<(), ApiError> {
    let (Some(who), Some(session)) = (caller.staff(), caller.session) else { return Ok(()) };
    let read = (session, what, of);
    if app.reads().known().contains(&read) {
        return Ok(());
    }
    app.say_site(Principal::System, Command::LogRead { who, what, of }).await?;
    let mut known = app.reads().known();
    if known.len() >= REMEMBERED {
        known.clear();
    }
    known.insert(read);
    Ok(())
}

/// Records that somebody of staff reads the stream of a patron, or takes it away; other streams are nobody's own.
pub async fn log_stream(
    app: &App,
    caller: &Caller,
    what: Reading,
    stream: Option<&StreamName>,
) -> Result<(), ApiError> {
    match stream.and_then(StreamOf::patron) {
        Some(patron) => log(app, caller, what, Some(patron)).await,
        None => Ok(()),
    }
}

/// What is read by whoever uses one of these rights.
const READ_BY: [(Right, Reading); 4] = [
    (Right::ReadJournal, Reading::Journal),
    (Right::VerifyJournal, Reading::Journal),
    (Right::ExportJournal, Reading::Export),
    (Right::ReadRecords, Reading::Records),
];

/// What the use of a right reads, where the right itself says so.
pub fn reading(right: Right) -> Option<Reading> {
    READ_BY.iter().find(|(own, _)| *own == right).map(|(_, what)| *what)
}
