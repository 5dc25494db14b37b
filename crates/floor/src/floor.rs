//! The floor: all tables of one process, started from the journal and stopped into it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use punto_host::{Clock, Lateness, TimerReport, locked};
use punto_journal::{Journal, Signer};
use punto_records::{BadRecord, RecordFault};
use punto_report::{CoupRecall, RECALLED};
use punto_shoe::{GeneratorFault, SealingKey};
use punto_site::{Cause, Kind, Place, plain};
use punto_vocab::{Money, PersonId};
use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;

use crate::account::AccountHandle;
use crate::accounts::Accounts;
use crate::alone::CashAlone;
use crate::books::Books;
use crate::counter::{Counter, blocking};
use crate::currency;
use crate::desk::{Desk, LoadError};
use crate::hub::{Core, Locks, Notice};
use crate::integrity::Sampler;
use crate::own_shoe::House;
use crate::plan::{Pace, TableName};
use crate::said::FloorError;
use crate::site::{SiteHandle, record_notices, recorded};
use crate::start::{self, Restored};
use crate::table::TableHandle;
use punto_records::Readable;

/// What a floor is started with.
pub struct Setup {
    /// Where everything is kept.
    pub journal: Arc<dyn Journal>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// The site's name in the name of every shoe: printable ASCII without a space.
    pub site_name: String,
    /// This machine's name in the name of every shoe.
    pub node: String,
    /// What seals the seeds of shoes; from outside the journal.
    pub sealing_key: SealingKey,
    /// What signs checkpoints.
    pub signer: Option<Signer>,
    /// The documents.
    pub books: Books,
    /// How fast the automatic dealer works.
    pub pace: Pace,
    /// Whether the whole site plays for nothing, with accounts of play money.
    pub demo: bool,
    /// From which amount on what one coup pays a patron waits for an attendant; no win does if nothing is said.
    pub large_win: Option<Money>,
    /// From which amount on cash that a table takes at once is told as a significant event; none is if nothing is said.
    pub large_cash: Option<Money>,
    /// What an account may hold before more that comes from tables waits for an attendant; no limit if nothing is said.
    pub account_most: Option<Money>,
    /// The currency of accounts; no table of another takes their money. None where money is worth nothing.
    pub currency: Option<String>,
    /// What one person of the cage does alone; anything if nothing is said.
    pub alone: Option<CashAlone>,
    /// How often a checkpoint is signed, in microseconds; only at the end if nothing is said.
    pub checkpoint_every: Option<i64>,
}

impl Setup {
    /// The documents of the program at the usual pace, for money, with nothing signed and nothing held.
    pub fn new(
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
        site_name: &str,
        node: &str,
        sealing_key: SealingKey,
    ) -> Setup {
        Setup {
            journal,
            clock,
            site_name: site_name.to_owned(),
            node: node.to_owned(),
            sealing_key,
            signer: None,
            books: Books::embedded(),
            pace: Pace::default(),
            demo: false,
            large_win: None,
            large_cash: None,
            account_most: None,
            currency: None,
            alone: None,
            checkpoint_every: None,
        }
    }
}

/// Why a floor does not start.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StartError {
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] punto_journal::Fault),
    /// A record does not hold.
    #[error(transparent)]
    Record(BadRecord),
    /// The journal is of a form that no program reads any more.
    #[error("{0}")]
    TooOld(String),
    /// A newer program has written the site's last records.
    #[error("the site cannot go on: {0}")]
    TooNew(String),
    /// Chance cannot be trusted.
    #[error(transparent)]
    Chance(#[from] GeneratorFault),
    /// A table cannot be taken up.
    #[error("the table {table} cannot be taken up: {why}")]
    Table {
        /// Its name.
        table: String,
        /// Why.
        why: String,
    },
    /// Accounts are in another currency.
    #[error(
        "accounts are in {was}, and money does not become another by itself: say `currency = \"{was}\"` under [money]"
    )]
    Currency {
        /// In which they are.
        was: String,
    },
    /// A significant event of the start cannot be recorded.
    #[error(transparent)]
    Floor(#[from] FloorError),
}

