//! A running table, pure: a command is decided into events, events are folded into the table.
//!
//! [`decide`] reads the rulebook, the table and a command with its time and its giver; it answers with events,
//! each with what it rests on, or with a refusal and its clause. [`apply`] folds an event and decides nothing.

mod decide;
mod duty;

pub use decide::{deadline, decide, deciding, dispute_rule, held, says_itself};
pub use duty::owed;
pub use punto_coup::officers_choices;
pub use punto_lines::{
    About, Blocked, Call, Command, Concern, Duty, DutyKind, Event, Fact, Fault, HandName, Happening,
    Hindrance, HouseReason, InTrouble, Laying, Lies, Matter, NotDue, Owed, PatronOrder, PersonsRule,
    Proposal, Reason, Refused, SharedRuling, SharedTerms, ShuffleBy, SignName, To, With,
};
pub use punto_rulebook::{Bets, CardsFrom, Opening, Part, Parts, Range, Totals};
pub use punto_state::{
    Agreement, Basis, Before, Betting, ClosedWith, Coups, CutState, Dealing, DisputeCase, Finished, Holding,
    Hooks, LastCoup, MarkerState, Open, Patrons, Phase, Placed, Posted, RoleState, Settled, SettledAs,
    Shared, Shoe, Shown, Sign, SignKind, Spot, Stage, Table, Topic, Trouble, apply, moved,
};
pub use punto_vocab::ledger::{Account, Coin, Ledger, Movement};
pub use punto_vocab::{Actor, Cards, ScriptTime, Stamped, Time};
