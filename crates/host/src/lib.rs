//! The machine that the house runs on: its clocks, room on its disk, whether its clock follows another, and that nothing
//! of the program's memory is written out when it ends badly.

use std::sync::{Mutex, MutexGuard, PoisonError};

mod clock;
mod disk;
mod lateness;
mod memory;
mod time;

pub use clock::{ClockGuard, Followed, clock_followed};
pub use disk::{Room, RoomGuard, free};
pub use lateness::{Lateness, TimerReport};
pub use memory::keep_memory_private;
pub use time::{BoxFuture, Clock, ClockStep, SimulatedClock, SystemClock, WoundClock};

/// Takes a lock whose value is whole at every moment, even if a holder of it panicked.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
