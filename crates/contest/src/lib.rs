//! The records of tournaments and promotions read again: what each was planned as, how it stands, every decision made anew.
//!
//! What `punto_tournament` folds is the tournament itself. A [`Contest`] is that with all that its shell must know after a
//! start: in which order people applied, whose fee came out of an account, which seeds were drawn, and up to which record
//! each of its tables has been heard. A [`Campaign`] is the same of a promotion. Every bit of it follows from the records.

mod again;
mod agree;
mod allowed;
mod contest;
mod heard;
mod held;
mod measure;
mod plan;
mod promotion;
mod sitting;
mod told;
mod whose;

pub use agree::Concord;
pub use allowed::{TournamentSayable, allowed};
pub use contest::{Contest, DrawnSeats, Moved};
pub use heard::Heard;
pub use held::Held;
pub use measure::carried_out_by;
pub use plan::TournamentPlan;
pub use promotion::{
    Campaign, PlayedCoup, PromotionPlan, PromotionSayable, allowed_in_promotion, promoted_by,
    seed_of_nothing, stakes, told_of_promotion,
};
pub use sitting::Sitting;
pub use told::told;
pub use whose::{WhoseWord, proposal_key, proposal_of};
