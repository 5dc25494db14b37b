//! Significant events in the same append as what they are about, so that no crash comes between the two.

use punto_journal::{AppendError, Entry, Record};
use punto_site::{Command, Principal, Refused, Site, Time};
use tokio::sync::OwnedMutexGuard;

use crate::desk::{Decided, Desk, SaidTo};
use crate::hub::Core;
use crate::said::FloorError;

/// What the site records beside something else, with the site held until the journal has it.
pub(crate) struct Noted {
    desk: OwnedMutexGuard<Desk<Site>>,
    decided: Vec<Decided<Site>>,
}

impl Noted {
    /// What the site records of these; nothing if there is nothing to record.
    pub(crate) async fn of(core: &Core, notes: Vec<(Time, Command)>) -> Result<Option<Noted>, FloorError> {
        Noted::allowed(core, notes).await?.map_err(|refused| FloorError::Fault(refused.to_string()))
    }

    /// The same where the site may refuse, which is no fault.
    pub(crate) async fn allowed(
        core: &Core,
        notes: Vec<(Time, Command)>,
    ) -> Result<Result<Option<Noted>, Refused>, FloorError> {
        if notes.is_empty() {
            return Ok(Ok(None));
        }
        let desk = core.site.take(&core.journal).await?;
        Ok(decided(&desk, notes).map(|decided| Some(Noted { desk, decided })))
    }

    /// What is to be written with the rest.
    pub(crate) fn entries(noted: Option<&Noted>) -> impl Iterator<Item = Entry> {
        noted.into_iter().flat_map(|noted| noted.decided.iter().map(|note| note.entry.clone()))
    }

    /// The journal has it: tables follow what holds them now.
    pub(crate) fn written(noted: Option<Noted>, core: &Core, records: &[Record]) {
        let Some(Noted { mut desk, decided }) = noted else { return };
        for note in &decided {
            for event in
                note.events.iter().filter(|event| punto_site::Notice::of(note.at, &event.what).is_some())
            {
                tracing::warn!(what = %event.what, "significant event");
            }
        }
        for (note, record) in decided.into_iter().zip(records) {
            desk.commit(note, record);
        }
        core.site.show(&desk);
        core.lock_tables();
    }

    /// It was not written, or the outcome is unknown.
    pub(crate) fn failed(noted: Option<Noted>, error: &AppendError) {
        if let Some(mut noted) = noted {
            noted.desk.failed(error);
        }
    }
}

/// Decides notes one behind another, as the server's own word.
pub(crate) fn decided(desk: &Desk<Site>, notes: Vec<(Time, Command)>) -> Result<Vec<Decided<Site>>, Refused> {
    let mut work = desk.clone();
    let mut decided = Vec::new();
    for (at, command) in notes {
        let note = work.decide_at(at, &SaidTo { key: None, by: Principal::System, command })?;
        let told = punto_site::told(&work.state, Principal::System, &note.events);
        work.suppose(&note);
        decided.push(note);
        if let Some(told) = told {
            let note =
                work.decide_at(at, &SaidTo { key: None, by: Principal::System, command: told.note() })?;
            work.suppose(&note);
            decided.push(note);
        }
    }
    Ok(decided)
}
