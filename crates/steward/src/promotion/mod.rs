//! Promotions of one process: a task and a stream of its own for each.

mod exhibition;
mod hall;
mod handle;
mod play;
mod task;

pub use exhibition::exhibit_promotion;
pub(crate) use hall::restored;
pub use handle::{PromotionAnswer, PromotionHandle, PromotionMoment, PromotionOutcome, PromotionSaying};
