//! Who works here and on which machines: staff, grants, devices, sign-ins, significant events; pure, the same
//! shape as a table.
//!
//! The stream `site` of the journal is told here. [`decide`] reads the [`Site`] and a command with its time and
//! its giver, and answers with events, each with the rule of the house it rests on, or with a refusal and its rule.
//! [`apply`] folds an event and decides nothing. Commands and events are lines of text, and both can be read back.
//!
//! ```
//! use punto_site::{Principal, Command, Right, Site, Stamped, Time, apply, decide, may};
//!
//! let mut site = Site::default();
//! let mut say = |minute: u32, by: &str, line: &str| -> Result<String, String> {
//!     let (at, by): (Time, Principal) = (Time(0).plus_minutes(minute), by.parse().unwrap());
//!     let command: Command = line.parse().unwrap();
//!     let events = decide(&site, &Stamped { at, by, command }).map_err(|refused| refused.to_string())?;
//!     for event in &events {
//!         apply(&mut site, at, &by, event);
//!     }
//!     Ok(events.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
//! };
//!
//! // A first start: the server makes two administrators, and somebody who answers for the house. A first password is
//! // for one sign-in.
//! for (session, line) in ["found root", "found ann", "found olga as casino-operator"].into_iter().enumerate() {
//!     say(0, "system", line).unwrap();
//!     let name = line.split(' ').nth(1).unwrap();
//!     say(0, "system", &format!("sign-in {name} on -")).unwrap();
//!     say(0, &format!("staff {name}"), &format!("set-password {}", session + 1)).unwrap();
//! }
//!
//! // An administrator hires a supervisor, which takes a second person of another kind.
//! let hired = say(3, "staff root", "hire sue as casino-supervisor").unwrap();
//! assert!(hired.starts_with("proposed 1 root until 1970-01-02T00:03:00Z site hire sue as casino-supervisor"));
//! assert_eq!(
//!     say(3, "staff ann", "approve 1").unwrap_err(),
//!     "ann may not approve-staff; it takes gaming-manager or management-representative or casino-operator (house:grants)"
//! );
//! say(3, "staff olga", "approve 1").unwrap();
//!
//! // The supervisor enrols a terminal with a code, once there is a password of their own.
//! assert_eq!(
//!     say(4, "staff sue", "offer-device terminal-1 terminal nsw-1@1").unwrap_err(),
//!     "sue must choose a password of their own first (house:password)"
//! );
//! say(4, "system", "sign-in sue on -").unwrap();
//! say(4, "staff sue", "set-password 4").unwrap();
//! assert_eq!(
//!     say(5, "staff sue", "offer-device terminal-1 terminal nsw-1@1").unwrap(),
//!     "device-offered terminal-1 terminal nsw-1@1 until 1970-01-01T00:15:00Z by house:devices"
//! );
//! assert_eq!(say(6, "system", "enrol-device terminal-1").unwrap(), "device-enrolled terminal-1 by house:devices");
//!
//! // Whatever is not granted is denied, and the refusal says what it takes.
//! let refused = may(&site, "sue".parse().unwrap(), Right::MoveMoney).unwrap_err();
//! assert_eq!(refused.to_string(), "sue may not move-money; it takes cage (house:grants)");
//! assert_eq!(refused.reason.code(), "not-granted");
//! ```
//!
//! # Who says what
//!
//! People say what they want done. The server, [`Principal::System`], says what it found: that a password was right
//! or wrong, that a machine gave its code, that a significant event happened. Passwords, codes and tokens are never
//! in a line. They lie on a shelf outside the journal's chain, and the server compares them before it speaks.
//!
//! One answer is for everybody who fails to sign in. Whether a name is unknown, locked, disabled or was given with
//! a wrong password stands in the stream; whoever tries to sign in is told only that it did not work.
//!
//! # Who may do what
//!
//! A person has [`Grant`]s: roles at tables, as the documents have them, and offices away from them. A [`Right`] is
//! something the server is asked to do, with the list of grants that allow it. There is one such list, in
//! [`Right::grants`], and what nobody granted is denied. What a role may do at a table is the document's business:
//! [`may_work`] only says whether the person has the role.
//!
//! # Two persons
//!
//! Whoever makes accounts does not agree to them: an administrator proposes to hire, to give an office that moves money,
//! rules or watches ([`Grant::takes_two`]), to enable an account again, to give anybody a new password, or to take an
//! office or an account from whoever watches or agrees ([`Grant::checks_others`]), and somebody who answers for the house
//! and is no administrator approves it. So a house is founded with two administrators and one of the
//! other kind, neither side is ever left without anybody, and two administrators alone give nobody anything. Each of
//! the two gets half of the first password, which is good once. Every such act is a significant event, and none of the
//! people whose act an event is about ([`Concerned`]) acknowledges or clears it.
//!
//! Settings, corrections of balances, faults of the data and the like take two persons, too ([`Measure`]). A command to
//! the site becomes a proposal by itself; other matters are proposed by name, approved, and carried out by whoever
//! keeps the stream they belong to. The console of the server's own machine, which is the way back in when nobody is
//! left to ask, can act alone, and `sole-control` is noted each time.
//!
//! # Somebody else at a person's machine
//!
//! What takes an officer at a table can be said by one at the dealer's own screen: the officer's password is checked
//! as for a sign-in, the dealer stays signed in, and no session begins. [`Command::ApproveLine`] reports that it was
//! right; the site says whether that person may, and records whose line it was, at whose session and machine.
//!
//! # What is kept
//!
//! The [`Site`] is what holds now: people, sessions, machines, what waits for somebody. What is over is in the
//! stream and not here. A snapshot of it is its serde form.

mod apply;
mod attempts;
mod cash;
mod cause;
mod command;
mod decide;
mod event;
mod grant;
mod ground;
mod house;
mod measure;
mod name;
mod notice;
mod principal;
mod proposal;
mod reason;
mod register;
mod right;
mod seconded;
mod setting;
mod several;
mod state;
mod told;
mod two;

pub use apply::apply;
pub use attempts::Attempts;
pub use cash::Cash;
pub use cause::{Cause, PromotionHappening, TableHappening, TournamentHappening, plain};
pub use command::{Command, DeviceKind};
pub use decide::{CODE_FAILURES, CODE_MINUTES, PROPOSAL_HOURS, decide};
pub use event::{Bar, Ending, Event, Happening};
pub use grant::{Grant, Grants, Office};
pub use ground::Ground;
pub use house::{Mode, Reading};
pub use measure::{ManifestDigest, Measure};
pub use name::{ActName, DeviceId, Given, On, Place, PromotionId, RulebookId, TableId, TournamentId};
pub use notice::{Kind, LargeWin, Severity, UnlikelyOutcomes};
pub use principal::Principal;
pub use proposal::ProposalMatter;
pub use punto_vocab::{Currency, Stamped, Time};
pub use reason::{Reason, Refused};
pub use register::{IssuedVoucher, VoucherRegister};
pub use right::{Right, may, may_work};
pub use seconded::{Seconded, TableCommand};
pub use setting::RunningSetting;
pub use several::{Concerned, GrantSet, Member, Several};
pub use state::{Device, DeviceStatus, Drawer, Notice, Person, Program, Proposal, Session, Site, Standing};
pub use told::{Told, told};
pub use two::Two;
