//! From what the core shows a viewer to what goes over the wire: tables, scoreboards, past coups, odds, rulebooks,
//! scenarios.
//!
//! A view is built from what the viewer may know. What the core's view does not hold cannot come in here.

mod book;
mod bracket;
mod conditions;
mod contact;
mod coup;
mod odds;
mod opening;
mod pace;
mod promotion;
mod roads;
mod sayable;
mod scenario;
mod scene;
mod table;
mod tournament;
mod words;

pub use book::{compare, rulebook_view};
pub use conditions::conditions_form;
pub use contact::Contacts;
pub use coup::{Reader, coup_view};
pub use odds::{full_shoe_odds, odds_answer};
pub use opening::{opening_choices, opening_preview};
pub use pace::pace;
pub use promotion::{promotion_draw, promotion_form, promotion_line, promotion_summary, promotion_view};
pub use roads::{may_project, roads};
pub use sayable::{Sayable, sayable_dealt, sayable_told};
pub use scenario::{about, play};
pub use scene::{Scene, Silent, happened};
pub use table::{table_summary, table_view};
pub use tournament::{
    TournamentScene, hidden_form, pool_statement, tournament_line, tournament_summary, tournament_view,
};
pub use words::{cited, offers};
