//! What each person sees of a table ([`view`]), reads of its events ([`told`]) and may do at it ([`allowed`]).
//!
//! A view is built up for one viewer, not cut down from the whole: what a viewer may not know is not in it. What is
//! allowed is asked of [`punto_table::decide`], so that there is no second set of rules.

mod allowed;
mod hides;
mod told;
mod view;

pub use allowed::{Allowed, USUAL_SEATS, allowed, candidates};
pub use hides::hides;
pub use told::{told, told_values};
pub use view::{
    Carried, MarkerPlace, SeenCheck, SeenDispute, SeenDue, SeenDuty, SeenHolding, SeenMatter, SeenOffer,
    SeenOutcome, SeenPhase, SeenRow, SeenSettlement, SeenShoe, SeenSign, SeenTrouble, SeenWager, Till, View,
    Viewer, Waiting, WaitingKind, view,
};
