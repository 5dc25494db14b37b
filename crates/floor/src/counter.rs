//! A desk that many may speak to: one after another, and each until the journal has it.

use std::sync::Arc;

use punto_accounts::{Account, AccountRule, Reason};
use punto_journal::{AppendError, Journal, StreamName};
use punto_records::Recorded;
use punto_site::{Principal, Site};
use punto_vocab::PersonId;
use tokio::sync::{Mutex, OwnedMutexGuard, Semaphore, watch};

use crate::alone::TakesTwo;
use crate::desk::{AnswerOf, Decided, Desk, OutcomeOf, SaidTo, Subject};
use crate::hub::Core;
use crate::noted::{self, Noted};
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

/// How often something is decided again, as another process was the first to write a stream that is nobody's.
pub(crate) const TRIES: usize = 50;

/// Does something until no other process was the first.
macro_rules! until_first {
    ($once:expr) => {{
        let mut tries = $crate::counter::TRIES;
        loop {
            match $once.await {
                Err(FloorError::Journal(AppendError::Conflict { .. })) if tries > 0 => tries -= 1,
                done => break done,
            }
        }
    }};
}
pub(crate) use until_first;

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
        self.be_sure(journal, &mut desk).await?;
        Ok(desk)
    }

    /// Takes up what the journal has, after a doubtful append or where other processes write as well.
    pub(crate) async fn be_sure(
        &self,
        journal: &Arc<dyn Journal>,
        desk: &mut Desk<S>,
    ) -> Result<(), FloorError> {
        if desk.in_doubt() || journal.is_shared() {
            let (own, mut copy, before) = (journal.clone(), desk.clone(), desk.seq);
            let read = move || copy.catch_up(&*own).map(|()| copy);
            *desk = blocking(read).await?.map_err(|error| FloorError::Fault(error.to_string()))?;
            if desk.seq != before {
                self.show(desk);
            }
        }
        Ok(())
    }

    /// Shows everybody what a desk has come to.
    pub(crate) fn show(&self, desk: &Desk<S>) {
        self.shown.send_replace(desk.state.clone());
    }

    /// The answer to what is refused: an earlier command with the same key was done.
    async fn refused(
        &self,
        journal: &Arc<dyn Journal>,
        desk: &Desk<S>,
        said: &SaidTo<S>,
        refused: S::Refused,
    ) -> Result<OutcomeOf<S>, FloorError> {
        let first = first::<S>(journal, &desk.stream, said).await?;
        Ok(first.map_or(OutcomeOf::Refused(refused), OutcomeOf::Done))
    }

    /// Appends what was decided, the command itself first, with what the site records beside it.
    async fn append(
        &self,
        core: &Core,
        said: &SaidTo<S>,
        mut desk: OwnedMutexGuard<Desk<S>>,
        (decided, noted): (Vec<Decided<S>>, Option<Noted>),
    ) -> Result<OutcomeOf<S>, FloorError> {
        let journal = &core.journal;
        let own = decided.iter().map(|decided| decided.entry.clone());
        match journal.append(own.chain(Noted::entries(noted.as_ref())).collect()).await {
            Ok(records) => {
                let (own, beside) = records.split_at(decided.len().min(records.len()));
                let mut answers = Vec::new();
                for (decided, record) in decided.into_iter().zip(own) {
                    answers.push(desk.commit(decided, record));
                }
                self.show(&desk);
                Noted::written(noted, core, beside);
                if desk.unsaved() >= snapshot::EVERY {
                    save(journal, &mut desk).await;
                }
                answers.into_iter().next().map(OutcomeOf::Done).ok_or(FloorError::Stopped)
            }
            Err(AppendError::Repeated { .. }) => {
                let first = first::<S>(journal, &desk.stream, said).await?;
                first.map(OutcomeOf::Done).ok_or(FloorError::Busy)
            }
            Err(error) => {
                desk.failed(&error);
                Noted::failed(noted, &error);
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

impl Counter<Site> {
    /// Says something, and waits until the journal has it. What is told of it is in the same append.
    pub(crate) async fn say(&self, core: &Core, said: &SaidTo<Site>) -> Result<OutcomeOf<Site>, FloorError> {
        until_first!(self.say_once(core, said))
    }

    async fn say_once(&self, core: &Core, said: &SaidTo<Site>) -> Result<OutcomeOf<Site>, FloorError> {
        let desk = self.take(&core.journal).await?;
        let first = match desk.decide(&*core.clock, said) {
            Ok(decided) => decided,
            Err(refused) => return self.refused(&core.journal, &desk, said, refused).await,
        };
        let notes = match punto_site::told(&desk.state, said.by, &first.events) {
            Some(told) => {
                let mut work = desk.clone();
                work.suppose(&first);
                let notes = noted::decided(&work, vec![(first.at, told.note())]);
                notes.map_err(|refused| FloorError::Fault(refused.to_string()))?
            }
            None => Vec::new(),
        };
        let all = std::iter::once(first).chain(notes).collect();
        self.append(core, said, desk, (all, None)).await
    }
}

impl Counter<Account> {
    /// Says something, and waits until the journal has it. What is told of it is in the same append.
    pub(crate) async fn say(
        &self,
        core: &Core,
        patron: PersonId,
        said: &SaidTo<Account>,
    ) -> Result<OutcomeOf<Account>, FloorError> {
        until_first!(self.say_once(core, patron, said))
    }

    async fn say_once(
        &self,
        core: &Core,
        patron: PersonId,
        said: &SaidTo<Account>,
    ) -> Result<OutcomeOf<Account>, FloorError> {
        let desk = self.take(&core.journal).await?;
        if let Err(refused) = core.in_currency(&said.command) {
            return self.refused(&core.journal, &desk, said, refused).await;
        }
        let decided = match desk.decide(&*core.clock, said) {
            Ok(decided) => decided,
            Err(refused) => return self.refused(&core.journal, &desk, said, refused).await,
        };
        let second_needed = || AccountRule::TwoPersons.refusal(Reason::SecondNeeded);
        let counted = match core.alone.map(|most| most.counted(&desk.state, patron, &decided)).transpose() {
            Ok(counted) => counted.unwrap_or_default(),
            Err(TakesTwo) => return self.refused(&core.journal, &desk, said, second_needed()).await,
        };
        let told = punto_accounts::told(patron, said.by, &decided.events);
        let cash = core.large_cash.map(|large| {
            punto_accounts::large_cash((&desk.state, decided.at), patron, said.by, &decided.events, large)
        });
        let giver =
            punto_accounts::paid_by_giver((&desk.state, decided.at), patron, said.by, &decided.events);
        let told = told
            .into_iter()
            .chain(cash.into_iter().flatten())
            .chain(giver)
            .map(|told| (decided.at, told.note()));
        match Noted::allowed(core, counted.into_iter().chain(told).collect()).await? {
            Ok(noted) => self.append(core, said, desk, (vec![decided], noted)).await,
            Err(refused) if matches!(refused.reason, punto_site::Reason::CashAlone { .. }) => {
                self.refused(&core.journal, &desk, said, second_needed()).await
            }
            Err(refused) => Err(FloorError::Fault(refused.to_string())),
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
    let read = Recorded::<Principal, S::Command, S::Event>::of(&entry);
    let Some((by, first)) = read.ok().and_then(Recorded::said) else { return Ok(None) };
    if by != said.by || first.command() != Ok(&said.command) {
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
