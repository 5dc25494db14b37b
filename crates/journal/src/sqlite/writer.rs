//! The one writer: takes what waits, writes it in one transaction, and answers when it is on the disk.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use crate::pending::Appended;
use crate::{Anchor, AnswerPlace, Checkpoint, Entry, Fault, Hash, Signer, StreamName};

use super::anchoring::Anchored;
use super::batch::{Batch, Done, Memory, Next};
use super::current::Current;
use super::folder::{Folder, Mark};
use super::heads::Heads;
use super::keys::Keys;
use super::queue::{Gather, Pace, Queue, Taken};
use super::store;
use super::tally::Counters;

/// Something to be written, and where its answer goes.
pub(crate) enum Job {
    Append {
        entries: Vec<Entry>,
        answer: AnswerPlace,
    },
    /// Something for a shelf; without bytes it is taken off.
    Shelve {
        shelf: String,
        name: String,
        bytes: Option<Vec<u8>>,
        answer: SyncSender<Result<(), Fault>>,
    },
    Checkpoint {
        signer: Signer,
        at: i64,
        answer: SyncSender<Result<Checkpoint, Fault>>,
    },
}

/// The writer's thread and all that it alone uses.
pub(crate) struct Writer {
    pub(crate) db: Connection,
    pub(crate) folder: Folder,
    pub(crate) queue: Arc<Queue<Job>>,
    pub(crate) heads: Arc<Heads>,
    pub(crate) keys: Arc<Keys>,
    pub(crate) counters: Arc<Counters>,
    pub(crate) mark: Mark,
    pub(crate) current: Option<Arc<Current>>,
    pub(crate) anchored: Option<Anchored>,
    pub(crate) last: LastCheckpoint,
    pub(crate) next: Next,
    /// Why nothing more is written, after a failure that leaves the state of the disk unknown.
    pub(crate) halted: Option<Fault>,
}

/// What the next checkpoint must follow.
#[derive(Clone, Debug)]
pub(crate) struct LastCheckpoint {
    pub(crate) number: u64,
    pub(crate) hash: Hash,
    /// The engine that it names.
    pub(crate) engine: Option<u16>,
    /// The streams that moved since; `None` at the start, when that is not known.
    pub(crate) moved: Option<BTreeSet<StreamName>>,
}

/// What a transaction came to: how many jobs, and how long it took without the gathering.
struct Written {
    jobs: usize,
    took: Duration,
}

/// After how long without work the write-ahead log is put into the database.
const IDLE: Duration = Duration::from_secs(1);

impl Writer {
    /// Works until the queue is closed and empty.
    pub(crate) fn run(mut self) {
        // Should this thread ever panic, its callers must not wait for ever.
        let _guard = Abandon(self.queue.clone());
        let mut pace = Pace::new();
        let mut gather = Gather::none();
        let mut settled = true;
        loop {
            match self.queue.take(gather, IDLE) {
                Taken::Jobs(jobs) => {
                    let Written { jobs, took } = self.write(jobs, gather);
                    pace.gathered(jobs);
                    gather = pace.committed(Instant::now(), took, jobs, self.queue.len());
                    settled = false;
                }
                Taken::Idle => {
                    gather = Gather::none();
                    if !settled {
                        self.settle();
                        settled = true;
                    }
                }
                // Readers may be open still, and then SQLite leaves the log as it is when the last writer goes.
                Taken::Closed => return self.settle(),
            }
        }
    }

    /// Writes jobs in one transaction, with those that come while it gathers, and answers them.
    fn write(&mut self, jobs: Vec<Job>, gather: Gather) -> Written {
        let (began, mut outcomes) = (Instant::now(), Vec::with_capacity(gather.wanted.max(jobs.len())));
        if let Some(fault) = &self.halted {
            outcomes.extend(jobs.into_iter().map(Outcome::from));
            let jobs = outcomes.len();
            outcomes.into_iter().for_each(|outcome| outcome.fail(fault));
            return Written { jobs, took: began.elapsed() };
        }
        let mut waited = Duration::ZERO;
        let result = self.transact(jobs, gather, &mut outcomes, &mut waited);
        let written = Written { jobs: outcomes.len(), took: began.elapsed().saturating_sub(waited) };
        match result {
            Ok(done) => {
                self.counters.committed(&done.counts, written.took);
                self.take_over(done);
                outcomes.into_iter().for_each(Outcome::give);
            }
            Err(error) => {
                self.counters.failed();
                let fault = self.failed(error);
                outcomes.into_iter().for_each(|outcome| outcome.fail(&fault));
            }
        }
        written
    }

    /// Writes jobs in one transaction. The outcomes are true only if all went well; there is one for each job anyway.
    ///
    /// What comes while it gathers is written into the transaction at once, while the rest is still on its way.
    fn transact(
        &self,
        jobs: Vec<Job>,
        gather: Gather,
        outcomes: &mut Vec<Outcome>,
        waited: &mut Duration,
    ) -> rusqlite::Result<Done> {
        let mut jobs = jobs.into_iter();
        let begun = Batch::begin(
            &self.db,
            Memory {
                heads: &self.heads,
                keys: &self.keys,
                last: &self.last,
                current: self.current.as_deref(),
            },
            self.next,
            self.anchored.as_ref(),
        );
        let written = begun.and_then(|mut batch| {
            loop {
                for job in jobs.by_ref() {
                    let (outcome, written) = Outcome::of(job, &mut batch);
                    outcomes.push(outcome);
                    written?;
                }
                let began = Instant::now();
                let more = self.queue.more(gather, outcomes.len());
                *waited += began.elapsed();
                if more.is_empty() {
                    return batch.commit();
                }
                jobs = more.into_iter();
            }
        });
        outcomes.extend(jobs.map(Outcome::from));
        written
    }

