//! The words everybody at a baccarat table uses, as types without policy.
//!
//! Nothing here knows a rulebook: a [`Card`] has a point, [`Money`] is counted in minor units, [`Chips`]
//! know which amounts they can make, a [`Citation`] names the clauses an answer rests on. The rules that
//! put these words together live in `punto-rulebook` (values and choices) and `punto-coup` (procedures).
//!
//! ```
//! use punto_vocab::{Card, Chips, Hand, Money, Odds};
//!
//! let hand: Hand = "4h 5s".parse().unwrap();
//! assert_eq!(hand.point().to_string(), "9");
//! assert!(hand.is_natural());
//!
//! // 25 on Banker at 19:20 is 23.75, which five-dollar chips cannot make.
//! let exact = "19:20".parse::<Odds>().unwrap().winnings("25".parse().unwrap());
//! let chips: Chips = "5 25 100".parse().unwrap();
//! assert_eq!(chips.at_least(exact), "25".parse::<Money>().ok());
//! assert_eq!("10d".parse::<Card>().unwrap().to_string(), "Td");
//! ```

mod actor;
mod amount;
mod card;
mod cards;
mod chips;
mod citation;
mod code;
mod currency;
mod day;
mod draw;
mod event;
mod hand;
pub mod hex;
mod hindrance;
mod items;
mod json;
pub mod ledger;
pub mod line;
mod list;
mod name;
mod names;
mod odds;
pub mod pairs;
mod pattern;
mod point;
mod role;
mod said;
mod script_time;
mod seat;
pub mod stored;
mod time;
mod token_voucher;
mod tray;
mod value;
mod variant_name;
mod word;

pub use actor::Actor;
pub use amount::{Amount, Money, MoneyError};
pub use card::{Card, CardError, Colour, Rank, Suit};
pub use cards::Cards;
pub use chips::{ChipCount, Chips, ChipsError};
pub use citation::{Authority, Citation, ClauseId, Refusal, Setting};
pub use currency::{Currency, Exchange, ExchangeRate, smallest};
pub use day::Day;
pub use draw::{Promise, Seed};
pub use event::{Event, Stamped};
pub use hand::{BySide, Hand, HandError, Pair, Side};
pub use hindrance::Hindrance;
pub use items::{Items, split_unquoted};
pub use list::List;
pub use name::{BetId, Letters, NameError, PersonId};
pub use names::Names;
pub use odds::{Odds, OddsError, Rounding};
pub use point::Point;
pub use role::{Dealer, Role, Roles};
pub use said::{Call, Fact, Fault, HandName, Laying, Matter, ShuffleBy, With};
pub use script_time::ScriptTime;
pub use seat::{Direction, Ring, Seat, SeatError};
pub use time::Time;
pub use token_voucher::{AfterWin, TokenVoucher, TokenVoucherId};
pub use tray::Tray;
pub use value::{Args, Value, Valued};
pub use word::{UnknownWord, Word};
