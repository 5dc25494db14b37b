//! The one clock of the house: the system's, one that a demonstration winds forward, or one that a test moves by hand.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use punto_vocab::Time;
use tokio::sync::{oneshot, watch};

use crate::clock::{Followed, clock_followed};
use crate::locked;

/// A future on the heap, as a trait object's method gives it.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Tells the time to everybody, and wakes those who wait for a moment.
///
/// The time never runs back, and two readings in order are in order on every machine that asks the same clock.
pub trait Clock: Send + Sync + 'static {
    /// The time now: microseconds of UTC.
    fn now(&self) -> Time;

    /// Ends when the time has come, at once if it has.
    fn sleep_until(&self, at: Time) -> BoxFuture<'static, ()>;

    /// From now on the clock tells no time before this one. A start tells it the last moment of the journal.
    fn not_before(&self, at: Time);

    /// Whether the machine's clock follows another one.
    fn followed(&self) -> Followed {
        Followed::Unknown
    }

    /// The last step of the machine's own clock that nobody has asked for yet.
    fn take_step(&self) -> Option<ClockStep> {
        None
    }
}

/// The machine's clock was put on or back by more than a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockStep {
    /// When it was noticed.
    pub at: Time,
    /// By how many microseconds; below nought if it was put back.
    pub micros: i64,
}

/// The clock of the machine. Where that is put back, this one runs a tenth slower until the two agree again.
#[derive(Clone, Debug)]
pub struct SystemClock(Arc<Mutex<Running>>);

#[derive(Debug)]
struct Running {
    told: Time,
    /// The same instant on the monotonic clock.
    steady: Instant,
    wall: Time,
    step: Option<ClockStep>,
}

/// A difference that counts as a change of the system clock.
const STEP: i64 = 1_000_000;

impl SystemClock {
    /// A clock that begins with the machine's time.
    pub fn new() -> SystemClock {
        let wall = wall();
        SystemClock(Arc::new(Mutex::new(Running { told: wall, steady: Instant::now(), wall, step: None })))
    }
}

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Time {
        locked(&self.0).read(Instant::now(), wall())
    }

    fn sleep_until(&self, at: Time) -> BoxFuture<'static, ()> {
        let clock = self.clone();
        Box::pin(async move {
            loop {
                let left = at.0.saturating_sub(clock.now().0);
                if left <= 0 {
                    return;
                }
                tokio::time::sleep(Duration::from_micros(left.unsigned_abs())).await;
            }
        })
    }

    fn not_before(&self, at: Time) {
        let mut running = locked(&self.0);
        running.told = running.told.max(at);
    }

    fn followed(&self) -> Followed {
        clock_followed()
    }

    fn take_step(&self) -> Option<ClockStep> {
        self.now();
        locked(&self.0).step.take()
    }
}

impl Running {
    fn read(&mut self, steady: Instant, wall: Time) -> Time {
        let passed = steady.saturating_duration_since(self.steady).as_micros() as i64;
        let stepped = (wall.0 - self.wall.0) - passed;
        let own = self.told.0 + passed;
        // Ahead of the wall, a tenth of each moment is given up until the two meet.
        let told = if wall.0 >= own { wall.0 } else { own - (passed / 10).min(own - wall.0) };
        (self.told, self.steady, self.wall) = (Time(told), steady, wall);
        if stepped.abs() > STEP {
            self.step = Some(ClockStep { at: self.told, micros: stepped });
        }
        self.told
    }
}

fn wall() -> Time {
    // A machine whose clock stands before 1970 is told 1970; its journal's last moment is later in any case.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(since.as_micros() as i64)
}

/// A clock that can be wound forward, and never back: another clock, and how far it was wound. For demonstrations,
/// where nobody can wait for what only time brings.
#[derive(Clone)]
pub struct WoundClock(Arc<Winding>);

struct Winding {
    clock: Arc<dyn Clock>,
    /// In microseconds. Sleepers are notified of every change.
    forward: watch::Sender<i64>,
}

