//! The site as others see it, and the recording of significant events.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use punto_journal::{Fault, Hash};
use punto_records::StreamOf;
use punto_site::{Cause, Command, Kind, Place, Principal, Site};
use tokio::sync::{mpsc, watch};

use crate::counter::to_the_end;
use crate::desk::{Desk, LoadError, OutcomeOf, SaidTo};
use crate::hub::{Core, Locks, Notice};
use crate::said::FloorError;
use crate::source::Source;

/// What is said to the site.
pub type SiteSaid = SaidTo<Site>;

/// What became of it.
pub type SiteOutcome = OutcomeOf<Site>;

/// Staff, machines, sign-ins and significant events of the site.
#[derive(Clone)]
pub struct SiteHandle(pub(crate) Arc<Core>);

impl SiteHandle {
    /// Says something to the site, and waits until the journal has it.
    pub async fn say(&self, said: SiteSaid) -> Result<SiteOutcome, FloorError> {
        if self.0.stopping() {
            return Err(FloorError::Stopped);
        }
        let core = self.0.clone();
        to_the_end(async move {
            let outcome = core.site.say(&core, &said).await?;
            core.lock_tables();
            Ok(outcome)
        })
        .await
    }

    /// Has a significant event recorded as soon as it can be; nobody waits for it.
    pub fn raise(&self, kind: Kind, place: Place, what: Cause) {
        self.0.raise(kind, place, what);
    }

    /// The site after its last commit.
    pub fn now(&self) -> Arc<Site> {
        self.0.site.now()
    }

    /// Every state of the site from now on; who is slow sees only the newest.
    pub fn watch(&self) -> watch::Receiver<Arc<Site>> {
        self.0.site.watch()
    }
}

impl Core {
    /// Tables follow what faults there are.
    pub(crate) fn lock_tables(&self) {
        let locks = Locks::of(&self.site.now());
        self.locks.send_if_modified(|known| {
            let new = **known != locks;
            if new {
                *known = Arc::new(locks);
            }
            new
        });
    }
}

/// How long to wait before a significant event that could not be recorded is tried again, in microseconds.
const AGAIN: i64 = 1_000_000;

/// Records significant events one after another, each until it is recorded.
pub(crate) async fn record_notices(core: Arc<Core>, mut waiting: mpsc::Receiver<Notice>) {
    while let Some(notice) = waiting.recv().await {
        while !recorded(&core, &notice).await {
            let again = punto_vocab::Time(core.clock.now().0.saturating_add(AGAIN));
            core.clock.sleep_until(again).await;
        }
        core.unrecorded.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Records one, unless the same state waits for somebody already. What happened at a moment, and what people did, is recorded
/// each time.
pub(crate) async fn recorded(core: &Arc<Core>, notice: &Notice) -> bool {
    let Notice { kind, place, about, what } = notice;
    let known = core.site.now();
    let same = |own: &punto_site::Notice| {
        own.kind == *kind && own.place == *place && own.what == *what && own.acknowledged.is_none()
    };
    if about.is_none() && !kind.is_of_a_moment() && known.notices.values().any(same) {
        return true;
    }
    let command = Command::Note { kind: *kind, place: *place, about: about.clone(), what: what.clone() };
    let said = SaidTo { key: None, by: Principal::System, command };
    match core.site.say(core, &said).await {
        Ok(OutcomeOf::Done(_)) => {
            core.lock_tables();
            true
        }
        Ok(OutcomeOf::Refused(refused)) => {
            tracing::error!(%kind, %place, %refused, "a significant event was refused");
            true
        }
        Err(FloorError::Stopped) => true,
        Err(error) => {
            tracing::warn!(%kind, %place, %error, "a significant event waits to be recorded");
            false
        }
    }
}

/// The site as the records of a journal leave it, decided again from the first.
pub fn site_of<J: Source + ?Sized>(source: &J) -> Result<Site, LoadError> {
    let stream = StreamOf::Site.name().map_err(|error| Fault::Unfit(error.to_string()))?;
    let mut desk = Desk::<Site>::at(stream, 0, Hash::ZERO, Site::default());
    loop {
        let records = source.read(&desk.stream, desk.seq, 1_000)?;
        if records.is_empty() {
            return Ok(Site::clone(&desk.state));
        }
        for record in &records {
            desk.take(record)?;
        }
    }
}
