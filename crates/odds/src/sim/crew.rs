//! Threads that share a simulation without changing its result.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// How much to simulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SimRun {
    /// Everything that is dealt follows from it.
    pub seed: u64,
    /// At least so many coups; shoes are always dealt to their end.
    pub coups: u64,
    /// With so many threads; nought stands for as many as the machine has.
    pub threads: usize,
}

impl SimRun {
    fn crew(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        }
    }
}

/// How a simulation is watched and stopped while it runs.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use punto_odds::sim::Watch;
///
/// let stop = AtomicBool::new(false);
/// let report = |coups: u64| if coups > 1_000_000 { stop.store(true, Ordering::Relaxed) };
/// let watch = Watch { stop: Some(&stop), progress: Some(&report) };
/// ```
#[derive(Clone, Copy, Default)]
pub struct Watch<'a> {
    /// Once true, the threads finish the shoes they have begun and what there is is the result.
    pub stop: Option<&'a AtomicBool>,
    /// Told the number of coups dealt so far, from any thread, every few milliseconds.
    pub progress: Option<&'a (dyn Fn(u64) + Sync)>,
}

impl Watch<'_> {
    fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Deals numbered blocks of shoes and keeps what came of them.
pub(super) trait Worker: Send {
    /// Deals a block and tells how many coups it had; what they are depends on the number alone.
    fn block(&mut self, number: u64) -> u64;
}

/// Works through blocks 0, 1, 2, … until there are enough coups; tells what each thread kept, and whether the
/// work was stopped before.
///
/// How many blocks that takes follows from the blocks alone: a first part that cannot be too many, then what the
/// coups dealt so far say is missing. So all threads together deal the same blocks as one.
pub(super) fn work<W: Worker>(
    run: &SimRun,
    watch: &Watch<'_>,
    most_in_block: u64,
    new: impl Fn() -> W,
) -> (Vec<W>, bool) {
    let mut workers: Vec<W> = (0..run.crew()).map(|_| new()).collect();
    let coups = AtomicU64::new(0);
    let mut blocks = 0;
    loop {
        let done = coups.load(Ordering::Relaxed);
        let missing = run.coups.saturating_sub(done);
        if missing == 0 {
            return (workers, false);
        }
        let most = done.checked_div(blocks).unwrap_or(most_in_block).max(1);
        let next = AtomicU64::new(blocks);
        blocks = blocks.saturating_add((missing / most).max(1));
        let (next, end, coups) = (&next, blocks, &coups);
        thread::scope(|scope| {
            let Some((first, others)) = workers.split_first_mut() else { return };
            for worker in others {
                scope.spawn(move || take_blocks(worker, next, end, coups, watch));
            }
            take_blocks(first, next, end, coups, watch);
        });
        if watch.stopped() {
            let stopped = coups.load(Ordering::Relaxed) < run.coups;
            return (workers, stopped);
        }
    }
}

fn take_blocks(worker: &mut impl Worker, next: &AtomicU64, end: u64, coups: &AtomicU64, watch: &Watch<'_>) {
    const BETWEEN_REPORTS: u64 = 500_000;
    let mut unreported = 0;
    while !watch.stopped() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= end {
            break;
        }
        unreported += worker.block(number);
        if unreported >= BETWEEN_REPORTS {
            report(&mut unreported, coups, watch);
        }
    }
    report(&mut unreported, coups, watch);
}

fn report(unreported: &mut u64, coups: &AtomicU64, watch: &Watch<'_>) {
    let more = std::mem::take(unreported);
    let coups = coups.fetch_add(more, Ordering::Relaxed) + more;
    if let Some(progress) = watch.progress {
        progress(coups);
    }
}
