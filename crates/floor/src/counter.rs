//! A desk that many may speak to: one after another, and each until the journal has it.

use std::sync::Arc;

use punto_host::Clock;
use punto_journal::{AppendError, Journal, StreamName};
use punto_records::Body;
use tokio::sync::{Mutex, OwnedMutexGuard, Semaphore, watch};

use crate::desk::{AnswerOf, Desk, OutcomeOf, SaidTo, Subject};
use crate::refusal::FloorReason;
use crate::said::FloorError;
use crate::snapshot;

/// A desk that many may speak to: they take turns, and no more wait than may.
pub(crate) struct Counter<S: Subject> {
    desk: Arc<Mutex<Desk<S>>>,
    shown: watch::Sender<Arc<S>>,
    waiting: Arc<Semaphore>,
}

/// How many may wait for one desk.
const WAITING: usize = 256;

impl<S: Subject> Counter<S> {
    pub(crate) fn new(desk: Desk<S>) -> Counter<S> {
        let shown = watch::Sender::new(desk.state.clone());
        Counter { desk: Arc::new(Mutex::new(desk)), shown, waiting: Arc::new(Semaphore::new(WAITING)) }
    }

    /// The state as it is known to be on disk.
    pub(crate) fn now(&self) -> Arc<S> {
        self.shown.borrow().clone()
    }

    pub(crate) fn watch(&self) -> watch::Receiver<Arc<S>> {
        self.shown.subscribe()
    }

    /// Takes the desk for oneself, as soon as it is free and free of doubt.
    pub(crate) async fn take(
        &self,
        journal: &Arc<dyn Journal>,
    ) -> Result<OwnedMutexGuard<Desk<S>>, FloorError> {
        let Ok(_permit) = self.waiting.clone().try_acquire_owned() else { return Err(FloorError::Busy) };
        let mut desk = self.desk.clone().lock_owned().await;
        if desk.in_doubt() {
            let (own, mut copy) = (journal.clone(), desk.clone());
            let read = move || copy.catch_up(&*own).map(|()| copy);
            *desk = blocking(read).await?.map_err(|error| FloorError::Fault(error.to_string()))?;
            self.show(&desk);
        }
        Ok(desk)
    }

    /// Shows everybody what a desk has come to.
    pub(crate) fn show(&self, desk: &Desk<S>) {
        self.shown.send_replace(desk.state.clone());
    }

    /// Says something, and waits until the journal has it.
    pub(crate) async fn say(
        &self,
        journal: &Arc<dyn Journal>,
        clock: &dyn Clock,
        said: &SaidTo<S>,
    ) -> Result<OutcomeOf<S>, FloorError> {
        let mut desk = self.take(journal).await?;
        let decided = match desk.decide(clock, said) {
            Ok(decided) => decided,
            Err(refused) => {
                let first = first::<S>(journal, &desk.stream, said).await?;
                return Ok(first.map_or(OutcomeOf::Refused(refused), OutcomeOf::Done));
            }
        };
        match journal.append(vec![decided.entry.clone()]).await {
            Ok(records) => {
                let Some(record) = records.first() else { return Err(FloorError::Stopped) };
                let answer = desk.commit(decided, record);
                self.show(&desk);
                if desk.unsaved() >= snapshot::EVERY {
                    save(journal, &mut desk).await;
                }
                Ok(OutcomeOf::Done(answer))
            }
            Err(AppendError::Repeated { .. }) => {
                let first = first::<S>(journal, &desk.stream, said).await?;
                first.map(OutcomeOf::Done).ok_or(FloorError::Busy)
            }
            Err(error) => {
                desk.failed(&error);
                Err(error.into())
            }
        }
    }

    /// Puts a snapshot on the shelf, if enough has happened since the last.
    pub(crate) async fn save(&self, journal: &Arc<dyn Journal>, at_least: u64) {
        let mut desk = self.desk.clone().lock_owned().await;
        if desk.unsaved() >= at_least.max(1) {
            save(journal, &mut desk).await;
        }
    }
}

async fn save<S: Subject>(journal: &Arc<dyn Journal>, desk: &mut Desk<S>) {
    let (own, copy) = (journal.clone(), desk.clone());
    let saved =
        blocking(move || snapshot::save(&*own, &copy.stream, copy.seq, copy.hash, &*copy.state)).await;
    match saved {
        Ok(Ok(())) => desk.saved = desk.seq,
        Ok(Err(fault)) => tracing::warn!(stream = %desk.stream, %fault, "no snapshot was written"),
        Err(_) => {}
    }
}

/// The answer to an earlier command with the same key.
async fn first<S: Subject>(
    journal: &Arc<dyn Journal>,
    stream: &StreamName,
    said: &SaidTo<S>,
) -> Result<Option<AnswerOf<S>>, FloorError> {
    let Some(key) = said.key.clone() else { return Ok(None) };
    let (own, stream) = (journal.clone(), stream.clone());
    let found = blocking(move || own.find(&stream, key.as_str())).await?;
    let Some(record) = found.map_err(|fault| FloorError::Fault(fault.to_string()))? else { return Ok(None) };
    let entry = record.entry;
    let Some(first) = Body::<S::Command, S::Event>::of(&entry).ok().and_then(Body::said) else {
        return Ok(None);
    };
    if entry.actor != said.by.to_string() || first.command() != Ok(&said.command) {
        return Err(FloorReason::KeyOfAnotherCommand.into());
    }
    Ok(Some(AnswerOf::again(&entry, first)))
}

/// Does something to its end, also when whoever asked for it has gone: nobody leaves while the journal writes for a
/// desk, or the desk would not know of it.
pub(crate) async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, FloorError>> + Send + 'static,
) -> Result<T, FloorError> {
    tokio::spawn(work).await.unwrap_or(Err(FloorError::Stopped))
}

/// Runs a blocking operation on a thread of its own.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, FloorError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| FloorError::Stopped)
}
