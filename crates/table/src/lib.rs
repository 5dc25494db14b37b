//! A running table, pure: a command is decided into events, events are folded into the table.
//!
//! [`decide`] reads the rulebook, the table and a command with its time and its giver; it answers with events,
//! each with what it rests on, or with a refusal and its clause. [`apply`] folds an event and decides nothing.

mod apply;
mod command;
mod coups;
mod decide;
mod decided_in;
mod duty;
mod event;
mod reason;
mod shown;
mod state;

pub use apply::apply;
pub use command::{
    Call, Command, Fact, Fault, HandName, Laying, Matter, Proposal, ShuffleBy, SignName, With,
};
pub use coups::{Coups, Finished};
pub use decide::{deadline, decide, deciding, dispute_rule, held, says_itself};
pub use decided_in::{rule_decided_in, step_decided_in};
pub use duty::{Duty, DutyKind, Owed, owed};
pub use event::{Event, Happening, Lies, SharedRuling, To};
pub use punto_coup::officers_choices;
pub use punto_rulebook::{Opening, Part, Range, Totals};
pub use punto_vocab::ledger::{Account, Coin, Ledger, Movement};
pub use punto_vocab::{Actor, Cards, ScriptTime, Stamped, Time};
pub use reason::{Hindrance, HouseReason, InTrouble, NotDue, Reason, Refused};
pub use shown::{Settled, SettledAs, Shown};
pub use state::{
    Agreement, Basis, Before, Betting, ClosedWith, CutState, Dealing, DisputeCase, Holding, Hooks, LastCoup,
    MarkerState, Open, Patrons, Phase, Placed, Posted, RoleState, Shared, SharedTerms, Shoe, Sign, SignKind,
    Spot, Stage, Table, Topic, Trouble,
};
