//! The imperative shell: one task a table, durable before anybody is told, clocks, timers, the electronic dealer.
//!
//! A [`Floor`] runs every table of a process. Whoever wants something of a table says it to a [`TableHandle`]; the
//! table's own task takes what waits, decides it with `punto_table` on a working copy, has the journal keep command
//! and events in one append, and only then goes on, answers and publishes a [`Moment`]. The site ([`SiteHandle`]) and
//! the accounts of patrons ([`AccountHandle`]) are kept the same way, and credits move between an account and a table
//! in one append over both streams.
//!
//! What is started again reads its records and makes every decision anew ([`Replay`]); [`audit`] does so for a whole
//! journal. A [`Standing`] is all that a table's records fold into: the table, its meters, its last coups, its shoe.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
//! use std::sync::Arc;
//! use punto_floor::{Dealer, Floor, Said, Setup, SimulatedClock, TablePlan};
//! use punto_journal::SqliteJournal;
//! use punto_shoe::SealingKey;
//! use punto_table::{Actor, Time};
//!
//! let folder = tempfile::tempdir()?;
//! let clock = SimulatedClock::at(Time(0)); // `SystemClock::new()` where time passes by itself
//! let journal = Arc::new(SqliteJournal::open(folder.path())?);
//! let key = SealingKey::new([42; 32]); // from a file or a vault
//! let setup = Setup::new(journal, Arc::new(clock.clone()), "demo-house", "node-a", key);
//! let floor = Floor::start(setup).await?;
//! let plan = TablePlan {
//!     name: "nsw-1".parse()?,
//!     title: "Table 1".into(),
//!     rulebook: "nsw-2021".into(),
//!     opening: "usual, limits 5..500, demonstration yes".parse()?,
//!     dealer: Dealer::Automatic,
//!     currency: "AUD".into(),
//!     bet_seconds: Some(10),
//! };
//! let table = floor.add_table(plan, Actor::System).await?;
//! let ada = Actor::Patron("ada".parse()?);
//! let said = Said { key: "t7-1".parse()?, by: ada, command: "sit ada@1".parse()?, of: None };
//! let answer = table.say(said.clone()).await?;
//! assert_eq!(answer.done().unwrap().lines(), ["sat ada@1"]);
//! assert!(table.say(said).await?.done().unwrap().repeated); // a repeat is answered as the first was
//!
//! // Somebody is there, so the dealer shuffles; nobody knows the order, and everybody knows its commitment.
//! let mut watch = table.watch();
//! clock.advance_to(table.now().timer.unwrap().at);
//! watch.changed().await?;
//! assert!(table.now().shoe.is_some());
//! floor.stop().await;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is deliberately absent: a rule of the game, a way to tell a card at a table with the house's own shoe, a way
//! to move credits on one side only, a lock that one table holds while another waits.

mod account;
mod accounts;
mod alone;
mod audit;
mod books;
mod counter;
mod currency;
mod dealer;
mod desk;
mod events;
mod fairness;
mod floor;
mod hold;
mod hub;
mod integrity;
mod keys;
mod leave;
mod mode;
mod moment;
mod noted;
mod own_shoe;
mod plan;
pub mod presence;
mod put_up;
mod refusal;
mod replay;
mod said;
pub mod scanner;
mod shoe_track;
mod site;
mod snapshot;
mod source;
mod standing;
mod start;
mod table;
mod task;
mod terminals;
mod transfer;
mod voucher;
mod whole;

pub use account::{AccountHandle, AccountOutcome, AccountSaid, Transfer};
pub use accounts::stream as account_stream;
pub use alone::CashAlone;
pub use audit::{Audit, AuditError, audit, tables_agree};
pub use books::{Added, Books};
pub use dealer::Memory;
pub use desk::{AnswerOf, LoadError, OutcomeOf, SaidTo, Subject};
pub use floor::{Floor, Setup, StartError};
pub use leave::{Beside, FeeOrPrize, Leave, MoveError};
pub use mode::{mode, mode_of};
pub use moment::{Moment, OpenedShoe, SharesNotice, SharesStage, ShoeNotice, TimedStep, Timer};
pub use plan::{Dealer, Pace, TableName, TablePlan};
pub use punto_records::{BadRecord, RecordFault};
pub use refusal::{FloorReason, refusal_codes};
pub use replay::{Replay, Taken};
pub use said::{Answer, BadKey, CommandKey, CoupRef, FloorError, Outcome, PlanError, Said};
pub use shoe_track::ShoeTrack;
pub use site::{SiteHandle, SiteOutcome, SiteSaid, site_of};
pub use snapshot::DERIVABLE;
pub use source::Source;
pub use standing::Standing;
pub use table::{Laid, QUEUE, TableHandle, with_credits};
pub use task::own_shoe_refuses;
pub use terminals::Terminal;
pub use voucher::Redemption;
pub use whole::{Whole, check_whole};

/// The clock that a floor is given.
pub use punto_host::{BoxFuture, Clock, ClockStep, SimulatedClock, SystemClock, TimerReport, WoundClock};
