//! Why a table may not be opened as it was asked for.

use std::fmt;

use punto_vocab::{BetId, Money, Refusal, Setting};

use crate::{Behind, Choices, Span};

/// Why a draft is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsReason {
    /// The document allows other numbers of decks.
    #[error("{asked} decks are not allowed; the document allows {}", list(allowed))]
    Decks {
        /// What was asked for.
        asked: u32,
        /// What is allowed.
        allowed: Vec<u32>,
    },
    /// A bet wants other numbers of decks.
    #[error("{bet} may not be offered with {decks} decks; it may be with {}", list(allowed))]
    DecksForBet {
        /// The bet.
        bet: BetId,
        /// The table's decks.
        decks: u32,
        /// What the bet allows.
        allowed: Vec<u32>,
    },
    /// A bet wants another cloth.
    #[error("{bet} may not be offered on layout {layout}; it may be on {}", list(allowed))]
    LayoutForBet {
        /// The bet.
        bet: BetId,
        /// The table's cloth.
        layout: String,
        /// What the bet allows.
        allowed: Vec<String>,
    },
    /// The document has no such bet.
    #[error("{bet} is not a bet of this document; its bets are {}", list(known))]
    UnknownBet {
        /// What was asked for.
        bet: BetId,
        /// What there is.
        known: Vec<BetId>,
    },
    /// The document has no such thing.
    #[error("{what} {asked} is not in this document; it has {}", list(known))]
    Unknown {
        /// A layout, a variant, a number of seats.
        what: &'static str,
        /// What was asked for.
        asked: String,
        /// What there is.
        known: Vec<String>,
    },
    /// Too few or too many cards behind the marker.
    #[error("{asked} cards behind the marker are not allowed; the document wants {wanted}")]
    BehindMarker {
        /// What was asked for.
        asked: u32,
        /// What is allowed.
        wanted: Behind,
    },
    /// The whole shoe behind the marker.
    #[error("{asked} cards behind the marker leave none in front; the shoe has {cards}")]
    MarkerBeyondShoe {
        /// What was asked for.
        asked: u32,
        /// How many cards there are.
        cards: u32,
    },
    /// A kind of limit the document does not know.
    #[error("this document has no {0}")]
    NoSuchLimit(&'static str),
    /// A minimum above its maximum, or no minimum at all.
    #[error("a minimum of {min} and a maximum of {max} leave nothing to wager", min = .0.min, max = .0.max)]
    EmptySpan(Span),
    /// A limit that is nothing, or more than the software counts.
    #[error("a {what} of {amount} is out of range; expected more than nothing and at most {max}", max = Money::LARGEST)]
    BadAmount {
        /// The limit.
        what: &'static str,
        /// What was asked for.
        amount: Money,
    },
    /// The house must choose.
    #[error("{setting} has no default: choose {choices}")]
    Choose {
        /// The setting.
        setting: Setting,
        /// What may be chosen.
        choices: Choices,
    },
    /// The house chose something that is not a choice.
    #[error("`{asked}` is not a choice of {setting}; choose {choices}")]
    BadChoice {
        /// The setting.
        setting: Setting,
        /// What was asked for.
        asked: String,
        /// What may be chosen.
        choices: Choices,
    },
    /// The document leaves nothing open under that name.
    #[error("this document has no setting house:{0}")]
    NoSuchSetting(String),
    /// The house offers no optional bets in this variant.
    #[error("{bet} is not offered in this variant by the house's own setting")]
    NotInVariant {
        /// The bet.
        bet: BetId,
    },
}

fn list<T: fmt::Display>(items: &[T]) -> String {
    if items.is_empty() {
        return "none".into();
    }
    items.iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// All reasons why a draft is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", list(.0))]
pub struct TermsRefused(pub Vec<Refusal<TermsReason>>);

punto_vocab::codes! {
    impl TermsReason {
        TermsReason::Decks { asked, allowed } => "decks" (asked, allowed = list(allowed)),
        TermsReason::DecksForBet { bet, decks, allowed } => "decks-for-bet" (bet, decks, allowed = list(allowed)),
        TermsReason::LayoutForBet { bet, layout, allowed } => "layout-for-bet" (bet, layout, allowed = list(allowed)),
        TermsReason::UnknownBet { bet, known } => "unknown-bet" (bet, known = list(known)),
        TermsReason::Unknown { what, asked, known } => "not-in-document" (what, asked, known = list(known)),
        TermsReason::BehindMarker { asked, wanted } => "behind-marker" (asked, wanted),
        TermsReason::MarkerBeyondShoe { asked, cards } => "marker-beyond-shoe" (asked, cards),
        TermsReason::NoSuchLimit(limit) => "no-such-limit" (limit),
        TermsReason::EmptySpan(span) => "empty-span" (min = span.min.to_string(), max = span.max.to_string()),
        TermsReason::BadAmount { what, amount } => "bad-amount" (what, amount, most = Money::LARGEST.to_string()),
        TermsReason::Choose { setting, choices } => "choose-setting" (setting, choices),
        TermsReason::BadChoice { setting, asked, choices } => "bad-choice" (setting, asked, choices),
        TermsReason::NoSuchSetting(setting) => "no-such-setting" (setting),
        TermsReason::NotInVariant { bet } => "not-in-variant" (bet),
    }
}