impl From<LoadError> for StartError {
    fn from(error: LoadError) -> StartError {
        match error {
            LoadError::Journal(fault) => StartError::Journal(fault),
            LoadError::Record(bad) => bad.into(),
            LoadError::TooNew(why) => StartError::TooNew(why),
        }
    }
}

impl From<BadRecord> for StartError {
    fn from(bad: BadRecord) -> StartError {
        match bad.fault {
            RecordFault::TooOld => StartError::TooOld(bad.found),
            RecordFault::Forged | RecordFault::Unreadable => StartError::Record(bad),
        }
    }
}

/// All tables of one process. A clone is the same floor; when the last is dropped without a stop, everything ends at
/// once, as if the power had failed.
#[derive(Clone)]
pub struct Floor(Arc<Inner>);

struct Inner {
    core: Arc<Core>,
    signer: Option<Signer>,
    tasks: Mutex<Vec<AbortHandle>>,
    sampler: Mutex<Option<Sampler>>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        for task in locked(&self.tasks).iter() {
            task.abort();
        }
    }
}

/// The mark on the shelf of settings that says the last stop was a proper one.
const CLEAN_STOP: &str = "clean-stop";

/// How many significant events may wait to be recorded.
const NOTICES: usize = 4_096;

impl Floor {
    /// Reads every stream of the journal again, resumes all tables where they were, and lets the clock go on.
    pub async fn start(setup: Setup) -> Result<Floor, StartError> {
        Floor::start_with(setup, House::start).await
    }

    /// The same, with the generator of shoes that `house` starts.
    pub(crate) async fn start_with(
        setup: Setup,
        house: impl FnOnce(SealingKey, &str, &str) -> Result<House, GeneratorFault>,
    ) -> Result<Floor, StartError> {
        let Setup { journal, clock, site_name, node, sealing_key, signer, mut books, pace, demo, .. } = setup;
        let journal: Arc<dyn Journal> = Arc::new(Readable(journal));
        let (large_win, account_most, alone) = (setup.large_win, setup.account_most, setup.alone);
        let large_cash = setup.large_cash;
        let house = house(sealing_key, &site_name, &node)?;
        let (own, currency) = (journal.clone(), setup.currency.clone());
        let read = move || -> Result<_, StartError> {
            books.fetch(&*own)?;
            let clean = own.get("setting", CLEAN_STOP)?.is_some();
            // Of a house of many processes nobody can say that it has stopped.
            let known = !own.is_shared() && !own.heads()?.is_empty();
            let site: Desk<punto_site::Site> = Desk::load(&*own, start::site_stream()?)?;
            let tables = start::tables(&*own, &books)?;
            if let Some(was) = currency::bind(&*own, currency.as_deref())? {
                return Err(StartError::Currency { was });
            }
            own.remove("setting", CLEAN_STOP)?;
            Ok((books, clean, known, site, tables))
        };
        let (books, clean, known, site, tables) = blocking(read).await??;
        let last = tables.iter().map(|table| table.standing.at).max().unwrap_or(0).max(site.state.now.0);
        clock.not_before(punto_vocab::Time(last));
        let (notices, waiting) = mpsc::channel::<Notice>(NOTICES);
        let locks = watch::Sender::new(Arc::new(Locks::of(&site.state)));
        let core = Arc::new(Core {
            journal,
            clock,
            house,
            books,
            pace,
            demo,
            large_win,
            large_cash,
            account_most,
            currency: setup.currency.clone(),
            alone,
            site: Counter::new(site),
            accounts: Accounts::default(),
            notices,
            unrecorded: AtomicUsize::new(0),
            locks,
            lateness: Lateness::default(),
            stopping: AtomicBool::new(false),
            tables: RwLock::new(BTreeMap::new()),
            naming: tokio::sync::Mutex::default(),
            signing_on: tokio::sync::Mutex::default(),
        });
        let floor = Floor(Arc::new(Inner {
            core: core.clone(),
            signer,
            tasks: Mutex::default(),
            sampler: Mutex::default(),
        }));
        if known {
            floor.say_how_it_stopped(clean).await?;
        }
        floor.keep(tokio::spawn(record_notices(core.clone(), waiting)).abort_handle());
        floor.keep(tokio::spawn(floor.clone_weak().watch_clock(setup.checkpoint_every)).abort_handle());
        for restored in tables {
            floor.resume(restored)?;
        }
        Ok(floor)
    }

