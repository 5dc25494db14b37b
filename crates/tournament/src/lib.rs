//! A tournament over many tables, pure: a command is decided into events, events are folded into the tournament.
//!
//! The tournament has the conditions, the entrants, the pool, who sits where and who goes on. It deals no card:
//! its tables do, and tell which cards a coup had. What everybody won or lost by it follows from the wagers that are on record
//! here, and from nobody's word. [`asks`] makes of its events what is said to a table, [`tells`] of a table's events what is
//! said to it. What is written on a form of a hidden wager is not known here before it is read out.
//!
//! ```
//! use punto_rulebook::Rulebook;
//! use punto_tournament::{Command, Tournament, apply, decide, says_itself};
//! use punto_vocab::{Stamped, Time};
//!
//! let book = Rulebook::embedded("tas-2018").unwrap();
//! let mut tournament = Tournament::default();
//! let mut say = |line: &str| -> Result<String, String> {
//!     let command: Command = line.parse().unwrap();
//!     let by = says_itself(&book, &command);
//!     let stamped = Stamped { at: Time(0), by, command };
//!     let events = decide(&book, &tournament, &stamped).map_err(|refused| refused.to_string())?;
//!     events.iter().for_each(|event| apply(&mut tournament, Time(0), by, event));
//!     Ok(events.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
//! };
//!
//! // The form is not whole, and the refusal says what it lacks and by which clauses.
//! let items = "form f-1, entry as-posted, fee 100, entrants 2..8, chips 1000, session shoes 1, advance 1, paid cheque";
//! say(&format!("conditions {items}, limits 10..200, hidden 2")).unwrap();
//! assert_eq!(say("publish").unwrap_err(), "the conditions lack prizes (16.2.2.g, 16.2.2)");
//! say(&format!("conditions {items}, limits 10..200, hidden 2, prizes 60 40")).unwrap();
//! say("publish").unwrap();
//!
//! // Somebody enters, once the director has told them the conditions and they have signed.
//! assert_eq!(say("apply ada").unwrap(), "applied ada by 16.1:applicant");
//! assert_eq!(say("pay-fee ada 100").unwrap(), "fee-paid ada 100 by 16.2, 16.2.1");
//! assert_eq!(say("accept ada").unwrap_err(), "ada has not been given the conditions (16.2.5)");
//! say("inform ada").unwrap();
//! say("endorse ada").unwrap();
//! assert_eq!(say("accept ada").unwrap(), "accepted ada by 16.1:player");
//! assert_eq!(say("start").unwrap_err(), "there are 1 entrants, and it takes 2 (16.2.2.d)");
//! ```

mod apply;
mod cards;
mod command;
mod conditions;
mod decide;
mod duty;
mod event;
mod form;
mod lots;
mod order;
mod reason;
mod score;
mod state;
mod tables;
mod told;
mod undo;
mod view;

pub use apply::apply;
pub use cards::CoupCards;
pub use command::{Command, FormFault, Ground, Offence, Payment, Refund, Unable};
pub use conditions::{Conditions, Length, Plan, Seating};
pub use decide::{both_hands, decide, given_back, says_itself};
pub use duty::{Duty, Owed, duties};
pub use event::{Event, Happening};
pub use form::{Form, Seal};
pub use lots::{Chain, Lot, NoDraw, verify};
pub use order::sequence;
pub use reason::{Reason, Refused};
pub use score::Ranking;
pub use state::{
    Entrant, Exit, Goods, Handed, Indicator, Phase, Place, PlayOff, Stage, Standing, TimeLimit, Tournament,
    Undo, Venue, Wager,
};
pub use tables::{TableAsk, asks, done_with, follow, seats};
pub use told::tells;
pub use view::{SeenEntrant, SeenSeat, SeenVenue, View, Viewer, view};
