//! What waits for the next commit, and for how long the writer gathers before it goes.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Jobs in order of arrival, for one taker that takes all of them at once.
pub(crate) struct Queue<J> {
    state: Mutex<State<J>>,
    ready: Condvar,
}

struct State<J> {
    waiting: Vec<J>,
    /// How many the taker sleeps for; it is not woken for fewer.
    wanted: usize,
    closed: bool,
}

/// What the taker gets.
pub(crate) enum Taken<J> {
    Jobs(Vec<J>),
    /// Nothing came for a while.
    Idle,
    /// The queue is closed and everything in it was taken.
    Closed,
}

impl<J> Queue<J> {
    pub(crate) fn new() -> Queue<J> {
        Queue {
            state: Mutex::new(State { waiting: Vec::new(), wanted: 1, closed: false }),
            ready: Condvar::new(),
        }
    }

    /// Hands a job over, or back where the queue is closed.
    pub(crate) fn push(&self, job: J) -> Result<(), J> {
        let mut state = self.state();
        if state.closed {
            return Err(job);
        }
        state.waiting.push(job);
        let enough = state.waiting.len() >= state.wanted;
        drop(state);
        if enough {
            self.ready.notify_one();
        }
        Ok(())
    }

    /// Takes no more jobs; those that wait are still done.
    pub(crate) fn close(&self) {
        self.state().closed = true;
        self.ready.notify_one();
    }

    /// Closes and forgets what waits, for a taker that goes away before its time.
    pub(crate) fn abandon(&self) {
        let mut state = self.state();
        state.closed = true;
        let forgotten = std::mem::take(&mut state.waiting);
        drop(state);
        drop(forgotten);
    }

    pub(crate) fn len(&self) -> usize {
        self.state().waiting.len()
    }

    /// Takes all that waits: as soon as some of `gather.wanted` are there or `gather.until` has passed, and after that
    /// as soon as there is one.
    pub(crate) fn take(&self, gather: Gather, idle: Duration) -> Taken<J> {
        let mut state = self.sleep(self.state(), gather.some(0), gather.until);
        if state.waiting.is_empty() {
            state = self.sleep(state, 1, Instant::now() + idle);
        }
        match (state.waiting.is_empty(), state.closed) {
            (false, _) => Taken::Jobs(std::mem::take(&mut state.waiting)),
            (true, true) => Taken::Closed,
            (true, false) => Taken::Idle,
        }
    }

    /// Takes some more after `have` were taken; none when all that are wanted came or the time is up.
    pub(crate) fn more(&self, gather: Gather, have: usize) -> Vec<J> {
        match gather.some(have) {
            0 => Vec::new(),
            some => std::mem::take(&mut self.sleep(self.state(), some, gather.until).waiting),
        }
    }

    fn sleep<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<J>>,
        wanted: usize,
        until: Instant,
    ) -> MutexGuard<'a, State<J>> {
        state.wanted = wanted.max(1);
        while state.waiting.len() < state.wanted && !state.closed {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            state = self.ready.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        state
    }

    fn state(&self) -> MutexGuard<'_, State<J>> {
        // Nothing that can panic runs under this lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many jobs to wait for, and until when at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gather {
    pub(crate) wanted: usize,
    pub(crate) until: Instant,
}

impl Gather {
    /// Whatever is there.
    pub(crate) fn none() -> Gather {
        Gather { wanted: 1, until: Instant::now() }
    }

    /// For how many to sleep next, when there are `have`: a quarter of all that are wanted, so that there is something
    /// to do while the others are on their way, and not a wake-up for each.
    fn some(&self, have: usize) -> usize {
        self.wanted.div_ceil(4).min(self.wanted.saturating_sub(have))
    }
}

/// Decides how long to gather after a commit.
///
/// Writers that were just answered often come straight back. Going at once with the few that are already there would
/// make the rest wait for a whole further commit, so it pays to wait a moment for all of them: for half as long as the
/// last commit took at most, and for less after a wait that was in vain. A lone writer is never waited for: the
/// first job to come is all that is wanted.
#[derive(Debug)]
pub(crate) struct Pace {
    /// The share of the last commit's duration to wait, as a power of two: 1 is a half, 2 a quarter.
    share: u32,
    wanted: usize,
}

