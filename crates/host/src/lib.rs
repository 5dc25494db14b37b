//! The machine that the house runs on: room on its disk, whether its clock follows another, and that nothing of the
//! program's memory is written out when it ends badly.

mod clock;
mod disk;
mod memory;

pub use clock::{ClockGuard, Followed, clock_followed};
pub use disk::{Room, RoomGuard, free};
pub use memory::keep_memory_private;