impl WoundClock {
    /// A clock that tells the time of another until it is wound.
    pub fn over(clock: Arc<dyn Clock>) -> WoundClock {
        WoundClock(Arc::new(Winding { clock, forward: watch::Sender::new(0) }))
    }

    /// Winds it forward and wakes sleepers that are due by then; returns the time now.
    pub fn wind(&self, micros: i64) -> Time {
        self.0.forward.send_modify(|forward| *forward = forward.saturating_add(micros.max(0)));
        self.now()
    }

    fn shown(&self, beneath: Time) -> Time {
        Time(beneath.0.saturating_add(*self.0.forward.borrow()))
    }
}

impl Clock for WoundClock {
    fn now(&self) -> Time {
        self.shown(self.0.clock.now())
    }

    fn sleep_until(&self, at: Time) -> BoxFuture<'static, ()> {
        let own = self.0.clone();
        Box::pin(async move {
            let mut wound = own.forward.subscribe();
            loop {
                let beneath = Time(at.0.saturating_sub(*wound.borrow_and_update()));
                tokio::select! {
                    () = own.clock.sleep_until(beneath) => return,
                    _ = wound.changed() => {}
                }
            }
        })
    }

    fn not_before(&self, at: Time) {
        // What was wound before a restart is wound again, at once: the clock beneath would be slow to get there.
        self.wind(at.0.saturating_sub(self.now().0));
    }

    fn followed(&self) -> Followed {
        self.0.clock.followed()
    }

    fn take_step(&self) -> Option<ClockStep> {
        let step = self.0.clock.take_step()?;
        Some(ClockStep { at: self.shown(step.at), ..step })
    }
}

/// A clock that stands still until it is moved.
#[derive(Clone, Debug)]
pub struct SimulatedClock(Arc<Mutex<Hands>>);

#[derive(Debug)]
struct Hands {
    now: Time,
    asleep: BTreeMap<(Time, u64), oneshot::Sender<()>>,
    count: u64,
}

impl SimulatedClock {
    /// A clock that stands at this time.
    pub fn at(now: Time) -> SimulatedClock {
        SimulatedClock(Arc::new(Mutex::new(Hands { now, asleep: BTreeMap::new(), count: 0 })))
    }

    /// Moves the clock forward and wakes sleepers that are due by then, the earliest first.
    pub fn advance(&self, micros: i64) {
        let to = Time(locked(&self.0).now.0.saturating_add(micros.max(0)));
        self.advance_to(to);
    }

    /// Moves the clock on to a moment; one that has passed moves nothing.
    pub fn advance_to(&self, to: Time) {
        let mut hands = locked(&self.0);
        let now = hands.now.max(to);
        hands.now = now;
        let later = hands.asleep.split_off(&(Time(now.0.saturating_add(1)), 0));
        for (_, sleeper) in std::mem::replace(&mut hands.asleep, later) {
            // Who does not wait any more need not be woken.
            let _ = sleeper.send(());
        }
    }

    /// Whether a sleeper is due at exactly this time.
    pub fn wakes_somebody(&self, at: Time) -> bool {
        let hands = locked(&self.0);
        hands.asleep.range((at, 0)..=(at, u64::MAX)).any(|(_, sleeper)| !sleeper.is_closed())
    }

    /// The earliest time that a sleeper is due.
    pub fn next(&self) -> Option<Time> {
        let mut hands = locked(&self.0);
        hands.asleep.retain(|_, sleeper| !sleeper.is_closed());
        hands.asleep.keys().next().map(|(at, _)| *at)
    }
}

impl Clock for SimulatedClock {
    fn now(&self) -> Time {
        locked(&self.0).now
    }

