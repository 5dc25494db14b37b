//! The imperative shell: one task a table, durable before anybody is told, clocks, timers, the electronic dealer.

mod account;
mod accounts;
mod audit;
mod body;
mod books;
mod counter;
mod dealer;
mod desk;
mod floor;
mod hub;
mod keys;
mod meters;
mod moment;
mod own_shoe;
mod plan;
mod recall;
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
mod time;
mod transcript;
mod transfer;

pub use account::{AccountHandle, AccountOutcome, AccountSaid, Transfer};
pub use audit::{Audit, AuditError, audit};
pub use body::{ENGINE, Prepared, ShoeStep};
pub use books::Books;
pub use dealer::Memory;
pub use desk::{AnswerOf, LoadError, OutcomeOf, SaidTo, Subject};
pub use floor::{Floor, Setup, StartError};
pub use hub::TimerReport;
pub use meters::{BetMeters, Meters, Parts};
pub use moment::{Moment, OpenedShoe, ShoeNotice, Timer};
pub use plan::{Dealer, Pace, TableName, TablePlan};
pub use recall::{
    CoupRecall, RECALLED, Recall, RecalledBalance, RecalledCard, RecalledRuling, RecalledSettlement,
    RecalledWager,
};
pub use replay::{BadRecord, Replay, Taken};
pub use said::{Answer, BadKey, CommandKey, FloorError, Outcome, PlanError, Said};
pub use shoe_track::ShoeTrack;
pub use site::{SiteHandle, SiteOutcome, SiteSaid};
pub use source::Source;
pub use standing::Standing;
pub use table::{Laid, QUEUE, TableHandle};
pub use time::{BoxFuture, Clock, ClockStep, SimulatedClock, SystemClock};
pub use transcript::Transcript;
