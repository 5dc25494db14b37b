//! A thread that lets a projection catch up with its journal, and rests as long as it works.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::SqliteJournal;

use super::{Progress, Projected, Projection};

/// Keeps a projection close to the end of its journal, until it is stopped or dropped.
pub struct Follower<P> {
    journal: Arc<SqliteJournal>,
    projected: Arc<Projected<P>>,
    /// Dropped to end the thread.
    thread: Mutex<Option<(Sender<()>, JoinHandle<()>)>>,
}

/// How often it is looked for new records.
const LOOK: Duration = Duration::from_millis(250);

/// How long to wait after a failure, such as a full disk.
const RETRY: Duration = Duration::from_secs(10);

impl<P: Projection> Follower<P> {
    /// Begins to follow; `failed` is told once for each time that it cannot go on.
    pub fn start(
        journal: Arc<SqliteJournal>,
        projected: Projected<P>,
        failed: impl Fn(&str, crate::Fault) + Send + 'static,
    ) -> std::io::Result<Follower<P>> {
        let projected = Arc::new(projected);
        let (stop, stopped) = mpsc::channel();
        let (follows, what) = (journal.clone(), projected.clone());
        let thread = thread::Builder::new().name(format!("projection {}", what.projection().name()));
        let thread = thread.spawn(move || {
            let mut failing = false;
            let mut rest = Duration::ZERO;
            while stopped.recv_timeout(rest) == Err(RecvTimeoutError::Timeout) {
                let began = Instant::now();
                rest = match what.catch_up(&follows) {
                    // Half of one processor at most, so that appends are not kept waiting for theirs.
                    Ok(true) => began.elapsed(),
                    Ok(false) => LOOK,
                    Err(fault) => {
                        if !failing {
                            failed(what.projection().name(), fault);
                        }
                        failing = true;
                        rest = RETRY;
                        continue;
                    }
                };
                failing = false;
            }
        })?;
        Ok(Follower { journal, projected, thread: Mutex::new(Some((stop, thread))) })
    }

    /// The projection.
    pub fn projected(&self) -> &Projected<P> {
        &self.projected
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        self.projected.progress(&self.journal)
    }
}

impl<P> Follower<P> {
    /// Follows no more; the projection can still be read.
    pub fn stop(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((stop, thread)) = thread {
            drop(stop);
            // A thread that panicked has said so itself.
            let _ = thread.join();
        }
    }
}

impl<P> Drop for Follower<P> {
    fn drop(&mut self) {
        self.stop();
    }
}
