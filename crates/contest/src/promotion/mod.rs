//! A promotion's records read again.

mod allowed;
mod campaign;
mod held;
mod measure;
mod plan;
mod played;
mod told;
mod whose;

pub use allowed::{PromotionSayable, allowed_in_promotion};
pub use campaign::Campaign;
pub use measure::{promoted_by, seed_of_nothing};
pub use plan::PromotionPlan;
pub use played::{PlayedCoup, stakes};
pub use told::told_of_promotion;
