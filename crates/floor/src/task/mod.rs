//! One table's task: takes what waits, decides it on a working copy, has the journal keep it, and only then tells.

mod act;
mod commit;
mod deed;
mod gate;
mod money;
mod second;
mod share;
mod voucher;
mod wins;

pub use gate::own_shoe_refuses;
pub(crate) use punto_table::Concern;
pub(crate) use share::ShareSaid;
pub(crate) use wins::held;

use std::collections::BTreeSet;
use std::sync::Arc;

use punto_host::locked;
use punto_journal::{Entry, StreamName};
use punto_records::{StreamOf, TableRecord};
use punto_rulebook::Rulebook;
use punto_site::{Cause, Kind, Place, TableId, plain};
use punto_table::{Actor, Command, Event, Refused, Stamped, Table, Time, apply, decide};
use punto_vocab::PersonId;
use tokio::sync::{mpsc, watch};

use crate::counter::blocking;
use crate::dealer::Due;
use crate::hold::Hold;
use crate::hub::{Core, Locks};
use crate::keys::{Keys, somebody_elses};
use crate::leave::Given;
use crate::moment::{OpenedShoe, ShoeNotice};
use crate::own_shoe::OwnShoe;
use crate::plan::Pace;
use crate::replay::Replay;
use crate::said::{Answer, FloorError, Outcome};
use crate::snapshot;
use crate::table::{Job, QUEUE, Reply, Shared, What};

pub(crate) struct Task {
    core: Arc<Core>,
    shared: Arc<Shared>,
    stream: StreamName,
    queue: mpsc::Receiver<Job>,
    locks: watch::Receiver<Arc<Locks>>,
    leave: watch::Receiver<Given>,
    hurried: watch::Receiver<bool>,
    own: OwnShoe,
    keys: Keys,
    pace: Pace,
    /// When this task began.
    started: Time,
    /// What is published of the own shoe, in play and before.
    notice: Option<Arc<ShoeNotice>>,
    opened: Option<Arc<OpenedShoe>>,
    /// Why the dealer does not go on, and whether everybody knows.
    stuck: Option<String>,
    untold: bool,
    /// What the clock does next, and since when that is known.
    planned: Option<(Due, Time)>,
    /// When to try again what the journal did not take, and how often it has not in a row.
    retry: Option<Time>,
    failures: u32,
    /// An append may or may not have been made: the journal is asked before the next.
    doubt: bool,
    saved: u64,
    /// Whose wagers above a limit were noted since the last coup ended.
    above: (usize, BTreeSet<PersonId>),
}

/// A command that was decided and is not written yet.
struct Made {
    job: Job,
    command: Command,
    /// Whom the table hears: the giver, or the floor in the giver's name.
    by: Actor,
    at: Time,
    events: Vec<Event>,
    book: Arc<Rulebook>,
    /// The same command again, given before the first was answered.
    repeats: Vec<Job>,
}

/// Why a command is refused: by the table and its document, or by the account of the patron.
pub(crate) enum Refusal {
    Table(Refused),
    Account(punto_accounts::Refused),
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Refusal {
        Refusal::Table(refused)
    }
}

impl Task {
    pub(crate) fn new(
        core: Arc<Core>,
        shared: Arc<Shared>,
        queue: mpsc::Receiver<Job>,
        own: OwnShoe,
        keys: Keys,
        saved: u64,
    ) -> Result<Task, FloorError> {
        let stream = stream(shared.name)?;
        let pace = core.pace.of(&shared.plan);
        let (locks, started) = (core.locks.subscribe(), core.clock.now());
        let (leave, hurried) = (shared.leave.subscribe(), shared.hurried.subscribe());
        Ok(Task {
            core,
            shared,
            stream,
            queue,
            locks,
            leave,
            hurried,
            own,
            keys,
            pace,
            started,
            notice: None,
            opened: None,
            stuck: None,
            untold: false,
            planned: None,
            retry: None,
            failures: 0,
            doubt: false,
            saved,
            above: (0, BTreeSet::new()),
        })
    }

    /// Tells everybody where the table stands, before it goes on.
    pub(crate) fn begin(&mut self) {
        self.show_shoe();
        self.publish(Vec::new());
    }

