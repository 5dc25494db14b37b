//! One coup, pure: who draws, what wagers may stand, what they become, and what follows when something went wrong.
//!
//! Every answer names the clause it rests on. Nothing here reads a clock, a file or a generator: cards, wagers
//! and facts come in, answers go out.
//!
//! ```
//! use punto_coup::{Coup, Due, Wager, settle};
//! use punto_rulebook::{Draft, Rulebook, Terms};
//! use punto_vocab::Side;
//!
//! let book = Rulebook::embedded("nsw-2021").unwrap();
//! let terms = Terms::under(&book, Draft::usual(&book)).unwrap();
//!
//! let mut coup = Coup::default();
//! for card in "Ks 2d 6h 3c".split(' ') {
//!     coup.deal(&book, card.parse().unwrap()).unwrap();
//! }
//! // Player stands on 6, so Banker's 5 must draw, by 9.5.
//! let Due::Card { to, by, .. } = coup.due(&book) else { panic!() };
//! assert_eq!((to, by.to_string().as_str()), (Side::Banker, "9.5"));
//!
//! coup.deal(&book, "9d".parse().unwrap()).unwrap();
//! let outcome = coup.outcome(&book).unwrap();
//! let wager = Wager::of("ada", 1, "player", "100").unwrap();
//! let settled = settle(&terms, &outcome, &wager);
//! assert_eq!(settled.paid.to_string(), "100");
//! assert!(settled.by.names("11.1.2"));
//! ```

mod choices;
mod deal;
mod irregularity;
mod limits;
mod pro_rata;
mod settled;
mod settlement;
mod wager;
mod wager_reason;

pub use choices::{officers_choices, officers_ruling, with_the_shoe};
pub use deal::{Coup, Due, NotDue, Why};
pub use irregularity::{
    AllWithdrawn, CannotArise, CardFate, DealtCard, Fate, Irregularity, Marker, Next, Noticed, Place, Ruling,
    ShoeFate, Situation, WagerFate, classify, rule, window_closed,
};
pub use limits::{
    Excess, Found, LateFinding, PersonalLimits, check_beside, check_combination, check_wager, counts,
    find_late, over_limits,
};
pub use pro_rata::{ReducedWager, reduce};
pub use punto_vocab::AfterWin;
pub use settled::{Settled, SettledAs};
pub use settlement::{Became, Settlement, Totals, settle, settle_all};
pub use wager::{BoxId, Stake, Wager, WagerError};
pub use wager_reason::WagerReason;