    /// The currency of accounts; none where money is worth nothing.
    pub fn currency(&self) -> Option<&str> {
        self.0.core.currency.as_deref()
    }

    /// From which amount on cash is reported, if the house says so.
    pub fn large_cash(&self) -> Option<Money> {
        self.0.core.large_cash
    }

    /// Every table, by name.
    pub fn tables(&self) -> Vec<TableHandle> {
        self.0.core.tables.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// The table of this name.
    pub fn table(&self, name: &TableName) -> Option<TableHandle> {
        self.0.core.tables.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// The site.
    pub fn site(&self) -> SiteHandle {
        SiteHandle(self.0.core.clone())
    }

    /// The account of a patron, whether it is registered yet or not.
    pub async fn patron(&self, patron: PersonId) -> Result<AccountHandle, FloorError> {
        let core = self.0.core.clone();
        let counter = core.accounts.of(&core.journal, patron).await?;
        Ok(AccountHandle { core, patron, counter })
    }

    /// The last coups that a patron had wagers on, at all tables, the newest first.
    pub fn recall_of(&self, patron: PersonId) -> Vec<Arc<CoupRecall>> {
        let own = |table: TableHandle| table.recall(RECALLED).into_iter().filter(|coup| coup.has(patron));
        let mut coups: Vec<Arc<CoupRecall>> = self.tables().into_iter().flat_map(own).collect();
        coups.sort_by_key(|coup| std::cmp::Reverse(coup.ended));
        coups.truncate(RECALLED);
        coups
    }

    /// The documents that tables can be opened under.
    pub fn books(&self) -> &Books {
        &self.0.core.books
    }

    /// What everything is kept in.
    pub fn journal(&self) -> &Arc<dyn Journal> {
        &self.0.core.journal
    }

    /// What time it is on the floor.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.0.core.clock
    }

    /// What signs checkpoints, and what is handed to others.
    pub fn signer(&self) -> Option<&Signer> {
        self.0.signer.as_ref()
    }

    /// How late timers have been.
    pub fn timers(&self) -> TimerReport {
        self.0.core.lateness.report(self.0.core.clock.now())
    }

    /// Tests the generator of shoes again. One that fails makes no more shoes, and the whole floor stops for it.
    pub fn check_generator(&self) -> Result<(), GeneratorFault> {
        let checked = self.0.core.house.check();
        if let Err(fault) = &checked {
            self.0.core.raise(
                Kind::GeneratorFault,
                Place::Site,
                Cause::GeneratorFailed { why: plain(&fault.to_string()) },
            );
        }
        checked
    }

    /// Signs where every stream ends now, so that what was done in opening is not left unsigned for a while.
    pub async fn sign(&self) -> Result<(), StartError> {
        let Some(signer) = self.0.signer.clone() else { return Ok(()) };
        let (own, at) = (self.0.core.journal.clone(), self.0.core.clock.now());
        blocking(move || own.checkpoint(&signer, at.0).map(drop)).await??;
        Ok(())
    }

    /// Refuses new commands, finishes those that wait, writes snapshots and a checkpoint, and ends.
    pub async fn stop(&self) {
        let core = &self.0.core;
        if core.stopping.swap(true, Ordering::AcqRel) {
            return;
        }
        let sampler = locked(&self.0.sampler).take();
        // It may be in the middle of a slice.
        let _ = blocking(move || drop(sampler)).await;
        for table in self.tables() {
            table.stop().await;
        }
        self.finish_notices().await;
        core.site.save(&core.journal, 1).await;
        for account in core.accounts.all() {
            account.save(&core.journal, 100).await;
        }
        let (own, signer, at) = (core.journal.clone(), self.0.signer.clone(), core.clock.now());
        let sign = move || {
            if let Some(signer) = signer {
                own.checkpoint(&signer, at.0)?;
            }
            own.put("setting", CLEAN_STOP, at.0.to_string().as_bytes())
        };
        if let Ok(Err(fault)) = blocking(sign).await {
            tracing::error!(%fault, "the stop could not be marked as a proper one");
        }
        for task in locked(&self.0.tasks).iter() {
            task.abort();
        }
    }

    /// Gives significant events that wait a moment to be recorded; on a disk that takes nothing they cannot be.
    async fn finish_notices(&self) {
        let wait = async {
            while self.0.core.unrecorded.load(Ordering::Acquire) > 0 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        if tokio::time::timeout(Duration::from_secs(2), wait).await.is_err() {
            tracing::error!("the floor stops with significant events that could not be recorded");
        }
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.0.core
    }

    pub(crate) fn keep_sampler(&self, sampler: Sampler) {
        *locked(&self.0.sampler) = Some(sampler);
    }

    fn keep(&self, task: AbortHandle) {
        locked(&self.0.tasks).push(task);
    }

    fn clone_weak(&self) -> WeakFloor {
        WeakFloor { core: Arc::downgrade(&self.0.core), signer: self.0.signer.clone() }
    }

    /// Lets a table go on from where its records leave it.
    pub(crate) fn resume(&self, restored: Restored) -> Result<TableHandle, StartError> {
        let (handle, task) = start::resume(&self.0.core, restored)?;
        if let Some(task) = task {
            self.keep(task);
        }
        let mut tables = self.0.core.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.insert(*handle.name(), handle.clone());
        Ok(handle)
    }

    async fn say_how_it_stopped(&self, clean: bool) -> Result<(), StartError> {
        let (kind, what) = match clean {
            true => (Kind::Restart, Cause::Restarted),
            false => (Kind::PowerLoss, Cause::EndedUnstopped),
        };
        let notice = Notice { kind, place: Place::Site, about: None, what };
        // What cannot be recorded now waits like any other.
        if !recorded(&self.0.core, &notice).await {
            self.0.core.raise(kind, Place::Site, notice.what);
        }
        Ok(())
    }
}

/// What the housekeeping holds: enough to look after a floor, not enough to keep it alive.
struct WeakFloor {
    core: std::sync::Weak<Core>,
    signer: Option<Signer>,
}

/// How often the clock is looked at for steps, in microseconds.
const LOOK: i64 = 1_000_000;

impl WeakFloor {
    /// Notes steps of the machine's clock, and signs checkpoints in time.
    async fn watch_clock(self, checkpoint_every: Option<i64>) {
        let Some(start) = self.core.upgrade().map(|core| core.clock.now().0) else { return };
        let (mut look, mut sign) = (start, checkpoint_every.map(|every| start.saturating_add(every)));
        let mut signed = Vec::new();
        loop {
            look = look.saturating_add(LOOK);
            let Some(core) = self.core.upgrade() else { return };
            let sleep = core.clock.sleep_until(punto_vocab::Time(look));
            drop(core);
            sleep.await;
            let Some(core) = self.core.upgrade() else { return };
            let now = core.clock.now().0;
            look = look.max(now);
            if let Some(step) = core.clock.take_step() {
                let millis = u32::try_from(step.micros.unsigned_abs() / 1_000).unwrap_or(u32::MAX);
                let what = match step.micros > 0 {
                    true => Cause::ClockPutOn { millis },
                    false => Cause::ClockPutBack { millis },
                };
                core.raise(Kind::ClockStep, Place::Site, what);
            }
            if let (Some(at), Some(every), Some(signer)) = (sign, checkpoint_every, self.signer.clone())
                && at <= now
            {
                sign = Some(now.saturating_add(every.max(LOOK)));
                let (journal, before) = (core.journal.clone(), std::mem::take(&mut signed));
                // A house at rest signs nothing twice.
                let anew = move || match journal.heads()? {
                    heads if heads == before => Ok(heads),
                    heads => journal.checkpoint(&signer, now).map(|_| heads),
                };
                match blocking(anew).await {
                    Ok(Ok(heads)) => signed = heads,
                    Ok(Err(fault)) => {
                        let what = Cause::NoCheckpoint { why: plain(&fault.to_string()) };
                        core.raise(Kind::CopyFailed, Place::Site, what);
                    }
                    Err(_) => return,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use punto_journal::SqliteJournal;
    use punto_shoe::Generator;
    use punto_table::{Actor, Phase, Time};

    use super::*;
    use crate::own_shoe::tests::Stuck;
    use crate::plan::{Dealer, TablePlan};
    use crate::said::{Outcome, Said};
    use punto_host::SimulatedClock;

    async fn says(table: &TableHandle, by: Actor, line: &str) -> Outcome {
        let key = format!("{}-{line}", table.name()).replace([' ', '@'], "-").parse().unwrap();
        table.say(Said { key, by, command: line.parse().unwrap(), of: None }).await.unwrap()
    }

    /// A demonstration with one patron, who has credits.
    async fn table(floor: &Floor, name: &str) -> TableHandle {
        let plan = TablePlan {
            name: name.parse().unwrap(),
            title: name.into(),
            rulebook: "rws-2016".into(),
            opening: "usual, limits 5..5000, demonstration yes".parse().unwrap(),
            dealer: Dealer::Automatic,
            currency: "AUD".into(),
            bet_seconds: None,
        };
        let table = floor.add_table(plan, Actor::System).await.unwrap();
        for line in ["sit ada@1", "buy-in ada 500 balance"] {
            assert!(says(&table, Actor::System, line).await.done().is_some());
        }
        table
    }

    /// Time passes until something holds.
    async fn until(clock: &SimulatedClock, what: &str, holds: impl Fn() -> bool) {
        let wait = async {
            while !holds() {
                clock.advance(100_000);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(120), wait)
            .await
            .unwrap_or_else(|_| panic!("never: {what}"));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_generator_that_fails_closes_its_table_and_when_it_is_tested_every_table() {
        let folder = tempfile::tempdir().unwrap();
        let clock = SimulatedClock::at(Time(0));
        let journal = Arc::new(SqliteJournal::open(folder.path()).unwrap());
        let key = SealingKey::new([7; 32]);
        let setup = Setup::new(journal, Arc::new(clock.clone()), "test-house", "node-a", key);
        // Good for the test at the start, for one more, and for the seed and the nonce of one shoe.
        let start = |key, site: &str, node: &str| {
            Ok(House::with(Generator::start(Stuck { good: 4 })?, key, site, node))
        };
        let floor = Floor::start_with(setup, start).await.unwrap();
        let ada = Actor::Patron("ada".parse().unwrap());
        let noted = || floor.site().now().noted.get(&Kind::GeneratorFault).copied();
        floor.check_generator().unwrap();
        let good = table(&floor, "good").await;
        until(&clock, "wagers are open", || {
            let moment = good.now();
            let phase = moment.table.open.as_ref().map(|open| &open.phase);
            matches!(phase, Some(Phase::Betting(betting)) if betting.opened.is_some())
        })
        .await;
        assert_eq!((noted(), good.now().fault.clone()), (None, None));

        let bad = table(&floor, "bad").await;
        until(&clock, "the event is recorded", || noted() == Some(1)).await;
        let fault = bad.now().fault.clone().unwrap();
        assert!(bad.now().shoe.is_none() && fault.contains("not healthy"), "{fault}");
        let site = floor.site().now();
        let places: Vec<Place> = site.notices.values().map(|notice| notice.place).collect();
        assert_eq!(places, [Place::Table("bad".parse().unwrap())]);
        let held = says(&bad, ada, "bet ada@1 player 50").await;
        assert!(held.refused().unwrap().to_string().contains("a fault must be cleared first"));
        assert!(says(&good, ada, "bet ada@1 player 50").await.done().is_some(), "its shoe was made before");

        assert!(floor.check_generator().is_err());
        until(&clock, "it is recorded of the site", || noted() == Some(2)).await;
        until(&clock, "every table is held", || good.now().fault.is_some()).await;
        let held = says(&good, ada, "bet ada@1 player 60").await;
        assert!(held.refused().unwrap().to_string().contains("a fault must be cleared first"));
    }
}