    fn sleep_until(&self, at: Time) -> BoxFuture<'static, ()> {
        let mut hands = locked(&self.0);
        if at <= hands.now {
            return Box::pin(async {});
        }
        hands.asleep.retain(|_, sleeper| !sleeper.is_closed());
        hands.count += 1;
        let key = (at, hands.count);
        let (sleeper, woken) = oneshot::channel();
        hands.asleep.insert(key, sleeper);
        Box::pin(async move {
            // Sleepers of a dropped clock are not woken early: they end with it.
            let _ = woken.await;
        })
    }

    fn not_before(&self, at: Time) {
        self.advance_to(at);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn running(at: i64) -> (Running, Instant) {
        let steady = Instant::now();
        (Running { told: Time(at), steady, wall: Time(at), step: None }, steady)
    }

    #[test]
    fn a_clock_put_back_runs_slower_and_never_back() {
        let (mut clock, start) = running(10_000_000_000);
        let hour = 3_600_000_000;
        let mut last = clock.told;
        for second in 1..=40_000_u64 {
            let steady = start + Duration::from_secs(second);
            let wall = Time(10_000_000_000 - hour + second as i64 * 1_000_000);
            let told = clock.read(steady, wall);
            assert!(told > last, "it runs on");
            assert!(told >= wall);
            last = told;
        }
        assert_eq!(last, Time(10_000_000_000 - hour + 40_000_000_000), "and has met the wall again");
        assert_eq!(clock.step.unwrap().micros, -hour);
    }

    #[test]
    fn a_clock_put_on_is_followed_and_told() {
        let (mut clock, start) = running(0);
        assert_eq!(clock.read(start + Duration::from_secs(1), Time(1_400_000)), Time(1_400_000));
        assert_eq!(clock.step, None, "half a second is no step");
        assert_eq!(clock.read(start + Duration::from_secs(2), Time(9_000_000)), Time(9_000_000));
        assert_eq!(clock.step.unwrap().micros, 6_600_000);
    }

    #[test]
    fn a_time_that_has_been_told_is_not_told_again() {
        let clock = SystemClock::new();
        let later = Time(clock.now().0 + 5_000_000);
        clock.not_before(later);
        assert!(clock.now() >= later);
    }

    #[tokio::test]
    async fn a_wound_clock_wakes_whoever_it_passes_and_nobody_else() {
        let beneath = SimulatedClock::at(Time(100));
        let clock = WoundClock::over(Arc::new(beneath.clone()));
        let soon = tokio::spawn(clock.sleep_until(Time(150)));
        let later = tokio::spawn(clock.sleep_until(Time(500)));
        tokio::task::yield_now().await;
        assert_eq!(clock.wind(49), Time(149));
        tokio::task::yield_now().await;
        assert!(!soon.is_finished());
        assert_eq!(clock.wind(1), Time(150));
        soon.await.unwrap();
        beneath.advance(349);
        tokio::task::yield_now().await;
        assert!(!later.is_finished(), "a microsecond short");
        beneath.advance(1);
        later.await.unwrap();
        assert_eq!((clock.wind(-7), clock.now()), (Time(500), Time(500)), "never back");
    }

    #[tokio::test]
    async fn a_wound_clock_goes_on_where_a_journal_ends() {
        let beneath = SimulatedClock::at(Time(100));
        let clock = WoundClock::over(Arc::new(beneath.clone()));
        clock.not_before(Time(40));
        assert_eq!(clock.now(), Time(100));
        clock.not_before(Time(900));
        assert_eq!((clock.now(), beneath.now()), (Time(900), Time(100)));
        beneath.advance(5);
        assert_eq!(clock.now(), Time(905), "and no slower than before");
    }

    #[tokio::test]
    async fn a_simulated_clock_wakes_in_order_and_no_sooner() {
        let clock = SimulatedClock::at(Time(0));
        clock.sleep_until(Time(0)).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for at in [30, 10, 20] {
            let (sleep, order) = (clock.sleep_until(Time(at)), order.clone());
            tasks.push(tokio::spawn(async move {
                sleep.await;
                order.lock().unwrap().push(at);
            }));
        }
        assert_eq!(clock.next(), Some(Time(10)));
        assert!(clock.wakes_somebody(Time(20)) && !clock.wakes_somebody(Time(21)));
        for at in [9, 10, 20, 29] {
            clock.advance_to(Time(at));
            tokio::task::yield_now().await;
        }
        assert_eq!(*order.lock().unwrap(), [10, 20]);
        clock.advance(1);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(clock.next(), None);
        drop(clock.sleep_until(Time(99)));
        assert_eq!(clock.next(), None, "who gave up is not waited for");
    }
}
