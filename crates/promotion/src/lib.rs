//! A promotion with its prizes, pure: a command is decided into events, events are folded into the promotion.
//!
//! The promotion has the conditions, the prizes, the entries, the winners and their claims. It knows no generator: a draw
//! follows from a seed whose promise is published with the conditions, mixed with the list of entries. Where a claimant lives
//! is kept elsewhere, under a name that is on record here.
//!
//! ```
//! use punto_promotion::{Command, Promotion, apply, decide, says_itself};
//! use punto_rulebook::Rulebook;
//! use punto_vocab::{Seed, Stamped, Time};
//!
//! let book = Rulebook::embedded("nsw-2021").unwrap();
//! let mut promotion = Promotion::default();
//! let mut say = |hour: u32, line: &str| -> Result<String, String> {
//!     let command: Command = line.parse().unwrap();
//!     let (at, by) = (Time(0).plus_hours(hour), says_itself(&book, &command));
//!     let events = decide(&book, &promotion, &Stamped { at, by, command }).map_err(|refused| refused.to_string())?;
//!     events.iter().for_each(|event| apply(&mut promotion, at, by, event));
//!     Ok(events.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
//! };
//!
//! // Tobacco is no prize, and a form that is not whole is not published.
//! let prize = "what a hamper, value 250, terms none";
//! assert_eq!(
//!     say(0, &format!("prize 1 kind goods, {prize}, contains tobacco")).unwrap_err(),
//!     "a prize may not have tobacco in it (16.5.1, 16.5)"
//! );
//! say(0, &format!("prize 1 kind goods, {prize}, contains nothing")).unwrap();
//! let form = "conditions manner draw, awarded at-the-desk, eligible members, wager none, nature a-hamper, place the-atrium, \
//!     closes 1970-01-02T00:00:00Z, held 1970-01-02T00:00:00Z, claim at-the-desk, presence no, notified by-mail, marketing yes";
//! say(0, form).unwrap();
//! let seed: Seed = "07".repeat(32).parse().unwrap();
//! let publish = format!("publish draw {}", seed.promise());
//! assert_eq!(say(0, &publish).unwrap_err(), "the conditions lack results, available (16.7.10, 16.6, 16.7)");
//! say(0, &format!("{form}, results on-the-board, available at-the-desk")).unwrap();
//! say(0, &publish).unwrap();
//!
//! // Nobody draws before the close, or twice.
//! assert_eq!(say(1, "enter ada").unwrap(), "entered 1 ada by 16.7.3");
//! let draw = format!("draw {seed}");
//! assert!(say(23, &draw).unwrap_err().ends_with("(16.7.6)"));
//! assert!(say(24, &draw).unwrap().ends_with("won 1 ada entry 1 by 16.7.1"));
//! assert_eq!(say(24, &draw).unwrap_err(), "the draw is made, and stands (16.7.1)");
//! ```

mod apply;
mod command;
mod conditions;
mod content;
mod decide;
mod duty;
mod event;
mod offer;
mod prize;
mod reason;
mod state;
mod view;

pub use apply::apply;
pub use command::{Channel, Command, EntryProof, FileId};
pub use conditions::{Conditions, Manner, Plan};
pub use decide::{decide, says_itself};
pub use duty::{Duty, Owed, duties};
pub use event::{Event, Happening};
pub use offer::{OfferedPrize, PrizeOffer};
pub use prize::{Details, Means, PrizePayment, Prized, Thing, ThingId};
pub use reason::{Reason, Refused};
pub use state::{Claim, Dispute, Outcome, Prize, Promotion, Stage, Ticket, Win};
pub use view::{SeenPrize, View, Viewer, view};