    fn take_over(&mut self, done: Done) {
        if let Some(head) = &done.head {
            // A mark that cannot be written is one that lags, and that is allowed.
            let _ = self.mark.set(head);
        }
        if let Some(current) = &self.current {
            current.settle();
        }
        if let Some(anchored) = &mut self.anchored {
            anchored.last = done.code.unwrap_or(anchored.last);
            anchored.shelves = done.shelves.unwrap_or_else(|| std::mem::take(&mut anchored.shelves));
            let position = (done.next.position - 1).unsigned_abs();
            let anchor = Anchor { position, code: anchored.last, shelves: anchored.shelves.version };
            // Like the mark, it may lag.
            let _ = anchored.file.set(&anchor);
        }
        let moved = done.ends.keys().cloned();
        match done.signed {
            Some((number, hash)) => {
                let engine = done.next.engine;
                self.last = LastCheckpoint { number, hash, engine, moved: Some(moved.collect()) };
            }
            None => {
                if let Some(before) = &mut self.last.moved {
                    before.extend(moved);
                }
            }
        }
        self.next = done.next;
        self.keys.advance(done.keys, done.run);
        self.heads.advance(done.ends);
    }

    /// Undoes a transaction that failed, and decides whether the next one may be tried.
    fn failed(&mut self, error: rusqlite::Error) -> Fault {
        if let Some(current) = &self.current {
            current.forget();
        }
        let undone = self.db.is_autocommit() || self.db.execute_batch("ROLLBACK").is_ok();
        let code = error.sqlite_error_code();
        let fault = match (code, store::fault(error)) {
            // Some calls of the operating system that find no room come back as a general failure.
            (Some(ErrorCode::SystemIoFailure), _) if self.folder.is_full() => Fault::Full,
            (_, fault) => fault,
        };
        let passing = matches!(code, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked));
        if !undone || !(fault == Fault::Full || passing) {
            self.halted = Some(fault.clone());
        }
        fault
    }

    /// Puts the write-ahead log into the database, so that a crash leaves little to recover and what was taken off a
    /// shelf is gone from the disk. It may fail: the log is as durable as the database.
    fn settle(&self) {
        let _ = self.db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        self.secure_anchor();
    }

    /// Makes the anchor outlast a loss of power. It may fail, and then lags.
    fn secure_anchor(&self) {
        if let Some(anchored) = &self.anchored {
            let _ = anchored.file.sync();
        }
    }
}

/// An answer that may be given once the commit is made.
enum Outcome {
    Appended(AnswerPlace, Appended),
    Shelved(SyncSender<Result<(), Fault>>),
    Signed(SyncSender<Result<Checkpoint, Fault>>, Result<Checkpoint, Fault>),
}

impl Outcome {
    /// Does the job within the batch.
    fn of(job: Job, batch: &mut Batch<'_>) -> (Outcome, rusqlite::Result<()>) {
        match job {
            Job::Append { entries, answer } => match batch.append(entries) {
                Ok(appended) => (Outcome::Appended(answer, appended), Ok(())),
                Err(error) => (Outcome::Appended(answer, Ok(Vec::new())), Err(error)),
            },
            Job::Shelve { shelf, name, bytes, answer } => {
                (Outcome::Shelved(answer), batch.shelve(&shelf, &name, bytes.as_deref()))
            }
            Job::Checkpoint { signer, at, answer } => match batch.checkpoint(&signer, at) {
                Ok(checkpoint) => (Outcome::Signed(answer, Ok(checkpoint)), Ok(())),
                Err(error) => (Outcome::Signed(answer, Err(Fault::Closed)), Err(error)),
            },
        }
    }

    fn give(self) {
        // That the caller has stopped waiting is not an error.
        match self {
            Outcome::Appended(answer, appended) => answer.give(appended),
            Outcome::Shelved(answer) => drop(answer.send(Ok(()))),
            Outcome::Signed(answer, signed) => drop(answer.send(signed)),
        }
    }

    fn fail(self, fault: &Fault) {
        match self {
            Outcome::Appended(answer, _) => answer.give(Err(fault.into())),
            Outcome::Shelved(answer) => drop(answer.send(Err(fault.clone()))),
            Outcome::Signed(answer, _) => drop(answer.send(Err(fault.clone()))),
        }
    }
}

/// A job that was not done: there is nothing to say yet.
impl From<Job> for Outcome {
    fn from(job: Job) -> Outcome {
        match job {
            Job::Append { answer, .. } => Outcome::Appended(answer, Ok(Vec::new())),
            Job::Shelve { answer, .. } => Outcome::Shelved(answer),
            Job::Checkpoint { answer, .. } => Outcome::Signed(answer, Err(Fault::Closed)),
        }
    }
}

struct Abandon(Arc<Queue<Job>>);

impl Drop for Abandon {
    fn drop(&mut self) {
        self.0.abandon();
    }
}
