//! Rule documents as data: `rulebooks/<id>/*.toml` checked and lowered into a typed, immutable [`Rulebook`].
//!
//! A rulebook holds the values and choices of one document, each with the clause that fixes it; the
//! procedures are Rust, in `punto-coup` and the crates below it. What an operator chooses for one table within
//! a rulebook is its [`Terms`], and [`Terms::under`] is the only way to make them.
//!
//! ```
//! use punto_rulebook::{Draft, Rulebook, Terms};
//!
//! let book = Rulebook::embedded("nsw-2021").unwrap();
//! assert_eq!(book.clauses.get("12.2").unwrap().topic, "irregularities");
//!
//! // Seven decks are not among those the document allows, and the refusal says which clause says so.
//! let refused = Terms::under(&book, Draft { decks: Some(7), ..Draft::usual(&book) }).unwrap_err();
//! assert_eq!(refused.0[0].by.to_string(), "3.1");
//! ```

mod among;
mod bet;
mod change;
mod check;
mod clauses;
mod combination;
mod draft;
mod drawing;
mod embedded;
mod grounds;
mod house;
mod irregularity;
mod items;
pub mod known;
mod limits;
mod listing;
mod load;
mod method;
mod opening;
mod outcome;
mod owed;
mod path;
mod problem;
mod procedure;
mod promotion;
mod reader;
mod refused;
mod rulebook;
mod ruled;
mod schema;
mod shoe;
mod sign;
mod source;
mod terms;
mod tournament;

pub use among::Among;
pub use bet::{Bet, BetKind, Grade, On, Pairs, Pays, Restriction, Row};
pub use change::Totals;
pub use clauses::{Clause, Clauses, Kind, Standing};
pub use combination::{Allowed, Combinations, MainBets};
pub use draft::{Draft, Limits, Span};
pub use drawing::Drawing;
pub use house::{Choices, HouseSetting};
pub use irregularity::{AfterVoid, Case, Cure, Irregularities, Mishap, Remedy, Window, Withdrawal};
pub use items::ItemRule;
pub use limits::{Breach, LateCure, LimitRules, Reduction, Remainder};
pub use listing::Question;
pub use load::LARGEST_FILE;
pub use method::{Facing, Holders, Method, Step};
pub use opening::{Bets, CardsFrom, Opening, Part, PartDeclared, Parts, Range};
pub use outcome::{Outcome, Winner};
pub use owed::{Duty, DutyKind, Owed};
pub use problem::{Problem, Problems};
pub use procedure::{Procedure, Procedures, Rule, Way};
pub use promotion::{Content, PrizeItem, PrizeKind, PromotionItem, PromotionRule, PromotionRules};
pub use reader::Use;
pub use refused::{Term, TermsReason, TermsRefused};
pub use rulebook::{Closing, Layout, Medium, Nature, RoleRule, Rulebook, Variant};
pub use ruled::{Answer, Ruled};
pub use shoe::{Behind, Burn, Device, End, ShoeRules};
pub use sign::{Posted, Proposal, Sign, SignKind, SignName};
pub use source::{BookFolder, BookSource, Scenario, Stray};
pub use terms::{Offer, PayRow, Terms};
pub use tournament::{Item, TournamentRule, TournamentRules};
