//! A person's account: credits, limits of play, exclusion; pure, the same shape as a table.
//!
//! The stream `patron/<id>` of the journal is told here. [`decide`] reads the [`Account`] and a command with its
//! time and its giver, and answers with events, each with the rule of the house it rests on, or with a refusal and
//! its rule. [`apply`] folds an event and decides nothing. Commands and events are lines of text, and both can be
//! read back.
//!
//! ```
//! use punto_accounts::{Account, Command, apply, decide};
//! use punto_site::{Principal, Stamped, Time};
//!
//! let mut account = Account::default();
//! let mut say = |hour: u32, by: &str, line: &str| -> Result<String, String> {
//!     let (at, by): (Time, Principal) = (Time(0).plus_hours(hour), by.parse().unwrap());
//!     let command: Command = line.parse().unwrap();
//!     let events = decide(&account, &Stamped { at, by, command }).map_err(|refused| refused.to_string())?;
//!     for event in &events {
//!         apply(&mut account, at, &by, event);
//!     }
//!     account.audit().expect("the account adds up");
//!     Ok(events.iter().map(|event| event.what.to_string()).collect::<Vec<_>>().join("; "))
//! };
//!
//! // The cage opens an account and takes a deposit; the house adds promotional money.
//! say(0, "staff cat", "register ada real").unwrap();
//! say(0, "patron ada", "set-pin").unwrap();
//! say(0, "staff cat", "deposit 100").unwrap();
//! say(0, "staff mia", "award 20 birthday").unwrap();
//!
//! // Ada signs in, limits her losses, and takes money to a table: what can only be wagered goes first.
//! say(1, "system", "start-session on terminal-1").unwrap();
//! say(1, "patron ada", "limit loss day 60").unwrap();
//! assert_eq!(
//!     say(1, "patron ada", "to-table rws-1 70").unwrap(),
//!     "went-to-table rws-1 20 of promotional; went-to-table rws-1 50 of cashable"
//! );
//! assert_eq!(
//!     say(1, "patron ada", "to-table rws-1 30").unwrap_err(),
//!     "the own limit of loss for a day is 60, and 50 of it is used (house:limits-of-play)"
//! );
//!
//! // A looser limit waits for a day. Money comes back from the table in full, and is paid out at any time.
//! assert_eq!(
//!     say(1, "patron ada", "limit loss day 500").unwrap(),
//!     "limit-waits own loss day 500 from 1970-01-02T01:00:00Z"
//! );
//! say(2, "table rws-1", "from-table rws-1 90").unwrap();
//! say(2, "table rws-1", "leave-table rws-1").unwrap();
//! assert_eq!(say(2, "staff cat", "withdraw 140").unwrap(), "withdrawn 140");
//! assert!(account.balance().is_zero());
//! ```
//!
//! # Who says what
//!
//! The cage takes in and pays out. A patron takes money to a table, sets limits and excludes themself. Only a table
//! sends money back, since only its ledger knows that it is there: the floor records both ends atomically.
//! The server says that a PIN was right or wrong, that a session is idle, that a reality check is due. Which
//! person of staff may do what is asked of `punto_site::may` before; here staff is staff. An adjustment
//! names the proposal of the site that two persons agreed on.
//!
//! # Money
//!
//! Cash, cash that waits for an attendant, and promotional money are kept apart ([`Purses`]). Each is what went in
//! less what went out, always: [`Account::audit`] is that equation. What is won with promotional money is cash, so
//! no more promotional money comes back from a table than went there. An account of play money has no door to cash.
//!
//! A voucher is money of the account on paper. It is out until it comes back, once, into that account or another;
//! the two records are written atomically, so that no voucher is spent twice and none is lost.
//!
//! # Limits
//!
//! Deposits, losses and time are limited over the last 24 hours, the last 7 days, and since the same day of the month
//! before, in UTC; spans that roll cannot be played around at midnight. Patron and house each set their own, and
//! the lowest wins. What lies at a table counts as lost until it comes back. [`may_play`] is asked for
//! every wager.
//!
//! A patron's own exclusion can be made longer and by nobody shorter. It ends at its moment; one for good does not.
//! Whoever is excluded still gets their money out.

mod alone;
mod apply;
mod command;
mod decide;
mod event;
mod flows;
mod ground;
mod limit;
mod reason;
mod state;
mod statement;
mod told;
mod voucher;

pub use alone::{Alone, alone};
pub use apply::apply;
pub use command::{AccountKind, Command, Purse, SessionEnd, SpendOrder};
pub use decide::{decide, in_currency, may_come, may_play, may_stake};
pub use event::{Event, Happening};
pub use flows::Flows;
pub use ground::AccountRule;
pub use limit::{Limit, LimitKind, Most, Span, Whose};
pub use reason::{Parties, Party, Reason, Refused};
pub use state::{
    Account, AccountTotals, Exclusion, GivenPin, Holder, Imbalance, LeftOff, Payout, Purses, Session, Visit,
};
pub use statement::{Statement, StatementItem};
pub use told::{large_cash, paid_by_giver, told};
pub use voucher::VoucherId;
