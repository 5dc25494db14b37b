//! The one writer of a process: takes what waits, writes it in one transaction, and answers when it is durable.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use punto_journal::{AnswerPlace, AppendError, Entry, Fault};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::batch::{Batch, Done, MOST, Undone};
use crate::error::refused;
use crate::journal::Inner;

/// Something to be written, and where its answer goes.
pub(crate) struct Job {
    pub(crate) entries: Vec<Entry>,
    pub(crate) answer: AnswerPlace,
}

/// So much goes into one transaction at most, unless a single append is larger.
const RECORDS: usize = 8_192;
const BYTES: usize = 32 << 20;

/// How often a transaction is tried again that was undone for another's sake.
const TRIES: usize = 20;

/// How long a transaction may take before its connection is given up. Whether it was made is then not known.
const ANSWER: Duration = Duration::from_secs(4);

/// Works until the queue is closed and empty.
pub(crate) async fn run(inner: Arc<Inner>, mut queue: UnboundedReceiver<Job>) {
    let (mut waiting, mut came) = (VecDeque::new(), Vec::new());
    loop {
        if waiting.is_empty() {
            if queue.recv_many(&mut came, RECORDS).await == 0 {
                return;
            }
            waiting.extend(came.drain(..));
        }
        while let Ok(job) = queue.try_recv() {
            waiting.push_back(job);
        }
        let jobs = some(&mut waiting);
        write(&inner, jobs).await;
    }
}

/// As many of the jobs that wait as go into one transaction.
fn some(waiting: &mut VecDeque<Job>) -> Vec<Job> {
    let (mut jobs, mut records, mut bytes) = (Vec::new(), 0, 0);
    while let Some(job) = waiting.pop_front() {
        records += job.entries.len();
        bytes += job.entries.iter().map(|entry| entry.body.len()).sum::<usize>();
        if !jobs.is_empty() && (records > RECORDS || bytes > BYTES) {
            waiting.push_front(job);
            break;
        }
        jobs.push(job);
    }
    jobs
}

async fn write(inner: &Inner, jobs: Vec<Job>) {
    let (jobs, many): (Vec<Job>, Vec<Job>) = jobs.into_iter().partition(|job| job.entries.len() <= MOST);
    for job in many {
        let why = format!("an append of {} records is too large: {MOST} at most", job.entries.len());
        job.answer.give(Err(AppendError::Unfit(why)));
    }
    let (appends, places): (Vec<_>, Vec<_>) = jobs.into_iter().map(|job| (job.entries, job.answer)).unzip();
    let began = Instant::now();
    match written(inner, &appends).await {
        Ok(Done { appended, counts }) => {
            inner.counters.committed(counts, began.elapsed());
            for (place, answer) in places.into_iter().zip(appended) {
                if let Err(AppendError::Stale { stream, .. }) = &answer {
                    inner.held.lose(stream);
                }
                place.give(answer);
            }
        }
        Err(fault) => {
            inner.counters.failed();
            places.into_iter().for_each(|place| place.give(Err(refused(&fault))));
        }
    }
}

async fn written(inner: &Inner, appends: &[Vec<Entry>]) -> Result<Done, Fault> {
    for _ in 0..TRIES {
        let session = inner.writing.session().await?;
        let batch = Batch::write(&session, (inner.key.as_ref(), &inner.held), appends);
        let done = match tokio::time::timeout(ANSWER, batch).await {
            Ok(done) => done,
            Err(_) => Err(Undone::Fault(Fault::Io("the database does not answer".into()))),
        };
        match done {
            Ok(done) => return Ok(done),
            Err(Undone::Passing) => {}
            Err(Undone::Fault(fault)) => {
                // Nothing of what was begun on it must be carried into the next transaction.
                inner.writing.give_up().await;
                return Err(fault);
            }
        }
    }
    Err(Fault::Io("others write the same streams all the time".into()))
}