    pub(crate) async fn run(mut self) {
        // Where another process has the table, this one is done with it.
        while self.shared.dead.get().is_none() {
            let next = self.next();
            self.plan(next.as_ref());
            if self.untold {
                self.publish(Vec::new());
            }
            let wake = next.as_ref().map(|due| self.core.clock.sleep_until(due.at));
            tokio::select! {
                biased;
                // The clock first: a queue that is never empty must not hold the dealing up.
                () = async { match wake { Some(wake) => wake.await, None => std::future::pending().await } } => {
                    if let Some(due) = next {
                        self.note_lateness(&due);
                        self.act(due.act).await;
                    }
                }
                job = self.queue.recv() => {
                    let Some(job) = job else { return };
                    if self.take(job).await {
                        return;
                    }
                }
                changed = self.leave.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    self.publish(Vec::new());
                }
                changed = self.hurried.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    self.publish(Vec::new());
                }
                changed = self.locks.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    self.publish(Vec::new());
                }
            }
        }
    }

    /// Notes since when it is known what the clock does next.
    fn plan(&mut self, next: Option<&Due>) {
        if self.planned.as_ref().map(|(due, _)| due) != next {
            self.planned = next.map(|due| (due.clone(), self.core.clock.now()));
        }
    }

    /// Notes how late the clock is: what is due at once is late from then on, and not from when it might have been.
    fn note_lateness(&self, due: &Due) {
        let now = self.core.clock.now();
        let planned = self.planned.as_ref().map_or(now, |(_, planned)| *planned);
        self.core.lateness.note(now, now.0 - due.at.max(planned).0);
    }

    /// Does a job and all that wait behind it; whether the table is to stop.
    async fn take(&mut self, first: Job) -> bool {
        let mut waiting = vec![first];
        while waiting.len() < QUEUE
            && let Ok(job) = self.queue.try_recv()
        {
            waiting.push(job);
        }
        let mut plain: Vec<Job> = Vec::new();
        for job in waiting {
            let alone = !matches!(job.what, What::Say(_)) || !job.accounts.is_empty();
            if !alone {
                plain.push(job);
                continue;
            }
            self.batch(std::mem::take(&mut plain)).await;
            match job.what {
                What::Stop => {
                    self.save().await;
                    answer(job, Err(FloorError::Stopped));
                    return true;
                }
                What::Say(_) => self.with_accounts(job).await,
                What::Deal(laid) => self.deal(job, laid).await,
                What::Scan(ref request) => {
                    let request = request.clone();
                    self.scan(job, request).await;
                }
                What::Cut { patron, depth } => self.cut(job, patron, depth).await,
                What::Share { patron, shoe, said } => self.share(job, patron, shoe, said).await,
            }
        }
        self.batch(plain).await;
        false
    }

    /// Decides jobs one after another, writes all that are not refused in one append, and answers them all.
    async fn batch(&mut self, mut jobs: Vec<Job>) {
        for _ in 0..QUEUE {
            if jobs.is_empty() {
                return;
            }
            if let Err(error) = self.be_sure().await {
                jobs.into_iter().for_each(|job| answer(job, Err(error.clone())));
                return;
            }
            let (made, refused, later) = self.decide_all(jobs);
            for (job, refused) in refused {
                self.refuse(job, refused).await;
            }
            jobs = self.write(made).await;
            jobs.extend(later);
        }
        jobs.into_iter().for_each(|job| answer(job, Err(FloorError::Busy)));
    }

    /// Clears a doubt, if there is one; whether the table has changed by it.
    async fn changed_by_doubt(&mut self) -> Result<bool, FloorError> {
        let before = locked(&self.shared.standing).seq;
        self.be_sure().await?;
        Ok(locked(&self.shared.standing).seq != before)
    }

    /// After a doubtful append: takes up what the journal has.
    async fn be_sure(&mut self) -> Result<(), FloorError> {
        if !self.doubt {
            return Ok(());
        }
        let (core, stream, book) = (self.core.clone(), self.stream.clone(), self.book());
        let standing = locked(&self.shared.standing).clone();
        let read = move || -> Result<_, String> {
            let mut replay = Replay::new(&core.books, standing, Some(book));
            loop {
                let records = core.journal.read(&stream, replay.standing.seq, 1_000);
                let records = records.map_err(|fault| fault.to_string())?;
                if records.is_empty() {
                    return Ok(replay.standing);
                }
                for record in &records {
                    replay.take(record).map_err(|bad| bad.to_string())?;
                }
            }
        };
        let standing = blocking(read).await?.map_err(FloorError::Fault)?;
        self.sure_of_winners().await?;
        self.doubt = false;
        let before = std::mem::replace(&mut *locked(&self.shared.standing), standing);
        self.note_discards(&before.shoe.discards).await;
        self.went_well();
        self.publish(Vec::new());
        Ok(())
    }

    /// What is written in one append, what is refused, and what must wait: behind a large win nothing is decided before
    /// whoever won is held.
    fn decide_all(&mut self, jobs: Vec<Job>) -> (Vec<Made>, Vec<(Job, Refusal)>, Vec<Job>) {
        let (committed, mut last, seq) = {
            let standing = locked(&self.shared.standing);
            (standing.table.clone(), Time(standing.at), standing.seq)
        };
        let mut work: Option<Table> = None;
        let (mut made, mut refused): (Vec<Made>, Vec<(Job, Refusal)>) = (Vec::new(), Vec::new());
        let mut applied = 0;
        let mut jobs = jobs.into_iter();
        for job in jobs.by_ref() {
            let Some(job) = self.not_a_repeat(job, &mut made, &mut refused) else { continue };
            let What::Say(command) = job.what.clone() else { continue };
            // Those decided so far are folded into a copy only when there is another to be decided after them.
            for one in &made[applied..] {
                let work = work.get_or_insert_with(|| (*committed).clone());
                one.events.iter().for_each(|event| apply(work, one.at, one.by, event));
                work.now = work.now.max(one.at);
            }
            applied = made.len();
            let table = work.as_ref().unwrap_or(&committed);
            last = last.max(self.core.clock.now());
            match self.decide((table, seq + made.len() as u64), last, &job, &command) {
                Ok(decided) => made.push(self.made(job, &command, last, decided)),
                Err(why) => refused.push((job, why)),
            }
            if !self.large_wins(&made[applied..]).is_empty() {
                break;
            }
        }
        (made, refused, jobs.collect())
    }

    fn made(
        &self,
        job: Job,
        command: &Command,
        at: Time,
        (events, book): (Vec<Event>, Arc<Rulebook>),
    ) -> Made {
        let (by, command) = (speaker(&job, command), command.clone());
        Made { job, command, by, at, events, book, repeats: Vec::new() }
    }

    /// Decides one command, by the gates of the floor and then by the document.
    fn decide(
        &self,
        (table, seq): (&Table, u64),
        at: Time,
        job: &Job,
        command: &Command,
    ) -> Result<(Vec<Event>, Arc<Rulebook>), Refusal> {
        gate::may_pass(self, (table, seq), at, job, command)?;
        let book = match command {
            // A table that opens takes the text that is in force now.
            Command::Open { .. } => {
                self.core.books.of_id(&self.shared.plan.rulebook).unwrap_or_else(|| self.book())
            }
            _ => self.book(),
        };
        let stamped = Stamped { at, by: speaker(job, command), command: command.clone() };
        let events = decide(&book, table, &stamped)?;
        gate::may_lose(self, table, at, job, &events)?;
        voucher::is_out(self, &events)?;
        second::there_is_one(table, self.shared.plan.own_shoe(), job, &events)?;
        Ok((events, book))
    }

    /// Answers a job whose key was used before; gives it back if it was not.
    fn not_a_repeat(&self, job: Job, made: &mut [Made], refused: &mut Vec<(Job, Refusal)>) -> Option<Job> {
        let Some(key) = &job.key else { return Some(job) };
        if let Some(outcome) = self.keys.first(key, job.by, &job.line) {
            answer(job, Ok(Reply::Table(outcome)));
            return None;
        }
        match made.iter_mut().find(|one| one.job.key.as_ref() == Some(key)) {
            Some(first) => {
                match somebody_elses(first.job.by, job.by, &first.job.line, &job.line) {
                    Some(why) => refused.push((job, why.into())),
                    None => first.repeats.push(job),
                }
                None
            }
            None => Some(job),
        }
    }

    /// Refuses a job, unless an earlier one with its key was done.
    async fn refuse(&mut self, job: Job, refusal: impl Into<Refusal>) {
        let refusal = refusal.into();
        let Some(key) = job.key.clone() else {
            if let Refusal::Table(refused) = refusal {
                let why = plain(&refused.to_string());
                self.get_stuck(Kind::TableFault, Cause::DealerRefused { why });
            }
            return;
        };
        match (self.found(&job).await, refusal) {
            (Ok(Some(first)), _) => answer(job, Ok(Reply::Table(first))),
            (Ok(None), Refusal::Table(refused)) => {
                self.note_refusal(&job, &refused);
                // A tournament says under the same key again what the table was not ready for.
                if !job.of_tournament {
                    self.keys.refused(key, job.by, job.line.clone(), refused.clone());
                }
                answer(job, Ok(Reply::Table(Outcome::Refused(refused))));
            }
            (Ok(None), Refusal::Account(refused)) => answer(job, Ok(Reply::Account(refused))),
            (Err(error), _) => answer(job, Err(error)),
        }
    }

    /// What the journal has under a job's key.
    async fn found(&self, job: &Job) -> Result<Option<Outcome>, FloorError> {
        let Some(key) = job.key.clone() else { return Ok(None) };
        let (journal, stream) = (self.core.journal.clone(), self.stream.clone());
        let found = blocking(move || journal.find(&stream, key.as_str())).await?;
        let found = found.map_err(|fault| FloorError::Fault(fault.to_string()))?;
        Ok(found.and_then(|record| first_answer(&record.entry, job)))
    }

    /// Puts the table's standing on the shelf.
    async fn save(&mut self) {
        let standing = locked(&self.shared.standing).clone();
        if standing.seq == self.saved {
            return;
        }
        let (journal, stream, seq) = (self.core.journal.clone(), self.stream.clone(), standing.seq);
        let write = move || snapshot::save(&*journal, &stream, standing.seq, standing.hash, &standing);
        match blocking(write).await {
            Ok(Ok(())) => self.saved = seq,
            Ok(Err(fault)) => tracing::warn!(table = %self.shared.name, %fault, "no snapshot was written"),
            Err(_) => {}
        }
    }

    fn book(&self) -> Arc<Rulebook> {
        self.shared.book.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// How fast the dealer works now.
    fn pace(&self) -> Pace {
        if *self.hurried.borrow() { Pace::HURRIED } else { self.pace }
    }

    /// How far faults that nobody has cleared yet hold the table.
    fn hold(&self) -> Hold {
        self.locks.borrow().at(self.shared.name)
    }

    /// The dealer does not go on by itself, and a person is asked.
    fn get_stuck(&mut self, kind: Kind, what: Cause) {
        let why = what.to_string();
        if self.stuck.as_ref() != Some(&why) {
            self.core.raise(kind, Place::Table(self.shared.name), what);
            (self.stuck, self.untold) = (Some(why), true);
        }
    }
}