impl Pace {
    const LONGEST: Duration = Duration::from_millis(5);
    const LEAST_SHARE: u32 = 5;

    pub(crate) fn new() -> Pace {
        Pace { share: 1, wanted: 1 }
    }

    /// Notes how many jobs came in answer to the last [`Gather`].
    pub(crate) fn gathered(&mut self, came: usize) {
        if self.wanted > 1 {
            let in_vain = came * 4 < self.wanted * 3;
            self.share = if in_vain { (self.share + 1).min(Pace::LEAST_SHARE) } else { 1 };
        }
    }

    /// After a commit that took this long and answered so many, while so many others came.
    pub(crate) fn committed(
        &mut self,
        now: Instant,
        took: Duration,
        answered: usize,
        waiting: usize,
    ) -> Gather {
        self.wanted = answered + waiting;
        let longest = (took / (1 << self.share)).min(Pace::LONGEST);
        Gather { wanted: self.wanted, until: now + longest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::thread;

    const LONG: Duration = Duration::from_secs(60);

    fn jobs(taken: Taken<u32>) -> Vec<u32> {
        match taken {
            Taken::Jobs(jobs) => jobs,
            Taken::Idle => panic!("idle"),
            Taken::Closed => panic!("closed"),
        }
    }

    #[test]
    fn all_that_waits_is_taken_at_once_and_in_order() {
        let queue = Queue::new();
        (1..=3).for_each(|job| queue.push(job).unwrap());
        assert_eq!(jobs(queue.take(Gather::none(), LONG)), [1, 2, 3]);
        assert!(matches!(queue.take(Gather::none(), Duration::ZERO), Taken::Idle));
    }

    #[test]
    fn a_gathering_ends_with_the_last_that_is_wanted() {
        let queue = Arc::new(Queue::new());
        let pusher = thread::spawn({
            let queue = queue.clone();
            move || (1..=3).for_each(|job| queue.push(job).unwrap())
        });
        let gather = Gather { wanted: 3, until: Instant::now() + LONG };
        let mut taken = jobs(queue.take(gather, LONG));
        while taken.len() < 3 {
            let more = queue.more(gather, taken.len());
            assert!(!more.is_empty());
            taken.extend(more);
        }
        assert_eq!(taken, [1, 2, 3]);
        assert!(queue.more(gather, 3).is_empty());
        pusher.join().unwrap();
    }

    #[test]
    fn a_gathering_ends_in_time_with_what_is_there() {
        let queue = Queue::new();
        queue.push(1).unwrap();
        let gather = Gather { wanted: 2, until: Instant::now() + Duration::from_millis(5) };
        assert_eq!(jobs(queue.take(gather, LONG)), [1]);
        assert!(queue.more(gather, 1).is_empty());
    }

    #[test]
    fn a_closed_queue_gives_what_it_has_and_takes_nothing() {
        let queue = Queue::new();
        queue.push(1).unwrap();
        queue.close();
        assert_eq!(queue.push(2), Err(2));
        let gather = Gather { wanted: 5, until: Instant::now() + LONG };
        assert_eq!(jobs(queue.take(gather, LONG)), [1]);
        assert!(matches!(queue.take(gather, LONG), Taken::Closed));
        queue.abandon();
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn a_lone_writer_is_not_waited_for_and_patience_shrinks_in_vain() {
        let mut pace = Pace::new();
        let took = Duration::from_millis(8);
        let now = Instant::now();
        assert_eq!(pace.committed(now, took, 1, 0).wanted, 1);
        let patience = |pace: &mut Pace| {
            let gather = pace.committed(now, took, 8, 2);
            assert_eq!(gather.wanted, 10);
            gather.until - now
        };
        assert_eq!(patience(&mut pace), took / 2);
        pace.gathered(3);
        assert_eq!(patience(&mut pace), took / 4);
        (0..10).for_each(|_| pace.gathered(3));
        assert_eq!(patience(&mut pace), took / 32);
        pace.gathered(9);
        assert_eq!(patience(&mut pace), took / 2);
        // However slow the disk is, the wait is bounded.
        assert_eq!(pace.committed(now, LONG, 8, 2).until, now + Pace::LONGEST);
    }
}