/// Whom the table hears. What a patron chooses through the floor is said for them by the software, which alone may
/// handle the cards.
fn speaker(job: &Job, command: &Command) -> Actor {
    match command {
        Command::Prepare { by: Some(_), .. } if job.by.is_patron() => Actor::System,
        _ => job.by,
    }
}

/// The stream of a table.
pub(crate) fn stream(table: TableId) -> Result<StreamName, FloorError> {
    StreamOf::Table(table).name().map_err(|error| FloorError::Name(error.to_string()))
}

/// Answers a job. That its caller has stopped waiting is not an error.
fn answer(job: Job, reply: Result<Reply, FloorError>) {
    if let Some(place) = job.reply {
        let _ = place.send(reply);
    }
}

/// The answer to a recorded command, for a retry with the same key.
fn first_answer(entry: &Entry, job: &Job) -> Option<Outcome> {
    let (first, said) = TableRecord::of(entry).ok()?.said()?;
    let command = said.command().ok()?;
    // What was dealt or cut for somebody is recorded as the line that it became.
    let line = if job.line.is_empty() { String::new() } else { said.line() };
    if let Some(refused) = somebody_elses(first, speaker(job, command), &line, &job.line) {
        return Some(Outcome::Refused(refused));
    }
    Some(Outcome::Done(Answer {
        seq: entry.seq,
        at: Time(entry.at),
        happened: said.events.into(),
        repeated: true,
    }))
}
